"""What every movement is to the rest of the house: told how things stand, it says who sits where next, and why.

A movement is pure. It knows people by an id, and nothing of the clock, of chance or of rows: whoever asks the
same gets the same seats. The desk, the jobs, the rehearsal and the evening script all ask it in this one way.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Protocol

from tournaments.movement.announced import Announced
from tournaments.movement.options import Reason
from tournaments.movement.seating import SEATS, PlayedRound, Seating

# --- How many tables of which size: as few sit out as possible, and the tables are as even as possible


def sizes(
    players: int, allowed: Sequence[int], *, wanted: int | None = None, even: bool = True
) -> tuple[int, ...]:
    """Return the sizes of the tables that seat as many of the players as can be seated.

    Of all ways to seat that many one in which no size lies between those of two tables, where there is one;
    of those the one with the fewest tables of another size than the one wanted; then the one with the larger
    tables. Twenty-two at Chambery Tarot are tables of 5, 5, 4, 4 and 4, not of 5, 5, 5, 4 and 3.

    Arguments:
        wanted: the size to prefer; the first of those allowed where it is None.
        even: False: the number of tables of another size comes first, as it did in evenings made before 0.2.

    Returns:
        Tables of the size wanted first, then the others from the largest down. Empty when there are too few
        players for the smallest table.

    Raises:
        ValueError: no size is allowed, or the one wanted is not.
    """
    main = allowed[0] if wanted is None and allowed else wanted
    if main is None or main not in allowed or min(allowed) < 1:
        raise ValueError(f"tables of {wanted} are wanted; the game allows {list(allowed)}")
    others = sorted((size for size in set(allowed) if size != main), reverse=True)
    for seated in range(players, 0, -1):
        ways = list(_ways(seated, main, others))
        if ways:
            steps = sorted(set(allowed))
            return min(
                ways,
                key=lambda way: (
                    even and _unevenness(way, steps),
                    _of_another_size(way, main),
                    [-size for size in way],
                ),
            )
    return ()


def _ways(seated: int, main: int, others: Sequence[int]) -> Iterator[tuple[int, ...]]:
    # `main` tables of another size seat as many as more of the main size would: fewer are enough.
    for counts in product(range(main), repeat=len(others)):
        rest = seated - sum(count * size for count, size in zip(counts, others, strict=True))
        if rest >= 0 and rest % main == 0:
            of_others = (size for count, size in zip(counts, others, strict=True) for size in [size] * count)
            yield (*[main] * (rest // main), *of_others)


def _of_another_size(way: Iterable[int], main: int) -> int:
    return sum(size != main for size in way)


def _unevenness(way: Sequence[int], steps: Sequence[int]) -> int:
    return max(0, steps.index(max(way)) - steps.index(min(way)) - 1)


@dataclass(frozen=True)
class Tables:
    """What a game allows at its tables.

    Arguments:
        allowed: the numbers of seats.
        preferred_size: the one to prefer, or None for the first of them.
        partnership: whether seats 1+3 and 2+4 are partners.
        even: whether the tables are as even as can be, as in `sizes`.
    """

    allowed: tuple[int, ...]
    preferred_size: int | None = None
    partnership: bool = False
    even: bool = True

    def sizes(self, players: int) -> tuple[int, ...]:
        return sizes(players, self.allowed, wanted=self.preferred_size, even=self.even)

    def check_couples(self) -> None:
        """Raise ValueError unless all tables are of four, with partners opposite each other."""
        if not self.partnership or set(self.allowed) != {SEATS}:
            raise ValueError("couples play at tables of four, partners opposite each other")


def check_people(last: Seating, leaving: Collection[str], arriving: Sequence[str]) -> None:
    """Refuse comings and goings that cannot be.

    Raises:
        ValueError: somebody leaves who is not there, or somebody arrives who is, or twice.
    """
    if not leaving and not arriving:
        return
    present = set(last.players())
    if absent := set(leaving) - present:
        raise ValueError(f"not there to leave: {', '.join(sorted(absent))}")
    if twice := present.intersection(arriving):
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
        if not self.played:
            raise ValueError("the first round is drawn, not moved to")
        check_people(self.last.seating, self.leaving, self.arriving)

    @property
    def last(self) -> PlayedRound:
        return self.played[-1]

    @property
    def number(self) -> int:
        return len(self.played) + 1

    def present(self) -> tuple[str, ...]:
        """Everybody there for the next round, in the order of the start draw; a substitute by the ticket held."""
        remaining = [player for player in self.last.seating.players() if player not in self.leaving]
        place = {player: number for number, player in enumerate(self.start_order)}
        return tuple(
            sorted(
                [*remaining, *self.arriving],
                key=lambda player: place.get(self._ticket(player, place), len(place)),
            )
        )

    def _ticket(self, player: str, drawn: Mapping[str, int]) -> str:
        # The player replaced may have been a substitute too.
        while player not in drawn and player in self.tickets:
            player = self.tickets[player]
        return player


@dataclass(frozen=True)
class NextRound:
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
    def first_seating(self, order: Sequence[str]) -> Seating:
        """The first round.

        Arguments:
            order: the players as drawn.

        Raises:
            ValueError: somebody is named twice.
        """

    def next_round(self, situation: Situation) -> Moved:
        """The round after those played."""
