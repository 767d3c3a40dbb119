"""Who rings, who won each table, and which tables must cut."""

from collections.abc import Mapping, Sequence
from typing import Literal

from scoring.derivation import Sentence, gettext_noop
from scoring.faults import Fault, Faults
from tournaments.movement.seating import Couple

Points = tuple[int, int]
"""The points of couple A and of couple B."""

Bell = Literal["any_table", "head_table"]

_NOT_CUT = gettext_noop("table %(table)s is level at %(points)s and no cut was entered; A or B must win it")
_NOT_LEVEL = gettext_noop(
    "a cut was entered for table %(table)s, which stands %(a)s to %(b)s; only level tables cut"
)
_NO_TABLE = gettext_noop("a cut was entered for table %(table)s; the tables are 1 to %(last)s")


def may_ring(table: int, totals: Points, *, target: int | None, bell: Bell = "any_table") -> bool:
    """Whether a table rings with these totals.

    Arguments:
        table: its number; with `bell="head_table"` only table 1 rings and the others play on.
        totals: the running totals of its couples; reaching the target is enough.
        target: the points to reach, or None for a round that ends by time alone.
        bell: the option of the evening.
    """
    return target is not None and max(totals) >= target and (bell == "any_table" or table == 1)


def winner(points: Points) -> Couple | None:
    """Return the couple with more points, or None for a level table, 0:0 included: they cut."""
    if points[0] == points[1]:
        return None
    return "A" if points[0] > points[1] else "B"


def level_tables(points: Sequence[Points]) -> tuple[int, ...]:
    """Return the numbers of the tables that must cut."""
    return tuple(table for table, totals in enumerate(points, start=1) if winner(totals) is None)


def winners(points: Sequence[Points], cuts: Mapping[int, Couple]) -> tuple[Couple, ...]:
    """Return who won each table, level tables by their cut.

    Arguments:
        points: the totals of each table, table 1 first.
        cuts: the couple that won the cut, for each level table and for no other.

    Raises:
        Faults: `cut-needed` and `cut-not-needed` (field `cuts.<table>`), `no-such-table`.
    """
    faults = [_no_such_table(table, len(points)) for table in sorted(cuts) if not 1 <= table <= len(points)]
    won: list[Couple] = []
    for table, totals in enumerate(points, start=1):
        by_points, by_cut = winner(totals), cuts.get(table)
        if by_points is None and by_cut is None:
            values = {"table": table, "points": totals[0]}
            faults.append(Fault(f"cuts.{table}", "cut-needed", Sentence(_NOT_CUT, values)))
        if by_points is not None and by_cut is not None:
            values = {"table": table, "a": totals[0], "b": totals[1]}
            faults.append(Fault(f"cuts.{table}", "cut-not-needed", Sentence(_NOT_LEVEL, values)))
        if (couple := by_points or by_cut) is not None:
            won.append(couple)
    if faults:
        raise Faults(faults)
    return tuple(won)


def _no_such_table(table: int, last: int) -> Fault:
    return Fault(f"cuts.{table}", "no-such-table", Sentence(_NO_TABLE, {"table": table, "last": last}))
