/* Sends the hands that a phone keeps, one after the other in their order, until the server has each of them.
 *
 * A hand's `place` is the address of its table; its `state` is one of
 *   waiting   not acknowledged: sent again and again, always with the same key
 *   refused   the server said no (`errors`): somebody has to look at it; later hands of that round wait for it
 *   late      the server keeps it for the director, who decides (`because`)
 *   disputed  the server keeps it beside another phone's hand of that number; the sides settle it
 *   saved     the server has it; remembered until the page shows it
 * Only an answer that names the hand's own key counts: one from anywhere else, or a lost one, is no answer.
 *
 * This file knows no browser: storage, sending, locks and time are handed in. js/phone.js does so.
 */

/** @typedef {"waiting" | "refused" | "late" | "disputed" | "saved"} State */
/** @typedef {{field: string, message: string}} Fault */
/**
 * @typedef {object} Entered what somebody has entered, not kept yet
 * @property {number} [order] its place among all, where it is kept already
 * @property {string} key
 * @property {string} place
 * @property {number} round
 * @property {number} number
 * @property {[string, string][]} fields
 * @property {string} [table]
 * @property {string} [evening] what it is called, where another one is looked at
 * @property {string} [told] in words, to be recognised on the list
 * @property {string} [playedAt]
 * @property {boolean} [atTheBell] `playedAt` is the moment of the bell, by the server's clock
 * @property {string} [since]
 */
/** @typedef {{state: State, because?: string, errors?: Fault[], noCard?: boolean, seen?: boolean}} Fate */
/** @typedef {Entered & Fate} Unkept */
/** @typedef {Unkept & {order: number}} Hand */
/**
 * @typedef {object} Kept where the hands lie; all of it rejects where nothing can be kept
 * @property {() => Promise<Hand[]>} all in the order in which they were saved
 * @property {(hand: Unkept) => Promise<number>} put under its `order`, or as the last one; resolves to the order
 * @property {(order: number) => Promise<void>} remove
 */
/** @typedef {{key?: string, state?: string, because?: string, errors?: Fault[]} | null} Told */
/** @typedef {{status: number, told: Told}} Answer */
/**
 * @typedef {object} Outside what the queue needs of its browser
 * @property {Kept} kept
 * @property {(hand: Hand) => Promise<Answer>} post rejects where no answer came
 * @property {Pick<LockManager, "request">} [locks] by which two tabs take turns
 * @property {(name: "changed" | "answered" | "lost" | "reached", hand?: Hand) => void} tell
 * @property {() => void} share tells the phone's other tabs that what is kept has changed
 * @property {(what: () => void, pause: number) => unknown} after does it once, so many milliseconds later
 * @property {() => number} [chance] from 0 to 1: phones that lost one server do not come back in one moment
 */
/** @typedef {ReturnType<typeof makeQueue>} Queue */

export const SHORTEST = 1000;
export const LONGEST = 30000;
export const POLITE = 5; // Another tab that holds the lock for so many tries is asleep; twice is harmless.
const REFUSALS = [400, 409, 413, 422];

/**
 * What the answer makes of the hand; null where it says nothing about it.
 * @param {Hand} hand
 * @param {Answer} answer
 * @returns {Hand | null}
 */
export function judged(hand, { status, told }) {
  if ([200, 201, 202].includes(status) && told?.key === hand.key) {
    const state = told.state === "late" || told.state === "disputed" ? told.state : "saved";
    return { ...hand, state, because: told.because ?? "" };
  }
  return REFUSALS.includes(status) ? { ...hand, state: "refused", errors: told?.errors ?? [] } : null;
}

/** @param {Entered} hand */
const together = (hand) => `${hand.place}#${hand.round}`;

/**
 * A queue over what is handed in.
 *   ready          resolves once the hands of an earlier visit are known
 *   hands()        what is kept
 *   add(hand)      keeps it and starts sending; resolves to its order, rejects where nothing is kept
 *   answer(order)  resolves to the state of the hand when the server has spoken
 *   mend(hand)     the same for one that was refused; change(hand), drop(order), send()
 *   read()         another tab has changed what is kept
 *   hope()         something says that the server may be there again
 * @param {Outside} outside
 */
export function makeQueue({ kept, post, locks, tell, share, after, chance = Math.random }) {
  /** @type {Map<number, (state: State) => void>} */
  const listeners = new Map();
  /** @type {Hand[]} */
  let hands = [];
  let sending = false;
  let again = false;
  let failures = 0;
  let held = 0;
  let pauses = 0;

  // --- what is kept ------------------------------------------------------------------------------------------

  async function read() {
    hands = await kept.all();
    tell("changed");
  }

  async function changed() {
    await read();
    share();
  }

  /** @param {Unkept} hand */
  async function change(hand) {
    const order = await kept.put(hand);
    await changed();
    return order;
  }

  /** @param {Entered} hand */
  async function add(hand) {
    const order = await change({ ...hand, state: "waiting" });
    send();
    return order;
  }

  /** @param {Entered & {order: number}} hand */
  const behind = (hand) => hands.filter((other) => other.order > hand.order && together(other) === together(hand) && ["waiting", "refused"].includes(other.state));

  /**
   * The hands behind one that was refused waited for it: none has been sent, so their numbers may still change.
   * @param {Entered & {order: number}} hand
   * @param {number} first
   */
  async function renumber(hand, first) {
    let number = first;
    for (const later of behind(hand)) await kept.put({ ...later, number: number++ });
    await changed();
  }

  /** @param {number} order */
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

  /**
   * A refused hand with what was mended in it, in its old place.
   * @param {Entered & {order: number}} hand
   */
  async function mend(hand) {
    await kept.put({ ...hand, state: "waiting" });
    await renumber(hand, hand.number + 1);
    send();
    return hand.order;
  }

  // --- sending ---------------------------------------------------------------------------------------------------

  /**
   * One try; whether the server has spoken.
   * @param {Hand} hand
   */
  async function attempt(hand) {
    let answer;
    try {
      answer = await post(hand);
    } catch {
      tell("lost");
      return false;
    }
    tell("reached");
    const now = judged(hand, answer);
    if (!now) {
      const noCard = answer.status === 404;
      if (Boolean(hand.noCard) !== noCard) await change({ ...hand, noCard });
      return false;
    }
    await change({ ...now, noCard: false });
    tell("answered", now);
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
      if (hand.state !== "waiting" || await attempt(hand)) {
        if (hands.find((one) => one.order === order)?.state === "refused") waitsFor.add(together(hand));
        continue;
      }
      silent = true;
      waitsFor.add(together(hand));
    }
    return !silent;
  }

  /**
   * Two tabs of one phone take turns, where the browser lets them agree.
   * @param {() => Promise<boolean>} what
   * @returns {Promise<boolean>}
   */
  async function alone(what) {
    if (!locks || held >= POLITE) {
      held = 0;
      return what();
    }
    return locks.request("head-table.queue", { ifAvailable: true }, async (lock) => {
      held = lock ? 0 : held + 1;
      return lock ? what() : false;
    });
  }

  async function send() {
    again = sending;
    if (sending || !hands.some((hand) => hand.state === "waiting")) return;
    sending = true;
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
    const mine = ++pauses;
    after(() => { if (mine === pauses) send(); }, pause * (0.75 + chance() / 2));
  }

  function hope() {
    failures = 0;
    send();
  }

  /**
   * @param {number} order
   * @returns {Promise<State | undefined>}
   */
  function answer(order) {
    const state = hands.find((hand) => hand.order === order)?.state;
    if (state !== "waiting") return Promise.resolve(state);
    return new Promise((done) => { listeners.set(order, done); });
  }

  const ready = read().then(send, () => { hands = []; });

  return { ready, hands: () => hands, add, mend, change, drop, answer, send, read, hope };
}
