"""What is decided about fixtures made, entered as drawn elsewhere, and undone, from the season's record alone."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from tests.tournaments.league.acts.a_record import NAMES, decided, record_of
from tournaments.league import acts
from tournaments.league.acts.act import SeasonRecord
from tournaments.league.acts.drawing import Pair
from tournaments.ranking.fixtures.record import KeptEntrant, KeptFixture
from tournaments.ranking.fixtures.results import Outcome

FIRST = KeptFixture("1:1.1", 1, 1, 1, 2)
SECOND = KeptFixture("1:1.2", 1, 1, 3, 4)
BYE = replace(KeptFixture("1:1.3", 1, 1, 5, None), status="played")
NEXT = replace(FIRST, code="1:2.1", round=2)
PLAY_OFF = KeptFixture("1:P1", 1, 9, 1, 2, play_off=True)
WON = Outcome("home", (4, 2))
PLAYED = (FIRST.ended(WON), SECOND.ended(WON), BYE)
TWO_ROUNDS = (
    *PLAYED,
    KeptFixture("1:2.1", 1, 2, 1, 3).ended(WON),
    KeptFixture("1:2.2", 1, 2, 5, 2).ended(WON),
)
ONE = [KeptEntrant(1, "Ann", 1), KeptEntrant(2, "Ben", 1, withdrawn=True)]
FOUR = [KeptEntrant(number, name, 1) for number, name in enumerate(NAMES[:4], 1)]
GONE = KeptEntrant(5, "Eve", 1, withdrawn=True)
LEFT_OUT = KeptEntrant(5, "Eve", 1, left_out=(1, "draw"))


def swiss(*fixtures: KeptFixture, **more: Any) -> SeasonRecord:
    return record_of(fixtures, format="swiss", rounds=2, **more)


def met(act: acts.SeasonAct, record: SeasonRecord) -> list[str] | str:
    """Who meets whom, as `1-2`; else what speaks against it."""
    found = decided(act, record)
    if isinstance(found, str):
        return found
    assert found is not None
    return [f"{one['home']}-{one['away'] or 'bye'}" for one in found["fixtures"]]


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        pytest.param(record_of(entrants=[]), "entrants too-few", id="nobody"),
        pytest.param(record_of(entrants=ONE), "entrants too-few", id="one alone plays"),
        pytest.param(swiss(entrants=[FOUR[0], LEFT_OUT]), "entrants too-few", id="one is left out"),
        pytest.param(record_of([FIRST]), "fixtures made", id="made already"),
        pytest.param(swiss(FIRST, SECOND, BYE), "round results-missing", id="results are missing"),
        pytest.param(swiss(*PLAYED, NEXT), "round the-last", id="all rounds"),
        pytest.param(record_of([FIRST], format="knock_out"), "fixtures made", id="a knock-out"),
    ],
)
def test_what_cannot_be_made(record: SeasonRecord, expected: str) -> None:
    assert met(acts.MakeFixtures(), record) == expected


def test_a_swiss_goes_on_without_results_where_that_is_wanted() -> None:
    assert len(met(acts.MakeFixtures(anyway=True), swiss(FIRST, SECOND, BYE))) == 3


@pytest.mark.parametrize(
    ("fifth", "expected"),
    [
        pytest.param(GONE, ["1-3", "2-4"], id="who has withdrawn"),
        pytest.param(LEFT_OUT, ["1-3", "2-5", "4-bye"], id="who was left out of the round before"),
    ],
)
def test_in_the_second_round_of_a_swiss(fifth: KeptEntrant, expected: list[str]) -> None:
    assert met(acts.MakeFixtures(), swiss(*PLAYED, entrants=[*FOUR, fifth])) == expected


def test_who_is_left_out_of_a_round_has_a_fixture_of_their_own_in_it() -> None:
    left_out = KeptEntrant(5, "Eve", 1, left_out=(2, "draw"))
    found = decided(acts.MakeFixtures(), swiss(*PLAYED, entrants=[*FOUR, left_out]))
    assert isinstance(found, dict)
    assert [(one["code"], one["home"], one["away"]) for one in found["fixtures"]] == [
        ("1:2.1", 1, 3),
        ("1:2.2", 2, 4),
        ("1:2.3", 5, None),
    ]


def test_the_first_round_of_a_knock_out_is_made_and_goes_on() -> None:
    record = record_of(entrants=FOUR, format="knock_out", draws=False)
    assert met(acts.MakeFixtures(), record) == ["1-4", "2-3"]
    assert list(acts.MakeFixtures().follow_ups(record)) == [acts.FollowKnockOut()]


def test_rounds_have_their_days() -> None:
    record = record_of(entrants=FOUR[:2], format="double_round_robin")
    found: Any = decided(acts.MakeFixtures(days={1: date(2026, 11, 20)}), record)
    assert [one["on"] for one in found["fixtures"]] == ["2026-11-20", ""]
    assert decided(acts.MakeFixtures(days={1: date(999, 1, 1)}), record) == "date out-of-range"


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        pytest.param(record_of(), "fixtures none", id="nothing is made"),
        pytest.param(record_of([FIRST, SECOND]), {"undone": ["1:1.1", "1:1.2"]}, id="all of a round robin"),
        pytest.param(record_of([FIRST, SECOND.ended(WON)]), "fixtures played", id="one is played"),
        pytest.param(swiss(*PLAYED, NEXT), {"undone": ["1:2.1"]}, id="the last round of a Swiss"),
        pytest.param(swiss(FIRST, BYE), {"undone": ["1:1.1", "1:1.3"]}, id="a bye is no result"),
        pytest.param(record_of([*PLAYED, PLAY_OFF]), {"undone": ["1:P1"]}, id="play-offs"),
        pytest.param(record_of([*PLAYED, PLAY_OFF.ended(WON)]), "fixtures played", id="play-offs played"),
    ],
)
def test_what_was_made_last_is_undone(record: SeasonRecord, expected: object) -> None:
    act = acts.UndoLast().resolve(record)
    assert decided(act, record) == expected
    assert act.name == ("play_off" if PLAY_OFF.code in record.contest.fixtures else "draw")


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["Ann – Ben", "cleo - dan"], ["1-2", "3-4", "5-bye"]),
        (["", "4; 3; 2:1", "Eve; Ann"], ["4-3", "5-1", "2-bye"]),
        (["1 v 2", "", "3 vs. 4"], ["1-2", "3-4", "5-bye"]),
        (["ann;ben", "Cleo\tDAN"], ["1-2", "3-4", "5-bye"]),
        (["Ann, Ben", "Cleo : Dan"], ["1-2", "3-4", "5-bye"]),
        (["Ann – Ben"], "pairings not-named"),
        ([""], "pairings empty"),
        (["", "Ann – Zoe"], "pairings.1 unknown"),
        (["Ann – Ben", "", "Cleo – Ann"], "pairings.2 twice"),
        (["Ann – Ann"], "pairings.0 twice"),
        (["Ann; Ben; won"], "pairings.0 unreadable"),
        (["Ann – Ben – Cleo – Dan"], "pairings.0 unreadable"),
        (["Ann; Ben", "Cleo; bye", "Dan; bye", "Eve; bye"], "pairings byes"),
    ],
)
def test_lines_of_a_round_drawn_elsewhere(lines: list[str], expected: list[str] | str) -> None:
    assert met(acts.EnterLines(lines=tuple(lines)), swiss()) == expected


def test_names_with_signs_in_them_are_found() -> None:
    names = ("Brighton & Hove Albion", "Ann", "Ben", "Bourg – en – Bresse", "Aix – en – Othe")
    record = swiss(entrants=[KeptEntrant(number, name, 1) for number, name in enumerate(names, 1)])
    lines = ("Brighton & Hove Albion – Ann", "Ben – Bourg – en – Bresse", "Aix – en – Othe")
    assert met(acts.EnterLines(lines=lines), record) == ["1-2", "3-4", "5-bye"]


@pytest.mark.parametrize(
    ("pairings", "record", "expected"),
    [
        ([Pair(1, 3), Pair(2, 4), Pair(5, None)], swiss(*PLAYED), "another-bye"),
        ([Pair(2, 1), Pair(5, 3)], swiss(*PLAYED), "met-before"),
        ([Pair(1, 5), Pair(2, 4)], record_of(TWO_ROUNDS, format="swiss", rounds=3), "too-often"),
        ([Pair(4, 2), Pair(3, 5)], record_of(TWO_ROUNDS, format="swiss", rounds=3), "too-often"),
        ([Pair(1, 2)], swiss(entrants=[*FOUR, GONE]), "not-named"),
        ([Pair(1, 5)], swiss(entrants=[*FOUR, GONE]), "has-left"),
        ([Pair(1, 5)], swiss(entrants=[*FOUR, LEFT_OUT]), "left-out"),
        ([Pair(1, 2)], record_of(format="knock_out"), "no-table"),
        ([Pair(1, 2)], swiss(FIRST), "results-missing"),
    ],
)
def test_pairings_that_are_refused(pairings: list[Pair], record: SeasonRecord, expected: str) -> None:
    found = met(acts.EnterPairings(pairings=tuple(pairings)), record)
    assert isinstance(found, str)
    assert expected in found


def test_no_division_no_pairings() -> None:
    assert met(acts.EnterPairings(pairings=(Pair(1, 2),), division=2), swiss()) == "division unknown"


@pytest.mark.parametrize(
    "act",
    [
        acts.EnterLines(lines=("", "Ann; Ben; 1½:½", "Cleo; Dan")),
        acts.EnterPairings(pairings=(Pair(1, 2, (3, 1)), Pair(3, 4))),
    ],
    ids=["lines", "numbers"],
)
def test_results_that_are_known_already_follow(act: acts.SeasonAct) -> None:
    record = swiss()
    body: Any = decided(act, record)
    assert body["elsewhere"]
    record.contest.take(1, body)
    assert list(act.follow_ups(record)) == [acts.EnterResult(fixture="1:1.1", games=(3, 1))]
