"""Somebody is entered while they are found to be somebody who is: one is done, the other is told."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from tests.tournaments.a_contest import AContest
from tests.tournaments.conftest import START
from tests.tournaments.faults.together import Act, Outcome, at_once, ready_to_write, without_locks
from tournaments.club.models import Club
from tournaments.club.services import clubs
from tournaments.league.models import PersonMerge
from tournaments.league.services import bonds, entrants
from tournaments.league.services.entrants import WantedEntrant

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]
BY: dict[str, Any] = {"by": "user:1", "at": START}


def race(club: Club) -> tuple[AContest, list[Act]]:
    """Ann is entered; Anne is entered while she is found to be Ann."""
    made = AContest.made(club, (2,), at=START, until="draft")
    anne = clubs.add_player(club=club, name="Anne", at=START)
    ann = club.players.get(name="Ann")
    return made, [
        partial(bonds.merge, duplicate=anne, into=ann, **BY),
        partial(entrants.enter, season=made.season, entries=[WantedEntrant([anne])], **BY),
    ]


def harm(made: AContest, outcomes: list[Outcome]) -> list[str]:
    """What is not as it should be."""
    told = sorted(outcome.told for outcome in outcomes)
    both = PersonMerge.objects.exists() and len(made.seen.entrants) == 3
    allowed = [["done", "entries.0 one-person"], ["done", "into both-entered"]]
    return [*([] if told in allowed else [f"they were told {told}"]), *(["in it twice"] if both else [])]


@pytest.mark.parametrize("time", range(5))
def test_one_is_done_and_the_other_is_told(club: Club, time: int) -> None:
    made, acts = race(club)
    assert harm(made, at_once(acts)) == []


def test_without_the_locks_they_do_harm(club: Club) -> None:
    made, acts = race(club)
    with without_locks():
        outcomes = at_once(ready_to_write(acts))
    assert "in it twice" in harm(made, outcomes)
