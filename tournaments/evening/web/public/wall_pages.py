"""How a list is laid out on the wall: in how large a type, in how many columns, and on how many pages.

A wall has no scroll bar and nobody to press a button, and without scripts nothing can measure it. So it is reckoned
here how much goes on a screen of 16 : 9, as televisions have. Lengths are in sizes of the wall's type, of which such
a screen is 80 wide and 45 high (screens.css, Wall).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, Literal, TypeVar
from unicodedata import east_asian_width

T = TypeVar("T")
Look = Literal["huge", "large", "middle", "small"]
Text = Sequence[Sequence[str]]
"""Lines of pieces: those that do not fit side by side go below each other, and are broken only if one is too long."""

TYPES: Final[dict[Look, float]] = {"huge": 4.6, "large": 3.3, "middle": 2.3, "small": 1.7}
"""How large the names are. The large ones are a fourteenth of the screen's height: they are read from ten metres."""
WIDTH: Final = 76.5
"""What is between the margins."""
GAP: Final = 3.0
"""What is between two columns."""
HEIGHT: Final = 32.1
"""What is left for a list below the head and the heading and above the foot."""
LEADING: Final = 1.15
"""From line to line, in sizes of their type."""
RULE: Final = 0.3
"""What lies between two rows."""
FEW: Final = 6
"""So many tables, and all who sit at them, are shown in the large type."""
MOST_ROWS: Final = 9
THIN: Final = frozenset("fijlrtI.,:;'’()-1 ")
BROAD: Final = frozenset("mwMWQO@&%")


@dataclass(frozen=True, slots=True)
class Beside:
    """What stands in a row beside its text, or makes it higher.

    Attributes:
        fixed: its width.
        relative: width beside that, in sizes of the type.
        below: how high the small line is that stands below the text.
        height: the least height of a row.
    """

    fixed: float = 0.0
    relative: float = 0.0
    below: float = 0.0
    height: float = 0.0


@dataclass(frozen=True, slots=True)
class Layout:
    """How a list stands on each of its pages: its type, its columns, and the most rows of a column."""

    look: Look
    columns: int
    rows: int

    @property
    def size(self) -> int:
        """The most that goes on a page."""
        return self.columns * self.rows

    def pages(self, count: int) -> int:
        """How many pages so many rows take."""
        return max(1, math.ceil(count / self.size))

    def context(self, page: Sequence[Any]) -> dict[str, Any]:
        """What the template has to know for a page: the columns are equally high, or the last is a row lower."""
        return {
            "look": self.look,
            "columns": self.columns,
            "rows": max(1, math.ceil(len(page) / self.columns)),
        }


def looks(tables: int) -> tuple[Look, ...]:
    """The types that suit a room of so many tables, the largest first."""
    if tables <= FEW:
        return ("huge", "large") if tables <= FEW // 2 else ("large",)
    return ("middle", "small")


def layout(
    texts: Sequence[Text], suited: Sequence[Look], beside: tuple[Beside, Beside], *, less: float = 0.0
) -> Layout:
    """The layout in which all of these rows are read best.

    Arguments:
        texts: what each row says.
        suited: the types that come into question, the largest first.
        beside: what else is in a row, where there is one column and where there are two.
        less: what is missing of the height of the page.

    Returns:
        The largest type that takes at most a quarter more pages than the smallest, in as few pages as can be.
    """
    best = [one for look in suited if (one := _best(texts, look, beside, less))]
    if not best:
        return Layout(suited[-1], 1, 1)
    least = best[-1].pages(len(texts))
    return next(one for one in best if 4 * one.pages(len(texts)) <= 5 * least)


def _best(texts: Sequence[Text], look: Look, beside: tuple[Beside, Beside], less: float) -> Layout | None:
    """The layout in this type that takes the fewest pages; None where not even one row goes on a page."""
    size, found = TYPES[look], []
    for columns, there in enumerate(beside, start=1):
        width = ((WIDTH - (columns - 1) * GAP) / columns - there.fixed) / size - there.relative
        lines = max((lines_of(text, width) for text in texts), default=1)
        row = max(lines * size * LEADING + there.below, there.height) + RULE
        found.append(Layout(look, columns, min(MOST_ROWS, int((HEIGHT - less) / row))))
    fitting = [one for one in found if one.rows]
    return min(fitting, key=lambda one: (one.pages(len(texts)), one.columns), default=None)


def lines_of(text: Text, width: float) -> int:
    """How many lines a text takes where a line is so many sizes of its type wide."""
    return sum(_lines_of_pieces([width_of(piece) for piece in line], width) for line in text)


def _lines_of_pieces(pieces: Sequence[float], width: float) -> int:
    lines, left = 1, width
    for place, piece in enumerate(pieces):
        if place and piece > left:
            lines, left = lines + 1, width
        # What is broken leaves the end of each line empty.
        broken = math.ceil(piece / max(width - 1, 1)) - 1 if piece > width else 0
        lines, left = lines + broken, left - piece + broken * width
    return lines


def width_of(text: str) -> float:
    """About how wide a text is, in sizes of its type; rather too wide than too narrow."""
    return sum(map(_width_of_letter, text)) + 0.3


def _width_of_letter(letter: str) -> float:
    if east_asian_width(letter) in "WF":
        return 1.05
    if letter in THIN:
        return 0.38
    if letter in BROAD:
        return 0.92
    return 0.7 if letter.isupper() else 0.6


def in_pages(items: Sequence[T], most: int) -> list[Sequence[T]]:
    """The items in as few pages of at most so many as can be, as even as can be; one empty page for none.

    Of an odd number by twos one would be left over: the last page then shows the one before once more beside it.
    """
    count = max(1, math.ceil(len(items) / most))
    each, longer = divmod(len(items), count)
    ends = [each * page + min(page, longer) for page in range(count + 1)]
    pages = [items[start:end] for start, end in pairwise(ends)]
    if count > 1 and most > 1 and len(pages[-1]) == 1:
        pages[-1] = items[-2:]
    return pages


def filled(items: Sequence[T], fits: Callable[[Sequence[T]], bool]) -> list[Sequence[T]]:
    """The items in as few even pages as can be that fit; alone on a page is what fits nowhere else."""
    tried = (in_pages(items, most) for most in range(len(items), 1, -1))
    return next((pages for pages in tried if all(map(fits, pages))), in_pages(items, 1))
