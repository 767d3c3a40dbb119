"""How a round ends and what it is worth: two choices of a plan, apart from how people move."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Annotated, Any, ClassVar, Final, Literal, Self

from pydantic import Field, PlainSerializer, PlainValidator, WithJsonSchema, model_validator

from scoring.derivation import gettext_noop
from scoring.described import Described
from scoring.faults import Unfit
from tournaments.movement.options import MOST_HANDS, Choices

Ends = Literal["bell", "hands", "game", "time"]
Finish = Literal["at_once", "hand", "lap"]
Counts = Literal["games", "points", "margin"]
MOST_MARGINS: Final = 20
SIZES: Final = ("2", "3", "4", "5")
_LARGE: Final = 100_000


def _is_number(entered: object, least: int, most: int) -> bool:
    return isinstance(entered, int) and not isinstance(entered, bool) and least <= entered <= most


def _hands(entered: Any) -> int | dict[str, int] | None:
    by_size = entered if isinstance(entered, Mapping) else {}
    single = entered is None or _is_number(entered, 1, MOST_HANDS)
    if single or (by_size and all(s in SIZES and _is_number(n, 1, MOST_HANDS) for s, n in by_size.items())):
        return entered  # type: ignore[no-any-return]
    raise Unfit(
        gettext_noop("hands are a number from 1 to %(most)s, or one for each size of table from 2 to 5"),
        most=MOST_HANDS,
    )


def _margins(entered: Any) -> tuple[tuple[int, int], ...]:
    # Pairs of a margin and the game points from it on, the margins going up from 0.
    rows = entered if isinstance(entered, list | tuple) else [None]
    pairs = [
        tuple(row) for row in rows[: MOST_MARGINS + 1] if isinstance(row, list | tuple) and len(row) == 2
    ]
    numbers = all(_is_number(number, 0, _LARGE) for pair in pairs for number in pair)
    if len(pairs) != len(rows) or len(pairs) > MOST_MARGINS or not numbers:
        raise Unfit(
            gettext_noop(
                "margins are at most %(most)s pairs of whole numbers: the margin, and what it is worth"
            ),
            most=MOST_MARGINS,
        )
    if pairs and (pairs[0][0] != 0 or any(low >= high for (low, _), (high, _) in pairwise(pairs))):
        raise Unfit(gettext_noop("margins begin with 0 and go up, each named once: 0: 2, 31: 3"))
    return tuple((margin, worth) for margin, worth in pairs)


_SOME_HANDS: Final = {"type": "integer", "minimum": 1, "maximum": MOST_HANDS}
Hands = Annotated[
    int | dict[str, int] | None,
    PlainValidator(_hands),
    WithJsonSchema(
        {"anyOf": [_SOME_HANDS, {"type": "object", "additionalProperties": _SOME_HANDS}, {"type": "null"}]}
    ),
]
"""How many hands a table plays at the most, for all tables or by the number of people there."""
Margins = Annotated[
    tuple[tuple[int, int], ...],
    PlainValidator(_margins),
    PlainSerializer(lambda pairs: [list(pair) for pair in pairs], return_type=list[list[int]]),
    WithJsonSchema(
        {
            "type": "array",
            "maxItems": MOST_MARGINS,
            "items": {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2},
        }
    ),
]
"""From which margin on a game is worth so many game points, the smallest margin first."""


class RoundEnd(Choices):
    """What ends a round, by the time of play; where several things could, the first of them does.

    Arguments:
        ends: "bell": the first table that reaches the target; "hands": every table has played so many; "game":
            every table's own game is over by the rules of the game; "time": the clock, or the director.
        hands: how many hands a table plays at the most, or that by the number of people at it.
        minutes: after how many the round stops by itself; None for never.
        finish: what still counts once play is stopped by the clock or the director: "at_once": nothing; "hand": the
            hand that a table is playing; "lap": those until everybody at the table has dealt equally often.
    """

    since: ClassVar[frozenset[str]] = frozenset({"finish"})

    ends: Annotated[
        Ends,
        Described(
            gettext_noop("A round ends"),
            "",
            {
                "bell": gettext_noop("When the first table reaches the target and rings"),
                "hands": gettext_noop("When every table has played its hands"),
                "game": gettext_noop("When every table has finished its own game"),
                "time": gettext_noop("When time is up, or when you stop it"),
            },
        ),
    ] = "hands"
    hands: Annotated[
        Hands,
        Described(
            gettext_noop("Hands a table plays"),
            gettext_noop("One number, or one for each size of table: 4: 48, 3: 36. Empty: as many as come."),
            written="by size",
        ),
    ] = None
    minutes: Annotated[
        int | None,
        Field(ge=1, le=600),
        Described(
            gettext_noop("Minutes at the most"),
            gettext_noop("The round stops by itself after this many minutes. Empty: never."),
        ),
    ] = None

    finish: Annotated[
        Finish,
        Described(
            gettext_noop("When time is up"),
            gettext_noop("The lap: until everybody at the table has dealt equally often."),
            {
                "at_once": gettext_noop("Stop at once"),
                "hand": gettext_noop("Finish the hand"),
                "lap": gettext_noop("Finish the lap"),
            },
        ),
    ] = "at_once"

    @model_validator(mode="after")
    def _says_how_many(self) -> Self:
        if self.ends == "hands" and self.hands is None:
            raise ValueError(gettext_noop("a round that ends by its hands needs their number"))
        if self.ends == "bell" and self.finish != "at_once":
            raise ValueError(gettext_noop("at the bell play stops at once"))
        return self


class Worth(Choices):
    """What a round counts for those who played it.

    Arguments:
        counts: "games": one to the winners; "points": everybody's own, both of a couple the couple's; "margin":
            game points to the winners, by how far they were ahead.
        margin: from which margin on a game is worth how many game points.
        draw: game points of each where the game can be drawn and is.
    """

    counts: Annotated[
        Counts,
        Described(
            gettext_noop("A round is worth"),
            "",
            {
                "games": gettext_noop("One game to the winners"),
                "points": gettext_noop("Everybody's own points"),
                "margin": gettext_noop("Game points to the winners, by their margin"),
            },
        ),
    ] = "games"
    margin: Annotated[
        Margins,
        Described(
            gettext_noop("Game points by margin"),
            gettext_noop(
                "A margin, a colon and the points for it: 0: 2, 31: 3, 61: 4. Only when game points count."
            ),
            written="pairs",
        ),
    ] = ()
    draw: Annotated[
        int,
        Field(ge=0, le=_LARGE),
        Described(
            gettext_noop("Game points for a draw"),
            gettext_noop("To each side, if the game can be drawn."),
        ),
    ] = 0

    @model_validator(mode="after")
    def _has_a_scale(self) -> Self:
        if self.counts == "margin" and not self.margin:
            raise ValueError(gettext_noop("game points by margin need their margins, such as 0: 2, 31: 3"))
        return self

    def game_points(self, margin: int) -> int:
        """The game points of winners who are `margin` ahead; below 0, won outright from behind, counts as 0."""
        return next(worth for least, worth in reversed(self.margin) if max(margin, 0) >= least)
