/* The check of a published result in the browser: the chain of its ledger, the end of it, and the seal of the seed.
 *   [data-check]   the section: data-archive and data-head of the publication, data-seal shown before the draw
 *   [data-check-run]   the button; [data-check-said] where the outcome is told, data-good and data-bad its words
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

/** @param {HTMLElement} section */
async function check(section) {
  const said = /** @type {HTMLElement} */ (section.querySelector("[data-check-said]"));
  const { archive = "", head = "", seal = "" } = section.dataset;
  let good = false;
  try {
    const answer = await fetch(archive);
    good = answer.ok && (await holds(await answer.json(), head, seal));
  } catch {
    good = false;
  }
  said.textContent = (good ? said.dataset.good : said.dataset.bad) ?? "";
  said.className = `notice notice--${good ? "success" : "error"}`;
}

/** @type {HTMLElement | null} */
const section = globalThis.document?.querySelector("[data-check]") ?? null;
const button = section?.querySelector("[data-check-run]");
if (section && button instanceof HTMLButtonElement && globalThis.crypto?.subtle) {
  button.hidden = false;
  button.addEventListener("click", () => check(section));
}
