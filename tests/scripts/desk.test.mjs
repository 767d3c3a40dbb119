// The desk reads its page again when the evening reaches another status, unless that would lose what was entered.

import assert from "node:assert/strict";
import { test } from "node:test";

import { run } from "./the_browser.mjs";

for (const [what, detail, entered, expected] of [
  ["news that name no status, as after a request that was lost", null, false, []],
  ["the status that the page shows", { status: "playing" }, false, []],
  ["another status", { status: "bell" }, false, ["/desk/club/evening/?table=2"]],
  ["the bell, while something is entered", { status: "bell" }, true, ["bell rung"]],
  ["the end, while something is entered", { status: "finished" }, true, ["bell "]],
]) {
  test(`${what}: ${expected.length ? expected : "nothing happens"}`, () => {
    const happened = [];
    const body = { dataset: { status: "playing" } };
    const document = Object.assign(new EventTarget(), {
      body, querySelector: () => null, querySelectorAll: () => [], closest: () => ({ querySelector: () => null }), matches: () => false,
    });
    const location = { pathname: "/desk/club/evening/", search: "?table=2", assign: (address) => happened.push(address) };
    const bell = { hear: () => happened.push(`bell ${body.dataset.bell}`) };
    run("desk.js", { document, window: { location, headTable: { bell } }, Date });
    if (entered) document.dispatchEvent(new Event("input"));
    document.dispatchEvent(new CustomEvent("evening-changed", { detail }));
    assert.deepEqual(happened, expected);
  });
}
