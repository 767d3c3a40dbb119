"""One hand, sent by many at the same moment: what each of the three guards does, and what happens without."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import Any

import pytest

from tests.tournaments.an_evening import AnEvening, Make, a_hand
from tests.tournaments.faults.together import (
    A_MOMENT,
    SINGLE,
    STUCK,
    at_once,
    each,
    enter,
    meeting,
    without_constraints,
    without_locks,
)
from tournaments.evening.models import Hand
from tournaments.evening.reads.scoresheets import GameOfRow, game_as_it_stands, game_in_play
from tournaments.evening.services import scoresheets
from tournaments.prepared_sql import Row
from tournaments.publishing import publish

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]

SENDERS = 8


@contextmanager
def without_looking_the_key_up() -> Iterator[None]:
    """Every request is taken for the first of its key."""

    def never_answered(*place: Any) -> tuple[GameOfRow | None, None]:
        return game_in_play(*place)[0], None

    def never_answered_as_it_stands(*place: Any, locked: bool) -> tuple[Row, GameOfRow, None] | None:
        found = game_as_it_stands(*place, locked=locked)
        return found and (*found[:2], None)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scoresheets, "game_in_play", never_answered)
        patch.setattr(scoresheets, "game_as_it_stands", never_answered_as_it_stands)
        yield


GUARDS: dict[str, Callable[[], AbstractContextManager[None]]] = {
    "lock": without_locks,
    "key": without_looking_the_key_up,
    "constraints": lambda: without_constraints(*SINGLE),
}


def send(evening: AnEvening, *off: str) -> tuple[int, set[str], list[str]]:
    """One hand sent by many while guards are off: how often it was kept, what they were told, what broke."""
    with ExitStack() as stack:
        for guard in sorted(off):  # the constraints first: they come back when the locks are there again
            stack.enter_context(GUARDS[guard]())
        with meeting(SENDERS, patience=STUCK if "lock" in off else A_MOMENT):
            outcomes = at_once(each(SENDERS, lambda _: enter(evening, 1, a_hand(), "one-key")))
        told = {outcome.told for outcome in outcomes}
        return Hand.objects.count(), told, publish.check_rows(evening.read())


@pytest.mark.parametrize(
    ("off", "kept", "told"),
    [
        ((), 1, {"done"}),
        (("constraints",), 1, {"done"}),
        (("lock",), 1, {"done", "IntegrityError"}),
        (("key",), 1, {"done", "IntegrityError"}),
        (("lock", "key"), 1, {"done", "IntegrityError"}),
        (("key", "constraints"), SENDERS, {"done"}),
    ],
    ids=lambda value: " and ".join(sorted(value)) or "nothing" if isinstance(value, tuple | set) else "",
)
def test_whichever_guard_is_off_a_hand_is_kept_once_but_with_no_constraints_and_no_keys(
    make_evening: Make, off: tuple[str, ...], kept: int, told: set[str]
) -> None:
    assert send(make_evening(12, until="playing", target=200), *off) == (kept, told, [])


def test_control_with_no_constraints_and_no_lock_the_ledger_is_torn(make_evening: Make) -> None:
    kept, told, broken = send(make_evening(12, until="playing", target=200), "lock", "constraints")
    assert told == {"done"}
    assert kept > 1
    assert broken
