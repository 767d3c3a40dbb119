"""Nobody is in a season of fixtures twice, under whatever names they are listed.

Whoever enters people and whoever reads two as one lock the same clubs first, so that neither goes by what the other
is about to change. Lock order: clubs by their keys, then seasons.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from scoring.faults import Fault
from tournaments.club.models import Club, Player
from tournaments.league.models import EntrantMember, League, PersonMerge, Season
from tournaments.league.reads.access import clubs_in
from tournaments.league.reads.fixtures import Contest, Entrant
from tournaments.league.reads.people import merges_of
from tournaments.ranking.series.evenings import Persons
from tournaments.refusals import fault, refuse


def lock_clubs(clubs: Collection[int]) -> None:
    """Lock clubs in the order of their keys; must be called inside a transaction."""
    list(Club.objects.select_for_update(no_key=True).filter(pk__in=clubs).order_by("pk"))


def lock_clubs_of(season: Season) -> None:
    """Lock the clubs that take part in the league of a season."""
    lock_clubs(list(clubs_in(season.league).values_list("pk", flat=True)))


class Entered:
    """Who is entered, by who they really are; people are taken in one after the other."""

    def __init__(self, seen: Contest, besides: Entrant | None = None) -> None:
        self.persons = merges_of(seen.season.league.club, seen.season.league)
        self.found: dict[str, Player] = {}
        for one in seen.entrants.values():
            if besides is None or one.pk != besides.pk:
                self.found |= {self.real(player): player for player in _players(one)}

    def real(self, player: Player) -> str:
        """Who somebody is read as."""
        return self.persons.real(str(player.pk))

    def take(self, players: Sequence[Player], field: str) -> None:
        """Take the people of one entrant in. Raises Faults where one is entered already, or is named twice here."""
        here: dict[str, Player] = {}
        for player in players:
            real = self.real(player)
            other = self.found.get(real)
            if other is not None and other.pk == player.pk:
                refuse(field, "already-entered", "%(name)s is entered already", name=player.name)
            if other is not None:
                refuse(
                    field,
                    "one-person",
                    "“%(name)s” and “%(other)s” are read as one person, who is entered already",
                    name=player.name,
                    other=other.name,
                )
            if real in here:
                refuse(
                    field,
                    "one-person",
                    "“%(name)s” and “%(other)s” are read as one person; one of them is enough",
                    name=player.name,
                    other=here[real].name,
                )
            here[real] = player
        self.found |= here


def _players(entrant: Entrant) -> list[Player]:
    return [member.player for member in entrant.members.all()]


def check_all_different(seen: Contest, numbers: Iterable[int], field: str) -> None:
    """Raise Faults where two of these entrants have one person."""
    persons = merges_of(seen.season.league.club, seen.season.league)
    found: dict[str, Entrant] = {}
    for entrant in (seen.entrants[number] for number in numbers):
        for real in {persons.real(str(player.pk)) for player in _players(entrant)}:
            other = found.setdefault(real, entrant)
            if other is not entrant:
                refuse(
                    field,
                    "one-person",
                    "“%(name)s” and “%(other)s” are read as one person, or have one in both; one of them goes first",
                    name=other.name,
                    other=entrant.name,
                )


# --- merges ------------------------------------------------------------------------------------------
def clashes(
    field: str, before: Sequence[PersonMerge], after: Sequence[PersonMerge], leagues: Iterable[League]
) -> Iterator[Fault]:
    """What a merge, or undoing one, would make of seasons of fixtures that are not over: somebody is in one twice.

    Who has withdrawn does not count. One query.

    Arguments:
        field: of the faults.
        before, after: the merges that hold around it, without it and with it.
        leagues: those in which they do.
    """
    keys = {key for row in (*before, *after) for key in (row.duplicate_id, row.into_id)}
    rows = EntrantMember.objects.filter(
        player__in=keys,
        season__league__in=[league.pk for league in leagues],
        entrant__withdrawn_at__isnull=True,
    ).exclude(season__stage=Season.Stage.CLOSED)
    found: dict[Season, list[EntrantMember]] = {}
    for row in rows.select_related("season__league", "entrant", "player").order_by("season", "entrant", "pk"):
        found.setdefault(row.season, []).append(row)
    for season, members in found.items():
        then, now = (Persons(merged=in_force(told, season.league)) for told in (before, after))
        for one, other in combinations(members, 2):
            if _are_one(then, one, other) or not _are_one(now, one, other):
                continue
            told = {"name": one.player.name, "other": other.player.name}
            of = {"league": season.league.name, "season": season.name}
            if one.entrant_id != other.entrant_id:
                yield fault(
                    field,
                    "both-entered",
                    "“%(name)s” and “%(other)s” are both entered in “%(league)s, %(season)s”; withdraw one of them "
                    "there first",
                    **told,
                    **of,
                )
            elif season.rules["entrants"] == "pair":
                yield fault(
                    field,
                    "a-pair",
                    "“%(name)s” and “%(other)s” are a pair in “%(league)s, %(season)s”; change the pair there first",
                    **told,
                    **of,
                )


def _are_one(persons: Persons, one: EntrantMember, other: EntrantMember) -> bool:
    return persons.real(str(one.player_id)) == persons.real(str(other.player_id))


def in_force(merges: Iterable[PersonMerge], league: League | None) -> Mapping[str, str]:
    """Who is read as whom in a league, or in a club's everything; a league's own merges go before those of clubs."""
    rows = list(merges)
    of_clubs = {str(row.duplicate_id): str(row.into_id) for row in rows if row.league_id is None}
    own = {
        str(row.duplicate_id): str(row.into_id)
        for row in rows
        if league is not None and row.league_id == league.pk
    }
    return {**of_clubs, **own}
