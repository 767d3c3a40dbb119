"""The wall says what the room has to know now, in screenfuls."""

import math
import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.an_evening import AnEvening
from tests.tournaments.evening.web.table.a_phone import text_of
from tests.tournaments.league.people import a_club
from tournaments.club.models import Club
from tournaments.evening import acts
from tournaments.evening.reads.facts import race_of
from tournaments.evening.web.public import wall
from tournaments.evening.web.public.wall import (
    COUPLES,
    FEW,
    PLACE,
    SEATS_BESIDE,
    TYPES,
    in_pages,
    layout,
    lines_of,
    looks,
    prize_screens,
)
from tournaments.evening.web.words import PrizeInWords, Winner

pytestmark = pytest.mark.django_db


def test_the_wall_shows_what_phones_can_open(client: Client, make_evening: Any, settings: Any) -> None:
    settings.PHONES_AT = "http://192.0.2.7:8000"
    evening = make_evening(9, until="playing").evening
    page = client.get(f"/c/{evening.club.slug}/{evening.slug}/wall/", headers={"host": "localhost:8000"})
    assert "<span>192.0.2.7:8000</span>" in page.content.decode()


@pytest.mark.parametrize(
    ("until", "says"),
    [
        ("check_in", "9 players have checked in."),
        ("seated", "Round 1: your seat"),
        ("playing", "Round 1, playing to 42"),
        ("bell", "Table 1 has reached the target."),
        ("settled", "Round 1: the winners"),
        ("drafted", "Standings after round 1"),
        ("moved", "Round 2: your seat"),
        ("finished", "Standings after round 1"),
        ("published", "Prizes"),
    ],
)
def test_each_turn_has_its_screen_and_round(visit: Any, make_evening: Any, until: Any, says: Any) -> None:
    text = text_of(visit(make_evening(9, until=until), "wall/"))
    assert says in text
    assert {"drafted": "Round 1 of ", "moved": "Round 2 of "}.get(until, "") in text


def test_everybody_finds_their_seat_and_addresses_name_screens(visit: Any, make_evening: Any) -> None:
    evening = make_evening(37, until="seated")
    pages = visit(evening, "wall/").content.decode().count("data-screen ")
    assert pages > 1
    for page in range(pages + 1):
        body = visit(evening, f"wall/?page={page}").content.decode()
        screens = re.findall(r'<section class="wall__screen" data-screen( hidden)? ?>', body)
        assert [place for place, hidden in enumerate(screens) if not hidden] == [page % pages]
        assert f"url=?page={(page + 1) % pages}&amp;" in body
    shown = visit(evening, "wall/").content.decode()
    names = re.findall(r'<span class="wall-names__name">([^<]+)</span>', shown)
    assert names == [f"Friday player {number:02}" for number in range(1, 38)]
    assert shown.count("sits out") == 1


@pytest.mark.parametrize(
    ("count", "size", "pages"),
    [
        (0, 8, [0]),
        (1, 8, [1]),
        (8, 8, [8]),
        (9, 8, [5, 4]),
        (5, 2, [2, 2, 2]),
        (13, 4, [4, 3, 3, 3]),
        (30, 8, [8, 8, 7, 7]),
    ],
)
def test_pages_are_filled_evenly(count: Any, size: Any, pages: Any) -> None:
    assert [len(page) for page in in_pages(range(count), size)] == pages


NAMES = {
    "short": ("Ann", "Ben", "Clara"),
    "usual": ("Margaret F.", "Jean-Baptiste", "Wolfgang-Amadeus"),
    "long": ("Wabcdefghijklmnopqrstuvwxyz1",),
    "mixed": ("Zoe", "Margaret Featherstone", "Wolfgang-Amadeus von Schönenberger"),
}
KINDS = {"tables": (COUPLES, 1), "seats": (SEATS_BESIDE, 4), "standings": (PLACE, 4)}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("names", NAMES)
def test_every_number_of_tables_fills_its_pages_and_columns_evenly(names: str, kind: str) -> None:
    beside, each = KINDS[kind]
    for tables in range(1, 61):
        name = [*NAMES[names]] * 4 * tables
        couples = [[[f"{one} &", f"{other} &"] for one, other in (name[:2], name[2:4])]] * tables
        rows = couples if kind == "tables" else [[[one]] for one in name[: each * tables + 1]]
        found = layout(rows, looks(tables), beside)
        pages = in_pages(range(len(rows)), found.size)
        sizes = [len(page) for page in pages]
        assert [*dict.fromkeys(row for page in pages for row in page)] == [*range(len(rows))], tables
        assert max(sizes) - min(sizes) <= 1, (tables, sizes)
        assert min(sizes) > 1 or max(sizes) == 1, (tables, sizes)
        for size in sizes:
            lower = size - (found.columns - 1) * math.ceil(size / found.columns)
            assert 0 <= math.ceil(size / found.columns) - lower <= 1, (tables, sizes, found)
        if tables <= FEW:
            assert TYPES[found.look] >= 45 / 14, (tables, found)


@pytest.mark.parametrize(
    ("people", "screens"), [([1, 1], [2]), ([1] * 5, [3, 2]), ([12], [6, 6]), ([1, 4, 4, 1], [5, 5])]
)
def test_prizes_fill_their_screens_evenly(people: list[int], screens: list[int]) -> None:
    prizes = [
        PrizeInWords(
            "Best",
            "best",
            tuple(Winner("", "Margaret Featherstone", "", "") for _ in range(count)),
            (),
            "",
            "",
        )
        for count in people
    ]
    shown = [sum(prize.people for prize in screen["prizes"]) for screen in prize_screens(prizes, people=24)]
    assert shown == screens


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ([["Ann &", "Ben"], ["Clara &", "Dov"]], 2),
        ([["Bartholomew &", "Wilhelmina"], ["Ann &", "Ben"]], 3),
        ([["Donaudampfschifffahrtskapitänin"]], 2),
        ([["鈴木一郎太郎", "佐藤"]], 1),
    ],
)
def test_pieces_that_do_not_fit_go_below_each_other(text: list[list[str]], lines: int) -> None:
    assert lines_of(text, 10) == lines


def test_both_couples_have_as_much_room_as_the_one_with_the_longer_names() -> None:
    long, short = ["Jean-Baptiste Featherstone &"] * 2, ["Zoe &", "Ann &"]
    assert (lines_of([long], 10), lines_of([short], 10), lines_of([["a note"]], 10)) == (4, 1, 1)
    assert lines_of([long, short, ["a note"]], 10, alike=2) == 4 + 4 + 1


def test_the_wall_turns_between_what_was_chosen(visit: Any, make_evening: Any) -> None:
    evening = make_evening(8, until="moved")
    evening.act(acts.Start())
    evening.go_on_to("moved")
    evening.act(acts.Start())
    for asked, kinds, every in (
        ("", ["tables"], "9"),
        ("?show=tables&show=standings&every=15", ["tables", "standings"], "15"),
        ("?show=standings&every=60", ["standings"], "60"),
        ("?show=race&show=standings", ["standings", "race"], "9"),
        ("?show=race&show=tables", ["tables", "race"], "9"),
        ("?show=nothing&every=1", ["tables"], "9"),
        ("?every=61", ["tables"], "9"),
        ("?every=soon&show=%00", ["tables"], "9"),
    ):
        page = visit(evening, f"wall/{asked}").content.decode()
        shown = [kind for kind in ("tables", "standings", "race") if f'class="wall-{kind}' in page]
        assert (shown, re.findall(r'data-every="(\d+)"', page)) == (kinds, [every]), asked


def test_in_the_first_round_the_wall_shows_tables_and_clock(visit: Any, make_evening: Any) -> None:
    page = visit(make_evening(8, until="playing"), "wall/?show=standings").content.decode()
    assert 'class="wall-tables' in page
    assert 'data-clock="Europe/Paris"' in page


def test_a_round_that_ends_by_time_says_until_when(visit: Any, make_evening: Any) -> None:
    timed = make_evening(8, until="playing", round_minutes=20, name="timed")
    told = re.findall(r'data-until="([^"]+)"', visit(timed, "wall/").content.decode())
    assert [datetime.fromisoformat(moment) for moment in told] == [timed.round().ends_at]
    assert "data-until" not in visit(make_evening(8, until="playing"), "wall/").content.decode()


def test_the_race_says_who_leads_and_the_places_after_each_round(visit: Any, make_evening: Any) -> None:
    evening = make_evening(8, until="moved")
    assert "wall-race" not in visit(evening, "wall/?show=race").content.decode()
    evening.act(acts.Start())
    evening.go_on_to("settled")
    page = visit(evening, "wall/").content.decode()
    first = race_of(evening.read())
    rows = re.findall(r'wall-race__name">([^<]+)</span>(.*?)</li>', page, re.DOTALL)
    places = [[int(place) for place in re.findall(r">(\d+)</span", legs)] for _, legs in rows]
    assert places == [[leg.place for leg in runner.legs] for runner in first[: len(rows)]]
    assert "after round 2" in text_of(visit(evening, "wall/"))


def test_the_short_address_leads_to_the_evening_that_is_on(client: Any, make_evening: Any) -> None:
    evening = make_evening(8, until="playing").read()
    answer = client.get("/wall/")
    assert answer.status_code == 302
    assert answer.url == f"/c/{evening.club.slug}/{evening.slug}/wall/"


def test_the_evening_in_play_goes_first(client: Any, make_evening: Any, monkeypatch: Any) -> None:
    playing = make_evening(8, until="playing", name="Tonight").read()
    later = make_evening(8, until="check_in", name="Next week").read()
    later.date += timedelta(days=7)
    later.save()
    monkeypatch.setattr(wall, "now", lambda: later.made_at + timedelta(hours=1))
    assert client.get("/wall/").url.endswith(f"/{playing.slug}/wall/")


def test_an_evening_left_open_gives_way(client: Any, make_evening: Any, monkeypatch: Any) -> None:
    left = make_evening(8, until="playing", name="Last year")
    tonight = AnEvening.made(left.evening.club, 8, at=left.at + timedelta(days=300), name="Tonight")
    tonight.bring_to("check_in")
    monkeypatch.setattr(wall, "now", lambda: tonight.at + timedelta(hours=1))
    assert client.get("/wall/").url.endswith(f"/{tonight.evening.slug}/wall/")


def test_a_clubs_own_evening_goes_before_the_demos(client: Any, make_evening: Any, monkeypatch: Any) -> None:
    demo = make_evening(8, until="playing", name="Demo")
    Club.objects.update(is_demo=True)
    own = AnEvening.made(a_club("Owl Club"), 8, at=demo.at, name="Own").bring_to("check_in")
    monkeypatch.setattr(wall, "now", lambda: demo.at + timedelta(hours=1))
    assert client.get("/wall/").url == f"/c/owl-club/{own.evening.slug}/wall/"


def test_where_no_evening_is_on_it_leads_home(client: Any) -> None:
    assert client.get("/wall/").url == "/"
