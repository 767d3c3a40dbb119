"""A guest who becomes a member was still a guest on the evenings that were published before."""

from __future__ import annotations

import json
from collections.abc import Callable

from tests.tournaments.an_evening import AnEvening
from tournaments.club.models import Player
from tournaments.evening import acts
from tournaments.evening.services import results
from tournaments.league.reads.tables import archive_of, players_by_ticket, result_of, value_of

Make = Callable[..., AnEvening]


def guests(room: AnEvening) -> set[str]:
    """Who was a guest, as a season takes it from the latest publication."""
    last = room.evening.publications.order_by("-number").first()
    assert last is not None
    published = {ticket["name"] for ticket in json.loads(last.archive)["tickets"] if ticket["guest"]}
    taken = [
        int(line.person)
        for line in value_of("1", result_of(archive_of(last), players_by_ticket(last.evening))).lines
        if line.guest
    ]
    assert published == set(Player.objects.filter(pk__in=taken).values_list("name", flat=True))
    return published


def becomes(player: Player, *, guest: bool) -> None:
    results.change_player(player=player, name=player.name, colour=player.colour, guest=guest, active=True)


def test_what_was_published_stays_when_the_guest_joins(make_evening: Make) -> None:
    room = make_evening(8, until="check_in")
    guest = room.players[0]
    becomes(guest, guest=True)
    for step in ("seated", "playing", "bell", "settled", "finished", "published"):
        room.step_to(step)
    assert guests(room) == {guest.name}
    becomes(guest, guest=False)
    assert guests(room) == {guest.name}


def test_it_stays_when_the_evening_is_corrected_and_published_again(make_evening: Make) -> None:
    room = make_evening(8, until="check_in")
    guest, member = room.players[:2]
    becomes(guest, guest=True)
    for step in ("seated", "playing", "bell", "settled", "finished", "published"):
        room.step_to(step)
    becomes(guest, guest=False)
    becomes(member, guest=True)
    ticket = room.evening.tickets.get(player=member)
    room.act(acts.Penalty(tickets=[ticket.code], points=-1, reason="late"))
    room.act(results.request_publication)
    room.work()
    assert room.evening.publications.count() == 2
    assert guests(room) == {guest.name}
