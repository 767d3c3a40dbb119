"""A full room: 60 tables with 4 phones each, a wall and visitors, on the embedded server.

Every phone is its owner's and keeps its page as js/live.js does: it hears its table's stream, fetches what follows
the evening when it is told to, and looks by itself now and then. Hands come at a club's tempo, each tapped in with
the slip asked for at every tap; then the bell is rung. The CPU is that of the server's processes, from /proc.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from functools import partial
from statistics import median
from typing import NamedTuple

from benchmarks.entering_hands import HAND, evening_in_play, set_up
from benchmarks.measure import Row, in_turn
from benchmarks.phones import flat
from benchmarks.streams import Server
from benchmarks.web_line import Asked, Line

TABLES = 60
PHONES = 4
VISITORS = 20
SEED = 1910
TEMPO_SECONDS = 240
"""A hand of four people, dealt, bid, played and entered."""
TAPS = 6
SECONDS = 40
"""How long the room is watched at that tempo."""
SPREAD = 0.4
LOOKS_EVERY = 15.0
"""Both as js/live.js has them."""
REQUESTS = 300
RUNS = 5
ROOM, BELL = 120, 2000
"""Bare views whose CPU in a second the room may use, and whose time, asked for by as many phones at once, the last
one may wait from the bell."""
MOST_OF_A_PAGE, MOST_OF_NEWS = 4, 2.5
"""Times that a phone's page, and what follows the evening on it, may cost beside the bare view."""
LEAST_RENDERED, LEAST_UNCHANGED = 0.5, 0.6
BODY = json.dumps({"table": 1, "hand": HAND}).encode()
AS_JSON = {"Content-Type": "application/json"}
VERSION = re.compile(rb'"version": (\d+)')
SHOWN = re.compile(rb'data-version="(\d+)"')
NEXT = re.compile(rb'hx-get="([^"]+)"')
OWNER = re.compile(rb'name="ticket"\s+value="([^"]+)"')


class Page:
    """An open page that follows the evening.

    Attributes:
        version: what it shows.
        at: the moment at which it showed that.
    """

    def __init__(
        self, port: int, path: str, dice: random.Random, *, spread: float = 0, query: str = ""
    ) -> None:
        self.line, self.port, self.path, self.dice, self.spread = Line(port), port, path, dice, spread
        self.query = query
        self.version, self.at = 0, 0.0
        self.following = path
        self.base = "/".join(["/c", *path.split("/")[2:4], ""])
        self.news = asyncio.Event()

    async def open(self) -> None:
        """Load it whole."""
        self._shows(await self.line.ask("GET", self.path))

    def _shows(self, page: Asked) -> None:
        if page.status == 204:
            return
        assert page.status == 200, (page.status, self.path)
        told = NEXT.search(page.body)
        self.following = told[1].decode().replace("&amp;", "&") if told else self.path
        self.version, self.at = int(SHOWN.search(page.body)[1]), time.monotonic()  # type: ignore[index]

    async def follow(self) -> None:
        """Hear and fetch for ever."""
        await asyncio.gather(self._hear(), self._fetch(), self._look())

    async def _hear(self) -> None:
        async for event in Line(self.port, self.line.cookies).events(f"{self.base}live{self.query}"):
            if (told := VERSION.search(event)) and int(told[1]) > self.version:
                self.news.set()

    async def _fetch(self) -> None:
        while True:
            await self.news.wait()
            await asyncio.sleep(self.dice.uniform(0, self.spread))
            self.news.clear()
            part = "live" if self.spread else ""
            headers = {"HX-Request": "true", "HX-Target": part}
            self._shows(await self.line.ask("GET", self.following, headers=headers))
            self.at = time.monotonic()

    async def _look(self) -> None:
        await asyncio.sleep(self.dice.uniform(0, LOOKS_EVERY))
        while True:
            own = Line(self.port, self.line.cookies)
            known = {"If-None-Match": f'"{self.version}"'}
            await own.ask("GET", f"{self.base}version{self.query}", headers=known)
            await asyncio.sleep(LOOKS_EVERY)


async def phone(port: int, token: str, seat: int, dice: random.Random) -> Page:
    """A phone that has scanned its table's card, said whose it is, and has the page open."""
    line = Line(port)
    place = (await line.ask("GET", f"/t/{token}/")).headers["location"]
    page = await line.ask("GET", place)
    owner = OWNER.findall(page.body)[seat].decode()
    told = await line.post(f"{place}seat/", {"ticket": owner})
    assert told.status == 303, told.status
    number = place.rstrip("/").rpartition("/")[2]
    opened = Page(port, place, dice, spread=SPREAD, query=f"?table={number}")
    opened.line = line
    await opened.open()
    return opened


async def play(table: list[Page], dice: random.Random) -> None:
    """Hands of a table, one after the other, on any of its phones."""
    number = 0
    await asyncio.sleep(dice.uniform(0, TEMPO_SECONDS))
    while True:
        number += 1
        by, fields = dice.choice(table), [(f"hand.{path}", value) for path, value in flat(HAND)]
        for tap in range(1, TAPS + 1):
            await by.line.post(f"{by.path}preview/", dict(fields[: tap * len(fields) // TAPS]), htmx=True)
            await asyncio.sleep(dice.uniform(0.3, 1))
        about = {"round": "1", "number": str(number), "key": f"{dice.getrandbits(128):032x}"}
        saved = await by.line.post(f"{by.path}hands/", {**dict(fields), **about}, json=True)
        assert saved.status == 201, (saved.status, saved.body)
        await asyncio.sleep(dice.uniform(0.5, 1.5) * TEMPO_SECONDS)


async def the_room(
    server: Server, tokens: list[str], home: str, ring: Callable[[], None]
) -> dict[str, float]:
    """Fill the room, let it play, ring the bell; the figures by their names."""
    dice = random.Random(SEED)

    def own() -> random.Random:
        return random.Random(dice.random())

    tables = [
        await asyncio.gather(
            *(phone(server.port, token, seat, random.Random(dice.random())) for seat in range(PHONES))
        )
        for token in tokens
    ]
    phones = [one for table in tables for one in table]
    walls = [Page(server.port, f"{home}wall/", own())]
    visitors = [Page(server.port, home, own()) for _ in range(VISITORS)]
    for page in (*walls, *visitors):
        await page.open()
    followed = [asyncio.create_task(page.follow()) for page in (*phones, *walls, *visitors)]
    await asyncio.sleep(3)  # the last of what came with the opening
    playing = [asyncio.create_task(play(table, own())) for table in tables]
    before, since = server.cpu_ms(), time.monotonic()
    await asyncio.sleep(SECONDS)
    used = (server.cpu_ms() - before) / (10 * (time.monotonic() - since))
    for task in playing:
        task.cancel()
    await asyncio.sleep(1)
    shown = {page: page.version for page in (*phones, *walls)}
    rung = time.monotonic()
    await asyncio.to_thread(ring)
    async with asyncio.timeout(60):
        while any(page.version == version for page, version in shown.items()):
            await asyncio.sleep(0.01)
            for task in followed:
                if task.done():  # a page gave up; none ends by itself
                    task.result()
    waited = sorted(page.at - rung for page in shown)
    for task in followed:
        task.cancel()
    await asyncio.gather(*followed, *playing, return_exceptions=True)
    beside, bare = await bare_views(server)
    return {"used": used, "last": waited[-1], "median": median(waited), "beside": beside, "bare": bare}


async def bare_views(server: Server) -> tuple[float, float]:
    """Seconds of `BELL` bare views that as many phones ask for at once as wait for the bell; ms of CPU of one.

    In the minute of the room, so that they find the machine as it does.
    """
    lines = [Line(server.port) for _ in range(TABLES * PHONES)]
    times = round(BELL / len(lines))

    async def ask(line: Line) -> None:
        for _ in range(times):
            asked = await line.ask("POST", "/bare/", headers=AS_JSON, body=BODY)
            assert asked.status == 201, asked.status

    before, began = server.cpu_ms(), time.monotonic()
    await asyncio.gather(*map(ask, lines))
    asked = times * len(lines)
    return (time.monotonic() - began) * BELL / asked, (server.cpu_ms() - before) / asked


def request_ms(
    server: Server, method: str, path: str, headers: Mapping[str, str], status: int = 200
) -> float:
    """The CPU of one of many requests on an open line."""
    body = BODY if method == "POST" else b""

    async def ask() -> float:
        line = Line(server.port)
        before = server.cpu_ms()
        for _ in range(REQUESTS):
            asked = await line.ask(method, path, headers=headers, body=body)
            assert asked.status == status, (path, asked.status)
        return (server.cpu_ms() - before) / REQUESTS

    return asyncio.run(ask())


class Costs(NamedTuple):
    """Milliseconds of CPU of a request, by what is asked for."""

    bare: float
    healthz: float
    public: float
    unchanged: float
    page: float
    news: float


def costs(server: Server, home: str, token: str) -> Costs:
    """What a phone's page and a public page cost, and the smallest answer and a bare view, measured in turn."""
    etag = asyncio.run(Line(server.port).ask("GET", home)).headers["etag"]
    mine = asyncio.run(phone(server.port, token, 0, random.Random(SEED)))
    cookies = {"Cookie": mine.line.cookie}
    live = {**cookies, "HX-Request": "true", "HX-Target": "live"}
    again = mine.following.replace("seen=", "seen=play~0&was=")
    asked: list[tuple[str, str, dict[str, str], int]] = [
        ("POST", "/bare/", AS_JSON, 201),
        ("GET", "/healthz", {}, 200),
        ("GET", home, {}, 200),
        ("GET", home, {"If-None-Match": etag}, 304),
        ("GET", mine.path, cookies, 200),
        ("GET", again, live, 200),
    ]
    return Costs(*in_turn(*(partial(request_ms, server, *request) for request in asked), runs=RUNS))


def rows() -> list[Row]:
    """Fill the room and measure."""
    with tempfile.TemporaryDirectory(prefix="head-table-bench-") as folder:
        settings = {"DJANGO_SETTINGS_MODULE": "benchmarks.settings"}
        set_up(folder, **settings)
        from django.core.management import call_command
        from django.db import connection

        from benchmarks.addresses import make_notes
        from tournaments.evening import acts
        from tournaments.evening.models import Evening
        from tournaments.evening.services.perform import perform

        make_notes()
        call_command("collectstatic", interactive=False, verbosity=0)
        tokens = [token for _, token in evening_in_play(tables=TABLES + 1)]
        evening = Evening.objects.select_related("club").get()
        home = f"/c/{evening.club.slug}/{evening.slug}/"

        def ring() -> None:
            perform(evening=evening, act=acts.Stop(), by="script", at=datetime.now(UTC))
            connection.close()

        with Server(folder, **settings).running() as server:
            single = costs(server, home, tokens[0])
            found = asyncio.run(the_room(server, tokens, home, ring))
    return [*room_rows(found), *single_rows(single)]


def room_rows(found: Mapping[str, float]) -> Iterator[Row]:
    """The whole room beside so many bare views."""
    reference = f"{ROOM} bare views a second"
    used, beside = round(found["used"], 1), round(ROOM * found["bare"] / 10, 1)
    yield Row(
        f"{TABLES * PHONES} phones at a club's tempo", used, "% of a core", reference, beside, most_ratio=1
    )
    yield Row("from the bell to half of the phones and the wall", round(found["median"], 2), "s")
    last, beside = round(found["last"], 2), round(found["beside"], 2)
    yield Row("from the bell to the last of them", last, "s", f"{BELL} bare views", beside, most_ratio=1)


def single_rows(single: Costs) -> Iterator[Row]:
    """Pages beside the smallest answer, and beside the bare view."""
    for name, took, least in (
        ("a public page", single.public, LEAST_RENDERED),
        ("an unchanged public page", single.unchanged, LEAST_UNCHANGED),
    ):
        yield Row(
            name,
            round(1000 / took),
            "a second",
            "/healthz",
            round(1000 / single.healthz),
            least_ratio=least,
        )
    for name, took, most in (
        ("a phone's page, loaded", single.page, MOST_OF_A_PAGE),
        ("what follows the evening on it", single.news, MOST_OF_NEWS),
    ):
        yield Row(name, took, "ms", "a bare view that inserts one row", single.bare, most_ratio=most)
