"""Two acts of a federation at the same moment: one is done, the other is told; nothing is left that cannot be."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from tests.tournaments.conftest import START
from tests.tournaments.faults.together import Act, Outcome, at_once, ready_to_write, without_locks
from tests.tournaments.league.federated import BY, a_club, a_federation
from tournaments.club.models import Club, Player, User
from tournaments.club.services import clubs
from tournaments.league.models import Federation, FederationClub, PersonBond
from tournaments.league.services import bonds, federations

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]
Race = Callable[[Club], tuple[list[Act], list[str]]]


def into_two_federations(club: Club) -> tuple[list[Act], list[str]]:
    """A club agrees to come into two federations."""
    rows = []
    for name in ("Owl", "Hen"):
        host = a_club(f"{name} Club")
        a_federation(host, name=f"{name} Union")
        rows.append(federations.ask(host=host, club=club, **BY))
    return [partial(federations.agree, asked=row, **BY) for row in rows], ["asked elsewhere", "done"]


def two_of_one_club(club: Club) -> tuple[list[Act], list[str]]:
    """Somebody is said to be two people of one other club."""
    owls = a_club("Owl Club")
    union = a_federation(club, [owls])
    one, *others = (
        clubs.add_player(club=where, name=name, at=START)
        for where, name in ((club, "Ann"), (owls, "Ann"), (owls, "Anne"))
    )
    rows = [bonds.ask(federation=union, one=one, other=other, **BY) for other in others]
    return [partial(bonds.agree, bond=row, **BY) for row in rows], ["done", "other same-club"]


def bound_while_leaving(club: Club) -> tuple[Act, Act]:
    """Somebody says of themselves who they are in two clubs while the other one leaves."""
    owls = a_club("Owl Club")
    union = a_federation(club, [owls])
    one, other = (clubs.add_player(club=where, name="Ann", at=START) for where in (club, owls))
    ann = User.objects.create_user("ann")
    Player.objects.filter(pk__in=[one.pk, other.pk]).update(account=ann)
    leave = partial(federations.end, row=FederationClub.objects.get(club=owls), **BY)
    return partial(bonds.join_own, federation=union, user=ann, **BY), leave


RACES: dict[str, Race] = {
    "into two federations": into_two_federations,
    "two of one club": two_of_one_club,
}


def told(outcomes: list[Outcome]) -> list[str]:
    return sorted(outcome.told for outcome in outcomes)


@pytest.mark.parametrize("race", RACES)
@pytest.mark.parametrize("time", range(3))
def test_one_is_done_and_the_other_is_told(club: Club, race: str, time: int) -> None:
    acts, expected = RACES[race](club)
    assert told(at_once(acts)) == expected


@pytest.mark.parametrize("race", RACES)
def test_without_the_locks_they_are_not(club: Club, race: str) -> None:
    acts, expected = RACES[race](club)
    with without_locks():
        assert told(at_once(ready_to_write(acts))) != expected


def is_bound() -> bool:
    """Whether somebody is bound, where a club has left."""
    return PersonBond.objects.filter(agreed_at__isnull=False, ended_at__isnull=True).exists()


@pytest.mark.parametrize("time", range(3))
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
