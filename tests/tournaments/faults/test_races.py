"""What several people do at the same moment, on a database that lets them: it happens once, and each is told so.

Each race has its control: with the guard off, the very same race does harm.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable

import pytest

from tests.tournaments.an_evening import AnEvening, a_hand
from tests.tournaments.faults.race import Race, happened, run, run_without_locks
from tests.tournaments.faults.together import (
    Act,
    Outcome,
    act,
    at_once,
    each,
    enter,
    entries_of,
    meeting,
    without_locks,
)
from tournaments.club.services import clubs
from tournaments.evening import acts
from tournaments.evening.models import Evening, Hand, TableRound
from tournaments.evening.reads.scoresheets import answer_given
from tournaments.evening.services import evenings
from tournaments.evening.services.perform import stop_overdue
from tournaments.publishing import publish
from tournaments.rehearsal.random_hands import pretend_hand

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]
Make = Callable[..., AnEvening]


def one_hand_and_one_answer(evening: AnEvening, outcomes: list[Outcome]) -> bool:
    return (
        len({outcome.value for outcome in outcomes}) == 1
        and Hand.objects.count() == 1
        and evening.totals(1) == (14, 0)
    )


def one_counts_and_the_other_disputes_it(evening: AnEvening, outcomes: list[Outcome]) -> bool:
    rows = list(Hand.objects.order_by("entry__sequence"))
    return (
        [(hand.live, hand.state) for hand in rows] == [(True, "counts"), (False, "disputes")]
        and {answer_given(hand.answer, hand.derivation) for hand in rows}
        == {outcome.value for outcome in outcomes}
        and evening.totals(1) == rows[0].points
    )


def all_tables_counted(evening: AnEvening, outcomes: list[Outcome]) -> bool:
    return [evening.totals(table) for table in evening.tables()] == [(14, 0)] * 3


def reach_the_target(evening: AnEvening) -> None:
    for table in evening.tables():
        for _ in range(3):
            evening.enter(table, a_hand())


def the_first_at_the_target_has_the_bell(evening: AnEvening, outcomes: list[Outcome]) -> bool:
    bell = evening.round().bell_table
    return entries_of(evening.evening, "ring") == 1 and bell is not None and bell.number == 1


def the_round_ended_with_the_last_of_them(evening: AnEvening, outcomes: list[Outcome]) -> bool:
    acts = list(evening.evening.ledger.order_by("sequence").values_list("act", flat=True))[-5:]
    return acts == ["enter_hand"] * 4 + ["stop"] and evening.evening.status == "bell"


def end_level(evening: AnEvening) -> None:
    evening.act(acts.Stop())


def the_cut_that_came_last_counts(evening: AnEvening, outcomes: list[Outcome]) -> bool:
    last = evening.evening.ledger.filter(act="cut").order_by("sequence").last()
    game = TableRound.objects.get(round=evening.round(), table__number=1)
    return last is not None and game.cut == json.loads(last.body)["winner"]


def closed_once(evening: AnEvening, outcomes: list[Outcome]) -> bool:
    kinds = sorted(evening.evening.jobs.values_list("topic", flat=True))
    return entries_of(evening.evening, "close") == 1 and kinds == ["draft_move", "standings"]


def sweep(evening: AnEvening) -> int:
    """The rounds that a sweep ends once the time of this one is over."""
    late = evening.round().ends_at
    assert late is not None
    return stop_overdue(at=late)


def one_sweep_ended_it(evening: AnEvening, outcomes: list[Outcome]) -> bool:
    return entries_of(evening.evening, "stop") == 1 and sorted(
        str(outcome.value) for outcome in outcomes
    ) == [
        "0",
        "0",
        "1",
    ]


def every_acknowledged_hand_counts(evening: AnEvening, outcomes: list[Outcome]) -> bool:
    entered = [json.loads(outcome.value) for outcome in outcomes if isinstance(outcome.value, str)]
    rows = Hand.objects.filter(key__startswith="at-the-bell")
    kept = [answer_given(hand.answer, hand.derivation) for hand in rows]
    points = TableRound.objects.values_list("points_a", flat=True)
    hands = Hand.objects.values_list("points_a", flat=True)
    return sorted(map(json.dumps, entered)) == sorted(json.dumps(json.loads(text)) for text in kept) and sum(
        points
    ) == sum(hands)


def hands_and_the_bell(evening: AnEvening) -> list[Act]:
    """Two tables enter a hand that was finished in time while the third rings."""
    tables = [2, 3]
    hands = each(2, lambda place: enter(evening, tables[place], a_hand(), f"at-the-bell-{place}"))
    return [*hands, lambda: act(evening, acts.Ring(table=1))]


RACES: dict[str, Race] = {
    "fifty senders of one hand with one key": Race(
        "playing",
        lambda e: each(50, lambda _: enter(e, 1, a_hand(), "one-key")),
        Counter(done=50),
        one_hand_and_one_answer,
    ),
    "two phones enter one hand of a table, each another result": Race(
        "playing",
        lambda e: each(2, lambda n: enter(e, 1, a_hand(1, 5, "AB"[n]), f"key-of-{n}", number=1)),
        Counter(done=2),
        one_counts_and_the_other_disputes_it,
    ),
    "three tables enter a hand": Race(
        "playing",
        lambda e: each(3, lambda n: enter(e, n + 1, a_hand(), "one-key")),
        Counter(done=3),
        all_tables_counted,
    ),
    "hands come in while the bell rings": Race(
        "playing",
        hands_and_the_bell,
        Counter(done=3),
        every_acknowledged_hand_counts,
        before=lambda e: [e.enter(1, a_hand()) for _ in range(3)],
    ),
    "every table rings": Race(
        "playing",
        lambda e: each(3, lambda n: act(e, acts.Ring(table=n + 1))),
        Counter(done=3),
        the_first_at_the_target_has_the_bell,
        before=reach_the_target,
    ),
    "two directors end the round": Race(
        "playing",
        lambda e: each(2, lambda _: act(e, acts.Stop())),
        Counter({"done": 1, "evening.status not-now": 1}),
        happened("stop"),
    ),
    "three sweeps end a round whose time is over": Race(
        "playing",
        lambda e: each(3, lambda _: sweep(e)),
        Counter(done=3),
        one_sweep_ended_it,
        options=(("round_minutes", 20),),
    ),
    "the last hands of a round of so many hands come in": Race(
        "playing",
        lambda e: each(4, lambda n: enter(e, n + 1, pretend_hand(e.dice, "ascot", 3), "one-key")),
        Counter(done=4),
        the_round_ended_with_the_last_of_them,
        options=(("game", "ascot"), ("movement", "fixed"), ("hands_per_round", 1)),
    ),
    "two cuts are entered for one table": Race(
        "playing",
        lambda e: each(2, lambda n: act(e, acts.Cut(table=1, winner="AB"[n]))),
        Counter(done=2),
        the_cut_that_came_last_counts,
        before=end_level,
    ),
    "two directors close the round": Race(
        "bell",
        lambda e: each(2, lambda _: act(e, acts.Close())),
        Counter({"done": 1, "evening.status not-now": 1}),
        closed_once,
    ),
    "two directors draw the seats": Race(
        "check_in",
        lambda e: each(2, lambda _: act(e, acts.Draw())),
        Counter({"done": 1, "again drawn-already": 1}),
        happened("draw"),
    ),
    "two directors start the round": Race(
        "seated",
        lambda e: each(2, lambda _: act(e, acts.Start())),
        Counter({"done": 1, "evening.status not-now": 1}),
        happened("start"),
    ),
    "two directors announce the move": Race(
        "drafted",
        lambda e: each(2, lambda _: act(e, acts.PublishMove())),
        Counter({"done": 1, "evening.status not-now": 1}),
        happened("publish_move"),
    ),
    "two directors end the evening": Race(
        "drafted",
        lambda e: each(2, lambda _: act(e, acts.Finish())),
        Counter({"done": 1, "evening.status not-now": 1}),
        happened("finish"),
    ),
}


@pytest.mark.parametrize("name", RACES)
def test_a_race_does_no_harm(name: str, make_evening: Make) -> None:
    assert run(RACES[name], make_evening) == []


@pytest.mark.parametrize("name", RACES)
def test_control_without_the_lock_it_would(name: str, make_evening: Make) -> None:
    assert run_without_locks(RACES[name], make_evening)


# --- two at the door ----------------------------------------------------------------------------------


def test_two_doors_that_let_the_same_people_in_give_one_ticket_each(make_evening: Make) -> None:
    evening = make_evening(0, until="check_in")
    names = ["Ada", "Basil", "Clara", "Dorothy"]
    coming = [
        (player, "") for player in clubs.add_names(club=evening.evening.club, names=names, at=evening.at)
    ]
    with meeting(2):
        outcomes = at_once(each(2, lambda _: act(evening, evenings.check_in, players=coming)))
    assert sorted(outcome.told for outcome in outcomes) == ["done", "players.0 already-in"]
    assert list(evening.evening.tickets.values_list("number", flat=True)) == [1, 2, 3, 4]
    assert publish.check_rows(evening.read()) == []


def evenings_of_one_name(evening: AnEvening) -> list[Outcome]:
    told = evening.evening

    def make(_: int) -> Evening:
        return evenings.make_evening(
            club=told.club, name="Twice", date=told.date, plan=told.plan, by="user:1", at=evening.at
        )

    with meeting(2):
        return at_once(each(2, make))


def test_two_evenings_of_one_name_and_day_have_two_addresses(make_evening: Make) -> None:
    outcomes = evenings_of_one_name(make_evening(0, until="draft"))
    slugs = [outcome.value.slug for outcome in outcomes if isinstance(outcome.value, Evening)]
    assert len(set(slugs)) == 2


def test_control_without_the_lock_they_would_want_the_same_address(make_evening: Make) -> None:
    evening = make_evening(0, until="draft")
    with without_locks():
        assert sorted(outcome.told for outcome in evenings_of_one_name(evening)) == ["IntegrityError", "done"]
