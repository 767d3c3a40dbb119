"""Results of a league of fixtures are typed and corrected where they stand."""

import pytest
from playwright.sync_api import Page, StorageState, expect

from tests.browser.chromium import DESK as SCREEN
from tests.browser.chromium import PHONE, Visitors
from tests.browser.house import House
from tests.browser.looking import assert_good
from tests.browser.stage import a_club
from tests.tournaments.a_contest import AContest


def made(slug: str, until: str) -> str:
    """The desk of a season of fixtures."""
    club = a_club(slug)
    season = AContest.made(club, at=club.made_at, until=until).season
    return f"/desk/{club.slug}/leagues/{season.league.slug}/{season.slug}/"


@pytest.fixture
def desk(visitors: Visitors, key: StorageState) -> Page:
    return visitors.open("desk", storage_state=key)


def types_results(desk: Page) -> None:
    """What is refused stays beside its fixture; what is typed elsewhere stays too, as the rest of the page does."""
    forms = desk.locator("form[hx-post]")
    first, second = forms.nth(0), forms.nth(1)
    second.locator('[name="games_home"]').fill("2")
    first.locator('[name="games_home"]').fill("two")
    first.locator('[name="games_away"]').fill("1")
    first.locator('[name="games_away"]').press("Enter")
    expect(desk.get_by_text("“two” is no number of games")).to_be_visible()
    expect(first.locator('[name="games_home"]')).to_have_value("two")
    assert_good(desk)
    first.locator('[name="games_home"]').fill("2½")
    first.locator('[name="games_away"]').fill("1½")
    first.locator('[name="games_away"]').press("Enter")
    expect(desk.get_by_text("1 result is missing")).to_be_visible()
    expect(first.locator('[name="games_away"]')).to_be_focused()
    expect(second.locator('[name="games_home"]')).to_have_value("2")


def corrects_a_result(desk: Page) -> None:
    """A correction wants a reason: it is asked for where nobody gave one, and closed again once it is said."""
    desk.set_viewport_size(PHONE)
    fixture = desk.locator("li.entry").nth(0)
    why, chip = fixture.locator("details.entry__why"), fixture.locator(".usual button")
    fixture.get_by_role("button", name="Correct").click()
    refused = fixture.get_by_role("alert")
    expect(refused).to_contain_text("Say why the result changes")
    expect(refused).to_be_in_viewport(ratio=1)
    expect(refused).to_be_focused()
    chip.first.click()
    expect(fixture.locator('[name="reason"]')).to_have_value(str(chip.first.text_content()))
    assert_good(desk)
    fixture.locator('[name="games_home"]').fill("3")
    fixture.get_by_role("button", name="Correct").click()
    expect(desk.get_by_text("the result is entered.")).to_be_visible()
    expect(why).not_to_have_attribute("open", "")
    fixture.locator('[name="games_away"]').fill("0")
    expect(why).to_have_attribute("open", "")
    desk.set_viewport_size(SCREEN)


def test_results_are_typed_and_corrected(visitors: Visitors, house: House, desk: Page, slug: str) -> None:
    desk.goto(house.call(made, slug, "drawn") + "fixtures/")
    with visitors.watch.expecting("status of 422"):
        types_results(desk)
        corrects_a_result(desk)
