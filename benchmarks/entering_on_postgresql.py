"""Hands on PostgreSQL: what two web workers enter in a second, beside the rows that a bare view inserts.

The server runs as the README says, two workers on a PostgreSQL of its own, which writes to the disk as it does by
default. Clients that keep their lines ask for the bare view, for hands of one evening and for hands of eight in turn,
everybody as fast as the answers come. What is asked for is the hands of a second; beside them stands the CPU of one,
of the server and of PostgreSQL together, which depends less on whoever else uses the machine.

Then the same is asked of a server with a role of its own, behind the fence around each club, beside the one without.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import count, cycle
from pathlib import Path
from statistics import median

from benchmarks.entering_hands import HAND, evening_in_play, set_up
from benchmarks.measure import Row
from benchmarks.streams import ROOT, Server
from config import supervisor
from tests.services import WEB, as_the_web, postgresql, postgresql_programs

CLIENTS = EVENINGS = 8
EACH = 50
"""How many requests each client makes in one turn."""
TURNS = 7
WORKERS = 2
LEAST_RATIO = 0.6
"""Of the hands of a second to the rows of the bare view, where evenings do not queue for one lock."""
KINDS = {"bare": None, "one evening": None, "eight evenings": LEAST_RATIO}
"""What is asked for, and the lowest ratio of what is entered in a second to the rows of the bare view."""
FENCED = "behind the fence"
MOST_BEHIND_THE_FENCE = 1.3
"""Of the CPU of a hand behind the fence to that of one without it."""
Figures = dict[str, tuple[float, float]]
Requests = Iterator[bytes]


class Client:
    """A line to the server that is kept, and what is asked over it."""

    def __init__(self, port: int, requests: dict[str, Requests]) -> None:
        self.line = socket.create_connection(("127.0.0.1", port))
        self.line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.requests = requests

    def ask(self, kind: str, times: int) -> None:
        """Ask so many times, each time when the answer is there. Raises AssertionError where nothing was kept."""
        for _ in range(times):
            self.line.sendall(next(self.requests[kind]))
            answer = self.line.recv(65536)
            head, _, body = answer.partition(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 201"), answer.decode()
            length = int(head.lower().partition(b"content-length:")[2].split(b"\r\n")[0])
            while len(body) < length:
                body += self.line.recv(65536)


def posted(path: str, body: object, **headers: str) -> bytes:
    """A request as it goes over the line."""
    text = json.dumps(body).encode()
    head = {
        "Host": "localhost",
        "Content-Type": "application/json",
        "Content-Length": str(len(text)),
        **headers,
    }
    lines = "".join(f"{name}: {value}\r\n" for name, value in head.items())
    return f"POST {path} HTTP/1.1\r\n{lines}\r\n".encode() + text


def notes() -> Requests:
    """Requests to the bare view."""
    for number in count():
        yield posted("/bare/", {"table": number % 30, "hand": HAND})


def hands(tables: Iterable[tuple[str, str]]) -> Requests:
    """Requests that each enter a hand, at these tables in turn."""
    for number, (address, token) in enumerate(cycle(list(tables))):
        headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": f"hand-{number}"}
        yield posted(address, {"hand": HAND}, **headers)


def clients(port: int, where: str) -> list[Client]:
    """Each has two tables of one evening that they share, and a table where it is the only one of an evening."""
    shared = list(evening_in_play(f"shared {where}", tables=2 * CLIENTS + 2))
    others = [list(evening_in_play(f"No {number} {where}", tables=2)) for number in range(1, EVENINGS)]
    alone = [shared[2 * CLIENTS :], *others]
    return [
        Client(
            port,
            {
                "bare": notes(),
                "one evening": hands(shared[2 * number : 2 * number + 2]),
                "eight evenings": hands(alone[number]),
            },
        )
        for number in range(CLIENTS)
    ]


def cpu_ms(main: int) -> float:
    """The CPU time that a process and its children have used so far, those that have ended too."""
    ticks = 0
    children = Path("/proc", str(main), "task", str(main), "children").read_text().split()
    for process in (str(main), *children):
        fields = Path("/proc", process, "stat").read_text().rpartition(")")[2].split()
        ticks += sum(map(int, fields[11:15]))
    return 1e3 * ticks / os.sysconf("SC_CLK_TCK")


def turn(asking: list[Client], kind: str, cpu: Callable[[], float]) -> tuple[float, float]:
    """Requests in a second, and the CPU of one in milliseconds."""
    threads = [threading.Thread(target=client.ask, args=(kind, EACH)) for client in asking]
    before, began = cpu(), time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    asked = EACH * len(asking)
    return asked / (time.monotonic() - began), (cpu() - before) / asked


def measured(folder: str, url: str, cluster: Path) -> Figures:
    """Of each kind the requests in a second and the CPU of one: the medians of turns in turn."""
    environment = {
        "DATABASE_URL": url,
        "SECRET_KEY": "of-the-bench" * 5,
        "ALLOWED_HOSTS": "localhost,127.0.0.1",
    }
    environment["DJANGO_SETTINGS_MODULE"] = "benchmarks.settings"
    set_up(folder, **environment)
    from django.db import connection

    from benchmarks.addresses import make_notes
    from tournaments.operations.keys import grant_web_role

    make_notes()
    grant_web_role(WEB, "")
    database = int((cluster / "postmaster.pid").read_text().split()[0])
    command = (*supervisor.WEB, "--workers", str(WORKERS), supervisor.APPLICATION)
    as_owner, as_web = (
        Server(folder, *command, **environment | told) for told in ({}, {"WEB_DATABASE_URL": as_the_web(url)})
    )
    with as_owner.running(), as_web.running():
        turns: dict[str, Callable[[], tuple[float, float]]] = {}
        for server, where in ((as_owner, ""), (as_web, FENCED)):
            asking = clients(server.port, where)
            assert server.process is not None
            cpu = partial(cpu_of, server.process.pid, database)
            turns |= {f"{kind} {where}".strip(): partial(turn, asking, kind, cpu) for kind in KINDS}
        connection.close()
        taken = [{kind: one() for kind, one in turns.items()} for _ in range(TURNS + 1)][1:]
    return {
        kind: (median(one[kind][0] for one in taken), median(one[kind][1] for one in taken)) for kind in turns
    }


def cpu_of(*processes: int) -> float:
    """The CPU time of these processes and of their children so far, in milliseconds."""
    return sum(map(cpu_ms, processes))


def rows() -> list[Row]:
    """The hands of one evening and of eight beside the bare view; none where PostgreSQL is not installed."""
    if postgresql_programs() is None:
        return []
    command = [sys.executable, "-m", "benchmarks.entering_on_postgresql"]
    # In a process of its own: Django knows one database.
    answer = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    figures: Figures = json.loads(answer.stdout.splitlines()[-1])  # others may say something before
    bare, bare_cpu = figures.pop("bare")
    reference = "the bare view"
    fenced = {kind: figures.pop(f"{kind} {FENCED}") for kind in KINDS}
    behind = [
        Row(
            f"CPU on PostgreSQL {FENCED}, {kind} at once",
            fenced[kind][1],
            "ms",
            "without it",
            figures[kind][1],
            most_ratio=MOST_BEHIND_THE_FENCE,
        )
        for kind in figures
    ]
    return behind + [
        row
        for kind, (hands_, cpu) in figures.items()
        for row in (
            Row(
                f"in a second on PostgreSQL, {kind} at once",
                round(hands_),
                "",
                reference,
                round(bare),
                least_ratio=KINDS[kind],
            ),
            Row(f"CPU on PostgreSQL, {kind} at once", cpu, "ms", reference, bare_cpu),
        )
    ]


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="head-table-bench-") as place:
        Path(place).chmod(0o711)  # the user postgres must come through
        for name in ("postgresql", "data"):
            Path(place, name).mkdir()
        with postgresql(Path(place, "postgresql"), durable=True) as address:
            print(
                json.dumps(measured(str(Path(place, "data")), address, Path(place, "postgresql", "cluster")))
            )
