"""Whoever is erased stands in no list of those who signed up."""

from __future__ import annotations

import pytest

from tests.tournaments.conftest import START
from tests.tournaments.signup.a_list import AList
from tests.tournaments.the_rows import everything
from tournaments.club.models import Club, Player
from tournaments.club.services import clubs
from tournaments.evening.reads.names import ERASED
from tournaments.evening.services.results import erase_names
from tournaments.signup import lists

pytestmark = pytest.mark.django_db


def test_the_name_goes_from_every_list_with_the_link(club: Club) -> None:
    clubs.add_names(club=club, names=["Ada Marsh"], at=START)
    first, second = AList.made(club), AList.made(club, name="Another")
    row, _token = first.sign_up_with_link("ÁDA Marsh", "Bob")
    second.sign_up("Clara", "Ada Marsh")
    second.withdraw(second.sign_up("Dan"))
    erase_names(player=Player.objects.get(name="Ada Marsh"))
    assert "da marsh" not in str(everything()).casefold()
    row.refresh_from_db()
    assert (row.name, row.companion, row.token_hash, row.people) == (ERASED, "Bob", "", 2)
    assert lists.listed(second.evening)[0].companion == ERASED
    assert [guest.name for guest in lists.guests_of(second.evening)] == ["Clara"]


def test_two_who_are_erased_stand_in_one_list(club: Club) -> None:
    clubs.add_names(club=club, names=["Ada", "Bob"], at=START)
    evening = AList.made(club)
    for name in ("Ada", "Bob"):
        evening.sign_up(name)
    for player in Player.objects.all():
        erase_names(player=player)
    assert [row.name for row in lists.listed(evening.evening)] == [ERASED, ERASED]
    assert evening.sign_up("Ada").placed_at


def test_another_club_keeps_its_lists(club: Club, director: object) -> None:
    other = clubs.make_club(name="Other", director=director, time_zone="UTC", at=START)  # type: ignore[arg-type]
    clubs.add_names(club=club, names=["Ada"], at=START)
    evening = AList.made(other)
    evening.sign_up("Ada")
    erase_names(player=Player.objects.get(name="Ada"))
    assert evening.names(placed=True) == ["Ada"]
