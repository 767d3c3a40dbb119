"""Two who merge at the same moment, each the other way round: one is done, the other is told; never a circle."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from tests.tournaments.conftest import START
from tests.tournaments.faults.together import Act, Outcome, at_once, ready_to_write, without_locks
from tournaments.club.models import Club, Player
from tournaments.club.services import clubs
from tournaments.league.models import League, LeagueClub, PersonMerge
from tournaments.league.reads import merges as games
from tournaments.league.services import bonds

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]
BY: dict[str, Any] = {"by": "user:1", "at": START}


def in_one_club(club: Club) -> tuple[list[Act], League | None]:
    """Ann is merged into Bo while Bo is merged into Ann."""
    ann, bo = (clubs.add_player(club=club, name=name, at=START) for name in ("Ann", "Bo"))
    return [
        partial(bonds.merge, duplicate=one, into=other, **BY) for one, other in ((ann, bo), (bo, ann))
    ], None


def round_two_clubs(club: Club) -> tuple[list[Act], League | None]:
    """Two clubs merge people of their own, whom a league they share has joined the other way round."""
    owls = clubs.make_club(name="Owls", director=None, time_zone="UTC", at=START)
    league = League.objects.create(club=club, name="Both", slug="both", made_at=START)
    LeagueClub.objects.create(league=league, club=owls, asked_by="user:1", asked_at=START, agreed_at=START)

    def made(where: Club, name: str) -> Player:
        return clubs.add_player(club=where, name=name, at=START)

    ann, anna, olga, oleg = made(club, "Ann"), made(club, "Anna"), made(owls, "Olga"), made(owls, "Oleg")
    bonds.merge(duplicate=ann, into=olga, league=league, **BY)
    bonds.merge(duplicate=oleg, into=anna, league=league, **BY)
    pairs = ((anna, ann), (olga, oleg))
    return [partial(bonds.merge, duplicate=one, into=other, **BY) for one, other in pairs], league


RACES: dict[str, Callable[[Club], tuple[list[Act], League | None]]] = {
    "in one club": in_one_club,
    "round two clubs": round_two_clubs,
}


def run(club: Club, race: str) -> list[str]:
    """What the race did harm to: nothing, where it was harmless."""
    acts, league = RACES[race](club)
    before = PersonMerge.objects.count()
    return _harm(club, league, before, at_once(acts))


def run_without_locks(club: Club, race: str) -> list[str]:
    """The same without the locks, where both have read what they go by before either writes."""
    acts, league = RACES[race](club)
    before = PersonMerge.objects.count()
    with without_locks():
        return _harm(club, league, before, at_once(ready_to_write(acts)))


def _harm(club: Club, league: League | None, before: int, outcomes: list[Outcome]) -> list[str]:
    harm = []
    if sorted(outcome.told for outcome in outcomes) != ["done", "into circle"]:
        harm.append(f"they were told {[outcome.told for outcome in outcomes]}")
    if PersonMerge.objects.count() != before + 1:
        harm.append("both were written, or neither")
    try:
        games.merges_of(club, league)
    except ValueError as error:
        harm.append(str(error))
    return harm


@pytest.mark.parametrize("race", RACES)
@pytest.mark.parametrize("time", range(5))
def test_one_is_done_and_the_other_is_told(club: Club, race: str, time: int) -> None:
    assert run(club, race) == []


@pytest.mark.parametrize("race", RACES)
def test_without_the_locks_they_do_harm(club: Club, race: str) -> None:
    harm = run_without_locks(club, race)
    assert "both were written, or neither" in harm
    assert any(told.startswith("merged in a circle") for told in harm)
