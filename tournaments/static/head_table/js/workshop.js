/* The rules workshop: what is typed is kept on this device until it is saved, and offered again.
 *   form[data-draft="club/game"]   the draft; one with other contents that is kept is offered in [data-draft-kept]
 *   [data-draft-take], [data-draft-drop]   continue with what is kept, or delete it
 *   [data-draft-done="club/game"]  on the page after saving: the draft is kept no longer
 */
const KEY = "workshop ";

/** @type {HTMLFormElement | null} */
const form = document.querySelector("form[data-draft]");
/** @type {HTMLElement | null} */
const offer = document.querySelector("[data-draft-kept]");
/** @type {HTMLElement | null} */
const done = document.querySelector("[data-draft-done]");

/** @type {<T>(act: () => T) => T | null} */
function allowed(act) {
  try {
    return act();
  } catch {
    return null; // Storage may be refused or full; the form still holds all of it.
  }
}

/** @param {HTMLFormElement} from */
function contents(from) {
  const fields = [...new FormData(from)].filter(([name]) => name !== "csrfmiddlewaretoken" && !name.startsWith("hand."));
  return JSON.stringify(fields);
}

/**
 * The draft is sent as it was kept, so that the page comes back with it.
 * @param {HTMLFormElement} from
 * @param {[string, string][]} fields
 */
function take(from, fields) {
  const again = document.createElement("form");
  again.method = "post";
  again.action = from.action;
  const token = from.querySelector("[name=csrfmiddlewaretoken]");
  if (token) again.append(token.cloneNode());
  for (const [name, value] of fields) {
    const input = document.createElement("textarea");
    input.name = name;
    input.value = value;
    again.append(input);
  }
  again.hidden = true;
  document.body.append(again);
  again.submit();
}

if (done) allowed(() => localStorage.removeItem(KEY + done.dataset.draftDone));

if (form) {
  const key = KEY + form.dataset.draft;
  const began = contents(form);
  const kept = allowed(() => localStorage.getItem(key));
  const differs = kept !== null && kept !== began;
  if (offer && differs && !("posted" in form.dataset)) offer.hidden = false;
  form.addEventListener("input", () => allowed(() => localStorage.setItem(key, contents(form))));
  if ("posted" in form.dataset) allowed(() => localStorage.setItem(key, began));
  /** @param {Event} event @param {(told: Element) => unknown} act */
  const ofTold = (event, act) => {
    const told = /** @type {Element} */ (event.target);
    if (told.closest("#told, [value=tried]")) act(told);
  };
  for (const [name, busy] of Object.entries({ "htmx:beforeRequest": "true", "htmx:afterRequest": "false" }))
    form.addEventListener(name, (event) => ofTold(event, () => form.querySelector("#told")?.setAttribute("aria-busy", busy)));
  form.addEventListener("htmx:afterSettle", (event) => ofTold(event, () => allowed(() => localStorage.setItem(key, contents(form)))));
  document.addEventListener("click", (event) => {
    const pressed = /** @type {Element} */ (event.target);
    if (kept && pressed.closest("[data-draft-take]")) take(form, JSON.parse(kept));
    if (!pressed.closest("[data-draft-drop]")) return;
    allowed(() => localStorage.removeItem(key));
    if (offer) offer.hidden = true;
  });
}
