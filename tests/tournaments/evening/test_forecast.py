"""What is forecast of an evening is what is drawn: the tables of the seating itself, for every number of players."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest

from games.catalogue import GAMES
from tests.tournaments.faults.costs import check_share
from tournaments.evening.forecast import MOST_PLAYERS, forecast
from tournaments.evening.new_plans import checked_plan
from tournaments.evening.plan import Plan
from tournaments.evening.web.desk.plan_choices import at_the_tables
from tournaments.movement.catalogue import MOVEMENTS

FEW, MANY = 2, 60


def planned(game: str, movement: str, counting: str, **options: Any) -> Plan:
    """A plan with these choices, its rounds ending by their hands."""
    counts = "games" if counting == "games" else "points"
    return checked_plan(
        {
            "game": game,
            "movement": movement,
            "counting": counting,
            "movement_options": options,
            "round": {"ends": "hands", "hands": 4},
            "worth": {"counts": counts},
            "colours": ["ladies", "gentlemen"],
        }
    )


def every_way() -> Iterator[tuple[str, str, str, dict[str, Any]]]:
    """Every game with every movement and counting that goes with it, and what else decides about the tables."""
    for slug, game in GAMES.items():
        for movement in MOVEMENTS:
            for counting in at_the_tables(game, movement):
                sizes = game.seats if counting == "points" else ()
                yield slug, movement, counting, {}
                yield from ((slug, movement, counting, {"table_size": size}) for size in sizes)
                if movement == "knock_out":
                    yield slug, movement, counting, {"losers": "rest"}


@pytest.mark.parametrize(("game", "movement", "counting", "options"), list(every_way()))
def test_the_tables_forecast_are_the_tables_drawn(
    game: str, movement: str, counting: str, options: dict[str, Any]
) -> None:
    plan = planned(game, movement, counting, **options)
    for count in range(FEW, MANY + 1):
        seen = forecast(plan, count)
        players = [f"player {number}" for number in range(count)]
        colours = {player: plan.colours[place % 3 > 0] for place, player in enumerate(players)}
        drawn = plan.mover.first_seating(plan.draw(players, seed=f"{count}", colours=colours))
        assert seen.tables == tuple(map(len, drawn.tables)), count
        assert seen.sitting_out == len(drawn.sitting_out), count
        assert sum(seen.tables) + seen.sitting_out == count
        assert bool(seen.missing) == (not seen.tables)
        if seen.missing:
            assert forecast(plan, count + seen.missing).tables
            assert all(not forecast(plan, count + more).tables for more in range(seen.missing))


def test_twenty_two_at_fives_are_two_fives_and_three_fours() -> None:
    seen = forecast(planned("chambery_tarot", "scheduled", "points", table_size=5), 22)
    assert (seen.tables, seen.sitting_out, seen.sat_out) == ((5, 5, 4, 4, 4), 0, (0, 0))


@pytest.mark.parametrize(
    ("players", "needed"), [(4, 1), (8, 2), (12, 3), (16, 3), (20, 4), (32, 4), (33, 4), (34, 5)]
)
def test_a_knock_out_of_couples_needs_a_round_for_each_time_their_number_is_halved(
    players: int, needed: int
) -> None:
    seen = forecast(planned("chantecler", "knock_out", "games"), players)
    assert seen.needed == needed
    assert seen.is_too_short == (seen.rounds < needed)


@pytest.mark.parametrize(
    ("movement", "players", "size", "apart"),
    [
        ("scheduled", 16, 4, 5),
        ("scheduled", 25, 5, 6),
        ("scheduled", 22, 5, 6),
        ("drawn", 16, 4, 5),
        ("drawn", 8, 4, 1),
        ("fixed", 16, 4, None),
    ],
)
def test_for_how_many_rounds_nobody_meets_anybody_twice(
    movement: str, players: int, size: int, apart: int | None
) -> None:
    seen = forecast(planned("chambery_tarot", movement, "points", table_size=size), players)
    assert seen.apart == apart
    assert seen.meets_again == (apart is not None and apart < seen.rounds)


def test_sitting_out_goes_round() -> None:
    seen = forecast(planned("chantecler", "progressive", "games"), 14)
    assert (seen.sitting_out, seen.rounds, seen.sat_out) == (2, 6, (0, 1))


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_forecasting_the_largest_number_costs_no_more_than_one_may_ask_for(movement: str) -> None:
    counting = at_the_tables(GAMES["chantecler"], movement)[0]
    plan = planned("chantecler", movement, counting)
    began = time.thread_time()
    forecast(plan, MOST_PLAYERS)
    check_share(began)
