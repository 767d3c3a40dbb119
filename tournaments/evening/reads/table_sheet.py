"""Every entry on the score sheet of a table: the hands that count, and what was entered beside them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from django.db.models import Q

from tournaments.evening.models import DirectorCall, Hand, Table, TableRound
from tournaments.evening.plan import Confirmation
from tournaments.evening.record.agreement import Agreement, agreement
from tournaments.evening.record.record import HandState

__all__ = ["DirectorCall", "Hand", "HandState", "ScoreSheet", "late_hands", "sheet_of", "waiting_call"]

EARLIER = (HandState.REPLACED, HandState.REJECTED)


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The entries of a table in a round, each with its ledger entry, by number and in the order they came.

    Attributes:
        game: the table in its round, read with the round.
        live: the hands that count.
        tray: those of the table that came late, of any round, and what was left out of this one.
    """

    game: TableRound
    live: tuple[Hand, ...] = ()
    tray: tuple[Hand, ...] = ()
    others: Mapping[int, tuple[Hand, ...]] = field(default_factory=dict)

    def disputing(self, number: int) -> tuple[Hand, ...]:
        """What disputes the hand that counts under a number."""
        return self._of(number, HandState.DISPUTES)

    def agreeing(self, number: int) -> tuple[Hand, ...]:
        """The same hand from other phones."""
        return self._of(number, HandState.AGREES)

    def earlier(self, number: int) -> tuple[Hand, ...]:
        """What counted before, or was settled against."""
        return self._of(number, *EARLIER)

    def hand(self, number: int) -> Hand | None:
        """The hand that counts under a number."""
        return next((hand for hand in self.live if hand.number == number), None)

    def agreement(self, hand: Hand, rule: Confirmation) -> Agreement | Literal["disputed"]:
        """How far the sides agree about a hand that counts, or that it is disputed."""
        if self.disputing(hand.number):
            return "disputed"
        return agreement(
            entered_by=hand.entry.by,
            confirmed_by=hand.confirmed_by,
            rule=rule,
            number=hand.number,
            hands=self.game.hands_count,
            stopped=self.game.round.stopped_at is not None,
        )

    def _of(self, number: int, *states: HandState) -> tuple[Hand, ...]:
        return tuple(hand for hand in self.others.get(number, ()) if hand.state in states)


def sheet_of(game: TableRound) -> ScoreSheet:
    """The score sheet of a table in a round; one query, however many hands it has."""
    late = Q(table=game.table_id, state=HandState.LATE)
    rows = Hand.objects.filter(Q(table_round=game) | late).select_related("entry", "table_round__round")
    live, tray, others = [], [], defaultdict(list)
    for hand in rows.order_by("number", "entry__sequence"):
        if hand.live:
            live.append(hand)
        elif hand.state in (HandState.LATE, HandState.LEFT_OUT):
            tray.append(hand)
        else:
            others[hand.number].append(hand)
    return ScoreSheet(
        game, tuple(live), tuple(tray), {number: tuple(rest) for number, rest in others.items()}
    )


def late_hands(table: Table) -> tuple[Hand, ...]:
    """The hands of a table in the late tray, of any round; one query."""
    rows = Hand.objects.filter(table=table, state=HandState.LATE).select_related("table_round__round")
    return tuple(rows.order_by("table_round__round__number", "number", "pk"))


def waiting_call(table: Table) -> DirectorCall | None:
    """The call for the director that waits at a table; one query."""
    return table.calls.filter(answered_at__isnull=True).first()
