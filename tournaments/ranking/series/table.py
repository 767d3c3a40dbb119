"""The table of a season: places, totals, what every evening did for everybody, and the prizes.

A table can be kept and brought up to date: an evening more touches the accounts of those who were there, and
nothing but the order is worked out again. Neither the order in which evenings are entered nor one that is void
changes anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby
from typing import Literal

from scoring.derivation import Sentence, coded, gettext_noop, wordings
from tournaments.ranking.offered import shared
from tournaments.ranking.rulebook import Split
from tournaments.ranking.series.accounts import (
    Absence,
    Account,
    Attended,
    Candidate,
    Contribution,
    Given,
    Held,
    contributions,
    count,
    explained,
    levels,
    opened,
    points_given,
)
from tournaments.ranking.series.rules import GamesWon, PlacePoints, SeasonPrizes, SeasonRules, TablePrizes
from tournaments.ranking.series.units import EveningLine, EveningResult, Persons, divided
from tournaments.ranking.tie_breaks import SHARED


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
    place, chain = 1, ("total", *rules.tie_breaks)
    for level in levels(placed, chain, state.lots):
        decision = level.decision
        decided_by = decision.by if decision else ""
        explanation = explained(decision, rules.unit) if decision else None
        for candidate in level.people:
            yield _line(state, candidate, place, decided_by, explanation)
            decided_by, explanation = "shared", SHARED
        place += len(level.people)
    for level in levels(behind, chain, state.lots):
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
        out = {share.person for share in shares} if rules.one_each else set()
        winning = [
            line for line in lines if line.prizes and line.place is not None and line.person not in out
        ]
        prizes = rules.overall if category is None else rules.by_category
        shares += _of_table(prizes, rules.ties, category, winning)
    return tuple(shares)


def _of_table(
    prizes: TablePrizes, ties: Split, category: str | None, lines: Sequence[SeasonLine]
) -> Iterator[PrizeShare]:
    # Level by place, or by points whatever the tie-breaks say.
    by_level = groupby(lines, key=lambda line: line.place if ties == "shared" else line.total)
    levels = [list(level) for _, level in by_level]
    rank = 0
    for level in levels:
        if own := prizes.best[rank : rank + len(level)]:
            yield from _shares("best", category, level, rank + 1, own, ties)
            rank += len(level)
    if prizes.booby is not None and rank < len(lines):
        # The last of the level comes first: what does not divide is theirs.
        yield from _shares("booby", category, levels[-1][::-1], 1, (prizes.booby,), ties)


def _shares(
    kind: Literal["best", "booby"],
    category: str | None,
    level: Sequence[SeasonLine],
    first: int,
    worth: Sequence[int],
    ties: Split,
) -> Iterator[PrizeShare]:
    last, among = first + len(worth) - 1, len(level)
    if among > 1:
        why = shared(kind, first, last, among, ties, "points_for", passed=False)
    else:
        words = gettext_noop("Prize %(first)s.") if kind == "best" else gettext_noop("The booby prize.")
        why = Sentence(words, {"first": first})
    amounts = divided(worth, [line.place or 0 for line in level], ties)
    for line, amount in zip(level, amounts, strict=True):
        yield PrizeShare(kind, category, line.person, first, last, among, amount, why)


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
