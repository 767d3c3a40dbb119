// What the tests of scripts share that a page loads as they are: the little of a browser that they ask for.

import { readFileSync } from "node:fs";
import vm from "node:vm";

/** Everything that has been promised so far has happened. */
export const settled = () => new Promise((done) => { setImmediate(done); });

/** Runs a script of the pages among these globals alone; chance is always 0. */
export function run(name, globals) {
  const text = readFileSync(new URL(`../../tournaments/static/head_table/js/${name}`, import.meta.url), "utf8");
  const chance = Object.assign(Object.create(Math), { random: () => 0 });
  vm.runInNewContext(text, { Event, CustomEvent, URL, Response, Math: chance, ...globals });
}

/** Timers that are moved by hand. */
export class Clock {
  #now = 0;
  #waits = new Map();
  #last = 0;

  setTimeout = (what, pause) => {
    this.#waits.set(++this.#last, { what, at: this.#now + pause });
    return this.#last;
  };

  clearTimeout = (timer) => { this.#waits.delete(timer); };

  /** Lets so many milliseconds pass; what is due happens in its order, and what it promises before the next. */
  async pass(milliseconds) {
    const end = this.#now + milliseconds;
    for (;;) {
      const due = [...this.#waits].filter(([, { at }]) => at <= end).sort(([, one], [, other]) => one.at - other.at);
      if (!due.length) break;
      const [timer, { what, at }] = due[0];
      this.#now = at;
      this.#waits.delete(timer);
      what();
      await settled();
    }
    this.#now = end;
  }
}
