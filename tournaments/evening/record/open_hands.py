"""Hands that somebody has still to agree to: disputed ones, and those that have to be confirmed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from tournaments.evening.plan import Plan
from tournaments.evening.record.agreement import agreement
from tournaments.evening.record.record import HandRecord, HandState, Record, RoundRecord

OPEN_STATES = (HandState.COUNTS, HandState.DISPUTES)
"""The states of a hand about which something can be open."""


@dataclass(frozen=True, slots=True)
class Unsettled:
    """A hand of a round: disputed, or not confirmed where that is needed; `entry` is that of the hand that counts."""

    table: int
    number: int
    disputed: bool
    entry: int = 0


class OpenHand(NamedTuple):
    """A hand that counts or is disputed, as far as what is to be agreed depends on it.

    `by` entered it; `hands` is how many count at its table; `entry` is its place in the ledger.
    """

    table: int
    number: int
    state: str
    by: str
    confirmed_by: str
    hands: int
    entry: int


def unsettled_among(hands: Iterable[OpenHand], plan: Plan, *, stopped: bool) -> list[Unsettled]:
    """What is to be agreed of the hands of a round in which play has `stopped` or not, by table and number."""
    found: dict[tuple[int, int], Unsettled] = {}
    for hand in sorted(hands, key=_disputes_first):
        table, number = hand.table, hand.number
        if hand.state == HandState.DISPUTES:
            found[table, number] = Unsettled(table, number, disputed=True)
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
            found.setdefault((table, number), Unsettled(table, number, disputed=False, entry=hand.entry))
    return list(found.values())


def _disputes_first(hand: OpenHand) -> tuple[int, int, bool, int]:
    return hand.table, hand.number, hand.state != HandState.DISPUTES, hand.entry


def open_hands(record: Record, round_: RoundRecord) -> Iterator[OpenHand]:
    """What counts or is disputed in a round, in games that count their hands."""
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
    """What is to be agreed before the round can be closed, by table and number.

    Where the director has decided a game its hands need no agreement.
    """
    stopped = round_.stopped_at is not None
    return unsettled_among(open_hands(record, round_), record.made_plan(), stopped=stopped)
