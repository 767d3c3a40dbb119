"""The search: people of one round change places, always where that is better and sometimes where it is worse.

Moves come in blocks. All a block needs is its number: how warm it is and every number drawn in it follow from
that and the seed, so that a search can be cut into slices anywhere, or go on in another process.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log

from tournaments.movement.planner.board import Board, Energy, Weights
from tournaments.movement.planner.task import seeded_numbers
from tournaments.movement.seating import SEATS

BLOCK = 1024
"""How many moves a block has."""

FIRST_CYCLE = 12
"""How often each place is tried in the first cycle of cooling; each cycle is twice as long as the one before."""

STRICT = (3.0, 1.2)
LOOSE = (4.0, 1.2)
"""The temperature at the beginning and at the end of a cycle, in units of energy."""

LOOSE_WEIGHTS = Weights(partners=3)
"""In a loose cycle a partnership may be repeated for a while: tight evenings cannot be got right otherwise."""

_TRIED = 1024
_WORSE = tuple(-log((number + 0.5) / _TRIED) for number in range(_TRIED))
"""By how many times the temperature a change may be worse, for each number drawn: taken with chance exp(-d/t)."""

Worse = list[float]


@dataclass(frozen=True)
class CoolingStage:
    """Where in its cycle a block stands.

    Arguments:
        loose: whether partnerships may be repeated for a while.
        first: whether a cycle begins with it.
    """

    temperature: float
    loose: bool
    first: bool


class Cooling:
    """How warm each block is: cycles from warm to cold, by turns strict and loose.

    Nobody says beforehand for how long a search may go on: short cycles first, so that there is soon a good
    plan, then longer and longer ones, which find better plans.
    """

    def __init__(self, places: int) -> None:
        self.length = max(2, FIRST_CYCLE * places // BLOCK)

    def at(self, block: int) -> CoolingStage:
        length, loose, begun = self.length, False, 0
        while block >= length:
            block -= length
            begun += length
            loose = not loose
            length *= 2 if loose else 1
        warm, cold = self.between(begun, loose=loose)
        return CoolingStage(
            temperature=warm * (cold / warm) ** (block / max(1, length - 1)),
            loose=loose,
            first=block == 0,
        )

    def between(self, begun: int, *, loose: bool) -> tuple[float, float]:
        return LOOSE if loose else STRICT


class Search:
    """The places that moves may choose, the loops that make the moves, and the best plans they have found.

    A loose cycle begins with the best plan, and the strict one after it with the best of the loose one.

    Arguments:
        board: what is changed; its pairs cost what `Energy(task)` says.
        loose: what the parts of the cost weigh in a loose cycle.

    Attributes:
        tried: the places that moves begin with; None for all.
    """

    def __init__(self, board: Board, seed: str, loose: Weights = LOOSE_WEIGHTS) -> None:
        self.board = board
        self.seed = seed
        self.free = [place for place in range(board.seated) if not board.stays[place]]
        rooms = [[place for place in seats if not board.stays[place]] for seats, _ in board.places]
        self.rooms = [rooms[board.round_of[place]] for place in range(board.seated)]
        self.tried: list[int] | None = None
        self.loose = False
        self.best = self.best_loose = board.energy
        self.best_people = list(board.people)
        self.best_loose_people = list(board.people)
        task = board.task
        self._step = board.weighed.as_partners if task.tables.partnership else 1
        self._weighed = (board.weighed, Energy(task, loose))
        # Lists of the changes a meeting makes, by the code before it: -/+ partnership, -/+ meeting.
        steps = (-self._step, -1, self._step, 1)
        self._changes = [[weighed.differences(step) for step in steps] for weighed in self._weighed]
        # Whoever has met nobody at their table before has no reason to leave it: by how much that would be worse.
        self._quiet = [(SEATS - 1) * weighed.weights.unmet for weighed in self._weighed]
        of_four = all(size == SEATS for row in task.sizes for size in row)
        self._moves: Callable[[Sequence[int], Worse], None] = self._of_four if of_four else self._of_any

    def begin(self, *, loose: bool) -> None:
        people = self.best_people if loose else self.best_loose_people
        self.take_up(people, loose=loose)
        if loose:
            self.best_loose, self.best_loose_people = self.board.energy, list(people)

    def take_up(self, people: Sequence[int], *, loose: bool) -> None:
        self.loose = loose
        self.board.weigh(self._weighed[loose])
        self.board.put(list(people))
        self.keep()

    def resume(self, *, best: Sequence[int], best_loose: Sequence[int]) -> None:
        """Take over the best plans of a search that went on elsewhere."""
        self.best = self.best_loose = sys.maxsize
        self.take_up(best_loose, loose=True)
        self.take_up(best, loose=False)

    def is_perfect(self) -> bool:
        """Whether no plan can be better than the best; one found in a loose cycle is taken over."""
        strict, loose = (weighed.least for weighed in self._weighed)
        if self.loose and loose is not None and self.best_loose <= loose:
            self.take_up(self.best_loose_people, loose=False)
        perfect = strict is not None and self.best <= strict
        if perfect and self.board.people != self.best_people:
            self.take_up(self.best_people, loose=False)
        return perfect

    def block(self, number: int, first: int, last: int, temperature: float) -> None:
        """Make the moves from `first` up to `last` of a block at this temperature."""
        if not self.free:
            return
        drawn = seeded_numbers(self.seed, "moves", number, 2 * BLOCK)[2 * first : 2 * last]
        self._moves(drawn, [temperature * worse for worse in _WORSE])

    def before(self) -> None:
        """Do what there is to do before the moves of a block."""

    def after(self, number: int) -> None:
        """Do what there is to do after the moves of a block."""

    def keep(self) -> None:
        board = self.board
        if self.loose and board.energy < self.best_loose:
            self.best_loose, self.best_loose_people = board.energy, list(board.people)
        elif not self.loose and board.energy < self.best:
            self.best, self.best_people = board.energy, list(board.people)

    def _of_four(self, drawn: Sequence[int], worse: Worse) -> None:
        # This loop is where the time goes: it is written out, and everything in it is local.
        board, step = self.board, self._step
        people, rows = board.people, board.rows
        less_p, less, more_p, more = self._changes[self.loose]
        free, rooms = self.free, self.rooms
        energy = board.energy
        best = self.best_loose if self.loose else self.best
        best_people = self.best_loose_people if self.loose else self.best_people
        count = len(free)
        quiet = self._quiet[self.loose]
        draws = iter(drawn)
        for one_drawn, two_drawn in zip(draws, draws, strict=True):
            i = free[one_drawn % count]
            a = people[i]
            row_a = rows[a]
            a_p, a_1, a_2 = people[i ^ 2], people[i ^ 1], people[i ^ 3]
            change = less_p[row_a[a_p]] + less[row_a[a_1]] + less[row_a[a_2]]
            if change >= quiet:
                continue
            room = rooms[i]
            j = room[(two_drawn >> 10) % len(room)]
            b = people[j]
            row_b = rows[b]
            if i ^ j > 3:
                b_p, b_1, b_2 = people[j ^ 2], people[j ^ 1], people[j ^ 3]
                change += (
                    less_p[row_b[b_p]] + less[row_b[b_1]] + less[row_b[b_2]]
                    + more_p[row_a[b_p]] + more[row_a[b_1]] + more[row_a[b_2]]
                    + more_p[row_b[a_p]] + more[row_b[a_1]] + more[row_b[a_2]]
                )  # fmt: skip
                if change > 0 and change >= worse[two_drawn & 1023]:
                    continue
                people[i], people[j] = b, a
                row_ap, row_a1, row_a2 = rows[a_p], rows[a_1], rows[a_2]
                row_bp, row_b1, row_b2 = rows[b_p], rows[b_1], rows[b_2]
                row_a[a_p] -= step
                row_a[a_1] -= 1
                row_a[a_2] -= 1
                row_ap[a] -= step
                row_a1[a] -= 1
                row_a2[a] -= 1
                row_b[b_p] -= step
                row_b[b_1] -= 1
                row_b[b_2] -= 1
                row_bp[b] -= step
                row_b1[b] -= 1
                row_b2[b] -= 1
                row_a[b_p] += step
                row_a[b_1] += 1
                row_a[b_2] += 1
                row_bp[a] += step
                row_b1[a] += 1
                row_b2[a] += 1
                row_b[a_p] += step
                row_b[a_1] += 1
                row_b[a_2] += 1
                row_ap[b] += step
                row_a1[b] += 1
                row_a2[b] += 1
                energy += change
            elif step > 1 and i ^ j & 1:
                board.energy = energy
                change = board.exchange(i, j)
                if change > 0 and change >= worse[two_drawn & 1023]:
                    board.exchange(i, j)
                    continue
                energy += change
            if energy < best:
                best = energy
                best_people[:] = people
        board.energy = energy
        if self.loose:
            self.best_loose = best
        else:
            self.best = best

    def _of_any(self, drawn: Sequence[int], worse: Worse) -> None:
        free, rooms, exchange = self.free, self.rooms, self.board.exchange
        count = len(free)
        draws = iter(drawn)
        for one_drawn, two_drawn in zip(draws, draws, strict=True):
            i = free[one_drawn % count]
            room = rooms[i]
            j = room[(two_drawn >> 10) % len(room)]
            if i == j:
                continue
            change = exchange(i, j)
            if change > 0 and change >= worse[two_drawn & 1023]:
                exchange(i, j)
            elif change < 0:
                self.keep()
