"""The score of a game at a table: whether it is level, and who has won it."""

from __future__ import annotations

from typing import NamedTuple

from tournaments.movement.game_result import winner
from tournaments.movement.seating import Couple


class TableScore(NamedTuple):
    """How the game of a table stands, from the record as from its row.

    Attributes:
        points: those of couples A and B or, `by_points`, of each seat.
        by_points: whether everybody counts their own points, so that nobody wins.
        cut: the couple that won the cut; "" where nobody has cut.
    """

    points: tuple[int, ...]
    by_points: bool = False
    cut: str = ""

    @property
    def leader(self) -> Couple | None:
        """The couple with more points; None while the couples are level, and where there are none."""
        return None if self.by_points else winner((self.points[0], self.points[1]))

    @property
    def is_level(self) -> bool:
        """Whether neither couple is ahead, 0 to 0 included, so that a cut has to decide the game."""
        return not self.by_points and self.leader is None

    @property
    def needs_cut(self) -> bool:
        """Whether the game is level and nobody has cut."""
        return self.is_level and not self.cut

    @property
    def winner(self) -> Couple | None:
        """The couple that wins the game as it stands, by points or else by the cut; None where neither does."""
        if self.is_level and self.cut:
            return "A" if self.cut == "A" else "B"
        return self.leader
