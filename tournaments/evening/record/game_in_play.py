"""The state of a table's game that the next hand depends on, read from the record or from rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final, NamedTuple, Protocol

from tournaments.evening.record.record import Body, HandState, Record, RoundRecord

UNCOUNTED: Final = (HandState.LATE, HandState.LEFT_OUT)
"""What a hand is that came late and counts nothing: it lies in the tray, or was left out of it."""


class Taken(NamedTuple):
    """The hand that counts under a number already.

    Attributes:
        sequence: of its entry in the ledger.
        is_own: whether the phone that enters the number now has entered it before.
        answer: gives the answer to whoever entered it, as JSON; empty where that is not known.
        row: its primary key; None where it was read from a record.
    """

    number: int
    sequence: int
    hand: Body | None
    by: str
    is_confirmed: bool
    is_own: bool
    answer: Callable[[], str] = str
    row: int | None = None


class GameInPlay(Protocol):
    """A table in a round, as far as the next hand depends on it.

    The attributes are always asked for; the rest, which rows do not tell by the same read, only where it decides.
    """

    @property
    def round(self) -> int:
        """The number of the round."""

    @property
    def started_at(self) -> datetime | None:
        """When play began, on the server's clock."""

    @property
    def stopped_at(self) -> datetime | None:
        """When play ceased."""

    @property
    def closed(self) -> bool:
        """Whether the round is settled."""

    @property
    def decision(self) -> str:
        """How the director has decided the game; empty where it stands as played."""

    @property
    def points(self) -> tuple[int, ...]:
        """The running points of couples A and B, or of each seat."""

    @property
    def outright(self) -> str:
        """The seat that has won the game by one hand; "" where none has."""

    @property
    def hands(self) -> int:
        """How many hands count."""

    def since_the_stop(self) -> int:
        """How many hands count that were finished after play was stopped."""

    def before(self, number: int) -> Sequence[Body]:
        """The hands that count before this number, in order; void deals left out."""

    def live_hand(self, number: int) -> Taken | None:
        """The hand that counts under this number."""

    def late(self) -> int:
        """How many hands lie in the late tray."""

    def in_tray(self) -> int:
        """How many hands came late and count nothing: those in the tray, and those left out of it."""

    def versions(self, number: int) -> int:
        """How many versions there are of a hand."""


class GameOfRecord:
    """A table in a round, as the record has it.

    Arguments:
        is_own: whether the phone that enters a hand has entered the one that counts; the ledger
            knows no phones.
    """

    def __init__(self, record: Record, round_: RoundRecord, table: int, *, is_own: bool) -> None:
        decided = round_.decisions.get(table)
        self._round, self._table = round_, table
        self.round = round_.number
        self.started_at = _moment(round_.started_at)
        self.stopped_at = _moment(round_.stopped_at)
        self.closed = round_.closed_at is not None
        self.decision = decided.kind if decided else ""
        self.points = round_.points(table)
        self.outright = round_.outright(table)
        self.hands = len(round_.hands.get(table, ()))
        versions = record.versions.values()
        self._versions = [hand for hand in versions if (hand.round, hand.table) == (self.round, table)]
        self._is_own = is_own

    def since_the_stop(self) -> int:
        played = [hand.played_at for hand in self._versions if hand.state == HandState.COUNTS]
        return sum(
            self.stopped_at is not None and datetime.fromisoformat(at) > self.stopped_at for at in played
        )

    def before(self, number: int) -> Sequence[Body]:
        return self._round.hands_before(self._table, number)

    def live_hand(self, number: int) -> Taken | None:
        for hand in self._versions:
            if hand.number == number and hand.state == HandState.COUNTS:
                return Taken(number, hand.sequence, hand.hand, hand.by, bool(hand.confirmed_by), self._is_own)
        return None

    def late(self) -> int:
        return sum(hand.state == HandState.LATE for hand in self._versions)

    def in_tray(self) -> int:
        return sum(hand.state in UNCOUNTED for hand in self._versions)

    def versions(self, number: int) -> int:
        return sum(hand.number == number for hand in self._versions)


def _moment(told: str | None) -> datetime | None:
    return datetime.fromisoformat(told) if told else None
