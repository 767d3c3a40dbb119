/* Small manners of the page, for every screen; nothing here is needed to use it.
 *   [data-step="±n"]         steps the number field of its .stepper, within min and max
 *   [data-open="#id"]        opens a <dialog>; [data-close="#id"] closes it, or hides any element
 *   [data-turn]              turns the seat diagram around it, and remembers it while this page is in use
 *   [data-copy="text"]       copies, and says so in the button for a moment (data-copied="Copied")
 *   [data-print]             prints the page
 *   [data-ticks="name"]      ticks all boxes of this name in its form, or none
 *   details[id]              stays open where a part of the page is read again
 *   .scroller                is a stop of the Tab key only while something in it is out of sight
 *   .field__error            of a refused form: the first one stands in view, with focus in its field; gone once
 *                            something else is entered there
 */
(() => {
  "use strict";

  // htmx keeps the address of the page, in which a token may stand, for a history that nothing here has.
  try { sessionStorage.removeItem("htmx-current-path-for-history"); } catch { /* Nothing is kept then. */ }

  const SEAT_KEY = `head-table.from-seat:${location.pathname}`;

  /** @param {HTMLElement} button */
  function step(button) {
    const field = button.closest(".stepper")?.querySelector("input");
    if (!field) return;
    /**
     * @param {"min" | "max"} name
     * @param {number} otherwise
     */
    const bound = (name, otherwise) => (field[name] === "" ? otherwise : Number(field[name]));
    const wanted = (Number(field.value) || 0) + Number(button.dataset.step);
    field.value = String(Math.min(bound("max", Infinity), Math.max(bound("min", -Infinity), wanted)));
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }

  /**
   * @param {HTMLElement} diagram
   * @param {number} seat
   */
  function turnTo(diagram, seat) {
    for (const name of [...diagram.classList]) {
      if (name.startsWith("seats--from-")) diagram.classList.remove(name);
    }
    diagram.classList.add(`seats--from-${seat}`);
  }

  /** @param {HTMLElement} diagram */
  function nearest(diagram) {
    const found = diagram.className.match(/seats--from-(\d)/);
    return found ? Number(found[1]) : 1;
  }

  // How somebody turned it holds for the seat from which the server shows it.
  /** @param {HTMLElement} diagram */
  const own = (diagram) => `${SEAT_KEY}:${diagram.dataset.from}`;

  /** @param {HTMLElement} diagram */
  function remembered(diagram) {
    try {
      return Number(sessionStorage.getItem(own(diagram))) || 0;
    } catch {
      return 0; // Storage may be refused; the diagram then stands as served.
    }
  }

  /**
   * @param {HTMLElement} button
   * @returns {HTMLElement}
   */
  const around = (button) => button.closest("[data-seats]");

  /** @param {HTMLElement} button */
  function turn(button) {
    const diagram = around(button);
    const next = (nearest(diagram) % Number(diagram.dataset.seats)) + 1;
    turnTo(diagram, next);
    try {
      sessionStorage.setItem(own(diagram), String(next));
    } catch { /* as above */ }
  }

  /** @param {HTMLElement} target */
  function dismiss(target) {
    if (target instanceof HTMLDialogElement) target.close();
    else target.hidden = true;
    if (document.activeElement === document.body || target.contains(document.activeElement)) {
      document.querySelector("#main")?.focus({ preventScroll: true });
    }
  }

  /**
   * What covers the page keeps the keys until it is put away: behind it nobody sees where they are.
   * @param {FocusEvent} event
   */
  function keepInFront(event) {
    const cover = document.querySelector("[aria-modal=true]:not([hidden])");
    if (cover && !cover.contains(/** @type {Element} */ (event.target))) cover.querySelector("button")?.focus();
  }

  /** @param {string} text */
  async function copyBySelection(text) {
    const field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
  // Over plain http from another machine a browser has no clipboard; what is selected it still copies.
  if (globalThis.navigator && !navigator.clipboard) Object.defineProperty(navigator, "clipboard", { value: { writeText: copyBySelection } });

  /** @param {HTMLElement} button */
  async function copy(button) {
    const words = button.textContent;
    await navigator.clipboard.writeText(button.dataset.copy ?? "");
    button.textContent = button.dataset.copied || words;
    setTimeout(() => { button.textContent = words; }, 2000);
  }

  const scrollers = new ResizeObserver((all) => {
    for (const { target } of all) {
      const box = /** @type {HTMLElement | null} */ (target.closest(".scroller"));
      if (box) box.tabIndex = box.scrollWidth > box.clientWidth ? 0 : -1;
    }
  });

  /** Where the entries of the desk are wider than a phone, the one of this page is among those in sight. */
  function showWhereWeAre() {
    const here = /** @type {HTMLElement | null} */ (document.querySelector(".masthead__nav [aria-current]"));
    const list = here?.closest("ul");
    if (here && list) list.scrollLeft = here.offsetLeft - list.offsetLeft - (list.clientWidth - here.offsetWidth) / 2;
  }

  /** @param {ParentNode} root */
  function prepare(root) {
    for (const one of root.querySelectorAll(".scroller, .scroller > *")) scrollers.observe(one);
    for (const button of root.querySelectorAll("[data-turn]")) {
      button.hidden = false;
      const diagram = around(button);
      const seat = remembered(diagram);
      if (seat && seat <= Number(diagram.dataset.seats)) turnTo(diagram, seat);
    }
  }

  // --- a refused form ---------------------------------------------------------------------------------------

  const MARKED = ".counter, .rows__row, .field--error, .error-summary";
  const FIELD = ":is(input, select, textarea):not([type=hidden], :disabled)";
  const CLEAR = 8; // pixels between what is refused and the bars

  /** @param {HTMLElement} message */
  function fieldOf(message) {
    const around = message.closest(MARKED) ?? message.closest("form");
    /** @type {Iterable<HTMLInputElement>} what all of them have is enough here */
    const all = around?.querySelectorAll(FIELD) ?? [];
    const fields = [...all].filter((one) => one.checkVisibility());
    const marked = fields.find((one) => one.matches("[aria-invalid=true]") || around?.contains(one.closest(".field--error")?.parentElement ?? null));
    return marked ?? fields.find((one) => one.checked) ?? fields[0];
  }

  /* Bars stick to the edges of a table's page, the pad below them; how tall they are depends on names and connection. */
  function keepClear() {
    /** @param {string} bar */
    const tall = (bar) => (document.querySelector(bar)?.offsetHeight ?? 0) + CLEAR;
    const [above, below] = [tall(".play__bar"), tall(".play__save") + (document.querySelector(".pad")?.offsetHeight ?? 0)];
    document.documentElement.style.scrollPaddingBlock = `${above}px ${below}px`;
    return document.documentElement.clientHeight - above - below;
  }

  function showRefusal() {
    const messages = [...document.querySelectorAll("main .field__error")].filter((one) => !one.closest("#queue, #preview"));
    for (const one of messages) {
      for (let fold = one.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) fold.open = true;
    }
    const message = messages.find((one) => one.checkVisibility());
    if (!message) return;
    const box = message.closest(MARKED) ?? message;
    const field = message.closest(".error-summary") ? null : fieldOf(message);
    if (!field) box.tabIndex = -1;
    (field ?? box).focus({ preventScroll: true });
    // What is wrong stands at the foot of its field.
    box.scrollIntoView({ block: box.offsetHeight > keepClear() ? "end" : "center" });
  }

  /**
   * What was refused is being mended: it is not said any longer of what stands there now. Its room stays, so that
   * nothing moves under a thumb.
   * @param {Element} field
   */
  function mended(field) {
    for (let around = field.closest(MARKED); around; around = around.parentElement?.closest(MARKED) ?? null) {
      const messages = [...around.querySelectorAll(".field__error")].filter((one) => one.closest(MARKED) === around);
      for (const one of messages) one.classList.add("is-mended");
      if (messages.length) field.removeAttribute("aria-invalid");
      around.classList.remove("field--error");
    }
  }

  /* A moment later, once the page shows only what applies. */
  const refused = () => requestAnimationFrame(showRefusal);

  document.addEventListener("change", (event) => {
    const all = /** @type {HTMLInputElement} */ (event.target);
    if (!all.form || !all.dataset.ticks) return;
    /** @type {NodeListOf<HTMLInputElement>} */
    const boxes = all.form.querySelectorAll(`input[name="${all.dataset.ticks}"]`);
    for (const box of boxes) box.checked = all.checked;
  });

  document.addEventListener("click", (event) => {
    const button = /** @type {Element} */ (event.target).closest("[data-step], [data-open], [data-close], [data-turn], [data-copy], [data-print]");
    if (!button) return;
    if ("step" in button.dataset) step(button);
    if ("turn" in button.dataset) turn(button);
    if ("copy" in button.dataset) copy(button);
    if ("print" in button.dataset) window.print();
    const { open: opens, close: closes } = button.dataset;
    const dialog = opens && document.querySelector(opens);
    if (dialog instanceof HTMLDialogElement) dialog.showModal();
    const target = closes && document.querySelector(closes);
    if (target) dismiss(target);
  });

  document.addEventListener("focusin", keepInFront);
  document.addEventListener("input", (event) => mended(/** @type {Element} */ (event.target)));
  /** @type {string[]} */
  let unfolded = [];
  document.addEventListener("htmx:beforeSwap", () => {
    unfolded = [...document.querySelectorAll("details[id][open]")].map((fold) => fold.id);
  });
  document.addEventListener("htmx:afterSwap", () => {
    for (const id of unfolded) document.getElementById(id)?.setAttribute("open", "");
  });
  document.addEventListener("htmx:load", (event) => prepare(event.detail.elt));
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.xhr?.status === 422) refused();
  });
  document.addEventListener("DOMContentLoaded", () => {
    prepare(document);
    showWhereWeAre();
    refused();
  });
})();
