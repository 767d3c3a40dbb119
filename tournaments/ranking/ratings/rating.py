"""A rating: how good somebody is held to be, and how sure of that one is."""

from dataclasses import dataclass
from math import floor
from typing import Final, Self

MU: Final = 25.0
SIGMA: Final = 25.0 / 3
"""What is held of somebody never seen: the usual start of the model."""
SHOWN_START: Final = 1500
SCALE: Final = 20
"""Shown, somebody never seen has 1500, and one step of the model is 20."""
DECIMALS: Final = 6
"""To so many places a rating is kept after every game, so that two machines agree on it."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating as it is kept.

    Arguments:
        mu: the best guess, on the scale of the model.
        sigma: the standard deviation of that guess.
        games: how many games it rests on.
    """

    mu: float = MU
    sigma: float = SIGMA
    games: int = 0

    @classmethod
    def of_shown(cls, shown: int, games: int) -> Self:
        """A rating of which only that is known what people read, and how many games it rests on."""
        return cls(mu=MU + (shown - SHOWN_START) / SCALE, games=games)

    @property
    def shown(self) -> int:
        """The best guess as people read it, a whole number."""
        return _nearest(SHOWN_START + SCALE * (self.mu - MU))

    @property
    def give_or_take(self) -> int:
        """How far off that may be, nineteen times in twenty: two deviations."""
        return _nearest(SCALE * 2 * self.sigma)

    @property
    def sure(self) -> int:
        """What somebody is at the least, three deviations down: lists go by it, so that nobody leads by luck."""
        return _nearest(SHOWN_START + SCALE * (self.mu - MU - 3 * self.sigma))


def _nearest(value: float) -> int:
    return floor(value + 0.5)
