"""What a hand costs: the CPU of entering one through the REST door, as a multiple of a bare Django view's.

The bare view reads JSON, inserts one row and answers JSON; both go through the same settings, middleware and
WSGI handler, in one process, on a database of their own. Run it from the root:

    python benchmarks/entering_hands.py [--batches 20] [--hands 100] [--limit 2.5]
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import count, cycle
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
TABLES = 30
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
Request = Callable[[], Environ]


def set_up(folder: str) -> None:
    """Django on a new SQLite database below `folder`."""
    os.environ |= {"HEAD_TABLE_DATA": folder, "DJANGO_SETTINGS_MODULE": "config.settings"}
    for inherited in ("DATABASE_URL", "REDIS_URL", "DEBUG"):
        os.environ.pop(inherited, None)
    sys.path.insert(0, str(ROOT))
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)


def bare_view() -> Callable[..., Any]:
    """The least a view does that keeps a row."""
    from django.db import connection, models
    from django.http import HttpRequest, JsonResponse
    from django.views.decorators.csrf import csrf_exempt

    class Note(models.Model):
        table = models.IntegerField()
        text = models.TextField()
        at = models.DateTimeField()

        class Meta:
            app_label = "tournaments"

        def __str__(self) -> str:
            return self.text

    with connection.schema_editor() as editor:
        editor.create_model(Note)

    @csrf_exempt
    def bare(request: HttpRequest) -> JsonResponse:
        sent = json.loads(request.body)
        note = Note._default_manager.create(
            table=sent["table"], text=json.dumps(sent["hand"]), at=datetime.now(UTC)
        )
        return JsonResponse({"id": note.pk, "table": note.table, "text": note.text}, status=201)

    return bare


def evening_in_play() -> Iterator[tuple[str, str]]:
    """The addresses of the tables of an evening in its first round, each with its token.

    Only the head table rings, so that the others play on whatever their points.
    """
    from tournaments.models import TableLink
    from tournaments.services import clubs, evenings, rounds, seats
    from tournaments.services.access import table_token

    at = datetime.now(UTC)
    club = clubs.make_club(name="Bench", director=None, time_zone="UTC", at=at)
    plan = {"game": "chantecler", "movement_options": {"bell": "head_table"}}
    evening = evenings.make_evening(club=club, name="One", date=at.date(), plan=plan, by="script", at=at)
    names = [f"Player {number}" for number in range(TABLES * 4)]
    players = [(player, "") for player in clubs.add_names(club=club, names=names, at=at)]
    evenings.open_doors(evening=evening, by="script", at=at)
    evenings.check_in(evening=evening, players=players, by="script", at=at)
    seats.draw_seats(evening=evening, by="script", at=at)
    rounds.start(evening=evening, by="script", at=at)
    for link in TableLink.objects.filter(table__number__gt=1).select_related("table"):
        number = link.table.number
        yield f"/api/v1/clubs/{club.slug}/evenings/{evening.slug}/tables/{number}/hands/", table_token(link)


def requests() -> tuple[Request, Request]:
    """What makes the next request to the bare view, and what makes the next one that enters a hand."""
    from django.test import RequestFactory

    make, keys, tables = RequestFactory(), count(), cycle(list(evening_in_play()))

    def bare() -> Environ:
        body = json.dumps({"table": next(keys) % TABLES, "hand": HAND})
        environ: Environ = make.post("/bare/", body, content_type="application/json").environ
        return environ

    def hand() -> Environ:
        address, token = next(tables)
        headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": f"hand-{next(keys)}"}
        body = json.dumps({"hand": HAND})
        request = make.post(address, body, content_type="application/json", headers=headers)
        environ: Environ = request.environ
        return environ

    return bare, hand


def milliseconds(application: Any, request: Request, times: int) -> float:
    """The CPU time of one request, the mean of `times`."""
    environs = [request() for _ in range(times)]
    statuses: list[str] = []

    def start_response(status: str, headers: object, error: object = None) -> None:
        statuses.append(status)

    before = time.process_time()
    for environ in environs:
        answer = application(environ, start_response)
        b"".join(answer)
        answer.close()
    took = time.process_time() - before
    assert {status[:3] for status in statuses} == {"201"}, statuses
    return took / times * 1000


def main() -> int:
    """Print the figures; the exit status says whether the limit holds."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--batches", type=int, default=20)
    options.add_argument("--hands", type=int, default=100, help="requests in a batch")
    options.add_argument("--limit", type=float, default=2.5)
    asked = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="head-table-bench-") as folder:
        set_up(folder)
        from django.conf import settings
        from django.core.wsgi import get_wsgi_application
        from django.urls import include, path

        addresses = ModuleType("bench_addresses")
        addresses.urlpatterns = [  # type: ignore[attr-defined]
            path("bare/", bare_view()),
            path("", include("config.urls")),
        ]
        sys.modules[addresses.__name__] = addresses
        settings.ROOT_URLCONF = addresses.__name__
        application = get_wsgi_application()
        bare, hand = requests()
        for request in (bare, hand):
            milliseconds(application, request, asked.hands)
        gc.freeze()  # what is there to stay is not gone through again, in the middle of somebody's batch
        taken = [
            (milliseconds(application, bare, asked.hands), milliseconds(application, hand, asked.hands))
            for _ in range(asked.batches)
        ]
    ratio = statistics.median(entering / plain for plain, entering in taken)
    print(f"bare view, one row:    {statistics.median(plain for plain, _ in taken):.3f} ms CPU")
    print(f"a hand over the API:   {statistics.median(entering for _, entering in taken):.3f} ms CPU")
    print(f"ratio:                 {ratio:.2f} (limit {asked.limit})")
    return 0 if ratio <= asked.limit else 1


if __name__ == "__main__":
    sys.exit(main())
