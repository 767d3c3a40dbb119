/* What a browser works out of an archive: the same text, the same marks, and whether all of it holds. */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

import { blake2b, canonical, digest, holds, linked, signed } from "../../tournaments/static/head_table/js/check.js";

/** @param {object[]} told what each entry says */
async function ledgerOf(told) {
  let previous = "";
  const ledger = [];
  for (const [place, body] of told.entries()) {
    const one = { sequence: place + 1, act: "make", body, by: "user:1", at: "2026-11-20T19:30:00.000000Z", reason: "" };
    previous = await digest(`${previous}\n${canonical([one.sequence, one.act, canonical(body), one.by, one.at, one.reason])}`);
    ledger.push({ ...one, hash: previous });
  }
  return ledger;
}

test("a value has one text: names sorted, no blanks, letters as they are", () => {
  const value = { b: [1, null, true], a: { é: "“Zoé”\n", d: "\u2028/" } };
  assert.equal(canonical(value), '{"a":{"d":"\u2028/","é":"“Zoé”\\n"},"b":[1,null,true]}');
});

test("the seal of a seed is the one that sha256sum gives", async () => {
  assert.equal(await digest("commitment\nFriday"), "65346b3c462d64787348c0736ca6bca17c2f908150cb75b5c1098a9a6ff903f8");
});

test("a whole ledger fits together, and each change is found where it was made", async () => {
  const ledger = await ledgerOf([{ a: 1 }, { b: [2] }, { c: "drei" }]);
  assert.equal(await linked(ledger), 3);
  for (const place of [0, 1, 2]) {
    const changed = ledger.with(place, { ...ledger[place], body: { x: 9 } });
    assert.equal(await linked(changed), place);
  }
  assert.equal(await linked(ledger.toSpliced(1, 1)), 1);
});

test("an archive holds with the head and the seal that were shown, and with no other", async () => {
  const ledger = await ledgerOf([{ a: 1 }, { b: 2 }]);
  const archive = { ledger, evening: { seed: "Friday" } };
  const head = ledger[1].hash, seal = await digest("commitment\nFriday");
  assert.equal(await holds(archive, head, seal), true);
  assert.equal(await holds({ ...archive, ledger: ledger.slice(0, 1) }, head, seal), false);
  assert.equal(await holds(archive, ledger[0].hash, seal), false);
  assert.equal(await holds({ ...archive, evening: { seed: "Saturday" } }, head, seal), false);
});

test("a hash is that of BLAKE2b, for texts that fill no block, one and many", () => {
  for (const length of [0, 1, 127, 128, 129, 1000]) {
    const text = "x".repeat(length);
    const hash = Array.from(blake2b(new TextEncoder().encode(text)), (byte) => byte.toString(16).padStart(2, "0")).join("");
    assert.equal(hash, createHash("blake2b512").update(text).digest("hex"));
  }
});

test("a signature of minisign fits the file that was signed, and no other file, comment or key", async () => {
  const content = `{"name": "Zoé ${"x".repeat(300)}"}\n`, key = "RWRxJAY7sZjrEgSqeejgLeYtwe7WJmz63eouVVx0b+3VJqyzCkdDNfdt";
  const signature = [
    "untrusted comment: signature from minisign secret key",
    "RURxJAY7sZjrErMIuwXSn5S91zG6qAHI8Aaq2LIvO1yyW7IoFbm92D7EDH4Zo+QzR/8Vppj9A//iduKd00D86VmFxoJhVZnWagM=",
    "trusted comment: timestamp:1795203000\tfile:friday.json\thashed",
    "5dIpm/id++pa2d9MNKZ+gbeYSImi8Ge3TD/zU2qXkMUZXEW7yh/S1EWuThp3+HmvvYf7NUlaTsIs6lOecd6ACg==", "",
  ].join("\n");
  /** @param {string} text @param {string} beside @param {string} by */
  const fits = (text, beside, by) => signed(new TextEncoder().encode(text), beside, by);
  assert.equal(await fits(content, signature, key), true);
  assert.equal(await fits(`${content} `, signature, key), false);
  assert.equal(await fits(content, signature.replace("friday", "sunday"), key), false);
  assert.equal(await fits(content, signature, key.replace("RWRx", "RWRy")), false);
});
