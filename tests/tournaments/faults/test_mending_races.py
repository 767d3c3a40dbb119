"""What is agreed, corrected and taken in at the same moment as something else: one of both orders, nothing between.

Each race has its control: with the lock off, the very same race does harm.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from tests.tournaments.an_evening import AnEvening, a_hand
from tests.tournaments.faults.race import Race, happened, run, run_without_locks
from tests.tournaments.faults.together import Act, Outcome, act, at_once, each, enter
from tournaments.evening import acts
from tournaments.evening.models import DirectorCall, Hand
from tournaments.evening.services import player_requests

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]
Make = Callable[..., AnEvening]
FOR_B = a_hand(2, 5, "B")
FIRST: dict[str, Any] = {"round": 1, "table": 1, "number": 1}
WHY: dict[str, Any] = {"reason": "as they all say"}
CROSSED = Counter({"done": 1, "of changed-meanwhile": 1})


def of(number: int = 1, *, state: str = "counts", table: int = 1) -> int:
    """The ledger's number of a hand of a table."""
    hand = Hand.objects.select_related("entry").get(table__number=table, number=number, state=state)
    return int(hand.entry.sequence)


def a_first_hand(evening: AnEvening) -> None:
    evening.enter(1, a_hand(), by="table:1 seat:1")


def a_dispute(evening: AnEvening) -> None:
    a_first_hand(evening)
    evening.enter(1, FOR_B, by="table:1 seat:2", number=1)


def two_tables_at_the_target(evening: AnEvening) -> None:
    for table in (2, 1):
        for _ in range(3):
            evening.enter(table, a_hand())


def a_late_hand(evening: AnEvening) -> None:
    evening.enter(1, FOR_B, round_number=1, number=9)


# --- what people do ----------------------------------------------------------------------------------
def correcting(evening: AnEvening, hand: Any = FOR_B, *, number: int = 1, by: str = "user:1") -> Act:
    where = {**FIRST, "number": number, "of": of(number)}
    return lambda: act(evening, acts.CorrectHand(hand=hand, **where, **WHY), by=by)


def confirming(evening: AnEvening) -> Act:
    where = {**FIRST, "of": of()}
    return lambda: act(evening, acts.ConfirmHand(**where), by="table:1 seat:2")


def giving_way(evening: AnEvening, seat: int) -> Act:
    """Who entered the one hand keeps the other."""
    keep = of(state="counts" if seat == 2 else "disputes")
    return lambda: act(evening, acts.SettleDispute(keep=keep, **FIRST), by=f"table:1 seat:{seat}")


def ringing(evening: AnEvening, table: int) -> Act:
    return lambda: act(evening, acts.Ring(table=table))


def taking(evening: AnEvening) -> Act:
    sequence = of(9, state="late")
    return lambda: act(evening, acts.TakeLate(of=sequence, **WHY))


def leaving_out(evening: AnEvening) -> Act:
    sequence = of(9, state="late")
    return lambda: act(evening, acts.LeaveOutLate(of=sequence, **WHY))


# --- what holds afterwards ----------------------------------------------------------------------------
def the_bell_is_with_who_reached_the_target(evening: AnEvening, outcomes: list[Outcome]) -> bool:
    """Table 1 has rung and lost a hand: the bell is table 2's by then, or was never table 1's."""
    bell = evening.round().bell_table
    return evening.totals(1) == (28, 14) and (bell is None or bell.number == 2)


def the_first_has_the_bell(evening: AnEvening, outcomes: list[Outcome]) -> bool:
    bell = evening.round().bell_table
    return bell is not None and bell.number == 2


def one_hand_counts(evening: AnEvening, outcomes: list[Outcome]) -> bool:
    (hand,) = Hand.objects.filter(live=True, table__number=1)
    return not Hand.objects.filter(state="disputes").exists() and evening.totals(1) == hand.points


def the_correction_is_confirmed_by_nobody(evening: AnEvening, outcomes: list[Outcome]) -> bool:
    hand = Hand.objects.get(live=True)
    return hand.hand == FOR_B and hand.confirmed_by == ""


def the_last_decision_stands(evening: AnEvening, outcomes: list[Outcome]) -> bool:
    last = evening.evening.ledger.order_by("sequence").last()
    return last is not None and list(evening.totals(2)) == json.loads(last.body)["points"]


RACES: dict[str, Race] = {
    "a bell, and a correction of the hand that reached the target": Race(
        "playing",
        lambda e: [ringing(e, 1), correcting(e, number=3)],
        (Counter(done=2), Counter({"done": 1, "table target-not-reached": 1})),
        the_bell_is_with_who_reached_the_target,
        before=two_tables_at_the_target,
    ),
    "two bells": Race(
        "playing",
        lambda e: [ringing(e, 1), ringing(e, 2)],
        Counter(done=2),
        the_first_has_the_bell,
        before=two_tables_at_the_target,
    ),
    "a bell that is taken back twice": Race(
        "bell",
        lambda e: each(2, lambda _: act(e, acts.TakeBackBell(**WHY))),
        Counter({"done": 1, "evening.status not-now": 1}),
        happened("take_back_bell"),
    ),
    "a confirmation, and a correction of what it confirms": Race(
        "playing",
        lambda e: [confirming(e), correcting(e, by="table:1 seat:1")],
        (Counter(done=2), CROSSED),
        the_correction_is_confirmed_by_nobody,
        before=a_first_hand,
    ),
    "two confirmations": Race(
        "playing",
        lambda e: [confirming(e), confirming(e)],
        Counter(done=2),
        happened("confirm_hand"),
        before=a_first_hand,
    ),
    "two corrections of one hand": Race(
        "playing",
        lambda e: [correcting(e), correcting(e, a_hand(3, 5, "B"))],
        CROSSED,
        one_hand_counts,
        before=a_first_hand,
    ),
    "both sides give way": Race(
        "playing",
        lambda e: [giving_way(e, 1), giving_way(e, 2)],
        Counter({"done": 1, "keep no-such-dispute": 1}),
        one_hand_counts,
        before=a_dispute,
    ),
    "one side gives way while the director corrects the hand": Race(
        "playing",
        lambda e: [giving_way(e, 1), correcting(e, a_hand(4, 5, "B"))],
        (CROSSED, Counter({"done": 1, "keep no-such-dispute": 1})),
        one_hand_counts,
        before=a_dispute,
    ),
    "a late hand is counted by one director and left out by another": Race(
        "bell",
        lambda e: [taking(e), leaving_out(e)],
        Counter({"done": 1, "of not-in-the-tray": 1}),
        lambda e, _: not Hand.objects.filter(state="late").exists(),
        before=a_late_hand,
    ),
    "two directors adjust one game": Race(
        "bell",
        lambda e: each(
            2,
            lambda n: act(e, acts.AdjustGame(round=1, table=2, points=[n, 9], **WHY)),
        ),
        Counter(done=2),
        the_last_decision_stands,
    ),
    "a hand is disputed while the round is closed": Race(
        "bell",
        lambda e: [
            lambda: act(e, acts.Close()),
            lambda: enter(e, 2, FOR_B, "other", number=1, round_number=1, played_at=e.round().started_at),
        ],
        (Counter(done=2), Counter({"done": 1, "tables.2 disputed": 1})),
        lambda e, _: Hand.objects.filter(table__number=2, state__in=("late", "disputes")).count() == 1,
    ),
}


@pytest.mark.parametrize("name", RACES)
def test_a_race_does_no_harm(name: str, make_evening: Make) -> None:
    assert run(RACES[name], make_evening) == []


@pytest.mark.parametrize("name", RACES)
def test_control_without_the_lock_it_would(name: str, make_evening: Make) -> None:
    assert run_without_locks(RACES[name], make_evening)


@pytest.mark.parametrize("time", range(5))
def test_a_table_that_calls_the_director_from_four_phones_waits_once(make_evening: Make, time: int) -> None:
    evening = make_evening(8, until="playing")

    def call(place: int) -> DirectorCall:
        by = f"table:1 seat:{place + 1}"
        made: DirectorCall = act(evening, player_requests.call, table_number=1, reason="rule", by=by)
        return made

    outcomes = at_once(each(4, call))
    assert {outcome.told for outcome in outcomes} == {"done"}
    assert len({outcome.value for outcome in outcomes}) == 1
    assert DirectorCall.objects.count() == 1
