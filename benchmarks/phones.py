"""Phones without a browser: each keeps its hands and sends them as js/queue.js does, over a line that fails."""

from __future__ import annotations

import http.client
import json
import random
import re
import threading
import time
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlencode

COOKIE = re.compile(r"([^=;, ]+)=([^;]*)")
KEPT = (200, 201, 202)
TIMEOUT = 10
Hand = dict[str, Any]


class Lost(OSError):  # noqa: N818 - what has become of it
    """Nothing came back: the request was lost, or its answer."""


@dataclass
class Line:
    """A connection to the server that delays and loses, as its dice say.

    Attributes:
        loses: how many requests in a hundred never arrive, and as many answers never come back.
        slowest: the longest delay of one way, in seconds.
    """

    port: int
    dice: random.Random
    loses: int
    slowest: float
    requests: int = 0
    lost: int = 0

    def ask(
        self, method: str, path: str, body: str = "", **headers: str
    ) -> tuple[int, Mapping[str, Any], bytes]:
        """Send a request; its status, its headers and what came back. Raises OSError where nothing did."""
        self.requests += 1
        time.sleep(self.dice.uniform(0, self.slowest))
        if self.dice.randrange(100) < self.loses:
            self.lost += 1
            raise Lost("the request was lost")
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT)) as line:
            try:
                line.request(method, path, body.encode(), headers)
                answer = line.getresponse()
                found = (
                    answer.status,
                    {"set-cookie": answer.headers.get_all("set-cookie") or []},
                    answer.read(),
                )
                where = answer.headers.get("location", "")
            except http.client.HTTPException as broken:
                raise Lost("the connection broke") from broken
        time.sleep(self.dice.uniform(0, self.slowest))
        if self.dice.randrange(100) < self.loses:
            self.lost += 1
            raise Lost("the answer was lost")
        return found[0], {**found[1], "location": where}, found[2]


@dataclass
class Saved:
    """A hand that somebody has saved on a phone."""

    key: str
    number: int
    hand: Hand
    finished: datetime
    """By the room's clock."""
    state: str = "waiting"
    told: str = ""
    """What the server said when it refused it last."""
    sent: int = 0
    waited: float = 0


@dataclass
class Phone:
    """A phone at a table.

    Attributes:
        wrong: by how much its clock is wrong.
        saved: every hand ever saved on it, in order.
    """

    line: Line
    link: str
    wrong: timedelta
    dice: random.Random
    saved: list[Saved] = field(default_factory=list)
    cookies: dict[str, str] = field(default_factory=dict)
    place: str = ""
    offline_until: float = 0

    def open(self) -> None:
        """Scan the card: the link gives a cookie and leads to the table's plain address."""
        while not self.place:
            try:
                _, headers, _ = self._ask("GET", self.link)
                self.place = headers["location"]
            except OSError:
                time.sleep(0.05)

    def save(self, number: int, hand: Hand, finished: datetime) -> None:
        """What a tap on "Save hand" does: the hand is on the phone, with its key."""
        self.saved.append(Saved(f"{self.dice.getrandbits(128):032x}", number, hand, finished))

    def send(self) -> None:
        """One try for each hand that waits, in their order, up to the first that is not acknowledged."""
        if time.monotonic() < self.offline_until:
            return
        for saved in self.saved:
            if saved.state == "waiting" and not self._sent(saved):
                return

    @property
    def waits(self) -> bool:
        """Whether something is still on the phone only."""
        return any(saved.state == "waiting" for saved in self.saved)

    def _sent(self, saved: Saved) -> bool:
        clock = datetime.now(UTC) + self.wrong
        told = {f"hand.{path}": value for path, value in flat(saved.hand)}
        about = {"round": 1, "number": saved.number, "key": saved.key}
        about |= {"played_at": (saved.finished + self.wrong).isoformat(), "sent_at": clock.isoformat()}
        saved.sent += 1
        try:
            if "csrftoken" not in self.cookies:
                self._ask("GET", self.place)
            status, _, body = self._ask(
                "POST",
                f"{self.place}hands/",
                urlencode({**told, **about}),
                **{"Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded"},
            )
            answer = json.loads(body)
        except (OSError, ValueError):
            return False
        if status not in KEPT or answer.get("key") != saved.key:
            saved.told = ", ".join(error["code"] for error in answer.get("errors", ()))
            return False
        saved.state = answer.get("state", "counts")
        saved.waited = (datetime.now(UTC) - saved.finished).total_seconds()
        return True

    def _ask(
        self, method: str, path: str, body: str = "", **headers: str
    ) -> tuple[int, Mapping[str, Any], bytes]:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        own = {"Cookie": cookies, "X-CSRFToken": self.cookies.get("csrftoken", "")}
        status, told, content = self.line.ask(method, path, body, **own, **headers)
        for cookie in told["set-cookie"]:
            name, value = COOKIE.match(cookie).groups()  # type: ignore[union-attr]
            self.cookies[name] = value
        return status, told, content


def flat(hand: Hand, path: str = "") -> list[tuple[str, str]]:
    """A hand as the form posts it: dotted paths and texts."""
    found: list[tuple[str, str]] = []
    for name, value in hand.items():
        if isinstance(value, dict):
            found += flat(value, f"{path}{name}.")
        else:
            found.append((path + name, str(value)))
    return found


def in_threads(tasks: list[Any]) -> None:
    """Let all of them run at once, and wait for the last."""
    threads = [threading.Thread(target=task) for task in tasks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
