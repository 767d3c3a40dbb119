"""Entering hands: one transaction that holds the fact, its slip, the totals and the answer to a retry.

The request that enters a hand publishes nothing: screens see the evening's version move, and the standings, which
a hand can change only through a settled game, are worked out when the round is closed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from scoring.derivation import Derivation
from scoring.faults import Faults
from tournaments.evening import points_of
from tournaments.models import Evening, Hand, TableRound
from tournaments.models.statements import insert, update
from tournaments.queries.facts import Setup, setup_of
from tournaments.queries.scoresheets import GameInPlay, game_in_play, live_hand
from tournaments.replay.chain import canonical, instant
from tournaments.services import rounds
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
    _check_key(key)
    print_ = _fingerprint(hand, round_number, number, played_at)
    book = open_book(evening_id, by=by, at=at, lean=True)
    # Before the first signal the seats of round 1 may be drawn: `book.check` then says that it is too early.
    current = max(book.evening.current_round, 1)
    game, again = game_in_play(evening_id, current, table_number, key)
    if again is not None:
        if again.fingerprint != print_:
            refuse("key", KEY_REUSED, "this key came with another hand before; each hand needs its own")
        return Entered(again.answer, replayed=True)
    book.check(Act.ENTER_HAND)
    if game is None:
        refuse("table", "unknown-table", "table %(entered)s is not in play", entered=table_number)
    _check_round(game, round_number)
    played_at = _time_of_play(book, game, played_at)
    _check_number(game, number)
    setup = setup_of(book.evening)
    _check_open(book, setup, game, table_number)
    slip = setup.score(hand)
    _check_seats(game, slip)
    body = {
        "round": game.round,
        "table": table_number,
        "number": game.hands + 1,
        "hand": dict(hand),
        "points": list(points_of(setup.plan, slip)),
        "played_at": instant(played_at),
    }
    answer = _write(book, setup, game, body, slip, played_at, key, print_)
    if setup.hands_per_round is not None and body["number"] == setup.hands_per_round:
        rounds.stop_when_played_out(book, hands=setup.hands_per_round)
    return Entered(answer, replayed=False)


def preview_hand(*, evening_id: int, hand: Mapping[str, Any]) -> Derivation:
    """The slip that `hand` would get now; nothing is kept and nobody waits. Raises Faults."""
    return score(Evening.objects.only("plan").get(pk=evening_id), hand)


def score(evening: Evening, hand: Mapping[str, Any]) -> Derivation:
    """Score `hand` under the game and house rules of `evening`. Raises Faults."""
    return setup_of(evening).score(hand)


def _fingerprint(
    hand: Mapping[str, Any], round_number: int | None, number: int | None, played_at: datetime | None
) -> str:
    """What tells one request from another; also of a hand that is no hand, and is refused later."""
    told = [hand, round_number, number, instant(played_at) if played_at else None]
    try:
        text = json.dumps(told, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    except (RecursionError, TypeError, ValueError):
        refuse("hand", "not-readable", "what was entered cannot be read as a hand")
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _check_key(key: str) -> None:
    if not key or len(key) > LONGEST_KEY or not key.isascii() or not key.isprintable():
        refuse(
            "key",
            "bad-key",
            "“%(entered)s” was entered; a key has 1 to %(most)s plain characters",
            entered=key[:20],
            most=LONGEST_KEY,
        )


def _time_of_play(book: Book, game: GameInPlay, played_at: datetime | None) -> datetime:
    if played_at is None:
        played_at = book.at
    elif played_at > book.at + CLOCK_TOLERANCE:
        refuse("played_at", "in-the-future", "%(entered)s has not come yet", entered=instant(played_at))
    played_at = min(played_at, book.at)
    if game.started_at is not None and played_at < game.started_at:
        refuse(
            "played_at",
            "before-the-start",
            "%(entered)s is before the round started (%(allowed)s)",
            entered=instant(played_at),
            allowed=instant(game.started_at),
        )
    if game.stopped_at is not None and played_at > game.stopped_at:
        refuse(
            "played_at",
            "after-the-bell",
            "the bell rang at %(allowed)s; only hands finished before it count",
            entered=instant(played_at),
            allowed=instant(game.stopped_at),
        )
    return played_at


def _check_round(game: GameInPlay, round_number: int | None) -> None:
    if round_number not in (None, game.round):
        refuse(
            "round",
            "another-round",
            "round %(entered)s was entered; round %(allowed)s is in play",
            entered=round_number,
            allowed=game.round,
        )


def _check_number(game: GameInPlay, number: int | None) -> None:
    upcoming = game.hands + 1
    if number is None or number == upcoming:
        return
    taken = live_hand(game.id, number)
    if taken is not None:
        raise HandTaken(taken)
    refuse(
        "number",
        "not-the-next-hand",
        "hand %(entered)s was entered; the next hand of this table is %(allowed)s",
        entered=number,
        allowed=upcoming,
    )


def _check_open(book: Book, setup: Setup, game: GameInPlay, table_number: int) -> None:
    if book.evening.status == Status.PLAYING and setup.may_ring(table_number, game.points):
        refuse(
            "table",
            "target-reached",
            "this table stands at %(a)s to %(b)s and the game ends at %(target)s: ring the bell",
            a=game.points_a,
            b=game.points_b,
            target=setup.target,
        )
    if setup.played_out(game.hands):
        refuse(
            "table",
            "round-played-out",
            "one more hand was entered; this table has played all %(hands)s hands of the round",
            hands=setup.hands_per_round,
        )


def _check_seats(game: GameInPlay, slip: Derivation) -> None:
    """Where the sizes of the tables differ a hand must be one of as many players as sit here."""
    sitting = len(game.seat_points)
    if sitting and slip.seats != sitting:
        refuse(
            "hand.players",
            "other-number-of-seats",
            "a hand of %(entered)s was entered; at this table sit %(allowed)s",
            entered=slip.seats,
            allowed=sitting,
        )


def _write(
    book: Book,
    setup: Setup,
    game: GameInPlay,
    body: dict[str, Any],
    slip: Derivation,
    played_at: datetime,
    key: str,
    print_: str,
) -> str:
    entry = book.write(Act.ENTER_HAND, body)
    points: list[int] = body["points"]
    running = [before + now for before, now in zip(game.points, points, strict=True)]
    # The couples may have cut before this hand came in; with it they are no longer level, or have to cut again.
    update(
        TableRound,
        game.id,
        **_columns(setup, running),
        hands_count=body["number"],
        cut="",
    )
    lines = [line.as_data() for line in slip.lines]
    told = {
        **body,
        "key": key,
        "scores": list(slip.scores),
        "derivation": lines,
        "running": running if setup.plan.by_points else dict(zip("AB", running, strict=True)),
        "target": setup.target,
        "entered_at": instant(book.at),
        "ledger": {"sequence": entry.sequence, "hash": entry.hash},
    }
    answer = canonical(told)
    insert(
        Hand,
        table_round=game.id,
        table=game.table_id,
        entry=entry.id,
        number=body["number"],
        hand=body["hand"],
        **_columns(setup, points),
        derivation=[
            {**data, "sentence": line.sentence.as_data()}
            for data, line in zip(lines, slip.lines, strict=True)
        ],
        played_at=played_at,
        entered_at=book.at,
        key=key,
        fingerprint=print_,
        answer=answer,
        live=True,
    )
    return answer


def _columns(setup: Setup, points: list[int]) -> dict[str, int | list[int]]:
    """Points as the rows of tables and hands hold them: by couple, or by seat."""
    if setup.plan.by_points:
        return {"points_a": 0, "points_b": 0, "seat_points": points}
    return {"points_a": points[0], "points_b": points[1], "seat_points": []}
