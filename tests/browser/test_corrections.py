"""A hand of a settled round is corrected when the next seats are announced already; then it is undone."""

from __future__ import annotations

import json
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chromium import Visitors
from tests.browser.house import House
from tests.browser.looking import assert_good
from tests.browser.people import choose
from tests.browser.stage import CLOSE

COUNTERS: Final = ("one", "three", "pheasant", "peacock", "owl", "chantecler")
KEEP: Final = "Apply and keep the announced seats"


class Desk:
    """The director at the desk of the evening."""

    def __init__(self, page: Page, where: str, *, scripts: bool) -> None:
        self.page = page
        self.where = where
        self.scripts = scripts

    def is_good(self) -> None:
        """The page fits and has no barriers; looking for these needs scripts."""
        if self.scripts:
            assert_good(self.page)

    def sheet(self) -> None:
        """Opens the score sheet of table 1 in round 1."""
        self.page.goto(f"/desk/{self.where}/table/1/?round=1")

    def press(self, name: str) -> None:
        """Presses a button."""
        self.page.get_by_role("button", name=name, exact=True).click()
        self.page.wait_for_load_state()

    def choose(self, path: str, value: str) -> None:
        """Taps a tile of the form."""
        choose(self.page, f"hand.{path}", value)

    def says(self, *texts: str) -> None:
        """The page shows each of these."""
        for text in texts:
            expect(self.page.get_by_role("main")).to_contain_text(text)

    def seats_are_announced(self) -> None:
        """The board still shows the announced seats."""
        self.page.goto(f"/desk/{self.where}/")
        expect(self.page.get_by_role("heading", level=1)).to_have_text("The seats of round 2 are announced")

    def scores(self) -> list[str]:
        """The points of couples A and B on the score sheet."""
        self.sheet()
        return self.page.locator("tbody tr").first.locator("td").all_inner_texts()[:2]


def correct(desk: Desk) -> None:
    """Couple B made the hand after all, with nine points."""
    desk.sheet()
    desk.page.get_by_role("link", name="Correct hand 1").click()
    desk.says("As it counts now")
    desk.choose("bidder", "2")
    for counter in COUNTERS:
        desk.choose(f"counters.{counter}", "B")
    desk.page.get_by_label("Reason").fill("both couples say so")
    if desk.scripts:
        # The slip is drawn anew a moment after the last tap, and what stands below it moves.
        expect(desk.page.get_by_role("region", name="Score slip")).to_contain_text("Took five: 5 points")
    desk.is_good()
    desk.press("See what it changes")


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_a_correction_shows_what_it_moves_keeps_the_seats_and_is_undone(
    visitors: Visitors, house: House, scripts: bool
) -> None:
    club = f"corrections-{scripts}".lower()
    stage = json.loads(house.python("-m", "tests.browser.stage", club, "5", CLOSE))
    page = visitors.open("desk", java_script_enabled=scripts)
    page.goto(house.sign_in_link())
    page.get_by_role("button", name="Sign me in").click()
    desk = Desk(page, stage[CLOSE], scripts=scripts)
    assert desk.scores() == ["+14", "0"]

    correct(desk)
    desk.says("Nothing is saved yet", "both couples say so", "Winner", "rises", "falls")
    expect(page.locator(".pairs__row", has_text="Bell of round 1")).to_contain_text("table 2")
    expect(page.get_by_role("heading", name="Seats already announced that would change")).to_be_visible()
    expect(page.locator(".versus__fields mark").first).to_be_visible()
    visitors.picture(page, f"impact of a correction {club}")
    desk.is_good()

    desk.press(KEEP)
    desk.says("Hand 1 is corrected.")
    assert desk.scores() == ["+5", "+9"]
    desk.seats_are_announced()

    desk.sheet()
    page.get_by_role("link", name="Undo the correction hand 1").click()
    desk.says("The form holds the version of")
    page.get_by_label("Reason").fill("they mixed up two hands")
    desk.press("See what it changes")
    expect(page.get_by_role("button", name=KEEP)).to_have_count(0)
    desk.press("Apply")
    assert desk.scores() == ["+14", "0"]
    desk.seats_are_announced()

    desk.sheet()
    page.get_by_role("link", name="All 3 versions").click()
    desk.says("both couples say so", "they mixed up two hands")
