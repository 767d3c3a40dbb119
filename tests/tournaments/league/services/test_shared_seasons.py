"""People of two clubs in a league that both share: two until they are bound, and as they were once it is over."""

from __future__ import annotations

from datetime import date
from typing import Any, NamedTuple

import pytest

from tests.tournaments.a_season import ASeason
from tests.tournaments.league.federated import BY, a_club, a_federation, joined
from tournaments.club.models import Club, Player
from tournaments.league import acts
from tournaments.league.models import Federation, FederationClub, PersonBond
from tournaments.league.reads import persons, shown
from tournaments.league.services import bonds, federations, seasons

pytestmark = pytest.mark.django_db


class Scene(NamedTuple):
    """A season in which evenings of two clubs count, one of each played, and somebody of each."""

    season: ASeason
    union: Federation
    one: Player
    other: Player

    def bound(self, at: Any) -> PersonBond:
        row = bonds.ask(federation=self.union, one=self.one, other=self.other, by="user:1", at=at)
        bonds.agree(bond=row, by="user:1", at=at)
        self.season.work()
        return row

    @property
    def attended(self) -> dict[int, int]:
        lines = self.season.lines()
        return {
            line.player_id: line.attended for line in lines if line.player_id in (self.one.pk, self.other.pk)
        }


@pytest.fixture
def scene(club: Club) -> Scene:
    owls = a_club("Owl Club")
    union = a_federation(club, [owls])
    season = ASeason.made(club)
    asked = seasons.ask_club(league=season.season.league, club=owls, **BY)
    seasons.agree(asked=asked, **BY)
    here = season.play(date(2026, 10, 2))
    there = season.play(date(2026, 10, 9), club=owls)
    return Scene(season, union, here.players[0], there.players[0])


def test_evenings_of_the_other_club_count_and_its_people_are_shown_with_it(scene: Scene) -> None:
    assert scene.attended == {scene.one.pk: 1, scene.other.pk: 1}
    names = {line.name for line in shown.tables_shown(scene.season.season)[""]}
    assert {f"{scene.one.name} (Rooster Club)", f"{scene.other.name} (Owl Club)"} <= names


def test_two_who_are_bound_are_one_line_until_it_is_ended(scene: Scene) -> None:
    row = scene.bound(scene.season.clock())
    assert scene.attended == {scene.one.pk: 2}
    bonds.end(bond=row, by="user:1", at=scene.season.clock())
    scene.season.work()
    assert scene.attended == {scene.one.pk: 1, scene.other.pk: 1}


def test_a_league_of_a_club_outside_the_federation_reads_them_as_two(scene: Scene) -> None:
    scene.bound(scene.season.clock())
    hens = a_club("Hen Club")
    clubs = [hens.pk, scene.one.club_id, scene.other.club_id]
    league = seasons.make_league(club=hens, name="Hens", at=scene.season.clock())
    assert persons.bonds_among(clubs, league, until=None) == []
    joined(scene.one.club, hens)
    assert persons.bonds_among(clubs, league, until=None) == [(str(scene.one.pk), str(scene.other.pk))]
    assert persons.bonds_among(clubs[:2], league, until=None) == []
    assert persons.bonds_among(clubs, league, until=scene.season.season.made_at) == []


def test_a_season_that_is_over_stays_as_it_was_when_a_club_leaves(scene: Scene) -> None:
    scene.bound(scene.season.clock())
    scene.season.act(acts.Close())
    row = FederationClub.objects.get(club=scene.other.club)
    federations.end(row=row, by="user:1", at=scene.season.clock())
    scene.season.work()
    assert scene.attended == {scene.one.pk: 2}
    scene.season.act(acts.Reopen(reason="a mistake"))
    scene.season.work()
    assert scene.attended == {scene.one.pk: 1, scene.other.pk: 1}
