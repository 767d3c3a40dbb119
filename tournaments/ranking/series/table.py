"""The table of a season: places, totals, and what every evening did for everybody.

A table can be kept and brought up to date: an evening more touches the accounts of those who were there, and
nothing but the order is worked out again. Neither the order in which evenings are entered nor one that is void
changes anything.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final, NamedTuple

from scoring.derivation import Sentence, coded, gettext_noop, wordings
from tournaments.ranking.series.accounts import (
    Absence,
    Account,
    Attended,
    Contribution,
    Given,
    Held,
    contributions,
    count,
    opened,
    points_given,
)
from tournaments.ranking.series.rules import SeasonRules, SeasonTieBreak
from tournaments.ranking.series.units import EveningLine, EveningResult, Persons, amount_said
from tournaments.ranking.tie_breaks import SHARED


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


class LevelGroup(NamedTuple):
    """Those whom nothing parts, by id, and what parted them from those above; None for the first."""

    people: tuple[Candidate, ...]
    decision: Separation | None


Lots = Sequence[Sequence[str]]
"""Lots as drawn, each with whoever came first in it first."""
Values = Mapping[str, int]


_FIGURES: Final[Mapping[str, str]] = {
    "best_evening": "best",
    "evenings_won": "won",
    "points_difference": "difference",
}
"""The tie-breaks that compare a figure of everybody's account."""


def _head_to_head(group: Sequence[Candidate]) -> Values:
    # Only at evenings both attended; less how often behind.
    evenings: dict[str, list[tuple[int, str]]] = {}
    for candidate in group:
        for entry in candidate.account.entries:
            evenings.setdefault(entry.evening, []).append((entry.worth.place, candidate.person))
    balance = {candidate.person: 0 for candidate in group}
    for shared in evenings.values():
        places = sorted(place for place, _ in shared)
        for place, person in shared:
            balance[person] += len(places) - bisect_right(places, place) - bisect_left(places, place)
    return balance


def _by_lot(group: Sequence[Candidate], lots: Lots) -> Values:
    # The first lot that all of the group took part in parts them.
    people = {candidate.person for candidate in group}
    for order in lots:
        if people <= set(order):
            return {person: -place for place, person in enumerate(order) if person in people}
    return dict.fromkeys(people, 0)


def levels(
    people: Sequence[Candidate], tie_breaks: Sequence[SeasonTieBreak], lots: Lots
) -> Iterator[LevelGroup]:
    """Yield those who are level together, best first.

    A tie-break is compared among those whom everything before it left level. Whoever it parts is
    done with it: the next ones look at those still level.

    Arguments:
        lots: those recorded, the first drawn first; of the same people only the first counts.
    """
    yield from _parted(
        people, "total", {candidate.person: candidate.total for candidate in people}, tie_breaks, lots
    )


def _parted(
    group: Sequence[Candidate],
    name: str,
    values: Values,
    rest: Sequence[SeasonTieBreak],
    lots: Lots,
) -> Iterator[LevelGroup]:
    by_value: dict[int, list[Candidate]] = {}
    for candidate in group:
        by_value.setdefault(values[candidate.person], []).append(candidate)
    above: int | None = None
    for value in sorted(by_value, reverse=True):
        decision = None if above is None else Separation(name, above, value)
        for level in _within(by_value[value], rest, lots):
            yield LevelGroup(level.people, decision or level.decision)
            decision = None
        above = value


def _within(group: Sequence[Candidate], chain: Sequence[SeasonTieBreak], lots: Lots) -> Iterator[LevelGroup]:
    if len(group) == 1 or not chain:
        yield LevelGroup(tuple(sorted(group, key=lambda candidate: candidate.person)), None)
        return
    name, *rest = chain
    if name in _FIGURES:
        values: Values = {candidate.person: getattr(candidate.account, _FIGURES[name]) for candidate in group}
    else:
        values = _by_lot(group, lots) if name == "lots" else _head_to_head(group)
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


@dataclass(frozen=True, slots=True)
class Bonus:
    """What is added, in units, to the total of somebody who attended at all; negative for a penalty."""

    person: str
    points: int
    because: str = ""


@dataclass(frozen=True, slots=True)
class Lot:
    """Lots drawn between people who were level.

    Arguments:
        number: which drawing of the season it was; the first counts where the same people drew again.
        order: everybody who drew, whoever came first in it first. It parts people only if all of them drew.
    """

    number: int
    order: tuple[str, ...]


@dataclass(frozen=True)
class SeasonLine:
    """One line of the table.

    Arguments:
        place: shared by those who are level: 1, 2, 2, 4; None for whoever has attended too few to
            have one.
        total: in units.
        bonus: what was added to the evenings, in units.
        prizes: whether enough were attended to win prizes.
        decided_by: what puts this line below the one above it: "total", a tie-break, "shared" where
            nothing did, "attendance" where there is no place; empty for the first.
    """

    person: str
    place: int | None
    total: int
    attended: int
    won: int
    bonus: int
    prizes: bool
    decided_by: str
    explanation: Sentence | None
    account: Account = field(repr=False)
    state: TableState = field(repr=False, compare=False)

    @cached_property
    def contributions(self) -> tuple[Contribution, ...]:
        """What every evening of the season did, in order; those that count and the bonus make the total."""
        return contributions(self.person, self.account, self.state.rules, self.state.evenings)


@dataclass(frozen=True)
class TableState:
    """A table as it is kept, to be brought up to date.

    Arguments:
        category: whose table; None for everybody's.
        bonuses: of each person, added up.
        lots: in the order drawn, by the ids of people after merging duplicates.
    """

    rules: SeasonRules
    persons: Persons
    category: str | None
    bonuses: Mapping[str, int]
    lots: tuple[tuple[str, ...], ...]
    evenings: Mapping[str, Held]
    accounts: Mapping[str, Account]

    @cached_property
    def lines(self) -> tuple[SeasonLine, ...]:
        """The table, best first; behind them, without a place, those who have attended too few."""
        return tuple(_lines(self))


def table_state(
    rules: SeasonRules,
    evenings: Iterable[EveningResult],
    persons: Persons | None = None,
    adjustments: Iterable[Bonus | Lot] = (),
    *,
    category: str | None = None,
) -> TableState:
    """Work a table out from the beginning; evenings and adjustments may come in any order.

    Arguments:
        persons: who is who; None where nobody is in a category by person or merged.

    Raises:
        KeyError: the season has no such category.
        ValueError: an evening is there twice, or somebody twice on one.
    """
    persons = persons or Persons()
    if category is not None:
        rules.category(category)
    adjustments = tuple(adjustments)
    bonuses: dict[str, int] = {}
    for bonus in adjustments:
        if isinstance(bonus, Bonus):
            person = persons.real(bonus.person)
            bonuses[person] = bonuses.get(person, 0) + bonus.points
    drawn = sorted((lot.number, lot.order) for lot in adjustments if isinstance(lot, Lot))
    lots = tuple(tuple(dict.fromkeys(map(persons.real, order))) for _, order in drawn)
    state = TableState(rules, persons, category, bonuses, lots, {}, {})
    return _gathered(state, evenings)


def _gathered(state: TableState, evenings: Iterable[EveningResult]) -> TableState:
    evenings_by_id: dict[str, Held] = {}
    entries: dict[str, list[Attended]] = {}
    for evening in evenings:
        if evening.evening in evenings_by_id:
            raise ValueError(f"evening {evening.evening} is there twice")
        if not _counts(state.rules, evening):
            continue
        outcome = _outcome(state, evening)
        evenings_by_id[evening.evening] = Held(evening.date, tuple(outcome.worths), outcome.absent)
        for person, worth in outcome.worths.items():
            entries.setdefault(person, []).append(Attended(evening.date, evening.evening, worth))
    accounts = {person: opened(own) for person, own in entries.items()}
    return replace(state, evenings=evenings_by_id, accounts=accounts)


def _counts(rules: SeasonRules, evening: EveningResult) -> bool:
    played = any(line.played for line in evening.lines)
    return played and not evening.void and evening.game in rules.games


def _outcome(state: TableState, evening: EveningResult) -> Given:
    lines = state.persons.lines(evening.lines)
    outcome = points_given(state.rules, lines)
    if state.category is None:
        return outcome
    by_colour = state.rules.category(state.category).by == "colour"
    worths = {
        person: worth
        for person, worth in outcome.worths.items()
        if _belongs(state, lines[person], by_colour=by_colour)
    }
    others: dict[str, Absence] = dict.fromkeys(outcome.worths.keys() - worths.keys(), "colour")
    return Given(worths, {**outcome.absent, **others} if by_colour else outcome.absent)


def _belongs(state: TableState, line: EveningLine, *, by_colour: bool) -> bool:
    category = state.category or ""
    return line.colour == category if by_colour else state.persons.belongs(line.person, category)


def updated(state: TableState, evening: EveningResult) -> TableState:
    """The table after one evening more, or after another result of one it has.

    The accounts of people who were not at the evening stay the objects they are. An evening that is
    void, or of another game, takes out what it gave before.
    """
    accounts, evenings = dict(state.accounts), dict(state.evenings)
    before = evenings.pop(evening.evening, None)
    for person in before.people if before else ():
        if left := accounts[person].without(evening.evening):
            accounts[person] = left
        else:
            del accounts[person]
    if _counts(state.rules, evening):
        outcome = _outcome(state, evening)
        evenings[evening.evening] = Held(evening.date, tuple(outcome.worths), outcome.absent)
        for person, worth in outcome.worths.items():
            entry = Attended(evening.date, evening.evening, worth)
            account = accounts.get(person)
            accounts[person] = account.entered(entry) if account else opened([entry])
    elif before is None:
        return state
    return replace(state, evenings=evenings, accounts=accounts)


wordings(
    {
        "season.too-few": gettext_noop(
            "Came to %(attended)s of the %(minimum)s evenings that a place requires."
        )
    }
)


def _lines(state: TableState) -> Iterator[SeasonLine]:
    rules = state.rules
    placed: list[Candidate] = []
    behind: list[Candidate] = []
    for person, account in state.accounts.items():
        total = count(account, rules, len(state.evenings)).total
        candidate = Candidate(person, total + state.bonuses.get(person, 0), account)
        enough = rules.minimum_for == "prizes" or account.attended >= rules.minimum
        (placed if enough else behind).append(candidate)
    place = 1
    for level in levels(placed, rules.tie_breaks, state.lots):
        decision = level.decision
        decided_by = decision.by if decision else ""
        explanation = explained(decision, rules.unit) if decision else None
        for candidate in level.people:
            yield _line(state, candidate, place, decided_by, explanation)
            decided_by, explanation = "shared", SHARED
        place += len(level.people)
    for level in levels(behind, rules.tie_breaks, state.lots):
        for candidate in level.people:
            too_few = coded("season.too-few", attended=candidate.account.attended, minimum=rules.minimum)
            yield _line(state, candidate, None, "attendance", too_few)


def _line(
    state: TableState, one: Candidate, place: int | None, decided_by: str, explanation: Sentence | None
) -> SeasonLine:
    account = one.account
    return SeasonLine(
        person=one.person,
        place=place,
        total=one.total,
        attended=account.attended,
        won=account.won,
        bonus=state.bonuses.get(one.person, 0),
        prizes=account.attended >= state.rules.minimum,
        decided_by=decided_by,
        explanation=explanation,
        account=account,
        state=state,
    )
