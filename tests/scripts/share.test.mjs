/* Sharing a page: by the device's own way where it has one, else by copying. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { share } from "../../tournaments/static/head_table/js/share.js";

const WHAT = { title: "Friday", text: "Ada Marsh has won.", url: "https://example.org/c/owls/friday/" };

/** A device that notes what it is given. */
function device({ fails = null, shares = true } = {}) {
  const given = [];
  const clipboard = { writeText: async (text) => { given.push(text); } };
  const own = async (what) => {
    if (fails) throw Object.assign(new Error("no"), { name: fails });
    given.push(what);
  };
  return { given, clipboard, ...(shares ? { share: own } : {}) };
}

test("a device that can share is given title, text and address", async () => {
  const phone = device();
  assert.equal(await share(WHAT, phone), "shared");
  assert.deepEqual(phone.given, [WHAT]);
});

test("somebody who thinks better of it has shared nothing, and nothing is copied", async () => {
  const phone = device({ fails: "AbortError" });
  assert.equal(await share(WHAT, phone), "left");
  assert.deepEqual(phone.given, []);
});

for (const [why, told] of [["a device without a way of its own", { shares: false }], ["one that refuses", { fails: "NotAllowedError" }]]) {
  test(`on ${why} text and address are copied`, async () => {
    const laptop = device(told);
    assert.equal(await share(WHAT, laptop), "copied");
    assert.deepEqual(laptop.given, [`${WHAT.text}\n${WHAT.url}`]);
  });
}
