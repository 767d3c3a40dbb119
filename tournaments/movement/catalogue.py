"""Every movement there is, and which options it has in an evening of games and in one of points."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from pydantic import create_model

from tournaments.movement.by_result.knock_out import KnockOut, KnockOutOptions
from tournaments.movement.by_result.ladder import Ladder, LadderOptions
from tournaments.movement.by_result.swiss import Swiss, TopTables, TopTablesOptions, UnitOptions
from tournaments.movement.by_seat import ByColour, ByColourOptions, BySeat, BySeatOptions
from tournaments.movement.draw import Drawn, Fixed
from tournaments.movement.interface import Movement, Tables
from tournaments.movement.options import GamesOptions, MovementOptions, PointsOptions
from tournaments.movement.progressive import Progressive, ProgressiveOptions
from tournaments.movement.scheduled import Scheduled, ScheduledGames, ScheduledPoints

Slug = Literal[
    "progressive",
    "ladder",
    "top_tables",
    "swiss",
    "knock_out",
    "scheduled",
    "drawn",
    "fixed",
    "by_seat",
    "by_colour",
]
Counting = Literal["games", "points"]
COUNTINGS: Final[tuple[Counting, ...]] = ("games", "points")


@dataclass(frozen=True)
class MovementSpec:
    """One movement of the catalogue.

    Arguments:
        goes_by_winners: whether who sits where follows from who won each table.
    """

    make: Callable[[Tables, Any], Movement]
    games: type[GamesOptions] | None = None
    points: type[PointsOptions] | None = None
    usual: Counting = "points"
    goes_by_winners: bool = False

    def options(self, counting: Counting) -> type[GamesOptions] | type[PointsOptions] | None:
        """Its options in an evening that counts so; None where it is not for those."""
        return self.games if counting == "games" else self.points


def _with(
    own: type[MovementOptions], make: type[Movement], usual: Counting, *, goes_by_winners: bool = False
) -> MovementSpec:
    def options(counting: type[MovementOptions]) -> Any:
        # A movement's own stand beside those of how an evening counts.
        name = f"{make.__name__}{counting.__name__}"
        return create_model(name, __base__=(counting, own), __module__=__name__)

    return MovementSpec(make, options(GamesOptions), options(PointsOptions), usual, goes_by_winners)


MOVEMENTS: Final[Mapping[Slug, MovementSpec]] = {
    "progressive": MovementSpec(Progressive, games=ProgressiveOptions, usual="games", goes_by_winners=True),
    "ladder": _with(LadderOptions, Ladder, "games", goes_by_winners=True),
    "top_tables": _with(TopTablesOptions, TopTables, "games"),
    "swiss": _with(UnitOptions, Swiss, "games"),
    "knock_out": _with(KnockOutOptions, KnockOut, "games", goes_by_winners=True),
    "scheduled": MovementSpec(Scheduled, games=ScheduledGames, points=ScheduledPoints, usual="games"),
    "drawn": MovementSpec(Drawn, games=GamesOptions, points=PointsOptions),
    "fixed": MovementSpec(Fixed, games=GamesOptions, points=PointsOptions),
    "by_seat": _with(BySeatOptions, BySeat, "points"),
    "by_colour": _with(ByColourOptions, ByColour, "points"),
}


def plug_of(slug: object) -> MovementSpec | None:
    return next((plug for name, plug in MOVEMENTS.items() if name == slug), None)
