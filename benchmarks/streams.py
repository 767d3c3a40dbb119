"""What live updates cost: 500 open pages on one web server, while hands are entered by another process.

The server is started as `./run` starts it, on SQLite. A hint's way is measured from the commit of a hand until a page
has read the version, over all pages and hands; the CPU of a request is that of the server's processes, with the pages
and without them in turn. Figures of processes come from /proc, so this one runs on Linux alone.
"""

from __future__ import annotations

import asyncio
import http.client
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import IO

from benchmarks.entering_hands import Hands, answered, set_up
from benchmarks.measure import Row
from benchmarks.open_pages import open_pages, until
from config import supervisor

ROOT = Path(__file__).resolve().parent.parent
PAGES = 500
HANDS = 40
REQUESTS = 200
TURNS = 5
MOST_RATIO = 1.3
MOST_OF_ASKING, MOST_OF_A_START = 9, 9
"""Times that the slowest hint in a hundred may take beside as many bare answers, one after the other, as there are
pages; and the pages' return beside the server's own start."""
KINDS = {"": "a page", "version": "the smallest request"}
"""What is asked for, below an evening's address: what everybody looks at, and one query with few words."""
ON_WSGI = ["--interface", "wsgi", "--blocking-threads", "2", "--backlog", "4096", "--no-ws"]
ON_WSGI += ["--workers-kill-timeout", "2", "--log-level", "warning", "config.wsgi:application"]


class Server:
    """The web server on a data folder, by its command, on SQLite unless its environment says otherwise."""

    def __init__(self, folder: str, *options: str, **environment: str) -> None:
        self.environment = os.environ | {"HEAD_TABLE_DATA": folder}
        for inherited in ("DATABASE_URL", "REDIS_URL", "DEBUG"):
            self.environment.pop(inherited, None)
        self.environment |= environment
        self.port = free_port()
        address = ["--host", "127.0.0.1", "--port", str(self.port)]
        self.command = [sys.executable, *(options or (*supervisor.WEB, supervisor.APPLICATION)), *address]
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it; it does not answer yet."""
        self.process = subprocess.Popen(self.command, cwd=ROOT, env=self.environment)

    def answers(self) -> bool:
        """Whether it answers."""
        return supervisor.answers("127.0.0.1", self.port)

    def stop(self) -> None:
        """Stop it, and see it gone."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait()
            self.process = None

    def kill(self) -> None:
        """Kill it without a word, its children too."""
        assert self.process is not None
        for process in self.processes():
            os.kill(int(process.name), signal.SIGKILL)
        self.process.wait()
        self.process = None

    @contextmanager
    def running(self) -> Iterator[Server]:
        """It answers while the block runs."""
        self.start()
        try:
            while not self.answers():
                time.sleep(0.02)
            yield self
        finally:
            self.stop()

    def processes(self) -> list[Path]:
        """The process and its children, below /proc."""
        assert self.process is not None
        main = Path("/proc", str(self.process.pid))
        children = (main / "task" / main.name / "children").read_text().split()
        return [main, *(Path("/proc", child) for child in children)]

    def cpu_ms(self) -> float:
        """The CPU time that it has used so far."""
        ticks = 0
        for process in self.processes():
            fields = (process / "stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
        return 1e3 * ticks / os.sysconf("SC_CLK_TCK")

    def memory_kb(self) -> float:
        """What it holds in memory."""
        pages = sum(int((process / "statm").read_text().split()[1]) for process in self.processes())
        return pages * os.sysconf("SC_PAGE_SIZE") / 1024

    def request_ms(self, path: str) -> float:
        """The CPU time of one of many requests for a page."""
        before = self.cpu_ms()
        self._ask(path)
        return (self.cpu_ms() - before) / REQUESTS

    def answer_ms(self, path: str) -> float:
        """How long one of many requests waits for its answer."""
        began = time.monotonic()
        self._ask(path)
        return 1e3 * (time.monotonic() - began) / REQUESTS

    def _ask(self, path: str) -> None:
        with closing(http.client.HTTPConnection("127.0.0.1", self.port)) as line:
            for _ in range(REQUESTS):
                line.request("GET", path)
                answer = line.getresponse()
                answer.read()
                assert answer.status == http.client.OK


def free_port() -> int:
    """A port on which nobody listens."""
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Club:
    """Another process, which has an evening in play and enters hands when it is told to."""

    def __init__(self, folder: str) -> None:
        command = [sys.executable, "-m", "benchmarks.streams", folder]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = subprocess.Popen(command, cwd=ROOT, text=True, **pipes)  # type: ignore[call-overload]
        self.path = self._line()

    def _line(self) -> str:
        told: IO[str] = self.process.stdout
        return told.readline().strip()

    def enter(self) -> tuple[int, float]:
        """Have a hand entered: the version that the evening has then, and the moment at which it had it."""
        print(file=self.process.stdin, flush=True)
        version, committed = self._line().split()
        return int(version), float(committed)

    def close(self) -> None:
        """Send it home."""
        self.process.stdin.close()
        self.process.wait()


def club_at_play(folder: str) -> None:
    """What `Club` runs: a new database, an evening, a hand for each line that comes in."""
    set_up(folder)
    from django.core.management import call_command
    from django.core.wsgi import get_wsgi_application

    from tournaments.evening.models import Evening

    call_command("collectstatic", interactive=False, verbosity=0)
    application, requests = get_wsgi_application(), Hands()
    evening = Evening.objects.select_related("club").get()
    print(f"/c/{evening.club.slug}/{evening.slug}/", flush=True)
    for _ in sys.stdin:
        answered(application, requests.hand())
        committed = time.monotonic()
        evening.refresh_from_db(fields=["version"])
        print(evening.version, committed, flush=True)


async def hints_ms(server: Server, club: Club) -> tuple[list[float], float]:
    """How long each page waited for each hint; the memory of one page in KB."""
    server.request_ms(club.path)
    before = server.memory_kb()
    async with open_pages(PAGES, server.port, club.path) as pages:
        each = (server.memory_kb() - before) / PAGES
        took: list[float] = []
        for _ in range(HANDS):
            await asyncio.sleep(random.uniform(0.1, 0.4))
            version, committed = await asyncio.to_thread(club.enter)
            await until(lambda version=version: all(page.version == version for page in pages))  # type: ignore[misc]
            took += [1e3 * (page.heard[version] - committed) for page in pages]
    return took, each


async def requests_ms(server: Server, path: str) -> dict[str, tuple[float, float]]:
    """The CPU of a request for each kind of page with all pages open, and without any."""
    taken: dict[str, list[tuple[float, float]]] = {kind: [] for kind in KINDS}
    for _ in range(TURNS):
        alone = {kind: server.request_ms(path + kind) for kind in KINDS}
        async with open_pages(PAGES, server.port, path):
            for kind in KINDS:
                with_pages = await asyncio.to_thread(server.request_ms, path + kind)
                taken[kind].append((with_pages, alone[kind]))
    return {
        kind: (median(one for one, _ in both), median(one for _, one in both)) for kind, both in taken.items()
    }


async def seconds_back(server: Server, club: Club) -> tuple[float, float]:
    """A server that stops: seconds from when it is back until every page knows what it missed; of its start."""
    async with open_pages(PAGES, server.port, club.path) as pages:
        await asyncio.to_thread(server.stop)
        version, _ = club.enter()
        began = time.monotonic()
        server.start()
        while not await asyncio.to_thread(server.answers):
            await asyncio.sleep(0.01)
        back = time.monotonic()
        await until(lambda: all(page.version == version for page in pages))
        return time.monotonic() - back, back - began


def rows() -> list[Row]:
    """The way of a hint, what pages cost, the return after a restart; what the front costs beside plain WSGI."""
    with tempfile.TemporaryDirectory(prefix="head-table-bench-") as folder:
        club = Club(folder)
        with closing(club):
            with Server(folder).running() as server:
                took, each = asyncio.run(hints_ms(server, club))
                asking = PAGES * server.answer_ms("/healthz")
                requests = asyncio.run(requests_ms(server, club.path))
                back, start = asyncio.run(seconds_back(server, club))
            with Server(folder, "-m", "granian", *ON_WSGI).running() as plain:
                on_wsgi = {
                    kind: median(plain.request_ms(club.path + kind) for _ in range(TURNS)) for kind in KINDS
                }
    percent = quantiles(took, n=100)
    costs = [
        Row(
            f"CPU of {words}, {PAGES} pages open",
            requests[kind][0],
            "ms",
            "no page open",
            requests[kind][1],
            None,
            MOST_RATIO,
        )
        for kind, words in KINDS.items()
    ]
    front = [
        Row(
            f"CPU of {words}, no page open",
            requests[kind][1],
            reference="on WSGI, no front",
            beside=on_wsgi[kind],
        )
        for kind, words in KINDS.items()
    ]
    return [
        Row(f"from a hand to {PAGES} open pages, half of the hints", percent[49]),
        Row(
            "from a hand to the pages, 99 of 100 hints",
            percent[98],
            reference=f"{PAGES} requests for /healthz, one after the other",
            beside=asking,
            most_ratio=MOST_OF_ASKING,
        ),
        *costs,
        *front,
        Row("memory of an open page", round(each, 1), "KB"),
        Row(
            "from a restart until all pages know all",
            round(back, 2),
            "s",
            "from the start until it answers",
            round(start, 2),
            most_ratio=MOST_OF_A_START,
        ),
    ]


if __name__ == "__main__":
    club_at_play(sys.argv[1])
