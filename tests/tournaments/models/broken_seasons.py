"""The constraints of leagues and seasons, each broken once."""

from collections.abc import Callable
from datetime import datetime, time, timedelta
from typing import Any

from django.db.models import F

from tests.tournaments.a_season import ASeason
from tests.tournaments.an_evening import AnEvening
from tests.tournaments.conftest import START
from tests.tournaments.models.breaking import again, twice, update
from tournaments.club.models import Player
from tournaments.league import models
from tournaments.signup.models import Announcement, DoorCode, SignUp

Break = Callable[[AnEvening], object]
FIGURES = ("position", "total", "attended", "won", "bonus")


def a_season(evening: AnEvening) -> models.Season:
    """A season of the evening's club that is open, with two entries."""
    return ASeason.made(evening.evening.club).season


def a_league(evening: AnEvening) -> models.League:
    return a_season(evening).league


def a_division(evening: AnEvening, **changes: Any) -> models.Division:
    told = {"level": 1, "name": "First"} | changes
    return models.Division.objects.create(season=a_season(evening), **told)


def an_entrant(evening: AnEvening, **changes: Any) -> models.Entrant:
    division = a_division(evening)
    told = {"number": 1, "name": "Owls"} | changes
    return models.Entrant.objects.create(season=division.season, division=division, **told)


def a_member(entrant: models.Entrant, player: Player) -> Any:
    return entrant.members.create(season=entrant.season, player=player)


def a_fixture(evening: AnEvening, **changes: Any) -> models.Fixture:
    """A fixture of two entrants, still to be played unless `changes` say."""
    home = an_entrant(evening)
    away = models.Entrant.objects.create(season=home.season, division=home.division, number=2, name="Hens")
    told = {"code": "1-1", "round": 1, "home": home, "away": away} | changes
    return models.Fixture.objects.create(season=home.season, division=home.division, **told)


def merged(first: Player, *others: Player, league: models.League | None = None) -> None:
    for other in others:
        models.PersonMerge.objects.create(
            duplicate=first, into=other, league=league, merged_by="user:1", merged_at=START
        )


def an_entry_again(evening: AnEvening, **changes: Any) -> None:
    again(a_season(evening).ledger.order_by("sequence").last(), **changes)


def a_text(evening: AnEvening, text: str = "Owls") -> models.BoundText:
    return models.BoundText.objects.create(
        season=a_season(evening), commitment="0" * 64, text=text, salt="0" * 32
    )


def a_federation(evening: AnEvening, **changes: Any) -> models.Federation:
    return models.Federation.objects.create(
        **({"name": "Union", "slug": "union", "made_at": START} | changes)
    )


def members(evening: AnEvening, *federations: models.Federation, agreed_at: datetime | None = None) -> None:
    """The evening's club in each of these, or asked into it."""
    for federation in federations:
        models.FederationClub.objects.create(
            federation=federation,
            club=evening.evening.club,
            asked_by="user:1",
            asked_at=START,
            agreed_at=agreed_at,
        )


def a_rating(evening: AnEvening, **of: Any) -> dict[str, Any]:
    told = {"game": "chantecler", "player": evening.players[0], "evening": evening.evening}
    return {**told, "date": evening.evening.date, "mu": 25, "sigma": 8, "games": 1, **of}


def bound(evening: AnEvening, *others: Player) -> None:
    union, one = a_federation(evening), evening.players[0]
    for other in others:
        models.PersonBond.objects.create(
            federation=union, one=one, other=other, asked_by="user:1", asked_at=START
        )


BROKEN_SEASONS: dict[str, Break] = {
    "a_club_is_in_a_league_once": lambda e: twice(
        a_league(e).guest_clubs, club=e.evening.club, asked_by="user:1", asked_at=START
    ),
    "a_fixture_ends_in_one_way": lambda e: a_fixture(e, status="played"),
    "a_season_ends_after_it_starts": lambda e: again(
        a_season(e), slug="another", ends=START.date() - timedelta(days=1), starts=START.date()
    ),
    "an_evening_is_in_a_season_once": lambda e: twice(a_season(e).evenings, evening=e.evening),
    "asked_into_a_federation_once": lambda e: members(e, *[a_federation(e)] * 2),
    "bound_to_each_other_once": lambda e: bound(e, *[e.players[1]] * 2),
    "divisions_count_from_one": lambda e: a_division(e, level=0),
    "entrant_has_a_name": lambda e: an_entrant(e, name=""),
    "federation_has_a_name": lambda e: a_federation(e, name=""),
    "in_a_category_once": lambda e: twice(
        a_season(e).category_members, category="Juniors", player=e.players[0]
    ),
    "in_one_federation_at_a_time": lambda e: members(
        e, a_federation(e), a_federation(e, slug="other"), agreed_at=START
    ),
    "league_has_a_name": lambda e: update(models.League.objects.filter(pk=a_league(e).pk), name=""),
    "merged_once_in_a_club": lambda e: merged(*e.players[:3]),
    "merged_once_in_a_league": lambda e: merged(*e.players[:3], league=a_league(e)),
    "nobody_is_bound_to_themselves": lambda e: bound(e, e.players[0]),
    "nobody_is_merged_into_themselves": lambda e: merged(e.players[0], e.players[0]),
    "nobody_meets_themselves": lambda e: update(
        models.Fixture.objects.filter(pk=a_fixture(e).pk), away=F("home")
    ),
    "one_division_per_level": lambda e: again(a_division(e), name="Second"),
    "one_division_per_name": lambda e: again(a_division(e), level=2),
    "left_out_of_a_round_as_something": lambda e: an_entrant(e, left_out_of=1),
    "one_entrant_per_number": lambda e: again(an_entrant(e), name="Hens"),
    "one_entrant_per_player_and_season": lambda e: again(a_member(an_entrant(e), e.players[0])),
    "one_federation_rating_per_evening": lambda e: twice(
        models.FederationRatingPoint.objects, **a_rating(e, federation=a_federation(e))
    ),
    "one_fixture_per_code": lambda e: again(a_fixture(e)),
    "one_league_per_address": lambda e: again(a_league(e)),
    "one_rating_per_evening": lambda e: twice(models.RatingPoint.objects, **a_rating(e, club=e.evening.club)),
    "a_bound_text_says_something": lambda e: a_text(e, text=""),
    "one_text_per_commitment": lambda e: again(a_text(e)),
    "once_in_a_text": lambda e: twice(a_text(e).people, player=e.players[0], called="Ada"),
    "one_season_entry_per_sequence": lambda e: an_entry_again(e, previous_hash="f" * 64),
    "one_season_line_per_player": lambda e: twice(
        a_season(e).lines, player=e.players[0], prizes=True, **dict.fromkeys(FIGURES, 0)
    ),
    "one_season_per_address": lambda e: again(a_season(e)),
    "points_of_both_sides_or_of_neither": lambda e: a_fixture(e, points_home=5),
    "season_has_a_name": lambda e: update(models.Season.objects.filter(pk=a_season(e).pk), name=""),
    "the_chain_of_a_season_does_not_fork": lambda e: an_entry_again(e, sequence=999),
}


def announcement(evening: AnEvening) -> Announcement:
    told = {"starts": time(19, 30), "made_by": "user:1", "made_at": START, "changed_at": START}
    return Announcement.objects.create(evening=evening.evening, **told)


def signed_up(evening: AnEvening, *changes: dict[str, Any]) -> list[SignUp]:
    """One sign-up for each of these, unlike but for what they say."""
    told = announcement(evening)
    return [
        told.sign_ups.create(
            **{"number": place, "name": "Ada", "key": f"{place}", "people": 1, "made_at": START, **each}
        )
        for place, each in enumerate(changes, start=1)
    ]


def door_code(evening: AnEvening, digit: str) -> DoorCode:
    hashes = dict.fromkeys(("token_hash", "code_hash"), digit * 64)
    return DoorCode.objects.create(evening=evening.evening, nonce=digit, **hashes, made_at=START)


BROKEN_COMING = {
    "a_place_for_each": lambda e: signed_up(e, {"companion": "Bob"}),
    "an_evening_has_a_place": lambda e: update(Announcement.objects.filter(pk=announcement(e).pk), places=0),
    "no_partner_sought_beside_one": lambda e: signed_up(
        e, {"companion": "Bob", "people": 2, "seeks_partner": True}
    ),
    "one_live_code_per_door": lambda e: [door_code(e, digit) for digit in "01"],
    "one_sign_up_per_link": lambda e: signed_up(e, {"token_hash": "0" * 64}, {"token_hash": "0" * 64}),
    "one_sign_up_per_number": lambda e: signed_up(e, {"number": 1}, {"number": 1}),
    "sign_up_has_a_name": lambda e: signed_up(e, {"name": ""}),
}
