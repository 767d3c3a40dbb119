// Who is let in stays in the list at the door, where they stood.

import assert from "node:assert/strict";
import { test } from "node:test";

import { merged } from "../../tournaments/static/head_table/js/door.js";

for (const [what, before, now, inside, expected] of [
  ["one in the middle", "abcd", "acd", "b", "abcd"],
  ["the first, and those behind", "abcd", "d", "abc", "abcd"],
  ["the last of all", "a", "", "a", "a"],
  ["one who stayed and is taken back stands where the answer has them", "abc", "abc", "", "abc"],
  ["somebody new comes in by the order of the answer", "abd", "acd", "b", "abcd"],
  ["who is neither at the door nor in is gone", "abc", "ac", "", "ac"],
]) {
  test(what, () => {
    assert.deepEqual(merged([...before], [...now], [...inside]), [...expected]);
  });
}
