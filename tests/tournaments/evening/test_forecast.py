"""What is forecast of an evening is what is drawn; how long a room takes, and which round is the last."""

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from games.catalogue import GAMES
from tests.tournaments.faults.costs import check_share
from tests.unlike import UNLIKE
from tournaments.evening.forecast import (
    MOST_PLAYERS,
    Outlook,
    Tempo,
    TimedRound,
    end_of_evening,
    forecast,
    measured_tempo,
    outlook,
    usual_tempo,
)
from tournaments.evening.new_plans import checked_plan
from tournaments.evening.plan import Plan, read_plan
from tournaments.evening.web.desk.plan_form import at_the_tables
from tournaments.evening.web.words import problems_of
from tournaments.movement import catalogue
from tournaments.movement.catalogue import MOVEMENTS

FEW, MANY, MOST_OF_A_KNOCK_OUT = 2, 25, 40
"""Three tables of eight, and what a halving more than thirty-two takes."""


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


def ways(movement: catalogue.Slug) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every number of seats with every counting that goes with a movement, and what else decides."""
    games = {tuple(GAMES[slug].seats): slug for slug in UNLIKE}
    for slug in games.values():
        game = GAMES[slug]
        for counting in at_the_tables(game, movement):
            sizes = game.seats if counting == "points" else ()
            yield slug, counting, {}
            yield from ((slug, counting, {"table_size": size}) for size in sizes)
            if movement == "knock_out":
                yield slug, counting, {"losers": "rest"}


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_the_tables_forecast_are_the_tables_drawn(movement: catalogue.Slug) -> None:
    for game, counting, options in ways(movement):
        plan = planned(game, movement, counting, **options)
        for count in range(FEW, (MOST_OF_A_KNOCK_OUT if movement == "knock_out" else MANY) + 1):
            row = (game, counting, options, count)
            seen = forecast(plan, count)
            players = [f"player {number}" for number in range(count)]
            colours = {player: plan.colours[place % 3 > 0] for place, player in enumerate(players)}
            drawn = plan.mover.first_seating(plan.draw(players, seed=f"{count}", colours=colours))
            assert seen.tables == tuple(map(len, drawn.tables)), row
            assert seen.sitting_out == len(drawn.sitting_out), row
            assert sum(seen.tables) + seen.sitting_out == count, row
            assert bool(seen.missing) == (not seen.tables), row
            if seen.missing:
                assert forecast(plan, count + seen.missing).tables, row
                assert all(not forecast(plan, count + more).tables for more in range(seen.missing)), row


def test_twenty_two_at_fives_are_two_fives_and_three_fours() -> None:
    seen = forecast(planned("chambery_tarot", "scheduled", "points", table_size=5), 22)
    assert (seen.tables, seen.sitting_out, seen.sat_out) == ((5, 5, 4, 4, 4), 0, (0, 0))


@pytest.mark.parametrize(
    ("players", "needed"), [(4, 1), (8, 2), (12, 3), (16, 3), (20, 4), (32, 4), (33, 4), (34, 5)]
)
def test_a_knock_out_needs_a_round_for_each_halving(players: int, needed: int) -> None:
    seen = forecast(planned("chantecler", "knock_out", "games"), players)
    assert seen.needed == needed
    assert seen.is_too_short == (seen.rounds < needed)


@pytest.mark.parametrize(
    ("movement", "players", "size", "apart"),
    [
        ("scheduled", 16, 4, 5),
        ("scheduled", 25, 5, 6),
        ("scheduled", 22, 5, 5),
        ("scheduled", 148, 4, 49),
        ("drawn", 16, 4, 5),
        ("drawn", 8, 4, 1),
        ("fixed", 16, 4, None),
    ],
)
def test_how_long_nobody_meets_twice(movement: str, players: int, size: int, apart: int | None) -> None:
    seen = forecast(planned("chambery_tarot", movement, "points", table_size=size), players)
    assert seen.apart == apart
    assert seen.meets_again == (apart is not None and apart < seen.rounds)


@pytest.mark.parametrize(("players", "period"), [(8, 1), (12, 3), (16, 2), (9, None)])
def test_when_the_same_people_sit_together_again(players: int, period: int | None) -> None:
    moves = {"by_colour": {"ladies": -1, "gentlemen": 1}}
    seen = forecast(planned("whist", "by_colour", "points", **moves), players)
    assert seen.period == period
    told = " ".join(problems_of(seen))
    assert ("in every round" in told, "together again" in told) == (period == 1, period in (2, 3))
    assert forecast(planned("whist", "by_seat", "points"), 8).period == 2


@pytest.mark.parametrize(("rounds", "may_tie"), [(3, True), (4, False)])
def test_few_rounds_leave_ties_at_the_top(rounds: int, may_tie: bool) -> None:
    plan = planned("chantecler", "progressive", "games").model_copy(update={"rounds": rounds})
    assert any("expect ties" in words for words in problems_of(forecast(plan, 14))) == may_tie


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


PARIS = ZoneInfo("Europe/Paris")
MINUTE = timedelta(minutes=1)
TEMPO = Tempo(25 * MINUTE, 5 * MINUTE, 5 * MINUTE, "tonight")


def at(clock: str, day: int = 20) -> datetime:
    """That time of a Friday, or of another day of the month."""
    return datetime.fromisoformat(f"2026-11-{day}T{clock}").replace(tzinfo=UTC)


def played(
    started: str, stopped: str = "", *, number: int = 1, hands: int = 5, evening: int = 1
) -> TimedRound:
    return TimedRound(evening, number, at(started), at(stopped) if stopped else None, hands)


@pytest.mark.parametrize(
    ("round_", "minutes", "pause", "hand"),
    [
        ({"ends": "hands", "hands": 8}, 40, 4, 5),
        ({"ends": "hands", "hands": 8, "minutes": 30}, 30, 4, 5),
        ({"ends": "hands", "hands": {"4": 6, "5": 8}}, 40, 4, 5),
        ({"ends": "hands", "hands": 1}, 5, 5 / 3, 5),
        ({"ends": "time", "minutes": 25}, 25, 4, 5),
        ({"ends": "time"}, 20, 4, 5),
        ({"ends": "bell"}, 20, 4, 5),
        (None, 20, 4, 5),
    ],
)
def test_what_a_plan_alone_says(round_: Any, minutes: float, pause: float, hand: float) -> None:
    plan = read_plan({"game": "chantecler", "house_rules": {}, "round": round_})
    assert usual_tempo(plan) == Tempo(minutes * MINUTE, pause * MINUTE, hand * MINUTE, "plan")


@pytest.mark.parametrize(
    ("rounds", "expected"),
    [
        ([], TEMPO),
        ([played("19:30")], TEMPO),
        ([played("19:30", "19:50")], (20, 5, 4)),
        ([played("19:30", "19:50"), played("19:56", "20:26", number=2, hands=6)], (25, 6, 4.5)),
        ([played("19:30", "19:50"), played("19:56", number=2)], (20, 6, 4)),
        ([played("19:30", "19:50"), played("19:30", "19:50", evening=2)], (20, 5, 4)),
        ([played("19:30", "19:50", hands=0)], (20, 5, 5)),
        ([played("19:30", "19:30")], TEMPO),
        ([played("19:30", "19:30"), played("19:35", "19:50", number=2)], (15, 5, 3)),
    ],
)
def test_medians_of_what_was_played(rounds: list[TimedRound], expected: Any) -> None:
    if isinstance(expected, tuple):
        round_, pause, hand = (part * MINUTE for part in expected)
        expected = Tempo(round_, pause, hand, "tonight")
    assert measured_tempo(rounds, TEMPO) == expected


@pytest.mark.parametrize(
    ("ends_about", "began", "expected"),
    [
        ("22:30", "2026-11-20T19:30", "2026-11-20T22:30"),
        ("00:30", "2026-11-20T19:30", "2026-11-21T00:30"),
        ("02:00", "2026-11-21T00:10", "2026-11-21T02:00"),
        ("19:30", "2026-11-20T19:30", "2026-11-21T19:30"),
        # The night in which the clocks go back has one hour twice, and one evening an hour longer.
        ("03:30", "2026-10-24T20:00", "2026-10-25T03:30"),
        ("23:00", "2026-12-31T20:00", "2026-12-31T23:00"),
        ("00:15", "2026-12-31T20:00", "2027-01-01T00:15"),
    ],
)
def test_the_end_is_the_next_time_that_the_clocks_show_it(ends_about: str, began: str, expected: str) -> None:
    start = datetime.fromisoformat(began).replace(tzinfo=PARIS)
    assert end_of_evening(ends_about, start) == datetime.fromisoformat(expected).replace(tzinfo=PARIS)


@pytest.mark.parametrize(
    ("played_already", "is_on", "begins", "now", "end", "last", "ends", "hand", "following"),
    [
        # Nothing played yet: rounds of 25 minutes and breaks of 5.
        (0, False, "19:30", "19:30", "22:30", 6, "22:25", "22:20", "22:55"),
        (0, False, "19:30", "19:30", "21:00", 3, "20:55", "20:50", "21:25"),
        (0, False, "19:30", "19:30", "19:40", 1, "19:55", "19:50", "20:25"),
        # In play: the round ends when it usually does, or is late already.
        (2, True, "20:30", "20:40", "22:30", 6, "22:25", "22:20", "22:55"),
        (2, True, "20:30", "21:10", "22:30", 5, "22:10", "22:05", "22:40"),
        (5, True, "22:00", "22:10", "22:30", 6, "22:25", "22:20", "22:55"),
        (5, True, "22:00", "22:45", "22:30", 6, "22:45", "22:45", "23:15"),
        # One round more than planned was begun by the director.
        (6, True, "22:30", "22:31", "22:30", 7, "22:55", "22:50", "23:25"),
        # Between rounds: the next begins after the break, or late already.
        (4, False, "21:30", "21:26", "22:30", 6, "22:25", "22:20", "22:55"),
        (4, False, "21:30", "21:50", "22:30", 5, "22:15", "22:10", "22:45"),
        # There is no time for another.
        (4, False, "22:10", "22:06", "22:30", 4, "22:06", "", "22:35"),
    ],
)
def test_the_last_round_by_the_end(
    played_already: int,
    is_on: bool,
    begins: str,
    now: str,
    end: str,
    last: int,
    ends: str,
    hand: str,
    following: str,
) -> None:
    seen = outlook(
        TEMPO, planned=6, played=played_already, begins=at(begins), end=at(end), at=at(now), is_on=is_on
    )
    assert seen == Outlook(6, last, at(ends), at(hand) if hand else None, at(following), at(end))


def test_after_the_last_round_there_is_nothing_to_tell() -> None:
    assert outlook(TEMPO, planned=6, played=6, begins=at("22:00"), end=at("22:30"), at=at("22:00")) is None


@pytest.mark.parametrize(
    ("planned", "end", "most", "spare"),
    [
        (3, at("20:59"), 20, 0),
        (3, at("21:25"), 20, 1),
        (3, at("22:30"), 20, 3),
        (3, at("20:00"), 20, 0),
        # No more rounds are promised than the evening can have.
        (2, at("19:30", day=21), 20, 18),
        (20, at("19:30", day=21), 20, 0),
        (25, at("19:30", day=21), 20, 0),
        (3, at("19:30", day=21), 3, 0),
    ],
)
def test_rounds_to_spare(planned: int, end: datetime, most: int, spare: int) -> None:
    seen = outlook(TEMPO, planned=planned, played=0, begins=at("19:30"), end=end, at=at("19:30"), most=most)
    assert seen is not None
    assert seen.spare == spare


@pytest.mark.parametrize(
    "entered", ["24:00", "7:30", "22.30", "22:60", "22:30:00", "", 2230, ["22:30"], " 22:30", "22:30\n"]
)
def test_what_is_no_time_of_day_is_refused(entered: Any) -> None:
    with pytest.raises(ValueError, match="such as 22:30"):
        read_plan({"game": "chantecler", "house_rules": {}, "ends_about": entered})


def test_a_plan_without_an_end_is_written_as_before() -> None:
    plan = {"game": "chantecler", "house_rules": {}}
    assert "ends_about" not in read_plan(plan).model_dump(mode="json")
    assert read_plan({**plan, "ends_about": "22:30"}).model_dump(mode="json")["ends_about"] == "22:30"
