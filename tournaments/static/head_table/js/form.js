/* The entry form of a hand, on the phone, at the desk and on the practice sheet: what does not apply goes away, what is
 * ruled out cannot be tapped, the last of several numbers that make up a total fills itself in, and whoever
 * listens hears of every change. Nothing here is needed to enter a hand.
 *
 *   form#hand-form            the form; it hears `hand-changed` once the thumbs rest for a moment
 *   [data-when='{"path": ["value"]}']  a field that applies only while each path has one of these values
 *   #closed[data-closed='[["path", "value"]]']  the tiles that the rest of the hand rules out
 *   [data-points]             a row of tiles that counts so many points once one is chosen
 *   [data-given]              says how many points of `data-all` are given, worded as in `data-text`
 *   [data-total]              numbers that make up so many; [data-rest] in it says how many are left
 *   [data-rows="path"] > [data-row]  rows, one of them open until [data-more] asks for another; [data-away] empties its row
 *   [data-default]            the value that a field of a row gets as soon as something else in the row is chosen
 */
(() => {
  "use strict";

  const AFTER_A_TAP = 100;
  const AFTER_A_KEY = 450;
  let waiting = 0;
  let asking = 0;

  const theForm = () => document.querySelector("#hand-form");
  const inputs = (root) => [...root.querySelectorAll("input[name^='hand.']")];
  const isTile = (input) => input.type === "radio" || input.type === "checkbox";
  const has = (input) => (isTile(input) ? input.checked : input.value !== "");

  function values(form) {
    const found = {};
    for (const [name, value] of new FormData(form)) {
      if (name.startsWith("hand.") && value !== "") found[name] = value;
    }
    return found;
  }

  /* Whether somebody has entered something: more than the page itself had chosen. */
  function touched(form) {
    if ("bound" in form.dataset) return true;
    return inputs(form).some((input) => (isTile(input) ? input.checked && !input.defaultChecked : input.value !== input.defaultValue));
  }

  // --- what applies, and what is ruled out -----------------------------------------------------------

  function holds(condition, found) {
    return Object.entries(condition).every(([path, allowed]) => allowed.includes(found[path] ?? "false"));
  }

  function showWhatApplies(form) {
    for (const field of form.querySelectorAll("[data-when]")) {
      const applies = holds(JSON.parse(field.dataset.when), values(form));
      field.hidden = !applies;
      field.disabled = !applies;
    }
  }

  /* A tile that is chosen already stays as it is: the slip says what is wrong with it. */
  function ruleOut(form) {
    const closed = new Set(JSON.parse(form.querySelector("#closed").dataset.closed).map((pair) => pair.join("=")));
    for (const input of inputs(form).filter(isTile)) {
      input.disabled = !input.checked && closed.has(`${input.name}=${input.value}`);
    }
  }

  // --- adding up ------------------------------------------------------------------------------------------

  function addUp(form) {
    const said = form.querySelector("[data-given]");
    if (!said) return;
    const rows = [...form.querySelectorAll("[data-points]")];
    const chosen = rows.filter((row) => !row.closest("[hidden]") && row.querySelector(":checked"));
    const given = chosen.reduce((sum, row) => sum + Number(row.dataset.points), 0);
    said.textContent = said.dataset.text.replace("%(given)s", given).replace("%(all)s", said.dataset.all);
    said.hidden = rows.every((row) => row.closest("[hidden]"));
  }

  function fillIn(field, edited) {
    const total = Number(field.dataset.total);
    const numbers = inputs(field);
    const sum = (some) => some.reduce((all, input) => all + Number(input.value), 0);
    if (edited) delete edited.dataset.filled;
    const typed = numbers.filter((input) => has(input) && !("filled" in input.dataset));
    const last = numbers.find((input) => !typed.includes(input));
    const rest = total - sum(typed);
    if (typed.length === numbers.length - 1 && rest >= Number(last.min)) {
      last.value = rest;
      last.dataset.filled = "";
    } else {
      for (const input of numbers.filter((one) => "filled" in one.dataset)) {
        input.value = "";
        delete input.dataset.filled;
      }
    }
    const said = field.querySelector("[data-rest]");
    said.textContent = said.dataset.text.replace("%(left)s", total - sum(numbers)).replace("%(all)s", total);
    said.classList.toggle("is-wrong", total < sum(numbers));
  }

  // --- rows -----------------------------------------------------------------------------------------------------

  const used = (row) => inputs(row).some(has);

  /* One row stands open to begin with; another one comes when it is asked for. */
  function showRows(list) {
    const rows = [...list.querySelectorAll("[data-row]")];
    const next = rows.findLastIndex(used) + 1;
    const open = Math.max(1, next, Math.min(next + 1, Number(list.dataset.shown ?? 0)));
    if (open === rows.length) copied(list, rows.at(-1), rows.length).hidden = true;
    rows.forEach((row, place) => {
      row.hidden = place >= open;
      row.querySelector("[data-away]").hidden = !used(row);
    });
    list.querySelector("[data-more]").hidden = open > next;
  }

  function another(list) {
    list.dataset.shown = [...list.querySelectorAll("[data-row]")].findLastIndex(used) + 2;
    showRows(list);
    inputs(list.querySelectorAll("[data-row]")[list.dataset.shown - 1])[0].focus();
  }

  function copied(list, row, place) {
    const copy = row.cloneNode(true);
    const path = list.dataset.rows;
    for (const input of inputs(copy)) {
      input.name = `${path}.${place}.${input.name.slice(path.length + 1).replace(/^\d+\./, "")}`;
      empty(input);
    }
    row.after(copy);
    return copy;
  }

  function empty(input) {
    if (isTile(input)) input.checked = false;
    else input.value = "";
  }

  function choosesDefault(row) {
    for (const field of row.querySelectorAll("[data-default]")) {
      if (inputs(field).some(has)) continue;
      const usual = inputs(field).find((input) => input.value === field.dataset.default);
      if (usual) usual.checked = true;
    }
  }

  function rowsFor(form, names) {
    for (const list of form.querySelectorAll("[data-rows]")) {
      while (names.some((name) => name.startsWith(`${list.dataset.rows}.${list.querySelectorAll("[data-row]").length}.`))) {
        copied(list, [...list.querySelectorAll("[data-row]")].at(-1), list.querySelectorAll("[data-row]").length);
      }
    }
  }

  // --- when something changes ---------------------------------------------------------------------------------

  function update(form, edited) {
    showWhatApplies(form);
    const row = edited?.closest("[data-row]");
    if (row && used(row)) choosesDefault(row);
    for (const field of form.querySelectorAll("[data-total]")) fillIn(field, field.contains(edited ?? null) ? edited : null);
    for (const list of form.querySelectorAll("[data-rows]")) showRows(list);
    addUp(form);
    ruleOut(form);
  }

  /* Without the server nothing is known of the score, nor of what the hand as it now is rules out. */
  function unknown(form, preview) {
    preview.textContent = preview.dataset.text;
    form.querySelector("#preview-sum").textContent = "";
    open(form);
  }

  function open(form) {
    form.querySelector("#closed").dataset.closed = "[]";
    ruleOut(form);
  }

  /* Until the answer is there, the slip on the page is not this hand's. */
  function tell(form, delay) {
    form.querySelector("#preview").setAttribute("aria-busy", "true");
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      waiting = 0;
      form.dispatchEvent(new CustomEvent("hand-changed"));
    }, delay);
  }

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

  function changed(event) {
    const form = event.target.form;
    if (form?.id !== "hand-form" || !event.target.name?.startsWith("hand.")) return;
    update(form, event.target);
    tell(form, isTile(event.target) ? AFTER_A_TAP : AFTER_A_KEY);
  }

  function clicked(event) {
    const more = event.target.closest("[data-more]");
    if (more) another(more.closest("[data-rows]"));
    const row = event.target.closest("[data-away]")?.closest("[data-row]");
    if (!row) return;
    const form = theForm();
    inputs(row).forEach(empty);
    row.parentElement.closest("details").querySelector("summary").focus();
    update(form);
    form.dispatchEvent(new CustomEvent("hand-emptied", { bubbles: true }));
    tell(form, AFTER_A_TAP);
  }

  function prepare() {
    const form = theForm();
    if (!form || form.dataset.drawn) return;
    form.dataset.drawn = "yes";
    update(form);
  }

  /* The form as the server draws it for a new hand, before anybody has touched it; the deal has passed on since. */
  function renew(form, drawn) {
    const dealers = [...form.querySelectorAll("input[name='hand.dealer']")];
    const dealer = dealers.findIndex((input) => input.checked);
    const holder = document.createElement("template");
    holder.innerHTML = drawn;
    const fresh = holder.content.firstElementChild;
    for (const mark of ["drawn", "ready"]) delete fresh.dataset[mark];
    form.replaceWith(fresh);
    const next = fresh.querySelectorAll("input[name='hand.dealer']")[(dealer + 1) % dealers.length];
    if (dealer >= 0 && next) {
      next.checked = true;
      for (const input of next.closest(".tiles").querySelectorAll("input")) input.defaultChecked = input.checked;
    }
    open(fresh);
    prepare();
    return fresh;
  }

  function asks(event, change) {
    if (event.detail.target?.id === "preview") asking += change;
  }

  function answered(event) {
    if (event.detail.target?.id === "preview" && !waiting && !asking) event.detail.target.removeAttribute("aria-busy");
    if (theForm()) ruleOut(theForm());
  }

  function unanswered(event) {
    const preview = event.detail.target;
    if (preview?.id === "preview" && theForm()) unknown(theForm(), preview);
    answered(event);
  }

  window.headTable = { ...window.headTable, form: { values, touched, fill, update, renew } };
  document.addEventListener("input", changed);
  document.addEventListener("click", clicked);
  document.addEventListener("htmx:beforeRequest", (event) => asks(event, 1));
  document.addEventListener("htmx:afterRequest", (event) => asks(event, -1));
  document.addEventListener("htmx:afterSettle", answered);
  for (const end of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
    document.addEventListener(end, unanswered);
  }
  document.addEventListener("htmx:load", prepare);
  document.addEventListener("DOMContentLoaded", prepare);
})();
