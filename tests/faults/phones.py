"""Phones that enter hands until each is acknowledged, and keep every acknowledgement."""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

KEPT: Final = (200, 201)
BUSY: Final = 503
TIMEOUT: Final = 30
PAUSE: Final = 0.05
AGAIN: Final = 0.05
"""How many of the hands that were acknowledged a phone sends once more."""
MOST_HANDS: Final = 1000
"""In a round of a table; the hand after that is refused."""
COUNTERS: Final = ("one", "three", "five", "pheasant", "peacock", "owl", "chantecler")
Headers = Mapping[str, str]


@dataclass
class Line:
    """A connection to the server that is opened again when it broke."""

    port: int
    connection: http.client.HTTPConnection | None = None

    def ask(
        self, method: str, path: str, body: bytes = b"", headers: Headers | None = None
    ) -> tuple[int, bytes]:
        """The status and the body of the answer. Raises OSError where none came."""
        if self.connection is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT)
        try:
            self.connection.request(method, path, body, headers or {})
            answer = self.connection.getresponse()
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException) as broken:
            self.close()
            raise ConnectionError(str(broken)) from broken

    def status(self, path: str) -> int | None:
        """The status of a page; None where no answer came."""
        try:
            return self.ask("GET", path)[0]
        except OSError:
            return None

    def close(self) -> None:
        if self.connection is not None:
            self.connection.close()
            self.connection = None


@dataclass
class Sent:
    """A hand that a phone has sent.

    Attributes:
        answer: what acknowledged it; empty while nothing has.
        began: when the try that was acknowledged began, by the monotonic clock.
    """

    path: str
    number: int
    key: str
    hand: dict[str, Any]
    answer: bytes = b""
    began: float = 0.0
    waited: float = 0.0


def a_hand(dice: random.Random) -> dict[str, Any]:
    if dice.random() < 0.1:
        return {"passed_out": True}
    counters = {name: dice.choice("AB") for name in COUNTERS}
    return {"bidder": dice.randint(1, 4), "bid": dice.randint(5, 9), "trump": "hen", "counters": counters}


class Phone:
    """The phone of one table, and of the same table of the next evening when this one has all the hands it takes.

    Args:
        tables: the path and the token of each.
    """

    def __init__(
        self, port: int, tables: Sequence[Mapping[str, str]], dice: random.Random, name: str
    ) -> None:
        self.line = Line(port)
        self.tables = [(table["path"], table["token"]) for table in tables]
        self.tokens = dict(self.tables)
        self.dice, self.name = dice, name
        self.sent: list[Sent] = []
        self.answers: Counter[str] = Counter()
        self.faults: list[str] = []
        self.refusals: Counter[str] = Counter()

    def post(self, sent: Sent, line: Line | None = None) -> bytes | None:
        """One try; what acknowledged the hand, None where nothing did."""
        headers = {
            "Authorization": f"Bearer {self.tokens[sent.path]}",
            "Content-Type": "application/json",
            "Idempotency-Key": sent.key,
        }
        body = json.dumps({"hand": sent.hand, "number": sent.number, "round": 1}).encode()
        try:
            status, told = (line or self.line).ask("POST", f"{sent.path}hands/", body, headers)
        except OSError:
            self.answers["none"] += 1
            return None
        self.answers[str(status)] += 1
        if status in KEPT:
            return told
        if status != BUSY:
            self.refusals[f"{status}: {told[:120]!r}"] += 1
        return None

    def next_hand(self) -> Sent:
        evening, before = divmod(len(self.sent), MOST_HANDS)
        number = before + 1
        sent = Sent(self.tables[evening][0], number, f"{self.name}-{number}", a_hand(self.dice))
        self.sent.append(sent)
        return sent

    def deliver(self, sent: Sent, patience: float) -> bool:
        """Try until the hand is acknowledged; False where it never was."""
        started = time.monotonic()
        while time.monotonic() < started + patience:
            sent.began = time.monotonic()
            answer = self.post(sent)
            if answer is not None:
                sent.answer, sent.waited = answer, time.monotonic() - started
                return True
            time.sleep(PAUSE)
        self.faults.append(f"{sent.path} hand {sent.number}: not acknowledged within {patience} s")
        return False

    def repeat(self) -> None:
        """Send one of the acknowledged hands again: the answer has to be the same to the byte."""
        old = self.dice.choice(self.sent)
        answer = self.post(old) if old.answer else None
        if answer is not None and answer != old.answer:
            self.faults.append(f"{old.path} hand {old.number}: sent again it is answered otherwise")


@dataclass
class Room:
    """All phones of the club, each on a thread of its own."""

    phones: list[Phone]
    patience: float = 120
    ending: threading.Event = field(default_factory=threading.Event)

    @classmethod
    def of(cls, port: int, phones: list[list[dict[str, str]]], name: str) -> Room:
        """A phone for each list of tables; `name` begins the keys of its hands."""
        return cls([Phone(port, its, random.Random(f"{name} {its[0]['path']}"), name) for its in phones])

    @property
    def acknowledged(self) -> list[Sent]:
        return [sent for phone in self.phones for sent in list(phone.sent) if sent.answer]

    @property
    def answers(self) -> Counter[str]:
        """How often each status came; "none" where no answer did."""
        return sum((phone.answers for phone in self.phones), Counter())

    @property
    def refusals(self) -> Counter[str]:
        """How often a hand was answered otherwise than by taking it or by 503, by the beginning of the answer."""
        return sum((phone.refusals for phone in self.phones), Counter())

    @property
    def faults(self) -> list[str]:
        return [fault for phone in self.phones for fault in phone.faults]

    def took_since(self, moment: float) -> bool:
        """Whether a hand that was sent after that moment has been acknowledged."""
        return any(sent.answer and sent.began >= moment for phone in self.phones for sent in phone.sent[-2:])

    @contextmanager
    def playing(self, pause: float = 0.0) -> Iterator[Room]:
        """The phones enter hands while the block runs, each waiting `pause` s between two; the last are delivered."""
        self.ending.clear()
        threads = [threading.Thread(target=self._play, args=(phone, pause)) for phone in self.phones]
        for thread in threads:
            thread.start()
        try:
            yield self
        finally:
            self.ending.set()
            for thread in threads:
                thread.join()

    def play(self, hands: int) -> None:
        """Enter so many hands together, and come back when each is acknowledged."""
        target = len(self.acknowledged) + hands
        with self.playing():
            while len(self.acknowledged) < target and not self.faults:
                time.sleep(0.02)

    def _play(self, phone: Phone, pause: float) -> None:
        while not self.ending.is_set():
            if not phone.deliver(phone.next_hand(), self.patience):
                return
            if phone.dice.random() < AGAIN:
                phone.repeat()
            time.sleep(pause)
        phone.line.close()
