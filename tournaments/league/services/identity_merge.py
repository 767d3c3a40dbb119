"""Nobody is in a season of fixtures twice, under whatever names they are listed.

Whoever enters people and whoever reads two as one lock the same clubs first, so that neither goes by what the other
is about to change. Lock order: clubs by their keys, then seasons.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from scoring.faults import Fault
from tournaments import fence
from tournaments.club.models import Club
from tournaments.league.models import EntrantMember, League, PersonMerge, Season
from tournaments.league.reads.access import clubs_in
from tournaments.ranking.series.evenings import Persons
from tournaments.refusals import fault


def lock_clubs(clubs: Collection[int]) -> None:
    """Lock clubs in the order of their keys; must be called inside a transaction."""
    with fence.lowered():  # those of a league wait for each other
        list(Club.objects.select_for_update(no_key=True).filter(pk__in=clubs).order_by("pk"))


def lock_clubs_of(season: Season) -> None:
    """Lock the clubs that take part in the league of a season."""
    lock_clubs(list(clubs_in(season.league).values_list("pk", flat=True)))


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
