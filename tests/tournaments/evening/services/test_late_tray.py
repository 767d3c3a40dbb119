"""Hands finished after play was stopped: those that count, and those that the director counts or leaves out."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from tests.tournaments.an_evening import AnEvening, Make, a_hand
from tests.tournaments.the_rows import everything, refused
from tournaments.evening import acts
from tournaments.evening.models import Hand, TableRound
from tournaments.evening.record.outcome import results_of
from tournaments.evening.replay.fold import fold
from tournaments.publishing.publish import chain_of


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
        pytest.param("settled", 1, "after-the-bell", id="and sent when the round was settled"),
        pytest.param("settled", 0, "round-closed", id="finished in time, sent when the round was settled"),
        pytest.param("moved", 0, "round-closed", id="after the next seats were announced"),
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


@pytest.mark.parametrize("until", ["bell", "settled", "moved", "finished", "published"])
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


def test_the_director_leaves_it_out_and_it_stays_readable(make_evening: Make) -> None:
    evening = make_evening(12, until="settled")
    sequence = late(evening)
    with refused("reason empty"):
        evening.act(acts.LeaveOutLate(of=sequence, reason=" "))
    evening.act(acts.LeaveOutLate(of=sequence, reason="played after the bell"))
    assert Hand.objects.get(entry__sequence=sequence).state == "left_out"


@pytest.mark.parametrize(
    ("ahead", "measured", "counts"),
    [
        pytest.param(0, True, True, id="right"),
        pytest.param(3, True, True, id="a little wrong, as the way of a message is long"),
        pytest.param(600, True, True, id="ten minutes fast"),
        pytest.param(-600, True, True, id="ten minutes slow"),
        pytest.param(240, False, False, id="four minutes fast, and nobody measured it"),
    ],
)
def test_the_time_of_play_is_put_right_by_the_measured_clock(
    make_evening: Make, ahead: int, measured: bool, counts: bool
) -> None:
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


def test_after_the_publication_a_table_is_told_to_see_the_director(make_evening: Make) -> None:
    evening = make_evening(12, until="published")
    before = everything()
    with refused("evening.status published"):
        evening.enter(2, a_hand(), round_number=1, number=9, by="table:2 seat:1")
    assert everything() == before
    assert late(evening, by="user:1") == evening.evening.ledger_length, "the director puts it in the tray"


def test_a_table_fills_its_late_tray_so_far_and_no_further(
    make_evening: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
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
def test_how_many_hands_count_that_are_finished_after_play_was_stopped(
    make_evening: Make, finish: str, before: int, counted: int
) -> None:
    evening = make_evening(8, until="playing", ends={"ends": "time", "finish": finish})
    for _ in range(before):
        evening.enter(1, a_hand())
    evening.act(acts.Stop())
    states = [
        evening.enter(1, a_hand(), by="table:1 seat:1").get("state", "counts") for _ in range(counted + 1)
    ]
    assert states == ["counts"] * counted + ["late"]
    assert Hand.objects.filter(live=True).count() == before + counted


def test_what_is_finished_after_the_stop_decides_the_game_until_the_round_is_closed(
    make_evening: Make,
) -> None:
    evening = make_evening(8, until="playing", ends={"ends": "time", "finish": "hand"})
    evening.act(acts.Stop())
    for table in (1, 2):
        evening.enter(table, a_hand(2, 5, "B"))
    evening.act(acts.Close())
    results, _ = results_of(fold(chain_of(evening.read())))
    assert [result.winner for result in results] == ["B", "B"]
    assert evening.enter(1, a_hand(), round_number=1)["state"] == "late"
