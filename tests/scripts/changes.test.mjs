/* What somebody has changed in a form, compared with what it held. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { changed, differs } from "../../tournaments/static/head_table/js/changes.js";

for (const [values, others, is] of [
  [["8"], ["8"], false],
  [["8"], ["9"], true],
  [[], [], false],
  [["on"], [], true],
  [["euchre", "whist"], ["whist", "euchre"], false],
  [["euchre"], ["euchre", "whist"], true],
]) {
  test(`${JSON.stringify(values)} ${is ? "differs from" : "is the same as"} ${JSON.stringify(others)}`, () => {
    assert.equal(differs(values, others), is);
  });
}

test("only what differs is named, whatever else is sent", () => {
  const now = { best: ["9"], prizes: [], other: ["1"] };
  assert.deepEqual(changed({ best: ["8"], prizes: [], minimum: [] }, (name) => now[name] ?? []), ["best"]);
});
