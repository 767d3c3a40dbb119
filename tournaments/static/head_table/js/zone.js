/* The time zone of whoever fills a form in, chosen for them where nothing is chosen yet: select[data-guess-zone]. */

/**
 * The browser's own zone, where the choices have it.
 * @param {string[]} offered
 * @param {string} own
 */
export const guess = (offered, own) => (offered.includes(own) ? own : "");

if (typeof document !== "undefined") {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  for (const choice of document.querySelectorAll("select[data-guess-zone]")) {
    if (choice instanceof HTMLSelectElement && !choice.value) {
      choice.value = guess([...choice.options].map((option) => option.value), own);
    }
  }
}
