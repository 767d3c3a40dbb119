"""What the options of every movement have in common, and those of how an evening counts.

An evening counts games (couples at tables of four win or lose them, by the bell) or points (everybody their
own). A movement adds options of its own to those of the counting: `movement.catalogue` puts them together.
"""

from typing import Annotated, Final, Literal

from pydantic import ConfigDict, Field, field_validator

from scoring.derivation import gettext_noop
from scoring.described import Described
from scoring.entry import Measured, each_once

MOST_HANDS: Final = 60
MOST_TIE_BREAKS: Final = 20
GamesTieBreak = Literal["points_difference", "points_for", "head_table_wins", "bells_rung"]
PointsTieBreak = Literal["points_difference", "points_for", "tables_won", "best_round"]
Couples = Annotated[
    Literal["any", "mixed"],
    Described(
        gettext_noop("Partners"),
        gettext_noop("Across: the draw, and the move where it has a choice, put two colours together."),
        {"any": gettext_noop("Anybody"), "mixed": gettext_noop("Across ticket colours")},
    ),
]
RoundMinutes = Annotated[
    int | None,
    Field(ge=1, le=600),
    Described(
        gettext_noop("Minutes for a round"),
        gettext_noop(
            "The round stops by itself after so many minutes, bell or no bell. Empty: by the bell only."
        ),
    ),
]
Substitute = Annotated[
    Literal["own", "inherits"],
    Described(
        gettext_noop("A substitute"),
        gettext_noop("Whether the games or points of the player replaced count for the substitute."),
        {"own": gettext_noop("Plays for themselves"), "inherits": gettext_noop("Takes over what was won")},
    ),
]


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

    bell: Annotated[
        Literal["any_table", "head_table"],
        Described(
            gettext_noop("Who rings the bell"),
            gettext_noop(
                "The first table that reaches the target, or the head table only while the others play on."
            ),
            {"any_table": gettext_noop("Any table"), "head_table": gettext_noop("The head table")},
        ),
    ] = "any_table"
    round_minutes: RoundMinutes = None
    sitout: Annotated[
        Literal["none", "half"],
        Described(
            gettext_noop("A round sat out counts"),
            gettext_noop("Half: nobody loses by a number of players that four does not divide."),
            {"none": gettext_noop("Nothing"), "half": gettext_noop("Half a game won")},
        ),
    ] = "none"
    substitute: Substitute = "own"
    # Not strict: as JSON it is a list.
    tie_breaks: Annotated[
        tuple[GamesTieBreak, ...],
        Described(
            gettext_noop("Level in games won: first by"),
            gettext_noop("What is compared, in this order, before a place is shared and a prize is cut for."),
            {
                "points_difference": gettext_noop("points for less points against"),
                "points_for": gettext_noop("points for"),
                "head_table_wins": gettext_noop("games won at the head table"),
                "bells_rung": gettext_noop("bells rung"),
            },
        ),
    ] = Field(default=(), max_length=MOST_TIE_BREAKS, strict=False)


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

    table_size: Annotated[
        int | None,
        Field(ge=2, le=5),
        Described(
            gettext_noop("Players at a table"),
            gettext_noop("What is preferred; where numbers do not fit, some tables are larger or smaller."),
        ),
    ] = None
    even_tables: bool = False
    hands_per_round: Annotated[
        int | None,
        Field(ge=1, le=MOST_HANDS),
        Described(
            gettext_noop("Hands in a round"),
            gettext_noop(
                "The round is over when every table has played so many. Empty: by time, or by your word."
            ),
        ),
    ] = None
    round_minutes: RoundMinutes = None
    rank_by: Annotated[
        Literal["points", "differences"],
        Described(
            gettext_noop("Places by"),
            gettext_noop("Differences: everybody settles with each of the others at the table, as at Ascot."),
            {"points": gettext_noop("All points"), "differences": gettext_noop("Differences")},
        ),
    ] = "points"
    substitute: Substitute = "own"
    # Not strict: as JSON it is a list.
    tie_breaks: Annotated[
        tuple[PointsTieBreak, ...],
        Described(
            gettext_noop("Level in that: first by"),
            gettext_noop("What is compared, in this order, before a place is shared and a prize is cut for."),
            {
                "points_difference": gettext_noop("points less those of the others at the table"),
                "points_for": gettext_noop("points"),
                "tables_won": gettext_noop("tables won"),
                "best_round": gettext_noop("points in the best round"),
            },
        ),
    ] = Field(default=(), max_length=MOST_TIE_BREAKS, strict=False)
