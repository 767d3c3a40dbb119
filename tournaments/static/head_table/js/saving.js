/* "Save hand" at the table: the hand goes into the queue of this phone first and from there to the server. With a
 * connection the page waits for the answer and shows the slip; without one the form of the next hand comes at once.
 * Where the browser keeps nothing the form is sent as any other.
 *
 *   [data-mend]     takes a refused hand back into the form, with what the server says of it
 *   [data-again]    takes a disputed hand into the form as another one
 *   [data-throw]    forgets a hand
 *   They stand in an element with [data-order], which says which hand.
 */
(() => {
  "use strict";

  const PATIENCE = 2500;
  const TOAST = 2500;
  const { form: forms, hand } = window.headTable;
  const queue = /** @type {import("./queue.js").Queue} */ (window.headTable.queue);
  /**
   * What the page is known to have.
   * @type {(selectors: string, root?: ParentNode) => HTMLElement}
   */
  const the = (selectors, root = document) => root.querySelector(selectors);
  /** @returns {HTMLFormElement | null} */
  const theForm = () => document.querySelector("#hand-form");
  const seen = new WeakSet();
  let drawn = "";
  let toastUntil = 0;

  // --- what is entered, as it is kept ------------------------------------------------------------------------

  /**
   * What was tapped, in the words of the form: to be recognised on the list.
   * @param {HTMLFormElement} form
   */
  function inWords(form) {
    const inputs = /** @type {HTMLInputElement[]} */ ([...form.elements]);
    const chosen = inputs.filter((input) => input.name.startsWith("hand.") && !input.matches(":disabled"));
    return chosen.filter((input) => (input.type === "number" ? input.value !== "" : input.checked)).map(label).join(" · ");
  }

  /** @param {HTMLInputElement} input */
  function label(input) {
    const around = /** @type {HTMLFieldSetElement} */ (input.closest("fieldset"));
    const legend = the(":scope > legend", around).cloneNode(true);
    legend.querySelector(".choice__range, .counter__points")?.remove();
    const name = legend.textContent.trim();
    const own = (input.closest(".tile--discard") ? input.ariaLabel : face(input)) || input.ariaLabel || "";
    if (input.type === "checkbox") return own;
    if (input.type === "number") return own && own !== name ? `${name} ${own} ${input.value}` : `${name} ${input.value}`;
    return `${name} ${own}`;
  }

  /** @param {HTMLInputElement} input */
  const face = (input) => input.closest("label")?.querySelector(".tile__text, .tile__face:not(:has(.tile__text)), .numbers__name")?.textContent.trim();

  /**
   * @param {HTMLFormElement} form
   * @returns {import("./queue.js").Entered}
   */
  function entered(form) {
    const all = /** @type {[string, string][]} */ ([...new FormData(form)]);
    // Empty ones too: the server says of them that nothing is entered yet.
    const fields = all.filter(([name]) => name.startsWith("hand."));
    const now = new Date().toISOString();
    const { round, number, key, played_at: bell } = form.elements;
    const mended = mendedBy(form);
    return {
      ...(mended && { order: mended.order }),
      place: location.pathname,
      table: the("#table").dataset.table?.split("/").at(-1),
      evening: the("#table").dataset.evening,
      round: Number(round.value),
      number: Number(number.value),
      key: key.value,
      fields,
      told: inWords(form),
      playedAt: bell?.value ?? (mended && !aboutTime(mended) ? mended.playedAt : now),
      atTheBell: Boolean(bell),
      since: now,
    };
  }

  /** @param {HTMLFormElement} form */
  const mendedBy = (form) => queue.hands().find((one) => String(one.order) === form.dataset.mends);
  /** @param {import("./queue.js").Hand} one */
  const aboutTime = (one) => one.atTheBell || one.errors?.some((error) => error.field === "played_at");

  // --- saving ------------------------------------------------------------------------------------------------------

  /** @param {SubmitEvent} event */
  function save(event) {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (form.id !== "hand-form" || "plain" in form.dataset) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!("saving" in form.dataset)) put(form);
  }

  /** @param {HTMLFormElement} form */
  async function put(form) {
    const button = /** @type {HTMLButtonElement} */ (the(".hand__save", form));
    form.dataset.saving = "";
    button.disabled = true;
    try {
      await keep(form);
    } catch {
      button.disabled = false;
      form.dataset.plain = "";
      form.requestSubmit(button);
    }
  }

  /** @param {HTMLFormElement} form */
  async function keep(form) {
    const one = entered(form);
    const order = await (one.order ? queue.mend({ ...one, order: one.order }) : queue.add(one));
    hand.drop(form);
    await told(form, order, one.number).catch(() => another(form));
  }

  /**
   * @param {HTMLFormElement} form
   * @param {number} order
   * @param {number} number
   */
  async function told(form, order, number) {
    const patience = document.body.matches(".is-offline, .is-cut-off") ? 0 : PATIENCE;
    const answer = queue.answer(order);
    const state = await Promise.race([answer, new Promise((wake) => setTimeout(wake, patience))]);
    if (state === "saved") await show(number);
    else if (state === "refused") await look(order);
    else if (!state) {
      document.dispatchEvent(new CustomEvent("hand-waits", { detail: number }));
      answer.then((late) => (late === "saved" ? showLate(number) : undefined)).catch(() => null);
    }
    if (form.isConnected) another(form);
  }

  /**
   * Its slip is seen after all, where the form for the hand after it lies there and nobody has begun.
   * @param {number} number
   */
  async function showLate(number) {
    const form = theForm();
    if (form && !forms.touched(form) && Number(form.elements.number.value) === number + 1) await show(number);
  }

  /** @param {number} number */
  async function show(number) {
    const table = the("#table");
    const ask = () => window.htmx.ajax("GET", `${location.pathname}?saved=${number}`, {
      target: "#table", select: "#table", swap: "outerHTML",
    });
    await ask();
    // News for the whole table may have come first: then this answer had no place any more.
    if (!table.isConnected && !document.querySelector("[data-saved]")) await ask();
    the("#main").focus({ preventScroll: true });
    hand.inView();
    toastUntil = Date.now() + TOAST;
    toast();
  }

  /* What the slip above says in a line, in the foot of the next form; it has been said aloud already. News that
   * comes meanwhile brings a form without it. */
  function toast() {
    if (Date.now() > toastUntil || document.querySelector(".play__save > .toast")) return;
    const slip = document.querySelector("[data-saved] .slip");
    const foot = document.querySelector("#hand-form .play__save");
    if (!slip || !foot) return;
    const line = document.createElement("p");
    line.className = "toast toast--foot";
    line.setAttribute("aria-hidden", "true");
    const totals = [...slip.querySelectorAll(".slip__total")].map((total) => {
      const seen = total.cloneNode(true);
      seen.querySelector(".unseen")?.remove();
      const who = [...seen.children].map((part) => part.textContent.replace(/\s+/g, " ").trim());
      return who.join(" ");
    });
    line.textContent = [slip.querySelector(".slip__title")?.textContent?.trim(), ...totals].join(" · ");
    line.addEventListener("animationend", () => line.remove());
    foot.prepend(line);
  }

  /**
   * The next hand, without the server.
   * @param {HTMLFormElement} form
   */
  function another(form) {
    const fresh = forms.renew(form, drawn || withoutToast(form));
    seen.add(fresh);
    document.querySelector("[data-saved]")?.remove();
    window.htmx.process(fresh);
    hand.prepare(fresh);
    the("#main").focus({ preventScroll: true });
    hand.inView();
  }

  // --- a refused hand ------------------------------------------------------------------------------------------

  /**
   * The server shows its own form with what it refuses. Should it not refuse it now, the queue hears so as well.
   * @param {number} order
   */
  async function look(order) {
    const one = queue.hands().find((other) => other.order === order);
    if (!one) return;
    /** @type {Record<string, unknown>} */
    const values = { ...Object.fromEntries(one.fields), round: one.round, number: one.number, key: one.key, played_at: one.playedAt };
    if (!one.atTheBell) values.sent_at = new Date().toISOString();
    await window.htmx.ajax("POST", `${one.place}hands/`, {
      values,
      headers: { "X-CSRFToken": (document.cookie.match(/(?:^|; )__Host-csrftoken=([^;]*)/) ?? document.cookie.match(/(?:^|; )csrftoken=([^;]*)/))?.[1] ?? "" },
      target: "#table", select: "#table", swap: "outerHTML show:window:top",
    });
    const form = theForm();
    if (form && "bound" in form.dataset) form.dataset.mends = String(order);
    else await queue.change({ ...one, state: "waiting" });
    document.dispatchEvent(new CustomEvent("queue-changed"));
    queue.send();
  }

  /**
   * The form as the server drew it: the line that is shown for two seconds would stand in every later form.
   * @param {HTMLFormElement} form
   */
  function withoutToast(form) {
    const copy = /** @type {HTMLFormElement} */ (form.cloneNode(true));
    copy.querySelector(".toast")?.remove();
    return copy.outerHTML;
  }

  function load() {
    const form = theForm();
    if (!form || seen.has(form)) return;
    seen.add(form);
    if (!("bound" in form.dataset)) drawn = withoutToast(form);
    toast();
  }

  /** @param {MouseEvent} event */
  async function clicked(event) {
    const button = /** @type {Element} */ (event.target).closest("[data-mend], [data-again], [data-throw]");
    if (!button) return;
    const order = Number(button.closest("[data-order]")?.dataset.order);
    if ("mend" in button.dataset) return look(order).catch(() => null);
    const hand = queue.hands().find((one) => one.order === order);
    const form = theForm();
    if ("again" in button.dataset) {
      if (!hand || !form) return undefined;
      retype(form, hand);
    }
    return queue.drop(order);
  }

  /**
   * @param {HTMLFormElement} form
   * @param {import("./queue.js").Hand} one
   */
  function retype(form, one) {
    forms.fill(form, Object.fromEntries(one.fields));
    forms.update(form);
    form.dispatchEvent(new Event("input", { bubbles: true }));
    form.closest("details")?.setAttribute("open", "");
    form.scrollIntoView({ block: "start" });
  }

  // --- afterwards ---------------------------------------------------------------------------------------------

  /**
   * What the page shows of the server is read again once it has another hand; what it shows is not kept any longer.
   * @param {CustomEvent<import("./queue.js").Hand>} event
   */
  function answered(event) {
    if (!("saving" in (theForm()?.dataset ?? {})) || ["late", "disputed"].includes(event.detail.state)) {
      document.body.dispatchEvent(new CustomEvent("evening-changed"));
    }
  }

  async function tidy() {
    const { next, round, disputed } = document.querySelector("#live")?.dataset ?? {};
    /** @param {import("./queue.js").Hand} one */
    const shown = (one) => one.place !== location.pathname || one.round < Number(round) || (one.round === Number(round) && one.number < Number(next));
    for (const one of queue.hands().filter((other) => other.state === "saved" && shown(other))) await queue.drop(one.order);
    // A dispute that the page has shown and shows no longer is settled.
    const open = (disputed ?? "").split(" ");
    for (const one of queue.hands().filter((other) => other.state === "disputed" && shown(other))) {
      if (one.round === Number(round) && open.includes(String(one.number))) {
        if (!one.seen) await queue.change({ ...one, seen: true });
      } else if (one.seen || one.round < Number(round)) await queue.drop(one.order);
    }
  }

  function back() {
    const form = theForm();
    if (form && forms.touched(form)) form.dispatchEvent(new CustomEvent("hand-changed"));
  }

  document.addEventListener("submit", save, true);
  document.addEventListener("click", clicked);
  document.addEventListener("queue-answered", answered);
  document.addEventListener("connection-back", back);
  for (const news of ["htmx:afterSettle", "queue-changed"]) document.addEventListener(news, () => tidy().catch(() => null));
  document.addEventListener("htmx:load", load);
  document.addEventListener("DOMContentLoaded", load);
})();
