"""The settings of a club: what can be changed, who may, and where it shows."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from games.catalogue import GAMES
from scoring.faults import Faults
from tests.tournaments.evening.web.desk.at_the_desk import Desk, html, words
from tests.tournaments.the_rows import everything
from tournaments.club.models import Club
from tournaments.club.services import clubs
from tournaments.evening.new_plans import plan_for

ABOUT: dict[str, Any] = {
    "name": "Rooster Club",
    "place": "",
    "postal_address": "",
    "time_zone": "Europe/Paris",
    "language": "",
    "usual_game": "",
}


def test_what_is_changed_is_shown_to_everybody(desk: Desk) -> None:
    entered = {
        **ABOUT,
        "name": "The Hen Club",
        "place": "Mill Lane",
        "postal_address": "Mill Lane 4, Oldham",
    }
    answer = desk.client.post("/desk/rooster-club/settings/", entered, follow=True)
    assert "The settings are saved." in html(answer)
    page = words(html(Client().get("/c/rooster-club/")))
    assert "The Hen Club" in page
    assert "Mill Lane Mill Lane 4, Oldham" in page


def test_the_form_holds_what_the_club_has_said(desk: Desk) -> None:
    clubs.change_club(club=desk.club, **{**ABOUT, "place": "Mill Lane", "usual_game": "whist"})
    page = html(desk.client.get("/desk/rooster-club/settings/"))
    assert 'value="Mill Lane"' in page
    for value in ("Europe/Paris", "whist"):
        assert f'value="{value}" selected' in page


BAD: dict[str, tuple[dict[str, Any], str]] = {
    "no name": ({"name": ""}, "name"),
    "a zone there is not": ({"time_zone": "Mars/Base"}, "time_zone"),
    "a language there is not": ({"language": "xx"}, "language"),
    "a game there is not": ({"usual_game": "poker"}, "usual_game"),
    "a place that cannot be seen": ({"place": "Mill\u202eLane"}, "place"),
    "an address without an end": ({"postal_address": "x" * 201}, "postal_address"),
    "a place without an end": ({"place": "x" * 121}, "place"),
}


@pytest.mark.parametrize(("changed", "field"), BAD.values(), ids=BAD)
def test_the_service_refuses_what_is_no_club(club: Club, changed: dict[str, Any], field: str) -> None:
    before = everything()
    with pytest.raises(Faults) as caught:
        clubs.change_club(club=club, **{**ABOUT, **changed})
    assert [fault.field for fault in caught.value.faults] == [field]
    assert everything() == before


@pytest.mark.parametrize("game", GAMES)
def test_a_new_evening_begins_with_the_usual_game(desk: Desk, game: str) -> None:
    clubs.change_club(club=desk.club, **{**ABOUT, "usual_game": game})
    page = html(desk.client.get("/desk/rooster-club/new/"))
    assert re.search(rf'name="game"[^>]*value="{game}"[^>]*checked', page)
    assert plan_for(game).game == game
