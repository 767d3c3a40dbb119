"""Every version of a hand, the hands in the late tray, the hands in dispute: what a director looks at again."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from tournaments.evening import acts
from tournaments.evening.models import Evening, Hand, TableRound
from tournaments.evening.reads.reasons import with_names
from tournaments.evening.record.record import HandState

__all__ = ["Dispute", "Hand", "HandState", "Later", "Marks", "OpenHands", "Version"]

TRAY = (HandState.LATE, HandState.LEFT_OUT)
TOLD_LATER = {
    acts.ConfirmHand.name: "of",
    acts.SettleDispute.name: "keep",
    acts.TakeLate.name: "of",
    acts.LeaveOutLate.name: "of",
}
"""Acts that say something of a version that was entered before, and where their entries name it."""


@dataclass(frozen=True, slots=True)
class Later:
    """What an entry says of a version that an earlier one holds."""

    act: str
    by: str
    at: datetime
    reason: str


@dataclass(frozen=True, slots=True)
class Version:
    """A hand as it was entered once; `hand.entry` says who, when and why, `later` what became of it."""

    hand: Hand
    later: tuple[Later, ...]

    @property
    def sequence(self) -> int:
        """The number of its entry in the ledger."""
        return int(self.hand.entry.sequence)


@dataclass(frozen=True, slots=True)
class Dispute:
    """The hand that counts, and what was entered otherwise for it."""

    round: int
    table: int
    number: int
    counts: Hand
    others: tuple[Hand, ...]

    @property
    def entries(self) -> tuple[Hand, ...]:
        """All of them, the one that counts first."""
        return (self.counts, *self.others)


@dataclass(frozen=True, slots=True)
class Marks:
    """What a list of hands says of one: how many versions it has, whether it is disputed, which counted before."""

    versions: int
    disputed: bool
    before: int | None
    """The ledger sequence of the version that was replaced last."""


@dataclass(frozen=True, slots=True)
class OpenHands:
    """How many hands wait for the director."""

    late: int
    disputed: int


def _of(evening: Evening) -> QuerySet[Hand]:
    rows = Hand.objects.filter(table__evening=evening)
    return rows.select_related("entry", "table", "table_round__round")


def live_hand(game: TableRound, number: int) -> Hand | None:
    """The hand of a table in a round that counts under this number; one query."""
    return game.hands.filter(live=True, number=number).select_related("entry").first()


def version(evening: Evening, sequence: int) -> Hand | None:
    """The hand that an entry of the ledger holds; one query."""
    return _of(evening).filter(entry__sequence=sequence).first()


def versions_of(game: TableRound, number: int) -> list[Version]:
    """Everything that was entered under a number of a table in a round, in order; two queries."""
    rows = game.hands.filter(number=number).exclude(state__in=TRAY)
    hands = list(rows.select_related("entry").order_by("entry__sequence"))
    with_names([hand.entry for hand in hands])
    later = _later(game.round.evening_id)
    return [Version(hand, tuple(later[hand.entry.sequence])) for hand in hands]


def _later(evening_id: int) -> dict[int, list[Later]]:
    found: dict[int, list[Later]] = defaultdict(list)
    entries = Evening(pk=evening_id).ledger.filter(act__in=TOLD_LATER).order_by("sequence")
    for entry in with_names(list(entries)):
        later = Later(entry.act, entry.by, entry.at, entry.reason)
        found[json.loads(entry.body)[TOLD_LATER[entry.act]]].append(later)
    return found


def marks_of(game: TableRound) -> dict[int, Marks]:
    """What became of the hands of a table in a round, by their numbers; one query."""
    found: dict[int, list[tuple[str, int]]] = defaultdict(list)
    rows = game.hands.exclude(state__in=TRAY).order_by("entry__sequence")
    for number, state, sequence in rows.values_list("number", "state", "entry__sequence"):
        found[number].append((state, sequence))
    return {number: _marks(versions) for number, versions in found.items()}


def _marks(versions: list[tuple[str, int]]) -> Marks:
    replaced = [sequence for state, sequence in versions if state == HandState.REPLACED]
    disputed = any(state == HandState.DISPUTES for state, _sequence in versions)
    return Marks(len(versions), disputed, replaced[-1] if replaced else None)


def open_hands(evening: Evening) -> OpenHands:
    """How many hands lie in the late tray, and how many are disputed; one query."""
    rows = Hand.objects.filter(
        table__evening=evening, state__in=(HandState.LATE, HandState.DISPUTES)
    ).values_list("state", "table_round_id", "number")
    late, disputed = 0, set()
    for state, game, number in rows:
        if state == HandState.LATE:
            late += 1
        else:
            disputed.add((game, number))
    return OpenHands(late, len(disputed))


def late_tray(evening: Evening) -> tuple[list[Version], list[Version]]:
    """The hands in the late tray, and those left out of it, in the order they came; two queries."""
    hands = list(_of(evening).filter(state__in=TRAY).order_by("entry__sequence"))
    later = _later(evening.pk) if hands else {}
    found: dict[str, list[Version]] = {state: [] for state in TRAY}
    for hand in hands:
        found[hand.state].append(Version(hand, tuple(later.get(hand.entry.sequence, ()))))
    return found[HandState.LATE], found[HandState.LEFT_OUT]


def disputes(evening: Evening) -> list[Dispute]:
    """The hands in dispute, by round, table and number; two queries."""
    open_ = _of(evening).filter(state=HandState.DISPUTES).order_by("entry__sequence")
    others: dict[tuple[int, int], list[Hand]] = defaultdict(list)
    for hand in open_:
        others[hand.table_round_id, hand.number].append(hand)
    counting = _of(evening).filter(live=True, table_round__in={game for game, _ in others})
    ordered = counting.order_by("table_round__round__number", "table__number", "number") if others else []
    return [
        Dispute(
            hand.table_round.round.number,
            hand.table.number,
            hand.number,
            hand,
            tuple(others[hand.table_round_id, hand.number]),
        )
        for hand in ordered
        if (hand.table_round_id, hand.number) in others
    ]


def hands_in_round(evening: Evening, number: int) -> dict[int, list[Hand]]:
    """The hands of a round that count, by table; one query."""
    rows = Hand.objects.filter(table__evening=evening, table_round__round__number=number, live=True)
    found: dict[int, list[Any]] = defaultdict(list)
    for hand in rows.select_related("table").order_by("table__number", "number"):
        found[hand.table.number].append(hand)
    return dict(found)
