"""The whole evening in one file, and its verification by nothing but the file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tournaments.ranking.standings import Standing
from tournaments.replay.chain import Entry, broken_links, canonical
from tournaments.replay.check import disagreements, standings_of
from tournaments.replay.record import fold
from tournaments.status import NotNow

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

    The chain is checked, every hand scored again, draw and moves worked out again, the standings recomputed.
    """
    if not isinstance(archive, dict) or archive.get("format") != FORMAT:
        return ["this is not the archive of an evening"]
    if archive.get("version") != VERSION:
        return [f"the archive has version {archive.get('version')!r}; this program reads {VERSION}"]
    try:
        entries = entries_of(archive["ledger"])
        found = broken_links(entries, length=len(entries), head=archive["head"])
        record = fold(entries)
        found += disagreements(record)
        told: Sequence[object] = archive["standings"]
        if [standing_data(line) for line in standings_of(record)] != list(told):
            found.append("the standings are not those that follow from the ledger")
        named = {ticket["code"] for ticket in archive["tickets"]}
        if named != set(record.tickets):
            found.append("the tickets are not those of the ledger")
    except NotNow as refused:
        return [f"the ledger tells an impossible evening: {refused}"]
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        return [f"the archive is not whole: {type(error).__name__} {error}"]
    return found
