/* The wall: a clock that goes on, and screens that turn by themselves. Needs live.js for the news.
 *   [data-clock="Europe/Paris"]  shows the time there
 *   [data-screen]                one of several screenfuls; [data-dot] the dot in the foot that stands for it
 */
(() => {
  "use strict";

  const TURN = 9000;
  const RETRY = 2000;
  let shown = 0;

  function tick() {
    const clock = document.querySelector("[data-clock]");
    if (!clock) return;
    /** @type {Intl.DateTimeFormatOptions} */
    const zone = { hour: "2-digit", minute: "2-digit", hour12: false, timeZone: clock.dataset.clock };
    clock.textContent = new Intl.DateTimeFormat(document.documentElement.lang, zone).format(new Date());
  }

  /** @param {number} wanted */
  function show(wanted) {
    const screens = [...document.querySelectorAll("[data-screen]")];
    if (!screens.length) return;
    shown = wanted % screens.length;
    screens.forEach((screen, place) => { screen.hidden = place !== shown; });
    document.querySelectorAll("[data-dot]").forEach((dot, place) => dot.classList.toggle("is-shown", place === shown));
  }

  // What changes while a round is played should not throw the room back to the first screen.
  /** @param {HtmxEvent} event */
  function swapped(event) {
    const before = event.detail.target?.dataset?.kind;
    show(before === document.querySelector("#wall")?.dataset.kind ? shown : 0);
    tick();
  }

  // The news was missed, not lost: the wall has nobody to press a button.
  function again() {
    setTimeout(() => document.body.dispatchEvent(new CustomEvent("evening-changed")), RETRY);
  }

  document.addEventListener("htmx:afterSwap", swapped);
  document.addEventListener("htmx:sendError", again);
  document.addEventListener("htmx:responseError", again);
  document.addEventListener("DOMContentLoaded", () => {
    tick();
    setInterval(tick, 1000);
    setInterval(() => show(shown + 1), TURN);
  });
})();
