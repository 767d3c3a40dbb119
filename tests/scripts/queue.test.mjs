// The queue of a phone: kept until acknowledged, sent again after loss, taken once, in order.

import assert from "node:assert/strict";
import { test } from "node:test";

import { LONGEST, POLITE, SHORTEST } from "../../tournaments/static/head_table/js/queue.js";
import { settled } from "./the_browser.mjs";
import { Locks, Server, Storage, Tab, hand } from "./the_phone.mjs";

const told = (more) => ({ key: "key 1", ...more });

for (const [answer, becomes, sendings] of [
  [{ status: 201, told: told({ state: "saved" }) }, "saved", 1],
  [{ status: 200, told: told({ state: "saved" }) }, "saved", 1],
  [{ status: 202, told: told({ state: "late" }) }, "late", 1],
  [{ status: 202, told: told({ state: "disputed" }) }, "disputed", 1],
  [{ status: 400, told: null }, "refused", 1],
  [{ status: 409, told: null }, "refused", 1],
  [{ status: 413, told: null }, "refused", 1],
  [{ status: 422, told: { errors: [{ field: "hand.bid", message: "missing" }] } }, "refused", 1],
  [{ status: 403, told: null }, "waiting", 2],
  [{ status: 404, told: null }, "waiting", 2],
  [{ status: 429, told: null }, "waiting", 2],
  [{ status: 500, told: null }, "waiting", 2],
  [{ status: 502, told: null }, "waiting", 2],
  [{ status: 503, told: null }, "waiting", 2],
  [{ status: 503, told: told({ state: "saved" }) }, "waiting", 2],
  [{ status: 200, told: null }, "waiting", 2],
  [{ status: 200, told: told({ key: "another's key" }) }, "waiting", 2],
]) {
  test(`an answer ${answer.status} ${JSON.stringify(answer.told)} leaves the hand ${becomes}`, async () => {
    const tab = await Tab.open();
    tab.server.line = [answer];
    await tab.add(hand(1));
    assert.deepEqual(tab.states(), [`1 ${becomes}`]);
    await tab.wait();
    assert.equal(tab.server.sent.length, sendings);
  });
}

test("what the server says of a hand is kept with it", async () => {
  const tab = await Tab.open();
  const errors = [{ field: "hand.bid", message: "missing" }];
  tab.server.line = [{ status: 422, told: { errors } }, { status: 202, told: { key: "key 2", state: "late", because: "bell" } }];
  await tab.add(hand(1), hand(2, { round: 2 }));
  const [refused, late] = await tab.storage.all();
  assert.deepEqual(refused.errors, errors);
  assert.equal(late.because, "bell");
});

test("a card that opens no table is said, until it opens one", async () => {
  const tab = await Tab.open();
  tab.server.line = [{ status: 404, told: null }];
  await tab.add(hand(1));
  assert.equal(tab.queue.hands()[0].noCard, true);
  await tab.wait();
  assert.equal(tab.queue.hands()[0].noCard, false);
});

for (const line of [
  ["is lost"],
  ["is lost on its way back"],
  ["is lost", "is lost on its way back", { status: 503, told: null }],
]) {
  test(`a hand that ${line.map((fate) => fate.status ?? fate).join(", ")} is sent again with its key and taken once`, async () => {
    const tab = await Tab.open();
    tab.server.line = [...line];
    await tab.add(hand(1));
    assert.deepEqual(tab.states(), ["1 waiting"]);
    await tab.wait(line.length);
    assert.deepEqual(tab.states(), ["1 saved"]);
    assert.deepEqual(tab.server.sent, Array(line.length + 1).fill("key 1"));
    assert.equal(tab.server.taken.size, 1);
  });
}

test("a hand that was acknowledged is never sent again", async () => {
  const tab = await Tab.open();
  await tab.add(hand(1));
  tab.queue.hope();
  await tab.wait();
  await Tab.open({ storage: tab.storage, server: tab.server });
  assert.deepEqual(tab.server.sent, ["key 1"]);
});

test("what an earlier visit has kept is sent when the page is opened again", async () => {
  const storage = new Storage();
  const before = await Tab.open({ storage });
  before.server.line = ["is lost", "is lost"];
  await before.add(hand(1), hand(2));
  const after = await Tab.open({ storage });
  assert.deepEqual(after.server.sent, ["key 1", "key 2"]);
  assert.deepEqual(after.states(), ["1 saved", "2 saved"]);
});

for (const [becomes, fate, sent, afterwards] of [
  ["is lost", "is lost", [1, 10, 20], [1, 10, 20, 1, 2, 3]],
  ["finds no server", { status: 503, told: null }, [1, 10, 20], [1, 10, 20, 1, 2, 3]],
  ["is refused", { status: 422, told: null }, [1, 10, 20], [1, 10, 20]],
  ["is late", { status: 202, told: told({ state: "late" }) }, [1, 2, 3, 10, 20], [1, 2, 3, 10, 20]],
]) {
  test(`when a hand ${becomes} those behind it in its round go ${sent.includes(2) ? "on" : "not before it"}, others do`, async () => {
    const storage = new Storage();
    const rounds = [hand(1), hand(2), hand(3), hand(10, { round: 2 }), hand(20, { place: "/table/2/" })];
    for (const one of rounds) await storage.put({ ...one, state: "waiting" });
    const server = new Server();
    server.line = [fate];
    const tab = await Tab.open({ storage, server });
    const keys = (numbers) => numbers.map((number) => `key ${number}`);
    assert.deepEqual(server.sent, keys(sent));
    await tab.wait(2);
    assert.deepEqual(server.sent, keys(afterwards));
  });
}

async function refusedFirst() {
  const tab = await Tab.open();
  tab.server.line = [{ status: 422, told: null }];
  const orders = await tab.add(hand(1), hand(2), hand(3));
  assert.deepEqual(tab.states(), ["1 refused", "2 waiting", "3 waiting"]);
  return { tab, orders };
}

test("a refused hand that is mended goes first, in its old place", async () => {
  const { tab, orders } = await refusedFirst();
  await tab.queue.mend({ ...hand(5), order: orders[0] });
  await settled();
  assert.deepEqual(tab.server.sent, ["key 1", "key 5", "key 2", "key 3"]);
  assert.deepEqual([...tab.server.taken.values()], [5, 6, 7]);
});

test("those behind a refused hand that is thrown away move up, and follow", async () => {
  const { tab, orders } = await refusedFirst();
  await tab.queue.drop(orders[0]);
  await settled();
  assert.deepEqual(Object.fromEntries(tab.server.taken), { "key 2": 1, "key 3": 2 });
});

test("a disputed hand that is put away is remembered as one that the server has", async () => {
  const tab = await Tab.open();
  tab.server.line = [{ status: 202, told: told({ state: "disputed" }) }];
  const [order] = await tab.add(hand(1));
  await tab.queue.drop(order);
  assert.deepEqual(tab.states(), ["1 saved"]);
});

for (const [tabs, locks, sendings] of [
  ["that can agree send a hand once", new Locks(), 1],
  ["that cannot agree send it twice, with one key", undefined, 2],
]) {
  test(`two tabs ${tabs}`, async () => {
    const [storage, server] = [new Storage(), new Server()];
    await storage.put({ ...hand(1), state: "waiting" });
    await Promise.all([Tab.open({ storage, server, locks }), Tab.open({ storage, server, locks })]);
    assert.deepEqual(server.sent, Array(sendings).fill("key 1"));
    assert.equal(server.taken.size, 1);
  });
}

test("a tab that holds the lock in its sleep is waited for only so long", async () => {
  const asleep = { request: async (name, options, what) => what(null) };
  const tab = await Tab.open({ locks: asleep });
  await tab.add(hand(1));
  await tab.wait(POLITE - 1);
  assert.deepEqual(tab.server.sent, []);
  await tab.wait();
  assert.deepEqual(tab.server.sent, ["key 1"]);
});

test("what another tab has kept is known once this one has heard of it", async () => {
  const storage = new Storage();
  const [one, other] = [await Tab.open({ storage }), await Tab.open({ storage })];
  await one.add(hand(1));
  assert.deepEqual(other.states(), []);
  await other.queue.read();
  assert.deepEqual(other.states(), ["1 saved"]);
});

test("where there is no room the hand is not taken into the queue, and nothing is sent", async () => {
  const tab = await Tab.open();
  tab.storage.full = true;
  await assert.rejects(tab.queue.add(hand(1)), { name: "QuotaExceededError" });
  assert.deepEqual([tab.server.sent, tab.states()], [[], []]);
});

test("an answer for which there is no room is asked for again with the same key", async () => {
  const tab = await Tab.open();
  tab.server.line = ["is held"];
  await tab.add(hand(1));
  tab.storage.full = true;
  tab.server.release();
  await settled();
  assert.deepEqual(tab.states(), ["1 waiting"]);
  tab.storage.full = false;
  await tab.wait();
  assert.deepEqual(tab.states(), ["1 saved"]);
  assert.deepEqual([tab.server.sent, tab.server.taken.size], [["key 1", "key 1"], 1]);
});

test("a storage that cannot be read leaves an empty queue that is ready", async () => {
  const tab = new Tab({ storage: { all: () => Promise.reject(new Error("a private window")) } });
  await tab.queue.ready;
  assert.deepEqual(tab.states(), []);
});

test("an answer that comes late is heard by whoever waits for it, and nothing is sent twice meanwhile", async () => {
  const tab = await Tab.open();
  tab.server.line = ["is held"];
  const [order] = await tab.add(hand(1));
  let heard = "";
  const answer = tab.queue.answer(order).then((state) => { heard = state ?? ""; });
  tab.queue.hope();
  await settled();
  assert.deepEqual([heard, tab.server.sent], ["", ["key 1"]]);
  tab.server.release();
  await answer;
  assert.equal(heard, "saved");
  assert.equal(await tab.queue.answer(order), "saved");
});

test("a hand that is saved while another is on its way follows at once", async () => {
  const tab = await Tab.open();
  tab.server.line = ["is held"];
  await tab.add(hand(1), hand(2));
  tab.server.release();
  await settled();
  assert.deepEqual([tab.server.sent, tab.pauses], [["key 1", "key 2"], []]);
});

for (const [chance, share] of [[0, 0.75], [0.5, 1], [1, 1.25]]) {
  test(`pauses double from a second to half a minute, by ${share} where chance says ${chance}`, async () => {
    const tab = await Tab.open({ chance: () => chance });
    tab.server.line = Array(7).fill("is lost");
    await tab.add(hand(1));
    await tab.wait(6);
    assert.deepEqual(tab.pauses, [1, 2, 4, 8, 16, 30, 30].map((seconds) => seconds * 1000 * share));
    assert.deepEqual([SHORTEST, LONGEST], [1000, 30000]);
  });
}

test("a sign of the server sends at once, and begins the pauses anew", async () => {
  const tab = await Tab.open();
  tab.server.line = Array(4).fill("is lost");
  await tab.add(hand(1));
  await tab.wait(2);
  tab.queue.hope();
  await settled();
  assert.deepEqual(tab.pauses, [1000, 2000, 4000, 1000]);
  await tab.wait();
  assert.equal(tab.server.sent.length, 4, "the pause that was cut short sends nothing");
  await tab.wait();
  assert.equal(tab.server.sent.length, 5);
});

test("the page is told of lost lines, of a server that is back, and of every answer", async () => {
  const tab = await Tab.open();
  tab.server.line = ["is lost"];
  tab.told = [];
  await tab.add(hand(1));
  await tab.wait();
  assert.deepEqual(tab.told.filter((one) => one !== "changed"), ["lost", "reached", "answered 1 saved"]);
});
