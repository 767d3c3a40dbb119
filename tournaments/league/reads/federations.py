"""Federations: which clubs are in one, which are asked into one, and what of it there is to see."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from django.db.models import Q, QuerySet

from tournaments.club.models import Club, Player
from tournaments.club.publicity import Part
from tournaments.club.reads.permissions import public_clubs
from tournaments.club.reads.visitors import Visitor
from tournaments.club.shown_names import ratings_shown
from tournaments.evening.models import Standing
from tournaments.evening.score import Status
from tournaments.league.models import Federation, FederationClub, League
from tournaments.league.reads.persons import bonds_in, bound, followed, merged_in
from tournaments.league.reads.ratings import newest
from tournaments.league.reads.seasons import shared_seasons
from tournaments.ranking.ratings.rating import Rating

__all__ = ["Club", "Federation", "FederationClub", "League", "Player"]

MOST_CLUBS = 100
"""So many clubs are in a federation, or asked into it, at the most."""
IN_IT = Q(agreed_at__isnull=False, ended_at__isnull=True)
"""Of a club of a federation, whether it is in it now."""
ASKED = Q(agreed_at__isnull=True, ended_at__isnull=True)
"""Whether it has been asked and has not answered yet."""


def membership_of(club: Club) -> FederationClub | None:
    return club.federations.filter(IN_IT).select_related("federation", "club").first()


def federation_of(club: Club) -> Federation | None:
    membership = membership_of(club)
    return membership.federation if membership else None


def invitations_of(club: Club) -> list[FederationClub]:
    return list(
        club.federations.filter(ASKED).select_related("federation", "club").order_by("pk")[:MOST_CLUBS]
    )


def in_federation(federation: Federation) -> QuerySet[FederationClub]:
    """The clubs that are in a federation now, each with its club; whoever has been in it for longest comes first."""
    rows = federation.memberships.filter(IN_IT, club__put_away_at__isnull=True)
    return rows.select_related("club").order_by("agreed_at", "pk")


def clubs_of(federation: Federation) -> list[Club]:
    return sorted((row.club for row in in_federation(federation)), key=lambda club: (club.name, club.pk))


def asked_into(federation: Federation) -> list[FederationClub]:
    rows = federation.memberships.filter(ASKED, club__put_away_at__isnull=True)
    return list(rows.select_related("club").order_by("pk"))


def leads(club: Club, members: Iterable[FederationClub]) -> bool:
    """Whether a club leads the federation that has these members, the longest in it first."""
    return next((row.club_id == club.pk for row in members), False)


def clubs_to_ask(federation: Federation) -> list[Club]:
    """The clubs that could be asked in, by name: in no federation, and not asked into this one; one query."""
    unavailable = FederationClub.objects.filter(IN_IT | (ASKED & Q(federation=federation)))
    return list(public_clubs().exclude(pk__in=unavailable.values("club")).order_by("name", "pk"))


def public_federations() -> QuerySet[Federation]:
    members = FederationClub.objects.filter(IN_IT, club__put_away_at__isnull=True)
    return Federation.objects.filter(pk__in=members.values("federation"))


def shared_leagues(clubs: list[Club], visitor: Visitor) -> list[League]:
    """The leagues of one of these clubs in which another takes part, as far as a visitor sees them; one query."""
    seasons = shared_seasons(clubs, visitor)
    rows = League.objects.filter(pk__in=seasons.values("league")).select_related("club")
    return list(rows.order_by("name", "pk"))


@dataclass(frozen=True, slots=True)
class RatedPerson:
    """Somebody rated over all evenings of a federation: who they are in its clubs, the rating, and its last day.

    Of the players only those whom their club shows to whoever looks; the first gives the name.
    """

    players: tuple[Player, ...]
    rating: Rating
    last: date

    @property
    def name(self) -> str:
        return self.players[0].name


def people_rated(federation: Federation, game: str, visitor: Visitor) -> list[RatedPerson]:
    """Everybody rated at a game over all clubs, the surest of being good first; six queries.

    Somebody of whom no club that is in the federation now shows anything is not among them.
    """
    clubs = {club.pk: club for club in clubs_of(federation)}
    visible = {pk for pk, club in clubs.items() if visitor.sees(Part.PLAYERS, club)}
    points = federation.rating_points.filter(
        ratings_shown("player__"), game=game, evening__status=Status.PUBLISHED
    )
    rows = list(newest(points).order_by().values_list("player", "mu", "sigma", "games", "date"))
    people = _who_they_are(federation, list(clubs), [person for person, *_ in rows])
    keys = {key for own in people.values() for key in own}
    known = {player.pk: player for player in Player.objects.filter(ratings_shown(), pk__in=keys)}
    rated_people = []
    for person, mu, sigma, games, last in rows:
        if not known.keys() >= set(people[person]):
            continue  # in one of their clubs they withhold their ratings
        own = [known[key] for key in sorted(people[person]) if known[key].club_id in visible]
        for player in own:
            player.club = clubs[player.club_id]
        if own:
            rated_people.append(RatedPerson(tuple(own), Rating(mu, sigma, games), last))
    return sorted(rated_people, key=place_of)


def place_of(one: RatedPerson) -> tuple[int, int, str, int]:
    """The sort key of the list: the surest of being good first."""
    return (-one.rating.sure, -one.rating.shown, one.name, one.players[0].pk)


def _who_they_are(
    federation: Federation, clubs: list[int], people: Collection[int]
) -> Mapping[int, Collection[int]]:
    pairs, of_clubs = bonds_in(federation), merged_in(clubs)
    everywhere = bound(of_clubs, pairs)
    own_by_person = {person: {int(followed(str(person), of_clubs))} for person in people}
    for key in {key for pair in pairs for key in pair}:
        own_by_person.get(int(followed(key, everywhere)), set()).add(int(followed(key, of_clubs)))
    came = Standing.objects.filter(evening__club__in=clubs, evening__status=Status.PUBLISHED, played__gt=0)
    have_a_page = {
        int(followed(str(player), of_clubs))
        for player in came.order_by().values_list("ticket__player", flat=True).distinct()
    }
    return {person: own & have_a_page for person, own in own_by_person.items()}
