"""With what somebody can still end a season of which evenings are left.

Whoever may come may stay away too, as often as there are evenings left; and at any of them whoever comes may do as
well or as badly as an evening allows. Totals never fall as an evening gets better, so that the best and the worst of
each number of evenings attended are all there is to look at.
"""

from __future__ import annotations

from array import array
from bisect import insort
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from tournaments.ranking.series.accounts import Account, count
from tournaments.ranking.series.rules import GamesWon, PlacePoints
from tournaments.ranking.series.table import TableState

NEWCOMER = ""
"""Stands for anybody who has not been there yet."""


@dataclass(frozen=True)
class Ends:
    """How the season can end for one person.

    Arguments:
        person: who; `NEWCOMER` for anybody who comes for the first time.
        state: the table so far.
        left: how many evenings are left.
        low, high: what an evening attended gives at the least and at the most, in units; `high` None where that is
            not known.
    """

    person: str
    state: TableState
    left: int
    low: int
    high: int | None

    @property
    def account(self) -> Account | None:
        """The evenings so far; None for whoever has not been there."""
        return self.state.accounts.get(self.person)

    @property
    def attended(self) -> int:
        """How many evenings so far."""
        return self.account.attended if self.account else 0

    @property
    def _needed(self) -> int:
        """How many of the evenings left it takes to have a place."""
        rules = self.state.rules
        minimum = rules.minimum if rules.minimum_for == "place" else 0
        return max(1, minimum) - self.attended

    @property
    def can_have_a_place(self) -> bool:
        """Whether the evenings left are enough to have one."""
        return self._needed <= self.left

    @property
    def has_a_place(self) -> bool:
        """Whether there is one whatever happens."""
        return self._needed <= 0

    def total(self, added: Sequence[int]) -> int:
        """The total with some of the evenings left attended, one at least where none has been so far.

        Arguments:
            added: what these give, in units.
        """
        points = self.account.points[:] if self.account else array("q")
        for one in added:
            insort(points, one)
        account = Account((), points, (self.account.sum if self.account else 0) + sum(added), 0, 0)
        counted = count(account, self.state.rules, len(self.state.evenings) + self.left)
        return counted.total + self.state.bonuses.get(self.person, 0)

    @cached_property
    def least(self) -> int:
        """The least there can be, whether there is a place or not."""
        return min(self._totals(0, self.low))

    @cached_property
    def most(self) -> int | None:
        """The most there can be together with a place, if there can be one; None where that is not known."""
        if self.left == 0:
            return self.total(())
        if self.high is None:
            return None
        return max(self._totals(self._needed if self.can_have_a_place else 0, self.high))

    def _totals(self, fewest: int, each: int) -> Iterator[int]:
        """The totals of all numbers of evenings attended that give so much each."""
        for attended in range(max(fewest, 0 if self.account else 1), self.left + 1):
            yield self.total([each] * attended)


def each_evening(state: TableState, least: int = 0, most: int | None = None) -> tuple[int, int | None]:
    """What an evening attended gives at the least and at the most, in units.

    By places that is settled by the table of points. Games won can be none; how many they can be, and how many
    points can be scored, is known to nobody but who hands it in.

    Raises:
        ValueError: the most is less than the least.
    """
    rules = state.rules
    if isinstance(rules.points, PlacePoints):
        return rules.points.beyond * rules.unit, rules.points.table[0] * rules.unit
    if isinstance(rules.points, GamesWon):
        least = max(0, least)
    if most is not None and most < least:
        raise ValueError("the most an evening gives is not less than the least")
    return least, most


def evenings_ahead(state: TableState, handed_in: int | None = None) -> int:
    """How many evenings are left: as handed in, or those there are to be less those there were.

    Raises:
        ValueError: nothing was handed in, and the rules do not say how many there are to be.
    """
    if handed_in is not None:
        return max(0, handed_in)
    if state.rules.of is None:
        raise ValueError("nobody knows how many evenings are left")
    return max(0, state.rules.of - len(state.evenings))
