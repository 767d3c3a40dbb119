"""The settings of a club, its language among them: what can be changed, who may, and where it shows."""

import re
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from scoring.faults import Faults
from tests.tournaments.evening.web.desk.at_the_desk import Desk, html, words
from tests.tournaments.the_rows import unchanged
from tests.unlike import UNLIKE
from tournaments.club.models import Club
from tournaments.club.nights import EVERY_WEEK, LAST_WEEK, days_from, falls_on
from tournaments.club.services import clubs
from tournaments.club.services.clubs import AboutClub
from tournaments.evening.new_plans import plan_for
from tournaments.evening.services.links import link_token
from tournaments.site.arguments import validate_body

ABOUT: dict[str, Any] = {
    "name": "Rooster Club",
    "place": "",
    "postal_address": "",
    "time_zone": "Europe/Paris",
    "language": "",
    "usual_game": "",
}


def test_what_is_changed_is_shown_to_everybody(desk: Desk) -> None:
    entered = {
        **ABOUT,
        "name": "The Hen Club",
        "place": "Mill Lane",
        "postal_address": "Mill Lane 4, Oldham",
    }
    answer = desk.client.post("/desk/rooster-club/settings/", entered, follow=True)
    assert "The settings are saved." in html(answer)
    page = words(html(Client().get("/c/rooster-club/")))
    assert "The Hen Club" in page
    assert "Mill Lane Mill Lane 4, Oldham" in page


def test_the_form_holds_what_the_club_has_said(desk: Desk) -> None:
    clubs.change_settings(desk.club, AboutClub(place="Mill Lane", usual_game="whist"))
    page = html(desk.client.get("/desk/rooster-club/settings/"))
    assert 'value="Mill Lane"' in page
    for value in ("Europe/Paris", "whist"):
        assert f'value="{value}" selected' in page


BAD: dict[str, tuple[dict[str, Any], str]] = {
    "no name": ({"name": ""}, "name"),
    "a zone there is not": ({"time_zone": "Mars/Base"}, "time_zone"),
    "a language there is not": ({"language": "xx"}, "language"),
    "a game there is not": ({"usual_game": "poker"}, "usual_game"),
    "a place that cannot be seen": ({"place": "Mill\u202eLane"}, "place"),
    "an address without an end": ({"postal_address": "x" * 201}, "postal_address"),
    "a place without an end": ({"place": "x" * 121}, "place"),
}


@pytest.mark.parametrize(("changed", "field"), BAD.values(), ids=BAD)
def test_the_service_refuses_what_is_no_club(club: Club, changed: dict[str, Any], field: str) -> None:
    with unchanged(), pytest.raises(Faults) as caught:
        clubs.change_settings(club, validate_body({**ABOUT, **changed}, AboutClub))
    assert [fault.field for fault in caught.value.faults] == [field]


def test_a_new_evening_begins_with_the_usual_game(desk: Desk) -> None:
    clubs.change_settings(desk.club, AboutClub(usual_game="whist"))
    page = html(desk.client.get("/desk/rooster-club/new/"))
    assert re.search(r'name="game"[^>]*value="whist"[^>]*checked', page)
    assert [plan_for(game).game for game in UNLIKE] == [*UNLIKE]


ENGLISH = {"accept-language": "en"}


def spoken(client: Client, path: str) -> str:
    """In which language the page there is, redirects followed."""
    answer = client.get(path, follow=True)
    assert answer.status_code == 200, path
    told = html(answer)
    return told.partition('<html lang="')[2].partition('"')[0]


PUBLIC = ("", "results/", "players/", "leagues/", "coming/", "search/?q=mar")
OF_EVENING = ("", "rounds/1/", "wall/", "rules/", "check/")


@pytest.mark.parametrize(
    ("language", "chosen", "heard"),
    [("fr", "", "fr"), ("fr", "en", "en"), ("", "", "en"), ("fr", "xx", "fr")],
    ids=["the club's", "the visitor's choice", "the browser's", "what is no choice"],
)
def test_visitors_read_it(make_evening: Callable[..., Any], language: str, chosen: str, heard: str) -> None:
    evening = make_evening(8, until="playing").evening
    clubs.change_settings(evening.club, AboutClub(language=language))
    visitor = Client(headers=ENGLISH)
    if chosen:
        visitor.cookies["django_language"] = chosen
    pages = [f"/c/{evening.club.slug}/{page}" for page in PUBLIC]
    pages += [f"/c/{evening.club.slug}/{evening.slug}/{page}" for page in OF_EVENING]
    assert {page: spoken(visitor, page) for page in pages} == dict.fromkeys(pages, heard)


def test_a_kept_page_is_never_shown_in_the_language_before(make_evening: Callable[..., Any]) -> None:
    evening = make_evening(8, until="playing").evening
    page = f"/c/{evening.club.slug}/{evening.slug}/"
    visitor = Client(headers=ENGLISH)
    first = visitor.get(page)
    clubs.change_settings(evening.club, AboutClub(language="fr"))
    again = visitor.get(page, headers={"if-none-match": first["ETag"]})
    assert again.status_code == 200
    assert (first["Content-Language"], again["Content-Language"]) == ("en", "fr")


def test_phones_and_papers_speak_it_and_the_desk_does_not(
    desk: Desk, make_evening: Callable[..., Any]
) -> None:
    evening = make_evening(8, until="playing").evening
    clubs.change_settings(evening.club, AboutClub(language="fr"))
    at_table = evening.tables.get(number=1).links.get(revoked_at=None)
    own = evening.tickets.first().links.get(revoked_at=None)
    assert spoken(Client(headers=ENGLISH), f"/t/{link_token(at_table)}/") == "fr"
    assert spoken(Client(headers=ENGLISH), f"/p/{link_token(own)}/") == "fr"
    papers = f"/desk/{evening.club.slug}/{evening.slug}/papers/"
    desk.client.cookies["django_language"] = "en"
    for paper in ("tickets", "cards", "slips", "seating"):
        assert spoken(desk.client, f"{papers}{paper}/") == "fr"
    assert spoken(desk.client, papers) == "en"


@pytest.mark.django_db
@pytest.mark.parametrize(("browser", "guess"), [("fr-CH, en;q=0.5", "fr"), ("de", "en")])
def test_a_new_club_begins_with_the_language_of_the_browser(browser: str, guess: str, settings: Any) -> None:
    settings.ALLOWED_HOSTS, settings.START_CODE = ["*"], "the-code"
    page = html(Client(headers={"host": "localhost", "accept-language": browser}).get("/start/the-code/"))
    assert f'value="{guess}" selected' in page


THURSDAY = date(2026, 11, 26)


@pytest.mark.parametrize(
    ("weekday", "week", "expected"),
    [
        pytest.param(3, EVERY_WEEK, ["2026-11-26", "2026-12-03"], id="tonight, and in a week"),
        pytest.param(4, EVERY_WEEK, ["2026-11-27", "2026-12-04"], id="tomorrow"),
        pytest.param(2, EVERY_WEEK, ["2026-12-02", "2026-12-09"], id="yesterday was one"),
        pytest.param(4, 1, ["2026-12-04", "2027-01-01"], id="the first Friday"),
        pytest.param(4, 4, ["2026-11-27", "2026-12-25"], id="the fourth Friday"),
        pytest.param(4, LAST_WEEK, ["2026-11-27", "2026-12-25"], id="the last Friday is the fourth"),
        pytest.param(0, LAST_WEEK, ["2026-11-30", "2026-12-28"], id="the last Monday is the fifth"),
    ],
)
def test_the_next_days(weekday: int, week: int, expected: list[str]) -> None:
    assert [day.isoformat() for day in days_from(weekday, week, THURSDAY, 2)] == expected


@given(st.integers(0, 6), st.integers(EVERY_WEEK, LAST_WEEK), st.dates(date(1990, 1, 1), date(2200, 1, 1)))
def test_each_of_them_falls_on_the_night_and_none_is_left_out(weekday: int, week: int, since: date) -> None:
    found = days_from(weekday, week, since, 3)
    assert len(found) == 3
    between = [date.fromordinal(day) for day in range(since.toordinal(), found[-1].toordinal() + 1)]
    assert [day for day in between if falls_on(weekday, week, day)] == found


def test_the_calendar_ends() -> None:
    with pytest.raises(OverflowError):
        days_from(4, 1, date(9999, 12, 25), 2)
