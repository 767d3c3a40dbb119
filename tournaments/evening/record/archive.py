"""The whole evening in one file: what it is made of."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from tournaments.ledger.chain import Entry, canonical
from tournaments.ranking.prizes import Prize
from tournaments.ranking.standings import Standing

FORMAT = "head-table-evening"
VERSION = 1
ENTRY: Final[Mapping[str, type]] = MappingProxyType(
    {"sequence": int, "act": str, "body": dict, "by": str, "at": str, "reason": str, "hash": str}
)
"""What an entry of the ledger is made of in an archive."""


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
        **({} if line.game_points is None else {"game_points": line.game_points}),
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
        **({"other": prize.other} if prize.other else {}),
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
    return [_entry(place, told) for place, told in enumerate(ledger, start=1)]


def _entry(place: int, told: Mapping[str, Any]) -> Entry:
    for name, kind in ENTRY.items():
        if type(told[name]) is not kind:
            raise TypeError(
                f"entry {place} of the ledger: {name} is {type(told[name]).__name__}, not {kind.__name__}"
            )
    return Entry(**{**{name: told[name] for name in ENTRY}, "body": canonical(told["body"])})
