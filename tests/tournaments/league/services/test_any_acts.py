"""Whatever is done to a season of fixtures, in whatever order: rows and ledger agree after every act."""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.faults import Faults
from tests.tournaments.a_contest import AContest
from tests.tournaments.conftest import START
from tests.tournaments.the_rows import undone
from tournaments.club.models import Club
from tournaments.league import acts as season_acts
from tournaments.league.acts import (
    DeclareFixtureVoid,
    Forfeit,
    LeaveOut,
    LetPlay,
    MakeFixtures,
    PostponeFixture,
    SetDays,
    TakeBack,
    UndoLast,
)
from tournaments.league.acts.entrants import Ahead, Arrange, EntrantPlace, WithdrawEntrant
from tournaments.league.services import entrants
from tournaments.league.services.ledger import perform
from tournaments.league.services.rows import differences, rebuild

ACTS = (
    "result",
    "result",
    "result",
    "forfeit",
    "postpone",
    "void",
    "take_back",
    "make",
    "undo",
    "days",
    "withdraw",
    "bring_back",
    "leave_out",
    "let_play",
    "enter",
    "arrange",
    "divide",
    "play_offs",
    "lots",
    "close",
    "reopen",
)
FORMATS = ("round_robin", "double_round_robin", "swiss", "knock_out", "double_knock_out")


def do(made: AContest, act: str, n: int) -> None:
    """One act; the number chooses whom it is about and how."""
    season, who = made.season, made.who
    rows = made.seen.fixtures
    code = rows[n % len(rows)].code if rows else "none"
    number = n % 5 + 1
    side = ("home", "away", "both")[n % 3]
    acts: dict[str, Any] = {
        "result": lambda: made.result(code, n % 4, n // 4 % 4, (n % 7, n % 5)),
        "forfeit": lambda: perform(season=season, act=Forfeit(fixture=code, side=side), **who),
        "postpone": lambda: perform(
            season=season, act=PostponeFixture(fixture=code, day=date(2027, 1, 1)), **who
        ),
        "void": lambda: perform(season=season, act=DeclareFixtureVoid(fixture=code), **who),
        "take_back": lambda: perform(season=season, act=TakeBack(fixture=code), **who),
        "make": lambda: perform(season=season, act=MakeFixtures(anyway=n % 2 == 0), **who),
        "undo": lambda: perform(season=season, act=UndoLast(), **who),
        "days": lambda: perform(
            season=season, act=SetDays(days={1: date(2026, 11, n % 28 + 1), 2: None}), **who
        ),
        "withdraw": lambda: perform(
            season=season, act=WithdrawEntrant(number=number, ahead=get_args(Ahead)[n % 3]), **who
        ),
        "bring_back": lambda: entrants.bring_back(season=season, number=number, **who),
        "leave_out": lambda: perform(
            season=season, act=LeaveOut(entrant=number, counts="draw" if n % 2 else "nobody"), **who
        ),
        "let_play": lambda: perform(season=season, act=LetPlay(entrant=number), **who),
        "enter": lambda: entrants.enter_names(season=season, lines=[f"Late {n}"], **who),
        "arrange": lambda: perform(
            season=season, act=Arrange(places={number: EntrantPlace(1, 1), 1: EntrantPlace(number, 1)}), **who
        ),
        "divide": lambda: entrants.divide(
            season=season, divisions=[(1, f"A{n}"), (None, "B")][:: 1 if n % 2 else -1], **who
        ),
        "play_offs": lambda: perform(season=season, act=season_acts.MakePlayOffs(), **who),
        "lots": lambda: perform(season=season, act=season_acts.DrawLots(between=("1", str(number))), **who),
        "close": lambda: perform(season=season, act=season_acts.Close(), **who),
        "reopen": lambda: perform(season=season, act=season_acts.Reopen(reason="more to come"), **who),
    }
    acts[act]()


@pytest.mark.django_db
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    form=st.sampled_from(FORMATS),
    stage=st.sampled_from(["draft", "open", "drawn"]),
    acts=st.lists(st.tuples(st.sampled_from(ACTS), st.integers(0, 60)), min_size=5, max_size=25),
)
def test_rows_and_ledger_agree(club: Club, form: str, stage: str, acts: list[tuple[str, int]]) -> None:
    with undone():
        rules = {"rounds": 3} if form == "swiss" else {}
        made = AContest.made(club, (5,), at=START, until=stage, format=form, **rules)
        for act, n in acts:
            with suppress(Faults):
                do(made, act, n)
            assert differences(made.season) == [], (act, n)
        rebuild(made.season)
        assert differences(made.season) == []
