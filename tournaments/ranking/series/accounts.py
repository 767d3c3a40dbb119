"""One person's evenings: what each gives, which count, what they come to, and who stands before whom by them."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right, insort
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import chain, groupby
from typing import Final, Literal, NamedTuple

from scoring.derivation import Sentence, coded, gettext_noop, wordings
from tournaments.ranking.series import units
from tournaments.ranking.series.rules import (
    FixedNumber,
    GamesWon,
    Nothing,
    PlacePoints,
    ScorePoints,
    SeasonRules,
)
from tournaments.ranking.tie_breaks import half_games

Absence = Literal["guest", "not_played", "colour"]
"""Why somebody with a line was not there as far as a table goes: as a guest, without a game, on another ticket."""


class Worth(NamedTuple):
    """What an evening gives one person.

    Attributes:
        points: in units.
        place: as it counts for the season.
        figure: the games won in half games, or the points, that the season's points come from.
        difference: the points difference of the evening, without handicap.
        handicap: how much of the figure is handicap.
    """

    points: int
    place: int
    level: int
    figure: int
    difference: int
    handicap: int = 0


class Given(NamedTuple):
    worths: Mapping[str, Worth]
    absent: Mapping[str, Absence]


def points_given(rules: SeasonRules, lines: Mapping[str, units.EveningLine]) -> Given:
    """What an evening gives under the rules of a season.

    Whoever has played nothing was not there. Guests who do not count get nothing; where they are
    passed over the places and the average of the evening are those of the others.

    Arguments:
        lines: of the evening, by the ids of people after merging duplicates.
    """
    absent: dict[str, Absence] = {person: "not_played" for person, line in lines.items() if not line.played}
    guests: set[str] = set()
    if rules.guests != "counted":
        guests = {person for person, line in lines.items() if line.guest} - absent.keys()
    if absent or guests:
        out = {*absent, *(guests if rules.guests == "passed_over" else ())}
        lines = {person: line for person, line in lines.items() if person not in out}
    places = {person: line.place for person, line in lines.items()}
    if rules.guests == "passed_over":
        places = _closed_up(places)
    points, figures = _points(rules, lines, places)
    level = Counter(places.values())
    worths = {
        person: Worth(points[person], place, level[place], figures[person], lines[person].points_difference)
        for person, place in places.items()
        if person not in guests
    }
    if rules.handicap:
        worths = {person: worth._replace(handicap=lines[person].handicap) for person, worth in worths.items()}
    absent |= dict.fromkeys(guests, "guest")
    return Given(worths, absent)


def _closed_up(places: Mapping[str, int]) -> dict[str, int]:
    # Without the gaps left by those who are not among them.
    in_order = sorted(places.values())
    return {person: bisect_left(in_order, place) + 1 for person, place in places.items()}


def _points(
    rules: SeasonRules, lines: Mapping[str, units.EveningLine], places: Mapping[str, int]
) -> tuple[dict[str, int], dict[str, int]]:
    # In units; beside them the figures of the evening they come from.
    rule, unit = rules.points, rules.unit
    if isinstance(rule, PlacePoints):
        return units.place_points(places, rule, unit), {
            person: line.points_for for person, line in lines.items()
        }
    if isinstance(rule, GamesWon):
        won = {person: line.won_halves for person, line in lines.items()}
        return {person: halves * rule.points * unit // 2 for person, halves in won.items()}, won
    figures = {person: units.figure_of(line, rule.of) for person, line in lines.items()}
    if rules.handicap:
        figures = {person: figure + lines[person].handicap for person, figure in figures.items()}
    points = figures if isinstance(rule, ScorePoints) else units.standard_scores(figures)
    return {person: value * unit for person, value in points.items()}, figures


_WON = gettext_noop("Games won: %(won)s, which gives %(points)s.")
_PLACE = gettext_noop("Place %(place)s, which gives %(points)s.")
_PLACE_SHARED = gettext_noop("Place %(place)s, shared by %(level)s, which gives %(points)s.")
_SCORED = gettext_noop("Scored %(points)s.")
_DIFFERENCE = gettext_noop("A difference of %(points)s.")
_SCORED_NET = gettext_noop("Scored %(raw)s, and %(handicap)s of handicap: %(points)s.")
_DIFFERENCE_NET = gettext_noop("A difference of %(raw)s, and %(handicap)s of handicap: %(points)s.")
_STANDARD = gettext_noop("A figure of %(figure)s, which as a standard score is %(points)s.")
_STANDARD_NET = gettext_noop(
    "A figure of %(raw)s, and %(handicap)s of handicap: %(figure)s, which as a standard score is %(points)s."
)
_STANDARD_WON = gettext_noop("Games won: %(figure)s, which as a standard score is %(points)s.")


def why(rules: SeasonRules, worth: Worth) -> Sentence:
    rule, points = rules.points, units.points_said(worth.points, rules.unit)
    if isinstance(rule, GamesWon):
        return Sentence(_WON, {"won": half_games(worth.figure), "points": points})
    if isinstance(rule, PlacePoints):
        values = {"place": worth.place, "level": worth.level, "points": points}
        return Sentence(_PLACE if worth.level == 1 else _PLACE_SHARED, values)
    if rule.of == "won_halves":
        return Sentence(_STANDARD_WON, {"figure": half_games(worth.figure), "points": points})
    plain, net = _OF_FIGURES[rule.by, rule.of]
    if rules.handicap is None:
        return Sentence(plain, {"figure": worth.figure, "points": points})
    raw = worth.figure - worth.handicap
    values = {"raw": raw, "handicap": worth.handicap, "figure": worth.figure, "points": points}
    return Sentence(net, values)


_OF_FIGURES: Mapping[tuple[str, str], tuple[str, str]] = {
    ("score_points", "points_for"): (_SCORED, _SCORED_NET),
    ("score_points", "points_difference"): (_DIFFERENCE, _DIFFERENCE_NET),
    ("standard_scores", "points_for"): (_STANDARD, _STANDARD_NET),
    ("standard_scores", "points_difference"): (_STANDARD, _STANDARD_NET),
}


class Attended(NamedTuple):
    """An evening somebody attended; entries sort by date, then by the evening's id."""

    date: date
    evening: str
    worth: Worth


class Held(NamedTuple):
    date: date
    people: tuple[str, ...]
    absent: Mapping[str, Absence]


CHUNK: Final = 16


class Account(NamedTuple):
    """The evenings of one person.

    One evening more is entered often, and what is there already is then touched as little as can
    be: entries are in chunks, of which only the last is copied, and points are plain machine
    numbers.

    Attributes:
        chunks: the entries in their order, `CHUNK` in each but the last.
        points: those of the entries, fewest first; never written to.
    """

    chunks: tuple[tuple[Attended, ...], ...]
    points: array[int]
    sum: int
    won: int
    difference: int

    @property
    def entries(self) -> tuple[Attended, ...]:
        return tuple(chain.from_iterable(self.chunks))

    @property
    def attended(self) -> int:
        return len(self.points)

    @property
    def best(self) -> int:
        return self.points[-1]

    def entered(self, entry: Attended) -> Account:
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
        credited: how many evenings missed give anything, counting or not.
        credit: what each of these gives.
    """

    attended: int
    missed: int
    credited: int
    credit: int
    total: int


def count(account: Account, rules: SeasonRules, evenings: int) -> CountedEvenings:
    """Work out what counts: the best evenings; an evening missed ranks by the points credited for it.

    Arguments:
        account: with one entry at least.
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
    rule = rules.missed
    if isinstance(rule, Nothing):
        return 0, 0
    credited = missed if rule.at_most is None else min(missed, rule.at_most)
    if isinstance(rule, FixedNumber):
        return credited, rule.points * rules.unit
    return credited, units.nearest(account.sum, len(account.points))


Status = Literal["counted", "dropped", "missed"]


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one evening does for one person.

    Arguments:
        status: attended and counted, attended and dropped for better ones, or missed.
        points: what it gives, in units.
        counts: whether that is part of the total; an evening missed may be.
        rule: the id of the paragraph of the season's rules that it rests on.
    """

    evening: str
    date: date
    status: Status
    points: int
    counts: bool
    rule: str
    why: Sentence


_DROPPED: Final = gettext_noop("%(why)s Not among the best %(best)s, so it does not count.")
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

    Of evenings that give the same the earlier count; of those missed the first are those that give
    something.
    """
    counting = count(account, rules, len(evenings))
    by_points = sorted(account.entries, key=lambda entry: -entry.worth.points)
    counted = {entry.evening for entry in by_points[: counting.attended]}
    rows = [_attended(entry, rules, counts=entry.evening in counted) for entry in account.entries]
    attended = {row.evening for row in rows}
    missed = sorted(
        (meeting.date, evening) for evening, meeting in evenings.items() if evening not in attended
    )
    for number, (when, evening) in enumerate(missed):
        absence = evenings[evening].absent.get(person)
        rows.append(_missed(evening, when, number, counting, rules, absence))
    return tuple(sorted(rows, key=lambda row: (row.date, row.evening)))


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
    template = (
        (_CREDITED if counts else _CREDIT_DROPPED) if credited else gettext_noop("Missed; it gives nothing.")
    )
    sentence = Sentence(template, {"points": units.points_said(credit, rules.unit), "best": rules.best})
    if absence:
        sentence = Sentence(_AND, {"before": Sentence(_ABSENCES[absence]), "last": sentence})
    return Contribution(evening, when, "missed", credit, counts, "season.missed", sentence)


class Candidate(NamedTuple):
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


def levels(people: Sequence[Candidate], names: Sequence[str], lots: Lots) -> Iterator[LevelGroup]:
    """Yield those who are level together, best first.

    What is compared is compared among those whom everything before it left level. Whoever it parts is
    done with it: the next ones look at those still level.

    Arguments:
        names: "total" and the tie-breaks.
        lots: those recorded, the first drawn first; of the same people only the first counts.
    """
    if len(people) == 1 or not names:
        yield LevelGroup(tuple(sorted(people, key=lambda candidate: candidate.person)), None)
        return
    name, *rest = names
    values = _values(name, people, lots)
    in_order = sorted(people, key=lambda candidate: -values[candidate.person])
    above: int | None = None
    for value, same in groupby(in_order, key=lambda candidate: values[candidate.person]):
        decision = None if above is None else Separation(name, above, value)
        for level in levels(list(same), rest, lots):
            yield LevelGroup(level.people, decision or level.decision)
            decision = None
        above = value


def _values(name: str, group: Sequence[Candidate], lots: Lots) -> Values:
    if name == "lots":
        return _by_lot(group, lots)
    if name == "head_to_head":
        return _head_to_head(group)
    return {
        candidate.person: candidate.total if name == "total" else getattr(candidate.account, _FIGURES[name])
        for candidate in group
    }


wordings(
    {
        "season.total": gettext_noop("Points of the season: %(above)s to %(below)s."),
        "season.best-evening": gettext_noop("Level in points; the best evening: %(above)s to %(below)s."),
        "season.evenings-won": gettext_noop("Level so far; evenings won: %(above)s to %(below)s."),
        "season.head-to-head": gettext_noop(
            "Level so far; against each other, where both were there: %(above)s to %(below)s."
        ),
        "season.points-difference": gettext_noop("Level so far; points difference: %(above)s to %(below)s."),
        "season.lots": gettext_noop("Tied; drawing lots decided."),
    }
)


def explained(decision: Separation, unit: int) -> Sentence:
    if decision.by in ("total", "best_evening"):
        values = {
            "above": units.amount_said(decision.above, unit),
            "below": units.amount_said(decision.below, unit),
        }
    elif decision.by == "head_to_head":
        values = {"above": f"{decision.above:+d}", "below": f"{decision.below:+d}"}
    else:
        values = {"above": str(decision.above), "below": str(decision.below)}
    return coded(f"season.{decision.by.replace('_', '-')}", **values)
