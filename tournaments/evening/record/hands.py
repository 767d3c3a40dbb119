"""Hands of a table: what the next one depends on, and how far the sides agree about those that were entered."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal, NamedTuple

from tournaments.evening.plan import Confirmation, Plan
from tournaments.evening.record.record import Body, HandRecord, HandState, Record, RoundRecord
from tournaments.movement.seating import couple_of

# --- The state of a game that the next hand depends on, read from the record or from rows --------------

UNCOUNTED: Final = (HandState.LATE, HandState.LEFT_OUT)
"""What a hand is that came late and counts nothing: it lies in the tray, or was left out of it."""


class Taken(NamedTuple):
    """The hand that counts under a number already; `is_own`: entered by the phone that enters it now.

    `answer` gives what its sender was answered, as JSON, or ""; `row` is None where it was read from a record.
    """

    number: int
    sequence: int
    hand: Body | None
    by: str
    is_confirmed: bool
    is_own: bool
    answer: Callable[[], str] = str
    row: int | None = None


@dataclass(frozen=True, slots=True)
class GameInPlay(ABC):
    """A table in a round, as far as the next hand depends on it.

    `points` are the running points of couples A and B, or of each seat, and `hands` is how many count. `decision` is
    how the director has decided the game, `outright` the seat that has won it by one hand; "" for neither. What rows
    do not tell by the same read is a method, and asked only where it decides.
    """

    round: int
    started_at: datetime | None
    stopped_at: datetime | None
    closed: bool
    decision: str
    points: tuple[int, ...]
    outright: str
    hands: int

    @abstractmethod
    def since_the_stop(self) -> int:
        """How many hands count that were finished after play was stopped."""

    @abstractmethod
    def before(self, number: int) -> Sequence[Body]:
        """The hands that count before this number, in order; void deals left out."""

    @abstractmethod
    def live_hand(self, number: int) -> Taken | None:
        """The hand that counts under this number."""

    @abstractmethod
    def late(self) -> int:
        """How many hands lie in the late tray."""

    @abstractmethod
    def in_tray(self) -> int:
        """How many hands came late and count nothing: those in the tray, and those left out of it."""

    @abstractmethod
    def versions(self, number: int) -> int:
        """How many versions there are of a hand."""


@dataclass(frozen=True, slots=True)
class GameOfRecord(GameInPlay):
    """A table in a round, as the record has it; the ledger knows no phones, so `is_own` is told."""

    record: RoundRecord
    table: int
    entered: Sequence[HandRecord]
    is_own: bool

    def since_the_stop(self) -> int:
        played = [hand.played_at for hand in self.entered if hand.state == HandState.COUNTS]
        return sum(
            self.stopped_at is not None and datetime.fromisoformat(at) > self.stopped_at for at in played
        )

    def before(self, number: int) -> Sequence[Body]:
        return self.record.hands_before(self.table, number)

    def live_hand(self, number: int) -> Taken | None:
        for hand in self.entered:
            if hand.number == number and hand.state == HandState.COUNTS:
                return Taken(number, hand.sequence, hand.hand, hand.by, bool(hand.confirmed_by), self.is_own)
        return None

    def late(self) -> int:
        return sum(hand.state == HandState.LATE for hand in self.entered)

    def in_tray(self) -> int:
        return sum(hand.state in UNCOUNTED for hand in self.entered)

    def versions(self, number: int) -> int:
        return sum(hand.number == number for hand in self.entered)


def game_of_record(record: Record, round_: RoundRecord, table: int, *, is_own: bool) -> GameOfRecord:
    decided, versions = round_.decisions.get(table), record.versions.values()
    return GameOfRecord(
        round=round_.number,
        started_at=_moment(round_.started_at),
        stopped_at=_moment(round_.stopped_at),
        closed=round_.closed_at is not None,
        decision=decided.kind if decided else "",
        points=round_.points(table),
        outright=round_.outright(table),
        hands=len(round_.hands.get(table, ())),
        record=round_,
        table=table,
        entered=[hand for hand in versions if (hand.round, hand.table) == (round_.number, table)],
        is_own=is_own,
    )


def _moment(told: str | None) -> datetime | None:
    return datetime.fromisoformat(told) if told else None


# --- Who sits on which side of a hand, and when a hand counts as confirmed ----------------------------

SEAT: Final = re.compile(r"table:\d+ seat:(\d)")
AT_A_TABLE: Final = "table:"

Agreement = Literal["confirmed", "taken", "waits"]
"""How far the sides agree about a hand that nobody disputes: by word, without a word, or not yet."""


def seat_of(by: str) -> int | None:
    match = SEAT.fullmatch(by)
    return int(match[1]) if match else None


def side_of(by: str, *, couples: bool) -> str | None:
    """The side of whoever acted: their couple, or their own seat where everybody plays alone; None if unknown."""
    seat = seat_of(by)
    if seat is None:
        return None
    return couple_of(seat) if couples else str(seat)


def may_confirm(entered_by: str, by: str, *, couples: bool) -> bool:
    """Whether `by`, of a known side, speaks for another than the one that entered a hand, if that is known."""
    side = side_of(by, couples=couples)
    return side is not None and side != side_of(entered_by, couples=couples)


def agree(entered_by: str, by: str, *, couples: bool) -> bool:
    """Whether two equal entries confirm each other: all but those known to be of one side."""
    side = side_of(by, couples=couples)
    return side is None or side != side_of(entered_by, couples=couples)


def agreement(
    *, entered_by: str, confirmed_by: str, rule: Confirmation, number: int, hands: int, stopped: bool
) -> Agreement:
    """How far the sides agree about a hand that counts and that nobody disputes; `hands` are entered at its table.

    What the director enters needs no other word. Under the rule "taken" a hand counts as confirmed once the next of
    its table is entered, or when play stops.
    """
    if confirmed_by or not entered_by.startswith(AT_A_TABLE):
        return "confirmed"
    return "taken" if rule == "taken" and (stopped or number < hands) else "waits"


# --- Hands that somebody has still to agree to: disputed ones, and those that have to be confirmed ----

OPEN_STATES = (HandState.COUNTS, HandState.DISPUTES)
"""The states of a hand about which something can be open."""


@dataclass(frozen=True, slots=True)
class Unsettled:
    """A hand that is disputed, or not confirmed where it must be; `entry` is that of the hand that counts."""

    table: int
    number: int
    disputed: bool
    entry: int = 0


class OpenHand(NamedTuple):
    """What the agreement about a hand depends on: `by` entered it, as `entry`; `hands` count at its table."""

    table: int
    number: int
    state: str
    by: str
    confirmed_by: str
    hands: int
    entry: int


def unsettled_among(hands: Iterable[OpenHand], plan: Plan, *, stopped: bool) -> list[Unsettled]:
    """What is to be agreed of the hands of a round, by table and number; `stopped` is whether play has."""
    unsettled: dict[tuple[int, int], Unsettled] = {}
    for hand in sorted(hands, key=_disputes_first):
        table, number = hand.table, hand.number
        if hand.state == HandState.DISPUTES:
            unsettled[table, number] = Unsettled(table, number, disputed=True)
            continue
        agreed = agreement(
            entered_by=hand.by,
            confirmed_by=hand.confirmed_by,
            rule=plan.confirmation,
            number=number,
            hands=hand.hands,
            stopped=stopped,
        )
        if agreed == "waits":
            unsettled.setdefault((table, number), Unsettled(table, number, disputed=False, entry=hand.entry))
    return list(unsettled.values())


def _disputes_first(hand: OpenHand) -> tuple[int, int, bool, int]:
    return hand.table, hand.number, hand.state != HandState.DISPUTES, hand.entry


def open_hands(record: Record, round_: RoundRecord) -> Iterator[OpenHand]:
    for version in record.versions.values():
        is_open = version.round == round_.number and version.state in OPEN_STATES
        if is_open and version.table not in round_.decisions:
            yield _open_hand(version, len(round_.hands.get(version.table, ())))


def _open_hand(version: HandRecord, hands: int) -> OpenHand:
    return OpenHand(
        table=version.table,
        number=version.number,
        state=version.state,
        by=version.by,
        confirmed_by=version.confirmed_by,
        hands=hands,
        entry=version.sequence,
    )


def unsettled_hands(record: Record, round_: RoundRecord) -> list[Unsettled]:
    """What is to be agreed before the round can be closed, by table and number; no hands of a decided game."""
    stopped = round_.stopped_at is not None
    return unsettled_among(open_hands(record, round_), record.made_plan(), stopped=stopped)
