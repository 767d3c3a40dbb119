"""Desk and wall say by the pace of the room which round is the last before the planned end."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.evening.web.desk.at_the_desk import Desk, DeskAt, html, words
from tests.tournaments.the_rows import asked
from tournaments.evening.models import Evening, Round
from tournaments.evening.reads.live import outlook_of

PARIS = ZoneInfo("Europe/Paris")
MINUTE = timedelta(minutes=1)
QUERIES_BEFORE_A_ROUND_IS_OVER, QUERIES_AFTER = 3, 1


def ending(
    make_evening: Make, until: str, *times: tuple[int, int | None], minutes: int, rounds: int = 6, **plan: Any
) -> AnEvening:
    """Tonight's evening that is to end so many minutes from now, by the clocks of the club; its rounds `played`."""
    end = (timezone.now() + minutes * MINUTE).astimezone(PARIS)
    room = make_evening(8, until=until, beside={"ends_about": f"{end:%H:%M}"}, rounds=rounds, **plan)
    begun_on(room, timezone.now())
    if times:
        played(room, *times)
    return room


def begun_on(room: AnEvening, day: datetime) -> None:
    """Have the evening's date be this day at the club."""
    Evening.objects.filter(pk=room.evening.pk).update(date=day.astimezone(PARIS).date())
    room.read()


def played(room: AnEvening, *times: tuple[int, int | None]) -> None:
    """Move the rounds of the evening: begun and stopped so many minutes ago."""
    now = timezone.now()
    for number, (begun, stopped) in enumerate(times, start=1):
        stop = None if stopped is None else now - stopped * MINUTE
        Round.objects.filter(evening=room.evening, number=number).update(
            announced_at=now - begun * MINUTE,
            started_at=now - begun * MINUTE,
            stopped_at=stop,
            closed_at=stop,
        )
    Evening.objects.filter(pk=room.evening.pk).update(started_at=now - times[0][0] * MINUTE)
    begun_on(room, now - times[0][0] * MINUTE)


@pytest.mark.parametrize(
    ("minutes", "says"),
    [(300, "There is time for"), (60, "make round 2 the last"), (5, "make round 1 the last")],
)
def test_the_desk_says_which_round_is_the_last(
    desk: Desk, make_evening: Make, minutes: int, says: str
) -> None:
    room = ending(make_evening, "playing", (1, None), minutes=minutes)
    assert says in words(desk.of(room).see())


def test_the_pace_is_that_of_tonight(desk: Desk, make_evening: Make) -> None:
    room = ending(make_evening, "moved", (14, 4), minutes=61)
    assert "make round 5 the last" in words(desk.of(room).see())
    played(room, (34, 4))
    assert "make round 2 the last" in words(desk.of(room).see())


def test_an_evening_that_is_not_played_on_its_date_has_no_pace_to_tell(
    desk: Desk, make_evening: Make
) -> None:
    room = ending(make_evening, "playing", (1, None), minutes=300)
    begun_on(room, timezone.now() + timedelta(days=7))
    assert outlook_of(room.evening, timezone.now()) is None
    assert "At this pace" not in desk.of(room).see()


def test_when_no_round_fits_the_evening_is_to_be_finished(desk: Desk, make_evening: Make) -> None:
    room = ending(make_evening, "moved", (34, 4), minutes=10)
    assert "There is no time for another round: round 2 would end about" in words(desk.of(room).see())


def test_before_a_round_is_over_the_pace_is_that_of_earlier_evenings(make_evening: Make) -> None:
    earlier = make_evening(8, until="finished", name="Last week", rounds=1)
    played(earlier, (120, 75))
    room = ending(make_evening, "playing", (1, None), minutes=100)
    seen = outlook_of(room.evening, timezone.now())
    assert seen is not None
    assert (seen.next_ends - seen.last_ends) == 49 * MINUTE
    assert seen.last == 2
    make_evening(8, until="finished", name="Another kind", rounds=1, ends={"ends": "hands", "hands": 1})
    assert outlook_of(room.evening, timezone.now()).last == 2  # type: ignore[union-attr]


def test_the_wall_says_when_the_last_hand_begins_and_asks_the_database_little(
    desk: Desk, make_evening: Make
) -> None:
    room = ending(make_evening, "playing", (1, None), minutes=60)
    page = words(html(desk.client.get(f"/c/{desk.club.slug}/{room.evening.slug}/wall/")))
    assert re.search(r"Round 1 of about 2, last hand about \d\d:\d[05]", page)
    make_evening(8, until="finished", name="Last week", rounds=1)
    before = asked(lambda: outlook_of(room.evening, timezone.now()))
    assert len(before) == QUERIES_BEFORE_A_ROUND_IS_OVER, before
    later = ending(make_evening, "moved", (34, 4), minutes=60, name="Tonight")
    assert len(asked(lambda: outlook_of(later.evening, timezone.now()))) == QUERIES_AFTER


@pytest.mark.parametrize("status", ["draft", "check_in", "finished"])
def test_before_and_after_play_there_is_nothing_to_tell(make_evening: Make, status: str) -> None:
    room = ending(make_evening, status, minutes=60, rounds=1)
    assert asked(lambda: outlook_of(room.evening, timezone.now())) == []


def test_an_evening_without_an_end_asks_nothing_and_says_nothing(desk_at: DeskAt) -> None:
    here, room = desk_at(8, until="playing")
    assert asked(lambda: outlook_of(room.evening, timezone.now())) == []
    assert "desk__outlook" not in here.see()


def test_what_is_entered_at_the_desk_is_in_the_plan_and_the_rules_of_the_evening(
    desk: Desk, make_evening: Make
) -> None:
    room = ending(make_evening, "check_in", minutes=60)
    end = room.evening.plan["ends_about"]
    assert f'name="ends_about" value="{end}"' in desk.of(room).see("desk-plan")
    page = words(html(desk.client.get(f"/c/{desk.club.slug}/{room.evening.slug}/")))
    assert f"Ends about {end}" in page
