"""Who stands before whom: by points, then by the tie-breaks in their order, each step remembered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from scoring.derivation import Sentence, coded, gettext_noop, wordings
from tournaments.ranking.series.accounts import Account
from tournaments.ranking.series.rules import SeasonTieBreak
from tournaments.ranking.series.units import amount_said


class Candidate(NamedTuple):
    """Somebody to be placed, with the total in units."""

    person: str
    total: int
    account: Account


class Separation(NamedTuple):
    """What parted a level from the one above it, and the two figures compared."""

    by: str
    above: int
    below: int


class Level(NamedTuple):
    """Those whom nothing parts, by id, and what parted them from those above; None for the first."""

    people: tuple[Candidate, ...]
    decision: Separation | None


Lots = Sequence[Sequence[str]]
"""Lots as drawn, each with whoever came first in it first."""
Values = Mapping[str, int]


def _best_evening(group: Sequence[Candidate]) -> Values:
    return {one.person: one.account.best for one in group}


def _evenings_won(group: Sequence[Candidate]) -> Values:
    return {one.person: one.account.won for one in group}


def _points_difference(group: Sequence[Candidate]) -> Values:
    return {one.person: one.account.difference for one in group}


def _head_to_head(group: Sequence[Candidate]) -> Values:
    """How often each stood before another of the group at an evening both attended, less how often behind."""
    evenings: dict[str, list[tuple[int, str]]] = {}
    for one in group:
        for entry in one.account.entries:
            evenings.setdefault(entry.evening, []).append((entry.worth.place, one.person))
    balance = {one.person: 0 for one in group}
    for shared in evenings.values():
        if len(shared) > 1:
            _balance(shared, balance)
    return balance


def _balance(shared: list[tuple[int, str]], balance: dict[str, int]) -> None:
    """Add for everybody who was there those behind them, less those before them."""
    places = [place for place, _ in shared]
    level: dict[int, int] = {}
    for place in places:
        level[place] = level.get(place, 0) + 1
    before: dict[int, int] = {}
    passed = 0
    for place in sorted(level):
        before[place] = passed
        passed += level[place]
    for place, person in shared:
        behind = len(shared) - before[place] - level[place]
        balance[person] += behind - before[place]


_TIE_BREAKS: Final[Mapping[str, Callable[[Sequence[Candidate]], Values]]] = {
    "best_evening": _best_evening,
    "evenings_won": _evenings_won,
    "head_to_head": _head_to_head,
    "points_difference": _points_difference,
}


def _by_lot(group: Sequence[Candidate], lots: Lots) -> Values:
    """The first lot that all of a group took part in parts them; nothing does where there is none."""
    people = {one.person for one in group}
    for order in lots:
        if people <= set(order):
            return {person: -place for place, person in enumerate(order) if person in people}
    return dict.fromkeys(people, 0)


def levels(people: Sequence[Candidate], tie_breaks: Sequence[SeasonTieBreak], lots: Lots) -> Iterator[Level]:
    """Yield those who are level together, best first.

    A tie-break is compared among those whom everything before it left level. Whoever it parts is done with it:
    the next ones look at those still level.

    Arguments:
        people: in any order.
        tie_breaks: what is compared, in this order, after the totals.
        lots: those recorded, the first drawn first; of the same people only the first counts.
    """
    yield from _parted(people, "total", {one.person: one.total for one in people}, tie_breaks, lots)


def _parted(
    group: Sequence[Candidate],
    name: str,
    values: Values,
    rest: Sequence[SeasonTieBreak],
    lots: Lots,
) -> Iterator[Level]:
    by_value: dict[int, list[Candidate]] = {}
    for one in group:
        by_value.setdefault(values[one.person], []).append(one)
    above: int | None = None
    for value in sorted(by_value, reverse=True):
        decision = None if above is None else Separation(name, above, value)
        for level in _within(by_value[value], rest, lots):
            yield Level(level.people, decision or level.decision)
            decision = None
        above = value


def _within(group: Sequence[Candidate], chain: Sequence[SeasonTieBreak], lots: Lots) -> Iterator[Level]:
    if len(group) == 1 or not chain:
        yield Level(tuple(sorted(group, key=lambda one: one.person)), None)
        return
    name, *rest = chain
    values = _by_lot(group, lots) if name == "lots" else _TIE_BREAKS[name](group)
    yield from _parted(group, name, values, rest, lots)


wordings(
    {
        "season.total": gettext_noop("Points of the season: %(above)s to %(below)s."),
        "season.best-evening": gettext_noop("Level in points; the best evening: %(above)s to %(below)s."),
        "season.evenings-won": gettext_noop("Level so far; evenings won: %(above)s to %(below)s."),
        "season.head-to-head": gettext_noop(
            "Level so far; against each other, where both were there: %(above)s to %(below)s."
        ),
        "season.points-difference": gettext_noop("Level so far; points difference: %(above)s to %(below)s."),
        "season.lots": gettext_noop("Level in everything that counts; the lots drawn decided."),
    }
)


def explained(decision: Separation, unit: int) -> Sentence:
    """Say what parted two neighbours.

    Arguments:
        decision: what did.
        unit: how many units make a point.
    """
    if decision.by in ("total", "best_evening"):
        values = {
            "above": amount_said(decision.above, unit),
            "below": amount_said(decision.below, unit),
        }
    elif decision.by == "head_to_head":
        values = {"above": f"{decision.above:+d}", "below": f"{decision.below:+d}"}
    else:
        values = {"above": str(decision.above), "below": str(decision.below)}
    return coded(f"season.{decision.by.replace('_', '-')}", **values)
