// What the tests of the queue share: a phone's storage, a server and its line, a clock that is moved by hand.

import { makeQueue } from "../../tournaments/static/head_table/js/queue.js";
import { settled } from "./the_browser.mjs";

export const hand = (number, more = {}) => ({ key: `key ${number}`, place: "/table/1/", round: 1, number, fields: [], ...more });

/** What the tabs of one phone keep in common. */
export class Storage {
  #hands = new Map();
  #last = 0;
  full = false;

  async all() {
    return [...this.#hands.values()].sort((one, other) => one.order - other.order);
  }

  async put(hand) {
    if (this.full) throw new DOMException("no room", "QuotaExceededError");
    const order = hand.order ?? ++this.#last;
    this.#hands.set(order, { ...hand, order });
    return order;
  }

  async remove(order) {
    this.#hands.delete(order);
  }
}

/** A server that takes every key once. `line` says what becomes of each sending; then all goes well. */
export class Server {
  line = [];
  sent = [];
  taken = new Map();
  #held = [];

  async post(hand) {
    this.sent.push(hand.key);
    const fate = this.line.shift() ?? "arrives";
    if (fate === "is lost") throw new TypeError("Failed to fetch");
    if (typeof fate === "object") return fate;
    this.taken.set(hand.key, hand.number);
    if (fate === "is held") await new Promise((go) => { this.#held.push(go); });
    if (fate === "is lost on its way back") throw new TypeError("Failed to fetch");
    return { status: 201, told: { key: hand.key, state: "saved" } };
  }

  release() {
    this.#held.splice(0).forEach((go) => go());
  }
}

/** Locks as a browser's tabs share them; with `ifAvailable` alone. */
export class Locks {
  #taken = false;

  async request(name, options, what) {
    if (this.#taken) return what(null);
    this.#taken = true;
    try {
      return await what({ name });
    } finally {
      this.#taken = false;
    }
  }
}

/** A tab: its queue, what it has told the page, and its clock. */
export class Tab {
  told = [];
  pauses = [];
  #waits = [];

  constructor({ storage = new Storage(), server = new Server(), locks = undefined, chance = () => 0.5 } = {}) {
    this.storage = storage;
    this.server = server;
    this.queue = makeQueue({
      kept: storage,
      post: (hand) => server.post(hand),
      locks,
      tell: (name, hand) => this.told.push(hand ? `${name} ${hand.number} ${hand.state}` : name),
      share: () => null,
      after: (what, pause) => { this.pauses.push(pause); this.#waits.push(what); },
      chance,
    });
  }

  /** A tab that knows what an earlier visit has kept. */
  static async open(how) {
    const tab = new Tab(how);
    await tab.queue.ready;
    await settled();
    return tab;
  }

  async add(...hands) {
    const orders = [];
    for (const one of hands) orders.push(await this.queue.add(one));
    await settled();
    return orders;
  }

  /** The pause that began first is over. */
  async wait(times = 1) {
    for (let time = 0; time < times; time += 1) {
      this.#waits.shift()?.();
      await settled();
    }
  }

  states() {
    return this.queue.hands().map((one) => `${one.number} ${one.state}`);
  }
}
