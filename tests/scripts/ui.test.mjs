// A part of the page is read again: what somebody has unfolded in it stays open.

import assert from "node:assert/strict";
import { test } from "node:test";

import { run } from "./the_browser.mjs";

/** A fold of a page. */
const fold = (id, open = false) => ({ id, open, setAttribute(name) { this[name] = true; } });

test("folds that have a name stay open where the page is read again, and no other is opened", () => {
  let folds = [fold("ask-the-director", true), fold("rounds"), fold("gone", true)];
  const document = Object.assign(new EventTarget(), {
    querySelectorAll: (selectors) => (selectors === "details[id][open]" ? folds.filter(({ open }) => open) : []),
    getElementById: (id) => folds.find((one) => one.id === id) ?? null,
  });
  const ResizeObserver = class {};
  run("ui.js", { document, ResizeObserver, location: { pathname: "/c/club/evening/me/1/" } });
  document.dispatchEvent(new Event("htmx:beforeSwap"));
  folds = [fold("ask-the-director"), fold("rounds")];
  document.dispatchEvent(new Event("htmx:afterSwap"));
  assert.deepEqual(folds.map(({ open }) => open), [true, false]);
});
