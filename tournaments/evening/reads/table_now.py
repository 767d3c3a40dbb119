"""A table as its phones show it now: read once for all of them, until anything moves that they show."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from tournaments.evening.models import DirectorCall, Evening, Table, TableLink
from tournaments.evening.reads.rounds import GameView, game_view
from tournaments.evening.reads.table_sheet import ScoreSheet, sheet_of, waiting_call

MOST = 1024
"""Tables whose last state is kept in memory; a club has sixty."""


class TableNow(NamedTuple):
    """What all phones of a table show alike: its game with the score sheet, and the call that waits.

    Only ever read: several requests have it at once.
    """

    game: GameView | None
    sheet: ScoreSheet | None
    call: DirectorCall | None


def table_now(link: TableLink, *, fresh: bool) -> TableNow:
    """The table of a link in the round in play; no query where another phone has asked since it moved.

    `fresh` reads it anew, as whoever has written must.
    """
    evening = link.table.evening
    number = max(1, evening.current_round)
    if fresh:
        return _read(evening, link.table, number)
    return _kept(evening.salt, link.shown, evening, link.table, number)


@lru_cache(maxsize=MOST)
def _kept(salt: str, shown: int, evening: Evening, table: Table, number: int) -> TableNow:
    """Rows are equal by their primary keys, and the salt tells evenings apart whatever these are."""
    return _read(evening, table, number)


forget = _kept.cache_clear


def _read(evening: Evening, table: Table, number: int) -> TableNow:
    game = game_view(evening, table.number, number)
    return TableNow(game, sheet_of(game.row) if game else None, waiting_call(table))
