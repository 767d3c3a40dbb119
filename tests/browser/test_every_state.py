"""What a page comes to besides its first look: everybody can use it refused, and with something opened.

A refused form leads to what is wrong: it stands in view, clear of the bars, with focus in its field.
"""

from typing import Any, Final, NamedTuple

import pytest
from playwright.sync_api import Locator, Page, StorageState, expect

from tests.browser.chromium import DRAWN, PHONE, Visitors
from tests.browser.looking import assert_good, in_both_lights, unfold
from tests.browser.pages import SEASON, Place, Visit
from tests.browser.paper import SET
from tests.browser.people import Phone, fields_of
from tests.browser.stage import CLUB

NO_FORM: Final = "Failed to load resource"
"""What the console says of a refused form."""
SAID: Final = "main :is(.field__error, .message--error, .notice--error)"
SEND: Final = """(form, values) => {
  for (const field of form.elements) {
    const isText = !["hidden", "submit", "button", "radio", "checkbox", "file"].includes(field.type);
    if (isText && field.name) field.value = field.name in values ? values[field.name] : "";
    if (field.type === "checkbox") field.checked = false;
  }
  form.noValidate = true;
  form.requestSubmit(form.querySelector("button:not([type=button])"));
}"""
"""Sends a form with nothing in it but `values`, past what the browser itself would refuse."""
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
OVERLAPS: Final = """() => {
  const parts = [...document.querySelectorAll(
    ".play__bar :is(.medallion, .play__where strong, .couple, .running__points, .play__call)")];
  const boxes = parts.map((part) => part.getBoundingClientRect());
  const across = (one, two) => one.left < two.right && two.left < one.right;
  const meet = (one, two) => across(one, two) && one.top < two.bottom && two.top < one.bottom;
  return [parts.length, boxes.flatMap((one, at) => boxes.slice(at + 1).filter((two) => meet(one, two))).length];
}"""
"""How many things the bar of the phone has, and how many pairs of them lie over each other."""
GOOD: Final = {"inside": True, "seen": [True, True, True], "focused": True}


class Refused(NamedTuple):
    """A form that is sent as it cannot be taken: its page, the end of its address, what is entered in it."""

    place: Place
    form: str
    values: dict[str, str]

    def __str__(self) -> str:
        return f"{self.place} {self.form}"


def at_the_desk(path: str, form: str = "", **values: str) -> Refused:
    return Refused(Place("director", f"/desk/{path}"), form, values)


REFUSED: Final = (
    Refused(Place("visitor", "/t/"), "/t/", {"code": "no such code"}),
    Refused(Place("player", "playing"), "hands/", {}),
    at_the_desk(f"{CLUB}/new/"),
    at_the_desk(f"{CLUB}/house-rules/chantecler/", target="0"),
    at_the_desk("{check_in}/", "guest/"),
    at_the_desk("{drafted}/", "swap/"),
    at_the_desk("{playing}/people/{code}/substitute/"),
    at_the_desk("{playing}/table/1/", "hands/"),
    at_the_desk("{mended}/table/1/round/1/hand/1/correct/", "correct/"),
    at_the_desk("{mended}/table/2/round/1/adjust/", "adjust/"),
    at_the_desk(SEASON + "/adjust/"),
    at_the_desk("{cup}/fixtures/", "W1.2/", games_home="many"),
)


def theirs(page: Page, form: str) -> Locator:
    return page.locator(
        f'main form[method="post"][action$="{form}"], main form[method="post"]:not([action])'
    ).first


@pytest.mark.parametrize("refused", REFUSED, ids=str)
def test_everybody_can_use_a_form_that_was_refused(
    visit: Visit, visitors: Visitors, refused: Refused
) -> None:
    page = visit(refused.place)
    unfold(page)
    with visitors.watch.expecting(NO_FORM):
        theirs(page, refused.form).evaluate(SEND, refused.values)
        expect(page.locator(SAID).locator("visible=true").first).to_be_visible()
        # All of it, with nothing behind the foot that sticks to the screen.
        tall = page.evaluate("document.documentElement.scrollHeight")
        page.set_viewport_size({"width": page.evaluate("innerWidth"), "height": tall})
        page.evaluate(DRAWN)
        in_both_lights(page)
        visitors.leave(page)


def test_everybody_can_use_the_dates_of_several_evenings_before_they_are_made(visit: Visit) -> None:
    page = visit(Place("director", f"/desk/{CLUB}/several/"))
    page.get_by_label("Name").fill("Friday cards")
    page.get_by_role("button", name="Show the dates").click()
    expect(page.locator("#days").get_by_role("checkbox").first).to_be_visible()
    in_both_lights(page)


@pytest.mark.parametrize(
    ("place", "where", "press", "opened"),
    [
        (Place("player", "playing"), ".play__call", "Enter", "#call"),
        (Place("player", "moved"), ".play__call", "Enter", "#call"),
        (Place("director", "/desk/{playing}/"), "body", "?", "#keys"),
    ],
    ids=str,
)
def test_everybody_can_use_what_opens_over_a_page(
    visit: Visit, place: Place, where: str, press: str, opened: str
) -> None:
    page = visit(place, **({"viewport": PHONE} if place.who == "player" else {}))
    page.locator(where).press(press)
    expect(page.locator(opened)).to_be_visible()
    in_both_lights(page)


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
    with visitors.watch.expecting(NO_FORM):
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


def test_an_evening_that_cannot_be_set_up_leads_to_what_is_wrong(
    visitors: Visitors, key: StorageState
) -> None:
    page = visitors.open("phone", scheme="dark", storage_state=key)
    page.goto("/desk/demo/new/")
    page.locator("summary", has_text="The round").click()
    page.locator("input[name=round_minutes]").fill("700")
    with visitors.watch.expecting(NO_FORM):
        page.locator("form[data-plan] button:not([type=button])").last.click()
        assert look_at_the_first(page, "600") == GOOD
    expect(page.locator("input[name=round_minutes]")).to_be_focused()
    assert_good(page)
