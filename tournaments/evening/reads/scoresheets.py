"""Score sheets of tables: every entry on one; what entering a hand has to know, read by prepared statements."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal

from django.db.models import F, FilteredRelation, OuterRef, Q, QuerySet, Subquery
from django.db.models.expressions import Combinable

from scoring.derivation import Sentence
from tournaments.evening.acts.entering import UNCOUNTED, GameInPlay, Taken
from tournaments.evening.models import Evening, Hand, LedgerEntry, Table, TableRound
from tournaments.evening.outcome import Agreement, agreement
from tournaments.evening.plan import Confirmation
from tournaments.evening.record import AT_A_TABLE, HandState
from tournaments.ledger.chain import canonical
from tournaments.prepared_sql import Prepared, Row, Slot

UNTOLD = 0
"""In place of the primary key of a phone: it does not tell which it is. All of those at a table count as one."""
LAST_TABLE = LAST_HAND = 32767
"""The highest number that the column of a table's number, or of a hand's, holds; no database is asked for more."""

OF_THE_EVENING = (
    "id",
    "club_id",
    "plan",
    "status",
    "current_round",
    "version",
    "ledger_length",
    "ledger_head",
)
"""What entering a hand has to know of the evening."""


def last_moment(evening: str = "") -> Subquery:
    """The moment of the last entry in the ledger of the evening whose columns are at `evening` (with `__`)."""
    key, length = OuterRef(f"{evening}pk"), OuterRef(f"{evening}ledger_length")
    return Subquery(LedgerEntry.objects.filter(evening=key, sequence=length).order_by().values("at"))


_GAME = (
    *("round__number", "round__started_at", "round__stopped_at", "round__closed_at", "decision"),
    *("points_a", "points_b", "seat_points", "outright", "hands_count", "pk", "table_id"),
)


def _in_play(*columns: str | Subquery, number: Combinable) -> Prepared:
    return Prepared(
        lambda: (
            TableRound.objects.filter(
                # The evening twice: so the database goes straight to the table, not through all of the round.
                round__evening=Slot("evening"),
                round__number=number,
                table__evening=Slot("evening"),
                table__number=Slot("table"),
            )
            .annotate(again=FilteredRelation("table__hands", condition=Q(table__hands__key=Slot("key"))))
            .order_by()
            .values_list(*_GAME, "again__fingerprint", "again__answer", "again__derivation", *columns)
        )
    )


_IN_ROUND = _in_play(number=Slot("round"))
_IN_CURRENT_ROUND = _in_play(
    *(f"table__evening__{name}" for name in OF_THE_EVENING),
    last_moment("table__evening__"),
    number=F("table__evening__current_round"),
)
_ANSWERED = Prepared(
    lambda: (
        Hand.objects.filter(table__evening=Slot("evening"), table__number=Slot("table"), key=Slot("key"))
        .order_by()
        .values_list("fingerprint", "answer", "derivation")
    )
)


def is_own(hand: Hand, phone: int | None) -> bool:
    """Whether this phone entered the hand at a table, so that another one has to confirm it; None is no phone."""
    return phone is not None and phone == (hand.phone_id or UNTOLD) and hand.entry.by.startswith(AT_A_TABLE)


@dataclass(frozen=True, slots=True)
class Answered:
    """What a key was answered with: its request's fingerprint, and the answer with its slip as stored."""

    fingerprint: str
    stored: str
    derivation: list[dict[str, Any]]

    @property
    def answer(self) -> str:
        return answer_given(self.stored, self.derivation)


def answer_given(stored: str, derivation: Iterable[Mapping[str, Any]]) -> str:
    """The answer to a request, to the byte: what is stored of it, and the lines of the slip in English.

    Answers that were stored whole, before sentences had codes, are given as they are; empty where nobody asked.
    """
    if not stored:
        return ""
    answer = json.loads(stored)
    if "derivation" in answer:
        return stored
    lines = [
        {
            "seats": line["seats"],
            "points": line["points"],
            "rule": line["rule"],
            "text": str(Sentence.from_data(line["sentence"])),
        }
        for line in derivation
    ]
    return canonical({**answer, "derivation": lines})


class NeedsLock(Exception):  # noqa: N818 - it is an answer rather than an error
    """A hand does not simply count: what becomes of it can only be found out with the evening locked."""


@dataclass(frozen=True, slots=True)
class GameOfRow(GameInPlay):
    """A table in a round from its row; what the row does not tell is one query each.

    Without the evening `locked` these raise NeedsLock, as the answers would not be of the same moment. `phone` is the
    key of the one that enters a hand, `UNTOLD`, or None for nobody's.
    """

    id: int
    table_id: int
    phone: int | None
    locked: bool

    def since_the_stop(self) -> int:
        return self._hands(live=True, played_at__gt=self.stopped_at).count()

    def before(self, number: int) -> Sequence[dict[str, Any]]:
        return _played(self._hands(live=True, number__lt=number))

    def live_hand(self, number: int) -> Taken | None:
        hand = self._hands(number=number, live=True).select_related("entry").first()
        if hand is None:
            return None
        return Taken(
            number,
            hand.entry.sequence,
            hand.hand,
            hand.entry.by,
            is_confirmed=bool(hand.confirmed_by),
            is_own=is_own(hand, self.phone),
            answer=partial(answer_given, hand.answer, hand.derivation),
            row=hand.pk,
        )

    def late(self) -> int:
        return self._hands(state=HandState.LATE).count()

    def in_tray(self) -> int:
        return self._hands(state__in=UNCOUNTED).count()

    def versions(self, number: int) -> int:
        return self._hands(number=number).count()

    def _hands(self, **which: object) -> QuerySet[Hand]:
        if not self.locked:
            raise NeedsLock
        return Hand.objects.filter(table_round_id=self.id, **which)


def game_in_play(
    evening_id: int, round_number: int, table_number: int, key: str, phone: int | None = None
) -> tuple[GameOfRow | None, Answered | None]:
    """The game of a table in a round, and what this key was answered with there in any round; two queries."""
    if not 1 <= table_number <= LAST_TABLE:
        return None, None
    row = _IN_ROUND.fetch(evening=evening_id, round=round_number, table=table_number, key=key)
    if row is not None:
        return _game(row, phone, locked=True), _answered(row)
    answered = _ANSWERED.fetch(evening=evening_id, table=table_number, key=key)
    return None, Answered(*answered) if answered else None


def hands_so_far(
    evening: Evening, table: int, *, before: int = LAST_HAND, round_number: int | None = None
) -> list[dict[str, Any]]:
    """The hands of a table in a round, or the current one, that count `before` a number, without void deals."""
    hands = Hand.objects.filter(
        table_round__round__evening=evening,
        table_round__round__number=evening.current_round if round_number is None else round_number,
        table__number=table,
        live=True,
        number__lt=before,
    )
    return _played(hands)


def _played(hands: QuerySet[Hand]) -> list[dict[str, Any]]:
    played = hands.order_by("number").values_list("hand", flat=True)
    return [hand for hand in played if hand is not None]


def game_as_it_stands(
    evening_id: int, table_number: int, key: str, phone: int | None = None, *, locked: bool
) -> tuple[Row, GameOfRow, Answered | None] | None:
    """The columns `OF_THE_EVENING`, and of the current round what `game_in_play` gives, all as of one moment.

    One query; None where the table is not in play. `locked`: nobody else writes meanwhile.
    """
    if not 1 <= table_number <= LAST_TABLE:
        return None
    row = _IN_CURRENT_ROUND.fetch(evening=evening_id, table=table_number, key=key)
    if row is None:
        return None
    return row[15:], _game(row, phone, locked=locked), _answered(row)


def _game(row: Row, phone: int | None, *, locked: bool) -> GameOfRow:
    number, started_at, stopped_at, closed_at, decision, points_a, points_b, seat_points = row[:8]
    points = tuple(seat_points) or (points_a, points_b)
    so_far = (number, started_at, stopped_at, closed_at is not None, decision, points)
    return GameOfRow(*(*so_far, *row[8:12], phone, locked))


def _answered(row: Row) -> Answered | None:
    return None if row[12] is None else Answered(*row[12:15])


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


def hands_of(game: TableRound) -> list[Hand]:
    return list(game.hands.filter(live=True).order_by("number"))


def with_running(hands: Iterable[Hand]) -> list[tuple[Hand, tuple[int, ...]]]:
    running: list[tuple[Hand, tuple[int, ...]]] = []
    for hand in hands:
        before = running[-1][1] if running else (0,) * len(hand.points)
        running.append((hand, tuple(map(sum, zip(before, hand.points, strict=True)))))
    return running
