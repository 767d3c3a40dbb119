/* Lets the page of a table open without a network. Told by web/table/app.py: {version, start, files}.
 *
 * Files of the page: kept with their version. Pages of tables: from the server whenever it answers, else as it
 * answered last. A part that htmx asks for is no page: it says that the page has changed, which is read again.
 * Nothing else is kept, and nothing is ever sent from here: hands wait in the page's own queue.
 */
(() => {
  "use strict";

  const worker = /** @type {ServiceWorkerGlobalScope & {headTable: {version: string, start: string, files: string[]}}} */ (/** @type {unknown} */ (self));
  const { version, start, files } = worker.headTable;
  const FILES = `head-table.files.${version}`;
  const PAGES = "head-table.whole-pages";
  const PATIENCE = 4000;
  const TABLE = new RegExp(`^${start}[^/]+/[^/]+/[0-9]+/$`);
  const whole = { ignoreSearch: true, ignoreVary: true };

  /** @param {string} url */
  const pathOf = (url) => new URL(url).pathname;

  async function install() {
    const cache = await caches.open(FILES);
    await cache.addAll(files);
    await worker.skipWaiting();
  }

  /* A new version takes over: its files instead of the old ones, and the open pages as they are drawn with them. */
  async function activate() {
    await worker.clients.claim();
    const open = await worker.clients.matchAll({ type: "window" });
    await Promise.all(open.map(({ url }) => pathOf(url)).filter((path) => TABLE.test(path)).map(readAgain));
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith("head-table.") && ![FILES, PAGES].includes(name)).map((name) => caches.delete(name)));
  }

  /** @param {string} path */
  async function readAgain(path) {
    try {
      await remember(path, await fetch(path, { credentials: "same-origin" }));
    } catch { /* Without a network the old page stays. */ }
  }

  /**
   * The page as it was given last; a card that was taken back takes it away.
   * @param {string} path
   * @param {Response} answer
   */
  async function remember(path, answer) {
    const cache = await caches.open(PAGES);
    if (answer.status === 404) await cache.delete(path);
    if (answer.status !== 200 || answer.redirected || !answer.headers.get("Content-Type")?.startsWith("text/html")) return;
    await cache.put(path, answer); // As the last of the list; an answer that breaks off leaves the old page.
  }

  /** @param {FetchEvent} event */
  async function page(event) {
    const path = pathOf(event.request.url);
    const asked = fetch(event.request);
    event.waitUntil(asked.then((answer) => {
      if (!event.request.headers.has("HX-Request")) return remember(path, answer.clone());
      return answer.status === 200 ? readAgain(path) : undefined;
    }, () => null));
    if (event.request.mode !== "navigate") return asked;
    const limit = new Promise((wake) => setTimeout(wake, PATIENCE));
    const answer = await Promise.race([asked.catch(() => null), limit]);
    return answer ?? (await caches.open(PAGES).then((cache) => cache.match(path, whole))) ?? asked;
  }

  /** @param {FetchEvent} event */
  async function lastTable(event) {
    const tables = await caches.open(PAGES).then((cache) => cache.keys());
    const last = tables.at(-1);
    return last ? Response.redirect(last.url) : fetch(event.request);
  }

  /** @param {Request} request */
  const file = async (request) => (await caches.match(request, { ...whole, cacheName: FILES })) ?? fetch(request);

  worker.addEventListener("install", (event) => event.waitUntil(install()));
  worker.addEventListener("activate", (event) => event.waitUntil(activate()));
  worker.addEventListener("fetch", (event) => {
    const { request } = event;
    const url = new URL(request.url);
    if (request.method !== "GET" || url.origin !== worker.location.origin) return;
    if (TABLE.test(url.pathname)) event.respondWith(page(event));
    else if (url.pathname === start) event.respondWith(lastTable(event));
    else if (files.includes(url.pathname)) event.respondWith(file(request));
  });
})();
