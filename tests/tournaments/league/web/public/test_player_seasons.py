"""Where a person stands in seasons, on their page: tables of evenings, tables of fixtures, and knock-outs."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.a_contest import AContest
from tests.tournaments.conftest import START
from tests.tournaments.league.federated import BY
from tests.tournaments.league.met import known
from tests.tournaments.league.web.public.test_players import MOST, came, see
from tests.tournaments.the_rows import asked
from tournaments.club.models import Club, Player
from tournaments.league import acts
from tournaments.league.acts import MakeFixtures
from tournaments.league.models import League, Season, SeasonLine
from tournaments.league.services import bonds, entrants
from tournaments.league.services.entrants import WantedEntrant

__all__ = ["see"]


@pytest.fixture
def pat(club: Club) -> Player:
    (made,) = known(club, "Pat")
    came(club, START.date(), made)
    return made


def test_seasons_are_told_with_the_place_once_they_are_opened(
    client: Client, see: Any, club: Club, pat: Player
) -> None:
    league = League.objects.create(club=club, name="Club league", slug="club-league", made_at=START)
    days = {"starts": START.date(), "ends": START.date()}
    season = Season.objects.create(
        league=league, name="Winter", slug="winter", kind="evenings", rules={}, made_at=START, **days
    )
    figures = {"position": 2, "total": 40, "attended": 3, "won": 1, "bonus": 0, "prizes": True}
    SeasonLine.objects.create(season=season, player=pat, place=2, **figures)
    assert "Club league" not in see(pat)
    Season.objects.update(stage="open")
    assert "Seasons Place Season Played Won Points 2 Club league, Winter 3 1 40" in see(pat)
    page = client.get(f"/c/{club.slug}/players/{pat.slug}/").content.decode()
    assert f'href="/c/{club.slug}/leagues/club-league/winter/"' in page


def plays(club: Club, player: Player, name: str, divisions: tuple[int, ...] = (3,), **rules: Any) -> AContest:
    """A season of fixtures in which a person was entered instead of Ann."""
    made = AContest.made(club, divisions, at=START, until="draft", **rules)
    Season.objects.filter(pk=made.season.pk).update(name=name)
    made.act(entrants.change_entrant, number=1, entry=WantedEntrant([player]))
    made.act(acts.Open())
    made.act(MakeFixtures())
    return made


def test_a_season_of_fixtures_is_told_with_division_place_and_points(
    see: Any, club: Club, pat: Player
) -> None:
    made = plays(club, pat, "Round robin", (3, 3))
    assert "– Winter League, Round robin Division 1 0 0 0" in see(pat), "nothing tells a place yet"
    made.play_out()
    assert "1 Winter League, Round robin Division 1 2 2 3" in see(pat)
    made.act(acts.WithdrawEntrant(number=1, ahead="void_all"))
    assert "Winter League, Round robin Division 1 · withdrawn 0 0 0" in see(pat)


def test_a_pair_is_named_and_its_points_have_halves(see: Any, club: Club, pat: Player) -> None:
    (sam,) = known(club, "Sam")
    made = AContest.made(club, (0,), at=START, until="open", entrants="pair")
    made.act(entrants.enter, entries=[WantedEntrant([pat, sam])])
    made.act(entrants.enter_names, lines=["Ann & Ben"])
    made.act(MakeFixtures())
    made.result("1:1.1", 2, 2)
    assert "1 Winter League, 2026 Pat &amp; Sam 1 0 ½" in see(pat)


SEMI_FINALS = [("1:W1.1", 3, 1), ("1:W1.2", 3, 1)]


@pytest.mark.parametrize(
    ("results", "expected"),
    [
        pytest.param([], "– Winter League, Cup still in it 0 0 –", id="ahead"),
        pytest.param(SEMI_FINALS, "– Winter League, Cup still in it 1 1 –", id="in the next round"),
        pytest.param([*SEMI_FINALS, ("1:W2.1", 3, 1)], "1 Winter League, Cup won it 2 2 –", id="won"),
        pytest.param([*SEMI_FINALS, ("1:W2.1", 1, 3)], "– Winter League, Cup out 2 1 –", id="lost"),
    ],
)
def test_of_a_knock_out_it_is_told_who_is_in_it(
    see: Any, club: Club, pat: Player, results: list[tuple[str, int, int]], expected: str
) -> None:
    made = plays(club, pat, "Cup", (4,), format="knock_out", draws=False)
    for result in results:
        made.result(*result)
    assert expected in see(pat)


def test_a_person_is_found_under_the_listing_that_was_entered(see: Any, club: Club, pat: Player) -> None:
    (patty,) = known(club, "Patty")
    plays(club, patty, "Round robin")
    bonds.merge(duplicate=patty, into=pat, **BY)
    assert "Winter League, Round robin Patty 0 0 0" in see(pat)


def test_the_latest_season_stands_first_whatever_it_is_made_of(see: Any, club: Club, pat: Player) -> None:
    plays(club, pat, "Fixtures")
    league = League.objects.get(club=club)
    figures = {"position": 1, "total": 7, "attended": 1, "won": 1, "bonus": 0, "prizes": True, "place": 1}
    for name, year in (("Before", 2025), ("After", 2027)):
        days = {"starts": date(year, 1, 1), "ends": date(year, 9, 1), "made_at": START}
        told = {"name": name, "slug": name, "kind": "evenings", "stage": "open", "rules": {"unit": 2}}
        season = Season.objects.create(league=league, **told, **days)
        SeasonLine.objects.create(season=season, player=pat, **figures)
    said = see(pat)
    assert said.index("After") < said.index("Fixtures") < said.index("Before")
    assert "After 1 1 3½" in said


def test_a_persons_page_asks_as_often_for_many_seasons_as_for_one(see: Any, club: Club, pat: Player) -> None:
    plays(club, pat, "First")
    before = len(asked(lambda: see(pat)))
    for number in range(3):
        plays(club, pat, f"Season {number}", (3, 2), entrants="individual")
    assert see(pat).count("Winter League, Season") == 3
    assert len(asked(lambda: see(pat))) == before <= MOST
