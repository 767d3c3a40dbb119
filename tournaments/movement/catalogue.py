"""Every movement there is, and which options it has in an evening of games and in one of points."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, Literal

from tournaments.movement.by_result.knock_out import KnockOut, KnockOutOptions
from tournaments.movement.by_result.ladder import Ladder, LadderOptions
from tournaments.movement.by_result.swiss import Swiss, TopTables, TopTablesOptions, UnitOptions
from tournaments.movement.by_seat import ByColour, ByColourOptions, BySeat, BySeatOptions
from tournaments.movement.draw import Drawn, Fixed
from tournaments.movement.interface import Movement, Tables
from tournaments.movement.options import GamesOptions, PointsOptions
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


class LadderGames(GamesOptions, LadderOptions):
    """The options of an evening of games on a ladder."""


class LadderPoints(PointsOptions, LadderOptions):
    """The options of an evening of points on a ladder, at tables of two."""


class UnitGames(GamesOptions, UnitOptions):
    """The options of an evening of games at which people or couples are placed by how they stand."""


class UnitPoints(PointsOptions, UnitOptions):
    """The options of such an evening of points."""


class TopTablesGames(GamesOptions, TopTablesOptions):
    """The options of an evening of games with the best at the head table."""


class TopTablesPoints(PointsOptions, TopTablesOptions):
    """The options of such an evening of points."""


class KnockOutGames(GamesOptions, KnockOutOptions):
    """The options of an evening of games as a knock-out."""


class KnockOutPoints(PointsOptions, KnockOutOptions):
    """The options of an evening of points as a knock-out, at tables of two."""


class BySeatGames(GamesOptions, BySeatOptions):
    """The options of an evening of games at which people go on by the seat."""


class BySeatPoints(PointsOptions, BySeatOptions):
    """The options of such an evening of points."""


class ByColourGames(GamesOptions, ByColourOptions):
    """The options of an evening of games at which people go on by ticket colour."""


class ByColourPoints(PointsOptions, ByColourOptions):
    """The options of such an evening of points."""


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


MOVEMENTS: Final[Mapping[Slug, MovementSpec]] = MappingProxyType(
    {
        "progressive": MovementSpec(
            Progressive, games=ProgressiveOptions, usual="games", goes_by_winners=True
        ),
        "ladder": MovementSpec(
            Ladder, games=LadderGames, points=LadderPoints, usual="games", goes_by_winners=True
        ),
        "top_tables": MovementSpec(TopTables, games=TopTablesGames, points=TopTablesPoints, usual="games"),
        "swiss": MovementSpec(Swiss, games=UnitGames, points=UnitPoints, usual="games"),
        "knock_out": MovementSpec(
            KnockOut, games=KnockOutGames, points=KnockOutPoints, usual="games", goes_by_winners=True
        ),
        "scheduled": MovementSpec(Scheduled, games=ScheduledGames, points=ScheduledPoints, usual="games"),
        "drawn": MovementSpec(Drawn, games=GamesOptions, points=PointsOptions),
        "fixed": MovementSpec(Fixed, games=GamesOptions, points=PointsOptions),
        "by_seat": MovementSpec(BySeat, games=BySeatGames, points=BySeatPoints),
        "by_colour": MovementSpec(ByColour, games=ByColourGames, points=ByColourPoints),
    }
)


def plug_of(slug: object) -> MovementSpec | None:
    return next((plug for name, plug in MOVEMENTS.items() if name == slug), None)
