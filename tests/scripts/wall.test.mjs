// The wall turns its screenfuls by itself, and news of the same round does not throw it back to the first.

import assert from "node:assert/strict";
import { test } from "node:test";

import { run } from "./the_browser.mjs";

class Wall {
  #screens;
  #seconds = [];
  kind = "tables.1";

  constructor(screens, every = 3) {
    this.#screens = Array.from({ length: screens }, (_, place) => ({ hidden: place > 0 }));
    const parts = { "[data-screen]": this.#screens, "[data-dot]": [] };
    this.document = Object.assign(new EventTarget(), {
      querySelector: (one) => (one === "#wall" ? { dataset: { every: String(every), kind: this.kind } } : null),
      querySelectorAll: (all) => parts[all],
    });
    run("wall.js", { document: this.document, navigator: {}, setInterval: (what) => { this.#seconds.push(what); } });
    this.document.dispatchEvent(new Event("DOMContentLoaded"));
  }

  get shown() {
    return this.#screens.map(({ hidden }, place) => (hidden ? null : place)).filter((place) => place !== null);
  }

  pass(seconds) {
    for (let second = 0; second < seconds; second++) this.#seconds.forEach((what) => what());
  }

  /** The server's answer has come, with its first screenful in front. */
  hears(before) {
    this.#screens.forEach((screen, place) => { screen.hidden = place > 0; });
    this.document.dispatchEvent(new CustomEvent("htmx:afterSwap", { detail: { target: { dataset: { kind: before } } } }));
  }
}

for (const [seconds, shown] of [[0, 0], [2, 0], [3, 1], [6, 2], [9, 0]]) {
  test(`after ${seconds} seconds of three each, screenful ${shown} of three stands alone`, () => {
    const wall = new Wall(3);
    wall.pass(seconds);
    assert.deepEqual(wall.shown, [shown]);
  });
}

for (const [before, shown] of [["tables.1", 1], ["seats.1", 0]]) {
  test(`news after ${before} shows screenful ${shown}`, () => {
    const wall = new Wall(3);
    wall.pass(3);
    wall.hears(before);
    assert.deepEqual(wall.shown, [shown]);
  });
}
