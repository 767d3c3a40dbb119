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
    "seated": (
        "desk-evening",
        "desk-seats",
        "desk-people",
        "desk-by-hand",
        "desk-seating-list",
        "desk-table",
    ),
    "playing": (
        "desk-evening",
        "desk-people",
        "desk-seats",
        "desk-cards",
        "desk-tickets",
        "desk-standings",
        "desk-table",
    ),
    "bell": ("desk-evening", "desk-people", "desk-jobs", "desk-ledger", "desk-table"),
    "settled": ("desk-evening", "desk-people"),
    "drafted": ("desk-evening", "desk-seats", "desk-standings"),
    "moved": ("desk-evening", "desk-seats", "desk-tickets", "desk-seating-list", "desk-table"),
    "finished": ("desk-evening", "desk-standings", "desk-ledger", "desk-table"),
    "published": ("desk-evening", "desk-jobs"),
}


@pytest.mark.parametrize("until", PAGES)
def test_the_pages_of_an_evening(desk: Desk, make_evening: Make, until: str) -> None:
    def look(room: AnEvening, where: str) -> None:
        desk.of(room).see(where, *([2] if where == "desk-table" else []))

    equally_often(make_evening, until, look, at=PAGES[until], most=MOST)


def test_the_clubs_evenings(desk: Desk, make_evening: Make) -> None:
    equally_often(make_evening, "playing", lambda room, _page: desk.see("desk-club"), most=MOST)
