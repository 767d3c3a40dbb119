"""Two owners of a club who give it up or hand it over at the same moment: one of them stays."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import pytest

from tests.tournaments.faults.together import Act, a_moment, at_once, without_locks
from tournaments.club.models import Club, Officer, User
from tournaments.club.roles import Role
from tournaments.club.services import invitations

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]
Done = tuple[list[str], int]
"""What became of each, sorted; how many owners there are afterwards."""


def together(club: Club, acts: Sequence[Act], check: str) -> Done:
    """Do them at once; whoever has passed the check waits a moment for the others."""
    barrier = threading.Barrier(len(acts))
    checked: Callable[..., Any] = getattr(invitations, check)

    def check_and_wait(*arguments: Any, **named: Any) -> Any:
        found = checked(*arguments, **named)
        with suppress(threading.BrokenBarrierError):
            barrier.wait(a_moment())
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(invitations, check, check_and_wait)
        told = sorted(outcome.told for outcome in at_once(acts))
    return told, club.officers.filter(role=Role.OWNER).count()


def two_owners(club: Club) -> list[Officer]:
    user = User.objects.create_user("another")
    Officer.objects.create(club=club, user=user, role=Role.OWNER)
    return list(club.officers.order_by("pk"))


def both_give_up(club: Club) -> Done:
    acts = [partial(invitations.dismiss, club=club, pk=one.pk) for one in two_owners(club)]
    return together(club, acts, "_keep_an_owner")


def both_step_down(club: Club) -> Done:
    acts = [
        partial(invitations.change_role, club=club, pk=one.pk, role=Role.SCORER) for one in two_owners(club)
    ]
    return together(club, acts, "_keep_an_owner")


def one_hands_over_who_is_made_a_scorer(club: Club) -> Done:
    """The first hands the club to a secretary while the second makes the first a scorer."""
    first, second = two_owners(club)
    third = Officer.objects.create(club=club, user=User.objects.create_user("third"), role=Role.SECRETARY)
    acts = [
        partial(invitations.change_role, club=club, pk=first.pk, role=Role.SCORER),
        partial(invitations.hand_over, club=club, pk=third.pk, user_id=first.user_id),
    ]
    assert second.role == Role.OWNER
    return together(club, acts, "_locked")


def each_hands_over_to_the_other(club: Club) -> Done:
    first, second = two_owners(club)
    acts = [
        partial(invitations.hand_over, club=club, pk=to.pk, user_id=of.user_id)
        for of, to in ((first, second), (second, first))
    ]
    return together(club, acts, "_locked")


@pytest.mark.parametrize("race", [both_give_up, both_step_down])
def test_of_two_who_give_up_one_stays(club: Club, race: Callable[[Club], Done]) -> None:
    assert race(club) == ([" last-owner", "done"], 1)


@pytest.mark.parametrize("race", [both_give_up, both_step_down])
def test_control_without_the_lock_nobody_is_left(club: Club, race: Callable[[Club], Done]) -> None:
    with without_locks():
        assert race(club) == (["done", "done"], 0)


def test_who_hands_over_is_an_owner_still(club: Club) -> None:
    told, owners = one_hands_over_who_is_made_a_scorer(club)
    assert told in ([" not-yours", "done"], ["done", "done"])
    assert owners >= 1


def test_of_two_who_hand_over_to_each_other_one_owns_the_club(club: Club) -> None:
    assert each_hands_over_to_the_other(club) == (["done", "done"], 1)
