"""The nights of a club: entered under its settings, shown to everybody, and what a new evening begins with."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import time
from typing import Any

import pytest
from django.http import Http404
from django.test import Client

from tests.tournaments.an_evening import Make
from tests.tournaments.evening.web.desk.at_the_desk import Desk, as_sent, html, words
from tests.tournaments.the_rows import everything
from tournaments.club.models import ClubNight
from tournaments.evening.models import Evening
from tournaments.evening.services import evenings
from tournaments.evening.services.evenings import MOST_NIGHTS, NewNight
from tournaments.signup import lists

ENTERED = {
    "weekday": "1",
    "week": "0",
    "starts": "19:30",
    "name": "Tuesday whist",
    "begins_with": "game-whist",
}


def test_a_night_is_added_changed_and_removed(desk: Desk) -> None:
    assert "The night is added." in desk.press("desk-nights", **ENTERED)
    night = ClubNight.objects.get()
    assert "Tuesday whist Every Tuesday, 19:30 · Whist" in words(desk.see("desk-nights"))
    desk.press("desk-night", night.pk, **(ENTERED | {"week": "1", "name": "", "begins_with": "last"}))
    assert "First Tuesday of the month, 19:30 As last time on this night" in words(desk.see("desk-nights"))
    assert "The night is removed." in desk.press("desk-night-remove", night.pk)
    assert not ClubNight.objects.exists()


@pytest.mark.parametrize(
    "do",
    [
        lambda row: evenings.change_night(row=row, night=NewNight(weekday=2)),
        lambda row: evenings.remove_night(row=row),
    ],
    ids=["changed", "removed again"],
)
def test_a_night_that_somebody_has_removed_meanwhile_stays_removed(
    desk: Desk, do: Callable[[ClubNight], object]
) -> None:
    night = evenings.add_night(club=desk.club, night=NewNight(weekday=1))
    seen_before = ClubNight.objects.get(pk=night.pk)
    evenings.remove_night(row=night)
    before = everything()
    with pytest.raises(Http404):
        do(seen_before)
    assert everything() == before


def test_everybody_sees_the_nights_at_once(desk: Desk) -> None:
    page = Client().get("/c/rooster-club/")
    assert "Every Tuesday" not in words(html(page))
    desk.press("desk-nights", **ENTERED)
    for address in ("/c/rooster-club/", "/c/rooster-club/coming/"):
        seen = Client().get(address, headers={"if-none-match": page.get("ETag", "")})
        assert "Tuesday whist · Every Tuesday, 19:30" in words(html(seen))


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"weekday": "7"}, "7 is not one of the available choices"),
        ({"starts": "25:00"}, "That is no time of day"),
        ({"begins_with": "own-999"}, "own-999 is not one of the available choices"),
        ({"name": "Ow\u202el"}, "cannot be shown"),
    ],
)
def test_what_is_no_night_is_refused(desk: Desk, changed: dict[str, str], says: str) -> None:
    before = everything()
    assert says in words(desk.refused("desk-nights", **(ENTERED | changed)))
    assert everything() == before


def test_a_club_has_no_more_than_fit_above_a_form(desk: Desk) -> None:
    for _ in range(MOST_NIGHTS):
        evenings.add_night(club=desk.club, night=NewNight(weekday=1))
    assert "remove one first" in desk.refused("desk-nights", **ENTERED)


def begun(desk: Desk, **query: Any) -> Any:
    """The form of a new evening."""
    return desk.client.get(desk.url("desk-new"), query).context["form"]


def test_a_new_evening_begins_with_the_soonest_night_and_with_any_by_one_tap(desk: Desk) -> None:
    for weekday, name, kind in ((1, "Whist", "whist-drive"), (4, "", "game-chambery_tarot")):
        evenings.add_night(club=desk.club, night=NewNight(weekday=weekday, name=name, begins_with=kind))
    links = re.findall(r'href="\?night=(\d+)"\s+(aria-current)?', desk.see("desk-new"))
    assert [bool(current) for _pk, current in links] == [True, False]
    days = {}
    for pk, _current in links:
        form, night = begun(desk, night=pk), ClubNight.objects.get(pk=pk)
        assert night.falls_on(form["date"].value())
        days[form["name"].value()] = (form["game"].value(), form["date"].value())
    assert {name: game for name, (game, _day) in days.items()} == {
        "Whist": "whist",
        "Chambery Tarot": "chambery_tarot",
    }
    assert begun(desk)["date"].value() == min(day for _game, day in days.values())


def test_a_day_that_has_an_evening_is_not_offered_again(desk: Desk) -> None:
    evenings.add_night(club=desk.club, night=NewNight(weekday=1, name="Whist"))
    form = begun(desk)
    assert desk.client.post(desk.url("desk-new"), as_sent(form).dict()).status_code == 302
    made = Evening.objects.get()
    assert (made.name, made.date) == ("Whist", form["date"].value())
    assert (begun(desk)["date"].value() - made.date).days == 7


def test_as_last_time_is_the_last_evening_of_that_night(desk: Desk, make_evening: Make) -> None:
    make_evening(8, until="finished", name="Played", rounds=1)
    [night, other] = [
        evenings.add_night(club=desk.club, night=NewNight(weekday=day, begins_with="last")) for day in (4, 1)
    ]
    form = begun(desk, night=night.pk)
    assert (form["name"].value(), form["rounds"].value()) == ("Played", 1)
    assert begun(desk, night=other.pk)["name"].value() == "Progressive evening"


def test_a_kind_of_evening_that_is_kept_no_longer_gives_way_to_the_usual_game(
    desk: Desk, make_evening: Make
) -> None:
    desk.of(make_evening(8, until="draft", rounds=4)).press("desk-keep", name="Ours")
    preset = desk.club.presets.get()
    night = evenings.add_night(club=desk.club, night=NewNight(weekday=4, begins_with=f"own-{preset.pk}"))
    assert begun(desk, night=night.pk)["rounds"].value() == 4
    preset.delete()
    desk.club.usual_game = "whist"
    desk.club.save()
    assert begun(desk, night=night.pk)["game"].value() == "whist"


def test_an_evening_is_announced_for_the_hour_of_its_night(desk: Desk, make_evening: Make) -> None:
    evening = make_evening(8, until="draft").evening
    assert lists.usual_start(desk.club, evening.date) is None
    evenings.add_night(club=desk.club, night=NewNight(weekday=4, starts=time(20, 15)))
    assert lists.usual_start(desk.club, evening.date) == time(20, 15)


def test_several_evenings_are_planned_for_a_night(desk: Desk) -> None:
    night_body = NewNight(weekday=4, week=5, name="Last Friday", starts=time(20), begins_with="game-whist")
    night = evenings.add_night(club=desk.club, night=night_body)
    address = f"{desk.url('desk-several')}?night={night.pk}"
    page = desk.client.get(address)
    form = page.context["form"]
    assert "On this night: Last Friday of the month, 20:00" in words(html(page))
    sent = as_sent(form).dict() | {"first": "2027-01-01", "count": "3"}
    days = ["2027-01-29", "2027-02-26", "2027-03-26"]
    answer = desk.client.post(address, {**sent, "save": "1", "seen": " ".join(days), "days": days})
    assert answer.status_code == 302, words(html(answer))
    rows = Evening.objects.order_by("date")
    assert [row.date.isoformat() for row in rows] == days
    assert {(row.name, row.plan["game"], row.announcement.starts) for row in rows} == {
        ("Last Friday", "whist", time(20))
    }
