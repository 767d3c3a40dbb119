"""What a plan's choices mean for the players expected, and which round is the last by the pace of the room."""

import random
import re
from datetime import datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db.models import F
from django.utils import timezone

from games.catalogue import GAMES
from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.evening.web.desk.at_the_desk import Desk, DeskAt, as_sent, html, words
from tests.tournaments.the_rows import asked
from tournaments.club.models import ClubNight
from tournaments.club.reads.members import house_rules_of_club
from tournaments.evening.models import Evening, Round
from tournaments.evening.new_plans import PRESETS
from tournaments.evening.reads.live import outlook_of
from tournaments.evening.web.desk.plan_form import PlanForm, as_entered
from tournaments.movement.catalogue import MOVEMENTS

MOST_ASKED = 9


def form_of(desk: Desk, preset: str = "bell", **changes: str) -> dict[str, Any]:
    """What the form of a new evening sends that begins with a preset, as `test_plan_forms` holds."""
    kind = next(kind for kind in PRESETS if kind.slug == preset)
    usual = house_rules_of_club(desk.club)
    shown = PlanForm(initial=as_entered(kind.plan(), kind.name, timezone.localdate(), usual))
    return as_sent(shown).dict() | changes


def told(desk: Desk, preset: str = "bell", **changes: str) -> str:
    return words(desk.see("desk-forecast", **form_of(desk, preset, **changes)))


def test_what_is_chosen_is_forecast(desk: Desk) -> None:
    changes: dict[str, str]
    for preset, changes, says in (
        ("bell", {"players": "14"}, "nobody more than once"),
        ("bell", {"players": "22", "rounds": "6"}, "about 2 h 20 (reckoned with 20 min a round)"),
        ("bell", {"players": ""}, "Enter how many players you expect"),
        ("bell", {"players": "401"}, "“401” was entered; the number of players is from 1 to 400."),
        ("bell", {"players": "9" * 5000}, "the number of players is from 1 to 400."),
        ("bell", {"players": "14", "name": "", "date": "?"}, "3 tables of 4"),
        ("bell", {"players": "14", "rounds": "x"}, "Rounds: “x” is not a whole number."),
        ("bell", {"players": "14", "ends_about": "25:00"}, "Finish by: A time of day is hours and minutes"),
        (
            "everyone",
            {"players": "22", "game": "chambery_tarot", "table_size": "5"},
            "5 tables: 5 + 5 + 4 + 4 + 4, nobody sits out",
        ),
        ("swiss", {"players": "34", "movement": "knock_out", "rounds": "3"}, "enter 5 under “Rounds”"),
        ("everyone", {"players": "16", "rounds": "5"}, "5 are planned; nobody has to meet anybody twice"),
        ("everyone", {"players": "16", "rounds": "7"}, "for 5 rounds at most, and 7 are planned"),
        (
            "everyone",
            {"players": "16", "game": "ascot", "movement": "progressive"},
            "is not possible at the tables of Ascot; choose",
        ),
    ):
        assert says in told(desk, preset, **changes), changes
    assert not Evening.objects.exists()


def test_nothing_at_all_is_no_forecast_and_no_error(desk: Desk) -> None:
    page = desk.see("desk-forecast", game="poker", movement="x", players="\x00")
    assert "Game: Select a valid choice." in words(page)


def test_what_folded_parts_say_follows(desk: Desk) -> None:
    page = desk.see("desk-forecast", **form_of(desk, "hands", colours="red, green", prizes__best="3"))
    assert '<span hidden data-says="tickets">Colours: red, green. ' in page
    assert "3 prizes for the best players." in page.partition('data-says="prizes">')[2]


def test_without_a_script_a_button_works_it_out_and_saves_nothing(desk: Desk) -> None:
    entered = form_of(desk, players="22", name="Kept as entered", forecast="1")
    answer = desk.client.post(desk.url("desk-new"), entered)
    page = words(answer.content.decode())
    assert answer.status_code == 200
    assert "5 tables of 4, 2 sit out each round" in page
    assert 'value="Kept as entered"' in answer.content.decode()
    assert not Evening.objects.exists()


def test_the_button_changes_no_plan(desk_at: DeskAt) -> None:
    here, room = desk_at(8, until="check_in")
    before = room.evening.plan
    shown = here.client.get(here.url("desk-plan")).context["form"]
    entered = as_sent(shown).dict() | {"rounds": "9", "players": "8", "forecast": "1"}
    assert here.client.post(here.url("desk-plan"), entered).status_code == 200
    assert room.read().plan == before


def test_as_many_as_last_time_are_expected_on_their_night(desk: Desk, make_evening: Make) -> None:
    room = make_evening(13, until="finished", rounds=1)
    page = desk.see("desk-new")
    assert 'name="players" value="13"' in page
    assert "reckoned with 20 min a round" in told(desk, players="13")
    begun = F("started_at") + timedelta(minutes=33)
    Round.objects.filter(evening=room.evening).update(stopped_at=begun, closed_at=begun)
    page = told(desk, players="13", ends_about="23:30", date="2036-12-06")
    assert "33 min a round at your earlier evenings): start 20:30, last hand about" in page
    assert "before your end at 23:30" in page or "make round" in page
    ClubNight.objects.create(club=room.evening.club, weekday=4, starts=time(19, 15))
    assert "start 19:15, last" in told(desk, players="13", date="2036-12-05")
    assert "start 20:30, last" in told(desk, players="13", date="2036-12-06")


def test_it_asks_the_database_little(desk: Desk, make_evening: Make) -> None:
    make_evening(13, until="finished")
    entered = form_of(desk, players="13")
    statements = asked(lambda: desk.see("desk-forecast", **entered))
    assert len(statements) <= MOST_ASKED, "\n".join(statements)
    assert all(one.startswith("SELECT") for one in statements), statements


NONSENSE = (
    "",
    "x",
    "-1",
    "0",
    "9" * 30,
    "1: 2",
    "\x00",
    "None",
    "points",
    "games",
    "bell",
    "é" * 300,
    "5, 5",
    "on",
)


@pytest.mark.parametrize("seed", range(5))
def test_no_nonsense_breaks_it(desk: Desk, seed: int) -> None:
    """Fields of every kind with values of every other, some left out: always a page, never an error."""
    dice = random.Random(seed)
    presets = ("bell", "hands", "whist-drive", "everyone", "league", "swiss")
    whole = form_of(desk, dice.choice(presets), players=str(dice.randint(1, 400)))
    values = [*whole.values(), *NONSENSE, *GAMES, *MOVEMENTS]
    for _ in range(12):
        changed = {name: str(dice.choice(values)) for name in dice.sample(sorted(whole), dice.randint(1, 6))}
        left = dice.sample(sorted(whole), dice.randint(0, 3))
        sent = {name: value for name, value in (whole | changed).items() if name not in left}
        assert desk.see("desk-forecast", **sent)


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
    ("until", "first_round", "minutes", "says"),
    [
        ("playing", (1, None), 300, "There is time for"),
        ("playing", (1, None), 60, "make round 2 the last"),
        ("moved", (34, 4), 10, "There is no time for another round: round 2 would end about"),
    ],
)
def test_the_desk_names_the_last_round(
    desk: Desk, make_evening: Make, until: str, first_round: tuple[int, int | None], minutes: int, says: str
) -> None:
    room = ending(make_evening, until, first_round, minutes=minutes)
    assert says in words(desk.of(room).see())


def test_the_pace_is_that_of_tonight(desk: Desk, make_evening: Make) -> None:
    room = ending(make_evening, "moved", (14, 4), minutes=61)
    assert "make round 5 the last" in words(desk.of(room).see())
    played(room, (34, 4))
    assert "make round 2 the last" in words(desk.of(room).see())


def test_an_evening_on_another_date_has_no_pace(desk: Desk, make_evening: Make) -> None:
    room = ending(make_evening, "playing", (1, None), minutes=300)
    begun_on(room, timezone.now() + timedelta(days=7))
    assert outlook_of(room.evening, timezone.now()) is None
    assert "At this pace" not in desk.of(room).see()


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


def test_the_wall_says_when_the_last_hand_begins(desk: Desk, make_evening: Make) -> None:
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


def test_the_end_that_is_planned_stands_in_plan_and_rules(desk: Desk, make_evening: Make) -> None:
    room = ending(make_evening, "check_in", minutes=60)
    end = room.evening.plan["ends_about"]
    assert f'name="ends_about" value="{end}"' in desk.of(room).see("desk-plan")
    page = words(html(desk.client.get(f"/c/{desk.club.slug}/{room.evening.slug}/")))
    assert f"Finish by {end}" in page
