"""A club that is backed up and brought back, in processes of its own: run by the tests of backups.

Each process works on the database that the environment names, SQLite below HEAD_TABLE_DATA or PostgreSQL.
"""

import json
import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError
from django.test import Client
from django.utils import timezone

from tests.tournaments.a_season import FIRST_DAY, PLACES, do_all_work
from tests.tournaments.an_evening import BY, AnEvening
from tests.tournaments.faults.embedded_club import write_for_ever
from tournaments.club.models import User
from tournaments.club.services import clubs
from tournaments.evening.models import Evening, Hand, LedgerEntry, Publication, Standing, TableLink
from tournaments.evening.services import links
from tournaments.league import acts
from tournaments.league.models import SeasonEntry, SeasonLine
from tournaments.league.services import seasons
from tournaments.league.services.ledger import perform
from tournaments.operations.backup import one_moment
from tournaments.publishing.publish import check_rows


def make() -> dict[str, Any]:
    """A new database: an evening published and in a season, one in play, and a card of each printed; their facts."""
    call_command("migrate", verbosity=0)
    at = timezone.now() - timedelta(hours=2)
    director = User.objects.create_user("director")
    club = clubs.make_club(name="Coq d’or", director=director, time_zone="UTC", at=at)
    league = seasons.make_league(club=club, new=seasons.NewLeague(name="Friday league"), at=at)
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
    return facts()


def facts() -> dict[str, Any]:
    """What must be the same before and after, as JSON."""
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
            links.link_token(link) for link in TableLink.objects.filter(revoked_at=None).order_by("-pk")
        ],
    }
    return told


def open_card(token: str) -> list[Any]:
    """Open the card with this token, as a phone does: the status, and whether it is of that evening."""
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}
    answer = Client(headers={"host": "localhost"}).get(f"/t/{token}/", follow=True)
    return [answer.status_code, "Saturday" in answer.content.decode()]


def go_on() -> list[str]:
    """Play on: a hand at every table, then the round to its end; what disagrees with the ledger."""
    evening = AnEvening(
        Evening.objects.select_related("club").get(name="Saturday"), [], timezone.now(), keys=1000
    )
    evening.play_hands(1)
    return check_rows(evening.read())


def write() -> None:
    write_for_ever(AnEvening(Evening.objects.get(name="Saturday"), [], timezone.now()), 1)


def forget() -> list[str]:
    """Try to change and to delete an entry of each ledger: what the database says."""
    said = []
    for ledger in (LedgerEntry, SeasonEntry):
        for act in ("update", "delete"):
            rows = ledger.objects.all()
            try:
                rows.update(reason="other") if act == "update" else rows._raw_delete(rows.db)
            except DatabaseError as error:
                said.append(str(error).splitlines()[0])
    return said


def hold() -> list[int]:
    """Begin a backup and hold its moment until there is a line to read; the hands it saw before and after."""
    with one_moment():
        before = Hand.objects.count()
        print("reading", flush=True)  # noqa: T201
        sys.stdin.readline()
        during = Hand.objects.count()
    return [before, during, Hand.objects.count()]


def backed_up_club(*what: str, data: Path, **settings: str) -> subprocess.Popen[str]:
    """A process that does `what`, one after the other, on the database of a data folder, or that of the settings.

    What takes something to do it with, takes it after a colon.
    """
    return started("-m", "tests.browser.backstage", __name__, *what, data=data, **settings)


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
