"""Reading two players as one person, and taking that back. Nothing else is rewritten by either.

Whoever merges locks, in the order of their keys, every club whose merges could close a circle with this one: those
of all leagues in which the club takes part.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime

from django.db import transaction

from scoring.faults import Fault, Faults
from tournaments.club.models import Player
from tournaments.club.services import audit
from tournaments.league.models import League, PersonMerge
from tournaments.league.reads import people
from tournaments.league.services import bonds, work
from tournaments.ranking.series.units import Persons
from tournaments.refusals import NOT_NOW, fault, refuse
from tournaments.site.cleaning import clean_reason

Scope = League | None
"""Where a merge holds: in one league, or in the club's everything."""


@transaction.atomic
def merge(
    *, duplicate: Player, into: Player, by: str, at: datetime, league: League | None = None, reason: str = ""
) -> PersonMerge:
    """Read `duplicate` as `into` from now on: in everything of their club, or in one league alone.

    Both may have been at one evening; their lines become one there. Raises Faults with the fields `duplicate` and
    `into` for one player twice, for players of different clubs without a league that both their clubs are in, for
    somebody merged already, where merges would go in a circle, and where both are entered in a season of fixtures
    that is not over.
    """
    around = _locked({duplicate.club_id, into.club_id}, league)
    reason = clean_reason(reason)
    faults = tuple(_faults(duplicate, into, league, around))
    if faults:
        raise Faults(faults)
    row = PersonMerge.objects.create(
        duplicate=duplicate, into=into, league=league, merged_by=by, merged_at=at, reason=reason
    )
    work.people_changed([duplicate, into], at=at)
    audit.note(league.club if league else into.club, "merged", at=at, player=into)
    return row


@transaction.atomic
def undo(*, merge: PersonMerge, by: str, at: datetime) -> PersonMerge:
    """Read the two as two again. Raises Faults where that is done already, or other merges would go in a circle.

    They would where the merge of a league was all that kept the club's own out of it. So may somebody be in a season
    of fixtures twice then.
    """
    around = _locked({merge.duplicate.club_id, merge.into.club_id}, merge.league)
    row = PersonMerge.objects.select_related("duplicate", "into", "league").get(pk=merge.pk)
    if row.undone_at is not None:
        refuse(
            "merge", NOT_NOW, "the merge of “%(entered)s” has been undone already", entered=row.duplicate.name
        )
    left = [other for other in around.merges if other.pk != row.pk]
    if any(_goes_in_a_circle(left, scope) for scope in _scopes(row.league, around.leagues)):
        refuse(
            "merge",
            "circle",
            "other merges depend on that of “%(entered)s”; undo one of those first",
            entered=row.duplicate.name,
        )
    faults = tuple(bonds.clashes("merge", around.merges, left, around.leagues))
    if faults:
        raise Faults(faults)
    row.undone_by, row.undone_at = by, at
    row.save(update_fields=["undone_by", "undone_at"])
    work.people_changed([row.duplicate, row.into], at=at)
    audit.note(row.league.club if row.league else row.into.club, "merge-undone", at=at, player=row.into)
    return row


class _Around:
    """What could close a circle with a merge: the leagues around it, and the merges that hold there."""

    def __init__(self, clubs: Collection[int], leagues: list[League]) -> None:
        self.leagues = leagues
        self.merges = people.live_merges(clubs, leagues)


def _locked(clubs: set[int], league: Scope) -> _Around:
    # The locks need a transaction.
    leagues = people.leagues_around(clubs)
    if league is not None and league not in leagues:
        leagues.append(league)
    rows = people.clubs_around(leagues).values_list("pk", flat=True)
    all_clubs = clubs | set(rows)
    bonds.lock_clubs(all_clubs)
    return _Around(all_clubs, leagues)


def _faults(duplicate: Player, into: Player, league: Scope, around: _Around) -> Iterator[Fault]:
    if duplicate.pk == into.pk:
        yield fault(
            "into",
            "same-player",
            "“%(entered)s” was chosen twice; two different players are needed",
            entered=into.name,
        )
        return
    yield from _strangers(duplicate, into, league)
    known = next((row for row in around.merges if _is_of(row, duplicate, league)), None)
    if known is not None:
        yield fault(
            "duplicate",
            "merged-already",
            "“%(entered)s” is merged into “%(into)s” already; undo that first",
            entered=duplicate.name,
            into=known.into.name,
        )
        return
    after = [*around.merges, PersonMerge(duplicate=duplicate, into=into, league=league)]
    if any(_goes_in_a_circle(after, scope) for scope in _scopes(league, around.leagues)):
        yield fault(
            "into",
            "circle",
            "“%(entered)s” counts as “%(duplicate)s” already; choose somebody who does not, or undo that first",
            entered=into.name,
            duplicate=duplicate.name,
        )
        return
    yield from bonds.clashes("into", around.merges, after, around.leagues)


def _strangers(duplicate: Player, into: Player, league: Scope) -> Iterator[Fault]:
    if league is None:
        if duplicate.club_id != into.club_id:
            yield fault(
                "into",
                "other-club",
                "“%(entered)s” plays at another club than “%(duplicate)s”; allowed are players of one club, or of "
                "two clubs for a league that both are in",
                entered=into.name,
                duplicate=duplicate.name,
            )
        return
    clubs = set(people.clubs_of(league.club, league))
    for field, player in (("duplicate", duplicate), ("into", into)):
        if player.club_id not in clubs:
            yield fault(
                field,
                "not-in-league",
                "“%(entered)s” plays at a club that is not in “%(league)s”; allowed are players of its clubs",
                entered=player.name,
                league=league.name,
            )


def _is_of(row: PersonMerge, duplicate: Player, league: Scope) -> bool:
    return row.duplicate_id == duplicate.pk and row.league_id == (league.pk if league else None)


def _scopes(league: Scope, around: list[League]) -> list[Scope]:
    # A merge of a league counts there alone, one of a club in everything around it.
    return [league] if league is not None else [None, *around]


def _goes_in_a_circle(merges: Sequence[PersonMerge], scope: Scope) -> bool:
    # `Persons` refuses a circle.
    try:
        Persons(merged=bonds.in_force(merges, scope))
    except ValueError:
        return True
    return False
