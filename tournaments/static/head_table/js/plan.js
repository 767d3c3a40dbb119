/* The form of a plan: what cannot be had is dimmed, with the reason and the remedy beside it.
 *   form[data-plan]       what goes with each game, as `plan_choices.facts` tells it
 *   [data-reason]         shown while something is dimmed for this reason
 *   [data-for-movement], [data-for-counting]   shown while one of these values of that field is chosen
 *   fieldset[data-rules]  the house rules of the game it names; those of another come with its forecast, in a template
 *   [data-forecast]       holds what is forecast; its address gives it anew for the form as it stands
 *   [data-forecast-button] works the forecast out where this script does not
 *   [data-says]           in the forecast: what a folded part says now; [data-says-of] shows it
 * Without it everything can be chosen, and the house refuses what cannot be.
 */

/** @typedef {{ways: Record<string, string[]>, couples: boolean, target: Record<string, string[]> | null, sizes: number[], go_on: number, counted: Record<string, string>}} Facts */

/** @type {HTMLFormElement | null} */
const form = document.querySelector("form[data-plan]");
/** @type {Record<string, Facts>} */
const FACTS = JSON.parse(form?.dataset.plan ?? "{}");

/** @type {(name: string) => HTMLInputElement[]} */
const inputs = (name) => Array.from(form?.querySelectorAll(`input[name="${name}"]`) ?? []);
/** @param {string} name */
const chosen = (name) => inputs(name).find((input) => input.checked)?.value ?? "";
const game = () => FACTS[chosen("game")] ?? { ways: {}, couples: false, target: null, sizes: [], go_on: 1, counted: {} };
const ends = () => chosen("round") && chosen("round__ends");
const worth = () => chosen("worth") && chosen("worth__counts");

function hasTarget() {
  const { target } = game();
  const rules = Object.entries(target ?? {});
  return target !== null && rules.every(([rule, values]) => values.includes(chosen(`rule-${chosen("game")}-${rule}`)));
}

/* Whether a side of a table wins: the bell decides that where there is one, else whoever has most points. */
const somebodyWins = () => !["", "bell"].includes(ends()) || (game().couples && hasTarget());

/**
 * How the movement can count with what is chosen; the usual way first.
 * @param {string} movement
 */
function waysOf(movement) {
  const atTheTables = game().ways[movement] ?? [];
  return atTheTables.filter((counting) => (counting === "games" ? somebodyWins() : ends() !== "bell"));
}

/**
 * How the evening counts: as chosen, or as is usual with the movement and with what a round is worth.
 * @param {string} worthOfRound
 */
function counting(worthOfRound = worth()) {
  const ways = waysOf(chosen("movement"));
  if (ways.includes(chosen("counting"))) return chosen("counting");
  const wins = ["games", "margin"].includes(worthOfRound) || (chosen("movement") === "by_colour" && chosen("who") !== "all");
  return wins && ways.includes("games") ? "games" : ways[0] ?? "";
}

// --- why something cannot be had; "" where it can ---------------------------------------------------------

/** @param {string} value */
function whyNotEnd(value) {
  if (!["bell", "game"].includes(value)) return "";
  if (!game().target) return "no-target";
  if (value === "bell" && !game().couples) return "no-couples";
  return hasTarget() ? "" : "no-target-yet";
}

/** @param {string} value */
function whyNotMove(value) {
  if (!game().ways[value]?.length) return "seats";
  return waysOf(value).length ? "" : "no-winners";
}

/** @param {string} value */
function whyNotCount(value) {
  if (value === "usual" || waysOf(chosen("movement")).includes(value)) return "";
  return value === "games" ? "no-games" : "rung";
}

/** @param {string} value */
const whyNotWorth = (value) => (!chosen("worth") || value === "points" || counting(value) === "games" ? "" : "nobody-wins");

/** @param {string} value */
function whyNotSitOut(value) {
  const games = counting() === "games" && ["", "games"].includes(worth());
  return value === (games ? "average" : "half") ? "another-unit" : "";
}

/** What is dimmed, in the order in which one hangs on another, and what takes its place. */
/** @type {[string, (value: string) => string, string][]} */
const RULES = [
  ["round__ends", whyNotEnd, "time"],
  ["movement", whyNotMove, "scheduled"],
  ["counting", whyNotCount, "usual"],
  ["worth__counts", whyNotWorth, "points"],
  ["sitout", whyNotSitOut, "none"],
];

function dim() {
  const reasons = new Set();
  for (const [name, whyNot, instead] of RULES) {
    for (const tile of inputs(name)) {
      const reason = whyNot(tile.value);
      tile.disabled = Boolean(reason);
      reasons.add(reason);
    }
    if (!inputs(name).some((tile) => tile.disabled && tile.checked)) continue;
    for (const tile of inputs(name)) tile.checked = tile.value === instead;
  }
  for (const words of form?.querySelectorAll("[data-reason]") ?? []) words.hidden = !reasons.has(words.dataset.reason);
}

function dimSizes() {
  /** @type {HTMLSelectElement | null | undefined} */
  const size = form?.querySelector("select[name=table_size]");
  if (!size) return;
  for (const option of size.options) option.disabled = option.value !== "usual" && !game().sizes.includes(Number(option.value));
  if (size.selectedOptions[0]?.disabled) size.value = "usual";
}

/* How many of each table go on: all but one at the most, and where two sides meet there is nothing to choose. */
function boundGoingOn() {
  /** @type {HTMLInputElement | null | undefined} */
  const field = form?.querySelector("input[name=go_on]");
  if (!field) return;
  const most = game().go_on;
  field.max = String(most);
  field.readOnly = most === 1;
  if (Number(field.value) > most) field.value = String(most);
  for (const words of form?.querySelectorAll("[data-reason=two-sides]") ?? []) words.hidden = most > 1;
}

/* What another game counts is nothing to win a prize for. */
function dimFeats() {
  /** @type {NodeListOf<HTMLSelectElement> | undefined} */
  const selects = form?.querySelectorAll("select[name$=__feat]");
  for (const select of selects ?? []) {
    for (const option of select.options) option.hidden = option.disabled = option.value.includes(".") && !(option.value in game().counted);
    if (select.selectedOptions[0]?.disabled) select.selectedIndex = 0;
  }
}

/* What another game counts costs nothing; what this one does is offered. */
function offerCounted() {
  /** @type {NodeListOf<HTMLSelectElement> | undefined} */
  const selects = form?.querySelectorAll("select[name$=__lost_is], select[name$=__what]");
  for (const select of selects ?? []) {
    const { value } = select;
    for (const option of [...select.options]) if (option.value.includes(".")) option.remove();
    for (const [code, words] of Object.entries(game().counted)) select.add(new Option(words, code, false, code === value));
  }
}

/** The house rules of each game that was chosen, as they were left. @type {Map<string, HTMLElement>} */
const rules = new Map();

/* Shows the house rules of the game that is chosen, if they have come; until then it is not known what can be had. */
function showRules() {
  /** @type {HTMLElement | null | undefined} */
  const shown = form?.querySelector("[data-rules]");
  if (!shown?.dataset.rules || shown.dataset.rules === chosen("game")) return true;
  rules.set(shown.dataset.rules, shown);
  const wanted = rules.get(chosen("game"));
  if (wanted) shown.replaceWith(wanted);
  return Boolean(wanted);
}

function showWhatConcerns() {
  const now = { movement: chosen("movement"), counting: counting() };
  for (const [name, value] of Object.entries(now)) {
    for (const part of form?.querySelectorAll(`[data-for-${name}]`) ?? []) {
      part.hidden = !part.getAttribute(`data-for-${name}`)?.split(" ").includes(value);
    }
  }
}

function follow() {
  if (!showRules()) {
    void forecastNow();
    return;
  }
  dim();
  dimSizes();
  dimFeats();
  offerCounted();
  boundGoingOn();
  showWhatConcerns();
}

// --- the forecast -----------------------------------------------------------------------------------------

const PAUSE = 400;
/** @type {HTMLElement | null} */
const forecast = document.querySelector("[data-forecast]");
/** @type {number | undefined} */
let waiting;
/** @type {AbortController | undefined} */
let asked;

function formAsItStands() {
  const entered = new URLSearchParams();
  for (const [name, value] of new FormData(form ?? undefined)) {
    if (name !== "csrfmiddlewaretoken" && typeof value === "string") entered.append(name, value);
  }
  return entered;
}

async function forecastNow() {
  if (!forecast) return;
  asked?.abort();
  asked = new AbortController();
  try {
    const answer = await fetch(`${forecast.dataset.forecast}?${formAsItStands()}`, {
      credentials: "same-origin",
      redirect: "error",
      signal: asked.signal,
    });
    if (!answer.ok) return;
    forecast.innerHTML = await answer.text();
    const came = forecast.querySelector("template")?.content.querySelector("fieldset");
    if (came?.dataset.rules) {
      rules.set(came.dataset.rules, came);
      form?.dispatchEvent(new Event("change"));
    }
    for (const told of forecast.querySelectorAll("[data-says]")) {
      const summary = form?.querySelector(`[data-says-of="${told.dataset.says}"]`);
      if (summary) summary.textContent = told.textContent;
    }
  } catch { /* Without a network the old forecast stays; so it does when something else is entered meanwhile. */ }
}

function forecastSoon() {
  clearTimeout(waiting);
  waiting = window.setTimeout(forecastNow, PAUSE);
}

function forecastLive() {
  // Gone, or the enter key would press it in place of the button that saves.
  form?.querySelector("[data-forecast-button]")?.remove();
  form?.addEventListener("input", forecastSoon);
  form?.addEventListener("change", forecastSoon);
  void forecastNow();
}

// --- another kind of evening ------------------------------------------------------------------------------

const TYPED = ["name", "date", "starts_at", "players", "rounds", "ends_about", "round__hands", "round__minutes"];

/* What was typed goes along to the form that begins with another kind. */
function takeAlong() {
  const before = new URLSearchParams(location.search);
  for (const link of document.querySelectorAll("a.preset")) {
    if (!(link instanceof HTMLAnchorElement)) continue;
    link.addEventListener("click", () => {
      const url = new URL(link.href);
      for (const name of TYPED) {
        const field = form?.elements.namedItem(name);
        if (!(field instanceof HTMLInputElement)) continue;
        if (field.value && (field.value !== field.defaultValue || before.has(name))) url.searchParams.set(name, field.value);
      }
      link.href = url.href;
    });
  }
}

/** @param {HTMLInputElement | undefined} tile */
const labelOf = (tile) => tile?.labels?.[0]?.textContent?.trim() ?? "";

/* An evening that nobody has named is called after its game, also when another game is chosen. */
function nameFollowsGame() {
  const field = form?.elements.namedItem("name");
  if (!(field instanceof HTMLInputElement)) return;
  let named = labelOf(inputs("game").find((tile) => tile.checked));
  for (const tile of inputs("game")) {
    tile.addEventListener("change", () => {
      if (field.value === named) field.value = labelOf(tile);
      named = labelOf(tile);
    });
  }
}

form?.addEventListener("change", follow);
if (form) {
  follow();
  forecastLive();
  takeAlong();
  nameFollowsGame();
}
