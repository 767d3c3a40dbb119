/* Agreeing and calling at the table.
 *
 *   #call         the form that calls the director: put away once the call is on its way
 *   .asked__what  a hand about which somebody has still to say something; a new one is said aloud in #asked-aloud
 */
(() => {
  "use strict";

  const panel = () => document.querySelector("#call");

  /** @param {HtmxEvent} event */
  function called(event) {
    const { elt, successful } = event.detail;
    const around = panel();
    if (!around?.contains(elt) || !successful) return;
    if (elt instanceof HTMLFormElement) elt.reset();
    if (around.matches(":popover-open")) around.hidePopover();
  }

  /** @param {ToggleEvent} event */
  function opened(event) {
    if (event.target === panel() && event.newState === "open") panel()?.querySelector("input")?.focus();
  }

  const asked = () => [...document.querySelectorAll(".asked__what")].map((one) => one.textContent.replace(/\s+/g, " ").trim()).join(". ");

  function sayAloud() {
    const aloud = document.querySelector("#asked-aloud");
    if (aloud && aloud.dataset.said !== asked()) {
      aloud.textContent = asked();
      aloud.dataset.said = asked();
    }
  }

  function begin() {
    const aloud = document.querySelector("#asked-aloud");
    if (aloud) aloud.dataset.said = asked();
  }

  document.addEventListener("DOMContentLoaded", begin);
  document.addEventListener("htmx:afterSettle", sayAloud);
  document.addEventListener("htmx:afterRequest", called);
  document.addEventListener("toggle", opened, true);
})();
