"""People who sign up and withdraw at the same moment: no place is given twice, and none stays free for nobody."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import pytest

from tests.tournaments.faults.together import Act, a_moment, at_once, without_locks
from tests.tournaments.signup.a_list import AList
from tournaments.club.models import Club
from tournaments.signup import announcements, sign_ups
from tournaments.signup.models import Announcement
from tournaments.signup.sign_ups import SignUpEntry

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]


def together(acts: Sequence[Act]) -> list[str]:
    """Do them at once; whoever has given places waits a moment for the others. What became of each, sorted."""
    barrier = threading.Barrier(len(acts))
    give = announcements.give_places

    def give_and_wait(announcement: Announcement, **about: Any) -> None:
        give(announcement, **about)
        with suppress(threading.BrokenBarrierError):
            barrier.wait(a_moment())

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sign_ups, "give_places", give_and_wait)
        return sorted(outcome.told for outcome in at_once(acts))


def signs_up(evening: AList, name: str) -> Act:
    return partial(sign_ups.sign_up, announcement=evening.row, entered=SignUpEntry(name), at=evening.clock())


def both_take_the_last_place(club: Club) -> tuple[AList, list[str]]:
    evening = AList.made(club, places=1)
    return evening, together([signs_up(evening, name) for name in ("Ada", "Bob")])


def test_of_two_who_take_the_last_place_one_has_it_and_one_waits(club: Club) -> None:
    evening, told = both_take_the_last_place(club)
    assert told == ["done", "done"]
    assert len(evening.names(placed=True)) == len(evening.names(placed=False)) == 1


def test_control_without_the_lock_the_second_breaks_at_a_number_that_is_taken(club: Club) -> None:
    with without_locks():
        _evening, told = both_take_the_last_place(club)
    assert told == ["IntegrityError", "done"]


def one_withdraws_while_another_signs_up(club: Club) -> tuple[AList, list[str]]:
    evening = AList.made(club, places=1)
    ada = evening.sign_up("Ada")
    withdraws = partial(sign_ups.withdraw, sign_up=ada, at=evening.clock())
    return evening, together([withdraws, signs_up(evening, "Bob")])


def test_a_place_given_back_goes_to_whoever_signs_up_meanwhile(club: Club) -> None:
    evening, told = one_withdraws_while_another_signs_up(club)
    assert told == ["done", "done"]
    assert evening.names(placed=True) == ["Bob"]


def test_control_without_the_lock_the_place_stays_free_and_they_wait(club: Club) -> None:
    with without_locks():
        evening, told = one_withdraws_while_another_signs_up(club)
    assert told == ["done", "done"]
    assert evening.names(placed=False) == ["Bob"]


def two_withdraw_for_a_couple(club: Club) -> AList:
    evening = AList.made(club, places=2)
    rows = [evening.sign_up(name) for name in ("Ada", "Bob")]
    evening.sign_up("Clara", "Dan")
    together([partial(sign_ups.withdraw, sign_up=row, at=evening.clock()) for row in rows])
    return evening


def test_two_places_given_back_at_once_make_room_for_a_couple(club: Club) -> None:
    assert two_withdraw_for_a_couple(club).names(placed=True) == ["Clara"]


def test_control_without_the_lock_each_sees_one_place(club: Club) -> None:
    with without_locks():
        evening = two_withdraw_for_a_couple(club)
    assert evening.names(placed=False) == ["Clara"]


def sends_twice_at_once(club: Club) -> tuple[AList, list[str]]:
    evening = AList.made(club)
    entered, key = SignUpEntry("Ada"), "fN3bqXl0T6m8u2c1yRk4Zw"
    sends = partial(sign_ups.sign_up, announcement=evening.row, entered=entered, at=evening.clock(), key=key)
    return evening, together([sends, sends])


def test_who_sends_twice_at_once_with_one_key_has_signed_up_once(club: Club) -> None:
    evening, told = sends_twice_at_once(club)
    assert told == ["done", "done"]
    assert evening.names(placed=True) == ["Ada"]


def test_control_without_the_lock_the_retry_finds_nobody_and_breaks(club: Club) -> None:
    with without_locks():
        _evening, told = sends_twice_at_once(club)
    assert told == ["IntegrityError", "done"]
