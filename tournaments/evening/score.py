"""The score of a game at a table: whether it is level, and who has won it."""

from __future__ import annotations

from typing import Final, NamedTuple

from tournaments.movement.seating import COUPLES


class Keeping(NamedTuple):
    """How the points of a table are kept.

    Attributes:
        by_seat: those of each seat, rather than those of couples A and B.
        is_won: whether a side wins the game, by points or else by a cut.
    """

    by_seat: bool = False
    is_won: bool = True

    def sides(self, count: int) -> tuple[str, ...]:
        """What the sides of a table are called: the couples, or each of `count` seats by its number."""
        return tuple(map(str, range(1, count + 1))) if self.by_seat else COUPLES


OF_COUPLES: Final = Keeping()
"""Couples win or lose."""


class TableScore(NamedTuple):
    """How the game of a table stands, from the record as from its row.

    Attributes:
        points: those of couples A and B, or of each seat.
        keeping: which of the two, and whether anybody wins.
        cut: the sides that cut in the order of their cards, the winner first, or only the winner; "" where nobody
            has cut.
        outright: the seat that won the game by a single hand, whatever the points; "" where none did.
    """

    points: tuple[int, ...]
    keeping: Keeping = OF_COUPLES
    cut: str = ""
    outright: str = ""

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides by what they are called."""
        return self.keeping.sides(len(self.points))

    @property
    def leaders(self) -> tuple[str, ...]:
        """The sides with most points, 0 to 0 included; who has won outright leads alone. None where nobody wins."""
        if not self.keeping.is_won:
            return ()
        if self.outright:
            return (self.outright,)
        best = max(self.points)
        return tuple(side for side, points in zip(self.sides, self.points, strict=True) if points == best)

    @property
    def is_level(self) -> bool:
        """Whether several sides have most points, so that a cut has to decide the game."""
        return len(self.leaders) > 1

    @property
    def needs_cut(self) -> bool:
        """Whether the game is level and nobody has cut."""
        return self.is_level and not self.cut

    @property
    def winner(self) -> str | None:
        """The side that wins the game as it stands, by points or else by the cut; None where none does."""
        if self.is_level:
            return self.cut[0] if self.cut else None
        return self.leaders[0] if self.leaders else None

    @property
    def margin(self) -> int:
        """How far the winners are ahead of the best of the others; below nothing for who won outright from behind."""
        winner = self.winner
        rest = [points for side, points in zip(self.sides, self.points, strict=True) if side != winner]
        return self.points[self.sides.index(winner)] - max(rest) if winner else 0
