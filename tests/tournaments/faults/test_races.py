"""What several people do at the same moment, on a database that lets them: it happens once, and each is told so.

Each race has its control: with the guard off, the very same race does harm.
"""

import json
from collections import Counter
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from tests.tournaments.an_evening import AnEvening, Make, a_hand
from tests.tournaments.faults.race import Holds, Race, happened, run, run_without_locks
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
from tournaments.evening.models import DirectorCall, Evening, Hand, TableRound
from tournaments.evening.reads.scoresheets import answer_given
from tournaments.evening.services import evenings, player_requests
from tournaments.evening.services.perform import go_on, go_on_overdue, stop_overdue
from tournaments.publishing import publish
from tournaments.rehearsal.random_hands import pretend_hand
from tournaments.work import runner
from tournaments.work.models import Job

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]


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


def by_two_directors(
    until: str, what: acts.Act, *, refused: str = "evening.status not-now", holds: Holds | None = None
) -> Race:
    """Two do the same, of whom the second comes too late."""
    return Race(
        until,
        lambda e: each(2, lambda _: act(e, what)),
        Counter({"done": 1, refused: 1}),
        holds or happened(what.name),
    )


def going_on(evening: AnEvening) -> list[Act]:
    """Two workers with the job by which it goes on by itself, and a director who presses."""
    (job,) = Job.objects.filter(topic="go_on")
    at = evening.at + timedelta(minutes=1)
    press = partial(go_on, evening=evening.evening, by="user:1", at=at)
    return [press, *each(2, lambda _: runner.run(job.pk, clock=lambda: at))]


def went_on_once(evening: AnEvening, outcomes: list[Outcome]) -> bool:
    acts = ["close", "draft_move", "publish_move", "start"]
    return [entries_of(evening.evening, act) for act in acts] == [1, 1, 1, 2]


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
    "two directors end the round": by_two_directors("playing", acts.Stop()),
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
    "two directors close the round": by_two_directors("bell", acts.Close(), holds=closed_once),
    "two directors draw the seats": by_two_directors("check_in", acts.Draw(), refused="again drawn-already"),
    "two directors start the round": by_two_directors("seated", acts.Start()),
    "two directors announce the move": by_two_directors("drafted", acts.PublishMove()),
    "a director and two workers go on to the next round": Race(
        "bell",
        going_on,
        Counter(done=3),
        went_on_once,
        before=lambda e: go_on_overdue(at=e.at + timedelta(minutes=1)),
        options=(("beside", {"goes_on": "on"}),),
    ),
    "two directors end the evening": by_two_directors("drafted", acts.Finish()),
}


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


MENDING: dict[str, Race] = {
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
    "a bell that is taken back twice": by_two_directors("bell", acts.TakeBackBell(**WHY)),
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


ALL = {**RACES, **MENDING}


@pytest.mark.parametrize("name", ALL)
def test_a_race_does_no_harm(name: str, make_evening: Make) -> None:
    assert run(ALL[name], make_evening) == []


@pytest.mark.flaky(reruns=5)  # by chance the others come between the steps of one without harm
@pytest.mark.parametrize("name", ALL)
def test_control_without_the_lock_it_would(name: str, make_evening: Make) -> None:
    assert run_without_locks(ALL[name], make_evening)


@pytest.mark.parametrize("time", range(2))
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
