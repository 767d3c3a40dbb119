"""A real server that is held up: by another process at its database, or by those who send it nonsense."""

import itertools
import json
import sqlite3
import statistics
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event
from typing import Any, NamedTuple
from urllib.parse import urlencode

import pytest

from tests.browser.house import House
from tests.tournaments.faults import embedded_club, hostile
from tournaments.evening.models import TableLink
from tournaments.evening.services.links import table_token
from tournaments.live.bridge import SLOW_WAITING

pytestmark = pytest.mark.services
HANDS = 40
TRIES = 24
MOST_TRIES = 5
PASSED_OUT = json.dumps({"hand": {"passed_out": True}}).encode()
PAGES = ("/", "/rules/chantecler/", "/healthz", "/api/v1/games/", "/sign-in/")
ANSWER_SECONDS = 60


class Answer(NamedTuple):
    """What came back, and after how many seconds."""

    status: int
    headers: Any
    body: bytes
    seconds: float


def where_it_is() -> tuple[str, list[str]]:
    """The evening's address, and the tokens of its tables."""
    links = TableLink.objects.select_related("table__evening__club").order_by("table__number")
    told = links[0].table.evening
    return f"/api/v1/clubs/{told.club.slug}/evenings/{told.slug}/", [table_token(link) for link in links]


class Room:
    def __init__(self, folder: Path) -> None:
        self.house = House(folder, {})
        self.house.call(embedded_club.make)
        self.house.manage("collectstatic", "--no-input", "-v", "0")
        self.evening, self.tokens = self.house.call(where_it_is)
        self.keys = itertools.count()

    def ask(self, path: str, body: bytes | None = None, **headers: str) -> Answer:
        asked = urllib.request.Request(self.house.url + path, body, headers)  # noqa: S310
        began = time.monotonic()
        try:
            with urllib.request.urlopen(asked, timeout=ANSWER_SECONDS) as answer:  # noqa: S310
                return Answer(answer.status, answer.headers, answer.read(), time.monotonic() - began)
        except urllib.error.HTTPError as refused:
            return Answer(refused.code, refused.headers, refused.read(), time.monotonic() - began)

    def send(self, table: int, what: str, body: bytes, key: str = "") -> Answer:
        """Send something from a table's phone; again with the same key."""
        headers = {
            "Authorization": f"Bearer {self.tokens[table - 1]}",
            "Content-Type": "application/json",
            "Idempotency-Key": key or f"key-{next(self.keys)}",
        }
        return self.ask(f"{self.evening}tables/{table}/{what}/", body, **headers)

    def hand(self, table: int, key: str = "") -> Answer:
        return self.send(table, "hands", PASSED_OUT, key)

    def hand_until_taken(self, table: int) -> list[Answer]:
        """A hand, sent again as phones do while nothing can be saved; every answer."""
        key = f"hand-{next(self.keys)}"
        answers = [self.hand(table, key)]
        while answers[-1].status == 503 and len(answers) < MOST_TRIES:
            time.sleep(int(answers[-1].headers["Retry-After"]))
            answers.append(self.hand(table, key))
        return answers

    def sign_in(self, name: str, token: str) -> Answer:
        """A try with a wrong password, from a page whose token that is."""
        entered = {"username": name, "password": "wrong", "csrfmiddlewaretoken": token}
        return self.ask("/sign-in/", urlencode(entered).encode(), Cookie=f"csrftoken={token}")

    @contextmanager
    def locked(self) -> Iterator[None]:
        holding = sqlite3.connect(self.house.data / "club.sqlite3", isolation_level=None)
        holding.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            holding.rollback()
            holding.close()


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    made = Room(tmp_path_factory.mktemp("held-up"))
    made.house.start("web")
    yield made
    made.house.stop("web")


def test_pages_are_shown_while_another_process_holds_the_lock(room: Room) -> None:
    alone = max(room.ask(path).seconds for path in PAGES)
    with ThreadPoolExecutor(6) as pool, room.locked():
        hands = [pool.submit(room.hand, table) for table in (1, 2, 3, 1, 2, 3)]
        time.sleep(1)
        shown = [room.ask(path) for path in PAGES]
        ready = room.ask("/readyz")
        told = [hand.result() for hand in hands]
    assert [page.status for page in shown] == [200] * len(PAGES)
    # A page that waits for the lock takes as long as that is held: more than five seconds.
    assert max(page.seconds for page in shown) < max(2.0, 10 * alone)
    assert ready.status == 503
    assert b"nothing can be written: database is locked" in ready.body
    assert {answer.status for answer in told} == {503}
    for answer in told:
        assert int(answer.headers["Retry-After"]) >= 1
        assert json.loads(answer.body)["errors"][0]["code"] == "unavailable"
    assert room.hand(1).status == 201


def test_hands_go_on_beside_many_who_sign_in_at_once(room: Room) -> None:
    alone = statistics.median(room.hand(2).seconds for _ in range(HANDS))
    token = "A" * 32
    with ThreadPoolExecutor(TRIES) as pool:
        began = time.monotonic()
        tries = [pool.submit(room.sign_in, f"somebody {number}", token) for number in range(TRIES)]
        beside = [room.hand(2)]
        while not all(each.done() for each in tries):
            beside.append(room.hand(2))
        hashed_for = time.monotonic() - began
        answers = [each.result().status for each in tries]
    assert {hand.status for hand in beside} == {201}
    # The form comes again where a password was hashed, one after another; 503 is for whom there was no room.
    assert set(answers) <= {200, 503}
    assert answers.count(200) >= SLOW_WAITING
    assert max(hand.seconds for hand in beside) < max(hashed_for / 2, 10 * alone)


def test_hands_of_other_tables_go_on_beside_hostile_bodies(room: Room) -> None:
    alone = statistics.median(room.hand(1).seconds for _ in range(HANDS))
    over = Event()

    def attack(place: int) -> list[Answer]:
        bodies = [body for _, body in (*hostile.any_json(), *hostile.wide())][place::7]
        in_bulk = [body for _, body in (*hostile.batches(), *hostile.games())]
        answers: list[Answer] = []
        while not over.is_set():
            with suppress(OSError):  # a body that is refused is not read to its end
                answers.append(
                    room.send(2, ("hands", "preview")[place % 2], bodies[len(answers) % len(bodies)])
                )
                path = f"/api/v1/score/{('batch', 'games')[place % 2]}/"
                answers.append(
                    room.ask(
                        path, in_bulk[len(answers) % len(in_bulk)], **{"Content-Type": "application/json"}
                    )
                )
        return answers

    with ThreadPoolExecutor(4) as pool:
        attacks = [pool.submit(attack, place) for place in range(4)]
        try:
            beside = [room.hand_until_taken(1) for _ in range(HANDS)]
        finally:
            over.set()
        answers = [answer for each in attacks for answer in each.result()]
    assert {tries[-1].status for tries in beside} == {201}
    # A machine that is full may keep one waiting too long for its turn: it is told when to send it again.
    assert sum(len(tries) - 1 for tries in beside) < HANDS / 10
    assert statistics.median(tries[0].seconds for tries in beside) < max(0.1, 10 * alone)
    assert len(answers) > HANDS
    assert {answer.status for answer in answers} <= {200, 400, 413, 429}
    assert max(len(answer.body) for answer in answers) < 100_000
