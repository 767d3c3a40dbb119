"""A club on the embedded default, in processes of its own that race and are killed: see `test_embedded`.

Each process works in the data folder that HEAD_TABLE_DATA names, as the web server's do.
"""

import os
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from functools import partial
from itertools import count
from typing import Any

from django.core.management import call_command
from django.db import OperationalError
from django.utils import timezone

from tests.tournaments.an_evening import AnEvening, a_hand
from tests.tournaments.faults.together import Outcome, act, at_once, each, enter, meeting
from tournaments.club.models import Club, Officer, User
from tournaments.club.roles import Role
from tournaments.club.services import clubs, invitations
from tournaments.evening import acts
from tournaments.evening.models import Evening, Hand
from tournaments.publishing.publish import check_rows

GAPS = (0.0, 0.001, 0.003, 0.01)
"""Seconds between the first try of a hand and the second."""


def make() -> None:
    call_command("migrate", verbosity=0)
    at = timezone.now() - timedelta(hours=1)
    director = User.objects.create_user("director")
    club = clubs.make_club(name="Rooster Club", director=director, time_zone="UTC", at=at)
    AnEvening.made(club, 12, at=at).bring_to("playing")


def race() -> list[Any]:
    """Twenty senders of one hand, two different second hands, and two directors who end the round."""
    evening = the_evening()

    def together(acts: list[Callable[[], object]]) -> list[Outcome]:
        with meeting(len(acts)):
            return at_once(acts)

    same = together(each(20, lambda _: enter(evening, 1, a_hand(), "one-key")))
    two = together(each(2, lambda n: enter(evening, 1, a_hand(1, 5, "AB"[n]), f"key-{n}", number=2)))
    ends = together(each(2, lambda _: act(evening, acts.Stop())))
    told = [Counter(outcome.told for outcome in outcomes) for outcomes in (same, two, ends)]
    answers = len({outcome.value for outcome in same})
    kept = sorted(Hand.objects.values_list("number", "state"))
    return [told, answers, kept, check_rows(evening.read())]


def twice() -> list[Any]:
    """Twenty hands, each sent twice: at the same moment, or the second a few milliseconds later."""
    evening, alike = the_evening(), []
    for number in range(1, 21):

        def send(place: int, number: int = number) -> str:
            time.sleep(place * GAPS[number % len(GAPS)])
            return enter(evening, 1, {"passed_out": True}, f"hand-{number}", round_number=1, number=number)

        outcomes = at_once(each(2, send))
        alike.append([outcome.told for outcome in outcomes] == ["done", "done"])
        alike[-1] = alike[-1] and outcomes[0].value == outcomes[1].value
    kept = sorted(Hand.objects.values_list("number", flat=True))
    return [kept, alike, check_rows(evening.read())]


def write(table: str) -> None:
    write_for_ever(the_evening(), int(table))


def write_for_ever(evening: AnEvening, table: int) -> None:
    """Enter hands; each key is printed when its hand has been acknowledged.

    A hand that was put off, because others had the database for too long, is sent again as phones do.
    """
    for number in count():
        key, taken = f"{os.getpid()}-{number}", False
        while not taken:
            with suppress(OperationalError):
                enter(evening, table, {"passed_out": True}, key)
                taken = True
        print(key, flush=True)  # noqa: T201


def owners() -> list[Any]:
    """Two owners of one club give it up at the same moment, ten times; how often which came of it."""
    club, seen = Club.objects.get(), Counter[str]()
    for number in range(10):
        user = User.objects.create_user(f"another-{number}")
        Officer.objects.create(club=club, user=user, role=Role.OWNER)
        two = club.officers.filter(role=Role.OWNER)
        told = at_once([partial(invitations.dismiss_officer, one) for one in two])
        seen[", ".join(sorted(outcome.told for outcome in told))] += 1
    return [seen, club.officers.filter(role=Role.OWNER).count()]


def seats(name: str) -> list[Any]:
    """Close a round when a line comes to read, and wait for the next seats: the seconds they took."""
    import config  # noqa: F401 - hints go to the club's own queue

    at = timezone.now() - timedelta(hours=1)
    evening = AnEvening.made(Club.objects.earliest("pk"), 12, at=at, name=name).bring_to("bell")
    evening.at = timezone.now()
    print("ready", flush=True)  # noqa: T201
    sys.stdin.readline()
    evening.act(acts.Close())
    closed = time.monotonic()
    print("closed", flush=True)  # noqa: T201
    while evening.read().jobs.exclude(outcome="done").exists() and time.monotonic() < closed + 100:
        time.sleep(0.02)
    took = time.monotonic() - closed
    return [took, evening.read().status, check_rows(evening.evening)]


def look() -> list[Any]:
    """The keys of all hands that are kept, and what does not agree with the ledger."""
    return [list(Hand.objects.values_list("key", flat=True)), check_rows(the_evening().read())]


def the_evening() -> AnEvening:
    return AnEvening(Evening.objects.get(), [], timezone.now())
