"""Addresses of people: made of their names, unlike in a club, following a new name."""

import importlib

import pytest
from django.apps import apps
from django.test import Client

from tests.tournaments.conftest import START
from tests.tournaments.the_rows import asked
from tournaments.club.models import AuditEntry, Club, FormerAddress, Player, User
from tournaments.club.reads import members
from tournaments.club.services import clubs
from tournaments.club.services.members import MemberChange, change_player, erase_names


def known(club: Club, *called: str) -> list[Player]:
    return [clubs.add_player(club=club, name=name, at=START, another=True) for name in called]


def rename(player: Player, name: str) -> str:
    change_player(player, MemberChange(name=name))
    player.refresh_from_db()
    return player.slug


@pytest.mark.parametrize(
    ("name", "address"),
    [
        pytest.param("Ada Marsh", "ada-marsh", id="a name"),
        pytest.param("Thérèse O'Roy", "therese-oroy", id="accents and signs"),
        pytest.param("Anne–Marie — Roy", "anne-marie-roy", id="dashes of every length"),
        pytest.param("محمد", "player", id="no letter an address can have"),
        pytest.param("007", "player-007", id="digits alone, which numbers of before had"),
        pytest.param("A" * 80, "a" * 40, id="a long name"),
    ],
)
def test_an_address_is_made_of_the_name(club: Club, name: str, address: str) -> None:
    assert [player.slug for player in known(club, name)] == [address]
    other = clubs.make_club(name="Owls", director=None, time_zone="UTC", at=START)
    assert [player.slug for player in known(other, name)] == [address], "a club of its own"


def test_people_of_one_name_have_addresses_of_their_own(club: Club) -> None:
    assert [player.slug for player in known(club, "Ada Marsh", "Ada Marsh", "ADA MARSH")] == [
        "ada-marsh",
        "ada-marsh-2",
        "ada-marsh-3",
    ]
    listed = clubs.add_names(club=club, names=["Ad-a Marsh", "Bo", "Ad a Marsh"], at=START)
    assert [player.slug for player in listed] == ["ad-a-marsh", "bo", "ad-a-marsh-2"]


def test_a_new_name_is_a_new_address_and_the_old_one_leads_on(club: Club) -> None:
    ann, *_ = known(club, "Ann")
    assert rename(ann, "Anne Lee") == "anne-lee"
    assert rename(ann, "ANNE LEE") == "anne-lee"
    for address in ("ann", "anne-lee"):
        assert members.at_address(club.slug, address) == ann, address
    [other] = known(club, "Ann")
    assert other.slug == "ann-2", "what leads to somebody is nobody else's"
    assert rename(ann, "Ann") == "ann"
    assert list(FormerAddress.objects.values_list("slug", flat=True)) == ["anne-lee"]


def test_no_address_tells_the_name_of_whoever_was_erased(club: Club) -> None:
    ann, bo = known(club, "Ann", "Bo")
    rename(ann, "Anne Lee")
    erase_names(player=ann)
    erase_names(player=bo)
    assert list(Player.objects.order_by("pk").values_list("slug", flat=True)) == ["player", "player-2"]
    for address in ("ann", "anne-lee", "bo"):
        assert members.at_address(club.slug, address) is None, address


def test_who_is_at_an_address_is_one_query(club: Club) -> None:
    [ann] = known(club, "Ann")
    rename(ann, "Anne")
    assert len(asked(lambda: members.at_address(club.slug, "ann"))) == 1


def test_the_update_gives_everybody_the_address_that_a_new_player_would_get(club: Club) -> None:
    people = known(club, "Ada Marsh", "Ada Marsh", "محمد", "007", "A" * 80)
    given = [player.slug for player in people]
    for player in people:
        Player.objects.filter(pk=player.pk).update(slug=f"none-{player.pk}")
    step = importlib.import_module("tournaments.migrations.former.0032_addresses_of_players")
    step.give_addresses(apps, None)
    assert list(Player.objects.order_by("pk").values_list("slug", flat=True)) == given


def test_whoever_runs_the_server_gives_addresses_too(club: Club, client: Client) -> None:
    User.objects.create_superuser("operator", password="a long enough password")
    client.login(username="operator", password="a long enough password")
    told = {"club": club.pk, "made_at_0": "2026-11-20", "made_at_1": "19:30", "is_active": "on", "colour": ""}
    assert client.post("/admin/tournaments/player/add/", {**told, "name": "Ann"}).status_code == 302
    ann = Player.objects.get(slug="ann")
    client.post(f"/admin/tournaments/player/{ann.pk}/change/", {**told, "name": "Anne"})
    assert members.at_address(club.slug, "anne") == members.at_address(club.slug, "ann") == ann
    noted = AuditEntry.objects.get(club=club, act="member-changed")
    assert (noted.player, noted.body) == (ann, '{"fields":["name"]}')
    other = Club.objects.create(name="Owls", slug="owls", made_at=ann.made_at)
    changed = {**told, "club": other.pk, "name": "An\u202ene"}
    assert client.post(f"/admin/tournaments/player/{ann.pk}/change/", changed).status_code == 200
    client.post(f"/admin/tournaments/player/{ann.pk}/change/", {**changed, "name": "Anna"})
    assert Player.objects.filter(name="Anna").get().club == club
