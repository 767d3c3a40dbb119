"""What every movement is to the rest of the house: told how things stand, it says who sits where next, and why.

A movement is pure. It knows people by an id, and nothing of the clock, of chance or of rows: whoever asks the
same gets the same seats. The desk, the jobs, the rehearsal and the evening script all ask it in this one way.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from tournaments.movement.announced import Announced
from tournaments.movement.reasons import Reason
from tournaments.movement.seating import SEATS, PlayedRound, Seating
from tournaments.movement.sizes import sizes


@dataclass(frozen=True)
class Tables:
    """What a game allows at its tables.

    Arguments:
        allowed: the numbers of seats.
        wanted: the one to prefer, or None for the first of them.
        partnership: whether seats 1+3 and 2+4 are partners.
        even: whether the tables are as even as can be, as in `sizes`.
    """

    allowed: tuple[int, ...]
    wanted: int | None = None
    partnership: bool = False
    even: bool = True

    def sizes(self, players: int) -> tuple[int, ...]:
        """The sizes of the tables for so many players."""
        return sizes(players, self.allowed, wanted=self.wanted, even=self.even)

    def check_couples(self) -> None:
        """Refuse tables at which couples cannot play.

        Raises:
            ValueError: they are not of four, with partners opposite each other.
        """
        if not self.partnership or set(self.allowed) != {SEATS}:
            raise ValueError("couples play at tables of four, partners opposite each other")


def check_people(last: Seating, leaving: Collection[str], arriving: Sequence[str]) -> None:
    """Refuse comings and goings that cannot be.

    Raises:
        ValueError: somebody leaves who is not there, or somebody arrives who is, or twice.
    """
    if not leaving and not arriving:
        return
    there = set(last.players())
    if absent := set(leaving) - there:
        raise ValueError(f"not there to leave: {', '.join(sorted(absent))}")
    if twice := there.intersection(arriving):
        raise ValueError(f"there already: {', '.join(sorted(twice))}")
    if len(set(arriving)) != len(arriving):
        raise ValueError("everybody arrives once")


@dataclass(frozen=True)
class Situation:
    """How things stand when the next round is worked out.

    Arguments:
        played: every round so far, first round first, as it was really seated; never empty.
        seed: the seed of the evening, for movements that draw.
        start_order: the start draw; those who came late after it, in the order in which they came.
        rounds: how many rounds are planned; the next one may lie beyond them.
        colours: ticket colours; whoever has none is missing.
        leaving: who goes home before the next round.
        arriving: who came since the last move, in order.
        tickets: for each substitute, the player whose ticket they hold.
        announced: the schedule that stands, where one was drawn up.

    Raises:
        ValueError: no round has been played, somebody leaves who is not there, or somebody arrives who is.
    """

    played: Sequence[PlayedRound]
    seed: str
    start_order: Sequence[str]
    rounds: int = 1
    colours: Mapping[str, str] = field(default_factory=dict)
    leaving: frozenset[str] = frozenset()
    arriving: Sequence[str] = ()
    tickets: Mapping[str, str] = field(default_factory=dict)
    announced: Announced | None = None

    def __post_init__(self) -> None:
        """Refuse what cannot have happened."""
        if not self.played:
            raise ValueError("the first round is drawn, not moved to")
        check_people(self.last.seating, self.leaving, self.arriving)

    @property
    def last(self) -> PlayedRound:
        """The round just played."""
        return self.played[-1]

    @property
    def number(self) -> int:
        """The number of the round to be worked out, from 2."""
        return len(self.played) + 1

    def present(self) -> tuple[str, ...]:
        """Everybody there for the next round, in the order of the start draw; a substitute by the ticket held."""
        here = [player for player in self.last.seating.players() if player not in self.leaving]
        place = {player: number for number, player in enumerate(self.start_order)}
        return tuple(
            sorted(
                [*here, *self.arriving], key=lambda player: place.get(self._ticket(player, place), len(place))
            )
        )

    def _ticket(self, player: str, drawn: Mapping[str, int]) -> str:
        """The drawn ticket that a player holds: their own, or that of the one they replaced."""
        while player not in drawn and player in self.tickets:
            player = self.tickets[player]
        return player


@dataclass(frozen=True)
class NextRound:
    """Where everybody sits next, and why in short sentences."""

    seating: Seating
    reasons: tuple[Reason, ...] = ()


class Moved(Protocol):
    """What a movement answers; some keep more and write their reasons only when they are read."""

    @property
    def seating(self) -> Seating:
        """The next round."""

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Why."""


class Movement(Protocol):
    """A movement with its options and the tables of its game."""

    def first_seating(self, order: Sequence[str]) -> Seating:
        """The first round.

        Arguments:
            order: the players as drawn.

        Raises:
            ValueError: somebody is named twice.
        """

    def next_round(self, situation: Situation) -> Moved:
        """The round after those played."""
