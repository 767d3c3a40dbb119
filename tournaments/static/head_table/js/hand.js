/* The hand form at the table, beyond what form.js does for any: keeps a draft, minds the other phones.
 * Nothing here is needed to enter a hand.
 *
 *   form#hand-form            the form; data-bound: it came back with what was typed; data-mends: as hand so of the queue
 *   #live[data-next]          the number of the table's next hand, as the server has it; [data-round] in this round
 *   #live[data-version]       of the evening as it is shown
 *   [data-numbered]           says which hand is entered, worded so
 */
(() => {
  "use strict";

  const DRAFT = "head-table.hand.";
  const RETRY = 2000;
  let stays = false;

  const { values, touched, fill, update } = window.headTable.form;
  /** @returns {HTMLFormElement | null} */
  const theForm = () => document.querySelector("#hand-form");

  // --- the draft: a half-entered hand survives a reload, and is sent with the key it was begun with ---------

  /**
   * What the page is known to have.
   * @type {(selectors: string) => HTMLElement}
   */
  const the = (selectors) => document.querySelector(selectors);
  const place = () => DRAFT + the("#table").dataset.table;
  /** @param {HTMLFormElement} form */
  const which = (form) => `${form.elements.round.value}.${form.elements.number.value}`;
  /** @param {HTMLFormElement} form */
  const mends = (form) => "mends" in form.dataset;

  /**
   * A hand that is mended is in the queue; the one draft is for the next hand, which may be half-entered already.
   * @param {HTMLFormElement} form
   */
  function keep(form) {
    if (mends(form)) return;
    try {
      const draft = { which: which(form), key: form.elements.key.value, values: values(form) };
      localStorage.setItem(place(), JSON.stringify(draft));
    } catch { /* Storage may be refused; the form then lives as long as the page. */ }
  }

  /** @returns {{which: string, key: string, values: Record<string, string>} | null} */
  function kept() {
    try {
      return JSON.parse(localStorage.getItem(place()) ?? "null");
    } catch {
      return null;
    }
  }

  /** @param {HTMLFormElement} form */
  function drop(form) {
    if (mends(form)) return;
    try {
      localStorage.removeItem(place());
    } catch { /* as above */ }
  }

  function newKey() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  /** @param {HTMLFormElement} form */
  async function prepare(form) {
    if (form.dataset.ready) return;
    form.dataset.ready = "yes";
    await window.headTable.queue?.ready;
    const draft = kept();
    if (!("bound" in form.dataset)) {
      number(form, due(form));
      const same = draft?.which === which(form) ? draft : null;
      form.elements.key.value = same?.key ?? newKey();
      if (same && Object.keys(same.values).length) {
        fill(form, same.values);
        form.closest("details")?.setAttribute("open", "");
      }
    }
    update(form);
  }

  /** @param {Event} event */
  function changed(event) {
    const target = /** @type {HTMLFormElement | HTMLInputElement} */ (event.target);
    const form = target instanceof HTMLFormElement ? target : target.form;
    if (form?.id === "hand-form") keep(form);
  }

  // --- which hand it is ---------------------------------------------------------------------------------------

  const served = () => Number(the("#live").dataset.next);

  /**
   * The hand after the last one that the server or this phone knows of.
   * @param {HTMLFormElement} form
   */
  function due(form) {
    const queued = window.headTable.queue?.hands() ?? [];
    const here = queued.filter((hand) => hand.place === location.pathname && hand.round === Number(form.elements.round.value));
    return Math.max(served(), ...here.filter((hand) => hand.state !== "late").map((hand) => hand.number + 1));
  }

  /**
   * @param {HTMLFormElement} form
   * @param {number} wanted
   */
  function number(form, wanted) {
    form.elements.number.value = String(wanted);
    for (const said of document.querySelectorAll("#table [data-numbered]")) {
      said.textContent = (said.dataset.numbered ?? "").replace("%(number)s", String(wanted));
    }
  }

  // --- the other phones of the table ----------------------------------------------------------------------

  function compare() {
    const form = theForm();
    if (!form || !document.querySelector("#live") || mends(form) || "saving" in form.dataset) return;
    const entered = Number(form.elements.number.value);
    if (entered >= served()) {
      if ("bound" in form.dataset || entered === due(form)) return;
      number(form, due(form));
      if (touched(form)) keep(form);
    } else if (!touched(form) && window.headTable.queue && !form.elements["hand.dealer"]) {
      number(form, due(form));
    } else if (!touched(form)) {
      // Who deals next, and what else the page of the desk says of a hand, is known to the server.
      window.htmx.ajax("GET", location.pathname, { target: "#table", select: "#table", swap: "outerHTML" });
    } else {
      the("#hand-form [data-outdated]").hidden = false;
    }
  }

  /**
   * News that came while older news were on their way has asked nobody: the part that asks had been replaced.
   * @param {HtmxEvent} event
   */
  function catchUp(event) {
    const { version } = document.querySelector("#live")?.dataset ?? {};
    if (!["live", "table"].includes(event.detail.target?.id)) return;
    if (Number(version) < Number(document.body.dataset.version)) {
      document.body.dispatchEvent(new CustomEvent("evening-changed"));
    }
  }

  // --- when the page comes, and comes back ---------------------------------------------------------------------

  /** @param {ParentNode} root */
  function load(root) {
    const form = theForm();
    if (form) prepare(form);
    if (root.querySelector?.("#rung")) document.querySelector("#rung [autofocus]")?.focus();
  }

  /** @param {HtmxEvent} event */
  function answered(event) {
    const { xhr, requestConfig } = event.detail;
    const form = theForm();
    if (requestConfig?.verb === "get" && requestConfig.path === location.pathname && form && touched(form)) {
      event.detail.shouldSwap = false; // Somebody has begun to enter a hand meanwhile.
      number(form, due(form));
      keep(form);
    }
    const refused = document.querySelector("[data-not-saved]");
    if (refused && requestConfig?.verb === "post") refused.hidden = xhr.status !== 0 && xhr.status < 500;
    if (xhr.status === 422) {
      event.detail.shouldSwap = true;
      event.detail.isError = false;
      if (event.detail.target?.id === "table") event.detail.swapOverride = "outerHTML"; // not to the top: js/ui.js goes to what is refused
    } else if (xhr.status === 403 || xhr.status === 404) {
      location.reload(); // The card was taken back, or the page was open for too long: the server says which.
    } else if (event.detail.target?.id === "table" && xhr.status < 400 && !/\bid="table"/.test(xhr.response)) {
      // The address leads elsewhere by now, as to the results of an evening that is over; this page would be empty.
      event.detail.shouldSwap = false;
      location.assign(location.pathname);
    }
  }

  /** @param {HtmxEvent} event */
  function unreachable(event) {
    const post = event.detail.requestConfig?.verb === "post";
    const refused = document.querySelector("[data-not-saved]");
    if (post && refused && event.detail.elt.id === "hand-form") {
      refused.hidden = false;
      refused.scrollIntoView({ block: "nearest" });
    }
    if (!post) {
      setTimeout(() => document.body.dispatchEvent(new CustomEvent("evening-changed")), RETRY);
    }
  }

  /** The first field right below the bar of the page, with what sticks to its foot in sight; nothing to say comes first. */
  function inView() {
    stays = true;
    const first = document.querySelector("#hand-form > .hand__field:not([hidden])");
    if (!first || first.closest("details:not([open])")) return window.scrollTo(0, 0);
    const bar = document.querySelector(".play__bar")?.getBoundingClientRect().height ?? 0;
    return window.scrollBy(0, first.getBoundingClientRect().top - bar - 6);
  }

  /** What comes or goes above the form does not move it, until somebody scrolls. */
  function stay() {
    const form = theForm();
    if (stays && form && !touched(form)) inView();
  }

  function scrolls() {
    stays = false;
  }

  /** Whoever comes back between two hands finds the form; who sits where is read before the first. */
  function begin() {
    // At the desk the form stands below what the page is about.
    const form = document.querySelector(".play__bar") && document.querySelector("#live") && theForm();
    const calm = !document.querySelector("#live :is(.asked, .notice, .message)");
    if (!form || !calm || served() === 1 || location.hash || document.querySelector("[data-saved]")) return;
    history.scrollRestoration = "manual"; // The page is another one than it was.
    inView();
  }

  window.headTable.hand = { prepare, drop, inView };
  document.addEventListener("queue-changed", compare);
  document.addEventListener("input", changed);
  document.addEventListener("hand-emptied", changed);
  document.addEventListener("htmx:beforeSwap", answered);
  document.addEventListener("htmx:sendError", unreachable);
  document.addEventListener("htmx:afterSettle", compare);
  document.addEventListener("htmx:afterSettle", stay);
  for (const move of /** @type {const} */ (["wheel", "touchmove", "keydown"])) document.addEventListener(move, scrolls, { passive: true });
  document.addEventListener("htmx:afterSettle", catchUp);
  document.addEventListener("htmx:load", (event) => load(event.detail.elt));
  document.addEventListener("DOMContentLoaded", () => {
    load(document);
    begin();
  });
})();
