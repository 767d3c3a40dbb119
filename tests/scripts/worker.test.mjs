// What a phone keeps so that its table opens without a network: the page as it came last, and the files of it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Clock, run, settled } from "./the_browser.mjs";

const ORIGIN = "https://club.test";
const TABLE = "/table/club/evening/1/";
const FILES = ["/static/a.1.js", "/static/b.1.css"];
const pathOf = (asked) => new URL(asked.url ?? asked, ORIGIN).pathname;

/** A browser's caches: by name, then by path, in the order in which they were put there. */
class Caches {
  all = new Map();

  async open(name) {
    if (!this.all.has(name)) this.all.set(name, new Map());
    const kept = this.all.get(name);
    return {
      addAll: async (paths) => { for (const path of paths) kept.set(path, `kept ${path}`); },
      put: async (path, answer) => { kept.delete(path); kept.set(path, `kept ${await answer.text()}`); },
      match: async (asked) => kept.get(pathOf(asked)),
      delete: async (path) => kept.delete(path),
      keys: async () => [...kept.keys()].map((path) => ({ url: ORIGIN + path })),
    };
  }

  async keys() {
    return [...this.all.keys()];
  }

  async delete(name) {
    return this.all.delete(name);
  }

  async match(asked, { cacheName }) {
    return this.all.get(cacheName)?.get(pathOf(asked));
  }
}

class Phone {
  clock = new Clock();
  caches = new Caches();
  network = () => this.answer("fresh");
  open = [];
  #hears = new Map();

  constructor() {
    const self = {
      headTable: { version: "2", start: "/table/", files: FILES },
      location: { origin: ORIGIN },
      skipWaiting: async () => null,
      clients: { claim: async () => null, matchAll: async () => this.open.map((path) => ({ url: ORIGIN + path })) },
      addEventListener: (name, what) => this.#hears.set(name, what),
    };
    run("worker.js", { self, caches: this.caches, fetch: async (asked) => this.network(asked), ...this.clock });
  }

  answer(text, { status = 200, type = "text/html; charset=utf-8", redirected = false } = {}) {
    const made = new Response(text, { status, headers: { "Content-Type": type } });
    Object.defineProperty(made, "redirected", { value: redirected });
    made.clone = () => this.answer(text, { status, type, redirected });
    return made;
  }

  async happens(name) {
    let done;
    this.#hears.get(name)({ waitUntil: (what) => { done = what; } });
    await done;
  }

  /** What is answered: a promise, or null where the browser goes its own way. */
  asks(path, { method = "GET", mode = "navigate", origin = ORIGIN, headers = {} } = {}) {
    let answer = null;
    const request = { url: origin + path, method, mode, headers: new Headers(headers) };
    this.#hears.get("fetch")({ request, respondWith: (what) => { answer = what; }, waitUntil: () => null });
    return answer;
  }

  async opens(path) {
    const answer = await this.asks(path);
    await settled();
    return typeof answer === "string" ? answer : answer.text();
  }

  pages() {
    return [...this.caches.all.get("head-table.whole-pages")?.keys() ?? []];
  }
}

const offline = () => { throw new TypeError("Failed to fetch"); };

test("a table opens as the server has it, and without a network as it was last", async () => {
  const phone = new Phone();
  assert.equal(await phone.opens(TABLE), "fresh");
  phone.network = () => phone.answer("fresher");
  assert.equal(await phone.opens(TABLE), "fresher");
  phone.network = offline;
  assert.equal(await phone.opens(`${TABLE}?saved=3`), "kept fresher");
});

test("a server that takes longer than 4 s is not waited for where the page is kept", async () => {
  const phone = new Phone();
  await phone.opens(TABLE);
  phone.network = () => new Promise(() => null);
  const answer = phone.asks(TABLE);
  let came;
  answer.then((page) => { came = page; });
  await phone.clock.pass(3999);
  assert.equal(came, undefined);
  await phone.clock.pass(1);
  assert.equal(came, "kept fresh");
});

test("where nothing is kept a slow server is waited for", async () => {
  const phone = new Phone();
  phone.network = () => new Promise((done) => { phone.clock.setTimeout(() => done(phone.answer("at last")), 9000); });
  const answer = phone.asks(TABLE);
  await phone.clock.pass(9000);
  assert.equal(await (await answer).text(), "at last");
});

test("where nothing is kept a lost connection is told as such", async () => {
  const phone = new Phone();
  phone.network = offline;
  await assert.rejects(phone.opens(TABLE), TypeError);
});

for (const [what, how, kept] of [
  ["a page", {}, "kept other"],
  ["a card that was taken back", { status: 404 }, undefined],
  ["a server that fails", { status: 503 }, "kept fresh"],
  ["a page from elsewhere", { redirected: true }, "kept fresh"],
  ["something else than a page", { type: "application/json" }, "kept fresh"],
]) {
  test(`${what} leaves ${kept ?? "nothing"} on the phone`, async () => {
    const phone = new Phone();
    await phone.opens(TABLE);
    phone.network = () => phone.answer("other", how);
    await phone.opens(TABLE);
    assert.equal(phone.caches.all.get("head-table.whole-pages").get(TABLE), kept);
  });
}

test("the app starts at the table that it was at last", async () => {
  const phone = new Phone();
  assert.equal(await phone.opens("/table/"), "fresh", "none yet: the server says where");
  for (const table of [TABLE, "/table/club/evening/2/", TABLE]) await phone.opens(table);
  const answer = await phone.asks("/table/");
  assert.deepEqual([answer.status, answer.headers.get("Location")], [302, ORIGIN + TABLE]);
});

test("a new version keeps its files, drops the old ones, and reads open tables again", async () => {
  const phone = new Phone();
  await phone.caches.open("head-table.files.1");
  await phone.caches.open("another's");
  await phone.caches.open("head-table.pages");
  phone.open = [TABLE, "/club/evening/"];
  await phone.happens("install");
  await phone.happens("activate");
  assert.deepEqual(await phone.caches.keys(), ["another's", "head-table.files.2", "head-table.whole-pages"]);
  assert.deepEqual(phone.pages(), [TABLE]);
  phone.network = offline;
  assert.equal(await phone.opens(FILES[0]), `kept ${FILES[0]}`);
});

for (const [what, path, how] of [
  ["a hand that is sent", `${TABLE}hands/`, { method: "POST" }],
  ["a form of the table's page", TABLE, { method: "POST" }],
  ["a part of the table", `${TABLE}hands/`, {}],
  ["the desk", "/desk/club/evening/", {}],
  ["a file of another version", "/static/a.2.js", {}],
  ["another house", TABLE, { origin: "https://elsewhere.test" }],
]) {
  test(`${what} goes past the worker`, () => {
    assert.equal(new Phone().asks(path, how), null);
  });
}

test("a part of the page that is asked for anew never comes from what is kept", async () => {
  const phone = new Phone();
  await phone.opens(TABLE);
  phone.network = offline;
  await assert.rejects(phone.asks(TABLE, { mode: "cors" }), TypeError);
});

test("a part of the page is not kept in its place: the whole page is read again", async () => {
  const phone = new Phone();
  await phone.opens(TABLE);
  phone.network = (asked) => phone.answer(asked === TABLE ? "whole" : "part");
  await phone.asks(TABLE, { mode: "cors", headers: { "HX-Request": "true" } });
  await settled();
  phone.network = offline;
  assert.equal(await phone.opens(TABLE), "kept whole");
});
