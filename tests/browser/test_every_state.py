"""What a page comes to besides its first look: everybody can use it refused, empty, and with something opened."""

import re
from typing import Final, NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.chromium import DRAWN, PHONE, Visitors
from tests.browser.house import House
from tests.browser.looking import assert_good, in_both_lights, unfold
from tests.browser.pages import SEASON, Place, Visit
from tests.browser.stage import CLUB, make_club

NO_FORM: Final = "Failed to load resource"
"""What the console says of a refused form and of a page that is not there."""
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
    at_the_desk("{check_in}/seats/by-hand/"),
    at_the_desk("{drafted}/", "swap/"),
    at_the_desk("{draft}/rehearsal/", players="3000"),
    at_the_desk("{playing}/people/{code}/substitute/"),
    at_the_desk("{playing}/table/1/", "hands/"),
    at_the_desk("{bell}/do/take-back-bell/"),
    at_the_desk("{mended}/table/1/round/1/hand/1/correct/", "correct/"),
    at_the_desk("{mended}/table/2/round/1/adjust/", "adjust/"),
    at_the_desk("{mended}/late/", "/"),
    at_the_desk("{drawn_up}/schedule/", "file/"),
    at_the_desk("demo/leagues/winter-league/new/evenings/"),
    at_the_desk(SEASON + "/adjust/"),
    at_the_desk("{fixtures}/entrants/", "entrants/"),
    at_the_desk("{cup}/fixtures/", "W1.2/", games_home="many"),
)
EMPTY: Final = (
    *(Place("visitor", f"/c/nobody/{page}") for page in ("", "players/", "leagues/", "ratings/chantecler/")),
    *(
        Place("director", f"/desk/nobody/{page}")
        for page in ("", "members/", "persons/", "presets/", "leagues/")
    ),
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


@pytest.fixture(scope="module")
def _nobody(house: House) -> None:
    """A club that has nothing yet."""
    house.call(make_club, "nobody")


@pytest.mark.parametrize("place", EMPTY, ids=str)
@pytest.mark.usefixtures("_nobody")
def test_everybody_can_use_the_pages_of_a_club_that_has_nothing_yet(visit: Visit, place: Place) -> None:
    page = visit(place)
    unfold(page)
    assert_good(page)


def test_everybody_can_use_the_dates_of_several_evenings_before_they_are_made(visit: Visit) -> None:
    page = visit(Place("director", f"/desk/{CLUB}/several/"))
    page.get_by_label("Name").fill("Friday cards")
    page.get_by_role("button", name="Show the dates").click()
    expect(page.locator("#days").get_by_role("checkbox").first).to_be_visible()
    in_both_lights(page)


@pytest.mark.parametrize("state", ["playing", "moved"])
def test_everybody_can_use_what_opens_over_the_page_of_a_table(visit: Visit, state: str) -> None:
    page = visit(Place("player", state), viewport=PHONE)
    page.get_by_role("button", name="Call the director").press("Enter")
    expect(page.locator("#call")).to_be_visible()
    in_both_lights(page)


def test_everybody_can_use_the_list_of_keys_at_the_desk(visit: Visit) -> None:
    page = visit(Place("director", "/desk/{playing}/"))
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    in_both_lights(page)


@pytest.mark.parametrize("state", ["playing", "settled"])
def test_everybody_can_use_a_page_that_has_lost_its_network(
    visit: Visit, visitors: Visitors, state: str
) -> None:
    page = visit(Place("player", state), viewport=PHONE)
    with visitors.watch.expecting("net::ERR_", "Failed to load resource"):
        page.context.set_offline(True)
        expect(page.locator("body")).to_have_class(re.compile("is-offline|is-cut-off"))
        in_both_lights(page)
        visitors.leave(page)
