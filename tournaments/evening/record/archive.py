"""The whole evening in one file: what it is made of."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple

from tournaments.evening.plan import Confirmation, Plan
from tournaments.evening.record.record import HandRecord, HandState, Record, RoundRecord
from tournaments.ledger.chain import Entry, canonical
from tournaments.movement.seating import couple_of
from tournaments.ranking.prizes import Prize
from tournaments.ranking.standings import Standing

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
    """Whether `by` speaks for another side than the one that entered a hand.

    It must be known for whom they speak. A hand entered by a phone that has not said where it sits may
    be confirmed by any side.
    """
    side = side_of(by, couples=couples)
    return side is not None and side != side_of(entered_by, couples=couples)


def agree(entered_by: str, by: str, *, couples: bool) -> bool:
    """Whether two equal entries confirm each other: all but those known to be of one side."""
    side = side_of(by, couples=couples)
    return side is None or side != side_of(entered_by, couples=couples)


def agreement(
    *, entered_by: str, confirmed_by: str, rule: Confirmation, number: int, hands: int, stopped: bool
) -> Agreement:
    """How far the sides agree about a hand that counts and that nobody disputes.

    What the director enters needs no other word. Under the rule "taken" a hand counts as confirmed once
    the next of its table is entered, or when the bell rings.

    Arguments:
        hands: how many have been entered at the hand's table.
        stopped: whether the round's play has stopped.
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
    """What the agreement about a hand that counts or is disputed depends on.

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
    """What is to be agreed before the round can be closed, by table and number.

    Where the director has decided a game its hands need no agreement.
    """
    stopped = round_.stopped_at is not None
    return unsettled_among(open_hands(record, round_), record.made_plan(), stopped=stopped)


FORMAT = "head-table-evening"
VERSION = 1
ENTRY: Final[Mapping[str, type]] = MappingProxyType(
    {"sequence": int, "act": str, "body": dict, "by": str, "at": str, "reason": str, "hash": str}
)
"""What an entry of the ledger is made of in an archive."""


def standing_data(line: Standing) -> dict[str, object]:
    """One line of the standings as the archive holds it; `won_halves` counts half games."""
    return {
        "ticket": line.player,
        "place": line.place,
        "played": line.played,
        "won_halves": line.won_halves,
        "points_for": line.points_for,
        "points_difference": line.points_difference,
        "head_table_wins": line.head_table_wins,
        "bells_rung": line.bells_rung,
        "sat_out": line.sat_out,
        **({} if line.game_points is None else {"game_points": line.game_points}),
    }


def prize_data(prize: Prize) -> dict[str, object]:
    """One prize, or a share in prizes, as the archive holds it; sums in the smallest unit of money."""
    return {
        "prize": prize.kind,
        "rank": prize.rank,
        "last": prize.last,
        "colour": prize.colour,
        "ticket": prize.winner,
        "tied": list(prize.tied),
        "among": prize.among,
        "amount": prize.amount,
        **({"other": prize.other} if prize.other else {}),
    }


def seal(lines: Sequence[Mapping[str, object]]) -> str:
    """The hash of the standings that the ledger holds when they are published."""
    return hashlib.sha256(canonical(lines).encode()).hexdigest()


def entry_data(entry: Entry, body: object) -> dict[str, object]:
    return {
        "sequence": entry.sequence,
        "act": entry.act,
        "body": body,
        "by": entry.by,
        "at": entry.at,
        "reason": entry.reason,
        "hash": entry.hash,
    }


def entries_of(ledger: Iterable[Mapping[str, Any]]) -> list[Entry]:
    """The ledger entries of an archive. Raises KeyError or TypeError where one is not whole."""
    return [_entry(place, entry) for place, entry in enumerate(ledger, start=1)]


def _entry(place: int, told: Mapping[str, Any]) -> Entry:
    for name, kind in ENTRY.items():
        if type(told[name]) is not kind:
            raise TypeError(
                f"entry {place} of the ledger: {name} is {type(told[name]).__name__}, not {kind.__name__}"
            )
    return Entry(**{**{name: told[name] for name in ENTRY}, "body": canonical(told["body"])})
