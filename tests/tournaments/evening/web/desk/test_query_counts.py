"""No page of the desk asks the database more often because more tables play."""

from typing import Any

import pytest

from tests.tournaments.an_evening import AnEvening, Make, a_hand
from tests.tournaments.equally_often import equally_often
from tests.tournaments.evening.web.desk.at_the_desk import Desk, DeskAt
from tests.tournaments.evening.web.desk.mending import FOR_B, WHY, looked, of
from tests.tournaments.the_rows import asked
from tournaments.evening import acts

MOST = 25
MOST_OF_AN_IMPACT = 60
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


MENDING: dict[str, tuple[object, ...]] = {
    "desk-hand": (2, 1, 1),
    "desk-correct": (2, 1, 1),
    "desk-adjust": (2, 1),
    "desk-not-played": (2, 1),
    "desk-wrong-seats": (),
    "desk-penalty": (),
    "desk-decisions": (),
    "desk-late": (),
    "desk-disputes": (),
}


def _disturb(room: AnEvening) -> None:
    """At every table a hand in dispute and one in the late tray; everybody at table 2 loses a point."""
    for table in room.tables():
        room.enter(table, a_hand())
        room.enter(table, a_hand(bid=6), number=1)
    room.act(acts.Stop())
    late = room.clock()
    for table in room.tables():
        room.enter(table, a_hand(bid=7), played_at=late, at=late)
    for ticket in room.evening.tickets.all()[: len(room.tables())]:
        room.act(acts.Penalty(tickets=[ticket.code], points=-1, reason="late"))


def test_what_is_put_right(desk: Desk, make_evening: Make) -> None:
    def disturbed(players: int, **told: Any) -> AnEvening:
        room = make_evening(players, **told)
        _disturb(room)
        return room

    def look(room: AnEvening, where: str) -> None:
        desk.of(room).see(where, *MENDING[where])

    equally_often(disturbed, "playing", look, at=MENDING, most=MOST)


def test_what_an_impact_costs(desk_at: DeskAt) -> None:
    asked_for = []
    for players in (13, 49):
        here, _room = desk_at(players, until="moved", name=f"with {players}")
        entered = {"of": of(here, 1, 2, 1), **FOR_B, **WHY}

        def look(here: Desk = here, entered: dict[str, Any] = entered) -> None:
            looked(here, "desk-correct", 2, 1, 1, **entered)

        look()
        asked_for.append(asked(look))
    few, many = asked_for
    # What the change itself writes anew is a row for each seat of the next round and each line; no table asks more.
    assert len(many) <= len(few) + 2, "\n".join(many)
    assert len(few) <= MOST_OF_AN_IMPACT, "\n".join(few)


def test_the_clubs_evenings(desk: Desk, make_evening: Make) -> None:
    equally_often(make_evening, "playing", lambda room, _page: desk.see("desk-club"), most=MOST)
