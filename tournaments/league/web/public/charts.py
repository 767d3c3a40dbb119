"""Where the lines, bands and bars of a chart lie: whole numbers for SVG attributes, worked out from what is shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from tournaments.ranking.ratings import Rating

WIDTH: Final = 360
LABEL: Final = 68
VALUE: Final = 88
ROW: Final = 30
BAR: Final = 18
HEIGHT: Final = 230
TOP: Final = 10
BOTTOM: Final = 200
LEFT: Final = 44
RIGHT: Final = 350
STEPS: Final = (10, 20, 50, 100, 200, 500, 1000)
COLUMN: Final = 36
TALL: Final = 70
MOST_LINES: Final = 5
MOST_DOTS: Final = 40
"""A chart's drawing is 360 units wide: on a small phone a unit is a pixel, and letters are as large as elsewhere."""


@dataclass(frozen=True, slots=True)
class Amount:
    """What a bar shows: `of` is the whole of which `value` is a part, where it is one; `said` stands beside it."""

    label: str
    value: float
    said: str
    of: float | None = None


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar with its words; `whole` is the width of the whole of which it is a part, 0 where it is none."""

    label: str
    said: str
    y: int
    x: int
    width: int
    whole: int


@dataclass(frozen=True, slots=True)
class Bars:
    bars: tuple[Bar, ...]
    zero: int
    height: int
    width: int = WIDTH
    bar: int = BAR
    middle: int = BAR // 2


def bars(amounts: Iterable[Amount]) -> Bars:
    """Bars for these amounts, to one scale; negative ones go to the left of zero."""
    rows = list(amounts)
    most = max((amount.value if amount.of is None else amount.of for amount in rows), default=0)
    least = min((amount.value for amount in rows), default=0)
    low, high = min(0.0, least), max(0.0, most)
    room = WIDTH - LABEL - VALUE
    span = (high - low) or 1

    def at(value: float) -> int:
        return LABEL + round((value - low) / span * room)

    zero = at(0)
    return Bars(
        tuple(
            Bar(
                label=amount.label,
                said=amount.said,
                y=place * ROW + (ROW - BAR) // 2,
                x=min(zero, at(amount.value)),
                width=abs(at(amount.value) - zero),
                whole=0 if amount.of is None else at(amount.of) - zero,
            )
            for place, amount in enumerate(rows)
        ),
        zero,
        max(len(rows), 1) * ROW,
    )


@dataclass(frozen=True, slots=True)
class Dot:
    x: int
    y: int
    high: int
    low: int


@dataclass(frozen=True, slots=True)
class Curve:
    dots: tuple[Dot, ...]
    levels: tuple[tuple[int, int], ...]
    first: date
    last: date
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = RIGHT

    @property
    def marked(self) -> tuple[Dot, ...]:
        """The dots that are drawn: all of them, or only the last where they would cover the line."""
        return self.dots if len(self.dots) <= MOST_DOTS else self.dots[-1:]

    @property
    def line(self) -> str:
        return " ".join(f"{dot.x},{dot.y}" for dot in self.dots)

    @property
    def band(self) -> str:
        above = [f"{dot.x},{dot.high}" for dot in self.dots]
        below = [f"{dot.x},{dot.low}" for dot in reversed(self.dots)]
        return " ".join(above + below)


def curve(ratings: Sequence[tuple[date, Rating]]) -> Curve | None:
    """The curve of ratings, given in order of time; None where there are none."""
    if not ratings:
        return None
    low = min(rating.figure - rating.give_or_take for _, rating in ratings)
    high = max(rating.figure + rating.give_or_take for _, rating in ratings)
    step = next((step for step in STEPS if (high - low) / step <= MOST_LINES), STEPS[-1])
    floor, ceiling = low // step * step, -(-high // step) * step
    first, last = ratings[0][0], ratings[-1][0]
    days = (last - first).days

    def up(value: int) -> int:
        return BOTTOM - round((value - floor) / max(ceiling - floor, 1) * (BOTTOM - TOP))

    def along(day: date) -> int:
        share = (day - first).days / days if days else 0.5
        return LEFT + 8 + round(share * (RIGHT - LEFT - 16))

    return Curve(
        tuple(
            Dot(
                along(day),
                up(rating.figure),
                up(rating.figure + rating.give_or_take),
                up(rating.figure - rating.give_or_take),
            )
            for day, rating in ratings
        ),
        tuple((level, up(level)) for level in range(floor, ceiling + 1, step)),
        first,
        last,
    )


@dataclass(frozen=True, slots=True)
class Column:
    place: int
    x: int
    y: int
    height: int


@dataclass(frozen=True, slots=True)
class Form:
    columns: tuple[Column, ...]
    width: int
    foot: int = TALL + 20
    height: int = TALL + 22
    bar: int = COLUMN - 8
    middle: int = (COLUMN - 8) // 2


def form(places: Sequence[tuple[int, int]]) -> Form:
    """The form of these evenings, latest last; each is a place and the number of players."""
    columns = []
    for at, (place, among) in enumerate(places):
        height = round(max(among - place + 1, 1) / max(among, 1) * TALL)
        x = at * COLUMN + 4
        columns.append(Column(place, x, TALL + 20 - height, height))
    return Form(tuple(columns), max(len(columns), 1) * COLUMN)
