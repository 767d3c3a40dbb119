"""What a director does at the desk that changes under their hands: drawn anew, worked on, or pressed meanwhile."""

from datetime import timedelta
from string import ascii_lowercase
from typing import Final

import pytest
from playwright.sync_api import Page, StorageState, expect

from tests.browser.chromium import PHONE, Visitors
from tests.browser.house import House
from tests.browser.looking import assert_good
from tests.browser.pages import Place, Visit
from tests.browser.people import choose
from tests.browser.stage import CLUB, a_club, make_club, set_stage
from tests.tournaments.a_contest import AContest
from tests.tournaments.an_evening import AnEvening
from tournaments.evening import acts

WORKED_MS: Final = 90_000
"""A rehearsal begins a process, makes a database and plays an evening."""
COUNTERS: Final = ("one", "three", "pheasant", "peacock", "owl", "chantecler")
SURNAMES: Final = ["Ashber", *(f"Birch{letter}" for letter in ascii_lowercase)]
LINES: Final = [
    *(f"{name}, Ada\tred" for name in SURNAMES),
    "Kestral, Robin\t",
    "Roux, Thérèse\tblue",
    "\tlost",
]


@pytest.fixture
def desk(visitors: Visitors, key: StorageState) -> Page:
    """A phone with the desk on it."""
    return visitors.open("phone", storage_state=key)


def test_a_correction_is_scored_as_it_is_tapped_and_shows_what_it_moves(visit: Visit) -> None:
    page = visit(Place("director", "/desk/{mended}/table/1/round/1/hand/2/correct/"))
    choose(page, "hand.bidder", "2")
    for counter in COUNTERS:
        choose(page, f"hand.counters.{counter}", "B")
    page.get_by_label("Reason").fill("both couples say so")
    # The slip is drawn anew a moment after the last tap, and what stands below it moves.
    expect(page.get_by_role("region", name="Score slip")).to_contain_text("Took five: 5 points")
    assert_good(page)
    page.get_by_role("button", name="See what it changes").click()
    expect(page.get_by_role("button", name="Apply", exact=True)).to_be_visible()
    expect(page.locator(".versus__fields mark").first).to_be_visible()
    assert_good(page)


def test_from_the_door_code_to_the_desk(visit: Visit) -> None:
    desk = visit(Place("director", f"/desk/{CLUB}/{{coming_door}}/"))
    phone = visit(Place("visitor", "/door/{door}/"), scheme="dark", viewport=PHONE)
    phone.get_by_label("Your name").fill("Clara")
    phone.get_by_role("button", name="Find").click()
    assert_good(phone)
    phone.get_by_role("button", name="rose").first.click()
    expect(phone.get_by_text("you have checked in, with ticket")).to_be_visible()
    assert_good(phone)
    phone.get_by_role("link", name="Check somebody else in").click()
    expect(phone.get_by_label("Your name")).to_be_visible()
    own = desk.locator("#inside").get_by_text("by their own phone")
    expect(own).to_be_visible()
    desk.locator("#inside").get_by_role("button", name="Undo").first.click()
    expect(own).to_have_count(0)


BOXES = (
    "(lines) => lines.map((line) => line.getBoundingClientRect()).map(({ x, y, height }) => [x, y, height])"
)
"""All at one moment: the list may be read again between two."""


def open_a_door(slug: str) -> str:
    """The desk of an evening whose doors are open, where three may come."""
    club = a_club(slug)
    evening = AnEvening.made(club, 3, at=club.made_at - timedelta(minutes=5), name="Door")
    evening.act(acts.OpenDoors())
    return f"/desk/{club.slug}/{evening.evening.slug}/"


def test_who_is_let_in_stays_under_the_finger_until_the_page_is_read_again(
    desk: Page, house: House, slug: str
) -> None:
    desk.goto(house.call(open_a_door, slug))
    lines = desk.locator("#waiting [data-player]")
    expect(lines).to_have_count(3)
    lines.nth(1).scroll_into_view_if_needed()
    before = lines.evaluate_all(BOXES)
    # Tapped as fast as a finger goes down the list, where each name stood at first.
    for left, top, height in before[:2]:
        desk.mouse.click(left + 40, top + height / 2)
    expect(desk.locator("#waiting .is-in")).to_have_count(2)
    assert lines.evaluate_all(BOXES) == [pytest.approx(box, abs=1) for box in before]
    assert_good(desk)
    desk.reload()
    expect(lines).to_have_count(1)


def test_thirty_lines_are_pasted_matched_and_added(
    visitors: Visitors, house: House, desk: Page, slug: str
) -> None:
    house.call(make_club, slug, "Robin Kestrel", "Therese Roux")
    desk.goto(f"/desk/{slug}/members/import/")
    desk.get_by_label("Paste the list").fill("\n".join(LINES))
    desk.get_by_role("button", name="Check the list").click()
    expect(desk.get_by_role("button", name="Add 27 members")).to_be_visible()
    desk.get_by_label("Column B").select_option("Ignore")
    expect(desk.get_by_role("row", name="Ashber")).not_to_contain_text("red")
    desk.get_by_label("Another person").check()
    expect(desk.get_by_role("button", name="Add 28 members")).to_be_visible()
    expect(desk.get_by_label("Another person")).to_be_focused()

    with visitors.watch.expecting("422"):
        desk.get_by_role("button", name="Add 28 members").click()
        expect(desk.get_by_role("alert")).to_contain_text("cannot be added")
    assert_good(desk, lights=True)
    desk.get_by_label("Leave out the 1 line").check()
    desk.get_by_role("button", name="Add 28 members").click()
    expect(desk.get_by_role("status")).to_contain_text("28 members were added.")
    assert_good(desk, lights=True)


def test_a_rehearsal_is_watched_and_read(house: House, desk: Page, slug: str) -> None:
    desk.goto(f"/desk/{house.call(set_stage, slug, 'draft')['draft']}/rehearsal/")
    desk.get_by_label("Players").fill("9")
    desk.get_by_role("button", name="Rehearse", exact=True).click()
    expect(desk.locator("progress")).to_be_visible()
    expect(desk.get_by_role("heading", name="Where it would stop")).to_be_visible(timeout=WORKED_MS)
    expect(desk.locator("progress")).to_have_count(0)
    for fold in desk.locator("details.fold > summary").all():
        fold.click()
    assert_good(desk, lights=True)


def fixtures_of(slug: str) -> str:
    """The fixtures of a new season, drawn, at the desk."""
    club = a_club(slug)
    season = AContest.made(club, at=club.made_at, until="drawn").season
    return f"/desk/{club.slug}/leagues/{season.league.slug}/{season.slug}/fixtures/"


def test_results_are_typed_and_corrected(
    visitors: Visitors, house: House, key: StorageState, slug: str
) -> None:
    desk = visitors.open("desk", storage_state=key)
    desk.goto(house.call(fixtures_of, slug))
    with visitors.watch.expecting("status of 422"):
        types_results(desk)
        desk.set_viewport_size(PHONE)
        corrects_a_result(desk)


def types_results(desk: Page) -> None:
    """Enter goes on, one press saves; what is refused stays as it was typed beside its reason."""
    home = desk.locator('[name^="games_home:"]').first
    away = desk.locator('[name^="games_away:"]').first
    save = desk.get_by_role("button", name="Save round")
    home.fill("two")
    home.press("Enter")
    expect(away).to_be_focused()
    away.fill("1")
    save.click()
    expect(desk.get_by_text("“two” is no number of games")).to_be_visible()
    expect(home).to_have_value("two")
    assert_good(desk)
    home.fill("2½")
    away.fill("1½")
    save.click()
    expect(desk.get_by_text("1 result is missing")).to_be_visible()


def corrects_a_result(desk: Page) -> None:
    """A correction wants a reason: it is asked for where nobody gave one, and closed again once it is said."""
    fixture = desk.locator("li.entry").nth(0)
    why, chip = fixture.locator("details.entry__why"), fixture.locator(".usual button")
    fixture.locator('[name="games_home"]').fill("3")
    fixture.get_by_role("button", name="Correct").click()
    refused = fixture.get_by_role("alert")
    expect(refused).to_contain_text("Say why the result changes")
    expect(refused).to_be_in_viewport(ratio=1)
    expect(refused).to_be_focused()
    chip.first.click()
    expect(fixture.locator('[name="reason"]')).to_have_value(str(chip.first.text_content()))
    assert_good(desk)
    fixture.get_by_role("button", name="Correct").click()
    expect(desk.get_by_text("the result is entered.")).to_be_visible()
    expect(why).not_to_have_attribute("open", "")
    fixture.locator('[name="games_away"]').fill("0")
    expect(why).to_have_attribute("open", "")
