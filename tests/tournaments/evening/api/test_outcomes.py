"""What comes of an evening over the REST door: prizes, the forecast, who goes on, schedules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.tournaments.an_evening import AnEvening, Make, a_hand, do_a_slice
from tests.tournaments.evening.api.callers import Caller, address, fault, held
from tests.tournaments.the_rows import asked
from tournaments.evening import acts
from tournaments.evening.api import corrections, evening_answers, schedules
from tournaments.publishing import publish

PRIZES: dict[str, Any] = {"best": 2, "sums": [5000, 3001], "booby_sum": 500}


def test_the_standings_tell_sums_and_shares(desk: Caller, make_evening: Make) -> None:
    evening = make_evening(4, until="finished", prizes={**PRIZES, "ties": "shared"})
    told = held(desk.get(f"{address(evening)}standings/"), evening_answers.Standings)["prizes"]
    figures = [(prize["rank"], prize["last"], prize["among"], prize["amount"]) for prize in told]
    assert figures == [(1, 2, 2, 4001), (1, 2, 2, 4000), (1, 1, 2, 250), (1, 1, 2, 250)]
    assert all(prize["winner"] for prize in told)
    assert told[0]["why"] == "Prizes 1 to 2, shared by the 2 players in that place."


def test_a_preview_of_a_correction_says_who_would_get_what(desk: Caller, make_evening: Make) -> None:
    evening = make_evening(4, until="finished", target=14, prizes={**PRIZES, "ties": "shared"})
    hand = evening.evening.ledger.filter(act="enter_hand").order_by("sequence").first()
    assert hand is not None
    where = {"round": 1, "table": 1, "number": 1, "of": hand.sequence}
    body = {**where, "hand": a_hand(2, 5, "B"), "reason": "the other couple", "preview": True}
    answer = desk.post(f"{address(evening)}correct-hand/", body)
    best = held(answer, corrections.Impact)["prizes"][0]
    assert best["amounts"] == [[4001, 4000], [4001, 4000]]
    assert best["to_cut"] == [False, False]


def test_other_prizes_and_places_are_told_and_cut_for(desk: Caller, make_evening: Make) -> None:
    prizes = {"best": 0, "booby": False, "ties": "cut_all", "others": [{"rounds": [1, 1]}]}
    evening = make_evening(4, until="finished", rounds=2, target=14, prizes=prizes)
    where = f"{address(evening)}standings/"
    told = held(desk.get(where), evening_answers.Standings)["prizes"]
    assert [(prize["prize"], prize["other"], prize["about"]) for prize in told] == [
        ("place", 0, ""),
        ("place", 0, ""),
        ("best", 1, "half-time"),
    ]
    for prize in told:
        body = {"prize": prize["prize"], "other": prize["other"], "order": prize["tied"]}
        assert desk.post(f"{address(evening)}prize-cuts/", body).status_code in {200, 201}
    after = held(desk.get(where), evening_answers.Standings)
    assert [line["place"] for line in after["standings"]] == [1, 2, 3, 4]
    ((best),) = after["prizes"]
    assert (best["winner"], best["other"]) == (told[2]["tied"][0], 1)
    assert best["why"] == "Games won: 1. Place 1. The cut decided."


MOST = 12


def test_a_forecast_is_of_those_who_are_in_or_of_so_many(desk: Caller, make_evening: Make) -> None:
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
    of_twenty = {"players": 20, "tables": [4] * 5, "sitting_out": 0}
    assert desk.get(f"{path}?players=20").json() == expected | of_twenty
    few = desk.get(f"{path}?players=3").json()
    assert (few["tables"], few["missing"], few["minutes"], few["measured"]) == ([], 1, None, None)


def test_while_people_play_the_forecast_says_how_the_evening_ends(desk: Caller, make_evening: Make) -> None:
    room = make_evening(8, until="playing", rounds=2, beside={"ends_about": "22:30"})
    told = desk.get(f"{address(room)}forecast/").json()["outlook"]
    assert set(told) == {"last", "last_ends", "last_hand", "next_ends", "end"}
    assert told["end"].startswith("2026-11-20T21:30:00")


@pytest.mark.parametrize("players", ["0", "401", "many"])
def test_what_is_no_number_of_players_is_refused(desk: Caller, make_evening: Make, players: str) -> None:
    room = make_evening(8, until="check_in")
    answer = desk.get(f"{address(room)}forecast/?players={players}")
    assert fault(answer)[:2] == (400, "players")


def test_a_forecast_asks_the_database_little(desk: Caller, make_evening: Make) -> None:
    room = make_evening(8, until="playing", beside={"ends_about": "22:30"})
    path = f"{address(room)}forecast/"
    desk.get(path)
    assert len(asked(lambda: desk.get(path))) <= MOST


KIND: dict[str, Any] = {"game": "chamberlain", "movement": "knock_out", "counting": "points"}


def test_those_level_at_the_border_cut_for_going_on(
    desk: Caller, make_evening: Callable[..., AnEvening]
) -> None:
    evening = make_evening(
        8, until="playing", ends={"ends": "time"}, table_size=4, go_on=2, losers="rest", **KIND
    )
    evening.act(acts.Stop())
    for table, points in ((1, (9, 5, 5, 1)), (2, (9, 5, 3, 1))):
        evening.act(acts.AdjustGame(round=1, table=table, points=points, reason="misread"))
    cuts = f"{address(evening)}cuts/"
    assert desk.post(cuts, {"table": 2, "winner": "1"}).status_code == 400
    assert desk.post(cuts, {"table": 1, "winner": "1"}).status_code == 400
    assert desk.post(cuts, {"table": 1, "winner": "3"}).status_code == 200
    assert evening.round().tables.get(table__number=1).score.through == ("1", "3")


@pytest.fixture
def scheduled(make_evening: Make) -> AnEvening:
    """Eight players with the seats of three rounds drawn."""
    return make_evening(8, rounds=3, movement="scheduled")


def test_the_seats_of_all_rounds_are_read(desk: Caller, scheduled: AnEvening) -> None:
    answer = held(desk.get(f"{address(scheduled)}schedule/"), schedules.Schedule)
    assert [told["round"] for told in answer["announced"]["rounds"]] == [2, 3]
    assert answer["searches"] == []


def test_an_evening_that_moves_by_who_won_has_no_schedule(desk: Caller, make_evening: Make) -> None:
    evening = make_evening(8)
    assert desk.get(f"{address(evening)}schedule/").json()["announced"] is None
    refused = desk.post(f"{address(evening)}schedule/searches/", {})
    assert fault(refused) == (400, "movement", "no-schedule")


def test_a_search_is_asked_for_looked_at_and_taken(desk: Caller, scheduled: AnEvening) -> None:
    one, other = scheduled.evening.tickets.values_list("code", flat=True)[:2]
    body = {"purpose": "improve", "wishes": {"apart": [[one, other]]}}
    made = desk.post(f"{address(scheduled)}schedule/searches/", body)
    number = held(made, schedules.Search, 201)["id"]
    while do_a_slice(number, clock=scheduled.clock):
        desk.post(f"{address(scheduled)}stop-search/", {"search": number})
    found = held(desk.get(f"{address(scheduled)}schedule/searches/{number}/"), schedules.Search)
    assert found["stage"] == "ready"
    assert desk.post(f"{address(scheduled)}take-schedule/", {"search": number}).status_code == 200
    standing = desk.get(f"{address(scheduled)}schedule/").json()["announced"]
    assert standing["rounds"] == found["announced"]["rounds"]
    assert not any({one, other} <= set(table) for told in standing["rounds"] for table in told["tables"])
    assert publish.check_rows(scheduled.read()) == []


def test_the_search_of_another_evening_is_not_there(
    desk: Caller, scheduled: AnEvening, make_evening: Make
) -> None:
    number = desk.post(f"{address(scheduled)}schedule/searches/", {}).json()["id"]
    other = make_evening(8, movement="scheduled", name="Saturday")
    assert desk.post(f"{address(other)}take-schedule/", {"search": number}).status_code == 404


def test_a_file_becomes_the_schedule(desk: Caller, scheduled: AnEvening) -> None:
    text = "1-2-3-4 5-6-7-8\n1-5-2-6 3-7-4-8\n1-7-2-8 3-5-4-6\n"
    assert desk.post(f"{address(scheduled)}bring-schedule/", {"text": text}).status_code == 200
    standing = desk.get(f"{address(scheduled)}schedule/").json()["announced"]
    assert (len(standing["rounds"]), standing["made_by"]["kind"]) == (3, "imported")
