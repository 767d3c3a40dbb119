"""The wall says what the room has to know now, in screenfuls."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.tournaments.evening.web.table.a_phone import text_of
from tournaments.evening.web.public.wall import NAMES, _in_pages

pytestmark = pytest.mark.django_db


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
        ("finished", "Prizes"),
        ("published", "Standings"),
    ],
)
def test_each_turn_of_the_evening_has_its_screen(
    visit: Any, make_evening: Any, until: Any, says: Any
) -> None:
    assert says in text_of(visit(make_evening(9, until=until), "wall/"))


@pytest.mark.parametrize(("until", "round_"), [("drafted", 1), ("moved", 2)])
def test_its_foot_names_the_round_that_it_tells_of(
    visit: Any, make_evening: Any, until: str, round_: int
) -> None:
    assert f"Round {round_} of " in text_of(visit(make_evening(9, until=until), "wall/"))


def test_everybody_finds_their_seat_by_name(visit: Any, make_evening: Any) -> None:
    page = visit(make_evening(37, until="seated"), "wall/").content.decode()
    names = re.findall(r'<span class="wall-names__name">([^<]+)</span>', page)
    assert names == [f"Friday player {number:02}" for number in range(1, 38)]
    assert page.count("sits out") == 1


def test_one_screen_is_shown_and_the_address_names_another_for_browsers_without_javascript(
    visit: Any, make_evening: Any
) -> None:
    evening = make_evening(37, until="seated")
    pages = -(-37 // NAMES)
    for page in range(pages + 1):
        body = visit(evening, f"wall/?page={page}").content.decode()
        screens = re.findall(r'<section class="wall__screen" data-screen( hidden)? ?>', body)
        assert [place for place, hidden in enumerate(screens) if not hidden] == [page % pages]
        assert f"url=?page={(page + 1) % pages}" in body


@pytest.mark.parametrize("where", ["x", "-1", "9999999", "²"])
def test_a_page_that_is_none_shows_the_first(visit: Any, make_evening: Any, where: Any) -> None:
    assert visit(make_evening(8, until="seated"), f"wall/?page={where}").status_code == 200


def test_the_clock_is_the_clubs(visit: Any, make_evening: Any) -> None:
    assert 'data-clock="Europe/Paris"' in visit(make_evening(8, until="playing"), "wall/").content.decode()


@pytest.mark.parametrize(
    ("count", "size", "pages"), [(0, 8, [0]), (1, 8, [1]), (8, 8, [8]), (9, 8, [5, 4]), (30, 8, [8, 8, 8, 6])]
)
def test_pages_are_filled_evenly(count: Any, size: Any, pages: Any) -> None:
    assert [len(page) for page in _in_pages(range(count), size)] == pages
