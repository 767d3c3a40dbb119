"""The words of a room: seats, couples, tables, a seating and a round that has been played.

Tables are numbered from 1, the head table, to T, the foot table. Seats 1 and 3 are couple A (the head
couple), seats 2 and 4 couple B (the side couple); a start position reads "3B".
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Literal

from scoring.derivation import Sentence, gettext_noop
from scoring.faults import Fault, Faults

Couple = Literal["A", "B"]
Table = tuple[str, ...]
"""The players at a table, seat 1 first: four where couples play, two to eight elsewhere."""

COUPLES: tuple[Couple, Couple] = ("A", "B")
SEATS = 4
"""The seats of a table at which couples play."""
MOST_SEATS = 8
"""The seats of the largest table of any game."""


@dataclass(frozen=True)
class Seating:
    """Who sits where in one round.

    Arguments:
        tables: the tables from 1 up, each with its players from seat 1 on; in a room nobody at one out of use.
        sitting_out: those without a seat, in the order of the start draw.

    Raises:
        ValueError: somebody has two places.
    """

    tables: tuple[Table, ...]
    sitting_out: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        places = sum(map(len, self.tables)) + len(self.sitting_out)
        if len(set(chain(self.sitting_out, *self.tables))) != places:
            raise ValueError("every player has exactly one seat or sits out")

    def as_data(self) -> dict[str, Any]:
        return {"tables": [list(table) for table in self.tables], "sitting_out": list(self.sitting_out)}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Seating":
        return cls(tuple(map(tuple, data["tables"])), tuple(data["sitting_out"]))

    @property
    def numbers(self) -> tuple[int, ...]:
        """The tables at which people sit."""
        return tuple(number for number, table in enumerate(self.tables, start=1) if table)

    def has_table(self, number: int) -> bool:
        return 0 < number <= len(self.tables) and bool(self.tables[number - 1])

    def without_gaps(self) -> "Seating":
        """As movements count the tables: those at which people sit, one after the other."""
        return Seating(tuple(filter(None, self.tables)), self.sitting_out)

    def around(self, out: Collection[int]) -> "Seating":
        """As the room counts the tables: the same in the same order, and nobody at those out of use."""
        tables = list(self.tables)
        for number in sorted(out):
            if number <= len(tables):
                tables.insert(number - 1, ())
        return Seating(tuple(tables), self.sitting_out)

    def players(self) -> Iterator[str]:
        yield from chain.from_iterable(self.tables)
        yield from self.sitting_out

    def handed_on(self, player: str, to: str) -> "Seating":
        resting = tuple(sitter for sitter in self.sitting_out if sitter != to)
        return Seating(self.tables, resting).renamed({player: to})

    def renamed(self, names: Mapping[str, str]) -> "Seating":
        """Return the same places with other people in them.

        Arguments:
            names: for each player who gives up a place, who takes it.

        Raises:
            ValueError: somebody would have two places.
        """
        return Seating(
            tuple(tuple(names.get(player, player) for player in table) for table in self.tables),
            tuple(names.get(player, player) for player in self.sitting_out),
        )


@dataclass(frozen=True)
class PlayedRound:
    """A round that is over: who sat where, the side that won the game of each table, and the points.

    Arguments:
        winners: the side that won, for each table, as `side_that_moves` names it; nobody in a round that was not
            played for games.
        points: for each table those of couple A and couple B, or where everybody counts their own those of
            each seat; nothing where the movement asks for none.
        places: for each table the place there of each seat, from 1, where everybody plays alone: by who won, then by
            points and by the cut; shared by those who are level.

    Raises:
        ValueError: there are winning couples, points or places, and not exactly one or one row for each table.
    """

    seating: Seating
    winners: tuple[str, ...] = ()
    points: tuple[tuple[int, ...], ...] = ()
    places: tuple[tuple[int, ...], ...] = ()

    def __post_init__(self) -> None:
        for rows, what in (
            (self.winners, "winners"),
            (self.points, "rows of points"),
            (self.places, "rows of places"),
        ):
            if rows and len(rows) != len(self.seating.tables):
                raise ValueError(f"{len(self.seating.tables)} tables have {len(rows)} {what}")


def couple_of(seat: int) -> Couple:
    """Return the couple of a seat from 1 to 4; ValueError where there is no such seat."""
    if seat not in (1, 2, 3, 4):
        raise ValueError(f"seat {seat} is not one of 1 to 4")
    return "A" if seat % 2 else "B"


def side_that_moves(winner: str, size: int) -> str:
    return "AB"[int(winner) - 1] if size == 2 and winner.isdecimal() else winner


def is_winner(winner: str, seat: int) -> bool:
    return winner == str(seat) if winner.isdecimal() else winner == ("A" if seat % 2 else "B")


def pair(table: Table, couple: str) -> tuple[str, str]:
    return (table[0], table[2]) if couple == "A" else (table[1], table[3])


def other(couple: str) -> Couple:
    return "B" if couple == "A" else "A"


def position(seating: Seating, player: str) -> tuple[int, int] | None:
    """Return the table and seat of a player, both counted from 1, or None for somebody who sits out.

    Raises:
        ValueError: the player is not in the room.
    """
    for number, table in enumerate(seating.tables, start=1):
        if player in table:
            return number, table.index(player) + 1
    if player not in seating.sitting_out:
        raise ValueError(f"{player} is not in the room")
    return None


Points = tuple[int, int]
"""The points of couple A and of couple B."""

Bell = Literal["any_table", "head_table"]

_NOT_CUT = gettext_noop("table %(table)s is level and no cut was entered; say who won it")
_NOT_LEVEL = gettext_noop("a cut was entered for table %(table)s, which is not level; only level tables cut")
_NO_TABLE = gettext_noop("a cut was entered for table %(table)s; the tables are 1 to %(last)s")


def may_ring(table: int, totals: Points, *, target: int | None, bell: Bell = "any_table") -> bool:
    """Whether a table rings with these totals.

    Arguments:
        table: its number; with `bell="head_table"` only table 1 rings and the others play on.
        totals: the running totals of its couples; reaching the target is enough.
        target: the points to reach, or None for a round that ends by time alone.
    """
    return target is not None and max(totals) >= target and (bell == "any_table" or table == 1)


def winner(points: Points) -> Couple | None:
    """Return the couple with more points, or None for a level table, 0:0 included: they cut."""
    if points[0] == points[1]:
        return None
    return "A" if points[0] > points[1] else "B"


def level_tables(points: Sequence[Points]) -> tuple[int, ...]:
    return tuple(table for table, totals in enumerate(points, start=1) if winner(totals) is None)


def check_cuts(level: Mapping[int, bool], cuts: Collection[int]) -> None:
    """Raise Faults unless exactly the tables that are level have cut.

    Raises:
        Faults: `cut-needed` and `cut-not-needed` (field `cuts.<table>`), `no-such-table`.
    """
    faults = [
        Fault(f"cuts.{table}", "no-such-table", Sentence(_NO_TABLE, {"table": table, "last": len(level)}))
        for table in sorted(cuts)
        if table not in level
    ]
    for table, is_level in level.items():
        if is_level and table not in cuts:
            faults.append(Fault(f"cuts.{table}", "cut-needed", Sentence(_NOT_CUT, {"table": table})))
        if not is_level and table in cuts:
            faults.append(Fault(f"cuts.{table}", "cut-not-needed", Sentence(_NOT_LEVEL, {"table": table})))
    if faults:
        raise Faults(faults)
