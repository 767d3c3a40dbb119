"""Points given and taken off in a season, who is in which category, and withdrawing what was entered."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from tournaments.models import CategoryMember, Player, SeasonEntry
from tournaments.models import Season as SeasonRow
from tournaments.queries.leagues.access import clubs_in
from tournaments.queries.leagues.adjustments import standing_entries
from tournaments.queries.leagues.seasons import rules_of
from tournaments.ranking.season.life import SeasonAct
from tournaments.ranking.season.rules import MOST_POINTS
from tournaments.refusals import refuse
from tournaments.services.leagues import work
from tournaments.services.leagues.fixture_state import opened
from tournaments.services.leagues.ledger import SeasonBook, open_season
from tournaments.services.texts import clean_reason


@transaction.atomic
def give_bonus(
    *, season: SeasonRow, player: Player, points: int, reason: str, by: str, at: datetime
) -> SeasonEntry:
    """Add points to somebody's total, or take some away; in units of the season's rules. Takes a reason.

    Raises Faults for no points, no reason, and somebody of no club of the league.
    """
    book = open_season(season.pk, by=by, at=at)
    book.check(SeasonAct.BONUS)
    reason = _checked(points, reason)
    _check_is_in(book, player)
    entry = book.write(SeasonAct.BONUS, {"player": player.pk, "points": points}, reason=reason)
    work.ask_season(book.season, at=at)
    return entry


@transaction.atomic
def give_points(
    *, season: SeasonRow, number: int, points: int, reason: str, by: str, at: datetime
) -> SeasonEntry:
    """Give an entrant of a season of fixtures match points or, below nothing, take them off; in halves.

    Takes a reason. Raises Faults for no points, no reason, an entrant there is not, and a knock-out, which has none.
    """
    book, seen = opened(season, SeasonAct.BONUS, by=by, at=at)
    if not seen.rules.has_table:
        refuse("season", "no-table", "a knock-out has no table, so there are no points to give or take off")
    reason = _checked(points, reason)
    if number not in seen.entrants:
        refuse("entrant", "unknown", "there is no entrant %(entered)s", entered=number)
    return book.write(SeasonAct.BONUS, {"adjusted": number, "points": points}, reason=reason)


def _checked(points: int, reason: str) -> str:
    """The reason, cleaned, for points that may be given or taken off."""
    if not points or abs(points) > MOST_POINTS:
        refuse(
            "points",
            "out-of-range",
            "“%(entered)s” was entered; allowed: up to %(most)s, more or less than nothing",
            entered=points,
            most=MOST_POINTS,
        )
    return _reason(reason, "nothing was entered; points are given or taken for a reason that all can read")


@transaction.atomic
def put_in_category(
    *, season: SeasonRow, player: Player, category: str, belongs: bool, by: str, at: datetime
) -> None:
    """Put somebody into a category that goes by person, or take them out; done already, nothing happens."""
    book = open_season(season.pk, by=by, at=at)
    book.check(SeasonAct.CATEGORY)
    names = [one.name for one in rules_of(book.season).categories if one.by == "person"]
    if category not in names:
        refuse(
            "category",
            "not-allowed",
            "“%(entered)s” was entered; allowed: %(allowed)s",
            entered=category,
            allowed=", ".join(names) or "–",
        )
    _check_is_in(book, player)
    rows = CategoryMember.objects.filter(season=book.season, category=category, player=player)
    if rows.exists() == belongs:
        return
    if belongs:
        CategoryMember.objects.create(season=book.season, category=category, player=player)
    else:
        rows.delete()
    book.write(SeasonAct.CATEGORY, {"player": player.pk, "category": category, "in": belongs})
    if book.season.stage != SeasonRow.Stage.DRAFT:
        work.ask_season(book.season, at=at)


@transaction.atomic
def withdraw(*, season: SeasonRow, sequence: int, reason: str, by: str, at: datetime) -> None:
    """Withdraw a bonus, a penalty or lots; the entry stays and says so. Raises Faults for anything else."""
    book = open_season(season.pk, by=by, at=at)
    book.check(SeasonAct.WITHDRAW)
    reason = _reason(reason, "nothing was entered; an entry is withdrawn for a reason that all can read")
    standing = [entry.sequence for entry in standing_entries(book.season)]
    if sequence not in standing:
        refuse(
            "sequence",
            "no-such-entry",
            "entry %(entered)s was named; to be withdrawn: %(allowed)s",
            entered=sequence,
            allowed=", ".join(map(str, standing)) or "–",
        )
    book.write(SeasonAct.WITHDRAW, {"of": sequence}, reason=reason)
    if book.season.kind == SeasonRow.Kind.EVENINGS:
        work.ask_season(book.season, at=at)


def _reason(entered: str, empty: str) -> str:
    reason = clean_reason(entered)
    if not reason:
        refuse("reason", "empty", empty)
    return reason


def _check_is_in(book: SeasonBook, player: Player) -> None:
    if not clubs_in(book.season.league).filter(pk=player.club_id).exists():
        refuse(
            "player", "not-in-the-league", "“%(entered)s” is of no club of the league", entered=player.name
        )
