"""A federation for everybody to see: as much of each club as that club shows."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.a_season import ASeason, do_all_work
from tests.tournaments.conftest import START
from tests.tournaments.evening.web.desk.at_the_desk import words
from tests.tournaments.kept_rows import an_evening
from tests.tournaments.league.people import BY, a_club, a_federation
from tournaments.club.models import Club
from tournaments.club.roles import Audience
from tournaments.league.models import LeagueClub
from tournaments.league.reads import seasons
from tournaments.league.services import federations

Make = Callable[..., Any]


@pytest.fixture
def owls() -> Club:
    return a_club("Owl Club")


def see(where: str = "/f/card-union/", status: int = 200) -> str:
    answer = Client().get(where)
    assert answer.status_code == status
    return words(answer.content.decode())


def test_its_page_shows_the_clubs_and_what_was_played_in_them(club: Club, owls: Club) -> None:
    a_federation(club, [owls])
    for where, name in ((club, "Rooster evening"), (owls, "Owl evening"), (a_club("Elsewhere"), "Other")):
        an_evening(where, 8, at=START, until="published", rounds=1, name=name)
    said = see()
    assert "Clubs Owl Club Rooster Club" in said
    assert "Owl evening Owl Club" in said
    assert "Rooster evening Rooster Club" in said
    assert "Other" not in said
    assert "In the federation Card Union" in see(f"/c/{owls.slug}/")
    Club.objects.filter(pk=owls.pk).update(results_for=Audience.NOBODY)
    said = see()
    assert "Clubs Owl Club" in said
    assert "Owl evening" not in said, "it shows them to fewer"


def test_a_league_stands_on_it_once_two_of_the_clubs_share_it(club: Club, owls: Club) -> None:
    a_federation(club, [owls])
    league = ASeason.made(club).season.league
    assert "Friday league" not in see()
    row = LeagueClub.objects.create(league=league, club=owls, asked_by="user:1", asked_at=START)
    assert "Friday league" not in see()
    LeagueClub.objects.filter(pk=row.pk).update(agreed_at=START)
    assert "Leagues of several clubs Friday league Rooster Club" in see()
    Club.objects.filter(pk=club.pk).update(seasons_for=Audience.WITH_LINK)
    assert "Friday league" not in see()


def test_a_federation_that_every_club_has_left_is_not_there(club: Club) -> None:
    a_federation(club)
    own = seasons.membership_of(club)
    assert own is not None
    federations.end(row=own, **BY)
    see(status=404)
    assert "In the federation" not in see(f"/c/{club.slug}/")


def test_the_ratings_over_all_clubs_lead_to_the_people_in_each(club: Club, owls: Club) -> None:
    a_federation(club, [owls])
    assert "Ratings over all clubs" not in see()
    room = an_evening(owls, 8, at=START, until="published", rounds=1)
    do_all_work(START)
    assert "Ratings over all clubs Chantecler" in see()
    page = Client().get("/f/card-union/ratings/chantecler/").content.decode()
    assert f'href="/c/{owls.slug}/players/{room.players[0].slug}/"' in page
    assert "Nobody is rated yet" in see("/f/card-union/ratings/ascot/")
    see("/f/card-union/ratings/nothing/", 404)


@pytest.mark.parametrize("where", ["/", "/f/card-union/"])
def test_clubs_where_people_play_are_no_suit_of_cards_in_french(club: Club, owls: Club, where: str) -> None:
    a_federation(club, [owls])
    said = Client().get(where, headers={"Accept-Language": "fr"}).content.decode()
    assert "<h2>Clubs</h2>" in said
