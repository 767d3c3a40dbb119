"""A club that is backed up and brought back, in processes of its own: run by the tests of backups.

Each process works on the database that the environment names, SQLite below HEAD_TABLE_DATA or PostgreSQL.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import django


def make() -> None:
    """A new database: an evening published and in a season, one in play, and a card of each printed; their facts."""
    from django.core.management import call_command
    from django.utils import timezone

    from tests.tournaments.a_season import FIRST_DAY, PLACES, do_all_work
    from tests.tournaments.an_evening import BY, AnEvening
    from tournaments.club.models import User
    from tournaments.club.services import clubs
    from tournaments.league import acts
    from tournaments.league.services import seasons
    from tournaments.league.services.ledger import perform

    call_command("migrate", verbosity=0)
    at = timezone.now() - timedelta(hours=2)
    director = User.objects.create_user("director")
    club = clubs.make_club(name="Coq d’or", director=director, time_zone="UTC", at=at)
    league = seasons.make_league(club=club, name="Friday league", at=at)
    rules = {"games": ["chantecler"], "points": PLACES}
    season = seasons.make_season(
        league=league,
        name="Season 1",
        kind="evenings",
        starts=FIRST_DAY,
        ends=at.date() + timedelta(days=30),
        rules=rules,
        by=BY,
        at=at,
    )
    perform(season=season, act=acts.Open(), by=BY, at=at)
    AnEvening.made(club, 9, at=at, rounds=1).bring_to("published")
    do_all_work(timezone.now())
    AnEvening.made(club, 12, at=at, name="Saturday").bring_to("playing").play_hands(1)
    facts()


def facts() -> None:
    """What must be the same before and after, as JSON."""
    from tournaments.evening.models import Evening, Hand, LedgerEntry, Publication, Standing, TableLink
    from tournaments.evening.services import links
    from tournaments.league.models import SeasonEntry, SeasonLine

    told: dict[str, Any] = {
        "evenings": list(
            Evening.objects.order_by("pk").values_list("slug", "status", "ledger_length", "ledger_head")
        ),
        "chains": [
            *LedgerEntry.objects.order_by("pk").values_list("sequence", "body", "hash"),
            *SeasonEntry.objects.order_by("pk").values_list("sequence", "body", "hash"),
        ],
        "moments": [
            entry.isoformat() for entry in LedgerEntry.objects.order_by("pk").values_list("at", flat=True)
        ],
        "archives": list(Publication.objects.order_by("pk").values_list("archive", flat=True)),
        "keys": list(Hand.objects.order_by("pk").values_list("key", flat=True)),
        "standings": list(
            Standing.objects.order_by("pk").values_list("evening", "ticket", "place", "points_for")
        ),
        "season": list(SeasonLine.objects.order_by("pk").values_list("player__name", "place", "total")),
        "cards": [
            links.table_token(link) for link in TableLink.objects.filter(revoked_at=None).order_by("-pk")
        ],
    }
    print(json.dumps(told))  # noqa: T201


def open_card(token: str) -> None:
    """Open the card with this token, as a phone does: the status, and whether it is of that evening."""
    from django.conf import settings
    from django.test import Client

    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}
    answer = Client(headers={"host": "localhost"}).get(f"/t/{token}/", follow=True)
    print(json.dumps([answer.status_code, "Saturday" in answer.content.decode()]))  # noqa: T201


def go_on() -> None:
    """Play on: a hand at every table, then the round to its end; what disagrees with the ledger."""
    from django.utils import timezone

    from tests.tournaments.an_evening import AnEvening
    from tournaments.evening.models import Evening
    from tournaments.publishing.publish import check_rows

    evening = AnEvening(
        Evening.objects.select_related("club").get(name="Saturday"), [], timezone.now(), keys=1000
    )
    evening.play_hands(1)
    print(json.dumps(check_rows(evening.read())))  # noqa: T201


def write() -> None:
    """Enter hands at table 1 for ever."""
    from django.utils import timezone

    from tests.tournaments.an_evening import AnEvening
    from tests.tournaments.faults.embedded_club import write_for_ever
    from tournaments.evening.models import Evening

    write_for_ever(AnEvening(Evening.objects.get(name="Saturday"), [], timezone.now()), 1)


def forget() -> None:
    """Try to change and to delete an entry of each ledger: what the database says."""
    from django.db import DatabaseError

    from tournaments.evening.models import LedgerEntry
    from tournaments.league.models import SeasonEntry

    said = []
    for ledger in (LedgerEntry, SeasonEntry):
        for act in ("update", "delete"):
            rows = ledger.objects.all()
            try:
                rows.update(reason="other") if act == "update" else rows._raw_delete(rows.db)
            except DatabaseError as error:
                said.append(str(error).splitlines()[0])
    print(json.dumps(said))  # noqa: T201


def hold() -> None:
    """Begin a backup and hold its moment until there is a line to read; the hands it saw before and after."""
    from tournaments.evening.models import Hand
    from tournaments.operations.backup import one_moment

    with one_moment():
        before = Hand.objects.count()
        print("reading", flush=True)  # noqa: T201
        sys.stdin.readline()
        during = Hand.objects.count()
    print(json.dumps([before, during, Hand.objects.count()]), flush=True)  # noqa: T201


def backed_up_club(*what: str, data: Path, **settings: str) -> subprocess.Popen[str]:
    """A process that does `what`, one after the other, on the database of a data folder, or that of the settings.

    What takes something to do it with, takes it after a colon.
    """
    return started("-m", "tests.tournaments.faults.backed_up_club", *what, data=data, **settings)


def environment(data: Path, **settings: str) -> dict[str, str]:
    """The environment of a process that knows of no other database and key than these."""
    servers = {"DATABASE_URL", "REDIS_URL", "SECRET_KEY"}
    bare = {name: value for name, value in os.environ.items() if name not in servers}
    return bare | {"HEAD_TABLE_DATA": str(data), **settings}


def started(*command: str, data: Path, **settings: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, *command],
        env=environment(data, **settings),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finished(process: subprocess.Popen[str]) -> Any:
    """What a process of these says at its end, of which nothing went wrong; a list where it has done several."""
    out, told = process.communicate(timeout=300)
    assert process.returncode == 0, told
    said = [json.loads(line) for line in out.splitlines()]
    return said[0] if len(said) == 1 else said


def manage(*command: object, data: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    process = started("manage.py", *map(str, command), data=data, **settings)
    out, told = process.communicate(timeout=300)
    return subprocess.CompletedProcess([*map(str, command)], process.returncode, out, told)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    known: list[Callable[..., None]] = [make, facts, go_on, write, forget, hold]
    by_name = {"open": open_card, **{what.__name__: what for what in known}}
    for asked in sys.argv[1:]:
        name, *given = asked.split(":")
        by_name[name](*given)
