"""An evening as the people in the room see it: its steps from the door to the published page, each with checks."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from playwright.sync_api import Page, expect

from games import catalogue
from scoring.derivation import Line as ScoreLine
from tests.browser.chromium import Visitors
from tests.browser.house import House, wait_for
from tests.browser.looking import assert_good
from tests.browser.paper import TARGET, Game, Hand, Paper
from tests.browser.people import READ_SEATING, Director, Phone, heard, listen

CLUB: Final = "whole"
MAKE_CLUB: Final = f"""
import django
django.setup()
from django.utils import timezone
from tournaments.club.models import User
from tournaments.club.services import clubs
director, at = User.objects.get(username="demo-director"), timezone.now()
club = clubs.make_club(name="The Whole Club", director=director, time_zone="Europe/London", at=at, slug={CLUB!r})
for n in range(24):
    clubs.add_player(club=club, name=f"Member{{n:02}} Smith", colour=("red", "blue")[n % 2], at=at)
"""
NAME: Final = "Whole evening"
GUEST: Final = "Cyrano Savinien"
REASON: Final = "her knee: no stairs tonight"
RUNG: Final = "the bell has rung"
STOPPED: Final = "play has stopped"
WORKER_MS: Final = 30_000
PREVIEW_SECONDS: Final = 30
Rounds = dict[int, list[Hand]]


def in_words(lines: tuple[ScoreLine, ...]) -> list[list[str]]:
    """The lines of a derivation as a slip shows them."""
    whose: dict[tuple[int, ...], str] = {(1, 3): "A", (2, 4): "B"}
    return [
        [
            whose.get(tuple(line.seats), "all"),
            line.text,
            f"+{line.points}" if line.points > 0 else str(line.points).replace("-", "−"),
        ]
        for line in lines
    ]


def engine_slip(hand: Hand) -> list[list[str]]:
    """The slip that the scoring engine gives a hand."""
    game = catalogue.find("chantecler")
    return in_words(game.score(hand, game.house_rules({"target": TARGET})).lines)


class ThePlay:
    """Fourteen people, three tables, four phones, a desk and a wall."""

    def __init__(self, visitors: Visitors, house: House) -> None:
        self.visitors = visitors
        self.house = house
        self.director = Director(visitors.open("desk"))
        self.wall = visitors.open("wall")
        self.phones: dict[int, list[Phone]] = {}
        self.paper = Paper(())
        self.round = 0
        self.bells: list[float] = []
        self.address = ""

    @property
    def desk(self) -> Page:
        """The director's page."""
        return self.director.page

    def look(self, name: str) -> None:
        """Keep a picture of every screen, where pictures are asked for."""
        screens = {"desk": self.desk, "wall": self.wall}
        screens |= {
            f"phone-{table}-{which}": phone.page
            for table, phones in self.phones.items()
            for which, phone in enumerate(phones)
        }
        for screen, page in screens.items():
            self.visitors.picture(page, f"{name}.{screen}")

    # --- before play -----------------------------------------------------------------------------------------

    def sign_in(self) -> None:
        """By the link that works once: looking at it uses nothing up, the button does."""
        link = self.house.sign_in_link()
        self.desk.goto(link)
        self.desk.reload()
        self.desk.get_by_role("button", name="Sign me in").click()
        expect(self.desk.get_by_role("button", name="Sign out")).to_be_visible()
        stranger = self.visitors.open("desk")
        stranger.goto(link)
        with self.visitors.watch.expecting("410"):
            stranger.get_by_role("button", name="Sign me in").click()
            expect(stranger.get_by_role("button", name="Sign out")).to_have_count(0)
            expect(stranger.get_by_role("heading", level=1)).to_be_visible()
        self.visitors.leave(stranger)

    def make(self) -> None:
        """A club, and there a new evening with ticket colours and three rounds."""
        self.house.python("-c", MAKE_CLUB)
        self.desk.goto(f"/desk/{CLUB}/")
        self.desk.get_by_role("link", name="New evening").click()
        expect(self.desk.get_by_role("heading", level=1)).to_have_text("New evening")
        assert_good(self.desk)
        self.desk.get_by_label("Name", exact=True).fill(NAME)
        self.desk.get_by_label("Rounds", exact=True).fill("3")
        self.desk.locator("summary", has_text="Tickets and partners").click()
        self.desk.get_by_role("textbox", name="Ticket colours").fill("red, blue")
        self.look("01-plan")
        self.desk.get_by_role("button", name="Create evening").click()
        expect(self.desk.get_by_role("heading", level=1)).to_have_text("Before the doors open")
        self.director.board = self.desk.url
        self.address = self.desk.url.replace("/desk/", "/c/")
        self.look("02-draft")
        self.director.next("Open the doors")

    def let_in(self) -> None:
        """Thirteen members, each by one tap on their usual colour, and a guest by name."""
        counts = self.desk.locator(".desk__counts")
        waiting = self.desk.locator("#waiting li:not(.is-in)")
        expect(waiting.first).to_be_visible()
        for people in range(1, 14):
            waiting.first.locator(".is-usual").click()
            expect(counts).to_contain_text(f"{people} player")
        self.desk.get_by_label("A guest's name").fill(GUEST)
        guest = self.desk.locator("form", has=self.desk.locator("#guest_name"))
        guest.get_by_role("button", name="red").click()
        expect(counts).to_contain_text("14 players: 3 tables, 2 sit out each round")
        assert_good(self.desk)
        self.wall.goto(f"{self.address}wall/")
        expect(self.wall.locator("#wall")).to_contain_text("14 players have checked in")
        self.look("03-doors")

    def draw(self) -> None:
        """Seats are drawn from the sealed seed, tickets and cards are printed."""
        self.director.next("Draw the seats")
        expect(self.desk.get_by_role("heading", level=1)).to_have_text("The seats are drawn")
        expect(self.desk.get_by_text("Drawn from the sealed seed")).to_be_visible()
        assert_good(self.desk)
        seated = self.director.seating()
        sitting = self.desk.locator("section", has=self.desk.get_by_role("heading", name="Sitting out"))
        everybody = [
            *(name for table in seated for name in table),
            *sitting.locator("strong").all_inner_texts(),
        ]
        assert len(set(everybody)) == 14
        assert GUEST in everybody
        self.paper.players = tuple(sorted(everybody))
        self.sit_down(seated)
        expect(self.wall.get_by_text("your seat").first).to_be_visible()
        for name in everybody:
            expect(self.wall.locator("#wall")).to_contain_text(name)
        self.look("04-seats")

    def sit_down(self, seated: list[tuple[str, ...]]) -> None:
        """Write the seats of the coming round down."""
        assert [len(table) for table in seated] == [4, 4, 4]
        self.paper.rounds.append([Game((a, b, c, d)) for a, b, c, d in seated])

    def take_cards(self) -> None:
        """Print tickets and table cards; phones open the links on the cards, and nobody asks them who they are."""
        self.desk.goto(f"{self.director.board}papers/tickets/")
        expect(self.desk.locator(".ticket")).to_have_count(14)
        self.look("05-tickets")
        self.desk.goto(f"{self.director.board}papers/cards/")
        expect(self.desk.locator(".tent__qr svg")).to_have_count(3)
        self.look("06-cards")
        opened = self.desk.locator(".tents a[target]")
        links: list[str] = opened.evaluate_all("(links) => links.map((link) => link.href)")
        for table, link in enumerate(links, start=1):
            self.phones[table] = [Phone(self.visitors.open("phone"), link)]
        self.phones[1].append(Phone(self.visitors.open("phone"), links[0]))
        for table, phones in self.phones.items():
            for phone in phones:
                for name in self.paper.rounds[0][table - 1].seats:
                    expect(phone.page.locator("main")).to_contain_text(name.split()[0])
                assert_good(phone.page)
        self.look("07-seated")
        self.desk.goto(self.director.board)

    # --- a round ---------------------------------------------------------------------------------------------

    def start(self) -> None:
        """The signal: every phone has the form of the first hand."""
        self.round += 1
        self.director.next(f"Start round {self.round}")
        expect(self.desk.get_by_role("heading", level=1)).to_have_text(f"Round {self.round} of 3")
        for phone in self.everybodys_phones():
            expect(phone.page.get_by_role("button", name="Save hand 1")).to_be_visible()
        self.look(f"r{self.round}-1-start")

    def everybodys_phones(self) -> Iterator[Phone]:
        """All four phones."""
        for phones in self.phones.values():
            yield from phones

    def game(self, table: int) -> Game:
        """The game at a table in this round."""
        return self.paper.rounds[self.round - 1][table - 1]

    def tap_in(self, phone: Phone, table: int, hand: Hand) -> None:
        """Enter a hand by hand: the preview, the saved slip and the engine say the same."""
        phone.fill(hand)
        # The slip of the last tap may still be on its way.
        wait_for(lambda: phone.preview() == engine_slip(hand), lambda: str(phone.preview()), PREVIEW_SECONDS)
        if not self.game(table).hands:
            assert_good(phone.page)
            self.look(f"r{self.round}-2-tapped")
        assert phone.save() == engine_slip(hand)
        self.game(table).hands.append(hand)

    def send(self, table: int, hand: Hand) -> None:
        """Enter a hand by the same form, unseen."""
        game = self.game(table)
        self.phones[table][0].send(hand, round_number=self.round, number=len(game.hands) + 1)
        game.hands.append(hand)

    def play(self, hands: Rounds) -> None:
        """The first hand of each table by taps, the second of table 1 on its other phone, the rest unseen."""
        for table, here in hands.items():
            if here:
                self.tap_in(self.phones[table][0], table, here[0])
        if len(hands[1]) > 1:
            other = self.phones[1][1]
            expect(other.page.get_by_role("button", name="Save hand 2")).to_be_visible()
            self.tap_in(other, 1, hands[1][1])
        for table, here in hands.items():
            for hand in here[2 if table == 1 else 1 :]:
                self.send(table, hand)
        self.look(f"r{self.round}-3-played")

    @contextmanager
    def everybody_hears(self, *ringer: Page) -> Iterator[None]:
        """Note how long after the bell each screen but the ringer's own says so."""
        screens = [phone.page for phone in self.everybodys_phones()] + [self.wall]
        told = [(page, RUNG) for page in screens] + [(self.desk, STOPPED)]
        told = [(page, words) for page, words in told if page not in ringer]
        for page, words in told:
            listen(page, words)
        rung = time.time()
        yield
        self.bells += [heard(page, words) - rung for page, words in told]
        self.look(f"r{self.round}-4-bell")

    def ring(self, table: int) -> None:
        """A table has reached the target; one tap on its phone stops every table."""
        phone = self.phones[table][0].page
        bell = phone.get_by_role("button", name="Ring the bell")
        expect(bell).to_be_visible()
        assert_good(phone)
        self.look(f"r{self.round}-3-ring")
        with self.everybody_hears(phone):
            bell.tap()
        expect(phone.get_by_role("heading", name="The bell has rung")).to_be_visible()
        self.back_to_the_tables()

    def ring_at_the_desk(self, table: int) -> None:
        """The director rings for a table that does not."""
        button = self.desk.locator("#next")
        expect(button).to_contain_text(f"Ring for table {table}")
        with self.everybody_hears(self.desk):
            button.click()
        expect(self.desk.get_by_role("heading", level=1)).to_contain_text(STOPPED)
        self.back_to_the_tables()

    def back_to_the_tables(self) -> None:
        """The big bell is put away on every phone that shows it."""
        for phone in self.everybodys_phones():
            away = phone.page.get_by_role("button", name="Back to the table")
            if away.is_visible():
                away.tap()
            expect(phone.page.locator("#rung")).not_to_be_visible()
            assert_good(phone.page)

    def enter_late(self, table: int, hand: Hand) -> None:
        """A hand finished before the bell comes in after it, and counts."""
        phone = self.phones[table][0]
        phone.page.get_by_text("A hand finished before the bell?").tap()
        self.tap_in(phone, table, hand)

    def cut(self, table: int, winner: str) -> None:
        """A level table cuts; the phone is told who won."""
        phone = self.phones[table][0].page
        self.look(f"r{self.round}-5-level")
        phone.locator(f'form button[name="winner"][value="{winner}"]').tap()
        expect(phone.get_by_text("have won the cut.")).to_be_visible()
        self.game(table).cut = winner

    def cut_by_seed(self, table: int) -> None:
        """A level table has no pack at hand: the evening's seed cuts, at the desk."""
        waiting = self.desk.locator("[data-cut]", has_text=f"Table {table} is level")
        waiting.get_by_role("button", name="draw by the seed").click()
        expect(waiting).not_to_be_visible()
        names = self.phones[table][0].page.locator(".play__won strong")
        expect(names).to_contain_text("have won the cut")
        first = self.game(table).seats[0].split()[0]
        self.game(table).cut = "A" if first in names.inner_text() else "B"

    def close(self) -> None:
        """The director closes the round; every table is told who has won."""
        self.director.next(f"Close round {self.round}")
        for table, phones in self.phones.items():
            a, b = self.game(table).totals
            expect(phones[0].page.get_by_text(f"Round {self.round} is settled")).to_be_visible()
            for phone in phones:
                main = phone.page.locator(".running__points")
                expect(main.nth(0)).to_have_text(str(a).replace("-", "−"))
                expect(main.nth(1)).to_have_text(str(b).replace("-", "−"))
        self.look(f"r{self.round}-6-settled")

    def move(self, *, swap: bool) -> None:
        """The worker's draft comes by itself; the director looks, may swap two, and announces it."""
        coming = self.round + 1
        heading = self.desk.get_by_role("heading", level=1)
        expect(heading).to_have_text(f"The next seats: round {coming}", timeout=WORKER_MS)
        assert_good(self.desk)
        if swap:
            self.swap()
        self.look(f"r{self.round}-7-drafted")
        self.sit_down(self.director.seating())
        self.director.next("Announce the next seats")
        for table, phones in self.phones.items():
            for phone in phones:
                self.everybody_is_told(phone.page, table)
        expect(self.wall.get_by_text(f"Round {coming}: your seat").first).to_be_visible()
        self.look(f"r{self.round}-8-moved")

    def swap(self) -> None:
        """Two people change places before anybody is told, for a reason."""
        before = self.director.seating()
        one, other = before[0][0], before[1][1]
        self.desk.get_by_text("Two people change places").click()
        for label, name in (("This player", one), ("changes places with", other)):
            field = self.desk.get_by_label(label)
            wanted = field.locator("option", has_text=name).get_attribute("value")
            field.select_option(wanted)
        self.desk.get_by_label("Reason").fill(REASON)
        self.desk.get_by_role("button", name="Swap players").click()
        expect(self.desk.get_by_text(f"{one} and {other} have changed places.", exact=True)).to_be_visible()
        after: Any = self.desk.evaluate(READ_SEATING)
        assert (after[0][0], after[1][1]) == (other, one)

    def places(self) -> dict[str, tuple[int, int, str]]:
        """Where everybody who sits in the announced round does: table, seat, partner."""
        return {
            name: (number, seat, game.seats[(seat + 1) % 4])
            for number, game in enumerate(self.paper.rounds[-1], start=1)
            for seat, name in enumerate(game.seats, start=1)
        }

    def everybody_is_told(self, phone: Page, table: int) -> None:
        """Each of the four who played here finds table, seat and partner of the next round."""
        places = self.places()
        expect(phone.get_by_role("heading", name="Where you go")).to_be_visible()
        for name in self.game(table).seats:
            line = phone.locator(".goers li", has=phone.get_by_text(name, exact=True))
            if name not in places:
                expect(line).to_contain_text("sits this round out")
                continue
            number, seat, partner = places[name]
            where = f"stays here, seat {seat}" if number == table else f"table {number}, seat {seat}"
            expect(line).to_contain_text(where)
            expect(line).to_contain_text(f"with {partner.split()[0]}")
        assert_good(phone)

    def my_own_move(self, table: int) -> None:
        """Somebody of this table taps their name and sees it large."""
        phone, places = self.phones[table][0].page, self.places()
        name = next(name for name in self.game(table).seats if name in places)
        number, seat, partner = places[name]
        phone.get_by_role("link", name=name).tap()
        own = phone.locator(".go")
        expect(own.get_by_role("heading")).to_have_text(f"table {number}, seat {seat}")
        expect(own).to_contain_text(f"with {partner.split()[0]}")
        assert_good(phone)
        self.look(f"r{self.round}-9-mine")
