/* The wall: a clock that goes on, and screens that turn by themselves. Needs live.js for the news.
 *   [data-clock="Europe/Paris"]  shows the time there
 *   [data-screen]                one of several screenfuls; [data-dot] the dot in the foot that stands for it
 *   #wall[data-every]            how many seconds a screenful stands
 *   [data-until][data-unit]      when the round ends by time, or the next begins: it says how many units (ms) are left
 */
(() => {
  "use strict";

  const RETRY = 2000;
  const SECOND = 1000;
  let shown = 0;
  let since = 0;

  function tick() {
    const clock = document.querySelector("[data-clock]");
    if (!clock) return;
    /** @type {Intl.DateTimeFormatOptions} */
    const zone = { hour: "2-digit", minute: "2-digit", hour12: false, timeZone: clock.dataset.clock };
    clock.textContent = new Intl.DateTimeFormat(document.documentElement.lang, zone).format(new Date());
    left();
  }

  /** How long until the round ends by time, or the next step follows by itself. */
  function left() {
    const told = document.querySelector("[data-until]");
    if (!told) return;
    const units = Math.ceil((new Date(told.dataset.until ?? "").getTime() - Date.now()) / Number(told.dataset.unit));
    told.textContent = units > 0 ? (told.dataset.text ?? "").replace("%(left)s", String(units)) : told.dataset.over ?? "";
  }

  /** Every second: the next screen when this one has stood for as long as the wall says. */
  function turn() {
    since += 1;
    if (since < Number(document.querySelector("#wall")?.dataset.every)) return;
    since = 0;
    show(shown + 1);
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

  /** A television that falls asleep shows nothing; not every browser can be asked, and none has to agree. */
  function awake() {
    if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => null);
  }

  document.addEventListener("htmx:afterSwap", swapped);
  document.addEventListener("htmx:sendError", again);
  document.addEventListener("htmx:responseError", again);
  document.addEventListener("DOMContentLoaded", () => {
    tick();
    setInterval(tick, SECOND);
    setInterval(turn, SECOND);
    awake();
    document.addEventListener("visibilitychange", awake);
  });
})();
