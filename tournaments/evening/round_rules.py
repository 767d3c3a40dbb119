"""How a round ends and what it is worth: two choices of a plan, apart from how people move."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from itertools import pairwise
from typing import Annotated, Any, ClassVar, Final, Literal, NamedTuple, Self

from pydantic import PlainSerializer, PlainValidator, WithJsonSchema, model_validator

from scoring.derivation import gettext_noop
from scoring.described import option
from scoring.faults import Unfit
from tournaments.movement.draw import cut_for_game
from tournaments.movement.options import MOST_HANDS, Choices
from tournaments.movement.seating import COUPLES, MOST_SEATS


# Each act (`acts/`) is allowed in some statuses and leads to one. The life of a round is the stretch from `start` to
# `close` and needs no status of its own: the current round is the evening's.
class Status(StrEnum):
    """Where an evening stands."""

    DRAFT = "draft"
    CHECK_IN = "check_in"
    SEATED = "seated"
    PLAYING = "playing"
    BELL = "bell"
    SETTLED = "settled"
    DRAFTED = "drafted"
    MOVED = "moved"
    FINISHED = "finished"
    PUBLISHED = "published"
    ABANDONED = "abandoned"


OVER: Final = (Status.FINISHED, Status.PUBLISHED)
STATUS_WORDS: Final[Mapping[Status, str]] = {
    Status.DRAFT: gettext_noop("being set up"),
    Status.CHECK_IN: gettext_noop("doors open"),
    Status.SEATED: gettext_noop("seats drawn"),
    Status.PLAYING: gettext_noop("in play"),
    Status.BELL: gettext_noop("the bell has rung"),
    Status.SETTLED: gettext_noop("round settled"),
    Status.DRAFTED: gettext_noop("move drafted"),
    Status.MOVED: gettext_noop("next seats announced"),
    Status.FINISHED: gettext_noop("finished"),
    Status.PUBLISHED: gettext_noop("published"),
    Status.ABANDONED: gettext_noop("abandoned"),
}
"""How people are told where an evening stands."""

SO_FAR: Final[Mapping[Status, str]] = {
    Status.DRAFT: gettext_noop("the doors are not open yet"),
    Status.CHECK_IN: gettext_noop("the doors are open, and the seats are not drawn yet"),
    Status.SEATED: gettext_noop("the seats are drawn, and play has not begun yet"),
    Status.PLAYING: gettext_noop("the round is in play"),
    Status.BELL: gettext_noop("play has stopped, and the round is not closed yet"),
    Status.SETTLED: gettext_noop("the round is closed, and neither new seats nor the end have followed yet"),
    Status.DRAFTED: gettext_noop("the next seats are worked out, and not announced yet"),
    Status.MOVED: gettext_noop("the next seats are announced, and the next round has not begun yet"),
    Status.FINISHED: gettext_noop("the evening is over"),
    Status.PUBLISHED: gettext_noop("the results are published"),
    Status.ABANDONED: gettext_noop("the evening was called off"),
}
"""Why an act is refused in a status: what has happened, and what is still to come."""


class Keeping(NamedTuple):
    """How the points of a table are kept: by seat or couple, and whether a side wins the game."""

    by_seat: bool = False
    is_won: bool = True

    def sides(self, count: int) -> tuple[str, ...]:
        return tuple(map(str, range(1, count + 1))) if self.by_seat else COUPLES


OF_COUPLES: Final = Keeping()
"""Couples win or lose."""


class TableScore(NamedTuple):
    """How the game of a table stands, from the record as from its row.

    `points` are as `keeping` has it. `cut` names the sides that cut, the winner first, or only the winner. `outright`
    is the seat that won by a single hand, whatever the points. `go_on` sides of it go on in a knock-out; 0 in others.
    """

    points: tuple[int, ...]
    keeping: Keeping = OF_COUPLES
    cut: str = ""
    outright: str = ""
    go_on: int = 0

    @property
    def sides(self) -> tuple[str, ...]:
        return self.keeping.sides(len(self.points))

    @property
    def leaders(self) -> tuple[str, ...]:
        """The sides with most points, 0 to 0 included, or the one that won outright; () where nobody wins."""
        if not self.keeping.is_won:
            return ()
        if self.outright:
            return (self.outright,)
        best = max(self.points)
        return tuple(side for side, points in zip(self.sides, self.points, strict=True) if points == best)

    @property
    def groups(self) -> list[tuple[str, ...]]:
        """Groups of level sides, best first: who won, then by points, then by the cut."""
        rest: dict[int, list[str]] = {}
        for side, points in zip(self.sides, self.points, strict=True):
            if side not in self.leaders:
                rest.setdefault(points, []).append(side)
        level = [self.leaders, *(tuple(rest[points]) for points in sorted(rest, reverse=True))]
        return [part for group in level if group for part in self._parted(group)]

    def _parted(self, level: tuple[str, ...]) -> list[tuple[str, ...]]:
        cut = [side for side in self.cut if side in level]
        rest = tuple(side for side in level if side not in cut)
        return [*((side,) for side in cut), *([rest] if rest else [])]

    @property
    def level(self) -> tuple[str, ...]:
        """The sides that have to cut next: for the game, or for going on; none where nobody has to."""
        better = 0
        for group in self.groups:
            decides = (self.keeping.is_won and not better) or better < self.go_on < better + len(group)
            if len(group) > 1 and decides:
                return group
            better += len(group)
        return ()

    @property
    def level_at(self) -> int:
        """The points of those who have to cut next. Raises IndexError where nobody has to."""
        return self.points[self.sides.index(self.level[0])]

    @property
    def uncut(self) -> TableScore:
        return self._replace(cut="")

    @property
    def is_level(self) -> bool:
        """Whether a cut has to decide the game, or who goes on, whether or not they have cut."""
        return bool(self.uncut.level)

    @property
    def needs_cut(self) -> bool:
        return bool(self.level)

    @property
    def winner(self) -> str | None:
        """The side that wins the game as it stands, by points or else by the cut; None where none does."""
        first = self.groups[0] if self.leaders else ()
        return first[0] if len(first) == 1 else None

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each side at the table, from 1, shared by those who are level."""
        place_by_side: dict[str, int] = {}
        better = 0
        for group in self.groups:
            place_by_side |= dict.fromkeys(group, better + 1)
            better += len(group)
        return tuple(place_by_side[side] for side in self.sides)

    @property
    def through(self) -> tuple[str, ...]:
        """The sides that go on, the best first, as far as that is decided."""
        sides: list[str] = []
        for group in self.groups:
            if len(sides) + len(group) > self.go_on:
                break
            sides += group
        return tuple(sides)

    @property
    def margin(self) -> int:
        """How far the winners are ahead of the best others; below 0 if they won outright from behind."""
        winner = self.winner
        rest = [points for side, points in zip(self.sides, self.points, strict=True) if side != winner]
        return self.points[self.sides.index(winner)] - max(rest) if winner else 0


def order_by_seed(score: TableScore, seed: str, round_number: int, table: int) -> tuple[str, ...]:
    """The order of the cut at a level table as the seed draws it. Raises ValueError where nobody has to cut."""
    drawn: list[str] = []
    while level := score._replace(cut="".join(drawn)).level:
        drawn += cut_for_game(level, seed=seed, round_number=round_number, table=table)
    if not drawn:
        raise ValueError("nobody is level")
    return tuple(drawn)


Ends = Literal["bell", "hands", "game", "time"]
GoesOn = Literal["off", "ask", "on"]
"""How the next round follows: step by step, by one press of the director, or by itself."""
Finish = Literal["at_once", "hand", "lap"]
Counts = Literal["games", "points", "margin"]
MOST_MARGINS: Final = 20
SIZES: Final = tuple(map(str, range(2, MOST_SEATS + 1)))
_LARGE: Final = 100_000


def _is_number(entered: object, least: int, most: int) -> bool:
    return isinstance(entered, int) and not isinstance(entered, bool) and least <= entered <= most


def _hands(entered: Any) -> int | dict[str, int] | None:
    by_size = entered if isinstance(entered, Mapping) else {}
    single = entered is None or _is_number(entered, 1, MOST_HANDS)
    if single or (by_size and all(s in SIZES and _is_number(n, 1, MOST_HANDS) for s, n in by_size.items())):
        return entered  # type: ignore[no-any-return]
    raise Unfit(
        gettext_noop("hands are a number from 1 to %(most)s, or one for each size of table from 2 to 8"),
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

    `finish` is what still counts once play is stopped by the clock or the director.
    """

    since: ClassVar[frozenset[str]] = frozenset({"finish"})

    ends: Ends = option(
        "hands",
        gettext_noop("A round ends"),
        words={
            "bell": gettext_noop("When the first table reaches the target and rings"),
            "hands": gettext_noop("When every table has played its hands"),
            "game": gettext_noop("When every table has finished its own game"),
            "time": gettext_noop("When time is up, or when you stop it"),
        },
    )
    hands: Hands = option(
        None,
        gettext_noop("Hands a table plays"),
        gettext_noop("One number, or one for each size of table: 4: 48, 3: 36. Leave empty for no limit."),
        written="by size",
    )
    minutes: int | None = option(
        None,
        gettext_noop("Time limit in minutes"),
        gettext_noop("The round stops by itself after this many minutes. Empty: never."),
        ge=1,
        le=600,
    )

    finish: Finish = option(
        "at_once",
        gettext_noop("When time is up"),
        gettext_noop("The lap: until everybody at the table has dealt equally often."),
        words={
            "at_once": gettext_noop("Stop at once"),
            "hand": gettext_noop("Finish the hand"),
            "lap": gettext_noop("Finish the lap"),
        },
    )

    @model_validator(mode="after")
    def _says_how_many(self) -> Self:
        if self.ends == "hands" and self.hands is None:
            raise ValueError(gettext_noop("a round that ends by its hands needs their number"))
        if self.ends == "bell" and self.finish != "at_once":
            raise ValueError(gettext_noop("at the bell play stops at once"))
        return self


class Worth(Choices):
    """What a round counts for those who played it; the points of a couple are those of both."""

    counts: Counts = option(
        "games",
        gettext_noop("A round is worth"),
        words={
            "games": gettext_noop("One game to the winners"),
            "points": gettext_noop("Everybody's own points"),
            "margin": gettext_noop("Game points to the winners, by their margin"),
        },
    )
    margin: Margins = option(
        (),
        gettext_noop("Game points by margin"),
        gettext_noop(
            "A margin, a colon and the points for it: 0: 2, 31: 3, 61: 4. Only when game points count."
        ),
        written="pairs",
    )
    draw: int = option(
        0,
        gettext_noop("Game points for a draw"),
        gettext_noop("To each side, if the game can be drawn."),
        ge=0,
        le=_LARGE,
    )

    @model_validator(mode="after")
    def _has_a_scale(self) -> Self:
        if self.counts == "margin" and not self.margin:
            raise ValueError(gettext_noop("game points by margin need their margins, such as 0: 2, 31: 3"))
        return self

    def game_points(self, margin: int) -> int:
        """The game points of winners who are `margin` ahead; below 0, won outright from behind, counts as 0."""
        return next(worth for least, worth in reversed(self.margin) if max(margin, 0) >= least)
