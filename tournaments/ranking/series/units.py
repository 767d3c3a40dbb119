"""Whole numbers of a unit: divided with a stated rounding, and written as people do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from math import isqrt
from types import MappingProxyType
from typing import Final

from scoring.derivation import Sentence, coded, gettext_noop, listed, ngettext_lazy, points_phrase, wordings
from tournaments.ranking.series.rules import Figure, PlacePoints, StandardScores

STAGE_WORDS: Final = MappingProxyType(
    {
        "draft": gettext_noop("being set up"),
        "open": gettext_noop("under way"),
        "closed": gettext_noop("over"),
    }
)
"""How people are told how far a season is."""


@dataclass(frozen=True, slots=True)
class EveningLine:
    """One line of an evening's standings, as published.

    Arguments:
        place: shared by those who are level: 1, 2, 2, 4.
        played: games or rounds played; whoever has played none has not been there.
        won_halves: games won, in half games.
        handicap: points of handicap of all games together, for seasons that count with them.
    """

    person: str
    place: int
    played: int
    won_halves: int
    points_for: int
    points_difference: int
    colour: str = ""
    guest: bool = False
    handicap: int = 0


@dataclass(frozen=True, slots=True)
class EveningResult:
    """An evening that is over.

    Arguments:
        void: it is declared not to count. One at which nobody played does not count either.
    """

    evening: str
    date: date
    game: str
    lines: tuple[EveningLine, ...]
    void: bool = False


@dataclass(frozen=True)
class Persons:
    """What is known of the people beside their evenings.

    Arguments:
        categories: those of the season's categories each person is in, where these go by person.
        merged: ids found to be somebody else's, each with the id it is merged into. A merge
            rewrites nothing: taken out of here again, it leaves no trace.

    Raises:
        ValueError: merges go in a circle.
    """

    categories: Mapping[str, frozenset[str]] = field(default_factory=lambda: MappingProxyType({}))
    merged: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    def __post_init__(self) -> None:
        for person in self.merged:
            self.real(person)

    def real(self, person: str) -> str:
        begun = person
        for _ in self.merged:
            if person not in self.merged:
                break
            person = self.merged[person]
        if person in self.merged:
            raise ValueError(f"merged in a circle: {begun}")
        return person

    def belongs(self, person: str, category: str) -> bool:
        """Whether a person, or an id merged into them, is in a category."""
        if category in self.categories.get(person, ()):
            return True
        return any(
            category in self.categories.get(old, ()) for old in self.merged if self.real(old) == person
        )

    def lines(self, lines: Iterable[EveningLine]) -> dict[str, EveningLine]:
        """The lines of an evening, with merged ids replaced.

        Two lines of one person become one: what was played, won and scored is added up, the better
        place and the ticket held there are kept, and only a guest on both is one.

        Raises:
            ValueError: an id has two lines.
        """
        by_id: dict[str, EveningLine] = {}
        for line in lines:
            if line.person in by_id:
                raise ValueError(f"{line.person} has two lines in one evening")
            by_id[line.person] = line
        if not self.merged.keys() & by_id.keys():
            return by_id
        by_person: dict[str, EveningLine] = {}
        for line in by_id.values():
            person = self.real(line.person)
            other = by_person.get(person)
            by_person[person] = _joined(person, line, other) if other else replace(line, person=person)
        return by_person


def _joined(person: str, one: EveningLine, other: EveningLine) -> EveningLine:
    better = min(one, other, key=lambda line: (line.place, line.colour))
    return EveningLine(
        person=person,
        place=better.place,
        played=one.played + other.played,
        won_halves=one.won_halves + other.won_halves,
        points_for=one.points_for + other.points_for,
        points_difference=one.points_difference + other.points_difference,
        colour=better.colour,
        guest=one.guest and other.guest,
        handicap=one.handicap + other.handicap,
    )


wordings(
    {
        "season.points": gettext_noop("%(amount)s points"),
        "season.half-point": gettext_noop("%(amount)s point"),
        "season.evenings": ngettext_lazy("%(count)s evening", "%(count)s evenings"),
        "season.decimals": gettext_noop("%(whole)s.%(part)s"),
    }
)
_DIGITS: Final[Mapping[int, int]] = {1: 0, 10: 1, 100: 2}


def nearest(numerator: int, denominator: int) -> int:
    """The nearest whole number to a quotient, halves up."""
    return (2 * numerator + denominator) // (2 * denominator)


def points_text(amount: int, unit: int) -> str:
    """Write units as points, for programs and in English: 9 halves are "4½", -125 tenths "-12.5"."""
    sign, (whole, part) = "-" * (amount < 0), divmod(abs(amount), unit)
    if unit == 2:
        return f"{sign}{whole or ''}½" if part else f"{sign}{whole}"
    return f"{sign}{whole}.{part:0{_DIGITS[unit]}}" if unit > 1 else f"{sign}{whole}"


def decimal(amount: int, unit: int) -> str:
    """Units as points with a decimal point, for programs: 9 halves are "4.5"."""
    return points_text(5 * amount, 10) if unit == 2 else points_text(amount, unit)


def amount_said(amount: int, unit: int) -> str | Sentence:
    """`points_text` with the decimal point of the reader's language: -125 tenths are "-12,5" in French."""
    text = points_text(amount, unit)
    whole, point, part = text.partition(".")
    return coded("season.decimals", whole=whole, part=part) if point else text


def points_said(amount: int, unit: int) -> Sentence:
    if amount % unit == 0:
        return points_phrase(amount // unit)
    half = unit == 2 and abs(amount) == 1
    return coded("season.half-point" if half else "season.points", amount=amount_said(amount, unit))


def evenings_said(count: int) -> Sentence:
    return coded("season.evenings", count=count)


# Where games with different scales meet: points for places, or standard scores, each with an example
# worked out.
# A standard score says by how many deviations a figure is above or below the average of its evening (K.
# Pearson's standard deviation, of everybody there): 500 + 100 (x - m) / s. It is worked out in whole
# numbers throughout, so that anybody gets the same one: with n people, S the sum of their figures and Q
# the sum of the squares of these, it is 500 + 100 (n x - S) / sqrt(n Q - S S), rounded to the nearest
# whole number, halves away from 500.

MEAN: Final = 500
DEVIATION: Final = 100


def place_points(places: Mapping[str, int], rule: PlacePoints, unit: int) -> dict[str, int]:
    """The points for places, in units; what does not divide is rounded, halves up.

    Arguments:
        places: of everybody there, shared ones as they are shared: 1, 2, 2, 4.
        unit: how many units make a point.
    """
    worth = {place: _worth(place, level, rule, unit) for place, level in Counter(places.values()).items()}
    return {person: worth[place] for person, place in places.items()}


def _of_place(place: int, rule: PlacePoints) -> int:
    return rule.table[place - 1] if place <= len(rule.table) else rule.beyond


def _worth(place: int, level: int, rule: PlacePoints, unit: int) -> int:
    own = _of_place(place, rule)
    if rule.ties == "place" or level == 1:
        return own * unit
    together = sum(_of_place(place + step, rule) for step in range(level))
    if rule.ties == "equal":
        return nearest(together * unit, level)
    return nearest((own * level + together) * unit, 2 * level)


def standard_scores(figures: Mapping[str, int]) -> dict[str, int]:
    """The standard score of each figure among them; 500 for everybody where all are the same."""
    count, total = len(figures), sum(figures.values())
    spread = count * sum(figure * figure for figure in figures.values()) - total * total
    return {
        person: MEAN + _in_deviations(count * figure - total, spread) for person, figure in figures.items()
    }


def _in_deviations(above: int, spread: int) -> int:
    # 100 above / sqrt(spread), to the nearest whole number, halves away from 0.
    if not spread:
        return 0
    size = (isqrt(4 * (DEVIATION * above) ** 2 // spread) + 1) // 2
    return size if above > 0 else -size


def figure_of(line: EveningLine, figure: Figure) -> int:
    value: int = getattr(line, figure)
    return value


@dataclass(frozen=True)
class WorkedExample:
    """One evening converted, step by step.

    Arguments:
        results: what each person gets, in units.
    """

    evening: EveningResult
    steps: tuple[Sentence, ...]
    results: Mapping[str, int]


def _evening(game: str, rows: Sequence[tuple[str, int, int, int, int]]) -> EveningResult:
    lines = (
        EveningLine(person, place, 6, halves, points, difference)
        for person, place, halves, points, difference in rows
    )
    return EveningResult(f"example {game}", date(1910, 1, 1), game, tuple(lines))


EXAMPLES: Final = (
    _evening(
        "games", [("Ann", 1, 10, 40, 22), ("Ben", 2, 8, 36, 6), ("Cleo", 2, 8, 30, 6), ("Dan", 4, 2, 14, -34)]
    ),
    _evening(
        "points",
        [
            ("Ann", 2, 5, 620, 80),
            ("Ben", 1, 8, 940, 400),
            ("Cleo", 4, 3, 310, -230),
            ("Dan", 3, 4, 290, -250),
        ],
    ),
)
"""Two evenings of the same four people whose points have nothing to do with each other."""


def worked(
    rule: PlacePoints | StandardScores, unit: int, evenings: Sequence[EveningResult] = EXAMPLES
) -> tuple[WorkedExample, ...]:
    """Convert evenings without guests step by step, for the page of the rules."""
    if isinstance(rule, PlacePoints):
        return tuple(_places_worked(evening, rule, unit) for evening in evenings)
    return tuple(_scores_worked(evening, rule, unit) for evening in evenings)


_ALONE = gettext_noop("%(person)s has place %(place)s: %(points)s.")
_TAKEN_UP = gettext_noop("%(people)s share place %(place)s: they take up places worth %(worth)s.")
_EQUAL = gettext_noop("Each gets the average: %(together)s divided by %(count)s is %(points)s.")
_HORT = gettext_noop(
    "Each gets half of %(own)s and half of the average of %(together)s divided by %(count)s: %(points)s."
)
_BY_PLACE = gettext_noop("Each gets the points of the place they share: %(points)s.")


def _places_worked(evening: EveningResult, rule: PlacePoints, unit: int) -> WorkedExample:
    places = {line.person: line.place for line in evening.lines}
    results = place_points(places, rule, unit)
    steps: list[Sentence] = []
    for place in sorted(set(places.values())):
        people = sorted(person for person, own in places.items() if own == place)
        points = points_said(results[people[0]], unit)
        if len(people) == 1:
            steps.append(Sentence(_ALONE, {"person": people[0], "place": place, "points": points}))
        else:
            steps += _shared_worked(people, place, rule, points)
    return WorkedExample(evening, tuple(steps), results)


def _shared_worked(
    people: Sequence[str], place: int, rule: PlacePoints, points: Sentence
) -> Iterator[Sentence]:
    worth = [_of_place(place + step, rule) for step in range(len(people))]
    yield Sentence(_TAKEN_UP, {"people": listed(people), "place": place, "worth": listed(worth)})
    values = {"own": worth[0], "together": sum(worth), "count": len(people), "points": points}
    yield Sentence({"equal": _EQUAL, "hort": _HORT, "place": _BY_PLACE}[rule.ties], values)


_FIGURES = gettext_noop(
    "The figures of the evening: %(figures)s. There are %(count)s, which make %(sum)s together."
)
_AVERAGE = gettext_noop("Their average: %(sum)s divided by %(count)s is %(average)s.")
_SPREAD = gettext_noop(
    "Their squares make %(squares)s together; %(count)s times that less %(sum)s times %(sum)s is %(spread)s."
)
_DEVIATION = gettext_noop("The deviation is the square root of that divided by %(count)s: %(deviation)s.")
_SCORE = gettext_noop("%(person)s: 500 + 100 × (%(figure)s − %(average)s) / %(deviation)s = %(score)s.")


def _scores_worked(evening: EveningResult, rule: StandardScores, unit: int) -> WorkedExample:
    figures = {line.person: figure_of(line, rule.of) for line in evening.lines}
    scores = standard_scores(figures)
    results = {person: score * unit for person, score in scores.items()}
    return WorkedExample(evening, tuple(_score_steps(figures, scores)), results)


def _score_steps(figures: Mapping[str, int], scores: Mapping[str, int]) -> Iterator[Sentence]:
    count, total = len(figures), sum(figures.values())
    squares = sum(figure * figure for figure in figures.values())
    spread = count * squares - total * total
    values: dict[str, object] = {
        "figures": listed(figures.values()),
        "count": count,
        "sum": total,
        "average": amount_said(nearest(100 * total, count), 100),
        "squares": squares,
        "spread": spread,
        "deviation": amount_said((isqrt(40_000 * spread // count**2) + 1) // 2, 100),
    }
    yield from (Sentence(template, values) for template in (_FIGURES, _AVERAGE, _SPREAD))
    if not spread:
        yield Sentence(gettext_noop("All figures are the same: everybody gets 500."))
        return
    yield Sentence(_DEVIATION, values)
    for person, figure in figures.items():
        values = {**values, "person": person, "figure": figure, "score": scores[person]}
        yield Sentence(_SCORE, values)
