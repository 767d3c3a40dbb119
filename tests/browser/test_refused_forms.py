"""A refused form leads to what is wrong: it stands in view, clear of the bars, with focus in its field."""

from typing import Any, Final

import pytest
from playwright.sync_api import Page, StorageState, expect

from tests.browser.chromium import DRAWN, Visitors
from tests.browser.looking import assert_good
from tests.browser.paper import SET
from tests.browser.people import Phone, fields_of

LOOK: Final = """(message) => {
  const box = message.closest(".counter, .field--error, .error-summary");
  const {left, top, right, bottom} = box.getBoundingClientRect();
  const places = [[(left + right) / 2, (top + bottom) / 2], [left + 4, top + 4], [right - 4, bottom - 4]];
  return {
    inside: top >= 0 && bottom <= innerHeight,
    seen: places.map(([x, y]) => box.contains(document.elementFromPoint(x, y))),
    focused: box.contains(document.activeElement) && document.activeElement.matches("input, [tabindex]"),
  };
}"""
"""Where a message stands: its field in the window, not covered in its middle nor at its corners, and with focus."""
LARGE_LETTERS: Final = """
addEventListener("DOMContentLoaded", () => { document.documentElement.style.fontSize = "150%"; });"""
"""Also where the page loads itself again."""
TALLER_THAN_USUAL: Final = """() => [[".play__bar", 72], [".play__save", 88]]
  .every(([bar, usual]) => document.querySelector(bar).offsetHeight > usual)"""
"""Whether the bars are taller than the room that is left for them in usual letters, in pixels."""
REFUSED: Final = "422"
"""What the console says of a refused form."""
OVERLAPS: Final = """() => {
  const parts = [...document.querySelectorAll(
    ".play__bar :is(.medallion, .play__where strong, .couple, .running__points, .play__call)")];
  const boxes = parts.map((part) => part.getBoundingClientRect());
  const across = (one, two) => one.left < two.right && two.left < one.right;
  const meet = (one, two) => across(one, two) && one.top < two.bottom && two.top < one.bottom;
  return [parts.length, boxes.flatMap((one, at) => boxes.slice(at + 1).filter((two) => meet(one, two))).length];
}"""
"""How many things the bar of the phone has, and how many pairs of them lie over each other."""
SMOOTH: Final = """
const told = (options) => { if (options?.behavior === "smooth") window.scrolledSoftly = true; };
for (const [owner, name] of [[Element.prototype, "scrollIntoView"], [window, "scrollTo"], [window, "scrollBy"]]) {
  const before = owner[name];
  owner[name] = function (...all) { all.forEach(told); return before.apply(this, all); };
}"""
"""Notes when a script scrolls softly, whatever the style sheet says."""
GOOD: Final = {"inside": True, "seen": [True, True, True], "focused": True}


def look_at_the_first(page: Page, words: str) -> dict[str, Any]:
    """How the first message of the page stands, which must say `words`."""
    message = page.locator("main .field__error:not(#queue *)").first
    expect(message).to_contain_text(words)
    page.evaluate(DRAWN)
    found: dict[str, Any] = message.evaluate(LOOK)
    return found


@pytest.mark.parametrize(
    ("missing", "letters"),
    [("hand.bidder", "large"), ("hand.trump", "usual"), ("hand.counters.chantecler", "usual")],
)
def test_a_hand_that_lacks_something_leads_to_it_also_under_bars_that_large_letters_make_taller(
    visitors: Visitors, room: dict[str, Any], missing: str, letters: str
) -> None:
    page = visitors.open("phone")
    if letters == "large":
        page.add_init_script(LARGE_LETTERS)
    phone = Phone(page, room["cards"][0])
    if letters == "large":
        page.wait_for_function(TALLER_THAN_USUAL)
    for path, value in fields_of(SET).items():
        if path != missing:
            phone.tap(path, value)
    with visitors.watch.expecting(REFUSED):
        phone.page.get_by_role("button", name="Save hand 1").tap()
        assert look_at_the_first(phone.page, "Please choose") == GOOD
    assert phone.page.evaluate("document.activeElement.name") == missing
    said = phone.page.locator("main .field__error:not(#queue *)").locator("visible=true")
    before = said.count()
    phone.tap(missing, str(fields_of(SET)[missing]))
    expect(said).to_have_count(before - 1)


def test_in_large_letters_nothing_in_the_bar_lies_over_anything(
    visitors: Visitors, room: dict[str, Any]
) -> None:
    page = visitors.open("phone", locale="fr-FR")
    page.add_init_script(LARGE_LETTERS)
    page.goto(room["cards"][0])
    page.wait_for_function(TALLER_THAN_USUAL)
    assert page.evaluate(OVERLAPS) == [7, 0]
    assert_good(page)


def test_an_evening_that_cannot_be_set_up_leads_to_what_is_wrong_at_once_for_whoever_wants_it_still(
    visitors: Visitors, key: StorageState
) -> None:
    page = visitors.open("phone", scheme="dark", storage_state=key)
    page.add_init_script(SMOOTH)
    page.goto("/desk/demo/new/")
    page.locator("summary", has_text="The round").click()
    page.locator("input[name=round_minutes]").fill("700")
    with visitors.watch.expecting(REFUSED):
        page.locator("form[data-plan] button:not([type=button])").last.click()
        assert look_at_the_first(page, "600") == GOOD
    expect(page.locator("input[name=round_minutes]")).to_be_focused()
    assert not page.evaluate("() => window.scrolledSoftly ?? false")
    assert_good(page)
