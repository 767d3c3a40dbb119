"""What is decided about who asks to be left out of a round, from the season's record alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.tournaments.league.acts.a_record import NAMES, decided, record_of
from tournaments.league.acts import LeaveOut, LetPlay, SeasonAct
from tournaments.league.acts.act import Body
from tournaments.ranking.fixtures.record import KeptEntrant, KeptFixture

ASKED, ASKED_BEFORE, GONE = 2, 3, 4
PEOPLE = {number: KeptEntrant(number, name, 1) for number, name in enumerate(NAMES, 1)}
PEOPLE[ASKED] = replace(PEOPLE[ASKED], left_out=(2, "draw"))
PEOPLE[ASKED_BEFORE] = replace(PEOPLE[ASKED_BEFORE], left_out=(1, "nobody"))
PEOPLE[GONE] = replace(PEOPLE[GONE], withdrawn=True, left_out=(2, "draw"))
FIRST_ROUND = (KeptFixture("1:1.1", 1, 1, 1, 2), KeptFixture("1:1.2", 1, 1, 3, None))


@pytest.mark.parametrize(
    ("act", "expected"),
    [
        (LeaveOut(entrant=1, counts="draw"), {"absent": 1, "round": 2, "counts": "draw"}),
        (LeaveOut(entrant=ASKED, counts="nobody"), {"absent": ASKED, "round": 2, "counts": "nobody"}),
        (LeaveOut(entrant=ASKED, counts="draw"), None),
        (LeaveOut(entrant=ASKED_BEFORE, counts="draw"), {"absent": 3, "round": 2, "counts": "draw"}),
        (LeaveOut(entrant=GONE, counts="draw"), "entrant has-left"),
        (LeaveOut(entrant=9, counts="draw"), "entrant unknown"),
        (LeaveOut(entrant=1, counts="won"), "counts not-allowed"),
        (LetPlay(entrant=ASKED), {"absent": ASKED, "round": 2, "counts": ""}),
        (LetPlay(entrant=ASKED_BEFORE), "entrant not-left-out"),
        (LetPlay(entrant=GONE), "entrant not-left-out"),
        (LetPlay(entrant=9), "entrant unknown"),
    ],
)
def test_in_the_second_round_of_a_swiss(act: SeasonAct, expected: Body | str | None) -> None:
    record = record_of(FIRST_ROUND, entrants=PEOPLE.values(), format="swiss", rounds=3)
    assert decided(act, record) == expected


def test_not_once_all_rounds_are_made() -> None:
    record = record_of(FIRST_ROUND, format="swiss", rounds=1)
    assert decided(LeaveOut(entrant=1, counts="draw"), record) == "round the-last"


@pytest.mark.parametrize("form", ["round_robin", "double_round_robin", "knock_out", "double_knock_out"])
def test_of_nothing_but_a_swiss(form: str) -> None:
    assert decided(LeaveOut(entrant=1, counts="draw"), record_of(format=form)) == "season no-swiss"
