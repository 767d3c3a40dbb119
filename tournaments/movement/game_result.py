"""Who rings, who won each table, and which tables must cut."""

from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from scoring.derivation import Sentence, gettext_noop
from scoring.faults import Fault, Faults
from tournaments.movement.seating import Couple

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


def check_cuts(level: Mapping[int, bool], cuts: Collection[int]) -> None:
    """Raise Faults unless exactly the tables that are level have cut.

    Arguments:
        level: for each table whether it is.
        cuts: the tables for which a cut was entered.

    Raises:
        Faults: `cut-needed` and `cut-not-needed` (field `cuts.<table>`), `no-such-table`.
    """
    faults = [_no_such_table(table, len(level)) for table in sorted(cuts) if table not in level]
    for table, is_level in level.items():
        if is_level and table not in cuts:
            faults.append(Fault(f"cuts.{table}", "cut-needed", Sentence(_NOT_CUT, {"table": table})))
        if not is_level and table in cuts:
            faults.append(Fault(f"cuts.{table}", "cut-not-needed", Sentence(_NOT_LEVEL, {"table": table})))
    if faults:
        raise Faults(faults)


def _no_such_table(table: int, last: int) -> Fault:
    return Fault(f"cuts.{table}", "no-such-table", Sentence(_NO_TABLE, {"table": table, "last": last}))
