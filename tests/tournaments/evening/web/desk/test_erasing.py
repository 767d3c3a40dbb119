"""A person is erased at the desk once the name is typed, and by a command once it is told to."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.tournaments.an_evening import Make
from tests.tournaments.evening.web.desk.at_the_desk import DeskAt
from tournaments.club.models import Player
from tournaments.club.services import clubs
from tournaments.evening.models import Publication
from tournaments.evening.reads.facts import ERASED


def is_erased(player: Player) -> bool:
    """Whether neither the club nor any archive has the name any more."""
    name = player.name
    player.refresh_from_db()
    archives = Publication.objects.values_list("archive", flat=True)
    return player.name == ERASED and all(name not in str(json.loads(archive)) for archive in archives)


def test_a_name_is_erased_once_it_is_typed(desk_at: DeskAt) -> None:
    here, room = desk_at(8, until="published")
    player = room.players[0]
    club = room.evening.club.slug
    page = f"/desk/{club}/members/{player.pk}/"
    assert f'href="{page}erase/"' in here.client.get(page).content.decode()
    assert "This cannot be undone" in here.client.get(f"{page}erase/").content.decode()
    refused = here.client.post(f"{page}erase/", {"name": "Somebody Else"})
    assert (refused.status_code, is_erased(player)) == (422, False)
    assert "This is not the name." in refused.content.decode()
    done = here.client.post(f"{page}erase/", {"name": player.name})
    assert (done.status_code, is_erased(player)) == (302, True)
    assert here.client.get(f"{page}erase/").status_code == 404
    assert "/erase/" not in here.client.get(page).content.decode()


def test_the_command_erases_one_person_and_says_first_who_is_meant(make_evening: Make) -> None:
    room = make_evening(8, until="published")
    player, club = room.players[0], room.evening.club
    twin = clubs.add_player(club=club, name=player.name, at=room.at, another=True)

    def erase(*arguments: str) -> str:
        out = StringIO()
        call_command("erase_person", club.slug, *arguments, stdout=out)
        return out.getvalue()

    with pytest.raises(CommandError, match="nobody of that name"):
        erase("Nobody At All")
    with pytest.raises(CommandError, match=f"--number: {player.pk}, {twin.pk}"):
        erase(player.name, "--yes")
    with pytest.raises(CommandError, match="would be erased for good; add --yes"):
        erase(player.name, "--number", str(player.pk))
    assert not is_erased(player)
    assert f"Number {player.pk} is erased." in erase(player.name, "--number", str(player.pk), "--yes")
    twin.refresh_from_db()
    assert is_erased(player)
    assert twin.name != ERASED
