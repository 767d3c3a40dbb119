/* Small manners of the page, for every screen; nothing here is needed to use it.
 *   [data-step="±n"]         steps the number field of its .stepper, within min and max
 *   [data-open="#id"]        opens a <dialog>; [data-close="#id"] closes it, or hides any element
 *   [data-turn]              turns the seat diagram around it, and remembers it while this page is in use
 *   [data-copy="text"]       copies, and says so in the button for a moment (data-copied="Copied")
 *   [data-print]             prints the page
 */
(() => {
  "use strict";

  const SEAT_KEY = `head-table.from-seat:${location.pathname}`;

  function step(button) {
    const field = button.closest(".stepper").querySelector("input");
    const bound = (name, otherwise) => (field[name] === "" ? otherwise : Number(field[name]));
    const wanted = (Number(field.value) || 0) + Number(button.dataset.step);
    field.value = Math.min(bound("max", Infinity), Math.max(bound("min", -Infinity), wanted));
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }

  function turnTo(diagram, seat) {
    for (const name of [...diagram.classList]) {
      if (name.startsWith("seats--from-")) diagram.classList.remove(name);
    }
    diagram.classList.add(`seats--from-${seat}`);
  }

  function nearest(diagram) {
    const found = diagram.className.match(/seats--from-(\d)/);
    return found ? Number(found[1]) : 1;
  }

  // How somebody turned it holds for the seat from which the server shows it.
  const own = (diagram) => `${SEAT_KEY}:${diagram.dataset.from}`;

  function remembered(diagram) {
    try {
      return Number(sessionStorage.getItem(own(diagram))) || 0;
    } catch {
      return 0; // Storage may be refused; the diagram then stands as served.
    }
  }

  function turn(button) {
    const diagram = button.closest("[data-seats]");
    const next = (nearest(diagram) % Number(diagram.dataset.seats)) + 1;
    turnTo(diagram, next);
    try {
      sessionStorage.setItem(own(diagram), String(next));
    } catch { /* as above */ }
  }

  function dismiss(target) {
    if (target instanceof HTMLDialogElement) target.close();
    else target.hidden = true;
  }

  async function copy(button) {
    const words = button.textContent;
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = button.dataset.copied || words;
    setTimeout(() => { button.textContent = words; }, 2000);
  }

  function prepare(root) {
    for (const button of root.querySelectorAll("[data-turn]")) {
      button.hidden = false;
      const diagram = button.closest("[data-seats]");
      const seat = remembered(diagram);
      if (seat && seat <= Number(diagram.dataset.seats)) turnTo(diagram, seat);
    }
    for (const button of root.querySelectorAll("[data-copy]")) {
      button.hidden = !navigator.clipboard; // Absent on plain http.
    }
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-step], [data-open], [data-close], [data-turn], [data-copy], [data-print]");
    if (!button) return;
    if ("step" in button.dataset) step(button);
    if ("turn" in button.dataset) turn(button);
    if ("copy" in button.dataset) copy(button);
    if ("print" in button.dataset) window.print();
    if ("open" in button.dataset) document.querySelector(button.dataset.open)?.showModal();
    if ("close" in button.dataset) {
      const target = document.querySelector(button.dataset.close);
      if (target) dismiss(target);
    }
  });

  document.addEventListener("htmx:load", (event) => prepare(event.detail.elt));
  document.addEventListener("DOMContentLoaded", () => prepare(document));
})();
