"""The one way to do something to a season: `perform` opens its ledger, or `open_season` does for several acts.

Lock order everywhere: an evening first, then seasons, by their keys.
"""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import OuterRef, Subquery

from scoring.derivation import gettext_noop
from tournaments.club.models import ActOrigin
from tournaments.club.services import audit
from tournaments.league.acts import Now, SeasonAct, check, fold, take
from tournaments.league.acts.record import SeasonRecord, SeasonRows, rows_of
from tournaments.league.models import Season, SeasonEntry
from tournaments.league.reads.bound_texts import call_entrants, with_names
from tournaments.league.services import work
from tournaments.league.services.bound_texts import bind
from tournaments.league.services.outside import OutsideOf, evening_at
from tournaments.league.services.rows import as_column, write_rows
from tournaments.ledger.appending import check_transaction, moment_after, next_entry
from tournaments.ledger.chain import Entry, instant
from tournaments.ledger.records import Records
from tournaments.refusals import refuse
from tournaments.site.cleaning import clean_name, clean_reason

RECORDS = Records(fold)


class SeasonBook:
    """A season's ledger, open for one transaction. `season` is the locked row.

    `at` is the moment of what is entered: that of the server's clock, or just behind the `last` entry.
    """

    def __init__(self, season: Season, *, by: str, at: datetime, last: datetime | None) -> None:
        self.season = season
        self.by = by
        self.at = moment_after(last, at=at)
        self.outside = OutsideOf(season)

    def check(self, act: type[SeasonAct]) -> None:
        """Raise Faults where `act` is for another kind of season, or is not allowed as this one stands."""
        check_kind(self.season, act.kind)
        check(act, self.season.stage)

    def do(self, act: SeasonAct) -> int:
        """Do an act, with everything that follows from it: its entries, its rows, the work it brings with it.

        Returns how many entries there are with its own, and before those of what follows from it. Raises Faults:
        everything that speaks against it.
        """
        self.check(type(act))
        season = self.season
        entries = season.ledger_length
        record, outside = _record(season), self.outside
        before = rows_of(record)
        done = self._do(_tidied(act), record, Now(self.by, self.at, outside))
        if done:
            self._follow(before, rows_of(record), seed=outside.seed, entries=len(done))
        for one in done:
            self._ask_for_work(one, record)
        RECORDS.keep(season, record)
        return entries + bool(done)

    def _do(self, act: SeasonAct, record: SeasonRecord, now: Now) -> list[SeasonAct]:
        """Append the entries of an act and of what follows from it; the acts of which there was something to do."""
        act = act.instead(record)
        check(type(act), record.stage)
        if act.needs_reason_now(record) and not act.reason:
            refuse("reason", "empty", act.empty_reason)
        body = act.decide(record, now)
        if body is None:
            return []
        self._append(act, dict(body), record)
        return [act, *(one for further in act.then(record) for one in self._do(further, record, now))]

    def _append(self, act: SeasonAct, body: dict[str, object], record: SeasonRecord) -> None:
        bound = bind(self.season, body, act.reason, self.outside)
        told = next_entry(
            self.season, act=act.name, body=bound.body, by=self.by, at=self.at, reason=bound.reason
        )
        row = SeasonEntry.objects.create(season=self.season, **told)
        if origin := audit.origin_of(self.season.league.club_id, row.hash, by=self.by, at=self.at):
            ActOrigin.objects.create(**origin)
        take(record, entry_of(row), with_names(json.loads(row.body), bound.names))
        self.season.ledger_length, self.season.ledger_head = row.sequence, row.hash

    def _follow(self, before: SeasonRows, after: SeasonRows, *, seed: str, entries: int) -> None:
        season = self.season
        changed = {
            name: as_column(name, value)
            for name, value in after.season.items()
            if before.season.get(name) != value
        }
        for name, value in (changed | {"seed": seed}).items():
            setattr(season, name, value)
        season.version += entries
        season.save(update_fields=["ledger_length", "ledger_head", "version", "seed", *changed])
        write_rows(season, before, after)

    def _ask_for_work(self, act: SeasonAct, record: SeasonRecord) -> None:
        """The tables of a season of evenings are kept; those of one of fixtures are worked out as they are read."""
        if act.moves_tables and record.has_evenings and record.stage != "draft":
            evening = evening_at(act.about) if act.about else None
            work.ask_season(self.season, evening=evening, at=self.at)


def check_kind(season: Season, kind: str) -> None:
    """Raise Faults where what is for a `kind` of seasons is done to one of the other; "" is for either."""
    if kind and kind != season.kind:
        words = {
            "fixtures": gettext_noop("“%(entered)s” has evenings, no fixtures"),
            "evenings": gettext_noop("“%(entered)s” has fixtures, no evenings"),
        }
        refuse("season", "another-kind", words[kind], entered=season.name)


def record_of(season: Season) -> SeasonRecord:
    """A season as its ledger tells it, for reading: nobody changes it."""
    record = _record(season)
    RECORDS.keep(season, record)
    return record


def _record(season: Season) -> SeasonRecord:
    """A season as its ledger tells it, nobody else's from now on, with what entrants are called now."""
    record = RECORDS.take(season)
    call_entrants(season, record.contest)
    return record


def _tidied(act: SeasonAct) -> SeasonAct:
    """The act with its reason, and names in it, as they go into the ledger. Raises Faults."""
    told: dict[str, Any] = {name: clean_name("name", getattr(act, name)) for name in act.names}
    return act.model_copy(update={**told, "reason": clean_reason(act.reason)})


def entry_of(row: SeasonEntry) -> Entry:
    """An entry as the pure replay reads it."""
    return Entry(row.sequence, row.act, row.body, row.by, instant(row.at), row.reason, row.hash)


def open_season(season_id: int, *, by: str, at: datetime) -> SeasonBook:
    """Lock the season and open its ledger; must be called inside a transaction."""
    check_transaction()
    rows = Season.objects.select_for_update(of=("self",), no_key=True)
    entry = SeasonEntry.objects.filter(season=OuterRef("pk"), sequence=OuterRef("ledger_length"))
    rows = rows.select_related("league__club").annotate(last=Subquery(entry.values("at")))
    season = rows.get(pk=season_id)
    return SeasonBook(season, by=by, at=at, last=season.last)


@transaction.atomic
def perform(*, season: Season, act: SeasonAct, by: str, at: datetime) -> int:
    """Do an act to a season: all of it, or nothing.

    Arguments:
        by: the pseudonym of who acts.
        at: the moment of the act on the server's clock (aware).

    Returns:
        The number of its own entry; of the last one there is, where nothing was left to do.

    Raises:
        Faults: everything that speaks against it.
    """
    book = open_season(season.pk, by=by, at=at)
    return book.do(act)
