"""A name that the club has already asks whether this is another person; a tick says that it is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.tournaments.an_evening import AnEvening
from tests.tournaments.evening.web.desk.at_the_desk import Desk
from tournaments.club.models import Player

BOX = '<input type="checkbox" name="another"'


@pytest.mark.parametrize(
    ("status", "name"),
    [
        ("check_in", "desk-guest"),
        ("check_in", "desk-members"),
        ("playing", "desk-arrive"),
        ("playing", "desk-substitute"),
    ],
)
def test_the_form_comes_back_with_a_box_to_tick(
    desk: Desk, make_evening: Callable[..., AnEvening], status: str, name: str
) -> None:
    room = make_evening(8, until=status)
    here, known = desk.of(room), room.players[0].name
    first = room.evening.tickets.order_by("number").values_list("code", flat=True)[0]
    where = [first] if name == "desk-substitute" else []
    asked = here.refused(name, *where, name=known.upper())
    assert f"The club has {known} already; choose who is there" in asked
    assert BOX in asked
    assert Player.objects.count() == 8
    assert BOX not in here.refused(name, *where, name="x" * 300)
    here.press(name, *where, name=known.upper(), another="on")
    assert sorted(Player.objects.values_list("name", flat=True))[:1] == [known.upper()]
    assert Player.objects.count() == 9


def test_at_the_list_of_members_the_warning_leads_to_merging(desk: Desk) -> None:
    desk.press("desk-members", name="Thérèse Roy")
    asked = desk.refused("desk-members", name="roy, THERESE")
    assert "The club has Thérèse Roy already" in asked
    assert f'<a href="/desk/{desk.club.slug}/persons/">Listed twice?' in asked


def test_the_box_stands_between_the_name_and_the_button(
    desk: Desk, make_evening: Callable[..., AnEvening]
) -> None:
    room = make_evening(8, until="check_in")
    asked = desk.of(room).refused("desk-guest", name=room.players[0].name)
    name, box, button = (asked.index(part) for part in ('name="name"', BOX, "Check guest in"))
    assert name < asked.index("The club has") < box < button
