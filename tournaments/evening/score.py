"""The score of a game at a table: whether it is level, and who has won it."""

from __future__ import annotations

from enum import StrEnum
from types import MappingProxyType
from typing import Final, NamedTuple

from scoring.derivation import gettext_noop
from tournaments.movement.draw import cut_for_game
from tournaments.movement.seating import COUPLES

# --- Where an evening stands --------------------------------------------------------------------------
# An evening is in exactly one status. Each act (`acts/`) is allowed in some of them and leads to one. The
# life of a round is the stretch from `start` to `close` and needs no status of its own: the current round
# is the evening's.


class Status(StrEnum):
    """Where an evening stands."""

    DRAFT = "draft"
    CHECK_IN = "check_in"
    SEATED = "seated"
    PLAYING = "playing"
    BELL = "bell"
    SETTLED = "settled"
    DRAFTED = "drafted"
    MOVED = "moved"
    FINISHED = "finished"
    PUBLISHED = "published"
    ABANDONED = "abandoned"


STATUS_WORDS: Final = MappingProxyType(
    {
        Status.DRAFT: gettext_noop("being set up"),
        Status.CHECK_IN: gettext_noop("doors open"),
        Status.SEATED: gettext_noop("seats drawn"),
        Status.PLAYING: gettext_noop("in play"),
        Status.BELL: gettext_noop("the bell has rung"),
        Status.SETTLED: gettext_noop("round settled"),
        Status.DRAFTED: gettext_noop("move drafted"),
        Status.MOVED: gettext_noop("next seats announced"),
        Status.FINISHED: gettext_noop("finished"),
        Status.PUBLISHED: gettext_noop("published"),
        Status.ABANDONED: gettext_noop("abandoned"),
    }
)
"""How people are told where an evening stands."""

SO_FAR: Final = MappingProxyType(
    {
        Status.DRAFT: gettext_noop("the doors are not open yet"),
        Status.CHECK_IN: gettext_noop("the doors are open, and the seats are not drawn yet"),
        Status.SEATED: gettext_noop("the seats are drawn, and play has not begun yet"),
        Status.PLAYING: gettext_noop("the round is in play"),
        Status.BELL: gettext_noop("play has stopped, and the round is not closed yet"),
        Status.SETTLED: gettext_noop(
            "the round is closed, and neither new seats nor the end have followed yet"
        ),
        Status.DRAFTED: gettext_noop("the next seats are worked out, and not announced yet"),
        Status.MOVED: gettext_noop("the next seats are announced, and the next round has not begun yet"),
        Status.FINISHED: gettext_noop("the evening is over"),
        Status.PUBLISHED: gettext_noop("the results are published"),
        Status.ABANDONED: gettext_noop("the evening was called off"),
    }
)
"""Why an act is refused in a status: what has happened, and what is still to come."""


class Keeping(NamedTuple):
    """How the points of a table are kept.

    Attributes:
        by_seat: those of each seat, rather than those of couples A and B.
        is_won: whether a side wins the game, by points or else by a cut.
    """

    by_seat: bool = False
    is_won: bool = True

    def sides(self, count: int) -> tuple[str, ...]:
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
        go_on: how many sides go on in a knock-out at tables of several; 0 where nobody does by this table.
    """

    points: tuple[int, ...]
    keeping: Keeping = OF_COUPLES
    cut: str = ""
    outright: str = ""
    go_on: int = 0

    @property
    def sides(self) -> tuple[str, ...]:
        return self.keeping.sides(len(self.points))

    @property
    def leaders(self) -> tuple[str, ...]:
        """The sides with most points, 0 to 0 included, or the one that won outright; () where nobody wins."""
        if not self.keeping.is_won:
            return ()
        if self.outright:
            return (self.outright,)
        best = max(self.points)
        return tuple(side for side, points in zip(self.sides, self.points, strict=True) if points == best)

    @property
    def groups(self) -> list[tuple[str, ...]]:
        """Groups of level sides, best first: who won, then by points, then by the cut."""
        rest: dict[int, list[str]] = {}
        for side, points in zip(self.sides, self.points, strict=True):
            if side not in self.leaders:
                rest.setdefault(points, []).append(side)
        level = [self.leaders, *(tuple(rest[points]) for points in sorted(rest, reverse=True))]
        return [part for group in level if group for part in self._parted(group)]

    def _parted(self, level: tuple[str, ...]) -> list[tuple[str, ...]]:
        cut = [side for side in self.cut if side in level]
        rest = tuple(side for side in level if side not in cut)
        return [*((side,) for side in cut), *([rest] if rest else [])]

    @property
    def level(self) -> tuple[str, ...]:
        """The sides that have to cut next: for the game, or for going on; none where nobody has to."""
        better = 0
        for group in self.groups:
            decides = (self.keeping.is_won and not better) or better < self.go_on < better + len(group)
            if len(group) > 1 and decides:
                return group
            better += len(group)
        return ()

    @property
    def level_at(self) -> int:
        """The points of those who have to cut next. Raises IndexError where nobody has to."""
        return self.points[self.sides.index(self.level[0])]

    @property
    def uncut(self) -> TableScore:
        return self._replace(cut="")

    @property
    def is_level(self) -> bool:
        """Whether a cut has to decide the game, or who goes on, whether or not they have cut."""
        return bool(self.uncut.level)

    @property
    def needs_cut(self) -> bool:
        return bool(self.level)

    @property
    def winner(self) -> str | None:
        """The side that wins the game as it stands, by points or else by the cut; None where none does."""
        first = self.groups[0] if self.leaders else ()
        return first[0] if len(first) == 1 else None

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each side at the table, from 1, shared by those who are level."""
        place_by_side: dict[str, int] = {}
        better = 0
        for group in self.groups:
            place_by_side |= dict.fromkeys(group, better + 1)
            better += len(group)
        return tuple(place_by_side[side] for side in self.sides)

    @property
    def through(self) -> tuple[str, ...]:
        """The sides that go on, the best first, as far as that is decided."""
        sides: list[str] = []
        for group in self.groups:
            if len(sides) + len(group) > self.go_on:
                break
            sides += group
        return tuple(sides)

    @property
    def margin(self) -> int:
        """How far the winners are ahead of the best others; below 0 if they won outright from behind."""
        winner = self.winner
        rest = [points for side, points in zip(self.sides, self.points, strict=True) if side != winner]
        return self.points[self.sides.index(winner)] - max(rest) if winner else 0


def order_by_seed(score: TableScore, seed: str, round_number: int, table: int) -> tuple[str, ...]:
    """The order of the cut at a level table as the seed draws it: for the game, then for going on.

    Raises ValueError where nobody has to cut.
    """
    drawn: list[str] = []
    while level := score._replace(cut="".join(drawn)).level:
        drawn += cut_for_game(level, seed=seed, round_number=round_number, table=table)
    if not drawn:
        raise ValueError("nobody is level")
    return tuple(drawn)
