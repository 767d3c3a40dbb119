/* The check of a published result in the browser: the chain of its ledger, the end of it, the seal of the seed, and
 * the club's signature.
 *   [data-check]   the section: data-archive and data-head of the publication, data-seal shown before the draw,
 *                  data-signature and data-key where it is signed
 *   [data-check-run]   the button; [data-check-said] where the outcome is told, data-good and data-bad its words,
 *                  data-signed and data-unable what is said of the signature
 * It works only where the browser can hash: on https, or on the machine itself.
 */

/**
 * One JSON text for a value: names sorted, no blanks.
 * @param {unknown} value
 * @returns {string}
 */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const told = /** @type {Record<string, unknown>} */ (value);
  return `{${Object.keys(told).sort().map((name) => `${JSON.stringify(name)}:${canonical(told[name])}`).join(",")}}`;
}

/** @param {string} text */
export async function digest(text) {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @typedef {{sequence: number, act: string, body: unknown, by: string, at: string, reason: string, hash: string}} Entry */

/**
 * How many entries fit together from the first on; all of them where the ledger is whole.
 * @param {Entry[]} ledger
 */
export async function linked(ledger) {
  let previous = "";
  for (const [place, one] of ledger.entries()) {
    const told = canonical([one.sequence, one.act, canonical(one.body), one.by, one.at, one.reason]);
    if (one.sequence !== place + 1 || (await digest(`${previous}\n${told}`)) !== one.hash) return place;
    previous = one.hash;
  }
  return ledger.length;
}

/**
 * Whether an archive is whole, ends where its publication says, and holds the seed whose seal was shown.
 * @param {{ledger: Entry[], evening: {seed: string}}} archive
 * @param {string} head
 * @param {string} seal
 */
export async function holds(archive, head, seal) {
  const { ledger } = archive;
  const isWhole = (await linked(ledger)) === ledger.length && ledger.at(-1)?.hash === head;
  return isWhole && (await digest(`commitment\n${archive.evening.seed}`)) === seal;
}

const START = [
  0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n,
];
const ORDERS = [
  "0123456789abcdef", "ea489fd61c02b753", "b8c052fdae367194", "7931dcbe265a40f8", "905724afe1bc683d",
  "2c6a0b834d75fe19", "c51fed4a0763928b", "db7ec13950f4862a", "6fe9b308c2d714a5", "a2847615fb9e3cd0",
].map((order) => Array.from(order, (sign) => parseInt(sign, 16)));
const WAYS = [
  [0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15], [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14],
];
const BLOCK = 128;

/** @param {bigint} word @param {bigint} by */
const turned = (word, by) => BigInt.asUintN(64, (word >> by) | (word << (64n - by)));

/** @param {bigint[]} state @param {DataView} block @param {number} count @param {boolean} isLast */
function compress(state, block, count, isLast) {
  const words = Array.from({ length: 16 }, (_, place) => block.getBigUint64(8 * place, true));
  const v = [...state, ...START];
  v[12] ^= BigInt(count);
  if (isLast) v[14] = BigInt.asUintN(64, ~v[14]);
  for (let round = 0; round < 12; round += 1) {
    const order = ORDERS[round % 10];
    for (const [place, [a, b, c, d]] of WAYS.entries()) {
      for (const [half, first, second] of [[0, 32n, 24n], [1, 16n, 63n]]) {
        v[a] = BigInt.asUintN(64, v[a] + v[b] + words[order[2 * place + Number(half)]]);
        v[d] = turned(v[d] ^ v[a], BigInt(first));
        v[c] = BigInt.asUintN(64, v[c] + v[d]);
        v[b] = turned(v[b] ^ v[c], BigInt(second));
      }
    }
  }
  return state.map((word, place) => word ^ v[place] ^ v[place + 8]);
}

/**
 * BLAKE2b of 512 bits, by which minisign signs a file; no browser has it.
 * @param {Uint8Array} bytes
 */
export function blake2b(bytes) {
  const blocks = Math.max(1, Math.ceil(bytes.length / BLOCK));
  const padded = new Uint8Array(blocks * BLOCK);
  padded.set(bytes);
  let state = START.map((word, place) => (place ? word : word ^ 0x01010040n));
  for (let place = 0; place < blocks; place += 1) {
    const isLast = place === blocks - 1;
    const block = new DataView(padded.buffer, place * BLOCK, BLOCK);
    state = compress(state, block, isLast ? bytes.length : (place + 1) * BLOCK, isLast);
  }
  const hash = new DataView(new ArrayBuffer(64));
  state.forEach((word, place) => hash.setBigUint64(8 * place, word, true));
  return new Uint8Array(hash.buffer);
}

/** @param {string} text */
const bytesOf = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));

/**
 * Whether a file is the one that was signed with a key of minisign. Throws where the browser has no Ed25519.
 * @param {Uint8Array} content
 * @param {string} signature
 * @param {string} key
 */
export async function signed(content, signature, key) {
  const [, first, comment = "", last] = signature.split("\n");
  const raw = bytesOf(key), own = bytesOf(first), both = bytesOf(last), words = comment.replace("trusted comment: ", "");
  const publicKey = await crypto.subtle.importKey("raw", raw.slice(10), "Ed25519", false, ["verify"]);
  if (own.slice(2, 10).join() !== raw.slice(2, 10).join()) return false;
  const together = new Uint8Array([...own.slice(10), ...new TextEncoder().encode(words)]);
  return (
    (await crypto.subtle.verify("Ed25519", publicKey, own.slice(10), blake2b(content))) &&
    (await crypto.subtle.verify("Ed25519", publicKey, both, together))
  );
}

/**
 * Whether the signature fits; null where the browser cannot tell.
 * @param {Uint8Array} content
 * @param {DOMStringMap} about
 */
async function signedHere(content, { signature = "", key = "" }) {
  const answer = await fetch(signature);
  if (!answer.ok) return null;
  try {
    return await signed(content, await answer.text(), key);
  } catch {
    return null;
  }
}

/** @param {HTMLElement} section */
async function check(section) {
  const said = /** @type {HTMLElement} */ (section.querySelector("[data-check-said]"));
  const { archive = "", head = "", seal = "" } = section.dataset;
  let good = false, more = "";
  try {
    const answer = await fetch(archive);
    const content = new Uint8Array(await answer.arrayBuffer());
    good = answer.ok && (await holds(JSON.parse(new TextDecoder().decode(content)), head, seal));
    if (good && section.dataset.signature) {
      const fits = await signedHere(content, section.dataset);
      good = fits !== false;
      more = (fits ? said.dataset.signed : said.dataset.unable) ?? "";
    }
  } catch {
    good = false;
  }
  said.textContent = good ? `${said.dataset.good} ${more}` : (said.dataset.bad ?? "");
  said.className = `notice notice--${good ? "success" : "error"}`;
}

/** @type {HTMLElement | null} */
const section = globalThis.document?.querySelector("[data-check]") ?? null;
const button = section?.querySelector("[data-check-run]");
if (section && button instanceof HTMLButtonElement && globalThis.crypto?.subtle) {
  button.hidden = false;
  button.addEventListener("click", () => check(section));
}
