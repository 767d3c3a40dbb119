"""The base of movements that place people, or couples who stay together, by how they stand."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from scoring.derivation import gettext_noop
from scoring.described import Described
from tournaments.movement.by_result.room import filled
from tournaments.movement.interface import Tables
from tournaments.movement.options import MovementOptions
from tournaments.movement.seating import Seating


class UnitOptions(MovementOptions):
    """Who is placed.

    Arguments:
        unit: "individuals": everybody has a score; "pairs": couples stay together all evening, those of seats
            1 and 3 and of seats 2 and 4 of the first round.
    """

    unit: Annotated[
        Literal["individuals", "pairs"],
        Described(
            gettext_noop("Who is placed"),
            gettext_noop("Everybody alone changes partners; fixed couples are those of the first round."),
            {
                "individuals": gettext_noop("Everybody alone"),
                "pairs": gettext_noop("Couples fixed all evening"),
            },
        ),
    ] = "individuals"


@dataclass(frozen=True)
class OfUnits:
    """A movement that places individuals or couples, as far as the first round.

    Raises:
        ValueError: couples are to stay together at tables where they cannot.
    """

    tables: Tables
    options: UnitOptions

    def __post_init__(self) -> None:
        """Refuse couples at tables of another kind."""
        if self.options.unit == "pairs":
            self.tables.check_couples()

    def first_seating(self, order: Sequence[str]) -> Seating:
        """The first round, seated in the order of the draw.

        Raises:
            ValueError: somebody is named twice.
        """
        return filled(order, self.tables.sizes(len(order)))
