"""Schedules over the REST door: read, searched for, taken, brought in."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.tournaments.an_evening import AnEvening, do_a_slice
from tests.tournaments.evening.api.callers import Caller, fault
from tests.tournaments.evening.api.test_an_evening import held
from tournaments.evening.api import schedules
from tournaments.publishing import publish

Make = Callable[..., AnEvening]


@pytest.fixture
def scheduled(make_evening: Make) -> AnEvening:
    """Eight players with the seats of three rounds drawn."""
    return make_evening(8, rounds=3, movement="scheduled")


def base(evening: AnEvening) -> str:
    return f"/api/v1/clubs/{evening.evening.club.slug}/evenings/{evening.evening.slug}/"


def test_the_seats_of_all_rounds_are_read(desk: Caller, scheduled: AnEvening) -> None:
    answer = held(desk.get(f"{base(scheduled)}schedule/"), schedules.Schedule)
    assert [told["round"] for told in answer["announced"]["rounds"]] == [2, 3]
    assert answer["searches"] == []


def test_an_evening_that_moves_by_who_won_has_no_schedule(desk: Caller, make_evening: Make) -> None:
    evening = make_evening(8)
    assert desk.get(f"{base(evening)}schedule/").json()["announced"] is None
    refused = desk.post(f"{base(evening)}schedule/searches/", {})
    assert fault(refused) == (400, "movement", "no-schedule")


def test_a_search_is_asked_for_looked_at_and_taken(desk: Caller, scheduled: AnEvening) -> None:
    one, other = scheduled.evening.tickets.values_list("code", flat=True)[:2]
    body = {"purpose": "improve", "wishes": {"apart": [[one, other]]}}
    made = desk.post(f"{base(scheduled)}schedule/searches/", body)
    number = held(made, schedules.Search, 201)["id"]
    while do_a_slice(number, clock=scheduled.clock):
        desk.post(f"{base(scheduled)}stop-search/", {"search": number})
    found = held(desk.get(f"{base(scheduled)}schedule/searches/{number}/"), schedules.Search)
    assert found["stage"] == "ready"
    assert desk.post(f"{base(scheduled)}take-schedule/", {"search": number}).status_code == 200
    standing = desk.get(f"{base(scheduled)}schedule/").json()["announced"]
    assert standing["rounds"] == found["announced"]["rounds"]
    assert not any({one, other} <= set(table) for told in standing["rounds"] for table in told["tables"])
    assert publish.check_rows(scheduled.read()) == []


def test_a_search_that_is_dropped_cannot_be_taken(desk: Caller, scheduled: AnEvening) -> None:
    number = desk.post(f"{base(scheduled)}schedule/searches/", {}).json()["id"]
    assert desk.post(f"{base(scheduled)}drop-search/", {"search": number}).status_code == 200
    refused = desk.post(f"{base(scheduled)}take-schedule/", {"search": number})
    assert fault(refused) == (400, "planning", "nothing-found")


def test_the_search_of_another_evening_is_not_there(
    desk: Caller, scheduled: AnEvening, make_evening: Make
) -> None:
    number = desk.post(f"{base(scheduled)}schedule/searches/", {}).json()["id"]
    other = make_evening(8, movement="scheduled", name="Saturday")
    assert desk.get(f"{base(other)}schedule/searches/{number}/").status_code == 404
    assert desk.post(f"{base(other)}take-schedule/", {"search": number}).status_code == 404


@pytest.mark.parametrize(
    ("text", "field"),
    [
        pytest.param("1-2-3-4 5-6-7-7\n", "line.1.table.2.seat.4", id="one player twice"),
        pytest.param("1-2-3-4 5-6-7-x\n", "line.1.table.2.seat.4", id="no number"),
        pytest.param("", "", id="nothing"),
    ],
)
def test_a_file_that_is_wrong_says_where(desk: Caller, scheduled: AnEvening, text: str, field: str) -> None:
    refused = desk.post(f"{base(scheduled)}bring-schedule/", {"text": text})
    assert refused.status_code == 400
    assert field in [problem["field"] for problem in refused.json()["errors"]]


def test_a_file_becomes_the_schedule(desk: Caller, scheduled: AnEvening) -> None:
    text = "1-2-3-4 5-6-7-8\n1-5-2-6 3-7-4-8\n1-7-2-8 3-5-4-6\n"
    assert desk.post(f"{base(scheduled)}bring-schedule/", {"text": text}).status_code == 200
    standing = desk.get(f"{base(scheduled)}schedule/").json()["announced"]
    assert (len(standing["rounds"]), standing["made_by"]["kind"]) == (3, "imported")
