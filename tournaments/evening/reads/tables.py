"""What a phone at a table shows beside its game: the hands of the round, where everybody goes next."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, NamedTuple

from django.db.models import Q

from tournaments.evening.models import (
    DirectorCall,
    Evening,
    Hand,
    Seat,
    Standing,
    Table,
    TableLink,
    TableRound,
)
from tournaments.evening.plan import Confirmation
from tournaments.evening.reads import access
from tournaments.evening.reads.rounds import GameView, RoundView, game_view, games_of, views
from tournaments.evening.record.archive import Agreement, agreement
from tournaments.evening.record.record import HandState

__all__ = [
    "DirectorCall",
    "Hand",
    "HandState",
    "ScoreSheet",
    "TableLink",
    "announced",
    "hands_of",
    "late_hands",
    "link_for",
    "sheet_of",
    "standings_of",
    "waiting_call",
    "with_running",
]


# --- Every entry on the score sheet of a table: the hands that count, and what was entered beside them


EARLIER = (HandState.REPLACED, HandState.REJECTED)


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The entries of a table in a round, each with its ledger entry, by number and in the order they came.

    `tray` has the hands of the table that came late, of any round, and what was left out of this round.
    """

    game: TableRound
    live: tuple[Hand, ...] = ()
    tray: tuple[Hand, ...] = ()
    others: Mapping[int, tuple[Hand, ...]] = field(default_factory=dict)

    def disputing(self, number: int) -> tuple[Hand, ...]:
        return self._of(number, HandState.DISPUTES)

    def agreeing(self, number: int) -> tuple[Hand, ...]:
        return self._of(number, HandState.AGREES)

    def earlier(self, number: int) -> tuple[Hand, ...]:
        return self._of(number, *EARLIER)

    def hand(self, number: int) -> Hand | None:
        return next((hand for hand in self.live if hand.number == number), None)

    def agreement(self, hand: Hand, rule: Confirmation) -> Agreement | Literal["disputed"]:
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
    rows = Hand.objects.filter(table=table, state=HandState.LATE).select_related("table_round__round")
    return tuple(rows.order_by("table_round__round__number", "number", "pk"))


def waiting_call(table: Table) -> DirectorCall | None:
    return table.calls.filter(answered_at__isnull=True).first()


# --- A table as its phones show it now: read once for all of them, until anything moves that they show

MOST = 1024
"""Tables whose last state is kept in memory; a club has sixty."""


class TableNow(NamedTuple):
    """What all phones of a table show alike: its game with the score sheet, and the call that waits.

    Only ever read: several requests have it at once.
    """

    game: GameView | None
    sheet: ScoreSheet | None
    call: DirectorCall | None


def table_now(link: TableLink, *, fresh: bool) -> TableNow:
    """The table in the round in play; no query where a phone asked since it moved, unless `fresh`."""
    evening = link.table.evening
    number = max(1, evening.current_round)
    if fresh:
        return _read(evening, link.table, number)
    return _cached_table(evening.salt, link.shown, evening, link.table, number)


@lru_cache(maxsize=MOST)
def _cached_table(salt: str, shown: int, evening: Evening, table: Table, number: int) -> TableNow:
    # Rows are equal by their primary keys, and the salt tells evenings apart whatever these are.
    return _read(evening, table, number)


forget = _cached_table.cache_clear


def _read(evening: Evening, table: Table, number: int) -> TableNow:
    game = game_view(evening, table.number, number)
    return TableNow(game, sheet_of(game.row) if game else None, waiting_call(table))


# --- How many sit where -------------------------------------------------------------------------------


def seats_at(evening: Evening, table: int) -> int:
    return Seat.objects.filter(
        round__evening=evening, round__number=evening.current_round, table_round__table__number=table
    ).count()


def link_for(
    token_hash: str, *, club: str, evening: str, table: int, phone_hash: str = ""
) -> TableLink | None:
    """The live link with this hash, if it opens this very table of this evening; one query.

    Its `phone` is the one with `phone_hash`, if that has opened the link before.
    """
    link = access.live_table_link(token_hash, phone_hash)
    if link is None:
        return None
    own_evening = link.table.evening
    opens = (own_evening.club.slug, own_evening.slug, link.table.number)
    return link if opens == (club, evening, table) else None


def hands_of(game: TableRound) -> list[Hand]:
    return list(game.hands.filter(live=True).order_by("number"))


def announced(evening: Evening) -> RoundView | None:
    coming = evening.rounds.filter(
        number=evening.current_round + 1, announced_at__isnull=False, started_at__isnull=True
    )
    games = list(games_of(coming).select_related("round"))
    if not games:
        return None
    round_ = games[0].round
    round_.evening = evening
    return views([round_], games)[0]


def standings_of(evening: Evening, codes: Collection[str]) -> list[Standing]:
    lines = evening.standings.filter(ticket__code__in=codes)
    return list(lines.select_related("ticket__player").order_by("place", "ticket__number"))


def with_running(hands: Iterable[Hand]) -> list[tuple[Hand, tuple[int, ...]]]:
    running: list[tuple[Hand, tuple[int, ...]]] = []
    for hand in hands:
        before = running[-1][1] if running else (0,) * len(hand.points)
        running.append((hand, tuple(map(sum, zip(before, hand.points, strict=True)))))
    return running
