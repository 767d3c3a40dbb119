"""People of two clubs in a season of fixtures that both share: results follow once they are bound, by consent."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from tests.tournaments.a_season import do_all_work
from tests.tournaments.league.federated import BY, a_club, a_federation
from tests.tournaments.league.services.test_merged_fixtures import Making, Scene, scene
from tests.tournaments.the_rows import refused
from tournaments.club.models import Club
from tournaments.league.acts import WithdrawEntrant
from tournaments.league.models import EntrantMember, Federation, PersonBond
from tournaments.league.reads.persons import bonds_in
from tournaments.league.services import bonds, entrants, seasons
from tournaments.league.services.entrants import WantedEntrant
from tournaments.league.services.ledger import perform

pytestmark = pytest.mark.django_db


@pytest.fixture
def union(club: Club) -> Federation:
    """A federation of the club with the owls."""
    return a_federation(club, [a_club("Owl Club")])


@pytest.fixture
def shared(make_evening: Making, union: Federation) -> Scene:
    """Ann of the owls has a fixture against somebody whom Anne, of the club, met at an evening."""
    return scene(make_evening(players=16, until="playing"), Club.objects.get(name="Owl Club"))


def bind(shared: Scene, union: Federation) -> PersonBond:
    """Ann is Anne by the word of both clubs, and the workers know it."""
    row = bonds.ask(federation=union, one=shared.anne, other=shared.ann, **BY)
    bonds.agree(bond=row, **BY)
    do_all_work(shared.contest.at)
    return row


def test_a_fixture_follows_whoever_is_bound_and_back(shared: Scene, union: Federation) -> None:
    row = bind(shared, union)
    assert shared.fixture.status == "played"
    bonds.end(bond=row, **BY)
    do_all_work(shared.contest.at)
    assert shared.fixture.is_ahead


def test_a_question_that_waits_moves_nothing(shared: Scene, union: Federation) -> None:
    bonds.ask(federation=union, one=shared.anne, other=shared.ann, **BY)
    do_all_work(shared.contest.at)
    assert shared.fixture.is_ahead


def test_nobody_is_bound_who_would_be_in_a_season_twice(shared: Scene, union: Federation, club: Club) -> None:
    bo = club.players.get(name="Bo")
    with refused("other both-entered"):
        bonds.ask(federation=union, one=bo, other=shared.ann, **BY)
    number = EntrantMember.objects.get(player=bo).entrant.number
    perform(season=shared.season, act=WithdrawEntrant(number=number), **shared.contest.who)
    bonds.agree(bond=bonds.ask(federation=union, one=bo, other=shared.ann, **BY), **BY)
    assert bonds_in(union) == [(str(bo.pk), str(shared.ann.pk))]


def test_whoever_is_bound_is_not_entered_under_the_other_name(shared: Scene, union: Federation) -> None:
    bind(shared, union)
    days: dict[str, Any] = {"starts": date(2027, 10, 1), "ends": date(2028, 3, 31)}
    rules: dict[str, Any] = {"games": ["chantecler"]}
    league = shared.season.league
    season = seasons.make_season(league=league, name="2027", kind="fixtures", rules=rules, **days, **BY)
    entrants.enter(season=season, entries=[WantedEntrant([shared.ann])], **BY)
    with refused("entries.0 one-person"):
        entrants.enter(season=season, entries=[WantedEntrant([shared.anne])], **BY)
