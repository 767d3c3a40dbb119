"""Nights of games that are documents, in real browsers: from the plan and its rehearsal to the published result."""

import random
import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, StorageState, expect

from games.catalogue import find
from tests.browser.chromium import Visitors
from tests.browser.house import House
from tests.browser.looking import assert_good
from tests.browser.people import WORKER_MS, Phone
from tests.browser.stage import make_club
from tests.browser.test_at_the_desk import WORKED_MS
from tests.browser.test_offline import NO_NETWORK
from tests.browser.thumbs import Thumbs
from tournaments.demo import NAMES
from tournaments.rehearsal.random_hands import pretend_hand

ROUNDS: Final = 2


class Night(NamedTuple):
    """A kind of evening with its game, how many come to how many tables, how many hands are played by table size."""

    preset: str
    game: str
    players: int
    tables: int
    hands: dict[int, int]
    rules: dict[str, Any] = {}


NIGHTS: Final = (
    Night("skat", "skat", 13, 4, {3: 36, 4: 48}),
    Night("doppelkopf", "doppelkopf", 9, 2, {4: 24, 5: 24}),
    Night("cribbage", "cribbage", 8, 4, {2: 1}),
    Night("mexicano", "points_couples", 8, 2, {4: 1}, {"in_all": 24}),
    Night("points", "points", 22, 5, {4: 4, 5: 4}),
)


class Evening:
    """One such night at the desk, and what its hands have come to."""

    def __init__(self, visitors: Visitors, desk: Page, night: Night) -> None:
        self.visitors, self.desk, self.night = visitors, desk, night
        self.dice, self.points = random.Random(night.preset), 0
        self.path = ""

    def goes_to(self, label: str) -> None:
        button = self.desk.locator("#next")
        expect(button).to_contain_text(label, timeout=WORKER_MS)
        expect(button).to_be_enabled()
        button.click()

    def is_planned(self, club: str) -> None:
        self.desk.goto(f"/desk/{club}/new/?preset={self.night.preset}")
        self.desk.get_by_label("Name", exact=True).fill(self.night.preset)
        self.desk.get_by_label("Rounds", exact=True).fill(str(ROUNDS))
        self.desk.get_by_role("button", name="Create evening").click()
        expect(self.desk.locator("#next")).to_be_visible()
        self.path = self.desk.url.split("/desk/")[1].rstrip("/")

    def is_rehearsed(self) -> None:
        board = self.desk.url
        self.desk.goto(f"{board}rehearsal/")
        self.desk.get_by_label("Players").fill(str(self.night.players))
        self.desk.get_by_role("button", name="Rehearse", exact=True).click()
        well = self.desk.get_by_text("The evening runs through to its end; nothing unexpected happens.")
        expect(well).to_be_visible(timeout=WORKED_MS)
        self.desk.goto(board)

    def people_come(self) -> None:
        self.goes_to("Open the doors")
        self.desk.get_by_text("Paste a list of names").click()
        self.desk.locator("textarea[name=names]:visible").fill("\n".join(NAMES[: self.night.players]))
        self.desk.get_by_role("button", name="Check everyone in").click()
        self.desk.get_by_role("button", name="Check these in").click()
        expect(self.desk.locator(".desk__counts")).to_contain_text(f"{self.night.players} players")
        self.goes_to("Draw the seats")

    def phones(self) -> Iterator[Phone]:
        self.desk.goto(f"/desk/{self.path}/papers/cards/")
        cards = self.desk.get_by_role("link", name=re.compile(r"^Open table \d+$"))
        expect(cards).to_have_count(self.night.tables)
        for card in cards.all():
            yield Phone(self.visitors.open("phone"), urlsplit(str(card.get_attribute("href"))).path)
        self.desk.goto(f"/desk/{self.path}/")

    def is_played(self, number: int, phones: list[Phone]) -> None:
        """The first hand of each table is tapped in, the others are sent by the same form."""
        game = find(self.night.game)
        self.goes_to(f"Start round {number}")
        for phone in phones:
            expect(phone.page.get_by_role("button", name="Save hand 1")).to_be_visible()
            seats = len(re.findall(r"Seat \d", phone.page.get_by_role("group", name="Seats at").inner_text()))
            for place in range(1, self.night.hands[seats] + 1):
                hand = pretend_hand(self.dice, self.night.game, seats, self.night.rules)
                scores = game.score(hand, game.house_rules(self.night.rules)).scores
                self.points += sum(scores)
                if place > 1:
                    phone.send(hand, round_number=number, number=place, game=self.night.game)
                    continue
                self.is_tapped_in(phone, hand, scores)
                phone.save()
                assert_good(phone.page)
        self.goes_to(f"Close round {number}")

    def is_tapped_in(self, phone: Phone, hand: dict[str, Any], scores: tuple[int, ...]) -> None:
        """Without a network; what a document scores is told by the phone alone."""
        with self.visitors.watch.expecting(*NO_NETWORK):
            phone.page.context.set_offline(True)
            Thumbs(phone.page, self.night.game).tap_in(hand)
            expect(phone.page.get_by_text("It will be scored when the connection is back.")).to_be_visible()
            told = [f"{points:+}".replace("-", "−") if points else "0" for points in scores]
            of_document = find(self.night.game).written_as is not None
            expect(phone.page.locator("#preview-sum bdi")).to_have_text(told if of_document else [])
            phone.page.context.set_offline(False)

    def is_published(self) -> None:
        self.goes_to("Finish the evening")
        ties = self.desk.locator("#ties form")
        while ties.count():
            ties.first.get_by_role("button", name="No cards? Draw at random").click()
            self.desk.locator("main").get_by_role("button", name="Record the cut").click()
            expect(self.desk.get_by_text("The cut is recorded.", exact=True)).to_be_visible()
        self.goes_to("Publish the evening")
        expect(self.desk.get_by_role("heading", level=1)).to_have_text("The evening is published")
        self.desk.goto(f"/c/{self.path}/")
        assert_good(self.desk)
        read = self.desk.locator(".table--standings tbody tr td.num:nth-of-type(2)")
        expect(read).to_have_count(self.night.players)
        assert sum(int(text.replace("−", "-")) for text in read.all_inner_texts()) == self.points


def play(visitors: Visitors, desk: Page, house: House, club: str, night: Night) -> None:
    evening = Evening(visitors, desk, night)
    evening.is_planned(club)
    evening.is_rehearsed()
    evening.people_come()
    phones = list(evening.phones())
    for number in range(1, ROUNDS + 1):
        evening.is_played(number, phones)
        if number < ROUNDS:
            evening.goes_to("Announce the next seats")
    evening.is_published()
    for phone in phones:
        phone.page.close()
    assert house.manage("rebuild", "--check", "--evening", evening.path) == ""


@pytest.fixture
def desk(visitors: Visitors, key: StorageState, house: House, slug: str) -> Page:
    """The desk of a club without members."""
    house.call(make_club, slug)
    return visitors.open("desk", storage_state=key)


def open_season(desk: Page, club: str) -> str:
    """Makes and opens a season over all games of these nights; its address."""
    desk.goto(f"/desk/{club}/leagues/")
    desk.get_by_label("Name").fill("All games")
    desk.get_by_role("button", name="Create league").click()
    desk.get_by_role("link", name=re.compile("^Evenings:")).click()
    desk.get_by_label("Name", exact=True).fill("Winter")
    for night in NIGHTS:
        desk.locator(f"input[name=games][value={night.game}]").check()
    desk.get_by_role("button", name="Create season").click()
    desk.get_by_role("button", name="Open the season").click()
    expect(desk.get_by_role("heading", name="Under way")).to_be_visible()
    return desk.url


def test_nights_of_these_games_make_a_season(visitors: Visitors, desk: Page, house: House, slug: str) -> None:
    season = open_season(desk, slug)
    for night in NIGHTS:
        play(visitors, desk, house, slug, night)
    desk.goto(season)
    desk.get_by_role("link", name="The public page of the season").click()
    everybody = max(night.players for night in NIGHTS)
    attended = desk.locator(".table--standings tbody tr td.num:nth-of-type(3)")
    expect(attended).to_have_count(everybody, timeout=WORKER_MS)
    assert sum(map(int, attended.all_inner_texts())) == sum(night.players for night in NIGHTS)
    assert_good(desk)
