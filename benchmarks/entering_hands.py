"""What a hand costs: entering one through the REST door, beside a bare Django view that inserts one row.

On SQLite both are asked through the same WSGI handler with the same settings and middleware, in one process, on one
database in a file of its own. A second row leaves the middleware out for the bare view alone, so that nobody need
wonder what it hides. On PostgreSQL, where it is installed, both are asked of the whole server by clients
(`benchmarks.entering_on_postgresql`).
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import count, cycle
from typing import Any

from benchmarks.measure import Row, in_turn, milliseconds
from tournaments.evening import acts

TABLES = 30
BATCH = 100
RUNS = 20
MOST_RATIO = 1.7
MOST_STATEMENTS = 6
HAND = {
    "bidder": 3,
    "bid": 9,
    "trump": "hen",
    "counters": {
        "five": "B",
        "three": "A",
        "one": "A",
        "chantecler": "A-discard",
        "pheasant": "A",
        "peacock": "B",
        "owl": "A",
    },
}
Environ = dict[str, Any]


def set_up(folder: str, **environment: str) -> None:
    """Django on a new SQLite database below `folder`, or as its environment says."""
    for inherited in ("DATABASE_URL", "REDIS_URL", "DEBUG"):
        os.environ.pop(inherited, None)
    os.environ |= {"HEAD_TABLE_DATA": folder, "DJANGO_SETTINGS_MODULE": "config.settings", **environment}
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)


def evening_in_play(name: str = "One", tables: int = TABLES) -> Iterator[tuple[str, str]]:
    """The addresses of the tables of an evening in its first round, each with its token.

    Only the head table rings, so that the others play on whatever their points.
    """
    from tournaments.club.services import clubs
    from tournaments.evening.models import TableLink
    from tournaments.evening.services import evenings
    from tournaments.evening.services.links import link_token
    from tournaments.evening.services.perform import perform

    at = datetime.now(UTC)
    club = clubs.make_club(name=f"Bench {name}", director=None, time_zone="UTC", at=at)
    plan = {"game": "chantecler", "movement_options": {"bell": "head_table"}}
    evening = evenings.make_evening(club=club, name=name, date=at.date(), plan=plan, by="script", at=at)
    names = [f"Player {number}" for number in range(tables * 4)]
    players = [(player, "") for player in clubs.add_names(club=club, names=names, at=at)]
    perform(evening=evening, act=acts.OpenDoors(), by="script", at=at)
    evenings.check_in(evening=evening, players=players, by="script", at=at)
    perform(evening=evening, act=acts.Draw(), by="script", at=at)
    perform(evening=evening, act=acts.Start(), by="script", at=at)
    links = TableLink.objects.filter(table__evening=evening, table__number__gt=1)
    for link in links.select_related("table"):
        number = link.table.number
        yield f"/api/v1/clubs/{club.slug}/evenings/{evening.slug}/tables/{number}/hands/", link_token(link)


class Hands:
    """Requests that each enter a hand, and requests to the bare view."""

    def __init__(self) -> None:
        from django.test import RequestFactory

        self.make, self.keys = RequestFactory(), count()
        self.tables = cycle(list(evening_in_play()))

    def bare(self) -> Environ:
        """The next request to the bare view."""
        body = json.dumps({"table": next(self.keys) % TABLES, "hand": HAND})
        environ: Environ = self.make.post("/bare/", body, content_type="application/json").environ
        return environ

    def hand(self) -> Environ:
        """The next request that enters a hand, at the next table."""
        address, token = next(self.tables)
        headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": f"hand-{next(self.keys)}"}
        body = json.dumps({"hand": HAND})
        request = self.make.post(address, body, content_type="application/json", headers=headers)
        environ: Environ = request.environ
        return environ


def asked(application: Any, request: Callable[[], Environ]) -> Callable[[], float]:
    """Measures a batch of requests, made beforehand: the milliseconds of one of them."""

    def batch() -> float:
        environs = [request() for _ in range(BATCH)]

        def all_of_them() -> None:
            for environ in environs:
                answered(application, environ)

        return milliseconds(all_of_them) / BATCH

    return batch


def answered(application: Any, environ: Environ) -> None:
    """Ask, and read the answer to its end."""
    statuses: list[str] = []

    def start_response(status: str, headers: object, error: object = None) -> None:
        statuses.append(status)

    answer = application(environ, start_response)
    b"".join(answer)
    answer.close()
    assert statuses[0].startswith("201"), statuses


def handlers() -> tuple[Any, Any]:
    """The WSGI handler of the house; the same without any middleware."""
    from django.core.wsgi import get_wsgi_application
    from django.test import override_settings

    whole = get_wsgi_application()
    with override_settings(MIDDLEWARE=[]):
        return whole, get_wsgi_application()


def statements(application: Any, environ: Environ) -> tuple[int, int]:
    """How many statements entering a hand takes, and in how many transactions it writes."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as captured:
        answered(application, environ)
    said = [query["sql"].split()[0] for query in captured.captured_queries]
    begun = said.count("BEGIN")
    assert begun == said.count("COMMIT")
    return len(said) - 2 * begun, begun


def rows() -> list[Row]:
    """The hand beside the bare view with and without middleware; its statements and transactions; on PostgreSQL."""
    from benchmarks.entering_on_postgresql import rows as on_postgresql

    with tempfile.TemporaryDirectory(prefix="head-table-bench-") as folder:
        set_up(folder, DJANGO_SETTINGS_MODULE="benchmarks.settings")
        from benchmarks.addresses import make_notes

        make_notes()
        application, without_middleware = handlers()
        requests = Hands()
        entering, bare, naked = in_turn(
            asked(application, requests.hand),
            asked(application, requests.bare),
            asked(without_middleware, requests.bare),
            runs=RUNS,
        )
        count_, transactions = statements(application, requests.hand())
    hand = "a hand entered through the REST door by a table's phone"
    return [
        Row(hand, entering, reference="a bare view that inserts one row", beside=bare, most_ratio=MOST_RATIO),
        Row(hand, entering, reference="the bare view, asked without any middleware", beside=naked),
        Row("its statements", count_, "statements", most=MOST_STATEMENTS),
        Row("the transactions it writes in", transactions, "transactions", most=1),
        *on_postgresql(),
    ]
