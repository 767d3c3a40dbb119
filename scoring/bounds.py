"""What one hand of a game can bring at all, whatever is dealt: the same for all games that know it."""

from collections.abc import Sequence
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
        together: the points of all sides together, where every hand has the same; else None.
    """

    least: int
    most: int
    apart: int
    least_together: int
    loses_alone: bool = True
    together: int | None = None

    def times(self, hands: int) -> "Bounds":
        """What so many hands can bring."""
        together = None if self.together is None else hands * self.together
        least, most, apart, least_together = (hands * bound for bound in self[:4])
        return Bounds(least, most, apart, least_together, self.loses_alone, together)

    def allows(self, points: Sequence[int]) -> bool:
        """Whether these points of all sides keep the bounds."""
        low, high = min(points), max(points)
        return (
            self.least <= low
            and high <= min(self.most, low + self.apart)
            and sum(points) >= self.least_together
        )
