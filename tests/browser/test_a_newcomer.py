"""The README's evening in five minutes, from `./run` to the published page, word for word."""

import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.chromium import Visitors
from tests.browser.house import ROOT, STOP_SECONDS, bare_environment, wait_for
from tests.browser.looking import assert_good
from tests.browser.paper import sweep
from tests.browser.people import WORKER_MS, Phone
from tests.services import free_port

HEADING: Final = "## An evening in five minutes"
BOLD: Final = re.compile(r"\*\*(.+?)\*\*", re.DOTALL)
NAME: Final = "My first evening"
TABLES = 3
SET_UP_SECONDS: Final = 180
"""The packages may have to be installed first, on a slow line."""


def plain(words: str) -> str:
    """Words as they are compared: small, without the dot that ends a sentence, on one line."""
    return " ".join(words.split()).rstrip(".").lower()


class Tour:
    """The README's five minutes: what it prints in bold is what there is to press or to look for."""

    def __init__(self) -> None:
        section = (ROOT / "README.md").read_text().split(HEADING)[1].split("\n## ")[0]
        self.bold = {plain(words) for words in BOLD.findall(section)}
        self.done: set[str] = set()

    def says(self, label: str) -> str:
        """`label`, which the tour must name."""
        assert plain(label) in self.bold, f"the README's tour says nothing of “{label}”"
        self.done.add(plain(label))
        return label

    def press(self, place: Page | Locator, label: str) -> None:
        name = re.compile(rf"^{re.escape(self.says(label))}$")
        place.get_by_role("button", name=name).or_(place.get_by_role("link", name=name)).click()


class Terminal:
    """A terminal in which `./run` was typed, on a data folder of its own.

    Attributes:
        links: what it printed, by the words before each link.
    """

    def __init__(self, folder: Path) -> None:
        self.screen = b""
        self.line, typed = pty.openpty()
        os.set_blocking(self.line, False)
        environment = bare_environment() | {"HEAD_TABLE_DATA": str(folder / "data")}
        self.process = subprocess.Popen(
            [sys.executable, str(ROOT / "run"), "--port", str(free_port())],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=typed,
            stderr=typed,
        )
        os.close(typed)
        wait_for(self.has_started, self.read, SET_UP_SECONDS)
        self.links = dict(re.findall(r"^  (\S.*?) {2,}(http\S+)$", self.read(), re.MULTILINE))

    def has_started(self) -> bool:
        return "Ctrl-C" in self.read() or self.process.poll() is not None

    def read(self) -> str:
        with suppress(OSError):  # nothing new, or the terminal is closed
            while more := os.read(self.line, 65536):
                self.screen += more
        return self.screen.decode().replace("\r\n", "\n")


def heading(page: Page, words: str) -> None:
    """The page has come to the point at which its title says this."""
    expect(page.get_by_role("heading", level=1)).to_contain_text(words, timeout=WORKER_MS)


@pytest.fixture(scope="module")
def shell(engine: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Terminal]:
    opened = Terminal(tmp_path_factory.mktemp("new"))
    try:
        yield opened
    finally:
        opened.process.send_signal(signal.SIGINT)
        try:
            opened.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            os.kill(opened.process.pid, signal.SIGKILL)
    assert opened.process.returncode == 0, opened.read()


@pytest.fixture
def people(engine: Browser, shell: Terminal) -> Iterator[Visitors]:
    """Browsers on what the terminal started; nothing may go wrong on any of their pages."""
    coming = Visitors(engine, shell.links["Home page"])
    yield coming
    coming.all_leave()
    assert coming.watch.faults == []


def let_in(desk: Page, tour: Tour) -> None:
    tour.press(desk, "Open the doors")
    counts = desk.locator(".desk__counts")
    for people in range(1, 14):
        desk.locator("#waiting li:not(.is-in) button").first.click()
        expect(counts).to_contain_text(f"{people} player")
    desk.get_by_label("A guest's name").fill("Roxane Robin")
    tour.press(desk, "Add guest")
    expect(counts).to_contain_text("14 players: 3 tables, 2 sit out each round")


def cut_by_the_seed(desk: Page, tour: Tour, level: int) -> None:
    """Nobody has a pack at hand: the seed draws for every level table."""
    waiting = desk.locator("[data-cut]")
    for left in range(level, 0, -1):
        expect(waiting).to_have_count(left)
        tour.press(waiting.first, "No cards? Draw at random")
    expect(waiting).to_have_count(0)


def cut_for_prizes(desk: Page, tour: Tour) -> None:
    ties = desk.locator("#ties form")
    while ties.count():
        tour.press(ties.first, "No cards? Draw at random")
        tour.press(desk.locator("main"), "Record the cut")
        expect(desk.get_by_text("The cut is recorded.", exact=True)).to_be_visible()


def first_round(desk: Page, phone: Phone, tour: Tour) -> None:
    """Three hands at table 1, the bell, the cuts, the next seats."""
    for number in (1, 2, 3):
        slip = phone.fill(sweep(1))
        if number == 1:
            tour.says("Save hand 1")
        assert phone.save() == slip
    phone.page.get_by_role("button", name=tour.says("Ring the bell")).tap()
    expect(phone.page.get_by_role("heading", name="The bell has rung").first).to_be_visible()
    heading(desk, "play has stopped")
    cut_by_the_seed(desk, tour, TABLES - 1)
    tour.press(desk, "Close round 1")
    tour.press(desk, "Close anyway")
    heading(desk, "The next seats: round 2")
    expect(desk.get_by_text(tour.says("Swap two players"), exact=True)).to_be_visible()
    tour.press(desk, "Announce the next seats")
    expect(phone.page.get_by_role("heading", name="Where you go")).to_be_visible()


def second_round(desk: Page, tour: Tour) -> None:
    """Stopped by the director's word; nobody has played, everybody cuts."""
    tour.press(desk, "Start round 2")
    tour.press(desk, "Stop the round")
    heading(desk, "Stop the round?")
    tour.press(desk, "Stop the round")
    cut_by_the_seed(desk, tour, TABLES)
    tour.press(desk, "Close round 2")
    tour.press(desk, "Close anyway")


def test_the_readmes_five_minutes_are_true_to_the_word(shell: Terminal, people: Visitors) -> None:
    tour, desk = Tour(), people.open("desk")
    desk.goto(shell.links[tour.says("Desk, signed in once")])
    tour.press(desk, "Sign me in")
    heading(desk, "The Rooster Card Club")
    assert desk.get_by_text("Past evenings").count()
    tour.press(desk, "New evening")
    desk.get_by_label("Name", exact=True).fill(NAME)
    desk.get_by_label(tour.says("Rounds"), exact=True).fill("2")
    tour.press(desk, "Create evening")
    let_in(desk, tour)

    tour.press(desk, "Draw the seats")
    expect(desk.get_by_text("Anybody can check this draw")).to_be_visible()
    tour.press(desk, "Papers")
    for label, pieces, count in (("Tickets", ".ticket", 14), ("Table cards", ".tent", TABLES)):
        desk.get_by_role("link", name=re.compile(f"^{tour.says(label)}")).click()
        expect(desk.locator(pieces)).to_have_count(count)
        if label == "Tickets":
            desk.go_back()
    card = desk.get_by_role("link", name=tour.says("Open table 1")).get_attribute("href")
    assert card
    phone = Phone(people.open("phone"), card)
    expect(phone.page.get_by_role("heading", name="Who sits here")).to_be_visible()
    tour.press(desk, "Board")
    tour.press(desk, "Start round 1")

    first_round(desk, phone, tour)
    second_round(desk, tour)
    tour.press(desk, "Finish the evening")
    cut_for_prizes(desk, tour)
    tour.press(desk, "Publish the evening")
    heading(desk, "The evening is published")
    tour.press(desk, "See the public page")
    heading(desk, NAME)
    for label in ("CSV", "Archive", "Print"):
        expect(desk.get_by_role("link", name=tour.says(label), exact=True)).to_be_visible()
    assert tour.done == tour.bold

    wall = people.open("wall")
    wall.goto(shell.links["Wall, on any screen"])
    expect(wall.get_by_role("heading", level=1)).to_have_text("Tonight’s progressive")


def test_the_page_that_sets_a_club_up_knows_where_it_is_and_leads_into_the_tour(
    shell: Terminal, people: Visitors
) -> None:
    page = people.open("desk")
    page.goto(shell.links["Set up your club"])
    heading(page, "Welcome to Head Table")
    assert_good(page)
    expect(page.get_by_label("Time zone")).to_have_value("Europe/London")
    page.get_by_label("Name of the club").fill("The Owl Club")
    page.get_by_label("Your name").fill("Ada Marsh")
    page.get_by_label("Username").fill("ada")
    page.get_by_label("Password").fill("six of hens takes it")
    page.get_by_role("button", name="Create club").click()
    heading(page, "The Owl Club")
    expect(page.get_by_text("step 1 of 9")).to_be_visible()
    assert_good(page)
