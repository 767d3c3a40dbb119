/* Passkeys: forms that a browser answers by asking for one.
 *   form[data-passkey="get"]      shows one; it waits hidden until the browser is known to have any
 *   form[data-passkey="create"]   makes one
 *   [data-passkey-failed]         in the form: shown where nothing came of it
 *   [data-passkey-cannot]         shown where the browser has none here
 * The form is sent twice: first for what the browser is to ask for (JSON), then with its answer in the field `passkey`.
 */

/** Whether this browser has passkeys on this page; on plain http none has. */
const can = () => typeof globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON === "function";

/**
 * What the browser answers when it is asked.
 * @param {string} kind get or create
 * @param {any} asked as the server sent it
 */
async function answer(kind, asked) {
  const made = kind === "create"
    ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(asked) })
    : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(asked) });
  return JSON.stringify(/** @type {PublicKeyCredential} */ (made).toJSON());
}

/** @param {SubmitEvent} event */
async function sent(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("passkey"));
  event.preventDefault();
  const failed = form.querySelector("[data-passkey-failed]");
  failed?.toggleAttribute("hidden", true);
  try {
    const told = await fetch(form.action, { method: "POST", body: new FormData(form) });
    if (!told.headers.get("Content-Type")?.startsWith("application/json")) {
      form.submit(); // the server says what is wrong, on a page
      return;
    }
    field.value = await answer(form.dataset.passkey ?? "", await told.json());
    form.submit();
  } catch {
    failed?.toggleAttribute("hidden", false);
  }
}

for (const form of document.querySelectorAll("form[data-passkey]")) {
  form.toggleAttribute("hidden", !can());
  /** @type {HTMLFormElement} */ (form).addEventListener("submit", sent);
}
for (const words of document.querySelectorAll("[data-passkey-cannot]")) words.toggleAttribute("hidden", can());
