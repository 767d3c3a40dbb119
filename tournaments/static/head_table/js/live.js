/* Tells the page when its evening has moved.
 *
 * <body data-version-url="…" data-version="12">: asks every second whether the version has grown and then sends
 * `evening-changed` to the body; htmx regions listen with hx-trigger="evening-changed from:body". A lost
 * connection shows as body.is-offline; the page recovers by itself.
 */
const url = document.body.dataset.versionUrl;
const EVERY = 1000;
let etag = document.body.dataset.version ? `"${document.body.dataset.version}"` : null;

async function look() {
  try {
    const answer = await fetch(url, {
      headers: etag ? { "If-None-Match": etag } : {},
      cache: "no-store",
      credentials: "same-origin",
    });
    document.body.classList.remove("is-offline");
    if (answer.status === 200) {
      etag = answer.headers.get("ETag");
      const { version, status } = await answer.json();
      document.body.dataset.version = version;
      document.body.dispatchEvent(new CustomEvent("evening-changed", { detail: { version, status } }));
    }
  } catch {
    document.body.classList.add("is-offline");
  }
}

async function keepLooking() {
  for (;;) {
    await new Promise((wake) => setTimeout(wake, EVERY));
    if (!document.hidden || document.body.dataset.always !== undefined) await look();
  }
}

if (url) {
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) look();
  });
  keepLooking();
}
