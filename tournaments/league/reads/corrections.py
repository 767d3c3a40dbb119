"""Corrections of evenings by which places in a season's table changed, and of the results of fixtures."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from tournaments.club.models import Player
from tournaments.club.reads.visitors import Visitor
from tournaments.club.shown_names import are_public, in_place_of
from tournaments.evening.models import Evening
from tournaments.evening.reads.access import public_evenings
from tournaments.evening.reads.hands import corrections_of
from tournaments.league import acts
from tournaments.league.acts import Move, MoveResult, Result
from tournaments.league.acts.fixtures import follow
from tournaments.league.models import Season, SeasonEntry
from tournaments.league.reads.fixtures import Contest, DivisionSeen, address_of
from tournaments.league.reads.persons import texts_of, with_names
from tournaments.ranking.fixtures.record import KeptFixture
from tournaments.ranking.series.table import Bonus, Lot

# --- Bonuses and lots of a season that stand, and those that were withdrawn ---------------------------

__all__ = [
    "SeasonEntry",
    "SeasonEntryRead",
    "as_values",
    "entries_after",
    "entries_of",
    "standing_entries",
]

READ = (acts.GiveBonus.name, acts.DrawLots.name, acts.Withdraw.name)


@dataclass(frozen=True, slots=True)
class SeasonEntryRead:
    """An entry with its body read; names of entrants and the reason come from the texts it binds."""

    sequence: int
    act: str
    body: dict[str, Any]
    by: str
    at: datetime
    reason: str


def entries_of(season: Season) -> list[SeasonEntryRead]:
    """The whole ledger of a season, with the texts that it binds; two queries."""
    return _read(season, season.ledger.order_by("sequence"))


def _read(season: Season, rows: Iterable[SeasonEntry]) -> list[SeasonEntryRead]:
    entries = list(rows)
    texts = texts_of(season) if entries else {}
    return [
        SeasonEntryRead(
            row.sequence,
            row.act,
            with_names(json.loads(row.body), texts),
            row.by,
            row.at,
            texts.get(row.reason, row.reason),
        )
        for row in entries
    ]


def entries_after(season: Season, sequence: int, *, act: str = "") -> QuerySet[SeasonEntry]:
    rows = season.ledger.filter(sequence__gt=sequence)
    return (rows.filter(act=act) if act else rows).order_by("sequence")


def standing_entries(season: Season) -> list[SeasonEntryRead]:
    """The bonuses and lots that have not been withdrawn, in their order; two queries, one where there are none."""
    entries = _read(season, season.ledger.filter(act__in=READ).order_by("sequence"))
    withdrawn = {entry.body["of"] for entry in entries if entry.act == acts.Withdraw.name}
    return [entry for entry in entries if entry.act != acts.Withdraw.name and entry.sequence not in withdrawn]


def as_values(entries: Iterable[SeasonEntryRead]) -> tuple[Bonus | Lot, ...]:
    return tuple(
        Bonus(str(entry.body["player"]), entry.body["points"], entry.reason)
        if entry.act == acts.GiveBonus.name
        else Lot(entry.sequence, tuple(entry.body["order"]))
        for entry in entries
    )


# --- Where the places of a division lead at the end of its season -------------------------------------


def leads_of(seen: Contest, division: DivisionSeen, count: int) -> list[str]:
    """For each place, the best first: "up", "down", "play_off", or "" where it stays."""
    leads = [""] * count
    borders = seen.rules.borders
    if len(borders) != len(seen.divisions) - 1:
        return leads
    above = borders[division.level - 2] if division.level > 1 else None
    below = borders[division.level - 1] if division.level <= len(borders) else None
    places = []
    if above:
        places += [(place, "up") for place in range(above.up)]
        places += [(above.up + place, "play_off") for place in range(above.play_off)]
    if below:
        last = count - below.down
        places += [(place, "down") for place in range(last, count)]
        places += [(place, "play_off") for place in range(last - below.play_off, last)]
    for place, lead in places:
        if 0 <= place < count:
            leads[place] = lead
    return leads


MOST = 5
"""So many are told, the newest; the season's ledger has them all."""


@dataclass(frozen=True, slots=True)
class TableCorrected:
    """An evening that was corrected and published again, and why, as the reasons of its corrections say."""

    at: datetime
    evening: Evening
    reasons: tuple[str, ...]


def tables_corrected(season: Season, visitor: Visitor) -> list[TableCorrected]:
    """The corrections that changed places of the table, newest first; one query, three if any did."""
    moves = []
    for row in season.ledger.filter(act=Move.name).order_by("-sequence"):
        body = json.loads(row.body)
        if body["publication"] is not None and any(_place(move) for move in body["moved"]):
            moves.append((row.at, body))
    if not moves:
        return []
    addresses = {body["evening"] for _at, body in moves[:MOST]}
    rows = public_evenings(visitor).filter(slug__in=[address.partition("/")[2] for address in addresses])
    evenings = {address_of(evening): evening for evening in rows if address_of(evening) in addresses}
    corrections = corrections_of([evening.pk for evening in evenings.values()])
    return [
        TableCorrected(
            at,
            evenings[body["evening"]],
            tuple(
                dict.fromkeys(
                    correction.reason
                    for correction in corrections[evenings[body["evening"]].pk]
                    if correction.reason
                    and (body["before"] or 0) < correction.publication <= body["publication"]
                )
            ),
        )
        for at, body in moves[:MOST]
        if body["evening"] in evenings
    ]


def _place(moved: dict[str, list[int | None] | None]) -> bool:
    before, after = ((moved[when] or [None])[0] for when in ("before", "after"))
    return before != after


@dataclass(frozen=True, slots=True)
class ResultCorrected:
    """A fixture whose result became another one: as it stood before, as it stands now, and why, as entered."""

    at: datetime
    before: KeptFixture
    now: KeptFixture
    reasons: tuple[str, ...]


def results_corrected(season: Season, visitor: Visitor) -> list[ResultCorrected]:
    """The results of fixtures that were corrected, the newest first; one query, three where evenings gave them.

    A result that an evening gives is corrected by publishing the evening again, and for the reasons given there; they
    are told to whoever sees the evening.
    """
    stood: dict[str, KeptFixture] = {}
    corrections: list[tuple[ResultCorrected, int]] = []
    for entry in entries_of(season):
        if entry.act in (Result.name, MoveResult.name):
            for row in entry.body["fixtures"]:
                before, now = stood.get(row["code"]), KeptFixture.from_data(row)
                if before is not None and not before.is_ahead and before != now:
                    reasons = (entry.reason,) if entry.reason else ()
                    corrected = ResultCorrected(entry.at, before, now, reasons)
                    corrections.append((corrected, entry.body.get("publication", 0)))
        follow(stood, entry.body)
    corrections = corrections[: -MOST - 1 : -1]
    evening_reasons = _reasons_of_evenings(
        visitor, {correction.now.evening for correction, publication in corrections if publication}
    )
    return [
        replace(
            correction, reasons=evening_reasons.get((correction.now.evening, publication), correction.reasons)
        )
        for correction, publication in corrections
    ]


def _reasons_of_evenings(visitor: Visitor, addresses: set[str]) -> dict[tuple[str, int], tuple[str, ...]]:
    if not addresses:
        return {}
    rows = public_evenings(visitor).filter(slug__in=[address.partition("/")[2] for address in addresses])
    evenings = {evening.pk: address_of(evening) for evening in rows if address_of(evening) in addresses}
    reasons_by_key: dict[tuple[str, int], list[str]] = {}
    for pk, corrections in corrections_of(list(evenings)).items():
        for correction in corrections:
            if correction.reason:
                reasons_by_key.setdefault((evenings[pk], correction.publication), []).append(
                    correction.reason
                )
    return {key: tuple(dict.fromkeys(reasons)) for key, reasons in reasons_by_key.items()}


# Names that people withhold, where they stand inside other texts: what entrants are called, now and in a
# ledger.

BETWEEN = " & "
"""What stands between the names of people of which an entrant's is made."""


def without_withheld(text: str, withheld: Iterable[tuple[str, str]]) -> str:
    """The text with public names in place of others; `withheld` are pairs of a name and its public one."""
    for name, public_name in sorted(withheld, key=lambda pair: -len(pair[0])):
        text = in_place_of(name, public_name, text)
        # An entrant's name made of many has its end cut off, within the last of theirs.
        *whole, last = text.split(BETWEEN)
        if whole and last and name.startswith(last):
            text = BETWEEN.join([*whole, public_name])
    return text


def entries_to_show(season: Season, entries: list[SeasonEntryRead]) -> list[SeasonEntryRead]:
    """The entries as whoever asks now may read them; two queries in public, else none."""
    if not are_public():
        return entries
    entered = Player.objects.filter(entrants__season=season).exclude(public_name="")
    withheld = list(entered.values_list("name", "public_name").distinct())
    called = season.entrants.exclude(public_name="")
    withheld += called.values_list("name", "public_name")
    return [_public_entry(entry, withheld) for entry in entries] if withheld else entries


def _public_entry(entry: SeasonEntryRead, withheld: list[tuple[str, str]]) -> SeasonEntryRead:
    if "entrants" not in entry.body:
        return entry
    entrants = [
        {**entrant, "name": without_withheld(entrant["name"], withheld)} for entrant in entry.body["entrants"]
    ]
    return replace(entry, body={**entry.body, "entrants": entrants})
