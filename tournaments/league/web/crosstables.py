"""The crosstable of a division: everybody against everybody, in the order of its table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from tournaments.league.reads.fixtures import DivisionSeen, Fixture
from tournaments.league.web.fixture_words import ShownFixture, shown_fixture

Outcome = Literal["won", "lost", ""]
FEWEST: Final = 3
"""Of two who meet the fixture itself says as much."""
MOST: Final = 24
"""Of more a crosstable is wider than anybody reads: a Swiss division of fifty meets eight of them each."""


@dataclass(frozen=True, slots=True)
class Met:
    """A fixture as one of its two sides sees it: `score` has the own games first, "" where there are none."""

    shown: ShownFixture
    score: str
    outcome: Outcome

    @property
    def is_decided(self) -> bool:
        """Whether it has a winner, or was drawn."""
        return bool(self.score or self.outcome)


@dataclass(frozen=True, slots=True)
class CrossRow:
    """An entrant with what they did against each of the others; None at their own place."""

    number: int
    name: str
    place: int
    cells: tuple[tuple[Met, ...] | None, ...]


def crosstable(division: DivisionSeen, order: Sequence[int]) -> list[CrossRow]:
    """The crosstable of a division, without its play-offs; nothing where it is too small or too wide for one.

    Arguments:
        order: the numbers of the entrants as the table has them.
    """
    if not FEWEST <= len(order) <= MOST:
        return []
    met: dict[tuple[int, int], list[Met]] = defaultdict(list)
    for row in division.rows:
        if row.away is None or row.play_off:
            continue
        shown = shown_fixture(row)
        met[row.home.number, row.away.number].append(_seen_by(shown, "home"))
        met[row.away.number, row.home.number].append(_seen_by(shown, "away"))
    names = {entrant.number: entrant.name for entrant in division.entrants}
    return [
        CrossRow(
            number,
            names[number],
            place,
            tuple(None if other == number else tuple(met[number, other]) for other in order),
        )
        for place, number in enumerate(order, start=1)
    ]


def _seen_by(shown: ShownFixture, side: Literal["home", "away"]) -> Met:
    own, theirs = (shown.own, shown.theirs) if side == "home" else (shown.theirs, shown.own)
    return Met(shown, f"{own}:{theirs}" if shown.score else "", _outcome(shown.row, side))


def _outcome(row: Fixture, side: str) -> Outcome:
    if row.winner not in ("home", "away"):
        return ""
    return "won" if row.winner == side else "lost"
