"""Messages that name somebody keep a name from right to left in one piece."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.tournaments.an_evening import AnEvening
from tests.tournaments.evening.web.desk.at_the_desk import Desk

pytestmark = pytest.mark.django_db
NAME = "محمد 7"
ISOLATED = f"\u2068{NAME}\u2069"


@pytest.fixture
def here(desk: Desk, make_evening: Callable[..., AnEvening]) -> Desk:
    """The desk of an evening to which the first player has come, whose name is `NAME`."""
    room = make_evening(8, until="check_in")
    player = room.players[0]
    player.name = NAME
    player.save()
    return desk.of(room)


def test_somebody_goes_out_and_comes_in_again(here: Desk) -> None:
    assert here.room is not None
    ticket = here.room.evening.tickets.get(player=here.room.players[0])
    assert f"{ISOLATED} is out again." in here.press("desk-untick", ticket.code)
    assert f"{ISOLATED} is in." in here.press("desk-tick", ticket.player_id)


def test_a_guest_comes_in(here: Desk) -> None:
    assert "\u2068דן 2\u2069 is in." in here.press("desk-guest", name="דן 2")


def test_a_ticket_has_a_new_link_and_the_title_of_a_member_page_names_its_player(here: Desk) -> None:
    assert here.room is not None
    ticket = here.room.evening.tickets.get(player=here.room.players[0])
    assert f"{ISOLATED} has a new link." in here.press("desk-personal-renew", ticket.code)
    title = here.see("desk-member", ticket.player_id).partition("<title>")[2].partition("</title>")[0]
    assert title.split()[:2] == ISOLATED.split()
