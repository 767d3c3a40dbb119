"""Two directors who import the same list at the same moment, on a database that lets them."""

from __future__ import annotations

import threading
from contextlib import suppress

import pytest

from tests.tournaments.conftest import START
from tests.tournaments.faults.together import Outcome, a_moment, at_once, each, without_locks
from tournaments.club.member_list.columns import ListedPerson
from tournaments.club.member_list.lines import Known, fingerprint, judged
from tournaments.club.models import Club, Player
from tournaments.club.reads.members import known_people
from tournaments.club.services import members

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]
LIST = [ListedPerson(1, "Ann Lee", "red"), ListedPerson(2, "Bob Day", "")]


def both_import(club: Club) -> list[Outcome]:
    """Both have seen the same preview; whoever has read the members waits a moment for the other."""
    barrier = threading.Barrier(2)
    seen = fingerprint(judged(LIST, known_people(club)))

    def read_and_wait(of: Club) -> list[Known]:
        found = known_people(of)
        with suppress(threading.BrokenBarrierError):
            barrier.wait(a_moment())
        return found

    def add(_: int) -> object:
        return members.add_listed(club=club, entered=LIST, others=(), leave_out=False, seen=seen, at=START)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(members, "known_people", read_and_wait)
        return at_once(each(2, add))


def test_the_second_is_shown_the_list_again_and_nobody_is_made_twice(club: Club) -> None:
    assert sorted(outcome.told for outcome in both_import(club)) == ["done", "kept list-changed"]
    assert Player.objects.count() == 2


def test_control_without_the_lock_the_second_breaks_at_an_address_that_is_taken(club: Club) -> None:
    with without_locks():
        outcomes = both_import(club)
    assert sorted(outcome.told for outcome in outcomes) == ["IntegrityError", "done"]
