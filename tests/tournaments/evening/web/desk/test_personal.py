"""A player's own link at the desk: printed, shown, replaced, taken back."""

from __future__ import annotations

from collections.abc import Callable

from tests.tournaments.an_evening import AnEvening
from tests.tournaments.evening.web.desk.at_the_desk import Desk
from tests.tournaments.evening.web.player.a_ticket import Holder
from tournaments.evening.models import PlayerLink

Make = Callable[..., AnEvening]


def test_every_ticket_is_printed_with_its_own_code(desk: Desk, make_evening: Make) -> None:
    evening = make_evening(8, until="check_in")
    shown = desk.of(evening).see("desk-tickets")
    for number in range(1, 9):
        holder = Holder(evening, number)
        assert shown.count(holder.code) == 1
        assert holder.token not in shown, "a token is in the QR code alone"


def test_the_cards_of_tables_bear_a_code_each(desk: Desk, make_evening: Make) -> None:
    shown = desk.of(make_evening(8)).see("desk-cards")
    assert shown.count('<span class="code">') == 2


def test_the_link_is_shown_from_the_list_of_people(desk: Desk, make_evening: Make) -> None:
    evening = make_evening(8, until="playing")
    here, holder = desk.of(evening), Holder(evening)
    address = here.url("desk-personal", holder.ticket.code)
    assert address in here.see("desk-people")
    shown = here.see("desk-personal", holder.ticket.code)
    assert holder.code in shown
    assert "<svg" in shown


def test_a_new_link_replaces_the_old_one(desk: Desk, make_evening: Make) -> None:
    evening = make_evening(8, until="playing")
    here, holder = desk.of(evening), Holder(evening)
    old = holder.code
    shown = here.press("desk-personal-renew", holder.ticket.code)
    assert "has a new link" in shown
    assert old not in shown
    assert holder.code in shown


def test_a_link_taken_back_leaves_none_until_there_is_a_new_one(desk: Desk, make_evening: Make) -> None:
    evening = make_evening(8, until="playing")
    here, holder = desk.of(evening), Holder(evening)
    code = holder.ticket.code
    assert "This ticket has no working link" in here.press("desk-personal-revoke", code)
    assert not PlayerLink.objects.filter(ticket=holder.ticket, revoked_at=None).exists()
    assert '<span class="code">' in here.see("desk-tickets"), "the others have theirs"
    here.press("desk-personal-renew", code)
    assert holder.code in here.see("desk-personal", code)


def test_a_ticket_of_another_evening_is_not_found(desk: Desk, make_evening: Make) -> None:
    here = desk.of(make_evening(8, until="playing"))
    foreign = Holder(make_evening(8, until="playing", name="Saturday"))
    for name in ("desk-personal-renew", "desk-personal-revoke"):
        assert here.client.post(here.url(name, foreign.ticket.code)).status_code == 404
    assert here.client.get(here.url("desk-personal", foreign.ticket.code)).status_code == 404
