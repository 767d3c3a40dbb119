/* What somebody has changed in a form: beside each field what it was, and on each fold that something in it was.
 *   form[data-was='{"best": ["8"]}']  what each field held, by its name: the values that are sent
 *   form[data-was-text], [data-nothing-text], [data-changed-text]  "instead of %(value)s", "nothing", "changed"
 */

/**
 * Whether a field held other values; boxes have no order.
 * @param {string[]} values
 * @param {string[]} others
 */
export const differs = (values, others) => [...values].sort().join("\n") !== [...others].sort().join("\n");

/**
 * The fields whose values differ from what they were; those that are not there are left aside.
 * @param {Record<string, string[]>} was
 * @param {(name: string) => string[]} now
 */
export const changed = (was, now) => Object.keys(was).filter((name) => differs(was[name], now(name)));

/**
 * What a value is called on the page.
 * @param {HTMLElement[]} controls
 * @param {string} value
 */
function called(controls, value) {
  for (const control of controls) {
    if (control instanceof HTMLSelectElement) {
      const option = [...control.options].find((one) => one.value === value);
      if (option) return option.label;
    }
    if (control instanceof HTMLInputElement && ["radio", "checkbox"].includes(control.type) && control.value === value) {
      return control.closest("label")?.textContent?.trim() ?? value;
    }
  }
  return value;
}

/** @param {HTMLFormElement} form */
function watch(form) {
  /** @type {Record<string, string[]>} */
  const was = JSON.parse(form.dataset.was ?? "{}");
  const text = form.dataset.wasText ?? "%(value)s";

  /** @param {string} name */
  const controlsOf = (name) => /** @type {HTMLElement[]} */ ([...form.querySelectorAll(`[name="${CSS.escape(name)}"]`)]);

  /** @param {HTMLElement} field */
  function noteOf(field) {
    const there = field.querySelector(":scope > .field__was");
    if (there) return there;
    const note = document.createElement("p");
    note.className = "field__was";
    field.append(note);
    return note;
  }

  function mark() {
    const sent = new FormData(form);
    const now = changed(was, (name) => sent.getAll(name).map(String).filter((value) => value !== ""));
    for (const note of form.querySelectorAll(".field__was")) note.remove();
    for (const fold of form.querySelectorAll("details > summary > .fold__changed")) fold.remove();
    for (const name of now) {
      const controls = controlsOf(name);
      const field = /** @type {HTMLElement | null} */ (controls[0]?.closest(".field") ?? null);
      if (!field || controls.every((control) => control.matches(":disabled"))) continue;
      const before = was[name].map((value) => called(controls, value)).join(", ") || (form.dataset.nothingText ?? "");
      noteOf(field).textContent = text.replace("%(value)s", before);
      const summary = field.closest("details")?.querySelector(":scope > summary");
      if (summary && !summary.querySelector(".fold__changed")) {
        const chip = document.createElement("span");
        chip.className = "stamp stamp--brass fold__changed";
        chip.textContent = form.dataset.changedText ?? "";
        summary.append(chip);
      }
    }
  }

  form.addEventListener("input", mark);
  form.addEventListener("change", mark);
  mark();
}

if (typeof document !== "undefined") {
  for (const form of document.querySelectorAll("form[data-was]")) watch(/** @type {HTMLFormElement} */ (form));
}
