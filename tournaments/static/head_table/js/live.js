/* Tells the page when its evening has moved.
 *
 * <body data-version-url="…/version" data-version="12">: hears from the stream beside it (…/live) that there is
 * another version, and sends `evening-changed` to the body; htmx regions listen with
 * hx-trigger="evening-changed from:body" ({% refetched %}). With …/version?table=4 it hears of what that
 * table's phones show alone. Without the stream (refused, cut off, held back by a proxy, unknown to the browser) the
 * page asks for the version every second. With it the page asks now and then still, which finds out a stream that
 * has gone silent. A lost connection shows as body.is-offline; the page recovers by itself.
 * <body data-always> does so while nobody looks, and never waits: the wall.
 * What comes from the server while something is pressed waits until it is let go, whoever asked for it.
 */
const { body } = document;
const url = body.dataset.versionUrl ?? "";
const listen = new URL(url, window.location.href);
listen.pathname = listen.pathname.replace(/[^/]*$/, "live");
const always = body.dataset.always !== undefined;

const QUICKLY = 1000;
const SLOWLY = 15000;
const LONGEST = 10000;
// A hint may be on its way while the page asks by itself; a hint that takes longer has been held back.
const LATEST_HINT = 3000;
// A stream that was refused or held back is tried again after a while, and later every time.
const AGAIN = 5000;
const AGAIN_AT_MOST = 300000;
// A room of phones does not ask in the same moment. A desk and a wall are few, and wanted at once.
const SPREAD = always || body.dataset.status !== undefined ? 0 : 400;

let etag = body.dataset.version ? `"${body.dataset.version}"` : null;
/** @type {EventSource | null} */
let stream = null;
let alive = false;
/** @type {string | null} */
let hinted = null;
let newest = { version: 0, status: "" };
let failures = 0;
let reopening = 0;
let coming = 0;
/** @type {Promise<boolean> | null} */
let asking = null;
let timer = 0;

const hidden = () => document.hidden && !always;

// --- asking -----------------------------------------------------------------------------------------------

async function ask() {
  try {
    const answer = await fetch(url, {
      headers: etag ? { "If-None-Match": etag } : {},
      cache: "no-store",
      credentials: "same-origin",
      signal: AbortSignal.timeout?.(LONGEST),
    });
    reached();
    if (answer.status !== 200) return false;
    tell(await answer.json());
    return true;
  } catch {
    lost();
    return false;
  }
}

// Neither a fetch nor a stream gets through; the next fetch that does brings the stream back.
function lost() {
  body.classList.add("is-offline");
  close();
  quicken();
}

function reached() {
  if (!body.classList.contains("is-offline")) return;
  body.classList.remove("is-offline");
  open();
}

/** @param {{ version: number, status: string }} stand */
function tell({ version, status }) {
  etag = `"${version}"`;
  body.dataset.version = String(version);
  body.dispatchEvent(new CustomEvent("evening-changed", { detail: { version, status } }));
}

// Whoever wants to know while somebody asks already waits for that answer, and then asks again.
async function look() {
  while (asking) await asking;
  asking = ask();
  const news = await asking;
  asking = null;
  return news;
}

async function lookByItself() {
  const news = await look();
  if (!news || !alive) return;
  const found = body.dataset.version;
  const heard = stream;
  setTimeout(() => {
    // Found by asking, and still not said by the stream: something holds the stream back.
    if (heard === stream && alive && hinted !== found && body.dataset.version === found) giveUp();
  }, LATEST_HINT);
}

function keepLooking() {
  clearTimeout(timer);
  timer = setTimeout(async () => {
    if (!hidden()) await lookByItself();
    keepLooking();
  }, alive ? SLOWLY : QUICKLY);
}

// --- hearing ----------------------------------------------------------------------------------------------

// The page may have found out by itself what the stream says later.
const isNews = () => newest.version > Number(body.dataset.version);

/** @param {MessageEvent<string>} event */
function hear({ data }) {
  const stand = JSON.parse(data);
  hinted = String(stand.version);
  failures = 0;
  body.classList.remove("is-offline");
  if (!alive) {
    alive = true;
    keepLooking();
  }
  newest = stand;
  if (coming || !isNews()) return;
  coming = setTimeout(() => {
    coming = 0;
    if (isNews()) tell(newest);
  }, Math.random() * SPREAD);
}

function open() {
  clearTimeout(reopening);
  if (stream || hidden() || !window.EventSource) return;
  const opened = new EventSource(listen);
  stream = opened;
  opened.addEventListener("message", hear);
  opened.addEventListener("error", () => {
    // The browser connects again by itself, unless it was told not to.
    if (opened.readyState === EventSource.CLOSED) giveUp();
    else quicken();
  });
}

function close() {
  stream?.close();
  stream = null;
}

function quicken() {
  if (!alive) return;
  alive = false;
  keepLooking();
}

function giveUp() {
  close();
  quicken();
  failures += 1;
  const pause = Math.min(AGAIN * 2 ** (failures - 1), AGAIN_AT_MOST);
  reopening = setTimeout(open, pause * (1 + Math.random()));
}

// A page that nobody sees holds no stream: a browser has only six connections for all pages of a server.
function comeAndGo() {
  if (hidden()) {
    close();
    quicken();
  } else {
    open();
    look();
  }
}

// --- two answers that cross, and news that comes while the page asks --------------------------------------

/** @type {WeakMap<XMLHttpRequest, string | undefined>} */
const knownBefore = new WeakMap();

function again() {
  const { status } = body.dataset;
  body.dispatchEvent(new CustomEvent("evening-changed", { detail: { status } }));
}

document.addEventListener("htmx:beforeRequest", ({ detail: { elt, target, requestConfig, xhr } }) => {
  knownBefore.set(xhr, body.dataset.version);
  /** @param {HtmxEvent} event */
  const crossed = (event) => {
    if (event.detail.xhr !== xhr) return; // that of a part inside this one
    elt.removeEventListener("htmx:beforeOnLoad", crossed);
    // What a form was told is shown as long as there is a place for it, whatever became of the form.
    if (document.contains(target) && (requestConfig.verb !== "get" || document.contains(elt))) return;
    // An answer that came first has replaced what asked for this one; whichever is newer, the page asks again.
    event.preventDefault();
    again();
  };
  elt.addEventListener("htmx:beforeOnLoad", crossed);
});

document.addEventListener("htmx:afterSettle", ({ detail: { requestConfig, xhr } }) => {
  const isNews = knownBefore.has(xhr) && knownBefore.get(xhr) !== body.dataset.version;
  knownBefore.delete(xhr);
  // What heard of it waited for its answer to ask again, and went when that took its place.
  if (isNews && !document.contains(requestConfig.elt)) again();
});

// --- an answer that comes while something is pressed ------------------------------------------------------

// What is exchanged between press and release takes the click with it: the answer waits until the finger is up. One
// that is kept down, or that no release is told of, holds nothing up for longer.
const LONGEST_PRESS = 1000;
const UNTIL_THE_CLICK = 50;
let press = 0;
/** @type {(() => void)[]} */
let held = [];

/** @param {number} pause */
function pressEndsIn(pause) {
  clearTimeout(press);
  press = setTimeout(() => {
    press = 0;
    const arrived = held;
    held = [];
    for (const take of arrived) setTimeout(take, 0); // Each by itself: none is lost with another that breaks.
  }, pause);
}

/** @param {Event} event */
const isPress = (event) => !(event instanceof KeyboardEvent) || (event.key === " " && !event.repeat);

for (const begin of ["pointerdown", "keydown"]) {
  document.addEventListener(begin, (event) => { if (isPress(event)) pressEndsIn(LONGEST_PRESS); }, true);
}
for (const end of ["pointerup", "pointercancel", "keyup"]) {
  document.addEventListener(end, () => { if (press) pressEndsIn(UNTIL_THE_CLICK); }, true);
}

document.addEventListener("htmx:beforeRequest", ({ detail: { xhr } }) => {
  const { onload } = xhr;
  xhr.onload = (event) => {
    const take = () => onload?.call(xhr, event);
    if (press) held.push(take);
    else take();
  };
});

if (url) {
  document.addEventListener("visibilitychange", comeAndGo);
  window.addEventListener("pagehide", () => { close(); quicken(); });
  window.addEventListener("pageshow", (event) => { if (event.persisted) comeAndGo(); });
  open();
  keepLooking();
}
