/* A number pad of our own for the numbers of a hand, where the screen is touched: the keyboard of a phone would cover
 * half of the form. A number that can have no further digit hands on to the next one that is empty, and a tile to the
 * number behind it, past what may be left open.
 *
 *   #hand-form input[type=number]     what it types into; with a keyboard or a mouse they stay as they are
 *   #pad-words[data-pad][data-delete][data-next] what it is called, and the two keys without a digit
 */
(() => {
  "use strict";

  const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"];
  /** @returns {HTMLFormElement | null} */
  const theForm = () => document.querySelector("#hand-form");
  /** @type {HTMLElement | null} */
  let pad = null;
  /* What goes away under a finger takes its tap along: the pad, with the button above it, waits for the click. */
  const UNTIL_THE_CLICK = 50;
  let hiding = 0;
  let pressed = false;

  /** @param {EventTarget | null} one */
  const isNumber = (one) => one instanceof HTMLInputElement && one.type === "number" && one.form?.id === "hand-form";
  /** @returns {HTMLInputElement | null} */
  const current = () => (isNumber(document.activeElement) ? /** @type {HTMLInputElement} */ (document.activeElement) : null);
  /** @returns {HTMLInputElement[]} */
  const numbers = () => /** @type {HTMLInputElement[]} */ ([...(theForm()?.querySelectorAll("input[type=number]") ?? [])])
    .filter((input) => !input.matches(":disabled") && input.checkVisibility());

  /**
   * The highest that a number can be: its own bound, or what the others of its field leave of their total.
   * @param {HTMLInputElement} input
   */
  function most(input) {
    const field = input.closest("[data-total]");
    if (!field) return input.max === "" ? Infinity : Number(input.max);
    const others = /** @type {HTMLInputElement[]} */ ([...field.querySelectorAll("input[type=number]")]).filter((one) => one !== input && !("filled" in one.dataset));
    return Number(field.dataset.total) - others.reduce((sum, one) => sum + Number(one.value), 0);
  }

  /** @param {HTMLInputElement} input */
  const isFull = (input) => input.value === "0" || (input.value !== "" && Number(input.value) * 10 > most(input));

  /** @param {HTMLInputElement} input */
  function next(input) {
    const all = numbers();
    const empty = all.slice(all.indexOf(input) + 1).find((one) => one.value === "");
    if (empty) empty.focus();
    else input.blur();
  }

  /**
   * @param {HTMLInputElement} input
   * @param {string} value
   */
  function type(input, value) {
    input.value = value;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /** @param {string} key */
  function typed(key) {
    const input = current();
    if (!input) return;
    if (key === "next") next(input);
    else if (key === "delete") type(input, input.value.slice(0, -1));
    else {
      // A number that filled itself in is typed anew.
      type(input, "filled" in input.dataset || isFull(input) ? key : input.value + key);
      if (isFull(input)) next(input);
    }
  }

  /**
   * @param {string} key
   * @param {string} face
   * @param {string} name
   */
  function keyOf(key, face, name) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = `pad__key${key === "next" ? " pad__key--next" : ""}`;
    button.dataset.padKey = key;
    button.textContent = face;
    button.setAttribute("aria-label", name);
    button.addEventListener("click", () => typed(key));
    return button;
  }

  function drawn() {
    const words = document.querySelector("#pad-words");
    const made = document.createElement("div");
    made.className = "pad";
    made.setAttribute("role", "group");
    made.setAttribute("aria-label", words?.dataset.pad ?? "");
    made.hidden = true;
    const digits = DIGITS.map((digit) => keyOf(digit, digit, digit));
    const last = [keyOf("delete", "\u232b", words?.dataset.delete ?? ""), keyOf("next", "\u2713", words?.dataset.next ?? "")];
    made.append(...digits.slice(0, 5), last[0], ...digits.slice(5), last[1]);
    // A finger on a key leaves the number where it is.
    made.addEventListener("pointerdown", (event) => event.preventDefault());
    made.addEventListener("mousedown", (event) => event.preventDefault());
    return made;
  }

  function show() {
    if (!pad?.isConnected) {
      pad = drawn();
      (document.querySelector("#main") ?? document.body).append(pad);
    }
    pad.hidden = !current();
    document.body.classList.toggle("has-pad", !pad.hidden);
    document.body.style.setProperty("--pad-height", `${pad.offsetHeight}px`);
  }

  function showSoon() {
    clearTimeout(hiding);
    hiding = setTimeout(() => (pressed ? showSoon() : show()), UNTIL_THE_CLICK);
  }

  /** @param {Event} event */
  function press(event) {
    pressed = event.type === "pointerdown";
  }

  function prepare() {
    for (const input of theForm()?.querySelectorAll("input[type=number]") ?? []) input.inputMode = "none";
  }

  /** @param {Event} event */
  function tapped(event) {
    const tile = /** @type {HTMLInputElement} */ (event.target);
    if (tile.type !== "radio" || tile.form?.id !== "hand-form" || !event.isTrusted) return;
    const fields = [...tile.form.querySelectorAll(":scope > .hand__field")].filter((field) => field.checkVisibility());
    const place = fields.findIndex((field) => field.contains(tile));
    const next = place < 0 ? undefined : fields.slice(place + 1).find((field) => !("optional" in field.dataset));
    const first = /** @type {HTMLInputElement | null} */ (next?.querySelector("input[type=number]") ?? null);
    if (first?.value === "" && first.checkVisibility()) setTimeout(() => first.focus());
  }

  if (window.matchMedia("(pointer: coarse)").matches) {
    document.addEventListener("focusin", () => (current() ? show() : showSoon()));
    document.addEventListener("focusout", showSoon);
    for (const name of ["pointerdown", "pointerup", "pointercancel"]) document.addEventListener(name, press, true);
    document.addEventListener("input", tapped);
    document.addEventListener("hand-drawn", prepare);
    document.addEventListener("DOMContentLoaded", prepare);
  }
})();
