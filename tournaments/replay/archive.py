"""The whole evening in one file, and its verification by nothing but the file."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from tournaments.movement.draw import commitment
from tournaments.ranking.prizes import Prize
from tournaments.ranking.standings import Standing
from tournaments.replay.chain import Entry, broken_links, canonical
from tournaments.replay.check import disagreements, prizes_of, standings_of
from tournaments.replay.fold import WRONG, NoEvening, fold
from tournaments.replay.record import Record

FORMAT = "head-table-evening"
VERSION = 1


def standing_data(line: Standing) -> dict[str, object]:
    """One line of the standings as the archive holds it; `won_halves` counts half games."""
    return {
        "ticket": line.player,
        "place": line.place,
        "played": line.played,
        "won_halves": line.won_halves,
        "points_for": line.points_for,
        "points_difference": line.points_difference,
        "head_table_wins": line.head_table_wins,
        "bells_rung": line.bells_rung,
        "sat_out": line.sat_out,
    }


def prize_data(prize: Prize) -> dict[str, object]:
    """One prize, or one person's share in prizes, as the archive holds it; sums in the smallest unit of money."""
    return {
        "prize": prize.kind,
        "rank": prize.rank,
        "last": prize.last,
        "colour": prize.colour,
        "ticket": prize.winner,
        "tied": list(prize.tied),
        "among": prize.among,
        "amount": prize.amount,
    }


def seal(lines: Sequence[Mapping[str, object]]) -> str:
    """What stands for the standings in the ledger when they are published."""
    return hashlib.sha256(canonical(lines).encode()).hexdigest()


def entry_data(entry: Entry, body: object) -> dict[str, object]:
    """One ledger entry as the archive holds it, its body as JSON rather than as text."""
    return {
        "sequence": entry.sequence,
        "act": entry.act,
        "body": body,
        "by": entry.by,
        "at": entry.at,
        "reason": entry.reason,
        "hash": entry.hash,
    }


def entries_of(ledger: Iterable[Mapping[str, Any]]) -> list[Entry]:
    """The ledger entries of an archive. Raises KeyError or TypeError where one is not whole."""
    return [
        Entry(
            sequence=told["sequence"],
            act=told["act"],
            body=canonical(told["body"]),
            by=told["by"],
            at=told["at"],
            reason=told["reason"],
            hash=told["hash"],
        )
        for told in ledger
    ]


def findings(archive: object) -> list[str]:
    """Everything in which an archive contradicts itself or the rules; empty when it holds.

    The chain is checked, every hand scored again, draw and moves worked out again, standings and prizes recomputed.
    """
    if not isinstance(archive, dict) or archive.get("format") != FORMAT:
        return ["this is not the archive of an evening"]
    if archive.get("version") != VERSION:
        return [f"the archive has version {archive.get('version')!r}; this program reads {VERSION}"]
    found: list[str] = []
    try:
        entries = entries_of(archive["ledger"])
        found += broken_links(entries, length=len(entries), head=archive["head"])
        record = fold(entries)
        found += disagreements(record)
        found += _head_and_foot(archive, record)
    except NoEvening as refused:
        found.append(f"the ledger tells no evening: {refused}")
    except WRONG as error:
        found.append(f"the archive is not whole: {type(error).__name__} {error}")
    return found


def _head_and_foot(archive: Mapping[str, Any], record: Record) -> Iterator[str]:
    """What the archive says beside its ledger. Names stand outside the chain, and nothing vouches for them."""
    plan, told = record.plan, archive["evening"]
    chained = {"date": record.date, "pinned": record.pinned, "seed": record.seed, "game": plan and plan.game}
    for name, value in chained.items():
        if told[name] != value:
            yield f"the evening's {name} is not that of the ledger"
    if told.get("commitment", commitment(record.seed)) != commitment(record.seed):
        yield "the seed is not the one whose commitment was shown"
    tickets = [(ticket["code"], ticket["number"], ticket["colour"]) for ticket in archive["tickets"]]
    if sorted(tickets) != sorted((t.code, t.number, t.colour) for t in record.tickets.values()):
        yield "the tickets are not those of the ledger"
    lines = archive["standings"]
    if lines != [standing_data(line) for line in standings_of(record)]:
        yield "the standings are not those that follow from the ledger"
    # Archives made before there were sums do not name the prizes.
    if "prizes" in archive and archive["prizes"] != [prize_data(prize) for prize in prizes_of(record)]:
        yield "the prizes are not those that follow from the ledger"
    if record.seal is not None and record.seal != seal(lines):
        yield "the standings are not those that were sealed when the evening was published"
