"""Who gets in at the desk: for every address of it, those who direct the club, and nobody else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver

from tests.tournaments.a_season import ASeason
from tests.tournaments.an_evening import AnEvening
from tests.tournaments.evening.web.desk.at_the_desk import Desk
from tests.tournaments.evening.web.table.a_phone import Phone
from tests.tournaments.the_rows import everything
from tournaments.club.models import User
from tournaments.club.services import clubs
from tournaments.evening.models import Ticket
from tournaments.league.models import Season

Make = Callable[..., AnEvening]


def addresses() -> list[str]:
    """The names of all addresses below a club's or an evening's desk, as the house lists them."""
    found = get_resolver("tournaments.web_urls").reverse_dict
    return sorted(name for name in found if isinstance(name, str) and name.startswith("desk-"))


def urls(room: AnEvening) -> list[tuple[str, str]]:
    """Each of these addresses, filled in with what `room` and a season of its club have."""
    return list(_urls(room, ASeason.made(room.evening.club).season))


def _urls(room: AnEvening, season: Season) -> Iterator[tuple[str, str]]:
    evening = room.evening
    filled: dict[str, Any] = {
        "club": evening.club.slug,
        "evening": evening.slug,
        "table": 1,
        "number": 1,
        "hand": 1,
        "entry": 1,
        "name": "stop",
        "game": "chantecler",
        "league": season.league.slug,
        "season": season.slug,
        "kind": season.kind,
        "sequence": 1,
        "code": evening.tickets.values_list("code", flat=True)[0],
    }
    for name in addresses():
        pattern, names = get_resolver("tournaments.web_urls").reverse_dict.getlist(name)[0][0][0]
        keys = {"pk": room.players[0].pk, "player": room.players[0].pk, **filled}
        yield name, "/" + pattern % {key: keys[key] for key in names}


METHODS = ("get", "post")


def test_the_addresses_of_the_desk_are_all_looked_at() -> None:
    assert len(addresses()) > 30


@pytest.mark.parametrize("method", METHODS)
def test_whoever_is_not_signed_in_is_led_to_the_door(make_evening: Make, method: str) -> None:
    room, client = make_evening(8, until="playing"), Client()
    pages, before = urls(room), everything()
    for name, url in pages:
        answer = getattr(client, method)(url)
        assert answer.status_code in (302, 405), (name, answer.status_code)
        assert answer.headers.get("Location", "/sign-in/?next=").startswith("/sign-in/?next="), name
    assert everything() == before


@pytest.mark.parametrize("method", METHODS)
def test_the_director_of_another_club_finds_nothing(
    make_evening: Make, stranger: Client, method: str
) -> None:
    room = make_evening(8, until="playing")
    pages, before = urls(room), everything()
    for name, url in pages:
        answer = getattr(stranger, method)(url)
        assert answer.status_code in (404, 405), (name, answer.status_code)
        assert "Friday" not in answer.content.decode()
    assert everything() == before


def test_the_link_of_a_table_opens_no_page_of_the_desk(make_evening: Make) -> None:
    room = make_evening(8, until="playing")
    phone = Phone(room, 1)
    phone.scan()
    for name, url in urls(room):
        assert phone.client.get(url).status_code in (302, 405), name


def test_people_of_another_club_or_evening_are_not_found_at_ones_own_desk(
    desk: Desk, make_evening: Make, director: User
) -> None:
    room = make_evening(8, until="playing")
    here = desk.of(room)
    club = clubs.make_club(name="Owl Club", director=director, time_zone="UTC", at=room.at)
    other = AnEvening.made(club, 8, at=room.at).bring_to("playing")
    foreign = Ticket.objects.filter(evening=other.evening).first()
    assert foreign is not None
    before = everything()
    for name in ("desk-leave", "desk-substitute", "desk-untick"):
        assert here.client.post(here.url(name, foreign.code)).status_code == 404, name
    for name in ("desk-tick", "desk-member"):
        assert here.client.post(here.url(name, foreign.player_id)).status_code == 404, name
    assert everything() == before


@pytest.mark.parametrize("pk", [0, 2**63, 10**30], ids=["nought", "beyond a column", "beyond any"])
@pytest.mark.parametrize("name", ["desk-tick", "desk-member", "desk-try-again"])
def test_a_number_that_nobody_has_is_not_found(desk: Desk, make_evening: Make, name: str, pk: int) -> None:
    here = desk.of(make_evening(8, until="playing"))
    assert here.client.post(here.url(name, pk)).status_code == 404
