"""What the options of every movement have in common, and those of how an evening counts.

An evening counts games (couples at tables of four win or lose them, by the bell) or points (everybody their
own). A movement adds options of its own to those of the counting: `movement.catalogue` puts them together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import (
    ConfigDict,
    Field,
    PlainValidator,
    SerializerFunctionWrapHandler,
    WithJsonSchema,
    field_validator,
    model_serializer,
)

from scoring.derivation import Sentence, coded, gettext_noop, wordings
from scoring.described import Described
from scoring.entry import Measured, each_once
from scoring.faults import Unfit
from tournaments.movement.arrivals_departures import Changes, SitOut
from tournaments.movement.seating import Partnerships, Seating, Table

# --- A move told in short sentences, so that anybody can be shown why they sit where they sit ---------

TABLES_ASKED_FOR = 3


@dataclass(frozen=True)
class Reason:
    """One thing a move did, and why.

    Arguments:
        rule: what it rests on, a dotted name that does not change.
        table: the table of the next round it is about, or None for the whole room.
        sentence: the reason; players stand in it by their ids.
        people: the names of the values in the sentence that are such ids.
    """

    rule: str
    table: int | None
    sentence: Sentence
    people: tuple[str, ...] = ()

    def __str__(self) -> str:
        return str(self.sentence)

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(str(self.sentence.values[key]) for key in self.people)

    def named(self, names: Mapping[str, str]) -> Sentence:
        """Return the sentence with names in place of ids; an id without a name stays."""
        values = dict(self.sentence.values)
        for key in self.people:
            values[key] = names.get(str(values[key]), values[key])
        return self.sentence._replace(values=values)

    def as_data(self) -> dict[str, object]:
        data = {"rule": self.rule, "table": self.table, "people": list(self.people)}
        return {**data, "sentence": self.sentence.as_data()}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Reason:
        return cls(data["rule"], data["table"], Sentence.from_data(data["sentence"]), tuple(data["people"]))


wordings(
    {
        "move.partners.keep": gettext_noop(
            "%(first)s with %(third)s, %(second)s with %(fourth)s: at the head table the winners keep their "
            "seats, and those who come up stay partners too."
        ),
        "move.partners.mixed": gettext_noop(
            "%(first)s with %(third)s, %(second)s with %(fourth)s: mixed couples this way %(taken)s, "
            "the other way %(not_taken)s."
        ),
        "move.partners.fewer": gettext_noop(
            "%(first)s with %(third)s, %(second)s with %(fourth)s: earlier partnerships this way %(taken)s, "
            "the other way %(not_taken)s."
        ),
        "move.partners.seat": gettext_noop(
            "%(first)s with %(third)s, %(second)s with %(fourth)s: both ways were equal, so the newcomer from "
            "the lower seat joins seat 1."
        ),
        "move.left": gettext_noop("%(player)s leaves."),
        "move.arrived": gettext_noop("%(player)s has come and waits with those sitting out."),
        "move.table-broken-up": gettext_noop(
            "Too few are left for table %(table)s: it is broken up, and its players may come back first."
        ),
        "move.table-opened": gettext_noop("Four were waiting: table %(table)s opens."),
        "move.loser-sits-out": gettext_noop(
            "%(player)s sits out after losing at table %(table)s in seat %(seat)s. Rounds sat out before: "
            "%(sit_outs)s; rounds played without a break: %(unbroken)s."
        ),
        "move.winner-sits-out": gettext_noop(
            "%(player)s sits out after winning at table %(table)s in seat %(seat)s. Rounds sat out before: "
            "%(sit_outs)s; rounds played without a break: %(unbroken)s."
        ),
        "move.takes-seat": gettext_noop("%(player)s takes seat %(seat)s at table %(table)s."),
        "move.few-tables": gettext_noop("The movement is meant for three tables or more."),
        "move.no-table": gettext_noop("Four players make a table; with fewer everybody waits."),
    }
)


def reasons_for_tables(moved: Sequence[Table], partnerships: Partnerships) -> Iterator[Reason]:
    """Say for each table who plays with whom after the move, and what settled it.

    Arguments:
        moved: the tables as the move alone makes them.
    """
    for number, table in enumerate(moved, start=1):
        decision = partnerships.decision(number, table)
        values: dict[str, object] = dict(zip(_SEATS, table, strict=True))
        if decision.rule in ("mixed", "fewer"):
            values |= {"taken": decision.this_way, "not_taken": decision.not_taken}
        sentence = coded(f"move.partners.{decision.rule}", **values)
        yield Reason(f"partners.{decision.rule}", number, sentence, _SEATS)


_SEATS = ("first", "second", "third", "fourth")


def reasons_for_changes(changes: Changes) -> Iterator[Reason]:
    for player in changes.left:
        yield _about(player, "left", "move.left")
    for player in changes.arrived:
        yield _about(player, "arrived", "move.arrived")
    for table in changes.broken_up:
        yield Reason("table.broken-up", table, coded("move.table-broken-up", table=table))
    for table in changes.opened:
        yield Reason("table.opened", table, coded("move.table-opened", table=table))
    for sit_out in changes.sit_outs:
        yield _sits_out(sit_out)
    for player, table, seat in changes.took_seats:
        sentence = coded("move.takes-seat", player=player, table=table, seat=seat)
        yield Reason("seat.taken", table, sentence, ("player",))


def _about(player: str, rule: str, code: str) -> Reason:
    return Reason(rule, None, coded(code, player=player), ("player",))


def _sits_out(sit_out: SitOut) -> Reason:
    sentence = coded(
        "move.winner-sits-out" if sit_out.won else "move.loser-sits-out",
        player=sit_out.player,
        sit_outs=sit_out.sit_outs,
        table=sit_out.table,
        seat=sit_out.seat,
        unbroken=sit_out.unbroken,
    )
    return Reason("sits-out", None, sentence, ("player",))


def remarks(seating: Seating) -> Iterator[Reason]:
    """Tell the director when there are fewer tables than the text asks for; it is allowed all the same."""
    if not seating.tables:
        yield Reason("remark.no-table", None, coded("move.no-table"))
    elif len(seating.tables) < TABLES_ASKED_FOR:
        yield Reason("remark.few-tables", None, coded("move.few-tables"))


MOST_HANDS: Final = 60
MOST_TIE_BREAKS: Final = 20
MOST_CREDIT: Final = 10_000
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


TableSize = Annotated[
    int | None,
    Field(ge=2, le=5),
    Described(
        gettext_noop("Players at a table"),
        gettext_noop("What is preferred; where numbers do not fit, some tables are larger or smaller."),
    ),
]
BestRounds = Annotated[
    int | None,
    Field(ge=1, le=MOST_HANDS),
    Described(
        gettext_noop("Best rounds counted"),
        gettext_noop("Only this many of each player's best rounds count. Empty: all rounds count."),
    ),
]


class Choices(Measured):
    """A part of a plan, read strictly.

    Attributes:
        since: fields that plans of before do not have. Where they say what is usual they are left out of the data,
            so that such a plan is written today as it was then.
    """

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")
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

    Arguments:
        bell: whether any table rings at the target, or the head table only.
        round_minutes: length of a round that ends by time, or None.
        sitout: "half": a round sat out is credited with half a game; where points or game points count
            "average": with the average of one's own rounds, or with so many.
        best_rounds: how many rounds of each count, the best; None for all.
        table_size: the size to prefer where everybody plays alone; None for the usual one of the game.
        substitute: "own": each person keeps the games they won; "inherits": the substitute takes them over.
    """

    since: ClassVar[frozenset[str]] = frozenset({"best_rounds", "table_size"})

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
            gettext_noop(
                "Half: nobody is worse off because the number of players cannot be divided by four."
            ),
            {
                "none": gettext_noop("Nothing"),
                "half": gettext_noop("Half a game won"),
                "average": gettext_noop("The average of their own rounds"),
            },
        ),
    ] = "none"
    best_rounds: BestRounds = None
    table_size: TableSize = None
    substitute: Substitute = "own"
    # Not strict: as JSON it is a list.
    tie_breaks: Annotated[
        tuple[GamesTieBreak, ...],
        Described(
            gettext_noop("First tie-break, if level in games won"),
            gettext_noop("Compared in this order before players share a place or cut for a prize."),
            {
                "games_won": gettext_noop("games won"),
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
        even_tables: whether the tables are as even as can be. Every new plan says so; a plan that says
            nothing was made before, and its draw has to come out as it did.
        hands_per_round: None for as many as the time allows.
        round_minutes: length of a round that ends by time, or None.
        rank_by: "points": all points of the evening; "differences": what is left after settling with
            everybody else at the table.
        substitute: "own": each person keeps the points they made; "inherits": the substitute takes them over.
    """

    table_size: TableSize = None
    even_tables: bool = False
    hands_per_round: Annotated[
        int | None,
        Field(ge=1, le=MOST_HANDS),
        Described(
            gettext_noop("Hands in a round"),
            gettext_noop(
                "The round is over when every table has played this many. "
                "Empty: when time is up, or when you stop it."
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
            gettext_noop("First tie-break, if level in that"),
            gettext_noop("Compared in this order before players share a place or cut for a prize."),
            {
                "points_difference": gettext_noop("points less those of the others at the table"),
                "points_for": gettext_noop("points"),
                "tables_won": gettext_noop("tables won"),
                "best_round": gettext_noop("points in the best round"),
            },
        ),
    ] = Field(default=(), max_length=MOST_TIE_BREAKS, strict=False)
