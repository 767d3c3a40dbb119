"""A request over REST that is sent twice at the same moment, with the same key, is done once."""

from __future__ import annotations

import threading
from contextlib import suppress
from functools import partial

import pytest
from django.utils import timezone

from tests.tournaments.faults.together import a_moment, at_once, without_constraints
from tournaments.club.models import Club, Player, User
from tournaments.club.services.clubs import add_player
from tournaments.club.services.tokens import Reply, run_once

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]


def added_twice_at_once(club: Club, user: User) -> list[str]:
    """Two tries under one key to add the same person; whoever has added waits a moment for the other."""
    barrier = threading.Barrier(2)

    def add() -> Reply:
        player = add_player(club=club, name="Zoe Zed", guest=False, another=True, at=timezone.now())
        with suppress(threading.BrokenBarrierError):
            barrier.wait(a_moment())
        return Reply(201, {}, str(player.pk))

    asked = ("POST", "/players/", b"{}")
    one = partial(
        run_once, user=user, key="one", asked=asked, at=timezone.now(), do=add, check_right=lambda: None
    )
    tries = [one] * 2
    return sorted(outcome.told for outcome in at_once(tries))


def test_of_two_tries_at_once_one_adds_and_both_are_answered(club: Club, director: User) -> None:
    assert added_twice_at_once(club, director) == ["done", "done"]
    assert Player.objects.filter(club=club, name="Zoe Zed").count() == 1


def test_control_without_the_constraint_both_add(club: Club, director: User) -> None:
    with without_constraints("one_answer_per_key"):
        assert added_twice_at_once(club, director) == ["done", "done"]
        assert Player.objects.filter(club=club, name="Zoe Zed").count() == 2
