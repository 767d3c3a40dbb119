"""Whatever is done to a season of fixtures, in whatever order: rows and ledger agree, and its archive comes in."""

import json
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from typing import Any, get_args

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.faults import Faults
from tests.tournaments.a_contest import AContest
from tests.tournaments.conftest import START
from tests.tournaments.league.services.test_season_archives import brought_in, out
from tests.tournaments.the_rows import undone
from tournaments.club.models import Club
from tournaments.league import acts
from tournaments.league.acts.entrants import Ahead, EntrantPlace
from tournaments.league.models import Season
from tournaments.league.services import entrants
from tournaments.league.services.rows import differences, rebuild
from tournaments.publishing.verdict import verdict

FORMATS = ("round_robin", "double_round_robin", "swiss", "knock_out", "double_knock_out")
SIDES = ("home", "away", "both")
ACTS: dict[str, Callable[[AContest, int], Any]] = {
    "result": lambda made, n: made.result(code(made, n), n % 4, n // 4 % 4, (n % 7, n % 5)),
    "forfeit": lambda made, n: made.act(acts.Forfeit(fixture=code(made, n), side=SIDES[n % 3])),
    "postpone": lambda made, n: made.act(acts.PostponeFixture(fixture=code(made, n), day=date(2027, 1, 1))),
    "void": lambda made, n: made.act(acts.DeclareFixtureVoid(fixture=code(made, n))),
    "take_back": lambda made, n: made.act(acts.TakeBack(fixture=code(made, n))),
    "make": lambda made, n: made.act(acts.MakeFixtures(anyway=n % 2 == 0)),
    "undo": lambda made, n: made.act(acts.UndoLast()),
    "days": lambda made, n: made.act(acts.SetDays(days={1: date(2026, 11, n % 28 + 1), 2: None})),
    "withdraw": lambda made, n: made.act(
        acts.WithdrawEntrant(number=number(n), ahead=get_args(Ahead)[n % 3])
    ),
    "bring_back": lambda made, n: made.act(entrants.bring_back, number=number(n)),
    "leave_out": lambda made, n: made.act(
        acts.LeaveOut(entrant=number(n), counts="draw" if n % 2 else "nobody")
    ),
    "let_play": lambda made, n: made.act(acts.LetPlay(entrant=number(n))),
    "enter": lambda made, n: made.act(entrants.enter_names, lines=[f"Late {n}"]),
    "arrange": lambda made, n: made.act(
        acts.Arrange(places={number(n): EntrantPlace(1, 1), 1: EntrantPlace(number(n), 1)})
    ),
    "divide": lambda made, n: made.act(
        entrants.divide, divisions=[(1, f"A{n}"), (None, "B")][:: 1 if n % 2 else -1]
    ),
    "play_offs": lambda made, n: made.act(acts.MakePlayOffs()),
    "lots": lambda made, n: made.act(acts.DrawLots(between=("1", str(number(n))))),
    "close": lambda made, n: made.act(acts.Close()),
    "reopen": lambda made, n: made.act(acts.Reopen(reason="more to come")),
}
"""The number chooses whom an act is about and how."""
DRAWN = ["result", "result", *ACTS]
"""Results are drawn thrice as often as any other."""


def code(made: AContest, n: int) -> str:
    rows = made.seen.fixtures
    return rows[n % len(rows)].code if rows else "none"


def number(n: int) -> int:
    return n % 5 + 1


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    form=st.sampled_from(FORMATS),
    stage=st.sampled_from(["draft", "open", "drawn"]),
    steps=st.lists(st.tuples(st.sampled_from(DRAWN), st.integers(0, 60)), min_size=5, max_size=25),
)
def test_rows_and_ledger_agree(
    club: Club, elsewhere: Club, form: str, stage: str, steps: list[tuple[str, int]]
) -> None:
    with undone():
        rules = {"rounds": 3} if form == "swiss" else {}
        made = AContest.made(club, (5,), at=START, until=stage, format=form, **rules)
        for act, n in steps:
            with suppress(Faults):
                ACTS[act](made, n)
            assert differences(made.season) == [], (act, n)
        rebuild(made.season)
        assert differences(made.season) == []
        text = out(Season.objects.get(pk=made.season.pk))
        assert verdict(json.loads(text)).faults == ()
        assert out(brought_in(elsewhere, text)) == text
