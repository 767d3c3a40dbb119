"""Hands finished after the clock or the director has stopped play: none, one, or those of the lap."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.tournaments.an_evening import AnEvening, a_hand
from tournaments.evening import acts
from tournaments.evening.models import Hand
from tournaments.evening.record.outcome import results_of
from tournaments.evening.replay.fold import fold
from tournaments.publishing.publish import chain_of, check_rows

pytestmark = pytest.mark.django_db
Make = Callable[..., AnEvening]


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
    assert check_rows(evening.read()) == []


def test_of_a_closed_round_nothing_is_finished_any_more(make_evening: Make) -> None:
    evening = make_evening(8, until="playing", ends={"ends": "time", "finish": "hand"})
    evening.act(acts.Stop())
    for table in (1, 2):
        evening.act(acts.Cut(table=table, winner="A"))
    evening.act(acts.Close())
    entered = evening.enter(1, a_hand(), round_number=1, by="table:1 seat:1")
    assert entered["state"] == "late"


def test_what_is_finished_after_the_stop_decides_the_game(make_evening: Make) -> None:
    evening = make_evening(8, until="playing", ends={"ends": "time", "finish": "hand"})
    evening.act(acts.Stop())
    for table in (1, 2):
        evening.enter(table, a_hand(2, 5, "B"))
    evening.act(acts.Close())
    results, _ = results_of(fold(chain_of(evening.read())))
    assert [result.winner for result in results] == ["B", "B"]
