"""The tables of a season of evenings, worked out from what the season took; kept and brought up to date.

What has been worked out is kept in the memory of the process, a few seasons at a time, with all it was worked out
from. It is asked for again with that compared first: an evening that is new or different is put into the table,
anything else that changed makes it be worked out from the beginning. A table is therefore never behind its rows.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from threading import Lock

from tournaments.league.models import Season
from tournaments.league.reads.access import clubs_in
from tournaments.league.reads.adjustments import SeasonEntryRead, as_values, standing_entries
from tournaments.league.reads.bonds import bonds_among
from tournaments.league.reads.persons import bound, merged_in
from tournaments.league.reads.results import as_value
from tournaments.league.reads.seasons import rules_of
from tournaments.ranking.series.evenings import EveningResult, Persons
from tournaments.ranking.series.rules import SeasonRules
from tournaments.ranking.series.table import TableState, table_state, updated

KEPT = 8
"""The tables of so many seasons are kept, those asked for last."""
FEW = 4
"""Up to so many evenings that differ are put into a table; for more it is worked out from the beginning."""

Tables = dict[str, TableState]
"""The table of everybody under "", those of the categories by name in the order of the rules."""
Stamps = dict[int, tuple[object, ...]]
"""Of each evening with a result: which publication it is of, whether it is void, and what its handicaps rest on where
the season gives any."""


@dataclass(frozen=True)
class Ground:
    """All that tables rest on but the evenings."""

    version: str
    rules: SeasonRules
    merged: Mapping[str, str]
    categories: Mapping[str, frozenset[str]]
    entries: tuple[int, ...]


@dataclass(frozen=True)
class _CachedTables:
    ground: Ground
    stamps: Stamps
    tables: Tables


_kept: OrderedDict[int, _CachedTables] = OrderedDict()
_lock = Lock()


def tables_of(season: Season) -> Tables:
    """The tables of a season of evenings; five queries, and one for the results that are new."""
    entries = standing_entries(season)
    ground = _ground(season, entries)
    mark = ["result__mark"] if ground.rules.handicap else []
    rows = season.evenings.filter(result__isnull=False).values_list(
        "evening_id", "publication", "void", *mark
    )
    stamps: Stamps = {evening: tuple(told) for evening, *told in rows}
    with _lock:
        known = _kept.get(season.pk)
    tables = _brought_up_to_date(season, known, ground, stamps) if known else None
    if tables is None:
        tables = _from_the_beginning(season, ground, entries)
    with _lock:
        _kept[season.pk] = _CachedTables(ground, stamps, tables)
        _kept.move_to_end(season.pk)
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return tables


def forget() -> None:
    """Keep no table, as in a process that has just begun."""
    with _lock:
        _kept.clear()


def persons_of(season: Season) -> Persons:
    """Who is who in a season; three queries, four where several clubs take part.

    A season that is over reads people of different clubs as one as it did when it was closed.
    """
    clubs = list(clubs_in(season.league).values_list("pk", flat=True))
    bonds = bonds_among(clubs, season.league, until=season.closed_at)
    merged = bound(merged_in(clubs, season.league), bonds)
    categories: dict[str, set[str]] = {}
    for category, player in season.category_members.values_list("category", "player_id"):
        categories.setdefault(str(player), set()).add(category)
    return Persons({person: frozenset(own) for person, own in categories.items()}, merged)


def _ground(season: Season, entries: list[SeasonEntryRead]) -> Ground:
    persons = persons_of(season)
    return Ground(
        season.rules_version,
        rules_of(season),
        persons.merged,
        persons.categories,
        tuple(entry.sequence for entry in entries),
    )


def _from_the_beginning(season: Season, ground: Ground, entries: list[SeasonEntryRead]) -> Tables:
    evenings = [as_value(row) for row in season.evenings.filter(result__isnull=False)]
    persons = Persons(ground.categories, ground.merged)
    names = ("", *(category.name for category in ground.rules.categories))
    return {
        name: table_state(ground.rules, evenings, persons, as_values(entries), category=name or None)
        for name in names
    }


def _brought_up_to_date(
    season: Season, known: _CachedTables, ground: Ground, stamps: Stamps
) -> Tables | None:
    """The tables with the evenings that differ put in; None where more than these differs."""
    if known.ground != ground:
        return None
    different = [evening for evening in stamps if known.stamps.get(evening) != stamps[evening]]
    gone = [evening for evening in known.stamps if evening not in stamps]
    if len(different) + len(gone) > FEW:
        return None
    results = [as_value(row) for row in season.evenings.filter(evening__in=different)] if different else []
    results += [_void(evening) for evening in gone]
    tables = known.tables
    for result in results:
        tables = {name: updated(state, result) for name, state in tables.items()}
    return tables


def _void(evening: int) -> EveningResult:
    """What takes out of a table an evening that is no longer in the season."""
    return EveningResult(str(evening), date.min, "", (), void=True)
