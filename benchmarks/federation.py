"""A server of many clubs: hundreds of tables at once on PostgreSQL, behind the fence, by two web workers.

Every table enters hands at ten times the tempo of a club, so that 500 tables ask what 5,000 do. Its phone fetches the
table after each, a visitor the evening and `/healthz`, which is the reference. What was acknowledged is counted in
the database at the end, and how much the rows of a hand take. Only where it is named:
`./run bench federation --tables 500 --seconds 300`.
"""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from benchmarks.entering_hands import HAND, evening_in_play, set_up
from benchmarks.entering_on_postgresql import cpu_of
from benchmarks.measure import Row
from benchmarks.streams import ROOT, Server
from benchmarks.web_line import Line
from config import supervisor
from tests.services import WEB, as_the_web, postgresql, postgresql_programs

TABLES, SECONDS, WORKERS = 500, 300, 2
CLUBS_OF_TABLES: Final = 2 / 5
"""200 clubs for 500 tables."""
TEMPO_SECONDS: Final = 24
AGAIN_SECONDS: Final = 1
SEED: Final = 1910
MOST_RATIO: Final = 3
"""How many times the slowest of a hundred bare answers that of a hundred hands may take."""
Took = defaultdict[str, list[float]]
"""Milliseconds from asking to the whole answer, by what was asked for."""


async def table(port: int, address: str, token: str, took: Took, ends: float, dice: random.Random) -> None:
    """Enter hands until the end, each with its key until it is acknowledged, and fetch what follows."""
    phone, visitor = Line(port), Line(port)
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    _, _, _, _, club, _, evening, *_ = address.split("/")
    await asyncio.sleep(dice.uniform(0, TEMPO_SECONDS))
    while time.monotonic() < ends:
        headers["Idempotency-Key"] = f"{dice.getrandbits(128):032x}"
        while await ask(phone, "POST", address, "hands", took, headers, json.dumps({"hand": HAND})) != 201:
            await asyncio.sleep(AGAIN_SECONDS)
        await ask(phone, "GET", address.removesuffix("hands/"), "tables", took, headers)
        await ask(visitor, "GET", f"/c/{club}/{evening}/", "evenings", took, {})
        await ask(visitor, "GET", "/healthz", BARE, took, {})
        await asyncio.sleep(dice.uniform(0.5, 1.5) * TEMPO_SECONDS)


async def ask(
    line: Line, method: str, path: str, kind: str, took: Took, headers: dict[str, str], body: str = ""
) -> int:
    """The status of an answer; 0 where the line broke off."""
    began, status = time.perf_counter(), 0
    with suppress(OSError, asyncio.IncompleteReadError):
        status = (await line.ask(method, path, headers=headers, body=body.encode())).status
    took[kind if status in (200, 201) else "failed"].append(1e3 * (time.perf_counter() - began))
    return status


async def play(port: int, tables: list[tuple[str, str]], seconds: int) -> Took:
    took, dice, ends = Took(list), random.Random(SEED), time.monotonic() + seconds
    own = [random.Random(dice.random()) for _ in tables]
    await asyncio.gather(
        *(table(port, *place, took, ends, chance) for place, chance in zip(tables, own, strict=True))
    )
    return took


def slowest(times: list[float], part: float) -> float:
    """So many of them were no slower."""
    return sorted(times)[min(int(part * len(times)), len(times) - 1)] if times else 0.0


def measured(folder: str, url: str, cluster: Path, tables: int, seconds: int) -> dict[str, float]:
    """Make the clubs, let them play, count."""
    told = {"DATABASE_URL": url, "SECRET_KEY": "of-the-bench" * 5, "ALLOWED_HOSTS": "127.0.0.1"}
    set_up(folder, **told)
    from django.core.management import call_command
    from django.db import connection

    from tournaments.evening.models import Hand
    from tournaments.operations.keys import grant_web_role

    call_command("collectstatic", interactive=False, verbosity=0)
    clubs = max(1, round(tables * CLUBS_OF_TABLES))
    sizes = [tables // clubs + (number < tables % clubs) for number in range(clubs)]
    # The first table of an evening only rings.
    places = [
        place for no, size in enumerate(sizes) for place in evening_in_play(f"No {no}", tables=size + 1)
    ]
    grant_web_role(WEB, "")
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    before = database_bytes(connection)
    command = (*supervisor.WEB, "--workers", str(WORKERS), supervisor.APPLICATION)
    server = Server(folder, *command, **told, WEB_DATABASE_URL=as_the_web(url))
    database = int((cluster / "postmaster.pid").read_text().split()[0])
    with server.running():
        assert server.process is not None
        since = cpu_of(server.process.pid, database)
        took = asyncio.run(play(server.port, places, seconds))
        used = cpu_of(server.process.pid, database) - since
    hands = Hand.objects.count()
    figures = {f"{kind} {part}": slowest(took[kind], part) for kind in KINDS for part in (0.5, 0.99)}
    return figures | {
        "clubs": clubs,
        "acknowledged": len(took["hands"]),
        "kept": hands,
        "failed": len(took["failed"]),
        "cpu": used / (10 * seconds),
        "bytes": (database_bytes(connection) - before) / max(hands, 1),
    }


BARE: Final = "bare answers"
KINDS: Final = ("hands", "tables", "evenings", BARE)


def database_bytes(connection: Any) -> int:
    tables = "pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT sum(pg_total_relation_size(oid)) FROM {tables}")
        return int(cursor.fetchone()[0])


def rows(tables: int = TABLES, seconds: int = SECONDS) -> list[Row]:
    """What came of it; none where PostgreSQL is not installed."""
    if postgresql_programs() is None:
        return []
    command = [sys.executable, "-m", "benchmarks.federation", str(tables), str(seconds)]
    # In a process of its own: Django knows one database.
    answer = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    figures: dict[str, float] = json.loads(answer.stdout.splitlines()[-1])
    of_all = f"{tables} tables of {figures['clubs']:g} clubs, {seconds} s"
    return [
        Row(
            f"hands acknowledged, {of_all}",
            figures["kept"],
            "",
            "kept in the database",
            figures["acknowledged"],
            most_ratio=1,
            least_ratio=1,
        ),
        Row("requests that failed, and were sent again", figures["failed"], "", most=0),
        *(
            Row(
                f"{words} {kind}",
                figures[f"{kind} {part}"],
                "ms",
                f"{words} {BARE}",
                figures[f"{BARE} {part}"],
                most_ratio=MOST_RATIO if (kind, part) == ("hands", 0.99) else None,
            )
            for kind in KINDS
            for part, words in ((0.5, "the median of"), (0.99, "the slowest of a hundred"))
        ),
        Row("CPU of server and database, of a core", round(figures["cpu"], 1), "%"),
        Row("growth of the database by a hand", round(figures["bytes"]), "bytes"),
    ]


if __name__ == "__main__":
    tables_asked, seconds_asked = map(int, sys.argv[1:])
    with tempfile.TemporaryDirectory(prefix="head-table-bench-") as place:
        Path(place).chmod(0o711)  # the user postgres must come through
        data, folder = Path(place, "data"), Path(place, "postgresql")
        data.mkdir()
        folder.mkdir()
        with postgresql(folder, durable=True) as address:
            whole = measured(str(data), address, folder / "cluster", tables_asked, seconds_asked)
            print(json.dumps(whole))
