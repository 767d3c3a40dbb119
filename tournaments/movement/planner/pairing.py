"""Who of four at a table are partners: chosen anew at every table, without anybody meeting anybody else."""

from __future__ import annotations

from tournaments.movement.planner.board import Board
from tournaments.movement.planner.chance import numbers
from tournaments.movement.seating import SEATS

SWEEPS = 30
"""How often the tables at which partners meet again are gone through at most; mostly five times are enough."""

SIDEWAYS = 4
"""One in so many tables is given other partners although that is no better, so that others find a way."""

_KEEP, _OTHERS = ((0, 2), (1, 3)), ((((0, 1), (2, 3)), (1, 2)), (((0, 3), (1, 2)), (2, 3)))
"""The seats of partners now; and after an exchange of two seats, which stand beside them."""


def choose_partners(board: Board, seed: str, number: int) -> None:
    """Bring the energy of a board down by changing who are partners; all its tables are of four.

    Arguments:
        board: what is changed.
        seed: what all chance depends on.
        number: which try it is; another number, other chance.
    """
    tables = range(0, board.seated, SEATS)
    for sweep in range(SWEEPS):
        again = [first for first in tables if _repeats(board, first)]
        if not again:
            break
        drawn = numbers(seed, "pairs", number * SWEEPS + sweep, len(again))
        for first, chance in zip(again, drawn, strict=True):
            _change(board, first, chance)
    for first in tables:
        _change(board, first, None)


def _repeats(board: Board, first: int) -> bool:
    """Whether two at a table are partners more than once."""
    stride, people, rows = board.weighed.stride, board.people, board.rows
    one, two, three, four = people[first : first + SEATS]
    return any(code // stride % stride > 1 for code in (rows[one][three], rows[two][four]))


def _change(board: Board, first: int, chance: int | None) -> None:
    """Give a table the better partners; with chance drawn sometimes others that are no better."""
    costs, stride = board.weighed.table, board.weighed.stride
    rows, people = board.rows, board.people
    four = people[first : first + SEATS]
    now = [rows[four[one]][four[other]] for one, other in _KEEP]
    ended = sum(costs[code - stride] - costs[code] for code in now)
    changes = []
    for couples, seats in _OTHERS:
        begun = [rows[four[one]][four[other]] for one, other in couples]
        change = ended + sum(costs[code + stride] - costs[code] for code in begun)
        changes.append((change, couples, seats))
    if chance is not None and not chance % SIDEWAYS:
        best = changes[chance // SIDEWAYS % len(changes)]
    else:
        best = min(changes)
        if best[0] >= 0:
            return
    change, couples, (seat, other) = best
    for pairs, step in ((_KEEP, -stride), (couples, stride)):
        for here, there in pairs:
            rows[four[here]][four[there]] += step
            rows[four[there]][four[here]] += step
    people[first + seat], people[first + other] = people[first + other], people[first + seat]
    board.energy += change
