"""Entering hands: one transaction that holds the fact, its slip, the totals and the answer to a retry.

The request that enters a hand publishes nothing: screens see the evening's version move, and the standings, which
a hand can change only through a settled game, are worked out when the round is closed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from scoring.derivation import Derivation
from scoring.faults import Faults
from tournaments.models import Hand, TableRound
from tournaments.movement.settle import may_ring
from tournaments.queries.facts import game_of, plan_of, target_of
from tournaments.replay.chain import canonical, instant
from tournaments.services.ledger import Book, open_book
from tournaments.services.refusals import HAND_TAKEN, KEY_REUSED, fault, refuse
from tournaments.status import Act, Status

LONGEST_KEY = 64
# A phone's clock may run ahead of the server's by this much before its time of play is refused.
CLOCK_TOLERANCE = timedelta(seconds=5)


@dataclass(frozen=True, slots=True)
class Entered:
    """What entering a hand answers: the JSON text (the same for every retry), and whether it was a retry."""

    answer: str
    replayed: bool


class HandTaken(Faults):
    """Somebody else has entered this hand number; `taken` is the answer they got."""

    def __init__(self, taken: Hand) -> None:
        self.taken = taken.answer
        super().__init__(
            (
                fault(
                    "number",
                    HAND_TAKEN,
                    "hand %(number)s of this table has been entered already; look at it before entering the next",
                    number=taken.number,
                ),
            )
        )


@transaction.atomic
def enter_hand(
    *,
    evening_id: int,
    table_number: int,
    hand: Mapping[str, Any],
    key: str,
    by: str,
    at: datetime,
    round_number: int | None = None,
    number: int | None = None,
    played_at: datetime | None = None,
) -> Entered:
    """Enter a hand of the current round.

    Arguments:
        hand: as on the game's page of the rules.
        key: made by the phone before the first try; the same key with the same body gives the same answer.
        round_number: the round it was played in; None for the current one.
        number: which hand of the table and round this is meant to be; None for the next one.
        played_at: when it was finished; None for now.

    Raises:
        HandTaken: `number` has been entered by somebody else.
        Faults: everything that is wrong with the hand, or why there can be none now (field and code say which).
    """
    print_ = _fingerprint(hand, round_number, number, played_at)
    book = open_book(evening_id, by=by, at=at)
    game = _table_round(book, table_number)
    again = Hand.objects.filter(table=game.table_id, key=key).values_list("fingerprint", "answer").first()
    if again is not None:
        if again[0] != print_:
            refuse("key", KEY_REUSED, "this key came with another hand before; each hand needs its own")
        return Entered(again[1], replayed=True)
    _check_key(key)
    book.check(Act.ENTER_HAND)
    _check_round(game, round_number)
    played_at = _time_of_play(book, game, played_at)
    _check_number(game, number)
    _check_open(book, game, table_number)
    slip = score(book, hand)
    return Entered(_write(book, game, hand, slip, played_at, key, print_), replayed=False)


def preview_hand(*, evening_id: int, hand: Mapping[str, Any], by: str, at: datetime) -> Derivation:
    """The slip that `hand` would get; nothing is kept. Raises Faults."""
    with transaction.atomic():
        return score(open_book(evening_id, by=by, at=at), hand)


def score(book: Book, hand: Mapping[str, Any]) -> Derivation:
    """Score `hand` under the game and house rules of the book's evening. Raises Faults."""
    game = game_of(book.evening)
    return game.score(hand, game.house_rules(plan_of(book.evening).house_rules))


def _fingerprint(
    hand: Mapping[str, Any], round_number: int | None, number: int | None, played_at: datetime | None
) -> str:
    told = [hand, round_number, number, instant(played_at) if played_at else None]
    return hashlib.sha256(canonical(told).encode("utf-8", "surrogatepass")).hexdigest()


def _table_round(book: Book, table_number: int) -> TableRound:
    game = (
        TableRound.objects.select_related("round", "table")
        .filter(
            round__evening=book.evening,
            round__number=max(book.evening.current_round, 1),
            table__number=table_number,
        )
        .first()
    )
    if game is None:
        refuse("table", "unknown-table", "table %(entered)s is not in play", entered=table_number)
    return game


def _check_key(key: str) -> None:
    if not key or len(key) > LONGEST_KEY or not key.isascii() or not key.isprintable():
        refuse(
            "key",
            "bad-key",
            "“%(entered)s” was entered; a key has 1 to %(most)s plain characters",
            entered=key[:20],
            most=LONGEST_KEY,
        )


def _time_of_play(book: Book, game: TableRound, played_at: datetime | None) -> datetime:
    if played_at is None:
        played_at = book.at
    elif played_at > book.at + CLOCK_TOLERANCE:
        refuse("played_at", "in-the-future", "%(entered)s has not come yet", entered=instant(played_at))
    played_at = min(played_at, book.at)
    if game.round.started_at is not None and played_at < game.round.started_at:
        refuse(
            "played_at",
            "before-the-start",
            "%(entered)s is before the round started (%(allowed)s)",
            entered=instant(played_at),
            allowed=instant(game.round.started_at),
        )
    if game.round.stopped_at is not None and played_at > game.round.stopped_at:
        refuse(
            "played_at",
            "after-the-bell",
            "the bell rang at %(allowed)s; only hands finished before it count",
            entered=instant(played_at),
            allowed=instant(game.round.stopped_at),
        )
    return played_at


def _check_round(game: TableRound, round_number: int | None) -> None:
    if round_number not in (None, game.round.number):
        refuse(
            "round",
            "another-round",
            "round %(entered)s was entered; round %(allowed)s is in play",
            entered=round_number,
            allowed=game.round.number,
        )


def _check_number(game: TableRound, number: int | None) -> None:
    upcoming = game.hands_count + 1
    if number is None or number == upcoming:
        return
    taken = game.hands.filter(number=number, live=True).first()
    if taken is not None:
        raise HandTaken(taken)
    refuse(
        "number",
        "not-the-next-hand",
        "hand %(entered)s was entered; the next hand of this table is %(allowed)s",
        entered=number,
        allowed=upcoming,
    )


def _check_open(book: Book, game: TableRound, table_number: int) -> None:
    target = target_of(book.evening)
    points = (game.points_a, game.points_b)
    bell = plan_of(book.evening).movement_options.bell
    if book.evening.status == Status.PLAYING and may_ring(table_number, points, target=target, bell=bell):
        refuse(
            "table",
            "target-reached",
            "this table stands at %(a)s to %(b)s and the game ends at %(target)s: ring the bell",
            a=points[0],
            b=points[1],
            target=target,
        )


def _write(
    book: Book,
    game: TableRound,
    hand: Mapping[str, Any],
    slip: Derivation,
    played_at: datetime,
    key: str,
    print_: str,
) -> str:
    points_a, points_b = slip.scores[0], slip.scores[1]
    number = game.hands_count + 1
    body = {
        "round": game.round.number,
        "table": game.table.number,
        "number": number,
        "hand": dict(hand),
        "points": [points_a, points_b],
        "played_at": instant(played_at),
    }
    entry = book.write(Act.ENTER_HAND, body)
    game.points_a += points_a
    game.points_b += points_b
    game.hands_count = number
    # The couples may have cut before this hand came in; with it they are no longer level, or have to cut again.
    game.cut = ""
    game.save(update_fields=["points_a", "points_b", "hands_count", "cut"])
    lines = [line.as_data() for line in slip.lines]
    told = {
        **body,
        "key": key,
        "scores": list(slip.scores),
        "derivation": lines,
        "running": {"A": game.points_a, "B": game.points_b},
        "target": target_of(book.evening),
        "entered_at": instant(book.at),
        "ledger": {"sequence": entry.sequence, "hash": entry.hash},
    }
    Hand.objects.create(
        table_round=game,
        table_id=game.table_id,
        entry=entry,
        number=number,
        hand=dict(hand),
        points_a=points_a,
        points_b=points_b,
        derivation=[
            {**data, "sentence": line.sentence.as_data()}
            for data, line in zip(lines, slip.lines, strict=True)
        ],
        played_at=played_at,
        entered_at=book.at,
        key=key,
        fingerprint=print_,
        answer=(answer := canonical(told)),
    )
    return answer
