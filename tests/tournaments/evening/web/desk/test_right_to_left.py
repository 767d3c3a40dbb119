"""Messages that name somebody keep a name from right to left in one piece."""

from __future__ import annotations

from tests.tournaments.evening.web.desk.at_the_desk import DeskAt

NAME = "محمد 7"
ISOLATED = f"\u2068{NAME}\u2069"


def test_messages_keep_a_name_from_right_to_left_in_one_piece(desk_at: DeskAt) -> None:
    here, room = desk_at(8, until="check_in")
    player = room.players[0]
    player.name = NAME
    player.save()
    ticket = room.evening.tickets.get(player=player)
    assert f"{ISOLATED} has a new link." in here.press("desk-personal-renew", ticket.code)
    title = here.see("desk-member", player.pk).partition("<title>")[2].partition("</title>")[0]
    assert title.split()[:2] == ISOLATED.split()
    assert f"{ISOLATED} is out again." in here.press("desk-untick", ticket.code)
    assert f"{ISOLATED} is in." in here.press("desk-tick", player.pk)
    assert "\u2068דן 2\u2069 is in." in here.press("desk-guest", name="דן 2")
