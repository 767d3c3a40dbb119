"""Whole numbers of a unit: divided with a stated rounding, and written as people do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from types import MappingProxyType
from typing import Final

from scoring.derivation import Sentence, coded, gettext_noop, ngettext_lazy, points_phrase, wordings

# --- How far a season is ------------------------------------------------------------------------------

STAGE_WORDS: Final = MappingProxyType(
    {
        "draft": gettext_noop("being set up"),
        "open": gettext_noop("under way"),
        "closed": gettext_noop("over"),
    }
)
"""How people are told how far a season is."""


# What a season takes from an evening, and who the people in it are: plain values, whoever keeps them.


@dataclass(frozen=True, slots=True)
class EveningLine:
    """One line of an evening's standings, as published.

    Arguments:
        place: shared by those who are level: 1, 2, 2, 4.
        played: games or rounds played; whoever has played none has not been there.
        won_halves: games won, in half games.
        points_difference: points scored less those against.
        colour: of the ticket, or "".
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
        game: what was played, by slug.
        lines: its standings, in any order.
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
