/* Sharing a page, where something can be done with it.
 *   [data-share]   a button, which waits unseen in its place (data-waits) for this script. data-share is
 *                  the address, data-title and data-text go with it. The device's own way of sharing is asked where it
 *                  has one; else text and address are copied, and a toast says so (data-copied).
 */

const TOAST = 2500; // milliseconds, as long as its look lasts

/**
 * Offers what is shared to the device, or copies it.
 * @param {{ title: string, text: string, url: string }} what
 * @param {Pick<Navigator, "share" | "clipboard">} device
 * @returns {Promise<"shared" | "copied" | "left">} what has become of it; left where somebody thought better of it
 */
export async function share(what, device) {
  if (device.share) {
    try {
      await device.share(what);
      return "shared";
    } catch (error) {
      if (error instanceof Error && error.name === "AbortError") return "left";
    }
  }
  await device.clipboard.writeText(`${what.text}\n${what.url}`);
  return "copied";
}

/** @param {string} words */
function toast(words) {
  const said = document.createElement("p");
  said.className = "toast toast--page";
  said.setAttribute("role", "status");
  said.textContent = words;
  document.body.append(said);
  setTimeout(() => said.remove(), TOAST);
}

/** @param {ParentNode} root */
function prepare(root) {
  for (const button of root.querySelectorAll("[data-share]")) button.removeAttribute("data-waits");
}

/** @param {Event} event */
async function pressed(event) {
  const button = /** @type {Element} */ (event.target).closest("[data-share]");
  if (!button) return;
  const { share: url = "", title = "", text = "", copied = "" } = button.dataset;
  if (await share({ title, text, url }, navigator) === "copied") toast(copied);
}

if (globalThis.document) {
  document.addEventListener("click", pressed);
  document.addEventListener("htmx:load", (event) => prepare(event.detail.elt));
  prepare(document);
}
