"""Ratings of a federation follow the published evenings of its clubs, and the bonds of their people."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from tests.tournaments.a_season import do_all_work
from tests.tournaments.an_evening import AnEvening
from tests.tournaments.conftest import START
from tests.tournaments.kept_rows import an_evening
from tests.tournaments.league.federated import BY, a_club, a_federation
from tests.tournaments.the_rows import asked
from tournaments.club.models import Club
from tournaments.club.publicity import Audience
from tournaments.club.reads.visitors import Visitor
from tournaments.league.models import Federation, FederationClub, FederationRatingPoint, RatingPoint
from tournaments.league.reads.ratings import RatedPerson, people_rated
from tournaments.league.services import bonds, federations, ledger, ratings

pytestmark = pytest.mark.django_db


@pytest.fixture
def owls() -> Club:
    return a_club("Owl Club")


def played(club: Club, day: date = date(2026, 10, 2), **settings: Any) -> AnEvening:
    at = START.replace(year=day.year, month=day.month, day=day.day)
    return an_evening(club, 8, at=at, until="published", rounds=1, **settings)


def rated(federation: Federation) -> dict[str, RatedPerson]:
    """Everybody, by the names and clubs they are shown under."""
    do_all_work(START)
    found = people_rated(federation, "chantecler", Visitor(AnonymousUser()))
    return {", ".join(f"{one.name} {one.club.name}" for one in person.players): person for person in found}


def clubs_in(found: dict[str, RatedPerson]) -> set[str]:
    return {player.club.name for person in found.values() for player in person.players}


def points() -> list[tuple[object, ...]]:
    columns = ("game", "player", "evening", "mu", "sigma", "games")
    rows = FederationRatingPoint.objects.order_by("date", "evening", "player")
    return list(rows.values_list(*columns))


def test_evenings_of_all_clubs_count_also_those_of_before_they_came_in(club: Club, owls: Club) -> None:
    played(club)
    made = a_federation(club, [owls])
    played(owls, date(2026, 10, 9))
    played(a_club("Elsewhere"))
    assert clubs_in(rated(made)) == {"Rooster Club", "Owl Club"}
    assert FederationRatingPoint.objects.count() == 16


def test_people_of_two_clubs_are_two_until_both_clubs_say_otherwise(club: Club, owls: Club) -> None:
    here, there = played(club), played(owls, date(2026, 10, 9))
    one, other = here.players[0], there.players[0]
    made = a_federation(club, [owls])
    before = rated(made)
    assert before[f"{one.name} Rooster Club"].rating.games == 1
    bond = bonds.ask(federation=made, one=one, other=other, **BY)
    assert rated(made).keys() == before.keys()
    bonds.agree(bond=bond, **BY)
    after = rated(made)
    assert after[f"{one.name} Rooster Club, {other.name} Owl Club"].rating.games == 2
    assert f"{other.name} Owl Club" not in after
    bonds.end(bond=bond, **BY)
    assert rated(made) == before
    assert RatingPoint.objects.filter(games__gt=1).count() == 0, "the clubs' own ratings know no bonds"


def test_who_is_merged_in_a_club_is_one_here_too(club: Club, owls: Club) -> None:
    here = played(club)
    made = a_federation(club, [owls])
    one, other = here.players[:2]
    assert f"{other.name} Rooster Club" in rated(made)
    bonds.merge(duplicate=other, into=one, **BY)
    assert f"{other.name} Rooster Club" not in rated(made)


def test_only_people_whom_a_club_shows_are_listed(club: Club, owls: Club) -> None:
    here, there = played(club), played(owls, date(2026, 10, 9))
    made = a_federation(club, [owls])
    bond = bonds.ask(federation=made, one=here.players[0], other=there.players[0], **BY)
    bonds.agree(bond=bond, **BY)
    Club.objects.filter(pk=owls.pk).update(players_for=Audience.NOBODY)
    found = rated(made)
    assert clubs_in(found) == {"Rooster Club"}
    assert found[f"{here.players[0].name} Rooster Club"].rating.games == 2


def test_a_club_that_has_left_is_listed_no_more_and_what_it_had_published_goes_on_counting(
    club: Club, owls: Club
) -> None:
    played(club), played(owls, date(2026, 10, 9))
    made = a_federation(club, [owls])
    rated(made)
    before = points()
    end = START + timedelta(days=1)
    federations.end(row=FederationClub.objects.get(club=owls), by="user:1", at=end)
    assert clubs_in(rated(made)) == {"Rooster Club"}
    assert points() == before
    played(owls, date(2026, 12, 4))
    do_all_work(START)
    assert points() == before


@pytest.mark.parametrize("size", [1, 2, 10])
def test_slices_of_any_size_give_the_same_numbers(
    club: Club, owls: Club, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    made = a_federation(club, [owls])
    for day in (2, 9, 16):
        played(club, date(2026, 10, day)), played(owls, date(2026, 10, day + 1))
        do_all_work(START)
    told = points()
    monkeypatch.setattr(ratings, "SLICE", size)
    ledger.ask_ratings_of(made, at=START)
    do_all_work(START)
    assert points() == told


def test_the_list_asks_equally_often_however_many_there_are(club: Club, owls: Club) -> None:
    made = a_federation(club, [owls])
    counts = []
    for where, day in ((club, 2), (owls, 9)):
        played(where, date(2026, 10, day))
        do_all_work(START)
        counts.append(len(asked(lambda: people_rated(made, "chantecler", Visitor(AnonymousUser())))))
    assert counts == [6, 6]
