/* House rules that mean something only beside others are shown only then.
 *   input[data-under='{"field": ["value"]}']  means something only while each field has one of these values
 * Without it all are shown, and those that mean nothing change nothing.
 */

/**
 * What a field of a form holds now: the value of the tile that is chosen, or whether a box is ticked.
 * @param {HTMLFormElement} form
 * @param {string} name
 */
function valueOf(form, name) {
  /** @type {HTMLInputElement[]} */
  const inputs = Array.from(form.querySelectorAll(`input[name="${name}"]`));
  const [first] = inputs;
  if (first?.type === "checkbox") return String(first.checked);
  return (first?.type === "radio" ? inputs.find((input) => input.checked) : first)?.value ?? "";
}

/** @param {HTMLFormElement} form */
function showWhatIsInForce(form) {
  for (const input of form.querySelectorAll("input[data-under]")) {
    /** @type {Record<string, unknown[]>} */
    const under = JSON.parse(input.dataset.under ?? "{}");
    const isInForce = Object.entries(under).every(([name, values]) => values.map(String).includes(valueOf(form, name)));
    const field = input.closest(".field");
    if (field) field.hidden = !isInForce;
  }
}

for (const form of document.forms) {
  showWhatIsInForce(form);
  form.addEventListener("change", () => showWhatIsInForce(form));
}
