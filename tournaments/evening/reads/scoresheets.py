"""What entering a hand has to know of its table, read by prepared statements."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import F, FilteredRelation, Q
from django.db.models.expressions import Combinable

from scoring.derivation import Sentence
from tournaments.evening.models import Hand, TableRound
from tournaments.evening.record.record import HandState
from tournaments.ledger.chain import canonical
from tournaments.prepared_sql import Prepared, Row, Slot

LAST_TABLE = 32767
"""The highest number that the column of a table's number holds; a database is not asked about others."""

OF_THE_EVENING = ("id", "plan", "status", "current_round", "version", "ledger_length", "ledger_head")
"""What entering a hand has to know of the evening."""
_GAME = (
    "pk",
    "table_id",
    "round__number",
    "round__started_at",
    "round__stopped_at",
    "round__closed_at",
    "decision",
    "points_a",
    "points_b",
    "seat_points",
    "hands_count",
)


def _in_play(*columns: str, number: Combinable) -> Prepared:
    """The game of a table in the round with this number, with what a key has been answered with at that table."""
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
    *(f"table__evening__{name}" for name in OF_THE_EVENING), number=F("table__evening__current_round")
)
_ANSWERED = Prepared(
    lambda: (
        Hand.objects.filter(table__evening=Slot("evening"), table__number=Slot("table"), key=Slot("key"))
        .order_by()
        .values_list("fingerprint", "answer", "derivation")
    )
)


@dataclass(frozen=True, slots=True)
class Answered:
    """What a key has been answered with: the fingerprint of the request, and the answer with its slip as stored."""

    fingerprint: str
    stored: str
    derivation: list[dict[str, Any]]

    @property
    def answer(self) -> str:
        """The answer as it was given."""
        return answer_given(self.stored, self.derivation)


def answer_given(stored: str, derivation: Iterable[Mapping[str, Any]]) -> str:
    """The answer to a request, to the byte: what is stored of it, and the lines of the slip in English.

    Answers that were stored whole, before sentences had codes, are given as they are; empty where nobody asked.
    """
    if not stored:
        return ""
    said = json.loads(stored)
    if "derivation" in said:
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
    return canonical({**said, "derivation": lines})


@dataclass(frozen=True, slots=True)
class GameInPlay:
    """A table in a round, as far as the next hand depends on it."""

    id: int
    table_id: int
    round: int
    started_at: datetime | None
    stopped_at: datetime | None
    closed_at: datetime | None
    decision: str
    points_a: int
    points_b: int
    seat_points: list[int]
    hands: int

    @property
    def closed(self) -> bool:
        """Whether its round is settled."""
        return self.closed_at is not None

    @property
    def points(self) -> tuple[int, ...]:
        """The running points of couples A and B, or of each seat."""
        return tuple(self.seat_points) or (self.points_a, self.points_b)


def game_in_play(
    evening_id: int, round_number: int, table_number: int, key: str
) -> tuple[GameInPlay | None, Answered | None]:
    """The game of a table in a round, and what this key has been answered with at that table, in any round.

    One query; a second one where the table is not in play.
    """
    if not 1 <= table_number <= LAST_TABLE:
        return None, None
    row = _IN_ROUND.one(evening=evening_id, round=round_number, table=table_number, key=key)
    if row is not None:
        return GameInPlay(*row[:11]), _answered(row)
    answered = _ANSWERED.one(evening=evening_id, table=table_number, key=key)
    return None, Answered(*answered) if answered else None


def game_as_it_stands(
    evening_id: int, table_number: int, key: str
) -> tuple[Row, GameInPlay, Answered | None] | None:
    """The columns `OF_THE_EVENING`, and of the current round what `game_in_play` gives, all as of one moment.

    One query; None where the table is not in play.
    """
    if not 1 <= table_number <= LAST_TABLE:
        return None
    row = _IN_CURRENT_ROUND.one(evening=evening_id, table=table_number, key=key)
    return None if row is None else (row[14:], GameInPlay(*row[:11]), _answered(row))


def _answered(row: Row) -> Answered | None:
    return None if row[11] is None else Answered(*row[11:14])


def live_hand(game_id: int, number: int) -> Hand | None:
    """The hand that counts under this number of the game."""
    hands = Hand.objects.filter(table_round_id=game_id, number=number, live=True)
    return hands.select_related("entry").first()


def late_hands(game_id: int) -> int:
    """How many hands of the game lie in the late tray."""
    return Hand.objects.filter(table_round_id=game_id, state=HandState.LATE).count()


def hands_in_tray(game_id: int) -> int:
    """How many hands of the game came late and count nothing: those in the tray, and those left out of it."""
    uncounted = (HandState.LATE, HandState.LEFT_OUT)
    return Hand.objects.filter(table_round_id=game_id, state__in=uncounted).count()


def versions_of(game_id: int, number: int) -> int:
    """How many versions there are of a hand of the game."""
    return Hand.objects.filter(table_round_id=game_id, number=number).count()
