// An answer has replaced a part of the page: where the keys go on.

import assert from "node:assert/strict";
import { test } from "node:test";

import { nextPlace, placeOf } from "../../tournaments/static/head_table/js/focus.js";

const BEFORE = ["anna", "ben", "cleo", "ben"];

for (const [what, at, listed, after, expected] of [
  ["its like, which has moved up", 2, true, ["cleo", "ben"], 0],
  ["the second of two alike", 3, false, ["ben", "anna", "ben"], 2],
  ["the one that is left of two alike", 3, false, ["ben", "anna"], 0],
  ["in a list what stands in its place", 1, true, ["anna", "cleo"], 1],
  ["in a list the last, where it was the last", 2, true, ["anna"], 0],
  ["in no list the part's own words", 0, false, ["ben"], "words"],
  ["the part's words where nothing can be pressed any more", 0, true, [], "words"],
]) {
  test(`the keys go on at ${what}`, () => {
    const places = [placeOf("door", BEFORE, at, listed)];
    assert.deepEqual(nextPlace(places, () => ({ keys: after, hasWords: true })), { part: "door", at: expected });
  });
}

test("what moved out of its part is found in the one around it", () => {
  const places = [placeOf("waiting", BEFORE, 0, true), placeOf("main", BEFORE, 0, true)];
  const parts = { waiting: { keys: ["ben"], hasWords: true }, main: { keys: ["ben", "anna"], hasWords: true } };
  assert.deepEqual(nextPlace(places, (id) => parts[id]), { part: "main", at: 1 });
});

test("a part that is gone leaves the keys to the one around it", () => {
  const places = [placeOf("next", BEFORE, 0, false), placeOf("main", ["menu", ...BEFORE], 1, false)];
  const look = (id) => (id === "main" ? { keys: ["menu"], hasWords: true } : null);
  assert.deepEqual(nextPlace(places, look), { part: "main", at: "words" });
});

test("where nothing says anything the keys are left where they are", () => {
  assert.equal(nextPlace([placeOf("next", BEFORE, 0, false)], () => ({ keys: [], hasWords: false })), null);
});
