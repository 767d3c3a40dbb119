"""Who is the same person in several clubs of a federation, and who could be."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from tournaments.club.models import Club, Player, User
from tournaments.club.publicity import Audience
from tournaments.club.reads.accounts import players_of
from tournaments.evening.models import Standing
from tournaments.evening.reads.names import ERASED
from tournaments.evening.status import Status
from tournaments.league.models import Federation, FederationClub, League, PersonBond

__all__ = ["PersonBond", "Player"]

HOLDS = Q(agreed_at__isnull=False, ended_at__isnull=True)
"""Of a bond, whether the two are one person now."""


def bonds_in(federation: Federation) -> list[tuple[str, str]]:
    """The two of each bond that holds in a federation, by their ids; one query."""
    rows = federation.bonds.filter(HOLDS).order_by("pk").values_list("one", "other")
    return [(str(one), str(other)) for one, other in rows]


def bonds_among(clubs: Collection[int], league: League, *, until: datetime | None) -> list[tuple[str, str]]:
    """The bonds of people of these clubs that hold in a league, by their ids; one query, none for a single club.

    They do where the club that holds the league is in the federation.

    Arguments:
        until: as they were then; None for now.
    """
    if len(clubs) < 2:
        return []
    then = Q(agreed_at__isnull=False) if until is None else Q(agreed_at__lte=until)
    still = Q(ended_at__isnull=True) if until is None else Q(ended_at__isnull=True) | Q(ended_at__gt=until)
    led = FederationClub.objects.filter(then, still, club=league.club_id)
    rows = PersonBond.objects.filter(
        then, still, one__club__in=clubs, other__club__in=clubs, federation__in=led.values("federation")
    )
    return [(str(one), str(other)) for one, other in rows.order_by("pk").values_list("one", "other")]


def ever_bound(players: Collection[int]) -> set[int]:
    """Who has been one person with one of these players by a bond, those themselves included; one query."""
    rows = PersonBond.objects.filter(Q(one__in=players) | Q(other__in=players), agreed_at__isnull=False)
    return {key for pair in rows.values_list("one", "other") for key in pair}


def bonds_of(club: Club, federation: Federation) -> list[PersonBond]:
    """The bonds of a club's people in a federation that hold or wait for an answer, by name; one query."""
    mine = Q(one__club=club) | Q(other__club=club)
    rows = federation.bonds.filter(mine, ended_at__isnull=True).select_related("one__club", "other__club")
    return sorted(rows, key=lambda bond: (bond.one.name, bond.pk))


def own_people(club: Club) -> list[Player]:
    """The people of a club who may be asked about, by name; one query."""
    return list(club.players.exclude(name=ERASED).order_by("name", "pk"))


def people_shown(club: Club) -> list[Player]:
    """The people whom a club shows to everybody, by name, with it: those who have played, where it shows any.

    One query.
    """
    if club.players_for != Audience.EVERYBODY:
        return []
    played = Standing.objects.filter(evening__club=club, evening__status=Status.PUBLISHED, played__gt=0)
    found = Player.objects.filter(pk__in=played.values("ticket__player"))
    return list(found.exclude(name=ERASED).select_related("club").order_by("name", "pk"))


@dataclass(frozen=True, slots=True)
class OwnPlayers:
    """Those who somebody is in several clubs of a federation, and whether they are read as one person there."""

    federation: Federation
    players: tuple[Player, ...]
    are_one: bool


def own_players(user: User) -> list[OwnPlayers]:
    """The federations in which a user is a player of several clubs; three queries at the most."""
    players = players_of(user)
    rows = FederationClub.objects.filter(
        club__in=[player.club_id for player in players], agreed_at__isnull=False, ended_at__isnull=True
    )
    federations: dict[Federation, list[Player]] = {}
    where = {row.club_id: row.federation for row in rows.select_related("federation")}
    for player in players:
        if player.club_id in where:
            federations.setdefault(where[player.club_id], []).append(player)
    several = {federation: own for federation, own in federations.items() if len(own) > 1}
    if not several:
        return []
    keys = [player.pk for own in several.values() for player in own]
    bonds = PersonBond.objects.filter(HOLDS, one__in=keys, other__in=keys, federation__in=several)
    pairs = {
        (federation, frozenset((one, other)))
        for federation, one, other in bonds.values_list("federation", "one", "other")
    }
    return [
        OwnPlayers(
            federation,
            tuple(own),
            all((federation.pk, frozenset((own[0].pk, other.pk))) in pairs for other in own[1:]),
        )
        for federation, own in several.items()
    ]
