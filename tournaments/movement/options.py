"""What the options of every movement have in common, and those of how an evening counts.

An evening counts games (couples at tables of four win or lose them, by the bell) or points (everybody their
own). A movement adds options of its own to those of the counting: `movement.catalogue` puts them together.
"""

from typing import Final, Literal

from pydantic import ConfigDict, Field, field_validator

from scoring.entry import Measured, each_once

MOST_HANDS: Final = 60
MOST_TIE_BREAKS: Final = 20
GamesTieBreak = Literal["points_difference", "points_for", "head_table_wins", "bells_rung"]
PointsTieBreak = Literal["points_difference", "points_for", "tables_won", "best_round"]


class MovementOptions(Measured):
    """Options that are read strictly; those that rank by tie-breaks name each once."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    _each_once = field_validator("tie_breaks", check_fields=False)(each_once)


class GamesOptions(MovementOptions):
    """The options of an evening of games; the defaults are what the text of 1910 says.

    Arguments:
        bell: whether any table rings at the target, or the head table only.
        round_minutes: length of a round that ends by time, or None.
        sitout: "half": a round sat out is credited with half a game.
        substitute: "own": each person keeps the games they won; "inherits": the substitute takes them over.
        tie_breaks: what is compared, in this order, before a tie is cut.
    """

    bell: Literal["any_table", "head_table"] = "any_table"
    round_minutes: int | None = Field(default=None, ge=1, le=600)
    sitout: Literal["none", "half"] = "none"
    substitute: Literal["own", "inherits"] = "own"
    # Not strict: as JSON it is a list.
    tie_breaks: tuple[GamesTieBreak, ...] = Field(default=(), max_length=MOST_TIE_BREAKS, strict=False)


class PointsOptions(MovementOptions):
    """The options of an evening of points.

    Arguments:
        table_size: the size of table to prefer, of those the game allows; None for its usual one.
        even_tables: whether the tables are as even as can be. Every new plan says so; a plan that says nothing
            was made before, and its draw has to come out as it did.
        hands_per_round: how many hands each table plays in a round, or None for as many as the time allows.
        round_minutes: length of a round that ends by time, or None.
        rank_by: "points": all points of the evening; "differences": what is left after settling with
            everybody else at the table.
        substitute: "own": each person keeps the points they made; "inherits": the substitute takes them over.
        tie_breaks: what is compared, in this order, before a tie is cut.
    """

    table_size: int | None = Field(default=None, ge=2, le=5)
    even_tables: bool = False
    hands_per_round: int | None = Field(default=None, ge=1, le=MOST_HANDS)
    round_minutes: int | None = Field(default=None, ge=1, le=600)
    rank_by: Literal["points", "differences"] = "points"
    substitute: Literal["own", "inherits"] = "own"
    # Not strict: as JSON it is a list.
    tie_breaks: tuple[PointsTieBreak, ...] = Field(default=(), max_length=MOST_TIE_BREAKS, strict=False)
