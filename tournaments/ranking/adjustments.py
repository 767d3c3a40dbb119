"""What counts for one player beside the results of the tables: penalties, and hands played in another's seat."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Adjustment:
    """What is added to one line.

    Arguments:
        player: whose.
        points: to the points for; below nothing for a penalty.
        difference: to the points difference.
    """

    player: str
    points: int
    difference: int


@dataclass(frozen=True, slots=True)
class HandAtSeat:
    """One hand as it counts for somebody in a seat.

    Arguments:
        points: of couples A and B, or of each seat.
        seat: where the announced seats have the player, from 1.
    """

    points: Sequence[int]
    seat: int


def penalty(players: Iterable[str], points: int) -> list[Adjustment]:
    """The same points for each of some players."""
    return [Adjustment(player, points, points) for player in players]


def seat_worth(hand: HandAtSeat, *, couples: bool) -> tuple[int, int]:
    """What a hand brought the seat: its points, and these less those of the others at the table.

    Arguments:
        couples: whether seats 1+3 play against 2+4, each of them counting the points of the couple; the others
            are the other couple then.
    """
    points, index = hand.points, hand.seat - 1
    if couples:
        own, against = points[index % 2], points[(index + 1) % 2]
        return own, own - against
    own = points[index]
    return own, len(points) * own - sum(points)


def seats_exchanged(
    one: str, other: str, hands: Iterable[tuple[str, HandAtSeat]], *, couples: bool
) -> list[Adjustment]:
    """Two players sat in each other's seats: what the hands brought each goes to the other.

    The games themselves stay those of the couples that were announced: won, lost and moved by as played.

    Arguments:
        hands: for each hand which of the two the announced seats have there, and the hand.
    """
    found: list[Adjustment] = []
    for announced, hand in hands:
        points, difference = seat_worth(hand, couples=couples)
        found.append(Adjustment(announced, -points, -difference))
        found.append(Adjustment(other if announced == one else one, points, difference))
    return found
