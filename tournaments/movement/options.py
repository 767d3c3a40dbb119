"""What the options of every movement have in common, and those of how an evening counts.

An evening counts games (couples at tables of four win or lose them, by the bell) or points (everybody their
own). A movement adds options of its own to those of the counting: `movement.catalogue` puts them together.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import (
    Field,
    PlainValidator,
    SerializerFunctionWrapHandler,
    WithJsonSchema,
    field_validator,
    model_serializer,
)

from scoring.derivation import gettext_noop
from scoring.described import Described, option
from scoring.entry import Measured, each_once
from scoring.faults import Unfit
from tournaments.movement.seating import MOST_SEATS

MOST_HANDS: Final = 60
MOST_TIE_BREAKS: Final = 20
MOST_CREDIT: Final = 10_000
MOST_TABLES: Final = 500
GamesTieBreak = Literal["games_won", "points_difference", "points_for", "head_table_wins", "bells_rung"]
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
            "The round stops by itself after this many minutes, with or without the bell. "
            "Empty: only the bell ends it."
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


def _sitout(entered: Any) -> Any:
    if entered in ("none", "half", "average"):
        return entered
    if isinstance(entered, int) and not isinstance(entered, bool) and 0 <= entered <= MOST_CREDIT:
        return entered
    raise Unfit(
        gettext_noop(
            "a round sat out counts none, half, average, or a whole number of points up to %(most)s"
        ),
        most=MOST_CREDIT,
    )


SitOut = Annotated[
    Literal["none", "half", "average"] | int,
    PlainValidator(_sitout),
    WithJsonSchema(
        {
            "anyOf": [
                {"enum": ["none", "half", "average"], "type": "string"},
                {"type": "integer", "minimum": 0, "maximum": MOST_CREDIT},
            ]
        }
    ),
    Described(
        gettext_noop("A round sat out counts"),
        gettext_noop("Half: nobody is worse off because the number of players cannot be divided by four."),
        {
            "none": gettext_noop("Nothing"),
            "half": gettext_noop("Half a game won"),
            "average": gettext_noop("The average of their own rounds"),
        },
    ),
]
TableSize = Annotated[
    int | None,
    Field(ge=2, le=MOST_SEATS),
    Described(
        gettext_noop("Players at a table"),
        gettext_noop("What is preferred; where numbers do not fit, some tables are larger or smaller."),
    ),
]
MostTables = Annotated[
    int | None,
    Field(ge=1, le=MOST_TABLES),
    Described(
        gettext_noop("Tables at the most"),
        gettext_noop(
            "Where tables, courts or boxes are few: the others sit out, all as often as can be. Empty: as many as "
            "people fill."
        ),
    ),
]


class Choices(Measured):
    """A part of a plan, read strictly.

    Attributes:
        since: fields that plans of before do not have. Where they say what is usual they are left out of the data,
            so that such a plan is written today as it was then.
    """

    since: ClassVar[frozenset[str]] = frozenset()

    @model_serializer(mode="wrap")
    def _as_before(self, write: SerializerFunctionWrapHandler) -> Mapping[str, Any]:
        data: dict[str, Any] = write(self)
        # Options are put together of several parts, each with fields of its own that are new.
        since = {name for part in type(self).__mro__ for name in vars(part).get("since", ())}
        usual = {name for name in since if getattr(self, name) == type(self).model_fields[name].default}
        return {name: value for name, value in data.items() if name not in usual}


class MovementOptions(Choices):
    """Options that are read strictly; those that rank by tie-breaks name each once."""

    _each_once = field_validator("tie_breaks", check_fields=False)(each_once)


class GamesOptions(MovementOptions):
    """The options of an evening of games; the defaults are what the text of 1910 says.

    A round sat out is credited with "half" a game; where points or game points count with "average", or with so many.
    """

    since: ClassVar[frozenset[str]] = frozenset({"best_rounds", "table_size", "most_tables"})

    bell: Literal["any_table", "head_table"] = option(
        "any_table",
        gettext_noop("Who rings the bell"),
        gettext_noop(
            "The first table that reaches the target, or the head table only while the others play on."
        ),
        words={"any_table": gettext_noop("Any table"), "head_table": gettext_noop("The head table")},
    )
    round_minutes: RoundMinutes = None
    sitout: SitOut = "none"
    best_rounds: int | None = option(
        None,
        gettext_noop("Best rounds counted"),
        gettext_noop("Only this many of each player's best rounds count. Empty: all rounds count."),
        ge=1,
        le=MOST_HANDS,
    )
    table_size: TableSize = None
    most_tables: MostTables = None
    substitute: Substitute = "own"
    # Not strict: as JSON it is a list.
    tie_breaks: tuple[GamesTieBreak, ...] = option(
        (),
        gettext_noop("First tie-break, if level in games won"),
        gettext_noop("Compared in this order before players share a place or cut for a prize."),
        words={
            "games_won": gettext_noop("games won"),
            "points_difference": gettext_noop("points for less points against"),
            "points_for": gettext_noop("points for"),
            "head_table_wins": gettext_noop("games won at the head table"),
            "bells_rung": gettext_noop("bells rung"),
        },
        max_length=MOST_TIE_BREAKS,
        strict=False,
    )


class PointsOptions(MovementOptions):
    """The options of an evening of points.

    Every new plan says that it has `even_tables`. A plan that says nothing was made before, and its draw has to come
    out as it did.
    """

    since: ClassVar[frozenset[str]] = frozenset({"sitout", "most_tables"})

    table_size: TableSize = None
    most_tables: MostTables = None
    even_tables: bool = False
    hands_per_round: int | None = option(
        None,
        gettext_noop("Hands in a round"),
        gettext_noop(
            "The round is over when every table has played this many. "
            "Empty: when time is up, or when you stop it."
        ),
        ge=1,
        le=MOST_HANDS,
    )
    round_minutes: RoundMinutes = None
    rank_by: Literal["points", "differences"] = option(
        "points",
        gettext_noop("Places by"),
        gettext_noop("Differences: everybody settles with each of the others at the table, as at Ascot."),
        words={"points": gettext_noop("All points"), "differences": gettext_noop("Differences")},
    )
    sitout: SitOut = "none"
    substitute: Substitute = "own"
    # Not strict: as JSON it is a list.
    tie_breaks: tuple[PointsTieBreak, ...] = option(
        (),
        gettext_noop("First tie-break, if level in that"),
        gettext_noop("Compared in this order before players share a place or cut for a prize."),
        words={
            "points_difference": gettext_noop("points less those of the others at the table"),
            "points_for": gettext_noop("points"),
            "tables_won": gettext_noop("tables won"),
            "best_round": gettext_noop("points in the best round"),
        },
        max_length=MOST_TIE_BREAKS,
        strict=False,
    )
