/* Calling the director: the form is put away once the call is on its way, and the way back from it is the button. */
(() => {
  "use strict";

  const panel = () => document.querySelector("#call");

  function called(event) {
    const form = event.detail.elt;
    if (!panel()?.contains(form) || !event.detail.successful) return;
    form.reset();
    if (panel().matches(":popover-open")) panel().hidePopover();
  }

  function opened(event) {
    if (event.target === panel() && event.newState === "open") panel().querySelector("input")?.focus();
  }

  document.addEventListener("htmx:afterRequest", called);
  document.addEventListener("toggle", opened, true);
})();
