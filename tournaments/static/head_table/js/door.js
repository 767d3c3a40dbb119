/* Whoever is let in stays in the list at the door, marked, until the page is read again: nobody moves up under a finger.
 *   [data-stays="#inside"]   its lines [data-player] that went into the other list stay, with a way to take them back
 *   template[data-in]        such a line; the name goes into [data-its-name], the form of the other list behind it
 * After a tap the keys go on to the next name.
 */

/**
 * The order of the list: that of the answer, and whoever is in where they stood, behind the same name as before.
 * @param {string[]} before
 * @param {string[]} now
 * @param {string[]} inside
 */
export function merged(before, now, inside) {
  const order = [...now];
  let behind = "";
  for (const player of before) {
    if (!now.includes(player)) {
      if (!inside.includes(player)) continue;
      order.splice(order.indexOf(behind) + 1, 0, player);
    }
    behind = player;
  }
  return order;
}

/** @type {{ player: string, top: number } | null} the line that was tapped last, and how high it stood */
let tapped = null;

/** @param {ParentNode} list */
const linesOf = (list) => new Map([...list.querySelectorAll("[data-player]")].map((line) => [line.dataset.player ?? "", line]));

/** @param {string} player */
const lineOf = (player) => document.querySelector(`[data-stays] [data-player="${CSS.escape(player)}"]`);

/**
 * @param {HTMLTemplateElement} template
 * @param {HTMLElement} old the line as it was
 * @param {HTMLElement} there the line in the other list
 */
function lineIn(template, old, there) {
  const line = /** @type {HTMLElement} */ (template.content.firstElementChild?.cloneNode(true));
  line.dataset.player = old.dataset.player;
  line.dataset.name = old.dataset.name;
  line.style.minBlockSize = old.style.minBlockSize;
  const name = line.querySelector("[data-its-name]");
  if (name) name.textContent = old.dataset.name ?? "";
  const form = there.querySelector("form")?.cloneNode(true);
  if (form) {
    form.querySelector("button")?.setAttribute("id", `back-${old.dataset.player}`);
    line.append(form);
  }
  return line;
}

/**
 * @param {HTMLElement} list
 * @param {HTMLElement} old the list that it took the place of
 */
function stay(list, old) {
  const template = list.querySelector("template");
  const other = document.querySelector(list.dataset.stays ?? "");
  if (!template || !other) return;
  const [before, now, inside] = [old, list, other].map(linesOf);
  const order = merged([...before.keys()], [...now.keys()], [...inside.keys()]);
  if (order.length === now.size) return;
  // Where nobody is left there is a notice in place of the rows.
  const rows = list.querySelector("ul") ?? old.querySelector("ul")?.cloneNode();
  if (!rows) return;
  if (!rows.isConnected) template.after(rows);
  /** @type {HTMLElement | undefined} */
  let behind;
  for (const player of order) {
    let line = now.get(player);
    const [gone, there] = [before.get(player), inside.get(player)];
    if (!line && gone && there) {
      line = lineIn(template, gone, there);
      if (behind) behind.after(line);
      else rows.prepend(line);
    }
    behind = line;
  }
}

/** The line that was tapped stands as high as before, and the keys go on behind it. */
function goOn() {
  const line = tapped && lineOf(tapped.player);
  if (!tapped || !line) return;
  window.scrollBy(0, line.getBoundingClientRect().top - tapped.top);
  if (document.activeElement && document.activeElement !== document.body) return;
  const lines = [...document.querySelectorAll("[data-stays] [data-player]")];
  const at = lines.indexOf(line);
  const open = [...lines.slice(at), ...lines.slice(0, at)].find((one) => !one.classList.contains("is-in"));
  const stop = open ? (open.querySelector(".is-usual") ?? open.querySelector("button")) : document.querySelector("[data-stays] .notice");
  if (!open) stop?.setAttribute("tabindex", "-1");
  stop?.focus({ preventScroll: true });
}

const first = globalThis.document?.querySelector("[data-stays]");
if (first?.parentElement) {
  document.addEventListener("htmx:beforeRequest", ({ detail }) => {
    const line = detail.elt?.closest("[data-stays] [data-player]");
    if (!line) {
      if (detail.elt?.localName === "form") tapped = null; // Somebody went on elsewhere.
      return;
    }
    tapped = { player: line.dataset.player ?? "", top: 0 };
    line.style.minBlockSize = `${line.offsetHeight}px`;
  });
  document.addEventListener("htmx:beforeSwap", () => {
    const line = tapped && lineOf(tapped.player);
    if (tapped && line) tapped.top = line.getBoundingClientRect().top;
  });
  // Before anybody sees the list that came.
  new MutationObserver((changes) => {
    const [old] = changes.flatMap(({ removedNodes }) => [...removedNodes]).filter((one) => one instanceof HTMLElement && one.dataset.stays);
    const list = document.querySelector("[data-stays]");
    if (!list || !(old instanceof HTMLElement)) return;
    stay(list, old);
    window.htmx.process(list); // At once: htmx does it a moment later, and a key pressed before would load the page.
    goOn();
  }).observe(first.parentElement, { childList: true });
}
