"""Whatever is done to a season of fixtures, in whatever order: rows and ledger agree after every act."""

from collections.abc import Callable
from contextlib import suppress
from datetime import date
from typing import Any, get_args

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.faults import Faults
from tests.tournaments.a_contest import AContest
from tests.tournaments.conftest import START
from tests.tournaments.the_rows import undone
from tournaments.club.models import Club
from tournaments.league import acts
from tournaments.league.acts.entrants import Ahead, EntrantPlace
from tournaments.league.services import entrants
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
    rows = made.seen.fixtures
    code = rows[n % len(rows)].code if rows else "none"
    number = n % 5 + 1
    side = ("home", "away", "both")[n % 3]
    places = {number: EntrantPlace(1, 1), 1: EntrantPlace(number, 1)}
    halves = [(1, f"A{n}"), (None, "B")][:: 1 if n % 2 else -1]
    found: dict[str, Callable[[], Any]] = {
        "result": lambda: made.result(code, n % 4, n // 4 % 4, (n % 7, n % 5)),
        "forfeit": lambda: made.act(acts.Forfeit(fixture=code, side=side)),
        "postpone": lambda: made.act(acts.PostponeFixture(fixture=code, day=date(2027, 1, 1))),
        "void": lambda: made.act(acts.DeclareFixtureVoid(fixture=code)),
        "take_back": lambda: made.act(acts.TakeBack(fixture=code)),
        "make": lambda: made.act(acts.MakeFixtures(anyway=n % 2 == 0)),
        "undo": lambda: made.act(acts.UndoLast()),
        "days": lambda: made.act(acts.SetDays(days={1: date(2026, 11, n % 28 + 1), 2: None})),
        "withdraw": lambda: made.act(acts.WithdrawEntrant(number=number, ahead=get_args(Ahead)[n % 3])),
        "bring_back": lambda: made.act(entrants.bring_back, number=number),
        "leave_out": lambda: made.act(acts.LeaveOut(entrant=number, counts="draw" if n % 2 else "nobody")),
        "let_play": lambda: made.act(acts.LetPlay(entrant=number)),
        "enter": lambda: made.act(entrants.enter_names, lines=[f"Late {n}"]),
        "arrange": lambda: made.act(acts.Arrange(places=places)),
        "divide": lambda: made.act(entrants.divide, divisions=halves),
        "play_offs": lambda: made.act(acts.MakePlayOffs()),
        "lots": lambda: made.act(acts.DrawLots(between=("1", str(number)))),
        "close": lambda: made.act(acts.Close()),
        "reopen": lambda: made.act(acts.Reopen(reason="more to come")),
    }
    found[act]()


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    form=st.sampled_from(FORMATS),
    stage=st.sampled_from(["draft", "open", "drawn"]),
    steps=st.lists(st.tuples(st.sampled_from(ACTS), st.integers(0, 60)), min_size=5, max_size=25),
)
def test_rows_and_ledger_agree(club: Club, form: str, stage: str, steps: list[tuple[str, int]]) -> None:
    with undone():
        rules = {"rounds": 3} if form == "swiss" else {}
        made = AContest.made(club, (5,), at=START, until=stage, format=form, **rules)
        for act, n in steps:
            with suppress(Faults):
                do(made, act, n)
            assert differences(made.season) == [], (act, n)
        rebuild(made.season)
        assert differences(made.season) == []
