// The palette: which option the arrows lead to, what Enter and Escape do, and how it is opened.

import assert from "node:assert/strict";
import { test } from "node:test";

import { run } from "./the_browser.mjs";

/** An element of a page, as far as the palette asks for one. */
class Part extends EventTarget {
  attributes = {};
  textContent = "";
  value = "";
  setAttribute(name, value) { this.attributes[name] = value; }
  scrollIntoView() {}
  select() {}
}

class Key extends Event {
  constructor(key, more = {}) {
    super("keydown", { cancelable: true });
    Object.assign(this, { key, isComposing: false, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }, more);
  }
}

/** A palette in which the server has found so many options, and what has happened in it. */
function aPalette(count, { isOpen = false } = {}) {
  const happened = [];
  const [field, status, told] = [new Part(), new Part(), new Part()];
  const options = Array.from({ length: count }, (_, number) => Object.assign(new Part(), {
    id: `option-${number}`, click: () => happened.push(`follows ${number}`),
  }));
  told.textContent = ` ${count} results `;
  const dialog = Object.assign(new Part(), {
    querySelector: (wanted) => ({ "[role=combobox]": field, "[role=status]": status, ".palette__told": told })[wanted],
    querySelectorAll: () => options,
    showModal: () => happened.push("opens"),
    close: () => happened.push("closes"),
  });
  const [form, inHead] = [new Part(), new Part()];
  form.querySelector = () => inHead;
  const document = Object.assign(new EventTarget(), {
    querySelector: (wanted) => ({ "#palette": dialog, "[data-palette]": form, "dialog[open]": isOpen ? dialog : null })[wanted],
  });
  run("palette.js", { document });
  const press = (key) => {
    const event = new Key(key);
    field.dispatchEvent(event);
    return event.defaultPrevented;
  };
  return {
    happened, field, status, form, inHead, document, press,
    found: () => dialog.dispatchEvent(new Event("htmx:afterSwap")),
    chosen: () => field.attributes["aria-activedescendant"],
  };
}

test("of what is found the first is chosen, and it is said how much that is", () => {
  const { found, chosen, field, status } = aPalette(3);
  found();
  assert.equal(chosen(), "option-0");
  assert.equal(field.attributes["aria-expanded"], "true");
  assert.equal(status.textContent, "3 results");
});

for (const [keys, expected] of [
  [["ArrowDown"], "option-1"],
  [["ArrowDown", "ArrowDown"], "option-2"],
  [["ArrowDown", "ArrowDown", "ArrowDown"], "option-0"],
  [["ArrowUp"], "option-2"],
  [["ArrowUp", "ArrowDown"], "option-0"],
]) {
  test(`${keys.join(", ")}: ${expected}`, () => {
    const { found, chosen, press } = aPalette(3);
    found();
    for (const key of keys) assert.equal(press(key), true);
    assert.equal(chosen(), expected);
  });
}

test("where nothing is found there is nothing to choose, and Enter leads to the page of the search", () => {
  const { found, chosen, field, press, happened } = aPalette(0);
  found();
  press("ArrowDown");
  assert.equal(chosen(), "");
  assert.equal(field.attributes["aria-expanded"], "false");
  assert.equal(press("Enter"), false);
  assert.deepEqual(happened, []);
});

test("Enter follows what is chosen", () => {
  const { found, press, happened } = aPalette(3);
  found();
  press("ArrowDown");
  assert.equal(press("Enter"), true);
  assert.deepEqual(happened, ["follows 1"]);
});

test("Enter does not follow what was found for fewer letters; an arrow chooses it again", () => {
  const { found, press, chosen, field, happened } = aPalette(3);
  found();
  field.dispatchEvent(new Event("input"));
  assert.equal(press("Enter"), false);
  assert.deepEqual(happened, []);
  press("ArrowDown");
  assert.equal(chosen(), "option-0");
});

test("Escape closes it, whatever is typed", () => {
  const { press, happened } = aPalette(3);
  assert.equal(press("Escape"), true);
  assert.deepEqual(happened, ["closes"]);
});

for (const [what, event, opens] of [
  ["Ctrl and K", new Key("k", { ctrlKey: true }), true],
  ["Command and K", new Key("K", { metaKey: true }), true],
  ["K alone", new Key("k"), false],
  ["Ctrl, Shift and K", new Key("k", { ctrlKey: true, shiftKey: true }), false],
  ["a page that wants it", new Event("search-wanted"), true],
]) {
  test(`${what}: it ${opens ? "opens" : "stays away"}`, () => {
    const { document, happened } = aPalette(0);
    document.dispatchEvent(event);
    assert.deepEqual(happened, opens ? ["opens"] : []);
  });
}

test("while a dialog is open it does not open", () => {
  const { document, happened } = aPalette(0, { isOpen: true });
  document.dispatchEvent(new Event("search-wanted"));
  assert.deepEqual(happened, []);
});

for (const [typed, opens] of [["", true], [" ", true], ["zoe", false]]) {
  test(`the form in the head with “${typed}”: ${opens ? "the palette opens" : "it is sent"}`, () => {
    const { form, inHead, happened } = aPalette(0);
    inHead.value = typed;
    const sent = new Event("submit", { cancelable: true });
    form.dispatchEvent(sent);
    assert.equal(sent.defaultPrevented, opens);
    assert.deepEqual(happened, opens ? ["opens"] : []);
  });
}
