"""What a season takes from an evening, who is who; whole numbers of a unit: divided, rounded, written for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from math import isqrt
from typing import Final

from scoring.derivation import Sentence, coded, gettext_noop, ngettext_lazy, points_phrase, wordings
from tournaments.ranking.rulebook import Split
from tournaments.ranking.series.rules import Figure, PlacePoints

STAGE_WORDS: Final[Mapping[str, str]] = {
    "draft": gettext_noop("being set up"),
    "open": gettext_noop("under way"),
    "closed": gettext_noop("finished"),
    "imported": gettext_noop("from an archive"),
}
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

    categories: Mapping[str, frozenset[str]] = field(default_factory=dict)
    merged: Mapping[str, str] = field(default_factory=dict)

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


# Where games with different scales meet: points for places, or standard scores.
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


def points_of_place(place: int, rule: PlacePoints) -> int:
    return rule.table[place - 1] if place <= len(rule.table) else rule.beyond


def _worth(place: int, level: int, rule: PlacePoints, unit: int) -> int:
    own = points_of_place(place, rule)
    if rule.ties == "place" or level == 1:
        return own * unit
    together = sum(points_of_place(place + step, rule) for step in range(level))
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


# Money divided between people who are level, in whole smallest units, nothing lost and nothing added.
# Hort's way (as federations of chess have it): half of a prize goes by place, the other half is shared by
# all who are level in points.


def equal_shares(amount: int, count: int) -> tuple[int, ...]:
    """An amount in parts as equal as whole units allow; the first have what is left over.

    Raises:
        ValueError: among nobody.
    """
    if count < 1:
        raise ValueError("nothing is divided among nobody")
    part, left = divmod(amount, count)
    return tuple(part + (number < left) for number in range(count))


def whole(parts: Sequence[Fraction]) -> tuple[int, ...]:
    """Parts of a whole number as whole numbers: rounded down, what is left over to the largest remainders.

    Of equal remainders the first have it, so that the better place is never behind.

    Raises:
        ValueError: the parts do not make a whole number.
    """
    total = sum(parts)
    if Fraction(total).denominator != 1:
        raise ValueError("parts of a whole number make a whole number")
    units = [part.numerator // part.denominator for part in parts]
    left = int(total) - sum(units)
    by_remainder = sorted(range(len(parts)), key=lambda number: (units[number] - parts[number], number))
    for number in by_remainder[:left]:
        units[number] += 1
    return tuple(units)


def divided(prizes: Sequence[int], places: Sequence[int], ties: Split) -> tuple[int, ...]:
    """What each of those who are level gets of the prizes that fall to them.

    Arguments:
        prizes: from the best of them down; no more than there are people, fewer where they run out.
        places: of those people, best first; equal ones share a place that nothing parted.
        ties: "hort": half by place and half shared; else all of it is shared.

    Raises:
        ValueError: there are more prizes than people.
    """
    if len(prizes) > len(places):
        raise ValueError("everybody has one place")
    total = sum(prizes)
    if ties != "hort":
        return equal_shares(total, len(places))
    by_rank = [*prizes, *[0] * (len(places) - len(prizes))]
    shared = Fraction(total, 2 * len(places))
    return whole([shared + Fraction(own, 2) for own in _by_place(by_rank, places)])


def _by_place(by_rank: Sequence[int], places: Sequence[int]) -> list[Fraction]:
    # Those who share a place have the average of its ranks.
    shares: list[Fraction] = []
    for place in dict.fromkeys(places):
        ranks = [rank for rank, own in enumerate(places) if own == place]
        average = Fraction(sum(by_rank[rank] for rank in ranks), len(ranks))
        shares += [average] * len(ranks)
    return shares
