"""Two who say at the same moment who belongs together: one is done, the other is told.

Each race has its control: without the locks, where both have read what they go by before either writes, it does harm.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from tests.tournaments.a_contest import AContest
from tests.tournaments.conftest import START
from tests.tournaments.faults.together import Act, at_once, ready_to_write, told, without_locks
from tests.tournaments.league.people import BY, a_club, a_federation
from tournaments.club.models import Club, Player, User
from tournaments.club.services import clubs
from tournaments.league.models import (
    Federation,
    FederationClub,
    League,
    LeagueClub,
    PersonBond,
    PersonMerge,
)
from tournaments.league.reads import persons
from tournaments.league.services import bonds, entrants, federations
from tournaments.league.services.entrants import WantedEntrant

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]
Race = tuple[list[Act], list[list[str]], Callable[[], list[str]]]
"""What is done at once, what they are told whoever was first, and what harm can be seen afterwards."""


def nothing_seen() -> list[str]:
    return []


def into_two_federations(club: Club) -> Race:
    """A club agrees to come into two federations."""
    rows = []
    for name in ("Owl", "Hen"):
        host = a_club(f"{name} Club")
        a_federation(host, name=f"{name} Union")
        rows.append(federations.ask(host=host, club=club, **BY))
    agreed: list[Act] = [partial(federations.agree, asked=row, **BY) for row in rows]
    return agreed, [["asked elsewhere", "done"]], nothing_seen


def two_of_one_club(club: Club) -> Race:
    """Somebody is said to be two people of one other club."""
    owls = a_club("Owl Club")
    union = a_federation(club, [owls])
    one, *others = (
        clubs.add_player(club=where, name=name, at=START)
        for where, name in ((club, "Ann"), (owls, "Ann"), (owls, "Anne"))
    )
    rows = [bonds.ask(federation=union, one=one, other=other, **BY) for other in others]
    agreed: list[Act] = [partial(bonds.agree, bond=row, **BY) for row in rows]
    return agreed, [["done", "other same-club"]], nothing_seen


def merged_in_a_circle(club: Club, pairs: list[tuple[Player, Player]], league: League | None = None) -> Race:
    before = PersonMerge.objects.count()

    def harm() -> list[str]:
        harm = [] if PersonMerge.objects.count() == before + 1 else ["both were written, or neither"]
        try:
            persons.merges_of(club, league)
        except ValueError as error:
            harm.append(str(error).partition(":")[0])
        return harm

    both: list[Act] = [partial(bonds.merge, duplicate=one, into=other, **BY) for one, other in pairs]
    return both, [["done", "into circle"]], harm


def in_one_club(club: Club) -> Race:
    """Ann is merged into Bo while Bo is merged into Ann."""
    ann, bo = (clubs.add_player(club=club, name=name, at=START) for name in ("Ann", "Bo"))
    return merged_in_a_circle(club, [(ann, bo), (bo, ann)])


def round_two_clubs(club: Club) -> Race:
    """Two clubs merge people of their own, whom a league they share has joined the other way round."""
    owls = a_club("Owls")
    league = League.objects.create(club=club, name="Both", slug="both", made_at=START)
    LeagueClub.objects.create(league=league, club=owls, asked_by="user:1", asked_at=START, agreed_at=START)
    ann, anna, olga, oleg = (
        clubs.add_player(club=where, name=name, at=START)
        for where, name in ((club, "Ann"), (club, "Anna"), (owls, "Olga"), (owls, "Oleg"))
    )
    bonds.merge(duplicate=ann, into=olga, league=league, **BY)
    bonds.merge(duplicate=oleg, into=anna, league=league, **BY)
    return merged_in_a_circle(club, [(anna, ann), (olga, oleg)], league)


def entered_while_merged(club: Club) -> Race:
    """Ann is entered; Anne is entered while she is found to be Ann."""
    made = AContest.made(club, (2,), at=START, until="draft")
    anne = clubs.add_player(club=club, name="Anne", at=START)
    both: list[Act] = [
        partial(bonds.merge, duplicate=anne, into=club.players.get(name="Ann"), **BY),
        partial(entrants.enter, season=made.season, entries=[WantedEntrant([anne])], **BY),
    ]

    def harm() -> list[str]:
        return ["in it twice"] if PersonMerge.objects.exists() and len(made.seen.entrants) == 3 else []

    return both, [["done", "entries.0 one-person"], ["done", "into both-entered"]], harm


CIRCLE = ["both were written, or neither", "merged in a circle"]
RACES: dict[str, tuple[Callable[[Club], Race], list[str]]] = {
    "into two federations": (into_two_federations, []),
    "two of one club": (two_of_one_club, []),
    "merged in a circle in one club": (in_one_club, CIRCLE),
    "merged in a circle round two clubs": (round_two_clubs, CIRCLE),
    "entered while merged": (entered_while_merged, ["in it twice"]),
}


@pytest.mark.parametrize("name", RACES)
@pytest.mark.parametrize("time", range(2))
def test_one_is_done_and_the_other_is_told(club: Club, name: str, time: int) -> None:
    both, allowed, harm = RACES[name][0](club)
    assert told(at_once(both)) in allowed
    assert harm() == []


@pytest.mark.parametrize("name", RACES)
def test_without_the_locks_they_do_harm(club: Club, name: str) -> None:
    race, seen = RACES[name]
    both, allowed, harm = race(club)
    with without_locks():
        assert told(at_once(ready_to_write(both))) not in allowed
        assert harm() == seen


def bound_while_leaving(club: Club) -> tuple[Act, Act]:
    """Somebody says of themselves who they are in two clubs while the other one leaves."""
    owls = a_club("Owl Club")
    union = a_federation(club, [owls])
    one, other = (clubs.add_player(club=where, name="Ann", at=START) for where in (club, owls))
    ann = User.objects.create_user("ann")
    Player.objects.filter(pk__in=[one.pk, other.pk]).update(account=ann)
    leave = partial(federations.end, row=FederationClub.objects.get(club=owls), **BY)
    return partial(bonds.join_own, federation=union, user=ann, **BY), leave


def is_bound() -> bool:
    return PersonBond.objects.filter(agreed_at__isnull=False, ended_at__isnull=True).exists()


@pytest.mark.parametrize("time", range(2))
def test_nobody_of_a_club_that_leaves_is_left_bound(club: Club, time: int) -> None:
    at_once(bound_while_leaving(club))
    assert not is_bound()


def test_without_the_locks_somebody_is(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    join, leave = bound_while_leaving(club)
    check, left = bonds._check, [leave]

    def leaving_meanwhile(federation: Federation, *two: Any) -> None:
        check(federation, *two)
        if federation.bonds.exists():
            assert told(at_once([left.pop()])) == ["done"]

    monkeypatch.setattr(bonds, "_check", leaving_meanwhile)
    with without_locks():
        join()
    assert is_bound()
