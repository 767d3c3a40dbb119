"""Two rounds in real browsers: fourteen people, four phones, a desk and a wall, which follow every turn at once."""

from typing import Any, Final

from playwright.sync_api import Page, expect

from tests.browser.chromium import Visitors
from tests.browser.house import House
from tests.browser.looking import assert_good
from tests.browser.pages import Place, Visit
from tests.browser.paper import LEVEL, SET, THROWN_AWAY, Hand, score, sweep
from tests.browser.people import WORKER_MS, Phone
from tests.browser.test_live import hears_the_bell

Rounds = dict[int, list[Hand]]
FIRST: Final[Rounds] = {1: [THROWN_AWAY, SET], 2: [sweep(1)] * 3, 3: [LEVEL]}
SECOND: Final[Rounds] = {1: [SET], 2: [], 3: [sweep(4)] * 3}


class TheEvening:
    """Three tables with a phone each, and a second one at table 1."""

    def __init__(self, visitors: Visitors, desk: Page, room: dict[str, Any]) -> None:
        self.desk = desk
        self.wall = visitors.open("wall")
        self.wall.goto(f"/c/{room['path']}/wall/")
        cards = [*room["cards"], room["cards"][0]]
        self.phones = [Phone(visitors.open("phone"), card) for card in cards]

    def goes_to(self, label: str) -> None:
        """The director presses the one button that comes next, which must say `label`."""
        button = self.desk.locator("#next")
        expect(button).to_contain_text(label)
        expect(button).to_be_enabled()
        button.click()

    def is_played(self, number: int, hands: Rounds) -> None:
        """Every phone has the form; the first hand of table 1 is tapped in, and its other phone sees it."""
        for phone in self.phones:
            expect(phone.page.get_by_role("button", name="Save hand 1")).to_be_visible()
        slip = self.phones[0].fill(hands[1][0])
        assert self.phones[0].save() == slip
        expect(self.phones[3].page.get_by_role("button", name="Save hand 2")).to_be_visible()
        for table, here in hands.items():
            for place, hand in list(enumerate(here, 1))[table == 1 :]:
                self.phones[table - 1].send(hand, round_number=number, number=place)

    def the_bell_is_put_away(self) -> None:
        """Every screen has heard it, and goes on."""
        for page in (self.desk, *(phone.page for phone in self.phones)):
            hears_the_bell(page)
        for phone in self.phones:
            away = phone.page.get_by_role("button", name="Back to the table")
            if away.is_visible():
                away.tap()
            expect(phone.page.locator("#rung")).not_to_be_visible()
            assert_good(phone.page)

    def is_closed(self, number: int, hands: Rounds) -> None:
        """The director closes the round; every phone says what its table has."""
        self.goes_to(f"Close round {number}")
        for place, phone in enumerate(self.phones):
            expect(phone.page.get_by_text(f"Round {number} is settled")).to_be_visible()
            points = zip(*map(score, hands[place % 3 + 1]), strict=True)
            for couple, won in enumerate(points):
                told = phone.page.locator(".running__points").nth(couple)
                expect(told).to_have_text(str(sum(won)).replace("-", "−"))

    def goes_on(self, coming: int) -> None:
        """The worker's draft comes by itself; once it is announced every phone and the wall say who goes where."""
        heading = self.desk.get_by_role("heading", level=1)
        expect(heading).to_have_text(f"The next seats: round {coming}", timeout=WORKER_MS)
        self.goes_to("Announce the next seats")
        for phone in self.phones:
            expect(phone.page.get_by_role("heading", name="Where you go")).to_be_visible()
            expect(phone.page.locator(".goers li")).to_have_count(4)
        expect(self.wall.get_by_text(f"Round {coming}: your seat").first).to_be_visible()
        self.goes_to(f"Start round {coming}")


def test_every_screen_follows_every_turn_of_the_evening(
    visitors: Visitors, director: Page, house: House, room: dict[str, Any]
) -> None:
    evening = TheEvening(visitors, director, room)
    phones = [phone.page for phone in evening.phones]
    evening.is_played(1, FIRST)
    phones[1].get_by_role("button", name="Ring the bell").tap()
    evening.the_bell_is_put_away()
    phones[2].locator('form button[name="winner"][value="A"]').tap()
    expect(phones[2].get_by_text("have won the cut.")).to_be_visible()
    evening.is_closed(1, FIRST)
    evening.goes_on(2)

    evening.is_played(2, SECOND)
    evening.goes_to("Ring for table 3")
    evening.the_bell_is_put_away()
    phones[1].get_by_text("A hand finished before the bell?").tap()
    evening.phones[1].fill(THROWN_AWAY)
    evening.phones[1].save()
    evening.is_closed(2, SECOND | {2: [THROWN_AWAY]})
    assert house.manage("rebuild", "--check", "--evening", room["path"]) == ""


def test_a_visitor_checks_a_published_evening_in_the_browser(visit: Visit) -> None:
    page = visit(Place("visitor", "/c/{published}/check/"))
    page.get_by_role("button", name="Check it here").click()
    expect(page.locator("[data-check-said]")).to_contain_text("Everything fits")
    assert_good(page)
