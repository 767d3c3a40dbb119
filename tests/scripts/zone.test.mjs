/* The time zone that a form begins with. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { guess } from "../../tournaments/static/head_table/js/zone.js";

for (const [own, chosen] of [
  ["Europe/Paris", "Europe/Paris"],
  ["Mars/Olympus_Mons", ""],
  ["", ""],
]) {
  test(`a browser in ${own || "no zone"} has ${chosen || "nothing"} chosen`, () => {
    assert.equal(guess(["Europe/Paris", "UTC"], own), chosen);
  });
}
