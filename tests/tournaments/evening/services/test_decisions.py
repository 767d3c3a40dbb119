"""Penalties, adjusted and unplayed games, players in each other's seats: with a reason, and withdrawable."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournaments.an_evening import AnEvening, Make, a_hand
from tests.tournaments.the_rows import refused
from tournaments.evening import acts
from tournaments.evening.models import Seat, Standing, TableRound
from tournaments.evening.reads.director_alerts import standing_decisions
from tournaments.evening.services import player_requests

WHY: dict[str, Any] = {"reason": "as agreed with everybody"}
GAME_2: dict[str, Any] = {"round": 1, "table": 2}


@pytest.fixture
def evening(make_evening: Make) -> AnEvening:
    evening = make_evening(12, until="settled")
    evening.work()
    return evening


def line(evening: AnEvening, code: str) -> Standing:
    evening.work()
    return Standing.objects.get(ticket__code=code)


def at(table: int, seat: int) -> str:
    row = Seat.objects.get(round__number=1, table_round__table__number=table, seat=seat)
    return str(row.ticket.code)


def withdraw_last(evening: AnEvening, **about: Any) -> None:
    last = standing_decisions(evening.evening)[-1]
    evening.act(acts.Withdraw(of=last.sequence, reason="it was wrong", **about))


def test_a_penalty_counts_in_the_points_and_can_be_withdrawn(evening: AnEvening) -> None:
    ann = at(1, 1)
    before = line(evening, ann)
    evening.act(acts.Penalty(tickets=[ann], points=-5, **WHY))
    after = line(evening, ann)
    assert after.points_for == before.points_for - 5
    assert after.points_difference == before.points_difference - 5
    assert after.won_halves == before.won_halves
    withdraw_last(evening)
    assert line(evening, ann).points_for == before.points_for


def test_hands_played_in_each_others_seats_count_for_who_played_them(evening: AnEvening) -> None:
    ann, bob, cyd = at(1, 1), at(1, 2), at(2, 2)
    before = {code: line(evening, code) for code in (ann, bob, cyd)}
    evening.act(acts.ExchangeSeats(hands=[(1, 1, 1), (1, 1, 2)], one=ann, other=bob, **WHY))
    assert line(evening, ann).points_for == before[ann].points_for - 28
    assert line(evening, bob).points_for == before[bob].points_for + 28
    assert line(evening, bob).points_difference == before[bob].points_difference + 56
    assert line(evening, ann).won_halves == before[ann].won_halves
    evening.act(acts.ExchangeSeats(hands=[(1, 1, 3), (1, 2, 1)], one=ann, other=cyd, **WHY))
    assert line(evening, ann).points_for == before[ann].points_for - 42
    assert line(evening, cyd).points_for == before[cyd].points_for + 14


@pytest.mark.parametrize("game", ["ascot", "chambery_tarot", "clabberjass"])
def test_where_everybody_counts_their_own_points_the_sum_stays(make_evening: Make, game: str) -> None:
    evening = make_evening(12, until="settled", game=game, movement="drawn")
    evening.work()
    one, other = at(1, 1), at(1, 2)
    total = sum(Standing.objects.values_list("points_for", flat=True))
    evening.act(acts.ExchangeSeats(hands=[(1, 1, 1)], one=one, other=other, **WHY))
    evening.work()
    assert sum(Standing.objects.values_list("points_for", flat=True)) == total


def test_an_adjusted_game_counts_as_adjusted_until_that_is_withdrawn(evening: AnEvening) -> None:
    evening.act(acts.AdjustGame(points=[3, 9], **GAME_2, **WHY))
    game = TableRound.objects.get(round__number=1, table__number=2)
    assert (game.points, game.winner, game.decision) == ((3, 9), "B", "adjusted")
    evening.work()
    withdraw_last(evening)
    game.refresh_from_db()
    assert (game.points, game.winner, game.decision) == ((14, 0), "A", "")
    evening.work()


def test_a_game_adjusted_to_level_is_cut(evening: AnEvening) -> None:
    with refused("cut level-needs-a-cut"):
        evening.act(acts.AdjustGame(points=[7, 7], **GAME_2, **WHY))
    evening.act(acts.AdjustGame(points=[7, 7], cut="B", **GAME_2, **WHY))
    assert TableRound.objects.get(round__number=1, table__number=2).winner == "B"


@pytest.mark.parametrize(
    "act",
    [acts.AdjustGame(**GAME_2, **WHY, points=[7, 7], cut="B"), acts.NotPlayed(**GAME_2, **WHY)],
    ids=["adjusted", "not played"],
)
def test_the_cut_of_a_decided_game_stands_when_one_of_its_hands_is_corrected(
    evening: AnEvening, act: acts.Act
) -> None:
    evening.act(act)
    game = TableRound.objects.get(round__number=1, table__number=2)
    hand = game.hands.get(number=1, live=True)
    changed: dict[str, Any] = {"number": 1, "of": hand.entry.sequence, "hand": a_hand(2, couple="B")}
    evening.act(acts.CorrectHand(**GAME_2, **WHY, **changed))
    again = TableRound.objects.get(pk=game.pk)
    assert again.cut
    assert (again.cut, again.winner) == (game.cut, game.winner)


def test_a_game_that_was_not_played_counts_for_nobody(evening: AnEvening) -> None:
    four = [at(2, seat) for seat in (1, 2, 3, 4)]
    evening.act(acts.NotPlayed(**GAME_2, **WHY))
    assert {line(evening, code).played for code in four} == {0}
    withdraw_last(evening)
    assert {line(evening, code).played for code in four} == {1}


def test_the_last_decision_on_a_game_stands(evening: AnEvening) -> None:
    evening.act(acts.AdjustGame(points=[3, 9], **GAME_2, **WHY))
    evening.act(acts.NotPlayed(**GAME_2, **WHY))
    assert [decided.act for decided in standing_decisions(evening.evening)] == ["not_played"]
    evening.work()


@pytest.mark.parametrize(
    ("act", "about", "fault"),
    [
        (acts.Penalty, {"tickets": ["x"], "points": -5}, "tickets unknown-ticket"),
        (acts.Penalty, {"tickets": [], "points": -5}, "tickets unknown-ticket"),
        (acts.Penalty, {"tickets": ["x"], "points": 0}, "points out-of-range"),
        (acts.Penalty, {"tickets": ["x"], "points": 1001}, "points out-of-range"),
        (acts.AdjustGame, {**GAME_2, "points": [1]}, "points out-of-range"),
        (acts.AdjustGame, {**GAME_2, "points": [1, 2000]}, "points out-of-range"),
        (acts.AdjustGame, {**GAME_2, "table": 9, "points": [1, 2]}, "table unknown-table"),
        (acts.Withdraw, {"of": 3}, "of no-such-decision"),
    ],
    ids=lambda told: getattr(told, "__name__", None),
)
def test_a_decision_is_refused(evening: AnEvening, act: Any, about: dict[str, Any], fault: str) -> None:
    with refused(fault):
        evening.act(act(**about, **WHY))
    with refused("reason empty"):
        evening.act(act(reason=" ", **about))


@pytest.mark.parametrize(
    ("hands", "one", "other", "fault"),
    [
        pytest.param([(1, 1, 1)], (1, 1), (1, 1), "other the-same", id="with oneself"),
        pytest.param([(1, 1, 9)], (1, 1), (1, 2), "hands.0 no-such-hand", id="a hand nobody played"),
        pytest.param([(1, 3, 1)], (1, 1), (1, 2), "hands.0 no-such-hand", id="of another table"),
        pytest.param([(1, 1, 1)] * 2, (1, 1), (1, 2), "hands each-once", id="twice the same"),
        pytest.param([], (1, 1), (1, 2), "hands each-once", id="no hand"),
    ],
)
def test_seats_are_not_exchanged(
    evening: AnEvening, hands: Any, one: tuple[int, int], other: tuple[int, int], fault: str
) -> None:
    with refused(fault):
        evening.act(acts.ExchangeSeats(hands=hands, one=at(*one), other=at(*other), **WHY))


def test_a_bell_taken_back_lets_play_go_on_and_loses_nothing(make_evening: Make) -> None:
    evening = make_evening(12, until="bell")
    points = evening.totals(1)
    evening.act(acts.TakeBackBell(reason="it was the neighbours' bell"))
    assert (evening.evening.status, evening.totals(1)) == ("playing", points)
    assert (evening.round().stopped_at, evening.round().bell_table) == (None, None)
    evening.enter(2, a_hand())
    evening.act(acts.Ring(table=1))
    assert evening.evening.status == "bell"


def test_a_table_calls_the_director_once_at_a_time(make_evening: Make) -> None:
    evening = make_evening(12, until="playing")
    first = evening.act(player_requests.call, table_number=2, reason="rule", by="table:2")
    version = evening.evening.version
    assert evening.act(player_requests.call, table_number=2, reason="score", by="table:2") == first
    assert evening.evening.version == version
    evening.act(player_requests.answer_call, call_id=first.pk)
    first.refresh_from_db()
    assert first.answered_by == "user:1"
    assert evening.act(player_requests.call, table_number=2, reason="score", by="table:2") != first
    for about, fault in (
        ({"table_number": 9, "reason": "rule"}, "table unknown-table"),
        ({"table_number": 1, "reason": "boredom"}, "reason not-a-choice"),
    ):
        with refused(fault):
            evening.act(player_requests.call, by="table:2", **about)
    with refused("call no-such-call"):
        evening.act(player_requests.answer_call, call_id=10**6)


@pytest.mark.parametrize("ended", ["published", "abandoned"])
def test_no_call_outlives_its_evening(make_evening: Make, ended: str) -> None:
    evening = make_evening(8, until="finished" if ended == "published" else "settled")
    made = evening.act(player_requests.call, table_number=2, reason="rule", by="table:2")
    if ended == "published":
        evening.step_to("published")
    else:
        evening.act(acts.Abandon(reason="the roof leaks"))
    made.refresh_from_db()
    assert made.answered_at is not None
    with refused("evening over"):
        evening.act(player_requests.call, table_number=2, reason="rule", by="table:2")
