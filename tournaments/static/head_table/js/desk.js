/* The desk's manners; nothing here is needed to run an evening.
 *   [data-key="n"]        pressing the key presses it (links and buttons); switched off by [data-keys-on]
 *   [data-cut]            a level table: `c` goes to the first, and inside it [data-cut-key] a, b, d
 *   .table-card a         1 to 9 open these tables
 *   [data-search]         `/` goes there; on a page without it `/` wants the search of the club (palette.js)
 *   [data-filter="#list"] hides what does not match among the [data-name] of the list, accents apart
 *   [data-fills="id"]     its buttons put their words into that field
 *   form[data-goes-on]    Enter goes to its next field or button, and does not send it
 *   details[data-unfolds] opens once something else of its form is entered
 *   body[data-status]     when the evening reaches another status the page is read again,
 *                         unless something has been entered and not sent
 */
const KEYS_OFF = "head-table.keys-off";
const IN_A_FIELD = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";

// --- keys -----------------------------------------------------------------------------------------------

function keysOff() {
  try {
    return localStorage.getItem(KEYS_OFF) === "1";
  } catch {
    return false;
  }
}

/** @param {HTMLElement | null | undefined} found */
function press(found) {
  if (!found || ("disabled" in found && found.disabled)) return false;
  found.focus();
  found.click();
  return true;
}

function goToCut() {
  const first = document.querySelector("[data-cut] button");
  first?.scrollIntoView({ block: "center" });
  first?.focus();
  return Boolean(first);
}

/** @param {string} number */
function tableCard(number) {
  const cards = [...document.querySelectorAll(".board .table-card")];
  const card = cards.find((one) => one.querySelector(".medallion__number")?.textContent.trim() === number);
  return card?.querySelector(".table-card__foot a");
}

function search() {
  const field = document.querySelector("[data-search]");
  if (field) field.focus();
  else document.dispatchEvent(new CustomEvent("search-wanted"));
  return true;
}

/**
 * @param {string} key
 * @param {Element} target
 */
function heard(key, target) {
  const cut = target.closest?.("[data-cut]")?.querySelector(`[data-cut-key="${CSS.escape(key)}"]`);
  if (cut) return press(cut);
  if (key === "/") return search();
  if (key === "c") return goToCut();
  if (/^[1-9]$/.test(key)) return press(tableCard(key));
  return press(document.querySelector(`[data-key="${CSS.escape(key)}"]`));
}

document.addEventListener("keydown", (event) => {
  const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat;
  const target = /** @type {Element} */ (event.target);
  if (!plain || target.closest(IN_A_FIELD) || document.querySelector("dialog[open]")) return;
  if (event.key !== "?" && keysOff()) return;
  if (heard(event.key, target)) event.preventDefault();
});

/** @type {NodeListOf<HTMLInputElement>} */
const boxes = document.querySelectorAll("[data-keys-on]");
for (const box of boxes) {
  box.checked = !keysOff();
  box.addEventListener("change", () => {
    try {
      localStorage.setItem(KEYS_OFF, box.checked ? "0" : "1");
    } catch { /* Storage may be refused; the keys then stay on. */ }
  });
}

// --- usual reasons --------------------------------------------------------------------------------------

// Heard by the page: an answer brings other buttons.
document.addEventListener("click", (event) => {
  const chip = /** @type {Element} */ (event.target).closest("[data-fills] button");
  const id = /** @type {HTMLElement | null | undefined} */ (chip?.closest("[data-fills]"))?.dataset.fills;
  const field = /** @type {HTMLInputElement | null} */ (document.getElementById(id ?? ""));
  if (!chip || !field) return;
  field.value = chip.textContent.trim();
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.focus();
});

document.addEventListener("input", (event) => {
  const target = /** @type {Element} */ (event.target);
  target.closest("form")?.querySelector("[data-unfolds]")?.setAttribute("open", "");
});

// --- finding a member -----------------------------------------------------------------------------------

/** @param {string} text */
const folded = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();

/** @param {HTMLInputElement} field */
function filter(field) {
  const list = document.querySelector(field.dataset.filter ?? "");
  const wanted = folded(field.value);
  let shown = 0;
  for (const line of list?.querySelectorAll("[data-name]") ?? []) {
    line.hidden = !folded(line.dataset.name ?? "").includes(wanted);
    if (!line.hidden) shown += 1;
  }
  const nobody = list?.querySelector("[data-nobody]");
  if (nobody) nobody.hidden = shown > 0;
}

/** @param {HTMLElement} field */
function onlyOneLeft(field) {
  const lines = [...document.querySelectorAll(`${field.dataset.filter} [data-name]:not([hidden], .is-in)`)];
  return lines.length === 1 ? (lines[0].querySelector(".is-usual") ?? lines[0].querySelector("button")) : null;
}

/** @returns {NodeListOf<HTMLInputElement>} */
const filters = () => document.querySelectorAll("[data-filter]");
for (const field of filters()) {
  field.addEventListener("input", () => filter(field));
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const only = onlyOneLeft(field);
    if (!only) return;
    only.click();
    field.value = "";
    field.focus();
  });
}

// --- Enter goes on to the next field of a list, and from the last one to its button -----------------------

document.addEventListener("keydown", (event) => {
  const field = event.target;
  if (event.key !== "Enter" || !(field instanceof HTMLInputElement) || !field.form?.matches("[data-goes-on]")) return;
  event.preventDefault();
  const fields = [...field.form.elements].filter((element) => element.matches("input:not([type=hidden]), button"));
  const next = fields[fields.indexOf(field) + 1];
  if (next instanceof HTMLElement) next.focus();
});

document.addEventListener("htmx:afterSettle", () => {
  filters().forEach(filter);
});

// --- what is refused at the door, or of a fixture, brings the form that says why ------------------------

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.xhr.status !== 422 || !detail.target?.matches("#live, .entry")) return;
  detail.shouldSwap = true;
  detail.isError = false;
});

// --- another status -------------------------------------------------------------------------------------

const LONGEST_WAY = 10000;
let entered = document.querySelector("form .field--error") !== null;

document.addEventListener("input", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (target.closest("form") && !target.matches("[type=search]")) entered = true;
});
// A form on its way leads to its own page; reading this one again meanwhile would lose that answer.
let leaving = 0;
document.addEventListener("submit", (event) => {
  entered = false;
  if (!event.defaultPrevented) leaving = Date.now();
});

document.addEventListener("evening-changed", (event) => {
  const status = event.detail?.status;
  if (!status) return; // somebody wants to see the newest, and knows of no other status
  if (Date.now() - leaving < LONGEST_WAY) return;
  if (!document.body.dataset.status || status === document.body.dataset.status) return;
  if (entered) {
    document.body.dataset.bell = status === "bell" ? "rung" : "";
    window.headTable.bell.hear();
    return;
  }
  // The page of another status has other parts: it is read again as a whole.
  event.stopPropagation();
  window.location.assign(window.location.pathname + window.location.search);
}, true);
