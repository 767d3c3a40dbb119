/* Who has what, in a line: each item a chip that flips between the couples, and the rest to one of them by one tap.
 * The rows of tiles stay in the form as what is sent; without this script they are what is tapped.
 *
 *   fieldset[data-chips]      rows (.counter) of tiles, one for each couple, and some for what was discarded by mistake
 *   fieldset[data-rest]       rows of tiles of which the rest can go to one; worded as in it, "%(name)s took the rest";
 *                             [data-rest-text] is what its row is called
 *   [data-nobody-text], [data-discards-text]  what a chip says of an item that nobody has; what the fold is called
 */
(() => {
  "use strict";

  const drawn = new WeakSet();

  /**
   * @param {HTMLElement} row
   * @returns {HTMLInputElement[]}
   */
  const tilesOf = (row) => Array.from(row.querySelectorAll("input[type=radio]"));
  /** @param {HTMLInputElement} tile */
  const isDiscard = (tile) => tile.closest(".tile--discard") !== null;
  /** @param {HTMLInputElement} tile */
  const tone = (tile) => tile.value.slice(0, 1);

  /**
   * @param {string} classes
   * @param {string} [tag]
   */
  function made(classes, tag = "button") {
    const one = document.createElement(tag);
    one.className = classes;
    if (one instanceof HTMLButtonElement) one.type = "button";
    return one;
  }

  /** @param {HTMLInputElement} tile */
  function choose(tile) {
    tile.checked = true;
    tile.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /** @param {HTMLInputElement[]} tiles */
  function clear(tiles) {
    for (const tile of tiles) tile.checked = false;
    tiles[0]?.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /**
   * To the next couple that may have it; what was discarded and comes round again is nobody's.
   * @param {HTMLInputElement[]} tiles
   */
  function flip(tiles) {
    const open = tiles.filter((tile) => tile.checked || !tile.disabled);
    const next = open[open.findIndex((tile) => tile.checked) + 1];
    if (next) choose(next);
    else if (open.length && isDiscard(open[0])) clear(open);
    else if (open.length) choose(open[0]);
  }

  /**
   * @param {HTMLElement} row
   * @param {(tile: HTMLInputElement) => boolean} among
   */
  function chipOf(row, among) {
    const chip = made("flip");
    const picture = row.querySelector(".counter__name > .icon")?.cloneNode(true);
    const points = made("flip__points", "span");
    points.textContent = row.dataset.points ?? "";
    const who = made("flip__who", "strong");
    chip.append(...(picture ? [picture] : []), points, who);
    chip.addEventListener("click", () => flip(tilesOf(row).filter(among)));
    return chip;
  }

  /**
   * @param {HTMLElement} chip
   * @param {HTMLElement} row
   * @param {(tile: HTMLInputElement) => boolean} among
   * @param {string} nobody
   */
  function face(chip, row, among, nobody) {
    const chosen = tilesOf(row).find((tile) => tile.checked && among(tile));
    const name = row.querySelector(".counter__name > span")?.textContent?.replace(/\s+/g, " ").trim() ?? "";
    chip.classList.toggle("flip--a", chosen !== undefined && tone(chosen) === "A");
    chip.classList.toggle("flip--b", chosen !== undefined && tone(chosen) === "B");
    chip.classList.toggle("flip--gone", tilesOf(row).some((tile) => tile.checked && isDiscard(tile)));
    const who = chip.querySelector(".flip__who");
    if (who) who.textContent = chosen ? tone(chosen) : "–";
    chip.setAttribute("aria-label", `${name}: ${chosen?.ariaLabel ?? nobody}`);
  }

  /**
   * @param {HTMLElement} field
   * @param {HTMLElement[]} rows
   */
  function drawRest(field, rows) {
    const flips = "chips" in field.dataset;
    const line = made(flips ? "rest" : "rest counter", "div");
    if (!flips) {
      const name = made("counter__name", "span");
      name.textContent = field.dataset.restText ?? "";
      line.append(name);
    }
    /** @param {string} name */
    const words = (name) => (field.dataset.rest ?? "").replace("%(name)s", name);
    for (const tile of tilesOf(rows[0]).filter((one) => !isDiscard(one))) {
      const button = made(`button button--small rest__to${flips ? ` rest__to--${tone(tile).toLowerCase()}` : ""}`);
      button.textContent = flips ? words(tone(tile)) : tile.closest("label")?.textContent?.trim() ?? tile.value;
      button.setAttribute("aria-label", words(flips ? tone(tile) : tile.ariaLabel ?? tile.value));
      button.dataset.restTo = tile.value;
      button.addEventListener("click", () => {
        for (const row of rows) {
          const tiles = tilesOf(row);
          const same = tiles.find((one) => one.value === tile.value && !one.disabled);
          if (same && !tiles.some((one) => one.checked)) choose(same);
        }
      });
      line.append(button);
    }
    return line;
  }

  /** @param {HTMLElement} field */
  function draw(field) {
    if (drawn.has(field)) return;
    drawn.add(field);
    // A form that was copied has chips that hear nothing.
    for (const old of field.querySelectorAll(":scope > :is(.flips, .rest)")) old.remove();
    const rows = /** @type {HTMLElement[]} */ ([...field.querySelectorAll(".counter")]);
    const nobody = field.dataset.nobodyText ?? "";
    const rest = drawRest(field, rows);
    if (!("chips" in field.dataset)) {
      field.append(rest);
      return;
    }
    /** @type {(() => void)[]} */
    const faces = [];
    /** @param {(tile: HTMLInputElement) => boolean} among */
    const lineOf = (among) => {
      const line = made("flips", "div");
      for (const row of rows) {
        const chip = chipOf(row, among);
        faces.push(() => face(chip, row, among, nobody));
        line.append(chip);
      }
      return line;
    };
    field.append(lineOf((tile) => !isDiscard(tile)), rest);
    if (rows.some((row) => tilesOf(row).some(isDiscard))) {
      const fold = /** @type {HTMLDetailsElement} */ (made("fold rest__fold", "details"));
      const summary = made("", "summary");
      const told = made("rest__told", "strong");
      summary.append(`${field.dataset.discardsText ?? ""} `, told);
      fold.append(summary, lineOf(isDiscard));
      faces.push(() => {
        const gone = rows.filter((row) => tilesOf(row).some((tile) => tile.checked && isDiscard(tile)));
        told.textContent = gone.length ? String(gone.length) : "";
      });
      rest.append(fold);
    }
    field.classList.add("is-flips");
    field.closest("form")?.addEventListener("hand-updated", () => { for (const one of faces) one(); });
    for (const one of faces) one();
  }

  function prepare() {
    for (const field of document.querySelectorAll("#hand-form fieldset[data-rest]")) draw(/** @type {HTMLElement} */ (field));
  }

  document.addEventListener("hand-drawn", prepare);
  document.addEventListener("htmx:afterSwap", prepare); // before anybody sees the rows
  document.addEventListener("DOMContentLoaded", prepare);
})();
