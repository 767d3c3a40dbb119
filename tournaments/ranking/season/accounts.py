"""One person's evenings: which of them count, and what they come to."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final, Literal, NamedTuple

from scoring.derivation import Sentence, gettext_noop
from tournaments.ranking.season.points import Absence, Worth, why
from tournaments.ranking.season.rules import FixedNumber, Nothing, SeasonRules
from tournaments.ranking.season.units import nearest, points_said


class Entry(NamedTuple):
    """An evening somebody attended; entries sort by date, then by the evening's id."""

    date: date
    evening: str
    worth: Worth


class Held(NamedTuple):
    """An evening of the season, and who on its lines was not there as far as the table goes."""

    date: date
    people: tuple[str, ...]
    absent: Mapping[str, Absence]


class Account(NamedTuple):
    """The evenings of one person.

    Attributes:
        entries: in their order.
        sorted_points: those of the entries, fewest first.
        won: evenings won.
        difference: the points differences together.
    """

    entries: tuple[Entry, ...] = ()
    sorted_points: tuple[int, ...] = ()
    won: int = 0
    difference: int = 0

    def entered(self, entry: Entry) -> Account:
        """The account with one evening more."""
        entries, points = (*self.entries, entry), self.sorted_points
        if len(entries) > 1 and entries[-2] > entry:
            entries = tuple(sorted(entries))
        own = entry.worth.points
        at = bisect_left(points, own)
        return Account(
            entries,
            (*points[:at], own, *points[at:]),
            self.won + (entry.worth.place == 1),
            self.difference + entry.worth.difference,
        )

    def without(self, evening: str) -> Account:
        """The account with an evening taken out."""
        return opened(entry for entry in self.entries if entry.evening != evening)

    @property
    def best(self) -> int:
        """The points of the best evening."""
        return self.sorted_points[-1]


def opened(entries: Iterator[Entry] | Sequence[Entry]) -> Account:
    """The account of somebody who attended these evenings, given in any order."""
    in_order = tuple(sorted(entries))
    points: list[int] = []
    for entry in in_order:
        insort(points, entry.worth.points)
    won = sum(entry.worth.place == 1 for entry in in_order)
    return Account(in_order, tuple(points), won, sum(entry.worth.difference for entry in in_order))


class Count(NamedTuple):
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


def count(account: Account, rules: SeasonRules, evenings: int) -> Count:
    """Work out what counts: the best evenings, among which those missed are as good as what they give.

    Arguments:
        account: with one entry at least.
        rules: of the season.
        evenings: how many the season has had.
    """
    points, best = account.sorted_points, rules.best
    credited, credit = _credits(account, rules, evenings - len(points))
    if not credited:
        counting = points if best is None else points[-best:]
        return Count(len(counting), 0, 0, 0, sum(counting))
    if best is None:
        return Count(len(points), credited, credited, credit, sum(points) + credited * credit)
    # Of evenings that give the same, those attended go before those missed.
    ahead = min(best, len(points) - bisect_left(points, credit))
    missed = min(best - ahead, credited)
    attended = min(len(points), best - missed)
    total = sum(points[len(points) - attended :]) + missed * credit
    return Count(attended, missed, credited, credit, total)


def _credits(account: Account, rules: SeasonRules, missed: int) -> tuple[int, int]:
    """How many evenings missed give something, and what each of them gives."""
    rule = rules.missed
    if isinstance(rule, Nothing):
        return 0, 0
    credited = missed if rule.at_most is None else min(missed, rule.at_most)
    if isinstance(rule, FixedNumber):
        return credited, rule.points * rules.unit
    return credited, nearest(sum(account.sorted_points), len(account.sorted_points))


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
    "guest": gettext_noop("There as a guest, which does not count."),
    "not_played": gettext_noop("There without playing."),
    "colour": gettext_noop("There on a ticket of another colour."),
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
    attended = {entry.evening for entry in account.entries}
    missed = sorted((held.date, evening) for evening, held in evenings.items() if evening not in attended)
    for number, (when, evening) in enumerate(missed):
        absence = evenings[evening].absent.get(person)
        found.append(_missed(evening, when, number, counting, rules, absence))
    return tuple(sorted(found, key=lambda one: (one.date, one.evening)))


def _attended(entry: Entry, rules: SeasonRules, *, counts: bool) -> Contribution:
    sentence = why(rules, entry.worth)
    if not counts:
        sentence = Sentence(_DROPPED, {"why": sentence, "best": rules.best})
    status: Status = "counted" if counts else "dropped"
    rule = "season.points" if counts else "season.best"
    return Contribution(entry.evening, entry.date, status, entry.worth.points, counts, rule, sentence)


def _missed(
    evening: str, when: date, number: int, counting: Count, rules: SeasonRules, absence: Absence | None
) -> Contribution:
    credited, counts = number < counting.credited, number < counting.missed
    credit = counting.credit if credited else 0
    template = (_CREDITED if counts else _CREDIT_DROPPED) if credited else _MISSED
    sentence = Sentence(template, {"points": points_said(credit, rules.unit), "best": rules.best})
    if absence:
        sentence = Sentence(_AND, {"before": Sentence(_ABSENCES[absence]), "last": sentence})
    return Contribution(evening, when, "missed", credit, counts, "season.missed", sentence)
