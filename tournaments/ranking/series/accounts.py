"""One person's evenings: which of them count, and what they come to."""

from __future__ import annotations

from array import array
from bisect import bisect_left, insort
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import chain
from typing import Final, Literal, NamedTuple

from scoring.derivation import Sentence, gettext_noop
from tournaments.ranking.series.points import Absence, Worth, why
from tournaments.ranking.series.rules import FixedNumber, Nothing, SeasonRules
from tournaments.ranking.series.units import nearest, points_said


class Attended(NamedTuple):
    """An evening somebody attended; entries sort by date, then by the evening's id."""

    date: date
    evening: str
    worth: Worth


class Held(NamedTuple):
    """An evening of the season, and who on its lines was not there as far as the table goes."""

    date: date
    people: tuple[str, ...]
    absent: Mapping[str, Absence]


CHUNK: Final = 16


class Account(NamedTuple):
    """The evenings of one person.

    One evening more is entered often, and what is there already is then touched as little as can be: entries are
    in chunks, of which only the last is copied, and points are plain machine numbers.

    Attributes:
        chunks: the entries in their order, `CHUNK` in each but the last.
        points: those of the entries, fewest first; never written to.
        sum: of the points.
        won: evenings won.
        difference: the points differences together.
    """

    chunks: tuple[tuple[Attended, ...], ...]
    points: array[int]
    sum: int
    won: int
    difference: int

    @property
    def entries(self) -> tuple[Attended, ...]:
        """The evenings in their order."""
        return tuple(chain.from_iterable(self.chunks))

    @property
    def attended(self) -> int:
        """How many evenings."""
        return len(self.points)

    @property
    def best(self) -> int:
        """The points of the best evening."""
        return self.points[-1]

    def entered(self, entry: Attended) -> Account:
        """The account with one evening more."""
        last = self.chunks[-1]
        if last[-1] > entry:
            return opened([*self.entries, entry])
        full = len(last) == CHUNK
        chunks = (*self.chunks, (entry,)) if full else (*self.chunks[:-1], (*last, entry))
        worth = entry.worth
        points = self.points[:]
        insort(points, worth.points)
        return Account(
            chunks,
            points,
            self.sum + worth.points,
            self.won + (worth.place == 1),
            self.difference + worth.difference,
        )

    def without(self, evening: str) -> Account | None:
        """The account with an evening taken out; None where it was the only one."""
        left = [entry for entry in self.entries if entry.evening != evening]
        return opened(left) if left else None


def opened(entries: Sequence[Attended]) -> Account:
    """The account of somebody who attended these evenings, one at least, given in any order."""
    in_order = sorted(entries)
    points = sorted(entry.worth.points for entry in in_order)
    return Account(
        tuple(tuple(in_order[start : start + CHUNK]) for start in range(0, len(in_order), CHUNK)),
        array("q", points),
        sum(points),
        sum(entry.worth.place == 1 for entry in in_order),
        sum(entry.worth.difference for entry in in_order),
    )


class CountedEvenings(NamedTuple):
    """What counts of an account.

    Attributes:
        attended: how many evenings attended count, the best ones.
        missed: how many evenings missed do.
        credited: how many evenings missed give anything, counting or not.
        credit: what each of these gives.
        total: what all that counts comes to.
    """

    attended: int
    missed: int
    credited: int
    credit: int
    total: int


def count(account: Account, rules: SeasonRules, evenings: int) -> CountedEvenings:
    """Work out what counts: the best evenings, among which those missed are as good as what they give.

    Arguments:
        account: with one entry at least.
        rules: of the season.
        evenings: how many the season has had.
    """
    points, best = account.points, rules.best
    credited, credit = _credits(account, rules, evenings - len(points))
    if best is None:
        return CountedEvenings(len(points), credited, credited, credit, account.sum + credited * credit)
    # Of evenings that give the same, those attended go before those missed.
    ahead = len(points) - bisect_left(points, credit) if credited else len(points)
    missed = min(best - min(best, ahead), credited)
    attended = min(len(points), best - missed)
    total = account.sum - sum(points[: len(points) - attended]) + missed * credit
    return CountedEvenings(attended, missed, credited, credit, total)


def _credits(account: Account, rules: SeasonRules, missed: int) -> tuple[int, int]:
    """How many evenings missed give something, and what each of them gives."""
    rule = rules.missed
    if isinstance(rule, Nothing):
        return 0, 0
    credited = missed if rule.at_most is None else min(missed, rule.at_most)
    if isinstance(rule, FixedNumber):
        return credited, rule.points * rules.unit
    return credited, nearest(account.sum, len(account.points))


Status = Literal["counted", "dropped", "missed"]


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one evening does for one person.

    Arguments:
        evening: its id.
        date: when it was.
        status: attended and counted, attended and dropped for better ones, or missed.
        points: what it gives, in units.
        counts: whether that is part of the total; an evening missed may be.
        rule: the id of the paragraph of the season's rules that it rests on.
        why: the same in words.
    """

    evening: str
    date: date
    status: Status
    points: int
    counts: bool
    rule: str
    why: Sentence


_DROPPED: Final = gettext_noop("%(why)s Not among the best %(best)s, so it does not count.")
_MISSED: Final = gettext_noop("Missed; it gives nothing.")
_CREDITED: Final = gettext_noop("Missed; it gives %(points)s.")
_CREDIT_DROPPED: Final = gettext_noop("Missed; it gives %(points)s, not among the best %(best)s.")
_ABSENCES: Final[Mapping[Absence, str]] = {
    "guest": gettext_noop("Came as a guest, which does not count."),
    "not_played": gettext_noop("Came without playing."),
    "colour": gettext_noop("Came on a ticket of another colour."),
}
_AND: Final = gettext_noop("%(before)s %(last)s")


def contributions(
    person: str, account: Account, rules: SeasonRules, evenings: Mapping[str, Held]
) -> tuple[Contribution, ...]:
    """What every evening of the season does for somebody, in the order of the evenings.

    Of evenings that give the same the earlier count; of those missed the first are those that give something.

    Arguments:
        person: who.
        account: theirs.
        rules: of the season.
        evenings: all those that the season has had.
    """
    counting = count(account, rules, len(evenings))
    by_points = sorted(account.entries, key=lambda entry: -entry.worth.points)
    counted = {entry.evening for entry in by_points[: counting.attended]}
    found = [_attended(entry, rules, counts=entry.evening in counted) for entry in account.entries]
    attended = {one.evening for one in found}
    missed = sorted((held.date, evening) for evening, held in evenings.items() if evening not in attended)
    for number, (when, evening) in enumerate(missed):
        absence = evenings[evening].absent.get(person)
        found.append(_missed(evening, when, number, counting, rules, absence))
    return tuple(sorted(found, key=lambda one: (one.date, one.evening)))


def _attended(entry: Attended, rules: SeasonRules, *, counts: bool) -> Contribution:
    sentence = why(rules, entry.worth)
    if not counts:
        sentence = Sentence(_DROPPED, {"why": sentence, "best": rules.best})
    status: Status = "counted" if counts else "dropped"
    rule = "season.points" if counts else "season.best"
    return Contribution(entry.evening, entry.date, status, entry.worth.points, counts, rule, sentence)


def _missed(
    evening: str,
    when: date,
    number: int,
    counting: CountedEvenings,
    rules: SeasonRules,
    absence: Absence | None,
) -> Contribution:
    credited, counts = number < counting.credited, number < counting.missed
    credit = counting.credit if credited else 0
    template = (_CREDITED if counts else _CREDIT_DROPPED) if credited else _MISSED
    sentence = Sentence(template, {"points": points_said(credit, rules.unit), "best": rules.best})
    if absence:
        sentence = Sentence(_AND, {"before": Sentence(_ABSENCES[absence]), "last": sentence})
    return Contribution(evening, when, "missed", credit, counts, "season.missed", sentence)
