/* Says of every hand where it is: on this phone or on the server; and makes the page one that opens without a network.
 *
 *   #words [data-word]      the sentences; templates #queue-waiting, #queue-hand, #queue-refused, #queue-decided the pieces
 *   #queue                  the hands on this phone
 *   [data-waiting]          in the bar: how many, since when
 *   #said                   what a screen reader hears
 */
(() => {
  "use strict";

  const { worker } = document.currentScript.dataset;
  const { queue } = window.headTable;
  const said = document.querySelector("#said");
  const words = document.querySelector("#words").content;
  const clock = new Intl.DateTimeFormat(document.documentElement.lang, {
    hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: said.dataset.zone,
  });

  function word(name, values = {}) {
    const text = words.querySelector(`[data-word="${name}"]`).textContent;
    return Object.entries(values).reduce((all, [key, value]) => all.replace(`%(${key})s`, value), text);
  }

  const piece = (name) => document.querySelector(`#queue-${name}`).content.firstElementChild.cloneNode(true);
  const part = (root, name) => root.querySelector(`[data-part="${name}"]`);
  const at = (moment) => clock.format(new Date(moment));
  const isHere = (hand) => hand.place === location.pathname && hand.round === Number(document.querySelector("#live").dataset.round);
  const named = (hand) => word(isHere(hand) ? "hand" : "elsewhere", hand);
  const upper = (text) => text.charAt(0).toUpperCase() + text.slice(1);

  // --- the list --------------------------------------------------------------------------------------------------

  function line(hand) {
    const drawn = piece("hand");
    part(drawn, "title").textContent = named(hand);
    part(drawn, "mark").textContent = hand.state === "saved" ? word("saved") : word("waits", { time: at(hand.since) });
    part(drawn, "mark").classList.toggle("mark--server", hand.state === "saved");
    part(drawn, "told").textContent = hand.told;
    part(drawn, "reason").hidden = !hand.noCard;
    part(drawn, "reason").textContent = word("no-card");
    return drawn;
  }

  function waitingList(hands, open) {
    const drawn = piece("waiting");
    drawn.open = open;
    part(drawn, "title").textContent = word("here", { count: hands.length });
    drawn.querySelector("ul").append(...hands.map(line));
    return drawn;
  }

  /* What is wrong, with the name of the field as the form has it. */
  function reasoned({ field, message }) {
    const input = document.querySelector(`#hand-form :is([name="${field}"], [name^="${field}."])`);
    const around = input && (input.name === field ? input.closest("fieldset") : input.closest(".hand__field"));
    const legend = around?.querySelector(":scope > legend")?.cloneNode(true);
    legend?.querySelector(".choice__range, .counter__points")?.remove();
    return legend ? `${legend.textContent.trim()}: ${message}` : upper(message);
  }

  function refused(hand, open) {
    const drawn = piece("refused");
    drawn.dataset.order = hand.order;
    drawn.querySelector("details").open = open;
    part(drawn, "title").textContent = word("not-taken", { number: hand.number });
    part(drawn, "told").textContent = hand.told;
    const reasons = hand.errors.length ? hand.errors.map(reasoned) : [word("no-reason")];
    part(drawn, "reasons").append(...reasons.map((reason) => Object.assign(document.createElement("li"), { textContent: reason })));
    drawn.querySelector("[data-mend]").hidden = hand.place !== location.pathname;
    return drawn;
  }

  /* A hand that the director decides about: late, or otherwise than another phone has it. */
  function decided(hand) {
    const drawn = piece("decided");
    drawn.dataset.order = hand.order;
    part(drawn, "title").textContent = word(hand.state, { number: hand.number });
    part(drawn, "told").textContent = hand.state === "late" ? hand.told : "";
    const because = words.querySelector(`[data-word="${hand.because}"]`);
    part(drawn, "reason").hidden = !because;
    part(drawn, "reason").textContent = because?.textContent;
    drawn.querySelector("[data-again]").hidden = hand.state !== "disputed" || !isHere(hand) || !document.querySelector("#hand-form");
    return drawn;
  }

  const counted = (waiting) => (waiting.length ? word("count", { count: waiting.length, time: at(waiting[0].since) }) : "");

  /* What looks the same stays where it is: somebody may be about to tap it. */
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
    const of = (...states) => hands.filter((hand) => states.includes(hand.state));
    const isOpen = (fold) => Boolean(list.querySelector(fold)?.open);
    const drawn = of("refused").map((hand) => refused(hand, isOpen(`[data-order="${hand.order}"] details`)));
    drawn.push(...of("late", "disputed").map(decided));
    const kept = of("waiting", "saved");
    if (kept.length) drawn.push(waitingList(kept, isOpen("details.queue__fold")));
    put(list, drawn);
    list.hidden = !drawn.length;
    const sums = [counted(of("waiting")), of("refused").length ? word("refused", { count: of("refused").length }) : ""];
    bar.querySelector("span").textContent = sums.filter(Boolean).join(" · ");
    bar.hidden = !sums.some(Boolean);
  }

  // --- what is said aloud --------------------------------------------------------------------------------------

  const SAYINGS = { saved: "arrived", refused: "not-taken", late: "late", disputed: "disputed" };

  function say(text) {
    said.textContent = text;
  }

  function settled(event) {
    const form = document.querySelector("#hand-form");
    if (!form || !("saving" in form.dataset)) say(word(SAYINGS[event.detail.state], { number: event.detail.number }));
  }

  document.addEventListener("queue-changed", draw);
  document.addEventListener("htmx:afterSettle", draw);
  document.addEventListener("queue-answered", settled);
  document.addEventListener("hand-waits", (event) => say(word("kept", { number: event.detail })));
  document.addEventListener("connection-lost", () => say(word("offline")));
  document.addEventListener("connection-back", () => say(word("online")));

  queue.ready.then(draw);

  // Over https, and on the machine itself, the page can be kept whole; plain http has no such thing.
  if (navigator.serviceWorker) navigator.serviceWorker.register(worker, { scope: "/table/" }).catch(() => null);
})();
