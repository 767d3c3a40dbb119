/* Where the keys are, and where a screen reader reads, is not lost when an answer replaces a part of the page.
 *   the same id         htmx focuses it by itself
 *   its like            the same link, field, or button of the same form, wherever it stands now
 *   in a list           what stands in its place
 *   else                the part's status message or heading
 * Parts are what has an id; whoever last pointed at something else is left there.
 */

/** @typedef {{ part: string, key: string, nth: number, at: number, listed: boolean }} Place */
/** @typedef {{ keys: string[], hasWords: boolean }} Part */

/**
 * A stop of a part: `nth` of those with its key, `at` of all.
 * @param {string} part
 * @param {string[]} keys
 * @param {number} at
 * @param {boolean} listed
 * @returns {Place}
 */
export function placeOf(part, keys, at, listed) {
  const key = keys[at] ?? "";
  return { part, key, nth: keys.slice(0, at).filter((one) => one === key).length, at, listed };
}

/**
 * Where to go on: a stop of a part, or its words.
 * @param {Place[]} places the innermost part first
 * @param {(part: string) => Part | null} look
 * @returns {{ part: string, at: number | "words" } | null}
 */
export function nextPlace(places, look) {
  const left = places.flatMap((place) => {
    const found = look(place.part);
    return found ? [{ ...place, ...found }] : [];
  });
  for (const { part, key, nth, keys } of left) {
    const alike = keys.flatMap((one, at) => (key && one === key ? [at] : []));
    if (alike.length) return { part, at: alike[Math.min(nth, alike.length - 1)] };
  }
  const [{ part, at, listed, keys } = { part: "", at: -1, listed: false, keys: [] }] = left;
  if (listed && at >= 0 && keys.length) return { part, at: Math.min(at, keys.length - 1) };
  const told = left.find(({ hasWords }) => hasWords);
  return told ? { part: told.part, at: "words" } : null;
}

const STOPS = ":is(a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled, textarea:enabled, summary, [tabindex='0'])";
const WORDS = ":is([role=status], h1, h2, h3, .notice, .message)";
/** What a form sends otherwise each time. */
const EACH_TIME = ["csrfmiddlewaretoken", "key", "seen"];

/**
 * @param {Element} part
 * @param {string} selectors
 */
const seen = (part, selectors) => [...part.querySelectorAll(selectors)].filter((one) => one.checkVisibility());

/**
 * What tells a stop from others: where it leads, or what it sends where.
 * @param {HTMLElement} stop
 */
function keyOf(stop) {
  const { href, form, name, type, value } = /** @type {HTMLInputElement & HTMLAnchorElement} */ (stop);
  if (!form) return href ?? `${stop.localName} ${stop.textContent?.trim()}`;
  const chosen = ["radio", "checkbox", "submit"].includes(type) ? value : "";
  const about = /** @type {HTMLInputElement[]} */ ([...form.elements]).filter((one) => !name && one.type === "hidden" && !EACH_TIME.includes(one.name));
  return [form.getAttribute("action"), stop.localName, type, name, chosen, ...about.map((one) => `${one.name}=${one.value}`)].join(" ");
}

/** @type {Place[]} the innermost part first */
let places = [];

/** As an answer comes. */
function remember() {
  const here = /** @type {HTMLElement} */ (document.activeElement);
  if (!here || here === document.body) return; // An answer before this one took it, and the next has not come.
  places = [];
  for (let part = here.parentElement?.closest("[id]"); part; part = part.parentElement?.closest("[id]")) {
    const stops = seen(part, STOPS);
    const listed = part.contains(here.closest("li, tr"));
    places.push(placeOf(part.id, stops.map(keyOf), stops.indexOf(here), listed));
  }
}

function goOn() {
  if (document.activeElement && document.activeElement !== document.body) return;
  const next = nextPlace(places, (id) => {
    const part = document.getElementById(id);
    return part && { keys: seen(part, STOPS).map(keyOf), hasWords: seen(part, WORDS).some(({ textContent }) => textContent?.trim()) };
  });
  const part = next && document.getElementById(next.part);
  if (!part) return;
  const words = next.at === "words";
  const there = words ? seen(part, WORDS).find(({ textContent }) => textContent?.trim()) : seen(part, STOPS)[Number(next.at)];
  if (words) there?.setAttribute("tabindex", "-1");
  there?.focus({ preventScroll: true });
}

if (globalThis.document) {
  document.addEventListener("pointerdown", () => { places = []; });
  for (const before of ["htmx:beforeRequest", "htmx:beforeSwap"]) document.addEventListener(before, remember);
  // Not sooner: what is only for this browser is shown by then.
  document.addEventListener("htmx:afterSettle", () => requestAnimationFrame(goOn));
}
