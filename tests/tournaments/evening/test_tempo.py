"""How long a room takes, and which round is the last by the end that is planned."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from tournaments.evening.forecast import (
    Outlook,
    Tempo,
    TimedRound,
    end_of_evening,
    measured_tempo,
    outlook,
    usual_tempo,
)
from tournaments.evening.plan import read_plan

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
        TEMPO,
        planned=6,
        played=played_already,
        begins=at(begins),
        end=at(end),
        at=at(now),
        is_on=is_on,
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
