"""What the search brings down: the parts of the cost that meetings decide, as one number for each pair.

All that a pair has to do with each other is one number, its code: meetings + stride * partnerships + stride *
stride * what is wished of them. What a code costs, and what one meeting more or less changes, are looked up.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from tournaments.movement.planner.cost import limits
from tournaments.movement.planner.task import Task

FREE, APART, NEVER_PARTNERS, TOGETHER = range(4)


@dataclass(frozen=True)
class Weights:
    """How much a part of the cost weighs in the search; see `cost.Cost` for the parts.

    Arguments:
        unmet: a pair who never meet: of two equally even plans that with fewer of them, and so with fewer repeats.
    """

    forbidden: int = 1_000_000
    partners: int = 1_000
    crowded: int = 12
    meetings: int = 8
    opponents: int = 1
    unmet: int = 4


@dataclass(frozen=True)
class Energy:
    """The energies of a task's pairs.

    Arguments:
        task: what is planned.
        weights: what the parts weigh.
    """

    task: Task
    weights: Weights = Weights()

    @property
    def stride(self) -> int:
        """More than anybody can meet anybody."""
        return self.task.rounds + 1

    @property
    def as_partners(self) -> int:
        """What one partnership adds to a code; a meeting adds 1."""
        return self.stride + 1

    def code(self, kind: int) -> int:
        """The code of a pair who have not met, by what is wished of them."""
        return kind * self.stride**2

    @cached_property
    def table(self) -> list[int]:
        """What each code costs; codes that cannot be (more partnerships than meetings) cost nothing."""
        steps = range(self.stride)
        return [
            self._of(kind, partners, met) if partners <= met else 0
            for kind in (FREE, APART, NEVER_PARTNERS, TOGETHER)
            for partners in steps
            for met in steps
        ]

    def differences(self, step: int) -> list[int]:
        """What adding `step` to each code changes; 0 where that leads to no code."""
        costs = self.table
        last = len(costs)
        return [costs[code + step] - costs[code] if 0 <= code + step < last else 0 for code in range(last)]

    @cached_property
    def least(self) -> int | None:
        """An energy that no plan is below, or None where wishes make that hard to say.

        Each part alone is least where its counts differ by one at most.
        """
        task, weights = self.task, self.weights
        if task.apart or task.together or task.never_partners:
            return None
        pairs = task.players * (task.players - 1) // 2
        sizes = [len(table) for card in task.past for table in card]
        sizes += [size for row in task.sizes for size in row]
        met = sum(size * (size - 1) // 2 for size in sizes)
        of_four = sum(task.partners_at(size) for size in sizes)
        found = weights.meetings * _evenly(met, pairs) + weights.unmet * max(0, pairs - met)
        if task.tables.partnership:
            found += weights.partners * _evenly(2 * of_four, pairs)
            found += weights.opponents * _evenly(met - 2 * of_four, pairs)
        return found

    @cached_property
    def _limits(self) -> tuple[int, int]:
        most = limits(self.task)
        return most.meetings, most.opponents

    def _of(self, kind: int, partners: int, met: int) -> int:
        weights, partnership = self.weights, self.task.tables.partnership
        if kind == TOGETHER:
            return -weights.forbidden * (partners if partnership else met)
        most_met, most_opposed = self._limits
        opposed = met - partners if partnership else 0
        found = weights.partners * _pairs(partners)
        found += weights.crowded * (max(0, met - most_met) + max(0, opposed - most_opposed))
        found += weights.meetings * _pairs(met) + weights.opponents * _pairs(opposed)
        if kind == APART:
            return found + weights.forbidden * met
        if kind == NEVER_PARTNERS:
            found += weights.forbidden * partners
        return found + (0 if met else weights.unmet)


def _pairs(count: int) -> int:
    return count * (count - 1) // 2


def _evenly(total: int, pairs: int) -> int:
    """The sum of c(c-1)/2 where so many meetings are spread over the pairs as evenly as can be."""
    each, rest = divmod(total, pairs)
    return (pairs - rest) * _pairs(each) + rest * _pairs(each + 1)
