/* The search of the desk as one types, by the keys alone; without it the field in the head leads to a page of its own.
 *   #palette              the dialog: a field, and the options that the server finds for it
 *   [data-palette]        the form in the head; tapped, or sent with nothing in it, it opens the dialog
 *   Ctrl or Cmd and K     opens it from everywhere, as "/" does where the page has no search of its own (desk.js)
 *   up, down, Enter       go through the options, and follow one; Enter without one leads to the page of the search
 */
const palette = /** @type {HTMLDialogElement | null} */ (document.querySelector("#palette"));

/** @param {HTMLDialogElement} dialog */
function manage(dialog) {
  const field = /** @type {HTMLInputElement} */ (dialog.querySelector("[role=combobox]"));
  const status = /** @type {HTMLElement} */ (dialog.querySelector("[role=status]"));
  let at = -1;

  const options = () => [...dialog.querySelectorAll("[role=option]")];

  /** @param {number} place */
  function mark(place) {
    const all = options();
    at = place;
    all.forEach((one, number) => one.setAttribute("aria-selected", String(number === at)));
    field.setAttribute("aria-expanded", String(all.length > 0));
    field.setAttribute("aria-activedescendant", all[at]?.id ?? "");
    all[at]?.scrollIntoView({ block: "nearest" });
  }

  function open() {
    if (document.querySelector("dialog[open]")) return;
    dialog.showModal();
    field.select();
  }

  /** @param {number} step */
  function move(step) {
    const count = options().length;
    if (count) mark((Math.max(at, step < 0 ? 0 : -1) + step + count) % count);
  }

  /** @param {string} key */
  function pressed(key) {
    if (key === "ArrowDown") move(1);
    else if (key === "ArrowUp") move(-1);
    else if (key === "Escape") dialog.close(); // A search field would only empty itself.
    else if (key === "Enter" && at >= 0) options()[at].click();
    else return false;
    return true;
  }

  field.addEventListener("keydown", (event) => {
    if (!event.isComposing && pressed(event.key)) event.preventDefault();
  });
  // What is shown meanwhile was found for fewer letters: nobody is led there by pressing Enter.
  field.addEventListener("input", () => mark(-1));
  dialog.addEventListener("htmx:afterSwap", () => {
    status.textContent = dialog.querySelector(".palette__told")?.textContent.trim() ?? "";
    mark(options().length ? 0 : -1);
  });

  document.addEventListener("search-wanted", open);
  document.addEventListener("keydown", (event) => {
    const isAsked = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (!isAsked || event.key.toLowerCase() !== "k") return;
    event.preventDefault();
    open();
  });

  const head = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-palette]"));
  const inHead = /** @type {HTMLInputElement | null | undefined} */ (head?.querySelector("[type=search]"));
  inHead?.addEventListener("click", open);
  head?.addEventListener("submit", (event) => {
    if (inHead?.value.trim()) return;
    event.preventDefault();
    open();
  });
}

if (palette) manage(palette);
