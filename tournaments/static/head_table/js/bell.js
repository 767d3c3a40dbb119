/* The bell on every screen: sounds, and shakes a phone, when a page that was open before is told that it has rung.
 *
 *   [data-bell]              "rung" while the bell of the round has rung, else empty
 *   headTable.bell.hear()    looks again; for whoever has changed data-bell
 */
(() => {
  "use strict";

  const HEARD = `head-table.bell.${document.body.dataset.versionUrl ?? ""}`;
  const TOO_LATE = 3000; // A browser may allow the sound long after the bell, when somebody touches the page.
  const TOUCHED = "head-table.touched";
  /** @type {AudioContext | undefined} */
  let sound;

  /* A browser lets a page make sounds only after somebody has touched it, or the one before it. */
  async function allow() {
    sound ??= new AudioContext();
    await sound.resume();
    return sound;
  }

  function touched() {
    try { sessionStorage.setItem(TOUCHED, "yes"); } catch { /* The page is silent then. */ }
    allow().catch(() => null);
  }

  /**
   * @param {AudioContext} sound
   * @param {number} pitch
   * @param {number} when
   */
  function strike(sound, pitch, when) {
    const tone = sound.createOscillator();
    const volume = sound.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.25, when);
    volume.gain.exponentialRampToValueAtTime(0.0001, when + 1.4);
    tone.connect(volume).connect(sound.destination);
    tone.start(when);
    tone.stop(when + 1.5);
  }

  function toll() {
    const rang = Date.now();
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (!still && navigator.userActivation?.hasBeenActive) navigator.vibrate?.([400, 200, 400, 200, 800]);
    allow().then((heard) => {
      if (Date.now() - rang > TOO_LATE) return;
      for (const stroke of [0, 0.5, 1]) {
        for (const pitch of [880, 1318.5, 2217.5]) strike(heard, pitch, heard.currentTime + stroke);
      }
    }, () => null);
  }

  /* What this tab has heard lasts over a reload: the desk reads its page again when the bell rings. */
  function hear() {
    const now = document.querySelector("[data-bell]")?.dataset.bell;
    if (now === undefined) return;
    try {
      const before = sessionStorage.getItem(HEARD) ?? now;
      sessionStorage.setItem(HEARD, now);
      if (now && !before && sessionStorage.getItem(TOUCHED)) toll();
    } catch { /* Storage may be refused; the page is silent then. */ }
  }

  window.headTable = { ...window.headTable, bell: { hear } };
  for (const touch of ["pointerdown", "keydown"]) document.addEventListener(touch, touched);
  document.addEventListener("htmx:load", hear);
  document.addEventListener("DOMContentLoaded", hear);
})();
