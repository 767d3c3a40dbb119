/* The entry form of a hand, on the phone, at the desk and on the practice sheet: what does not apply goes away, what is
 * ruled out cannot be tapped, the last of several numbers that make up a total fills itself in, and whoever
 * listens hears of every change. Nothing here is needed to enter a hand.
 *
 *   form#hand-form            the form; it hears `hand-changed` once the thumbs rest for a moment, `hand-updated` at once
 *   [data-when='{"path": ["value"]}']  a field that applies only while each path has one of these values
 *   #closed[data-closed='[["path", "value"]]']  the tiles that the rest of the hand rules out
 *   [data-tree]               of the form: what js/sum.js works out sums from while the server cannot be asked
 *   [data-points]             a row of tiles that counts so many points once one is chosen
 *   [data-given]              says how many points of `data-all` are given, worded as in `data-text`
 *   [data-total]              numbers that make up so many; [data-rest] in it says how many are left, or are too many
 *   [data-rows="path"] > [data-row]  rows, one of them open until [data-more] asks for another; [data-away] empties its row
 *   [data-row] elsewhere      a single row, which is emptied in the same way
 *   details > summary [data-chosen]  says which tile of the fold is chosen
 *   [data-default]            the value that a field of a row gets as soon as something else in the row is chosen
 */
(() => {
  "use strict";

  const AFTER_A_TAP = 100;
  const AFTER_A_KEY = 450;
  let waiting = 0;
  let asking = 0;

  /** @returns {HTMLFormElement | null} */
  const theForm = () => document.querySelector("#hand-form");
  /**
   * What the page is known to have there.
   * @type {(root: ParentNode, selectors: string) => HTMLElement}
   */
  const the = (root, selectors) => root.querySelector(selectors);
  /**
   * @param {ParentNode} root
   * @returns {HTMLInputElement[]}
   */
  const inputs = (root) => Array.from(root.querySelectorAll("input[name^='hand.']"));
  /** @param {HTMLInputElement} input */
  const isTile = (input) => input.type === "radio" || input.type === "checkbox";
  /** @param {HTMLInputElement} input */
  const has = (input) => (isTile(input) ? input.checked : input.value !== "");

  /** @param {HTMLFormElement} form */
  function values(form) {
    /** @type {Record<string, string>} */
    const found = {};
    for (const [name, value] of new FormData(form)) {
      if (name.startsWith("hand.") && value !== "") found[name] = String(value);
    }
    return found;
  }

  /**
   * Whether somebody has entered something: more than the page itself had chosen.
   * @param {HTMLFormElement} form
   */
  function touched(form) {
    if ("bound" in form.dataset) return true;
    return inputs(form).some((input) => (isTile(input) ? input.checked && !input.defaultChecked : input.value !== input.defaultValue));
  }

  // --- what applies, and what is ruled out -----------------------------------------------------------

  /**
   * @param {Record<string, string[]>} condition
   * @param {Record<string, string>} found
   */
  function holds(condition, found) {
    return Object.entries(condition).every(([path, allowed]) => allowed.includes(found[path] ?? "false"));
  }

  /** @param {HTMLFormElement} form */
  function showWhatApplies(form) {
    /** @type {NodeListOf<HTMLFieldSetElement>} */
    const fields = form.querySelectorAll("[data-when]");
    for (const field of fields) {
      const applies = holds(JSON.parse(field.dataset.when ?? "{}"), values(form));
      field.hidden = !applies;
      field.disabled = !applies;
    }
  }

  /**
   * A tile that is chosen already stays as it is: the slip says what is wrong with it.
   * @param {HTMLFormElement} form
   */
  function ruleOut(form) {
    /** @type {[string, string][]} */
    const pairs = JSON.parse(the(form, "#closed").dataset.closed ?? "[]");
    const closed = new Set(pairs.map((pair) => pair.join("=")));
    for (const input of inputs(form).filter(isTile)) {
      input.disabled = !input.checked && closed.has(`${input.name}=${input.value}`);
    }
  }

  // --- adding up ------------------------------------------------------------------------------------------

  /** @param {HTMLFormElement} form */
  function addUp(form) {
    const said = form.querySelector("[data-given]");
    if (!said) return;
    const rows = [...form.querySelectorAll("[data-points]")];
    const chosen = rows.filter((row) => !row.closest("[hidden]") && row.querySelector(":checked"));
    const given = chosen.reduce((sum, row) => sum + Number(row.dataset.points), 0);
    said.textContent = (said.dataset.text ?? "").replace("%(given)s", String(given)).replace("%(all)s", said.dataset.all ?? "");
    said.hidden = rows.every((row) => row.closest("[hidden]"));
  }

  /**
   * @param {HTMLElement} field
   * @param {HTMLInputElement | null} edited
   */
  function fillIn(field, edited) {
    const total = Number(field.dataset.total);
    const numbers = inputs(field);
    /** @param {HTMLInputElement[]} some */
    const sum = (some) => some.reduce((all, input) => all + Number(input.value), 0);
    if (edited) delete edited.dataset.filled;
    const typed = numbers.filter((input) => has(input) && !("filled" in input.dataset));
    const last = numbers.find((input) => !typed.includes(input));
    const rest = total - sum(typed);
    if (last && typed.length === numbers.length - 1 && rest >= Number(last.min)) {
      last.value = String(rest);
      last.dataset.filled = "";
    } else {
      for (const input of numbers.filter((one) => "filled" in one.dataset)) {
        input.value = "";
        delete input.dataset.filled;
      }
    }
    const said = the(field, "[data-rest]");
    const left = total - sum(numbers);
    const words = (left < 0 ? said.dataset.over : said.dataset.text) ?? "";
    said.textContent = words.replace(/%\((left|over)\)s/, String(Math.abs(left))).replace("%(all)s", String(total));
    said.classList.toggle("is-wrong", left < 0);
  }

  // --- rows -----------------------------------------------------------------------------------------------------

  /** @param {HTMLElement} row */
  const used = (row) => inputs(row).some(has);

  /**
   * One row stands open to begin with; another one comes when it is asked for.
   * @param {HTMLElement} list
   */
  function showRows(list) {
    const rows = [...list.querySelectorAll("[data-row]")];
    const next = rows.findLastIndex(used) + 1;
    const open = Math.max(1, next, Math.min(next + 1, Number(list.dataset.shown ?? 0)));
    if (open === rows.length) copied(list, rows[rows.length - 1], rows.length).hidden = true;
    rows.forEach((row, place) => {
      row.hidden = place >= open;
    });
    the(list, "[data-more]").hidden = open > next;
  }

  /** @param {HTMLElement} list */
  function another(list) {
    const shown = [...list.querySelectorAll("[data-row]")].findLastIndex(used) + 2;
    list.dataset.shown = String(shown);
    showRows(list);
    inputs(list.querySelectorAll("[data-row]")[shown - 1])[0].focus();
  }

  /**
   * @param {HTMLElement} list
   * @param {HTMLElement} row
   * @param {number} place
   */
  function copied(list, row, place) {
    const copy = row.cloneNode(true);
    const path = list.dataset.rows ?? "";
    for (const input of inputs(copy)) {
      input.name = `${path}.${place}.${input.name.slice(path.length + 1).replace(/^\d+\./, "")}`;
      empty(input);
    }
    row.after(copy);
    return copy;
  }

  /** @param {HTMLInputElement} input */
  function empty(input) {
    if (isTile(input)) input.checked = false;
    else input.value = "";
  }

  /** @param {HTMLElement} row */
  function choosesDefault(row) {
    for (const field of row.querySelectorAll("[data-default]")) {
      if (inputs(field).some(has)) continue;
      const usual = inputs(field).find((input) => input.value === field.dataset.default);
      if (usual) usual.checked = true;
    }
  }

  /**
   * @param {HTMLFormElement} form
   * @param {string[]} names
   */
  function rowsFor(form, names) {
    for (const list of form.querySelectorAll("[data-rows]")) {
      const rows = [...list.querySelectorAll("[data-row]")];
      while (names.some((name) => name.startsWith(`${list.dataset.rows}.${rows.length}.`))) {
        rows.push(copied(list, rows[rows.length - 1], rows.length));
      }
    }
  }

  // --- when something changes ---------------------------------------------------------------------------------

  /**
   * @param {HTMLFormElement} form
   * @param {HTMLInputElement | null} [edited]
   */
  function update(form, edited) {
    showWhatApplies(form);
    const row = edited?.closest("[data-row]");
    if (row && used(row)) choosesDefault(row);
    for (const field of form.querySelectorAll("[data-total]")) fillIn(field, edited && field.contains(edited) ? edited : null);
    for (const list of form.querySelectorAll("[data-rows]")) showRows(list);
    for (const one of form.querySelectorAll("[data-row]")) the(one, "[data-away]").hidden = !used(one);
    addUp(form);
    ruleOut(form);
    sayWhatIsChosen(form);
    form.dispatchEvent(new CustomEvent("hand-updated"));
  }

  /** @param {HTMLFormElement} form */
  function sayWhatIsChosen(form) {
    for (const told of form.querySelectorAll("[data-chosen]")) {
      const tile = told.closest("details")?.querySelector("input:checked")?.closest(".tile");
      told.textContent = tile?.querySelector(".tile__text")?.textContent?.trim() ?? "";
    }
  }

  /**
   * Without the server nothing is known of the hand but what the phone can work out: the sums of a game that gives its tree.
   * @param {HTMLFormElement} form
   * @param {HTMLElement} preview
   */
  function unknown(form, preview) {
    preview.textContent = preview.dataset.text ?? "";
    const tree = JSON.parse(form.dataset.tree ?? "null");
    const sums = tree ? window.headTable.sum.sides(tree, values(form)) : [];
    the(form, "#preview-sum").replaceChildren(...sums.map(([side, points]) => total(side, points)));
    open(form);
  }

  /**
   * As templates/table/totals.html.
   * @param {string} side
   * @param {number} points
   */
  function total(side, points) {
    const [said, label, number] = ["span", "small", "bdi"].map((name) => document.createElement(name));
    said.className = "play__total";
    label.textContent = side;
    number.dir = "ltr";
    number.textContent = `${points > 0 ? "+" : ""}${points}`.replace("-", "−");
    number.classList.toggle("is-minus", points < 0);
    said.append(label, " ", number);
    return said;
  }

  /** @param {HTMLFormElement} form */
  function open(form) {
    the(form, "#closed").dataset.closed = "[]";
    ruleOut(form);
  }

  /**
   * Until the answer is there, the slip on the page is not this hand's.
   * @param {HTMLFormElement} form
   * @param {number} delay
   */
  function tell(form, delay) {
    the(form, "#preview").setAttribute("aria-busy", "true");
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      waiting = 0;
      form.dispatchEvent(new CustomEvent("hand-changed"));
    }, delay);
  }

  /**
   * @param {HTMLFormElement} form
   * @param {Record<string, string>} entered
   */
  function fill(form, entered) {
    rowsFor(form, Object.keys(entered));
    for (const input of inputs(form)) {
      const value = entered[input.name];
      if (isTile(input)) input.checked = value === input.value;
      else input.value = value ?? "";
    }
    for (const fold of form.querySelectorAll("details")) {
      if (inputs(fold).some(has)) fold.open = true;
    }
    tell(form, AFTER_A_TAP);
  }

  /** @param {Event} event */
  function changed(event) {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const { form } = input;
    if (form?.id !== "hand-form" || !input.name?.startsWith("hand.")) return;
    update(form, input);
    tell(form, isTile(input) ? AFTER_A_TAP : AFTER_A_KEY);
  }

  /** @param {Event} event */
  function clicked(event) {
    const target = /** @type {Element} */ (event.target);
    const list = target.closest("[data-more]")?.closest("[data-rows]");
    if (list) another(list);
    const row = target.closest("[data-away]")?.closest("[data-row]");
    const form = theForm();
    if (!row || !form) return;
    inputs(row).forEach(empty);
    row.parentElement?.closest("details")?.querySelector("summary")?.focus();
    update(form);
    form.dispatchEvent(new CustomEvent("hand-emptied", { bubbles: true }));
    tell(form, AFTER_A_TAP);
  }

  function prepare() {
    const form = theForm();
    if (!form || form.dataset.drawn) return;
    form.dataset.drawn = "yes";
    document.dispatchEvent(new CustomEvent("hand-drawn"));
    update(form);
  }

  /**
   * The form as the server draws it for a new hand, before anybody has touched it; the deal has passed on since.
   * @param {HTMLFormElement} form
   * @param {string} drawn
   */
  function renew(form, drawn) {
    /** @type {(root: ParentNode) => HTMLInputElement[]} */
    const dealersOf = (root) => Array.from(root.querySelectorAll("input[name='hand.dealer']"));
    const dealers = dealersOf(form);
    const dealer = dealers.findIndex((input) => input.checked);
    const holder = document.createElement("template");
    holder.innerHTML = drawn;
    const fresh = /** @type {HTMLFormElement} */ (holder.content.firstElementChild);
    for (const mark of ["drawn", "ready"]) delete fresh.dataset[mark];
    form.replaceWith(fresh);
    const next = dealersOf(fresh)[(dealer + 1) % dealers.length];
    if (dealer >= 0 && next) {
      next.checked = true;
      for (const input of next.closest(".tiles")?.querySelectorAll("input") ?? []) input.defaultChecked = input.checked;
    }
    open(fresh);
    prepare();
    return fresh;
  }

  /**
   * @param {HtmxEvent} event
   * @param {number} change
   */
  function asks(event, change) {
    if (event.detail.target?.id === "preview") asking += change;
  }

  /** @param {HtmxEvent} event */
  function answered(event) {
    if (event.detail.target?.id === "preview" && !waiting && !asking) event.detail.target.removeAttribute("aria-busy");
    const form = theForm();
    if (form) ruleOut(form);
  }

  /** @param {HtmxEvent} event */
  function unanswered(event) {
    const preview = event.detail.target;
    const form = theForm();
    if (preview?.id === "preview" && form) unknown(form, preview);
    answered(event);
  }

  window.headTable = { ...window.headTable, form: { values, touched, fill, update, renew } };
  document.addEventListener("input", changed);
  document.addEventListener("click", clicked);
  document.addEventListener("htmx:beforeRequest", (event) => asks(event, 1));
  document.addEventListener("htmx:afterRequest", (event) => asks(event, -1));
  document.addEventListener("htmx:afterSettle", answered);
  for (const end of /** @type {const} */ (["htmx:sendError", "htmx:responseError", "htmx:timeout"])) {
    document.addEventListener(end, unanswered);
  }
  document.addEventListener("htmx:load", prepare);
  prepare(); // Before the page is first drawn (defer, blocking="render"), so that nothing below moves.
})();
