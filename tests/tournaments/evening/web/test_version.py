"""How an open page learns that its evening has moved, and who is told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client
from django.urls import reverse

from tournaments.club.models import User
from tournaments.evening import acts
from tournaments.evening.reads.live import key_of

if TYPE_CHECKING:
    from tests.tournaments.an_evening import AnEvening, Make


def asked(room: AnEvening, **headers: str) -> Any:
    """What a visitor's page is answered."""
    evening = room.evening
    return Client().get(reverse("web:version", args=[evening.club.slug, evening.slug]), headers=headers)


@pytest.mark.parametrize("status", ["check_in", "playing", "published"])
def test_a_visitors_page_hears_of_a_move_once(make_evening: Make, status: str) -> None:
    room = make_evening(8, until=status)
    told = asked(room)
    assert told.json() == {"version": room.evening.version, "status": status}
    assert asked(room, if_none_match=told["ETag"]).status_code == 304


def test_a_draft_is_not_spoken_of(make_evening: Make) -> None:
    assert asked(make_evening(8, until="draft")).status_code == 404


def test_only_whoever_plays_and_officers_hear_that_the_evening_was_called_off(
    make_evening: Make, director: User
) -> None:
    room = make_evening(8, until="playing")
    room.act(acts.Abandon(reason="snow"))
    here = f"/c/{room.evening.club.slug}/{room.evening.slug}/"
    officer = Client()
    officer.force_login(director)
    phone = {"key": key_of(room.evening)}
    for address, heard in (("version", 200), ("live", 204)):
        asks: list[tuple[Client, dict[str, str]]] = [(Client(), {}), (Client(), phone), (officer, {})]
        assert [client.get(here + address, told).status_code for client, told in asks] == [404, heard, heard]


@pytest.mark.parametrize("until", ["draft", "check_in"])
def test_a_draft_that_was_called_off_is_not_spoken_of_anywhere(make_evening: Make, until: str) -> None:

    room = make_evening(8, until=until)
    room.act(acts.Abandon(reason="nobody came"))
    here = f"/c/{room.evening.club.slug}/{room.evening.slug}/"
    assert asked(room).status_code == Client().get(f"{here}live").status_code == 404
    names = ("", "rounds/", "rounds/1/", "rules/", "print/", "prizes/", "prizes.csv", "wall/", "what-if/")
    files = ("standings.csv", "archive.json", "schedule/", "certificate/", "certificate.json")
    assert {name: Client().get(f"{here}{name}").status_code for name in (*names, *files)} == dict.fromkeys(
        (*names, *files), 404
    )
    assert (
        Client()
        .get(f"/api/v1/clubs/{room.evening.club.slug}/evenings/{room.evening.slug}/archive/")
        .status_code
        == 404
    )
