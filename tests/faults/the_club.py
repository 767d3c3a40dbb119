"""The club that is attacked. Run in a deployment's environment: `python -m tests.faults.the_club WHAT`.

`make` makes it and writes where its tables and evenings are; `audit` writes every hand that is kept and whatever does
not agree with the ledgers; `direct` is a director who ends rounds, one word a line on its standard input.
"""

import json
import sys
from datetime import datetime, timedelta
from typing import Any, Final

import django

from tournaments.evening import acts

CLUB: Final = "faults"
PLAYED: Final = tuple(f"{day} {week}" for week in range(1, 5) for day in ("monday", "tuesday"))
"""Evenings at which phones enter hands for ever: only the head table could ring, and no phone lies there.

A table takes a thousand hands in a round; a phone of a Monday then goes on at the Monday after.
"""
DIRECTED: Final = ("friday", "saturday", "sunday", "easter")
"""Evenings that a director takes from round to round."""
PLAYERS, ROUNDS = 20, 60


def make() -> dict[str, Any]:
    """A new database with the club: for each phone the tables that it plays at in turn, with their tokens."""
    from django.core.management import call_command
    from django.utils import timezone

    from tests.tournaments.an_evening import AnEvening
    from tournaments.club.services import clubs
    from tournaments.evening.models import TableLink
    from tournaments.evening.services.links import link_token

    call_command("migrate", verbosity=0)
    at = timezone.now() - timedelta(hours=1)
    club = clubs.make_club(name="Faults", director=None, time_zone="UTC", at=at, slug=CLUB)
    tables: dict[tuple[str, int], list[dict[str, str]]] = {}
    for name in PLAYED:
        evening = AnEvening.made(club, PLAYERS, at=at, name=name, bell="head_table").bring_to("playing")
        links = TableLink.objects.filter(table__evening=evening.evening, table__number__gt=1)
        where = f"/api/v1/clubs/{club.slug}/evenings/{evening.evening.slug}/tables"
        for link in links.select_related("table").order_by("table__number"):
            at_this = {"path": f"{where}/{link.table.number}/", "token": link_token(link)}
            tables.setdefault((name.split()[0], link.table.number), []).append(at_this)
    for name in DIRECTED:
        evening = AnEvening.made(
            club, 8, at=at, name=name, rounds=ROUNDS, game="ascot", movement="drawn", hands_per_round=2
        )
        evening.bring_to("playing")
    public = f"/c/{club.slug}/"
    return {"phones": list(tables.values()), "public": public}


def audit() -> dict[str, Any]:
    """Every hand of phones that is kept, with the path of its table; what does not agree with the ledgers."""
    from tournaments.evening.models import Evening, Hand
    from tournaments.publishing.publish import check_rows
    from tournaments.work.models import Job

    rows = Hand.objects.filter(table__evening__name__in=PLAYED).order_by("pk")
    rows = rows.select_related("table__evening__club", "entry")
    hands = [
        {
            "path": f"/api/v1/clubs/{row.table.evening.club.slug}/evenings/{row.table.evening.slug}"
            f"/tables/{row.table.number}/",
            "number": row.number,
            "key": row.key,
            "hand": row.hand,
            "sequence": row.entry.sequence,
            "live": row.live,
        }
        for row in rows
    ]
    evenings = list(Evening.objects.filter(club__slug=CLUB))
    broken = [f"{evening.slug}: {told}" for evening in evenings for told in check_rows(evening)]
    for evening in evenings:
        drafts = evening.ledger.filter(act="draft_move").count()
        due = evening.rounds.filter(stopped_at__isnull=False).count()
        if evening.name in DIRECTED and drafts != due:
            broken.append(f"{evening.slug}: {drafts} moves drafted for {due} rounds that ended")
    waiting = Job.objects.filter(outcome=Job.Outcome.WAITING).count()
    return {"hands": hands, "broken": broken, "waiting": waiting}


def direct() -> None:
    """Until the input ends: `close` ends a round, `look` tells whether the worker has drafted its move.

    The next `close` announces that move and starts the next round first. Each line is answered by one: the status of
    the evening and when the worker last swept, in seconds since 1970.
    """
    from django.utils import timezone

    from tests.tournaments.an_evening import AnEvening
    from tournaments.evening.models import Evening
    from tournaments.work.models import Heartbeat

    class Now(AnEvening):
        """Nobody waits for a job that was made in time to come."""

        def clock(self) -> datetime:
            self.at = timezone.now()
            return self.at

    rows = list(Evening.objects.filter(club__slug=CLUB, name__in=DIRECTED).order_by("pk"))
    evenings = [Now(row, [], timezone.now()) for row in rows]
    for word in map(str.strip, sys.stdin):
        if word == "close" and evenings[0].read().current_round == ROUNDS - 1:
            evenings.append(evenings.pop(0))
        evening = evenings[0]
        evening.at = timezone.now()
        status = evening.read().status
        if word == "close":
            if status == "drafted":
                evening.act(acts.PublishMove())
                evening.act(acts.Start())
            evening.play_hands(2)
            evening.act(acts.Close())
            status = "closed"
        swept = Heartbeat.objects.filter(name=Heartbeat.SWEEP).values_list("at", flat=True).first()
        print(status, swept.timestamp() if swept else 0, flush=True)  # noqa: T201


if __name__ == "__main__":
    django.setup()
    found = {"make": make, "audit": audit, "direct": direct}[sys.argv[1]]()
    print(json.dumps(found))  # noqa: T201
