"""By the seat: everybody goes on by the seat alone, and keeps its number; nobody asks who won.

How many tables each seat goes on is an option. As it is usual seat 1 stays, seat 2 goes a table towards the head,
seat 3 a table towards the foot and seat 4 two, so that at tables of four nobody meets anybody from their own table
again soon. How everybody goes round is told in `seat_rings`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from pydantic import Field

from scoring.derivation import coded, gettext_noop, ngettext_lazy, wordings
from scoring.described import Described
from tournaments.movement.interface import Situation
from tournaments.movement.options import MovementOptions
from tournaments.movement.reasons import Reason
from tournaments.movement.seat_rings import MOST_STEP, KeepingSeats, Step

SeatNumber = Literal["1", "2", "3", "4", "5"]
USUAL: Final[dict[SeatNumber, int]] = {"1": 0, "2": -1, "3": 1, "4": 2}

wordings(
    {
        "by-seat.stays": gettext_noop("Seat %(seat)s: everybody stays."),
        "by-seat.up": ngettext_lazy(
            "Seat %(seat)s: everybody goes %(count)s table towards the head, and from there to the foot.",
            "Seat %(seat)s: everybody goes %(count)s tables towards the head, and from there to the foot.",
        ),
        "by-seat.down": ngettext_lazy(
            "Seat %(seat)s: everybody goes %(count)s table towards the foot, and from there to the head.",
            "Seat %(seat)s: everybody goes %(count)s tables towards the foot, and from there to the head.",
        ),
    }
)


class BySeatOptions(MovementOptions):
    """The options of going on by the seat.

    Arguments:
        by_seat: how many tables each seat goes on: plus towards the foot, minus towards the head, table 1; a seat
            that is not named stays.
    """

    by_seat: Annotated[
        dict[SeatNumber, Annotated[int, Field(ge=-MOST_STEP, le=MOST_STEP)]],
        Described(
            gettext_noop("Tables each seat moves"),
            gettext_noop(
                "A line for each seat: its number, a colon, how many tables. Minus goes towards table 1, plus away "
                "from it, round the room; a seat that is not named stays."
            ),
        ),
    ] = Field(default=USUAL)


@dataclass(frozen=True)
class BySeat(KeepingSeats):
    """Going on by the seat, to be plugged in."""

    options: BySeatOptions

    def step(self, situation: Situation) -> Step:
        """As far as the seat goes."""
        steps = {int(seat): step for seat, step in self.options.by_seat.items()}
        return lambda _, seat: steps.get(seat, 0)

    def told(self, situation: Situation) -> Iterator[Reason]:
        """Say how far each seat goes."""
        step = self.step(situation)
        for seat in range(1, max(map(len, situation.last.seating.tables), default=0) + 1):
            tables = step("", seat)
            if tables:
                way = "up" if tables < 0 else "down"
                sentence = coded(f"by-seat.{way}", seat=seat, count=abs(tables))
            else:
                sentence = coded("by-seat.stays", seat=seat)
            yield Reason("by-seat", None, sentence)
