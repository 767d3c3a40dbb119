"""An evening round by round: what each round brought, the places after it, and the drawing of those in front."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.equally_often import equally_often
from tests.tournaments.evening.web.desk.at_the_desk import words
from tournaments.evening import acts
from tournaments.evening.reads.facts import Leg, Runner, race_of, standings_of
from tournaments.evening.services import evenings
from tournaments.evening.web.public.prizes import LAST_PLACE, MOST_DRAWN, drawing
from tournaments.ranking.standings import Standing

pytestmark = pytest.mark.django_db
Visit = Callable[..., Any]
ROUNDS = 3
OF_POINTS: dict[str, Any] = {"movement": "drawn", "counting": "points", "game": "whist", "hands_per_round": 2}


def next_round(room: AnEvening) -> None:
    for step in ("drafted", "moved", "playing", "bell", "settled"):
        room.step_to(step)


PLANS: dict[str, dict[str, Any]] = {
    "games won": {},
    "points": OF_POINTS,
    "a sit-out is half a game": {"sitout": "half"},
    "the best rounds": {"best_rounds": 2},
}


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
def test_the_places_after_each_round_are_the_standings_as_they_were(
    make_evening: Make, plan: dict[str, Any]
) -> None:
    room = make_evening(9, rounds=ROUNDS, until="settled", **plan)
    then = [[line.player for line in standings_of(room.evening)]]
    for _ in range(ROUNDS - 1):
        next_round(room)
        then.append([line.player for line in standings_of(room.evening)])
    runners = race_of(room.evening)
    for at, order in enumerate(then):
        by_place = sorted(runners, key=lambda runner: runner.legs[at].place)
        assert [runner.line.player for runner in by_place] == order
    for runner in runners:
        assert sum(leg.sat_out for leg in runner.legs) == runner.line.sat_out
        assert sum(leg.points is not None for leg in runner.legs) == runner.line.played


def test_what_a_round_brought_is_what_its_table_shows(make_evening: Make) -> None:
    room = make_evening(9, rounds=2, until="settled")
    legs = {runner.line.player: runner.legs[0] for runner in race_of(room.evening)}
    for seat in room.round().seats.select_related("ticket", "table_round"):
        leg, game = legs[seat.ticket.code], seat.table_round
        if game is None:
            assert (leg.points, leg.won, leg.sat_out) == (None, False, True)
        else:
            side = ((seat.seat or 0) - 1) % 2
            assert (leg.points, leg.won) == (game.points[side], game.winner == "AB"[side])
            assert not leg.sat_out


@pytest.mark.parametrize("substitute", ["own", "inherits"])
def test_a_substitute_carries_on_the_line_that_counts(make_evening: Make, substitute: str) -> None:
    room = make_evening(8, rounds=2, until="settled", substitute=substitute)
    gone = room.evening.tickets.get(number=1)
    room.act(evenings.substitute_guest, ticket=gone, name="Somebody New")
    next_round(room)
    runners = race_of(room.evening)
    new = room.evening.tickets.get(replaces=gone)
    played = {
        runner.line.player: [leg.points is not None for leg in runner.legs]
        for runner in runners
        if runner.line.player in (gone.code, new.code)
    }
    own = {gone.code: [True, False], new.code: [False, True]}
    assert played == (own if substitute == "own" else {new.code: [True, True]})


def test_adjustments_of_the_director_count_in_the_last_places_alone(make_evening: Make) -> None:
    room = make_evening(8, rounds=2, until="settled")
    next_round(room)
    before = [runner.legs for runner in race_of(room.evening)]
    first = race_of(room.evening)[0].line.player
    room.act(acts.Penalty(tickets=[first], points=-30, reason="late"))
    after = {runner.line.player: runner for runner in race_of(room.evening)}
    assert after[first].legs[0].place == before[0][0].place
    assert [runner.line for runner in after.values()] == list(standings_of(room.evening))


EMPTY: dict[str, tuple[dict[str, Any], str]] = {
    "before the first round is settled": ({"until": "bell"}, "as soon as it is settled"),
    "a knock-out": ({"until": "settled", "movement": "knock_out", "rounds": 3}, "the rounds themselves show"),
}


@pytest.mark.parametrize(("plan", "said"), EMPTY.values(), ids=EMPTY)
def test_where_there_is_no_race_the_page_says_so(
    make_evening: Make, visit: Visit, plan: dict[str, Any], said: str
) -> None:
    answer = visit(make_evening(8, **plan), "rounds/")
    assert answer.status_code == 200
    assert said in words(answer.content.decode())


def test_the_page_has_a_column_for_each_round_and_a_drawing_from_the_second_on(
    make_evening: Make, visit: Visit
) -> None:
    room = make_evening(9, rounds=2, until="settled")
    once = visit(room, "rounds/").content.decode()
    next_round(room)
    twice = visit(room, "rounds/").content.decode()
    assert ['class="chart race"' in page for page in (once, twice)] == [False, True]
    assert [page.count('<span class="unseen">Round</span>') for page in (once, twice)] == [1, 2]
    assert twice.count("sat out</span>") == 2
    assert f'{room.evening.slug}/rounds/"' in visit(room).content.decode()


def test_results_that_are_being_corrected_show_no_race(make_evening: Make, visit: Visit) -> None:
    room = make_evening(8, rounds=1, until="published")
    first = race_of(room.evening)[0].line.player
    room.act(acts.Penalty(tickets=[first], points=-30, reason="late"))
    page = visit(room, "rounds/").content.decode()
    assert "The director is correcting results." in page
    assert "<table" not in page


def test_the_page_costs_the_same_however_many_play(make_evening: Make, visit: Visit) -> None:
    equally_often(make_evening, "settled", visit, at=["rounds/"], most=16)


def runner(number: int, *places: int) -> Runner:
    """Somebody with these places after each round."""
    line = Standing(f"p{number}", places[-1], 0, 0, 0, 0, 0, 0, 0, "", None)
    return Runner(line, tuple(Leg(at, place) for at, place in enumerate(places, start=1)))


NAMES = {f"p{number}": f"Somebody of a long name {number}" for number in range(1, 41)}


def test_one_round_is_no_race() -> None:
    assert drawing([runner(1, 1), runner(2, 2)], NAMES) is None
    assert drawing([], NAMES) is None


def test_only_those_in_front_are_drawn_and_whoever_was_far_behind_runs_below() -> None:
    drawn = drawing([runner(at, 41 - at, at) for at in range(1, 41)], NAMES)
    assert drawn is not None
    assert [line.place for line in drawn.lines] == list(range(1, MOST_DRAWN + 1))
    assert [place for place, _y in drawn.places] == list(range(1, LAST_PLACE + 1))
    first, second = drawn.lines[0].dots
    assert (first[1], second[1]) == (drawn.behind, drawn.places[0][1])
    assert all(len(line.name) <= 16 for line in drawn.lines)
    assert max(y for line in drawn.lines for _x, y in line.dots) < drawn.height


def test_a_small_evening_has_no_line_for_the_places_behind() -> None:
    drawn = drawing([runner(1, 2, 1, 1), runner(2, 1, 2, 2)], NAMES)
    assert drawn is not None
    assert (drawn.behind, len(drawn.places), [number for number, _x in drawn.rounds]) == (None, 2, [1, 2, 3])
