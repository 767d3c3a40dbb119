"""No page of the desk asks the database more often because more tables play."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.tournaments.an_evening import AnEvening
from tests.tournaments.equally_often import equally_often
from tests.tournaments.web.desk.at_the_desk import Desk

Make = Callable[..., AnEvening]

MOST = 25
PAGES: dict[str, tuple[str, ...]] = {
    "check_in": ("desk-evening", "desk-by-hand", "desk-papers", "desk-plan"),
    "seated": ("desk-evening", "desk-seats", "desk-people", "desk-by-hand", "desk-seating-list"),
    "playing": ("desk-evening", "desk-people", "desk-seats", "desk-cards", "desk-tickets", "desk-standings"),
    "bell": ("desk-evening", "desk-people", "desk-jobs", "desk-ledger"),
    "settled": ("desk-evening", "desk-people"),
    "drafted": ("desk-evening", "desk-seats", "desk-standings"),
    "moved": ("desk-evening", "desk-seats", "desk-tickets", "desk-seating-list"),
    "finished": ("desk-evening", "desk-standings", "desk-ledger"),
    "published": ("desk-evening", "desk-jobs"),
}


@pytest.mark.parametrize(
    ("until", "where"), [(until, where) for until, pages in PAGES.items() for where in pages]
)
def test_a_page_of_an_evening(desk: Desk, make_evening: Make, until: str, where: str) -> None:
    equally_often(make_evening, until, lambda room: desk.of(room).see(where), most=MOST)


@pytest.mark.parametrize("until", ["seated", "playing", "bell", "moved", "finished"])
def test_one_table(desk: Desk, make_evening: Make, until: str) -> None:
    equally_often(make_evening, until, lambda room: desk.of(room).see("desk-table", 2), most=MOST)


def test_the_clubs_evenings(desk: Desk, make_evening: Make) -> None:
    equally_often(make_evening, "playing", lambda room: desk.see("desk-club"), most=MOST)
