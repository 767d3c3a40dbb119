"""A season in a browser: set up, opened, an evening published and corrected, a bonus, the end and its prizes."""

from __future__ import annotations

import json
import re
import time
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chromium import Visitors
from tests.browser.house import House
from tests.browser.looking import assert_good
from tests.browser.people import Director

CLUB: Final = "season"
WORKER: Final = 30
"""Seconds; the worker has it done in one or two, where nobody else uses the machine."""
PUBLIC: Final = f"/c/{CLUB}/leagues/friday-league/autumn/"
DESK: Final = f"/desk/{CLUB}/leagues/friday-league/autumn/"
EVENING: Final = f"""
import django
django.setup()
from django.utils import timezone
from tests.tournaments.an_evening import AnEvening
from tests.tournaments.league.services.test_tables import turn_round
from tournaments.evening.models import Evening
from tournaments.evening.reads.standings import prizes_of
from tournaments.ranking.prizes import ties_to_cut
from tournaments.evening import acts
evening = AnEvening(Evening.objects.get(club__slug="{CLUB}"), [], timezone.now())
def cut():
    for tie in ties_to_cut(prizes_of(evening.read())):
        evening.act(acts.CutPrize(prize=tie.prize, colour=tie.colour, order=tie.players))
"""
CUT: Final = f"{EVENING}\ncut()"
CORRECT: Final = f"""{EVENING}
turn_round(evening)
cut()
evening.step_to("published")
"""


class TheSecretary:
    """Somebody who keeps a league, and whoever reads its pages meanwhile."""

    def __init__(self, visitors: Visitors, house: House, evening: str) -> None:
        self.visitors, self.house, self.evening = visitors, house, evening
        self.desk = visitors.open("desk")
        self.desk.goto(house.sign_in_link())
        self.desk.get_by_role("button", name="Sign me in").click()
        expect(self.desk.get_by_role("button", name="Sign out")).to_be_visible()
        self.reader = visitors.open("phone", scheme="dark")

    def good(self, path: str, name: str, page: Page | None = None) -> Page:
        """The page at this address, which everybody can use."""
        page = page or self.reader
        page.goto(path)
        assert_good(page)
        self.visitors.picture(page, f"season {name}")
        return page

    def at_the_desk(self, path: str, name: str) -> Page:
        return self.good(path, name, self.desk)

    def sets_a_league_up(self) -> None:
        desk = self.at_the_desk(f"/desk/{CLUB}/leagues/", "01-no-league")
        desk.locator('input[name="name"]').fill("Friday league")
        desk.get_by_role("button", name="Create league").click()
        expect(desk.get_by_role("heading", name="Friday league")).to_be_visible()
        desk.locator('a[href$="/new/evenings/"]').click()
        assert_good(desk)
        desk.locator("summary", has_text="Prizes").click()
        today = datetime.now(UTC).date()
        for name, value in {
            "name": "Autumn",
            "starts": (today - timedelta(days=7)).isoformat(),
            "ends": (today + timedelta(days=7)).isoformat(),
            "prizes__overall__best": "20 10",
        }.items():
            desk.locator(f'[name="{name}"]').fill(value)
        expect(desk.locator('input[name="games"][value="chantecler"]')).to_be_checked()
        self.visitors.picture(desk, "season 02-form")
        desk.get_by_role("button", name="Create season").click()
        expect(desk.get_by_role("heading", level=1)).to_have_text("Autumn")

    def opens_it(self) -> None:
        with self.visitors.watch.expecting("Failed to load resource"):
            answer = self.reader.goto(PUBLIC)
        assert answer
        assert answer.status == 404, "nobody sees it before"
        self.desk.get_by_role("button", name="Open the season").click()
        expect(self.desk.get_by_text("The season is open")).to_be_visible()
        assert_good(self.desk)
        self.good(PUBLIC, "03-empty")

    def publishes_the_evening(self) -> None:
        self.house.python("-c", CUT)
        self.desk.goto(f"/desk/{self.evening}/")
        Director(self.desk).next("Publish the evening")

    def table(self, *, other_than: list[str] | None = None) -> list[str]:
        """The lines of the table as a reader sees them, as soon as they are others."""
        deadline = time.monotonic() + WORKER
        while True:
            self.reader.goto(PUBLIC)
            rows = self.reader.locator("table.table--standings").first.locator("tbody tr")
            told = [" ".join(text.split()) for text in rows.all_inner_texts()]
            if told and told != other_than:
                return told
            assert time.monotonic() < deadline, f"the worker brings no other table than {told}"
            time.sleep(0.3)

    def gives_a_bonus(self, name: str) -> None:
        desk = self.at_the_desk(f"{DESK}adjust/", "07-adjust")
        desk.locator('select[name="player"]').select_option(label=name)
        desk.locator('input[name="points"]').fill("50")
        desk.locator('input[name="reason"]').fill("baked the cake")
        desk.get_by_role("button", name="Save points").click()

    def closes_it(self) -> None:
        self.at_the_desk(DESK, "08-overview")
        self.desk.get_by_role("link", name="Close the season").click()
        expect(self.desk.get_by_role("heading", name="Close the season?")).to_be_visible()
        self.desk.get_by_role("button", name="Close the season").click()
        expect(self.desk.get_by_text("The season is over.")).to_be_visible()
        assert_good(self.desk)


@pytest.fixture
def secretary(visitors: Visitors, house: House) -> TheSecretary:
    """At the desk of a club whose evening is finished and not published yet."""
    made: dict[str, Any] = json.loads(house.python("-m", "tests.browser.stage", CLUB, "5", "finished"))
    return TheSecretary(visitors, house, made["finished"])


def test_a_season_from_its_form_to_its_prizes(secretary: TheSecretary) -> None:
    secretary.sets_a_league_up()
    secretary.opens_it()
    secretary.publishes_the_evening()
    first = secretary.table()
    assert_good(secretary.reader)
    why_leads_to_the_hands(secretary)
    corrected = a_correction_is_told(secretary, first)
    last = names_in(secretary.reader)[-1]
    secretary.gives_a_bonus(last)
    after = secretary.table(other_than=corrected)
    assert last in after[0]
    for path in ("evenings/", "what-if/", "rules/", "ledger/", "prizes/"):
        all_pages_are_in_sight(secretary.good(f"{PUBLIC}{path}", f"09-{path[:-1]}"))
        secretary.good(f"{PUBLIC}{path}", f"09-{path[:-1]}-desk", secretary.desk)
    secretary.closes_it()
    the_prizes_are_signed_for(secretary, last)


def all_pages_are_in_sight(reader: Page) -> None:
    """The pages of the season are in rows on a phone: none is cut off, the one that is open least of all."""
    width = reader.viewport_size["width"] if reader.viewport_size else 0
    for tab in reader.locator(".tabs a").all():
        box = tab.bounding_box()
        assert box
        assert box["x"] >= 0, tab.inner_text()
        assert box["x"] + box["width"] <= width, tab.inner_text()
        expect(tab).to_be_in_viewport()
    rows = reader.locator(".tabs ul").evaluate("list => list.scrollWidth - list.clientWidth")
    assert rows <= 0, "nothing is to be scrolled to"


def names_in(reader: Page) -> list[str]:
    """Who stands in the first table of the page, best first."""
    return reader.locator("table.table--standings").first.locator("tbody th a").all_inner_texts()


def why_leads_to_the_hands(secretary: TheSecretary) -> None:
    """A name opens why somebody stands there, an evening its rounds, a round its hands."""
    reader = secretary.reader
    best = names_in(reader)[0]
    reader.locator("table.table--standings tbody th a").first.click()
    expect(reader.get_by_role("heading", name=f"Why {best} has place 1")).to_be_visible()
    assert_good(reader)
    reader.get_by_text("Rounds and hands").first.click()
    reader.get_by_role("link", name=re.compile("^Round 1, table")).first.click()
    expect(reader.locator(".slip").first).to_be_visible()


def a_correction_is_told(secretary: TheSecretary, first: list[str]) -> list[str]:
    """A hand of the evening was another one: the table moves, and the ledger says who did."""
    before = {line.split(" ", 1)[1] for line in first}
    secretary.house.python("-c", CORRECT)
    corrected = secretary.table(other_than=first)
    assert {line.split(" ", 1)[1] for line in corrected} != before
    ledger = secretary.good(f"{PUBLIC}ledger/", "06-ledger")
    entry = ledger.locator("li", has=ledger.get_by_text(re.compile(r"\d+ lines? moved"))).first
    entry.locator("summary").click()
    moved = entry.locator("details li").all_inner_texts()
    assert moved
    assert all("→" in line for line in moved)
    ledger.goto(PUBLIC)
    return corrected


def the_prizes_are_signed_for(secretary: TheSecretary, winner: str) -> None:
    """The list of prizes as it is printed: names, sums, a line to sign on."""
    page = secretary.good(f"{PUBLIC}prizes/", "10-prizes", secretary.desk)
    expect(page.get_by_role("columnheader", name="Received")).to_be_hidden()
    page.emulate_media(media="print")
    expect(page.get_by_role("columnheader", name="Received")).to_be_visible()
    line = page.locator("tbody tr").first
    expect(line).to_contain_text(winner)
    expect(line).to_contain_text("20.00")
    secretary.visitors.picture(page, "season 11-printed")
