/* Sends the hands that this phone keeps, one after the other in their order, until the server has each of them.
 *
 * A hand is {order, key, place, round, number, fields, playedAt, since, state}; `place` is the address of its table.
 *   waiting   not acknowledged: sent again and again, always with the same key
 *   refused   the server said no (`errors`): somebody has to look at it; later hands of that round wait for it
 *   late      the server keeps it for the director, who decides (`because`)
 *   disputed  the server keeps it beside another phone's hand of that number; the sides settle it
 *   saved     the server has it; remembered until the page shows it
 * Only an answer that names the hand's own key counts: one from anywhere else, or a lost one, is no answer.
 *
 *   headTable.queue.ready        resolves once the hands of an earlier visit are known
 *   headTable.queue.hands()      what is kept
 *   headTable.queue.add(hand)    keeps it and starts sending; resolves to its order, rejects where nothing is kept
 *   headTable.queue.answer(order)  resolves to "saved", "late" or "refused" when the server has spoken
 *   headTable.queue.mend(hand)   the same for one that was refused; change(hand), drop(order), send()
 *   document hears `queue-changed`, `queue-answered` with the hand, `connection-lost` and `connection-back`
 */
(() => {
  "use strict";

  const SHORTEST = 1000;
  const LONGEST = 30000;
  const PATIENCE = 15000;
  const REFUSALS = [400, 409, 413, 422];
  const POLITE = 5; // Another tab that holds the lock for so many tries is asleep; twice is harmless.

  const { kept } = window.headTable;
  const elsewhere = "BroadcastChannel" in window ? new BroadcastChannel("head-table") : null;
  const listeners = new Map();
  let hands = [];
  let sending = false;
  let again = false;
  let failures = 0;
  let held = 0;
  let timer = 0;

  // --- what is kept ------------------------------------------------------------------------------------------

  async function read() {
    hands = await kept.all();
    document.dispatchEvent(new CustomEvent("queue-changed"));
  }

  async function changed() {
    await read();
    elsewhere?.postMessage("changed");
  }

  async function change(hand) {
    const order = await kept.put(hand);
    await changed();
    return order;
  }

  async function add(hand) {
    const order = await change({ ...hand, state: "waiting" });
    send();
    return order;
  }

  const together = (hand) => `${hand.place}#${hand.round}`;
  const behind = (hand) => hands.filter((other) => other.order > hand.order && together(other) === together(hand) && ["waiting", "refused"].includes(other.state));

  /* The hands behind one that was refused waited for it: none has been sent, so their numbers may still change. */
  async function renumber(hand, first) {
    let number = first;
    for (const later of behind(hand)) await kept.put({ ...later, number: number++ });
    await changed();
  }

  async function drop(order) {
    const hand = hands.find((one) => one.order === order);
    if (!hand) return;
    // The server has a hand of that number: it is remembered until the page shows so.
    if (hand.state === "disputed") await kept.put({ ...hand, state: "saved" });
    else await kept.remove(order);
    if (hand.state === "refused") await renumber(hand, hand.number);
    else await changed();
    send();
  }

  /* A refused hand with what was mended in it, in its old place. */
  async function mend(hand) {
    await kept.put({ ...hand, state: "waiting" });
    await renumber(hand, hand.number + 1);
    send();
    return hand.order;
  }

  // --- sending ---------------------------------------------------------------------------------------------------

  const cookie = (name) => document.cookie.match(`(?:^|; )${name}=([^;]*)`)?.[1] ?? "";

  function post(hand) {
    const body = new URLSearchParams(hand.fields);
    for (const name of ["round", "number", "key"]) body.set(name, hand[name]);
    if (hand.playedAt) body.set("played_at", hand.playedAt);
    // The moment of the bell comes from the server's clock, which needs no correction.
    if (!hand.atTheBell) body.set("sent_at", new Date().toISOString());
    const giveUp = new AbortController();
    const limit = setTimeout(() => giveUp.abort(), PATIENCE);
    return fetch(`${hand.place}hands/`, {
      method: "POST",
      headers: { Accept: "application/json", "X-CSRFToken": cookie("csrftoken") },
      body,
      credentials: "same-origin",
      cache: "no-store",
      redirect: "error",
      signal: giveUp.signal,
    }).then(async (answer) => ({ status: answer.status, told: await answer.json().catch(() => null) })).finally(() => clearTimeout(limit));
  }

  /* What the answer makes of the hand; null where it says nothing about it. */
  function judged(hand, status, told) {
    if ([200, 201, 202].includes(status) && told?.key === hand.key) {
      return { ...hand, state: ["late", "disputed"].includes(told.state) ? told.state : "saved", because: told.because ?? "" };
    }
    return REFUSALS.includes(status) ? { ...hand, state: "refused", errors: told?.errors ?? [] } : null;
  }

  /* One try; whether the server has spoken. */
  async function attempt(hand) {
    let answer;
    try {
      answer = await post(hand);
    } catch {
      lost();
      return false;
    }
    reached();
    if (answer.status === 403) await fetch(hand.place, { credentials: "same-origin" }).catch(() => null); // For a new token.
    const now = judged(hand, answer.status, answer.told);
    if (!now) {
      const noCard = answer.status === 404;
      if (Boolean(hand.noCard) !== noCard) await change({ ...hand, noCard });
      return false;
    }
    await change({ ...now, noCard: false });
    document.dispatchEvent(new CustomEvent("queue-answered", { detail: now }));
    listeners.get(hand.order)?.(now.state);
    listeners.delete(hand.order);
    return true;
  }

  async function pass() {
    const waitsFor = new Set();
    let silent = false;
    await read();
    for (const { order } of hands) {
      const hand = hands.find((one) => one.order === order);
      if (!hand || waitsFor.has(together(hand))) continue;
      if (hand.state === "refused") waitsFor.add(together(hand));
      if (hand.state !== "waiting" || await attempt(hand)) {
        if (hands.find((one) => one.order === order)?.state === "refused") waitsFor.add(together(hand));
        continue;
      }
      silent = true;
      waitsFor.add(together(hand));
    }
    return !silent;
  }

  /* Two tabs of one phone take turns, where the browser lets them agree. */
  async function alone(what) {
    if (!navigator.locks || held >= POLITE) {
      held = 0;
      return what();
    }
    return navigator.locks.request("head-table.queue", { ifAvailable: true }, (lock) => {
      held = lock ? 0 : held + 1;
      return lock ? what() : false;
    });
  }

  async function send() {
    again = sending;
    if (sending || !hands.some((hand) => hand.state === "waiting")) return;
    sending = true;
    clearTimeout(timer);
    let heard = false;
    try {
      heard = await alone(pass);
    } catch { /* The store failed; the timer tries again. */ }
    sending = false;
    failures = heard ? 0 : failures + 1;
    if (heard && again) send();
    else if (!heard) later();
  }

  function later() {
    const pause = Math.min(LONGEST, SHORTEST * 2 ** Math.min(failures - 1, 10));
    clearTimeout(timer);
    timer = setTimeout(send, pause * (0.75 + Math.random() / 2));
  }

  /* Something says that the server may be there again. */
  function hope() {
    failures = 0;
    send();
  }

  function back() {
    reached();
    hope();
  }

  /* A hand that does not get through tells it sooner than the page's stream (js/live.js, body.is-offline). */
  const lost = () => document.body.classList.add("is-cut-off");
  const reached = () => document.body.classList.remove("is-cut-off");

  function answer(order) {
    const state = hands.find((hand) => hand.order === order)?.state;
    if (state !== "waiting") return Promise.resolve(state);
    return new Promise((tell) => { listeners.set(order, tell); });
  }

  /* The page's own signs: a version that grew, a connection that came back. What it sends itself is no sign. */
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

  const ready = read().then(send, () => { hands = []; });

  window.headTable.queue = { ready, hands: () => hands, add, mend, change, drop, answer, send };
  elsewhere?.addEventListener("message", () => read().catch(() => null));
  window.addEventListener("online", back);
  window.addEventListener("offline", lost);
  window.addEventListener("pageshow", hope);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) hope(); });
  watch(document.body);
})();
