/* Says of every hand where it is: on this phone or on the server; and makes the page one that opens without a network.
 *
 *   #words [data-word]      the sentences; templates #queue-waiting, #queue-hand, #queue-refused, #queue-decided the pieces
 *   #queue                  the hands on this phone
 *   [data-waiting]          in the bar: how many, since when
 *   #said                   what a screen reader hears
 *   body.is-not-kept        no worker keeps the page: whoever leaves it without a network is asked first
 */
(() => {
  "use strict";

  /** @typedef {import("./queue.js").Hand} Hand */

  const worker = document.currentScript?.dataset.worker ?? "";
  const queue = /** @type {import("./queue.js").Queue} */ (window.headTable.queue);
  /**
   * What the page, or a piece of it, is known to have.
   * @type {(selectors: string, root?: ParentNode) => HTMLElement}
   */
  const the = (selectors, root = document) => root.querySelector(selectors);
  /** @type {(selectors: string) => DocumentFragment} */
  const inside = (selectors) => /** @type {HTMLTemplateElement} */ (the(selectors)).content;
  const said = the("#said");
  const words = inside("#words");
  const clock = new Intl.DateTimeFormat(document.documentElement.lang, {
    hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: said.dataset.zone,
  });

  /**
   * @param {string} name
   * @param {Record<string, unknown>} [values]
   */
  function word(name, values = {}) {
    const text = the(`[data-word="${name}"]`, words).textContent;
    return Object.entries(values).reduce((all, [key, value]) => all.replace(`%(${key})s`, String(value)), text);
  }

  /** @param {string} name */
  const piece = (name) => the("*", inside(`#queue-${name}`)).cloneNode(true);
  /**
   * @param {HTMLElement} root
   * @param {string} name
   */
  const part = (root, name) => the(`[data-part="${name}"]`, root);
  /** @param {string | undefined} moment */
  const at = (moment) => clock.format(new Date(moment ?? NaN));
  /** @param {Hand} hand */
  const isHere = (hand) => hand.place === location.pathname && hand.round === Number(the("#live").dataset.round);
  /** @param {Hand} hand */
  const named = (hand) => {
    const evening = hand.evening && hand.evening !== the("#table").dataset.evening ? `${hand.evening} · ` : "";
    return isHere(hand) ? word("hand", hand) : evening + word("elsewhere", hand);
  };
  /** @param {string} text */
  const upper = (text) => text.charAt(0).toUpperCase() + text.slice(1);

  // --- the list --------------------------------------------------------------------------------------------------

  /** @param {Hand} hand */
  function line(hand) {
    const drawn = piece("hand");
    part(drawn, "title").textContent = named(hand);
    part(drawn, "mark").textContent = hand.state === "saved" ? word("saved") : word("waits", { time: at(hand.since) });
    part(drawn, "mark").classList.toggle("mark--server", hand.state === "saved");
    part(drawn, "told").textContent = hand.told ?? "";
    part(drawn, "reason").hidden = !hand.noCard;
    part(drawn, "reason").textContent = word("no-card");
    return drawn;
  }

  /**
   * @param {Hand[]} hands
   * @param {boolean} open
   */
  function waitingList(hands, open) {
    const drawn = /** @type {HTMLDetailsElement} */ (piece("waiting"));
    drawn.open = open;
    part(drawn, "title").textContent = word("here", { count: hands.length });
    the("ul", drawn).append(...hands.map(line));
    return drawn;
  }

  /**
   * What is wrong, with the name of the field as the form has it.
   * @param {import("./queue.js").Fault} fault
   */
  function reasoned({ field, message }) {
    /** @type {HTMLInputElement | null} */
    const input = document.querySelector(`#hand-form :is([name="${field}"], [name^="${field}."])`);
    const around = input && (input.name === field ? input.closest("fieldset") : input.closest(".hand__field"));
    const legend = around?.querySelector(":scope > legend")?.cloneNode(true);
    legend?.querySelector(".choice__range, .counter__points")?.remove();
    return legend ? `${legend.textContent.trim()}: ${message}` : upper(message);
  }

  /**
   * @param {Hand} hand
   * @param {boolean} open
   */
  function refused(hand, open) {
    const drawn = piece("refused");
    drawn.dataset.order = String(hand.order);
    the("details", drawn).toggleAttribute("open", open);
    part(drawn, "title").textContent = isHere(hand) ? word("not-taken", hand) : word("not-taken-elsewhere", { hand: named(hand) });
    part(drawn, "told").textContent = hand.told ?? "";
    const reasons = hand.errors?.length ? hand.errors.map(reasoned) : [word("no-reason")];
    part(drawn, "reasons").append(...reasons.map((reason) => Object.assign(document.createElement("li"), { textContent: reason })));
    const isElsewhere = hand.place !== location.pathname;
    the("[data-mend]", drawn).hidden = isElsewhere;
    the("[data-part=there]", drawn).hidden = !isElsewhere;
    the("[data-part=there]", drawn).setAttribute("href", hand.place);
    return drawn;
  }

  /**
   * A hand that the director decides about: late, or otherwise than another phone has it.
   * @param {Hand} hand
   */
  function decided(hand) {
    const drawn = piece("decided");
    drawn.dataset.order = String(hand.order);
    part(drawn, "title").textContent = `${isHere(hand) ? "" : `${named(hand)}: `}${word(hand.state, hand)}`;
    part(drawn, "told").textContent = hand.state === "late" ? hand.told ?? "" : "";
    const because = words.querySelector(`[data-word="${hand.because}"]`);
    part(drawn, "reason").hidden = !because;
    part(drawn, "reason").textContent = because?.textContent ?? "";
    the("[data-again]", drawn).hidden = hand.state !== "disputed" || !isHere(hand) || !document.querySelector("#hand-form");
    return drawn;
  }

  /** @param {Hand[]} waiting */
  const counted = (waiting) => (waiting.length ? word("count", { count: waiting.length, time: at(waiting[0].since) }) : "");

  /**
   * What looks the same stays where it is: somebody may be about to tap it.
   * @param {HTMLElement} list
   * @param {HTMLElement[]} drawn
   */
  function put(list, drawn) {
    const before = [...list.children];
    before.slice(drawn.length).forEach((left) => left.remove());
    drawn.forEach((one, place) => {
      if (!before[place]) list.append(one);
      else if (!before[place].isEqualNode(one)) before[place].replaceWith(one);
    });
  }

  function draw() {
    const list = document.querySelector("#queue");
    const bar = document.querySelector("[data-waiting]");
    if (!list || !bar) return;
    const mended = document.querySelector("#hand-form")?.dataset.mends;
    const hands = queue.hands().filter((hand) => String(hand.order) !== mended);
    /** @param {import("./queue.js").State[]} states */
    const of = (...states) => hands.filter((hand) => states.includes(hand.state));
    /** @param {string} fold */
    const isOpen = (fold) => Boolean(list.querySelector(fold)?.hasAttribute("open"));
    const drawn = of("refused").map((hand) => refused(hand, isOpen(`[data-order="${hand.order}"] details`)));
    drawn.push(...of("late", "disputed").map(decided));
    const kept = of("waiting", "saved");
    if (kept.length) drawn.push(waitingList(kept, isOpen("details.queue__fold")));
    put(list, drawn);
    list.hidden = !drawn.length;
    const sums = [counted(of("waiting")), of("refused").length ? word("refused", { count: of("refused").length }) : ""];
    the("span", bar).textContent = sums.filter(Boolean).join(" · ");
    bar.hidden = !sums.some(Boolean);
  }

  // --- what is said aloud --------------------------------------------------------------------------------------

  /** @type {Partial<Record<import("./queue.js").State, string>>} */
  const SAYINGS = { saved: "arrived", refused: "not-taken", late: "late", disputed: "disputed" };

  /** @param {string} text */
  function say(text) {
    said.textContent = text;
  }

  /** @param {CustomEvent<Hand>} event */
  function settled(event) {
    const form = document.querySelector("#hand-form");
    const saying = SAYINGS[event.detail.state];
    if (saying && (!form || !("saving" in form.dataset))) say(word(saying, { number: event.detail.number }));
  }

  document.addEventListener("queue-changed", draw);
  document.addEventListener("htmx:afterSettle", draw);
  document.addEventListener("queue-answered", settled);
  document.addEventListener("hand-waits", (event) => say(word("kept", { number: event.detail })));
  document.addEventListener("connection-lost", () => say(isKept() ? word("offline") : `${word("offline")} ${word("stay")}`));
  document.addEventListener("connection-back", () => say(word("online")));

  queue.ready.then(draw);

  // --- what a reload would find ------------------------------------------------------------------------------------

  /* Over https, and on the machine itself, a worker keeps the page whole; plain http has no such thing. */
  const isKept = () => Boolean(navigator.serviceWorker?.controller);
  const markKept = () => document.body.classList.toggle("is-not-kept", !isKept());

  /* The hands are safe, but without a connection a browser would have no page to show them on. */
  window.addEventListener("beforeunload", (event) => {
    if (!isKept() && document.body.matches(".is-offline, .is-cut-off")) event.preventDefault();
  });
  markKept();
  navigator.serviceWorker?.addEventListener("controllerchange", markKept);
  if (navigator.serviceWorker) navigator.serviceWorker.register(worker, { scope: "/table/" }).catch(() => null);
})();
