// The news of an evening: heard from a stream, else asked for; a lost connection is seen and recovers by itself.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Clock, run, settled } from "./the_browser.mjs";

const SECOND = 1000;

class Key extends Event {
  constructor(name, key, repeat = false) {
    super(name);
    Object.assign(this, { key, repeat });
  }
}

class Page {
  clock = new Clock();
  asked = [];
  news = [];
  streams = [];
  version = 12;
  reachable = true;
  held = null;

  constructor(data = {}, { hidden = false } = {}) {
    const page = this;
    const classes = new Set();
    const strings = { set: (kept, name, value) => Reflect.set(kept, name, String(value)) };
    const classList = { add: (name) => classes.add(name), remove: (name) => classes.delete(name), contains: (name) => classes.has(name) };
    this.body = Object.assign(new EventTarget(), { classList, dataset: new Proxy({ versionUrl: "/club/evening/version", version: "12", status: "playing", ...data }, strings) });
    this.document = Object.assign(new EventTarget(), { body: this.body, hidden });
    class EventSource extends EventTarget {
      static CLOSED = 2;
      readyState = 0;
      open = true;

      constructor(address) {
        super();
        this.address = String(address);
        page.streams.push(this);
      }

      close() {
        this.open = false;
      }

      says(version) {
        this.dispatchEvent(Object.assign(new Event("message"), { data: JSON.stringify({ version, status: "playing" }) }));
      }

      fails(readyState) {
        this.readyState = readyState;
        this.dispatchEvent(new Event("error"));
      }
    }
    const window = Object.assign(new EventTarget(), { EventSource, location: { href: "http://club.test/club/evening/" } });
    this.window = window;
    this.body.addEventListener("evening-changed", ({ detail }) => this.news.push(detail.version));
    run("live.js", { document: this.document, window, EventSource, KeyboardEvent: Key, AbortSignal: {}, fetch: (...asked) => this.fetch(...asked), ...this.clock });
  }

  async fetch(url, { headers }) {
    this.asked.push(headers["If-None-Match"]);
    await this.held;
    if (!this.reachable) throw new TypeError("Failed to fetch");
    if (headers["If-None-Match"] === `"${this.version}"`) return { status: 304, headers: new Headers() };
    return { status: 200, headers: new Headers({ ETag: `"${this.version}"` }), json: async () => ({ version: this.version, status: "playing" }) };
  }

  get stream() {
    return this.streams.at(-1);
  }

  get offline() {
    return this.body.classList.contains("is-offline");
  }

  /** How often the page asks while so many seconds pass. */
  async asksIn(seconds) {
    const before = this.asked.length;
    await this.clock.pass(seconds * SECOND);
    return this.asked.length - before;
  }
}

for (const [what, happens, times] of [
  ["no stream says anything", () => null, 30],
  ["a stream speaks", (page) => page.stream.says(12), 2],
  ["a stream that spoke has broken off", (page) => { page.stream.says(12); page.stream.fails(0); }, 30],
  ["a stream that spoke was refused", (page) => { page.stream.says(12); page.stream.fails(2); }, 30],
]) {
  test(`where ${what} the page asks ${times} times in half a minute, and is told nothing that it has`, async () => {
    const page = new Page();
    assert.equal(page.stream.address, "http://club.test/club/evening/live");
    happens(page);
    if (what.includes("refused")) page.window.EventSource = undefined;
    assert.equal(await page.asksIn(30), times);
    assert.deepEqual(page.news, []);
  });
}

for (const [hint, news] of [[11, []], [12, []], [13, [13]]]) {
  test(`a hint of version ${hint} is ${news.length ? "news" : "no news"} to a page that shows 12, and nobody asks`, async () => {
    const page = new Page();
    page.stream.says(hint);
    assert.equal(await page.asksIn(0.1), 0);
    assert.deepEqual(page.news, news);
  });
}

test("of hints that come while a phone waits for its turn the newest is told, once", async () => {
  const page = new Page({ status: undefined }); // a phone, which waits for up to 400 ms
  for (const version of [13, 14, 15]) page.stream.says(version);
  assert.deepEqual(page.news, []);
  await page.clock.pass(400);
  assert.deepEqual([page.news, page.asked], [[15], []]);
});

test("what a page has found out by itself meanwhile is no news", async () => {
  const page = new Page({ status: undefined });
  page.version = 13;
  page.stream.says(12);
  await page.clock.pass(14.9 * SECOND);
  page.stream.says(13);
  await page.clock.pass(SECOND);
  assert.deepEqual(page.news, [13]);
});

test("the phones of a table hear the stream of that table", () => {
  const page = new Page({ versionUrl: "/club/evening/version?table=4" });
  assert.equal(page.stream.address, "http://club.test/club/evening/live?table=4");
});

test("a page that is opened where nobody sees it holds no stream until somebody does", async () => {
  const page = new Page({}, { hidden: true });
  assert.equal(page.streams.length, 0);
  page.document.hidden = false;
  page.document.dispatchEvent(new Event("visibilitychange"));
  assert.equal(page.streams.length, 1);
});

test("a connection that is lost is seen, and brings its stream back with the first answer", async () => {
  const page = new Page();
  page.reachable = false;
  await page.clock.pass(SECOND);
  assert.deepEqual([page.offline, page.stream.open], [true, false]);
  page.reachable = true;
  page.version = 13;
  await page.clock.pass(SECOND);
  assert.deepEqual([page.offline, page.streams.length, page.stream.open, page.news], [false, 2, true, [13]]);
});

test("a stream that is held back is given up once asking has found what it did not say", async () => {
  const page = new Page();
  page.stream.says(12);
  page.version = 13;
  await page.clock.pass(15 * SECOND);
  assert.deepEqual([page.news, page.stream.open], [[13], true]);
  await page.clock.pass(3 * SECOND);
  assert.equal(page.stream.open, false);
});

test("a stream whose hint was only slower than the answer is kept", async () => {
  const page = new Page();
  page.stream.says(12);
  page.version = 13;
  await page.clock.pass(15 * SECOND);
  page.stream.says(13);
  await page.clock.pass(3 * SECOND);
  assert.deepEqual([page.streams.length, page.stream.open, page.news], [1, true, [13]]);
});

test("a stream that is refused is tried again after 5 s, later every time, after 5 minutes at the most", async () => {
  const page = new Page();
  for (const seconds of [5, 10, 20, 40, 80, 160, 300, 300]) {
    const { length } = page.streams;
    page.stream.fails(2);
    await page.clock.pass((seconds - 1) * SECOND);
    assert.equal(page.streams.length, length);
    await page.clock.pass(SECOND);
    assert.equal(page.streams.length, length + 1);
  }
  page.stream.says(12);
  page.stream.fails(2);
  const { length } = page.streams;
  await page.clock.pass(5 * SECOND);
  assert.equal(page.streams.length, length + 1, "one that has spoken begins anew");
});

for (const [data, asks, open] of [[{}, 0, false], [{ always: "" }, 10, true]]) {
  test(`a page that nobody sees ${open ? "goes on, if it is a wall" : "holds no stream and does not ask"}`, async () => {
    const page = new Page(data);
    page.document.hidden = true;
    page.document.dispatchEvent(new Event("visibilitychange"));
    await settled();
    assert.equal(page.stream.open, open);
    page.asked = [];
    assert.equal(await page.asksIn(10), asks);
    page.document.hidden = false;
    page.document.dispatchEvent(new Event("visibilitychange"));
    await settled();
    assert.deepEqual([page.stream.open, page.asked.length], [true, asks + 1]);
  });
}

test("a page without an evening asks for nothing", async () => {
  const page = new Page({ versionUrl: undefined });
  assert.deepEqual([await page.asksIn(10), page.streams], [0, []]);
});

const [DOWN, UP] = ["pointerdown", "pointerup"].map((name) => () => new Event(name));
for (const [what, events, seconds] of [
  ["nothing is pressed", [], 0],
  ["a finger is down", [DOWN], 1],
  ["a finger was lifted and its click is still to come", [DOWN, UP], 0.05],
  ["a finger began to scroll", [DOWN, () => new Event("pointercancel")], 0.05],
  ["the space bar is down", [() => new Key("keydown", " ")], 1],
  ["the space bar was let go", [() => new Key("keydown", " "), () => new Key("keyup", " ")], 0.05],
  ["somebody types", [() => new Key("keydown", "a"), () => new Key("keyup", "a")], 0],
]) {
  test(`an answer that comes while ${what} is taken ${seconds ? `${seconds} s later` : "at once"}, and once`, async () => {
    const page = new Page();
    const taken = [];
    const elt = new EventTarget();
    const xhr = { onload: () => taken.push("answer") };
    const detail = { elt, target: elt, xhr, requestConfig: { elt, verb: "post" } };
    page.document.dispatchEvent(new CustomEvent("htmx:beforeRequest", { detail }));
    for (const event of events) page.document.dispatchEvent(event());
    xhr.onload(new Event("load"));
    if (seconds) {
      await page.clock.pass(seconds * SECOND - 1);
      assert.deepEqual(taken, []);
      await page.clock.pass(1);
    }
    assert.deepEqual(taken, ["answer"]);
    await page.clock.pass(2 * SECOND);
    assert.deepEqual(taken, ["answer"]);
  });
}

test("who holds the space bar down holds nothing up for longer than a press", async () => {
  const page = new Page();
  const taken = [];
  const xhr = { onload: () => taken.push("answer") };
  const elt = new EventTarget();
  page.document.dispatchEvent(new CustomEvent("htmx:beforeRequest", { detail: { elt, target: elt, xhr, requestConfig: { elt, verb: "get" } } }));
  page.document.dispatchEvent(new Key("keydown", " "));
  xhr.onload(new Event("load"));
  await page.clock.pass(SECOND / 2);
  page.document.dispatchEvent(new Key("keydown", " ", true));
  await page.clock.pass(SECOND / 2);
  assert.deepEqual(taken, ["answer"]);
});
