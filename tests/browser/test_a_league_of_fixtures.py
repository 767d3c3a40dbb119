"""A league of fixtures in a browser: entered as a list, opened, made, its results typed, and read on a phone."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chromium import DESK as SCREEN
from tests.browser.chromium import PHONE, Visitors
from tests.browser.house import House
from tests.browser.looking import assert_good

CLUB: Final = "fixtures"
PUBLIC: Final = f"/c/{CLUB}/leagues/tuesday-league/winter/"
DESK: Final = f"/desk/{CLUB}/leagues/tuesday-league/winter/"
PEOPLE: Final = ("Ann", "Ben", "Cleo", "Dan")


@pytest.fixture
def desk(visitors: Visitors, house: House) -> Page:
    """The desk of a club without a league."""
    house.python("-m", "tests.browser.stage", CLUB, "5", "draft")
    page = visitors.open("desk")
    page.goto(house.sign_in_link())
    page.get_by_role("button", name="Sign me in").click()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    return page


def sets_it_up(desk: Page) -> None:
    desk.goto(f"/desk/{CLUB}/leagues/")
    desk.locator('input[name="name"]').fill("Tuesday league")
    desk.get_by_role("button", name="Create league").click()
    desk.locator('a[href$="/new/fixtures/"]').click()
    assert_good(desk)
    for name, value in {"name": "Winter", "starts": "2026-10-01", "ends": "2027-03-31"}.items():
        desk.locator(f'[name="{name}"]').fill(value)
    desk.get_by_role("button", name="Create season").click()
    expect(desk.get_by_role("heading", level=1)).to_have_text("Winter")


def enters_a_list(desk: Page) -> None:
    desk.get_by_role("link", name="Add entrants").click()
    assert_good(desk)
    desk.locator('textarea[name="names"]').fill("\n".join(PEOPLE))
    desk.get_by_role("button", name="Add all entrants").click()
    assert_good(desk)
    desk.get_by_role("button", name="Enter these").click()
    expect(desk.get_by_text("4 are entered.")).to_be_visible()
    assert_good(desk)


def opens_it_and_makes_the_fixtures(desk: Page) -> None:
    desk.goto(DESK)
    desk.get_by_role("button", name="Open the season").click()
    desk.get_by_role("link", name="Make the fixtures").click()
    assert_good(desk)
    desk.locator('input[name="first"]').fill("2026-11-24")
    desk.get_by_role("button", name="Make the fixtures").click()
    expect(desk.get_by_text("6 fixtures are made.")).to_be_visible()


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
    expect(desk.get_by_text("Made by mistake?")).to_have_count(0)
    second.locator("summary").click()
    assert_good(desk)
    second.get_by_role("button", name="Neither played").click()
    expect(desk.get_by_text("All results are in")).to_be_visible()


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


def test_a_league_of_fixtures_from_a_list_to_a_table(visitors: Visitors, desk: Page) -> None:
    sets_it_up(desk)
    enters_a_list(desk)
    opens_it_and_makes_the_fixtures(desk)
    with visitors.watch.expecting("status of 422"):
        types_results(desk)
        corrects_a_result(desk)
    reader = visitors.open("phone", scheme="dark")
    for path in ("", "fixtures/", "why/1/", "what-if/?entrant=1", "rules/", "ledger/"):
        for page in (reader, desk):
            page.goto(f"{PUBLIC}{path}")
            assert_good(page)
        visitors.picture(reader, f"fixtures {path.partition('/')[0] or 'table'}")
    for path in ("", "entrants/", "entrants/1/", "fixtures/", "end/"):
        desk.goto(f"{DESK}{path}")
        assert_good(desk)
        visitors.picture(desk, f"fixtures desk {path.partition('/')[0] or 'overview'}")
    reader.goto(PUBLIC)
    expect(reader.locator("table.league-table tbody tr")).to_have_count(4)
