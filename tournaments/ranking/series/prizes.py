"""The prizes of a season: for the best and the last, of everybody and of each category, and how ties are paid."""

from __future__ import annotations

from array import array
from bisect import insort
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

from scoring.derivation import Sentence, gettext_noop
from tournaments.ranking.series.accounts import Account, count, divided
from tournaments.ranking.series.rules import GamesWon, PlacePoints, SeasonPrizes, Split, TablePrizes
from tournaments.ranking.series.table import SeasonLine, TableState

# With what somebody can still end a season of which evenings are left.
# Whoever may come may stay away too, as often as there are evenings left; and at any of them whoever
# comes may do as well or as badly as an evening allows. Totals never fall as an evening gets better, so
# that the best and the worst of each number of evenings attended are all there is to look at.

NEWCOMER = ""
"""Stands for anybody who has not been there yet."""


@dataclass(frozen=True)
class Ends:
    """How the season can end for one person.

    Arguments:
        person: `NEWCOMER` for anybody who comes for the first time.
        low, high: what an evening attended gives at the least and at the most, in units; `high`
            None where that is not known.
    """

    person: str
    state: TableState
    left: int
    low: int
    high: int | None

    @property
    def account(self) -> Account | None:
        return self.state.accounts.get(self.person)

    @property
    def attended(self) -> int:
        return self.account.attended if self.account else 0

    @property
    def _needed(self) -> int:
        rules = self.state.rules
        minimum = rules.minimum if rules.minimum_for == "place" else 0
        return max(1, minimum) - self.attended

    @property
    def can_have_a_place(self) -> bool:
        return self._needed <= self.left

    @property
    def has_a_place(self) -> bool:
        return self._needed <= 0

    def total(self, added: Sequence[int]) -> int:
        """The total if evenings left give `added`, in units; not empty where none was attended so far."""
        points = self.account.points[:] if self.account else array("q")
        for gain in added:
            insort(points, gain)
        account = Account((), points, (self.account.sum if self.account else 0) + sum(added), 0, 0)
        counted = count(account, self.state.rules, len(self.state.evenings) + self.left)
        return counted.total + self.state.bonuses.get(self.person, 0)

    @cached_property
    def least(self) -> int:
        return min(self._totals(0, self.low))

    @cached_property
    def most(self) -> int | None:
        """The highest total possible with a place, if there can be one; None where that is not known."""
        if self.left == 0:
            return self.total(())
        if self.high is None:
            return None
        return max(self._totals(self._needed if self.can_have_a_place else 0, self.high))

    def _totals(self, fewest: int, each: int) -> Iterator[int]:
        for attended in range(max(fewest, 0 if self.account else 1), self.left + 1):
            yield self.total([each] * attended)


def each_evening(state: TableState, least: int = 0, most: int | None = None) -> tuple[int, int | None]:
    """What an evening attended gives at the least and at the most, in units.

    The table of points settles it where points go by places. Elsewhere the caller has to say the
    most.

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


@dataclass(frozen=True, slots=True)
class PrizeShare:
    """What one person has of one prize or of several that people who are level divide.

    Arguments:
        category: whose table; None for that of everybody.
        first: the best of the prizes divided, 1 for the first; 1 for the booby.
        amount: in the smallest unit of money; 0 for prizes that are no money.
    """

    kind: Literal["best", "booby"]
    category: str | None
    person: str
    first: int
    last: int
    among: int
    amount: int
    why: Sentence


def season_prizes(
    rules: SeasonPrizes, tables: Mapping[str | None, Sequence[SeasonLine]]
) -> tuple[PrizeShare, ...]:
    """Work out who has which prizes.

    The booby goes to whoever stands last and has no prize for the best in the same table. All
    prizes are given while there are people for them; what a table pays out is the sum of those
    given.

    Arguments:
        tables: that of everybody under None, those of the categories by name in the order of the
            rules.
    """
    shares: list[PrizeShare] = []
    for category, lines in tables.items():
        prizes = rules.overall if category is None else rules.by_category
        out = {share.person for share in shares} if rules.one_each else set()
        shares += _of_table(prizes, rules.ties, category, [line for line in lines if line.prizes], out)
    return tuple(shares)


def _of_table(
    prizes: TablePrizes,
    ties: Split,
    category: str | None,
    lines: Sequence[SeasonLine],
    out: Collection[str],
) -> Iterator[PrizeShare]:
    lines = [line for line in lines if line.place is not None and line.person not in out]
    best = list(_best(prizes.best, ties, category, lines))
    yield from best
    if prizes.booby is None:
        return
    winners = {share.person for share in best}
    left = [line for line in lines if line.person not in winners]
    if left:
        yield from _booby(prizes.booby, ties, category, left)


def _levels(lines: Sequence[SeasonLine], ties: Split) -> list[list[SeasonLine]]:
    # By place, or by points whatever the tie-breaks say.
    levels: list[list[SeasonLine]] = []
    for line in lines:
        last = levels[-1][-1] if levels else None
        level = last and (last.place == line.place if ties == "shared" else last.total == line.total)
        if level:
            levels[-1].append(line)
        else:
            levels.append([line])
    return levels


def _best(
    amounts: Sequence[int], ties: Split, category: str | None, lines: Sequence[SeasonLine]
) -> Iterator[PrizeShare]:
    rank = 0
    for level in _levels(lines, ties):
        own = amounts[rank : rank + len(level)]
        if not own:
            return
        shares = divided(own, [line.place or 0 for line in level], ties)
        for line, amount in zip(level, shares, strict=True):
            yield _share("best", category, line.person, (rank + 1, rank + len(own)), len(level), amount, ties)
        rank += len(level)


def _booby(
    amount: int, ties: Split, category: str | None, lines: Sequence[SeasonLine]
) -> Iterator[PrizeShare]:
    # The last of the level comes first: what does not divide is theirs.
    level = _levels(lines, ties)[-1][::-1]
    shares = divided([amount], [line.place or 0 for line in level], ties)
    for line, own in zip(level, shares, strict=True):
        yield _share("booby", category, line.person, (1, 1), len(level), own, ties)


_SHARED: Final = gettext_noop("Prize %(first)s, shared by the %(among)s players in that place.")
_EQUAL: Final = gettext_noop("Prize %(first)s, divided equally among %(among)s players level in points.")
_HORT: Final = gettext_noop(
    "Prize %(first)s, half of it by place and half divided among %(among)s players level in points."
)
_SHARED_MORE: Final = gettext_noop(
    "Prizes %(first)s to %(last)s, shared by the %(among)s players in that place."
)
_EQUAL_MORE: Final = gettext_noop(
    "Prizes %(first)s to %(last)s, divided equally among %(among)s players level in points."
)
_HORT_MORE: Final = gettext_noop(
    "Prizes %(first)s to %(last)s, half of them by place and half divided among %(among)s players level in points."
)
_BOOBY_SHARED: Final = gettext_noop("The booby prize, shared by %(among)s.")


def _share(
    kind: Literal["best", "booby"],
    category: str | None,
    person: str,
    ranks: tuple[int, int],
    among: int,
    amount: int,
    ties: Split,
) -> PrizeShare:
    first, last = ranks
    if kind == "booby":
        template = gettext_noop("The booby prize.") if among == 1 else _BOOBY_SHARED
    elif among == 1:
        template = gettext_noop("Prize %(first)s.")
    elif first == last:
        template = {"shared": _SHARED, "equal": _EQUAL, "hort": _HORT}[ties]
    else:
        template = {"shared": _SHARED_MORE, "equal": _EQUAL_MORE, "hort": _HORT_MORE}[ties]
    why = Sentence(template, {"first": first, "last": last, "among": among})
    return PrizeShare(kind, category, person, first, last, among, amount, why)
