"""What one hand of a game can bring at all, whatever is dealt: the same for all games that know it."""

from typing import NamedTuple


class Bounds(NamedTuple):
    """The bounds of a hand; a side is a couple, or a seat where everybody plays alone.

    Every legal hand keeps them, and for each side there is one in which it has the most while every other side has
    that less `apart`.

    Attributes:
        least: the fewest points of a side.
        most: the most points of a side.
        apart: the most by which one side can be ahead of another.
        least_together: the fewest points of all sides together.
        loses_alone: whether no hand takes points from more than one side, and each side can lose the least while no
            other gets anything.
    """

    least: int
    most: int
    apart: int
    least_together: int
    loses_alone: bool = True
