"""The constraints of leagues and seasons, each broken once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from tests.tournaments.a_season import ASeason
from tests.tournaments.an_evening import AnEvening
from tests.tournaments.conftest import START
from tests.tournaments.models.breaking import again, update
from tournaments.club.models import Player
from tournaments.league.models import (
    BoundText,
    Division,
    Entrant,
    Federation,
    FederationClub,
    FederationRatingPoint,
    Fixture,
    League,
    PersonBond,
    PersonMerge,
    RatingPoint,
    Season,
)

Break = Callable[[AnEvening], object]


def a_season(evening: AnEvening) -> Season:
    """A season of the evening's club that is open, with two entries."""
    return ASeason.made(evening.evening.club).season


def a_league(evening: AnEvening) -> League:
    return a_season(evening).league


def a_division(evening: AnEvening, **changes: Any) -> Division:
    told = {"level": 1, "name": "First"} | changes
    return Division.objects.create(season=a_season(evening), **told)


def an_entrant(evening: AnEvening, **changes: Any) -> Entrant:
    division = a_division(evening)
    told = {"number": 1, "name": "Owls"} | changes
    return Entrant.objects.create(season=division.season, division=division, **told)


def a_fixture(evening: AnEvening, **changes: Any) -> Fixture:
    """A fixture of two entrants, still to be played unless `changes` say."""
    home = an_entrant(evening)
    away = Entrant.objects.create(season=home.season, division=home.division, number=2, name="Hens")
    told = {"code": "1-1", "round": 1, "home": home, "away": away} | changes
    return Fixture.objects.create(season=home.season, division=home.division, **told)


def meets_itself(evening: AnEvening) -> None:
    fixture = a_fixture(evening)
    update(Fixture.objects.filter(pk=fixture.pk), away=fixture.home)


def entered_twice(evening: AnEvening) -> None:
    entrant, player = an_entrant(evening), evening.players[0]
    for _ in "ab":
        entrant.members.create(season=entrant.season, player=player)


def rated_twice(evening: AnEvening) -> None:
    club, told = evening.evening.club, evening.evening
    for _ in "ab":
        RatingPoint.objects.create(
            club=club,
            game="chantecler",
            player=evening.players[0],
            evening=told,
            date=told.date,
            mu=25,
            sigma=8,
            games=1,
        )


def merged(first: Player, *others: Player, league: League | None = None) -> None:
    for other in others:
        PersonMerge.objects.create(
            duplicate=first, into=other, league=league, merged_by="user:1", merged_at=START
        )


def with_two_rows(playing: AnEvening, name: str, **told: Any) -> None:
    """The same row of a season, twice."""
    season = a_season(playing)
    for _ in "ab":
        getattr(season, name).create(**told)


def a_line(evening: AnEvening) -> dict[str, Any]:
    figures = dict.fromkeys(("position", "total", "attended", "won", "bonus"), 0)
    return {"player": evening.players[0], "prizes": True, **figures}


def twice_a_guest(evening: AnEvening) -> None:
    league = a_league(evening)
    for _ in "ab":
        league.guest_clubs.create(club=league.club, asked_by="user:1", asked_at=START)


def a_second_division(evening: AnEvening, **changes: Any) -> None:
    first = a_division(evening)
    Division.objects.create(season=first.season, **{"level": 2, "name": "Second"} | changes)


def a_second_entrant(evening: AnEvening) -> None:
    again(an_entrant(evening), name="Hens")


def an_entry_again(evening: AnEvening, **changes: Any) -> None:
    again(a_season(evening).ledger.order_by("sequence").last(), **changes)


def a_text(evening: AnEvening, text: str = "Owls") -> BoundText:
    season = Season.objects.first() or a_season(evening)
    return BoundText.objects.create(season=season, commitment="0" * 64, text=text, salt="0" * 32)


def named_twice(evening: AnEvening) -> None:
    text = a_text(evening)
    for _ in "ab":
        text.people.create(player=evening.players[0], called="Ada")


def a_federation(evening: AnEvening, **changes: Any) -> Federation:
    return Federation.objects.create(**({"name": "Union", "slug": "union", "made_at": START} | changes))


def members(evening: AnEvening, *federations: Federation, agreed_at: datetime | None = None) -> None:
    """The evening's club in each of these, or asked into it."""
    for federation in federations:
        FederationClub.objects.create(
            federation=federation,
            club=evening.evening.club,
            asked_by="user:1",
            asked_at=START,
            agreed_at=agreed_at,
        )


def in_two_federations(evening: AnEvening) -> None:
    members(evening, a_federation(evening), a_federation(evening, slug="other"), agreed_at=START)


def bound(evening: AnEvening, *others: Player) -> None:
    union, one = a_federation(evening), evening.players[0]
    for other in others:
        PersonBond.objects.create(federation=union, one=one, other=other, asked_by="user:1", asked_at=START)


def rated_twice_in_a_federation(evening: AnEvening) -> None:
    told, union = evening.evening, a_federation(evening)
    for _ in "ab":
        FederationRatingPoint.objects.create(
            federation=union,
            game="chantecler",
            player=evening.players[0],
            evening=told,
            date=told.date,
            mu=25,
            sigma=8,
            games=1,
        )


BROKEN_SEASONS: dict[str, Break] = {
    "a_club_is_in_a_league_once": twice_a_guest,
    "a_fixture_ends_in_one_way": lambda e: a_fixture(e, status="played"),
    "a_season_ends_after_it_starts": lambda e: again(
        a_season(e), slug="another", ends=START.date() - timedelta(days=1), starts=START.date()
    ),
    "an_evening_is_in_a_season_once": lambda e: with_two_rows(e, "evenings", evening=e.evening),
    "asked_into_a_federation_once": lambda e: members(e, *[a_federation(e)] * 2),
    "bound_to_each_other_once": lambda e: bound(e, *[e.players[1]] * 2),
    "divisions_count_from_one": lambda e: a_division(e, level=0),
    "entrant_has_a_name": lambda e: an_entrant(e, name=""),
    "federation_has_a_name": lambda e: a_federation(e, name=""),
    "in_a_category_once": lambda e: with_two_rows(
        e, "category_members", category="Juniors", player=e.players[0]
    ),
    "in_one_federation_at_a_time": in_two_federations,
    "league_has_a_name": lambda e: update(League.objects.filter(pk=a_league(e).pk), name=""),
    "merged_once_in_a_club": lambda e: merged(*e.players[:3]),
    "merged_once_in_a_league": lambda e: merged(*e.players[:3], league=a_league(e)),
    "nobody_is_bound_to_themselves": lambda e: bound(e, e.players[0]),
    "nobody_is_merged_into_themselves": lambda e: merged(e.players[0], e.players[0]),
    "nobody_meets_themselves": meets_itself,
    "one_division_per_level": lambda e: a_second_division(e, level=1),
    "one_division_per_name": lambda e: a_second_division(e, name="First"),
    "left_out_of_a_round_as_something": lambda e: an_entrant(e, left_out_of=1),
    "one_entrant_per_number": a_second_entrant,
    "one_entrant_per_player_and_season": entered_twice,
    "one_federation_rating_per_evening": rated_twice_in_a_federation,
    "one_fixture_per_code": lambda e: again(a_fixture(e)),
    "one_league_per_address": lambda e: again(a_league(e)),
    "one_rating_per_evening": rated_twice,
    "a_bound_text_says_something": lambda e: a_text(e, text=""),
    "one_text_per_commitment": lambda e: [a_text(e) for _ in "ab"],
    "once_in_a_text": named_twice,
    "one_season_entry_per_sequence": lambda e: an_entry_again(e, previous_hash="f" * 64),
    "one_season_line_per_player": lambda e: with_two_rows(e, "lines", **a_line(e)),
    "one_season_per_address": lambda e: again(a_season(e)),
    "points_of_both_sides_or_of_neither": lambda e: a_fixture(e, points_home=5),
    "season_has_a_name": lambda e: update(Season.objects.filter(pk=a_season(e).pk), name=""),
    "the_chain_of_a_season_does_not_fork": lambda e: an_entry_again(e, sequence=999),
}
