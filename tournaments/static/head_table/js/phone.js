/* The queue of this phone: js/queue.js over the browser's storage, connection, locks and clock.
 *
 *   headTable.queue   see js/queue.js; headTable.kept, what it keeps
 *   document hears `queue-changed`, `queue-answered` with the hand, `connection-lost` and `connection-back`
 */
import { kept } from "./kept.js";
import { makeQueue } from "./queue.js";

const PATIENCE = 15000;
const elsewhere = "BroadcastChannel" in window ? new BroadcastChannel("head-table") : null;

/** @param {string} name */
const cookie = (name) => document.cookie.match(`(?:^|; )${name}=([^;]*)`)?.[1];

/**
 * @param {import("./queue.js").Hand} hand
 * @returns {Promise<import("./queue.js").Answer>}
 */
async function post(hand) {
  const body = new URLSearchParams(hand.fields);
  body.set("round", String(hand.round));
  body.set("number", String(hand.number));
  body.set("key", hand.key);
  if (hand.playedAt) body.set("played_at", hand.playedAt);
  // The moment of the bell comes from the server's clock, which needs no correction.
  if (!hand.atTheBell) body.set("sent_at", new Date().toISOString());
  const giveUp = new AbortController();
  const limit = setTimeout(() => giveUp.abort(), PATIENCE);
  try {
    const answer = await fetch(`${hand.place}hands/`, {
      method: "POST",
      headers: { Accept: "application/json", "X-CSRFToken": cookie("__Host-csrftoken") ?? cookie("csrftoken") ?? "" },
      body,
      credentials: "same-origin",
      cache: "no-store",
      redirect: "error",
      signal: giveUp.signal,
    });
    const told = await answer.json().catch(() => null);
    if (answer.status === 403) await fetch(hand.place, { credentials: "same-origin" }).catch(() => null); // For a new token.
    return { status: answer.status, told };
  } finally {
    clearTimeout(limit);
  }
}

/* A hand that does not get through tells it sooner than the page's stream (js/live.js, body.is-offline). */
const lost = () => document.body.classList.add("is-cut-off");
const reached = () => document.body.classList.remove("is-cut-off");

const queue = makeQueue({
  kept,
  post,
  locks: navigator.locks,
  share: () => elsewhere?.postMessage("changed"),
  after: (what, pause) => setTimeout(what, pause),
  tell(name, hand) {
    if (name === "lost") lost();
    else if (name === "reached") reached();
    else document.dispatchEvent(new CustomEvent(`queue-${name}`, { detail: hand }));
  },
});

function back() {
  reached();
  queue.hope();
}

/**
 * The page's own signs: a version that grew, a connection that came back. What it sends itself is no sign.
 * @param {HTMLElement} body
 */
function watch(body) {
  let [deaf, offline] = [false, false];
  body.addEventListener("evening-changed", (event) => { if (event.detail?.version) back(); });
  new MutationObserver(() => {
    const before = [deaf, offline];
    deaf = body.classList.contains("is-offline");
    offline = body.matches(".is-offline, .is-cut-off");
    if (before[0] && !deaf) back();
    if (before[1] !== offline) document.dispatchEvent(new CustomEvent(offline ? "connection-lost" : "connection-back"));
  }).observe(body, { attributes: true, attributeFilter: ["class"] });
}

window.headTable = { ...window.headTable, kept, queue };
elsewhere?.addEventListener("message", () => queue.read().catch(() => null));
window.addEventListener("online", back);
window.addEventListener("offline", lost);
window.addEventListener("pageshow", queue.hope);
document.addEventListener("visibilitychange", () => { if (!document.hidden) queue.hope(); });
watch(document.body);
