"""What the director decides: penalties, adjusted and unplayed games, wrong seats, late hands; all withdrawable."""

from datetime import timedelta
from typing import Any

import pytest

from tests.tournaments.an_evening import AnEvening, Make, a_hand
from tests.tournaments.the_rows import refused
from tournaments.evening import acts
from tournaments.evening.fold import fold
from tournaments.evening.models import Hand, Seat, Standing, TableRound
from tournaments.evening.outcome import results_of
from tournaments.evening.reads.director_alerts import standing_decisions
from tournaments.evening.services import player_requests
from tournaments.publishing.publish import chain_of

WHY: dict[str, Any] = {"reason": "as agreed with everybody"}
GAME_2: dict[str, Any] = {"round": 1, "table": 2}


@pytest.fixture
def evening(make_evening: Make) -> AnEvening:
    return make_evening(12, until="drafted")


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


def test_where_everybody_counts_their_own_points_the_sum_stays(make_evening: Make) -> None:
    evening = make_evening(12, until="drafted", game="ascot", movement="drawn")
    one, other = at(1, 1), at(1, 2)
    total = sum(Standing.objects.values_list("points_for", flat=True))
    evening.act(acts.ExchangeSeats(hands=[(1, 1, 1)], one=one, other=other, **WHY))
    evening.work()
    assert sum(Standing.objects.values_list("points_for", flat=True)) == total


def test_an_adjusted_game_counts_so_until_withdrawn_or_decided_anew(evening: AnEvening) -> None:
    evening.act(acts.AdjustGame(points=[3, 9], **GAME_2, **WHY))
    game = TableRound.objects.get(round__number=1, table__number=2)
    assert (game.points, game.winner, game.decision) == ((3, 9), "B", "adjusted")
    evening.work()
    withdraw_last(evening)
    game.refresh_from_db()
    assert (game.points, game.winner, game.decision) == ((14, 0), "A", "")
    evening.work()
    evening.act(acts.AdjustGame(points=[3, 9], **GAME_2, **WHY))
    evening.act(acts.NotPlayed(**GAME_2, **WHY))
    assert [decided.act for decided in standing_decisions(evening.evening)] == ["not_played"]
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
def test_the_cut_of_a_decided_game_outlives_a_correction(evening: AnEvening, act: acts.Act) -> None:
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


def test_a_decision_is_refused(evening: AnEvening) -> None:
    act: Any
    about: dict[str, Any]
    for act, about, fault in (
        (acts.Penalty, {"tickets": ["x"], "points": -5}, "tickets unknown-ticket"),
        (acts.Penalty, {"tickets": [], "points": -5}, "tickets unknown-ticket"),
        (acts.Penalty, {"tickets": ["x"], "points": 0}, "points out-of-range"),
        (acts.Penalty, {"tickets": ["x"], "points": 1001}, "points out-of-range"),
        (acts.AdjustGame, {**GAME_2, "points": [1]}, "points out-of-range"),
        (acts.AdjustGame, {**GAME_2, "points": [1, 2000]}, "points out-of-range"),
        (acts.AdjustGame, {**GAME_2, "table": 9, "points": [1, 2]}, "table unknown-table"),
        (acts.Withdraw, {"of": 3}, "of no-such-decision"),
    ):
        with refused(fault):
            evening.act(act(**about, **WHY))
        with refused("reason empty"):
            evening.act(act(reason=" ", **about))


def test_seats_are_not_exchanged(evening: AnEvening) -> None:
    hands: list[tuple[int, int, int]]
    for hands, seat, fault in (
        ([(1, 1, 1)], 1, "other the-same"),
        ([(1, 1, 9)], 2, "hands.0 no-such-hand"),
        ([(1, 3, 1)], 2, "hands.0 no-such-hand"),
        ([(1, 1, 1)] * 2, 2, "hands each-once"),
        ([], 2, "hands each-once"),
    ):
        with refused(fault):
            evening.act(acts.ExchangeSeats(hands=hands, one=at(1, 1), other=at(1, seat), **WHY))


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
    evening.act(player_requests.answer_call, call=first)
    first.refresh_from_db()
    assert first.answered_by == "user:1"
    assert evening.act(player_requests.call, table_number=2, reason="score", by="table:2") != first
    for about, fault in (
        ({"table_number": 9, "reason": "rule"}, "table unknown-table"),
        ({"table_number": 1, "reason": "boredom"}, "reason not-a-choice"),
    ):
        with refused(fault):
            evening.act(player_requests.call, by="table:2", **about)


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


def late(evening: AnEvening, table: int = 2, **about: object) -> int:
    """The ledger sequence of a late hand of round 1."""
    told = evening.enter(table, a_hand(2, 5, "B"), round_number=1, number=9, **about)
    assert told["state"] == "late"
    sequence: int = told["ledger"]["sequence"]
    return sequence


@pytest.mark.parametrize(
    ("until", "minutes", "because"),
    [
        pytest.param("bell", 1, "after-the-bell", id="finished after the bell"),
        pytest.param("settled", 0, "round-closed", id="finished in time, sent when the round was settled"),
        pytest.param("finished", 0, "round-closed", id="when the evening was over"),
    ],
)
def test_why_a_hand_is_late(make_evening: Make, until: str, minutes: int, because: str) -> None:
    evening = make_evening(12, until=until)
    stopped = evening.evening.rounds.get(number=1).stopped_at
    assert stopped is not None
    evening.at += timedelta(minutes=5)
    before = TableRound.objects.order_by("pk").values_list("points_a", "points_b", "hands_count")
    counted = list(before)
    late(evening, played_at=stopped + timedelta(minutes=minutes))
    kept = Hand.objects.get(state="late")
    assert (kept.late_because, kept.live) == (because, False)
    assert list(before.all()) == counted


def test_a_hand_of_a_game_that_the_director_has_decided_is_late_too(make_evening: Make) -> None:
    evening = make_evening(12, until="bell")
    evening.act(acts.AdjustGame(round=1, table=2, points=[5, 9], reason="a torn card"))
    started = evening.round().started_at
    assert evening.enter(2, a_hand(), played_at=started)["because"] == "game-decided"
    assert evening.totals(2) == (5, 9)


def test_hands_behind_a_late_one_wait_with_it_in_their_order(make_evening: Make) -> None:
    """Where the clocks of two phones differ, a hand may be late and the next one, from the other phone, not."""
    evening = make_evening(12, until="bell")
    started = evening.round().started_at
    told = [evening.enter(2, a_hand(), number=2)]
    told += [evening.enter(2, a_hand(), number=number, played_at=started) for number in (3, 4)]
    assert [hand["because"] for hand in told] == ["after-the-bell", "earlier-hand-late", "earlier-hand-late"]
    with refused("number not-the-next-hand"):
        evening.enter(2, a_hand(), number=6, played_at=started)
    for hand in told:
        evening.act(acts.TakeLate(of=hand["ledger"]["sequence"], reason="they had finished it"))
    assert evening.totals(2) == (56, 0)


@pytest.mark.parametrize("until", ["bell", "settled", "published"])
def test_the_director_counts_it(make_evening: Make, until: str) -> None:
    evening = make_evening(12, until=until)
    sequence = late(evening, by="user:1")
    if until == "settled":
        with refused("cut level-needs-a-cut"):
            evening.act(acts.TakeLate(of=sequence, reason="they had finished it"))
    level: dict[str, Any] = {"cut": "B"} if until != "bell" else {}
    evening.act(acts.TakeLate(of=sequence, reason="they had finished it", **level))
    game = TableRound.objects.get(round__number=1, table__number=2)
    assert (game.points, game.hands_count) == ((14, 14), 2)
    assert game.winner == level.get("cut", "")
    evening.work()
    with refused("of not-in-the-tray"):
        evening.act(acts.TakeLate(of=sequence, reason="again"))


@pytest.mark.parametrize(
    ("ahead", "measured", "counts"),
    [
        pytest.param(0, True, True, id="right"),
        pytest.param(600, True, True, id="ten minutes fast"),
        pytest.param(-600, True, True, id="ten minutes slow"),
        pytest.param(240, False, False, id="four minutes fast, and nobody measured it"),
    ],
)
def test_the_measured_clock_counts(make_evening: Make, ahead: int, measured: bool, counts: bool) -> None:
    """The hand was finished half a minute before the bell, and is sent five minutes after it."""
    evening = make_evening(12, until="playing")
    evening.at += timedelta(minutes=20)
    evening.act(acts.Stop())
    bell = evening.round().stopped_at
    assert bell is not None
    evening.at = bell + timedelta(minutes=5)
    wrong = timedelta(seconds=ahead)
    told = evening.enter(
        2,
        a_hand(),
        at=evening.at,
        played_at=bell - timedelta(seconds=30) + wrong,
        sent_at=evening.at + wrong if measured else None,
    )
    assert ("state" not in told) is counts
    assert told.get("clock_offset") == (ahead * 1000 or None if measured else None)


def test_a_late_tray_has_room_for_so_many(make_evening: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.evening.acts.entering.MOST_LATE", 3)
    evening = make_evening(12, until="settled")
    table = {"round_number": 1, "number": 9, "by": "table:2"}
    taken = [evening.enter(2, a_hand(bid=bid), **table)["ledger"]["sequence"] for bid in (3, 4, 5)]
    evening.act(acts.LeaveOutLate(of=taken[0], reason="nobody saw it"))
    with refused("number too-many-late"):
        evening.enter(2, a_hand(bid=6), **table)
    assert evening.enter(1, a_hand(), round_number=1, number=9, by="table:1")["state"] == "late"
    assert late(evening, by="user:1"), "the director may"


@pytest.mark.parametrize(
    ("finish", "before", "counted"),
    [
        pytest.param("at_once", 2, 0, id="the hand in play does not count"),
        pytest.param("hand", 2, 1, id="the hand in play counts, the next one does not"),
        pytest.param("lap", 2, 2, id="two of four have dealt: two more hands count"),
        pytest.param("lap", 4, 0, id="the lap was over"),
        pytest.param("hand", 0, 1, id="a table that was slow finishes its first"),
    ],
)
def test_how_many_hands_count_after_it(make_evening: Make, finish: str, before: int, counted: int) -> None:
    evening = make_evening(8, until="playing", ends={"ends": "time", "finish": finish})
    for _ in range(before):
        evening.enter(1, a_hand())
    evening.act(acts.Stop())
    states = [
        evening.enter(1, a_hand(), by="table:1 seat:1").get("state", "counts") for _ in range(counted + 1)
    ]
    assert states == ["counts"] * counted + ["late"]
    assert Hand.objects.filter(live=True).count() == before + counted


def test_what_is_finished_after_the_stop_decides_until_the_close(make_evening: Make) -> None:
    evening = make_evening(8, until="playing", ends={"ends": "time", "finish": "hand"})
    evening.act(acts.Stop())
    for table in (1, 2):
        evening.enter(table, a_hand(2, 5, "B"))
    evening.act(acts.Close())
    results, _ = results_of(fold(chain_of(evening.read())))
    assert [result.winner for result in results] == ["B", "B"]
    assert evening.enter(1, a_hand(), round_number=1)["state"] == "late"
