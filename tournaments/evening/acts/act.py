"""What an act is: when it is allowed, what it takes, what it refuses, what it does."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, ClassVar, Final, Literal, NamedTuple

from scoring.derivation import Sentence, gettext_noop
from scoring.faults import Faults
from tournaments.club.roles import Needed, Role
from tournaments.evening.record import Body, Record, RoundRecord
from tournaments.evening.round_rules import SO_FAR, GoesOn, Status
from tournaments.ledger.chain import Entry
from tournaments.movement.seating import COUPLES
from tournaments.refusals import NOT_NOW, ActFields, fault, refuse

MOST_AT_ONCE: Final = 2000
MOST_TABLES: Final = 500
MOST_ROUNDS: Final = 1000
MOST_HANDS: Final = 1000
LARGEST_ENTRY: Final = 2**31 - 1
MOST_POINTS: Final = 1000
LONGEST_CODE: Final = 16


@dataclass(frozen=True, slots=True)
class EntryBounds:
    """The bounds of a field where it is entered, called as pydantic calls them; None for no bound.

    Whether there is such a table, hand or ticket the act itself says.
    """

    ge: int | None = None
    le: int | None = None
    min_length: int | None = None
    max_length: int | None = None


TableNumber = Annotated[int, EntryBounds(ge=1, le=MOST_TABLES)]
RoundNumber = Annotated[int, EntryBounds(ge=1, le=MOST_ROUNDS)]
HandNumber = Annotated[int, EntryBounds(ge=1, le=MOST_HANDS)]
EntryNumber = Annotated[int, EntryBounds(ge=1, le=LARGEST_ENTRY)]
"""The number of an entry in the ledger."""
Points = Annotated[int, EntryBounds(ge=-MOST_POINTS, le=MOST_POINTS)]
Code = Annotated[str, EntryBounds(min_length=1, max_length=LONGEST_CODE)]
"""The code of a ticket."""
CutCard = Annotated[str, EntryBounds(min_length=1, max_length=8)]
"""A card that was cut, as somebody calls it: "K♠", "10h"."""


Names = Mapping[str, str]
"""What the holders of tickets are called, by the tickets' codes."""
GONE = Sentence(gettext_noop("somebody whose ticket was taken back"))


def seat_called(code: str, names: Names) -> str | Sentence:
    return names.get(code) or GONE


def in_a_row(items: Iterable[object], joint: str = "%(before)s, %(last)s") -> Sentence:
    """`Ann, Bob, Clara`; "-" of nothing. A `joint` with a colon or a semicolon is marked for the message files."""
    row = Sentence("-")
    for place, item in enumerate(items):
        row = Sentence(joint if place else "%(last)s", {"before": row, "last": item})
    return row


def signed(points: int) -> str:
    return f"−{-points}" if points < 0 else str(points)


def points_said(points: Sequence[int]) -> Sentence:
    """Points of couples, or by seat: `12 to 0`, `by seat 3, 0, 1`."""
    signed_points = [signed(own) for own in points]
    if len(signed_points) == 2:
        return Sentence(gettext_noop("%(a)s to %(b)s"), {"a": signed_points[0], "b": signed_points[1]})
    return Sentence(gettext_noop("by seat %(points)s"), {"points": ", ".join(signed_points)})


def of_a_hand(template: str, body: Body, **more: object) -> Sentence:
    """A sentence about a hand: with its round, table, number and `worth`, and the cut that it made necessary."""
    worth: object = ""
    if "hand" in body:
        is_void = body["hand"] is None
        worth = Sentence(gettext_noop("void")) if is_void else points_said(body["points"])
    return with_cut(Sentence(template, {**body, "worth": worth, **more}), body)


def with_cut(first: Sentence, body: Body) -> Sentence:
    cut = body.get("cut")
    if not cut:
        return first
    template = (
        gettext_noop("The game is level with this; couple %(winner)s won the cut, drawn at random.")
        if cut["how"] == "seed"
        else gettext_noop("The game is level with this; couple %(winner)s won the cut.")
    )
    return and_then(first, Sentence(template, {"winner": cut["winner"]}))


def and_then(first: Sentence, second: Sentence) -> Sentence:
    return Sentence("%(first)s %(second)s", {"first": first, "second": second})


Work = Literal["draft_move", "standings", "publish"]
"""Background work that an act brings with it."""

RUNNING = (Status.PLAYING, Status.BELL, Status.SETTLED, Status.DRAFTED, Status.MOVED)
IN_ROUND = (Status.PLAYING, Status.BELL)
# Published results are reopened first, so that what was published is not changed behind the reader's back.
CORRECTABLE = (*RUNNING, Status.FINISHED)


class Now(NamedTuple):
    """Who acts (a pseudonym), and the moment (aware).

    `at` is that of the ledger: where the server's `clock` was put back it is later, just behind the last entry.
    """

    by: str
    at: datetime
    clock: datetime


class Board(NamedTuple):
    """What of an evening decides which buttons the menu of its desk has."""

    status: Status
    has_rung: bool
    is_last_round: bool
    goes_on: GoesOn = "off"


def whenever_possible(button: Button, board: Board) -> str:
    return button.label


def never(button: Button, board: Board) -> str:
    """No label: the button is the evening's next step, and not in the menu."""
    return ""


class Button(NamedTuple):
    """A button of the desk that does an act, on a page that says first what it changes.

    Attributes:
        label: what stands on it; `done` is what is said afterwards.
        changes: what changes by it, a sentence each.
        look: how it looks; "danger" for what cannot simply be taken back.
        name: its address, if not that of the act.
        gives: fields of the act that it sets.
        back: the page that it leads to.
        menu: what the menu calls it, as the board of the evening is; "" where it has no place there.
    """

    label: str
    done: str
    changes: tuple[str, ...]
    look: Literal["primary", "danger", "bell"] = "primary"
    name: str = ""
    gives: Mapping[str, Any] = {}
    back: str = "desk-evening"
    menu: Callable[[Button, Board], str] = whenever_possible


class UnknownReferenceError(ValueError):
    """An entry names a round, a table, a ticket or a side that is not there."""


class LaterEntry(NamedTuple):
    """An entry made after another one; `by_itself`: it only followed from it."""

    act: type[Act]
    body: Body
    by_itself: bool


class Act(ActFields):
    """One act of an evening: its fields are what it takes, its class says everything else.

    Attributes:
        name: what the ledger calls it.
        when: in which statuses of an evening it is allowed; `to` is the one it leads to, None for the same.
        rounds_on: for an act about one round only, how many rounds after the current one that is.
        reopens: whether published results are reopened for it.
        address: where it is done, if not at its name with hyphens.
        buttons: those of the desk that do it.
        takes_back: the acts, by name, whose entries it takes back.
    """

    name: ClassVar[str]
    when: ClassVar[tuple[Status, ...]]
    to: ClassVar[Status | None] = None
    least: ClassVar[Needed] = Role.DIRECTOR
    rounds_on: ClassVar[int | None] = None
    reopens: ClassVar[bool] = False
    address: ClassVar[str | None] = ""
    buttons: ClassVar[Sequence[Button]] = ()
    takes_back: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def undo(cls, record: Record, body: Body, sequence: int, reason: str) -> Act | None:
        """This act, to take the entry with this body (of an act in `takes_back`) back; None if it cannot."""
        return cls(reason=reason)

    @classmethod
    def blocks_undo(cls, body: Body, later: LaterEntry) -> bool:
        """Whether it cannot take back an entry with this body any more, because of a later one.

        What leads on to another status mostly rests on what was before. What takes itself back, as two who change
        places, is undone twice where somebody taps twice.
        """
        return later.act.to is not None or (later.act is cls and cls.name in cls.takes_back)

    @classmethod
    def path(cls) -> str | None:
        return cls.name.replace("_", "-") if cls.address == "" else cls.address

    def resolve(self, record: Record, now: Now) -> Act | None:
        """What this comes to as things stand: itself, another act, or None where nothing is left to do."""
        return self

    def decide(self, record: Record, now: Now) -> Body:
        """What the ledger is to say, from how things stand now: its round, if it is about one.

        Raises Faults: everything that speaks against it.
        """
        return {} if self.rounds_on is None else {"round": record.current_round + self.rounds_on}

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        """Let an entry with this body have its effect. Nothing but the status changes unless an act says so."""

    @classmethod
    def describe(cls, body: Body, names: Names) -> Sentence:
        """What an entry with this body says happened, with names in place of the codes of tickets."""
        return Sentence(cls.sentence, {"round": "", **body})

    def add_row_data(self, record: Record, entry: Entry) -> None:
        """Put into the record what rows keep of this act and the ledger does not."""

    def follow_ups(self, record: Record) -> Iterable[Act]:
        """The acts that follow from this one, once it has had its effect."""
        return ()

    def work(self, record: Record) -> Sequence[Work]:
        return ()


class ActOnHand(Act):
    """An act on one hand: the ledger says which hand of which table and round, and what it is worth."""

    @classmethod
    def describe(cls, body: Body, names: Names) -> Sentence:
        return of_a_hand(cls.sentence, body)


class NotNowError(Faults):
    """The act is not allowed in this status, but in those of `allowed`."""

    def __init__(self, act: type[Act], status: Status) -> None:
        self.act, self.status, self.allowed = act, status, act.when
        why = fault(
            "evening.status",
            NOT_NOW,
            "this is not possible now: %(because)s",
            because=Sentence(SO_FAR[status]),
        )
        super().__init__((why,))


def after(act: type[Act], status: Status) -> Status:
    """The status that `act` leads to from `status`. Raises NotNowError where it is not allowed then."""
    if status not in act.when:
        raise NotNowError(act, status)
    return status if act.to is None else act.to


HOWS = ("cards", "seed")


def check_table(round_: RoundRecord | None, table: int) -> None:
    if round_ is None or not round_.seating.has_table(table):
        refuse("table", "unknown-table", "table %(entered)s is not in play", entered=table)


def check_cut(told: Body, sides: Collection[str]) -> None:
    """Raise UnknownReferenceError for a cut that none of these sides won, or in a way in which none is made."""
    order = told.get("order", [told["winner"]])
    if told["how"] not in HOWS or order[:1] != [told["winner"]] or not set(order) <= set(sides):
        raise UnknownReferenceError(
            f"a cut is won by A, B or a seat, with cards or by the seed; not by {told['winner']}, {told['how']}"
        )


def order_of(cut: Body) -> str:
    """Those who cut in the order of it, as the record has them: all, or only the winner where only that was said."""
    return "".join(cut.get("order", [cut["winner"]]))


def whole(order: Sequence[str]) -> Body:
    """The order of a cut among more than two; empty for two, where the winner says enough."""
    return {"order": list(order)} if len(order) > 2 else {}


def check_cut_by(winner: str, level: Sequence[str], *, field: str) -> None:
    if winner in level:
        return
    if tuple(level) == COUPLES:
        refuse(field, "not-a-couple", "“%(entered)s” was entered; A or B is allowed", entered=winner)
    refuse(
        field,
        "not-level",
        "“%(entered)s” was entered; only those who are level cut, by their seats: %(allowed)s",
        entered=winner,
        allowed=", ".join(level),
    )
