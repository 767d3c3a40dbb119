"""The forecast of an evening over the REST door."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.tournaments.an_evening import AnEvening
from tests.tournaments.evening.api.callers import Caller, address, fault
from tests.tournaments.the_rows import asked

Make = Callable[..., AnEvening]
MOST = 12


def test_it_is_of_those_who_are_in_or_of_so_many(desk: Caller, make_evening: Make) -> None:
    room = make_evening(14, until="check_in", rounds=6)
    path = f"{address(room)}forecast/"
    expected = {
        "players": 14,
        "tables": [4, 4, 4],
        "sitting_out": 2,
        "missing": 0,
        "rounds": 6,
        "needed": None,
        "apart": None,
        "minutes": 140,
        "minutes_of_a_round": 20,
        "measured": "plan",
        "outlook": None,
    }
    assert desk.get(path).json() == expected
    assert desk.get(f"{path}?players=20").json() == {
        **expected,
        "players": 20,
        "tables": [4] * 5,
        "sitting_out": 0,
    }
    nobody = desk.get(f"{address(make_evening(0, until='check_in', name='Nobody'))}forecast/").json()
    assert (nobody["players"], nobody["tables"], nobody["missing"]) == (0, [], 4)
    few = desk.get(f"{path}?players=3").json()
    assert (few["tables"], few["missing"], few["minutes"], few["measured"]) == ([], 1, None, None)


def test_while_people_play_it_says_how_the_evening_ends(desk: Caller, make_evening: Make) -> None:
    room = make_evening(8, until="playing", rounds=2, beside={"ends_about": "22:30"})
    told = desk.get(f"{address(room)}forecast/").json()["outlook"]
    assert set(told) == {"last", "last_ends", "last_hand", "next_ends", "end"}
    assert told["end"].startswith("2026-11-20T21:30:00")


@pytest.mark.parametrize("players", ["0", "-1", "401", "many", "1.5", "9" * 9])
def test_what_is_no_number_of_players_is_refused(desk: Caller, make_evening: Make, players: str) -> None:
    room = make_evening(8, until="check_in")
    answer = desk.get(f"{address(room)}forecast/?players={players}")
    assert answer.status_code == 400
    assert fault(answer)[1] == "players"


def test_it_asks_the_database_little(desk: Caller, make_evening: Make) -> None:
    room = make_evening(8, until="playing", beside={"ends_about": "22:30"})
    path = f"{address(room)}forecast/"
    desk.get(path)
    assert len(asked(lambda: desk.get(path))) <= MOST


def test_nobody_else_reads_it(desk: Caller, make_evening: Make) -> None:
    room = make_evening(8, until="check_in")
    assert Caller().get(f"{address(room)}forecast/").status_code == 401
