/* The totals of a round: beside each table what its sides make together, and the last field filled in.
 *   [data-together]  a table whose points make this together; its <output> says how many are still to come or too many
 *   [data-filled]    a field that was left empty, with what the others leave, until somebody types in it
 */

for (const table of document.querySelectorAll("[data-together]")) {
  if (!(table instanceof HTMLElement)) continue;
  const output = table.querySelector("output");
  const fields = Array.from(table.querySelectorAll("input"));
  const together = Number(table.dataset.together);
  const rest = () => fields.reduce((left, field) => left - Number(field.value), together);
  const fill = () => {
    for (const field of fields.filter((field) => "filled" in field.dataset)) {
      field.value = "";
      delete field.dataset.filled;
    }
    const [empty, ...others] = fields.filter((field) => field.value === "");
    if (!empty || others.length || empty === document.activeElement) return;
    const left = rest();
    if (left < Number(empty.min) || left > Number(empty.max)) return;
    empty.value = String(left);
    empty.dataset.filled = "";
  };
  const check = () => {
    fill();
    const left = rest();
    const isShort = together < 0 ? left < 0 : left > 0;
    const entered = fields.some((field) => field.value !== "");
    const words = !left || !entered ? output?.dataset.even : isShort ? output?.dataset.short : output?.dataset.over;
    const points = String(isShort ? left : Math.abs(left)).replace("-", "−");
    if (output) output.textContent = (words ?? "").replace("#", points);
  };
  table.addEventListener("input", (event) => {
    if (event.target instanceof HTMLElement) delete event.target.dataset.filled;
    check();
  });
  table.addEventListener("focusout", check);
  table.addEventListener("focusin", (event) => {
    // What is typed then stands in place of what was filled in, also where the field was clicked.
    const field = event.target;
    if (field instanceof HTMLInputElement && "filled" in field.dataset) setTimeout(() => field.select());
  });
  check();
}
