/* The totals of a round: beside each table what its sides make together so far.
 *   [data-together]  a table whose points make this together; its <output> says how many are still missing or too many
 */

for (const table of document.querySelectorAll("[data-together]")) {
  if (!(table instanceof HTMLElement)) continue;
  const output = table.querySelector("output");
  const fields = Array.from(table.querySelectorAll("input"));
  const check = () => {
    const entered = fields.filter((field) => field.value !== "");
    const left = Number(table.dataset.together) - entered.reduce((sum, field) => sum + Number(field.value), 0);
    if (output) output.textContent = !entered.length ? "" : left ? `${left > 0 ? "−" : "+"}${Math.abs(left)}` : "✓";
  };
  table.addEventListener("input", check);
  check();
}
