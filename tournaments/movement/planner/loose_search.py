"""The search where there is room for partners: for the tables alone, partners being chosen for the best of them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace

from tournaments.movement.planner.anneal import BLOCK, FIRST_CYCLE, Cooling, Search, Worse
from tournaments.movement.planner.board import Board
from tournaments.movement.planner.energy import Energy, Weights
from tournaments.movement.planner.pairing import choose_partners
from tournaments.movement.planner.task import Task
from tournaments.movement.seating import SEATS

WEIGHTS = Weights(meetings=2, unmet=10)
"""What is wanted most is that as many as can be meet: that is the fewest repeats."""

PARTNERED = 0.5
"""An evening is roomy where less than so many of all pairs are partners."""

PAIRED_EVERY = 2
"""After how many blocks partners are chosen for the best tables, if those are new."""

FEW = 0.5
"""Moves begin with those alone who have met somebody of their table before, where they are fewer than so many."""

FIRST = 1.8
"""The temperature at first; it finds a good plan quickly."""

SOON = 45
"""After so many first cycles they are warmer at their beginning, which finds better plans, but slowly."""

WARMEST, WARM, COLD = 6.0, 2.4, 1.6
SIZE = 560
"""Small evenings, where good plans are far from each other, are warmer: by this over the number of places."""


class RoomyCooling(Cooling):
    """How warm each block is: at first as cold as finds a good plan quickly, later as warm as finds a better one.

    Arguments:
        places: how many places a move may choose from.
    """

    def __init__(self, places: int) -> None:
        super().__init__(places)
        self.soon = SOON * (FIRST_CYCLE * places // BLOCK)
        self.later = (min(WARMEST, max(WARM, SIZE / max(1, places))), COLD)

    def between(self, begun: int, *, loose: bool) -> tuple[float, float]:
        """Return the temperatures of a cycle that begins with block `begun`."""
        return (FIRST, FIRST) if begun < self.soon else self.later


class RoomySearch(Search):
    """A search that leaves partners out of account, as they hardly bind who meets.

    Arguments:
        board: the plan to begin with, with its partners.
        seed: what all chance depends on.
    """

    def __init__(self, board: Board, seed: str) -> None:
        task = replace(board.task, tables=replace(board.task.tables, partnership=False))
        alone = Energy(task, WEIGHTS)
        super().__init__(Board(task, alone, board.cards()), seed, WEIGHTS)
        self.pairs = board
        self.best = board.energy
        self.mark = sys.maxsize
        self._moves = self._of_tables
        self.begin(loose=True)

    def begin(self, *, loose: bool) -> None:
        """Begin a cycle with the best plan."""
        super().begin(loose=True)
        self.mark = self.best_loose

    def resume(self, *, best: Sequence[int], best_loose: Sequence[int]) -> None:
        """Take over the best plans of a search that went on elsewhere."""
        self.pairs.put(list(best))
        self.best, self.best_people = self.pairs.energy, list(best)
        self.begin(loose=True)
        self.best_loose = sys.maxsize
        self.take_up(best_loose, loose=True)

    def is_perfect(self) -> bool:
        """Whether no plan can be better than the best."""
        least = self.pairs.weighed.least
        return least is not None and self.best <= least

    def after(self, number: int) -> None:
        """Choose partners for the best tables, where those are new."""
        perfect = self.best_loose == self._weighed[True].least
        if self.best_loose >= self.mark or (number % PAIRED_EVERY != PAIRED_EVERY - 1 and not perfect):
            return
        self.pairs.put(list(self.best_loose_people))
        choose_partners(self.pairs, self.seed, number)
        if self.pairs.energy < self.best:
            self.best, self.best_people = self.pairs.energy, list(self.pairs.people)
            self.mark = self.best_loose

    def before(self) -> None:
        """Find the places of those who have met somebody of their table before."""
        people, rows = self.board.people, self.board.rows
        less = self._changes[True][1]
        quiet = self._quiet[True]
        found = []
        for i in self.free:
            row = rows[people[i]]
            if less[row[people[i ^ 1]]] + less[row[people[i ^ 2]]] + less[row[people[i ^ 3]]] < quiet:
                found.append(i)
        self.tried = found if 0 < len(found) < FEW * len(self.free) else None

    def _of_tables(self, drawn: Sequence[int], worse: Worse) -> None:
        """The moves; everything in this loop is local, as it is where the time goes."""
        board = self.board
        people, rows = board.people, board.rows
        _, less, _, more = self._changes[True]
        rooms = self.rooms
        energy = board.energy
        best, best_people = self.best_loose, self.best_loose_people
        tried = self.free if self.tried is None else self.tried
        grows = self.tried is not None
        add = tried.extend
        quiet = self._quiet[True]
        draws = iter(drawn)
        for one_drawn, two_drawn in zip(draws, draws, strict=True):
            i = tried[one_drawn % len(tried)]
            a = people[i]
            row_a = rows[a]
            a_1, a_2, a_3 = people[i ^ 1], people[i ^ 2], people[i ^ 3]
            change = less[row_a[a_1]] + less[row_a[a_2]] + less[row_a[a_3]]
            if change >= quiet:
                continue
            room = rooms[i]
            j = room[(two_drawn >> 10) % len(room)]
            if i ^ j < 4:
                continue
            b = people[j]
            row_b = rows[b]
            b_1, b_2, b_3 = people[j ^ 1], people[j ^ 2], people[j ^ 3]
            change += (
                less[row_b[b_1]] + less[row_b[b_2]] + less[row_b[b_3]]
                + more[row_a[b_1]] + more[row_a[b_2]] + more[row_a[b_3]]
                + more[row_b[a_1]] + more[row_b[a_2]] + more[row_b[a_3]]
            )  # fmt: skip
            if change > 0 and change >= worse[two_drawn & 1023]:
                continue
            people[i], people[j] = b, a
            for one in (a_1, a_2, a_3):
                row = rows[one]
                row_a[one] -= 1
                row[a] -= 1
                row_b[one] += 1
                row[b] += 1
            for one in (b_1, b_2, b_3):
                row = rows[one]
                row_b[one] -= 1
                row[b] -= 1
                row_a[one] += 1
                row[a] += 1
            if grows:
                add((i, i ^ 1, i ^ 2, i ^ 3, j, j ^ 1, j ^ 2, j ^ 3))
            energy += change
            if energy < best:
                best = energy
                best_people[:] = people
        board.energy = energy
        self.best_loose = best


def is_roomy(task: Task) -> bool:
    """Whether partners hardly bind who meets: all tables of four, few partnerships, and no wishes about them."""
    sizes = [size for row in task.sizes for size in row]
    if not task.tables.partnership or task.together or task.never_partners or task.unmoved:
        return False
    if any(size != SEATS for size in sizes):
        return False
    partnerships = 2 * (len(sizes) + sum(len(table) == SEATS for card in task.past for table in card))
    return partnerships < PARTNERED * task.players * (task.players - 1) / 2
