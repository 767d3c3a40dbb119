"""Entering hands: one transaction that holds the fact, its slip, the totals and the answer to a retry.

The request that enters a hand publishes nothing: screens see the evening's version move, and the standings, which
a hand can change only through a settled game, are worked out when the round is closed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeVar

from django.db import transaction

from scoring.derivation import Derivation
from scoring.faults import Faults
from tournaments.evening import acts
from tournaments.evening.acts.act import IN_ROUND
from tournaments.evening.acts.entering import ANSWERED, EnteredHand
from tournaments.evening.acts.games import OWN_KEY, slip_data
from tournaments.evening.acts.hands import OwnPhone
from tournaments.evening.models import Evening, Hand, TableRound
from tournaments.evening.plan import Setup
from tournaments.evening.reads.facts import last_known_setup, setup_of
from tournaments.evening.reads.scoresheets import (
    UNTOLD,
    Answered,
    GameOfRow,
    NeedsLock,
    game_as_it_stands,
    game_in_play,
    hands_so_far,
    is_own,
)
from tournaments.evening.record import HandState
from tournaments.evening.round_rules import Status
from tournaments.evening.services.ledger import Book, Written, book_of, open_book, points_columns
from tournaments.evening.services.perform import stop_when_played_out
from tournaments.ledger.chain import canonical, instant
from tournaments.prepared_sql import LAST_KEY, Moved, RowChange, together, update, writes_in_one
from tournaments.refusals import KEY_REUSED, check_key, refuse

# --- A hand that is scored before anybody waits for it ------------------------------------------------


class ScoredAhead:
    """A hand that is scored before the evening's lock is taken, so that no other table waits for it.

    What depends on the hands before it is scored when those are known, which is under the lock. None is a void deal.
    """

    def __init__(self, setup: Setup, hand: Mapping[str, Any] | None) -> None:
        self._setup = setup
        self._hand = hand
        self._slip: Derivation | Faults | None = None
        if hand is not None and not setup.remembers:
            try:
                self._slip = setup.score(hand)
            except Faults as refused:
                self._slip = refused

    def under(self, setup: Setup, before: Sequence[Mapping[str, Any]]) -> Derivation | None:
        """The slip under what the locked evening is played by, after the hands `before` it; None for a void deal.

        It is scored again only where the plan has changed since it was last known. Raises Faults.
        """
        if setup is not self._setup and setup.plan != self._setup.plan:
            return ScoredAhead(setup, self._hand).under(setup, before)
        if setup.remembers and self._hand is not None:
            return setup.score(self._hand, before)
        if isinstance(self._slip, Faults):
            raise self._slip
        return self._slip


BUSY = timedelta(seconds=1)
"""For so long after an evening moved on under a hand of this process, its hands queue for its lock."""
_MOVED_AT: list[datetime | None] = [None] * 64  # by the remainder of the evening's primary key


@dataclass(frozen=True, slots=True)
class EntryAnswer:
    """The JSON text, the same for every retry."""

    answer: str
    replayed: bool


@dataclass(frozen=True, slots=True)
class HandRequest:
    """What a phone sent, scored ahead of the lock; `fingerprint` tells it from another one with the same key."""

    act: acts.EnterHand
    key: str
    fingerprint: str
    phone: int | None


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
    sent_at: datetime | None = None,
    phone: int | None = None,
) -> EntryAnswer:
    """Enter a hand; the act says what becomes of it, and what its fields mean.

    The same `key` with the same body gives the same answer. `phone` is the primary key of the one that sent it, or
    `UNTOLD`: a phone does not confirm its own entry. Raises HandTakenError where somebody who is not at the table
    enters a `number` that has been entered already, Faults where anything is wrong.
    """
    check_key("key", key, reserved=OWN_KEY)
    fingerprint = _fingerprint(hand, round_number, number, played_at)
    act = acts.EnterHand(
        table=table_number,
        hand=hand,
        round=round_number,
        number=number,
        played_at=played_at,
        sent_at=sent_at,
    )
    act.scored(ScoredAhead(last_known_setup(evening_id), hand).under)
    request = HandRequest(act, key, fingerprint, phone)
    moved_at = _MOVED_AT[evening_id % len(_MOVED_AT)]
    is_busy = moved_at is not None and abs(at - moved_at) < BUSY
    if writes_in_one() and not is_busy:
        entered = _without_a_lock(evening_id, request, by=by, at=at)
        if entered is not None:
            return entered
    with transaction.atomic():
        return _enter(*_locked(evening_id, request, by=by, at=at), request)


def _locked(
    evening_id: int, request: HandRequest, *, by: str, at: datetime
) -> tuple[Book, GameOfRow | None, Answered | None]:
    act, place = request.act, (request.act.table, request.key, request.phone)
    # Where whoever writes is alone from the start of the transaction, one read is as good as a lock and two.
    snapshot = None if writes_in_one() else game_as_it_stands(evening_id, *place, locked=True)
    if snapshot is not None:
        row, game, again = snapshot
        if act.round_meant(game.round) == game.round:
            return book_of(row, by=by, at=at, locked=True), game, again
    book = open_book(evening_id, by=by, at=at, lean=True)
    return book, *game_in_play(evening_id, act.round_meant(book.evening.current_round), *place)


def _without_a_lock(evening_id: int, request: HandRequest, *, by: str, at: datetime) -> EntryAnswer | None:
    # None, with nothing written: there is more to it, something is wrong, or the evening has moved on.
    place = (request.act.table, request.key, request.phone)
    snapshot = game_as_it_stands(evening_id, *place, locked=False)
    if snapshot is None:
        return None
    evening, game, again = snapshot
    try:
        return _enter(book_of(evening, by=by, at=at, locked=False), game, again, request)
    except Moved:
        _MOVED_AT[evening_id % len(_MOVED_AT)] = at
        return None
    except (NeedsLock, Faults):
        return None


def _enter(book: Book, game: GameOfRow | None, again: Answered | None, request: HandRequest) -> EntryAnswer:
    if again is not None:
        if again.fingerprint != request.fingerprint:
            refuse("key", KEY_REUSED, "this key came with another hand before; each hand needs its own")
        return EntryAnswer(again.answer, replayed=True)
    setup = setup_of(book.evening)
    outcome = request.act.outcome(game, Status(book.evening.status), setup, book.now)
    assert game is not None  # noqa: S101 - a table that is not in play was refused
    counts = outcome.act is acts.EnterHand
    is_last = counts and _ends_round(setup, game, outcome.body)
    if not book.locked and (is_last or not counts):
        raise NeedsLock
    answer = _write(book, setup, game, outcome, request)
    if is_last:
        stop_when_played_out(book, setup)
    return EntryAnswer(answer, replayed=False)


def _ends_round(setup: Setup, game: GameOfRow, body: Mapping[str, Any]) -> bool:
    points = tuple(before + now for before, now in zip(game.points, body["points"], strict=True))
    return setup.played_out(body["number"], points, str(body.get("wins", "")))


def _write(book: Book, setup: Setup, game: GameOfRow, outcome: EnteredHand, request: HandRequest) -> str:
    # Raises Moved, with nothing written, where the book is not locked and its evening has moved on.
    body, by_seat = outcome.body, setup.plan.keeping.by_seat
    state = outcome.act.state(body)
    columns, running = {}, list(game.points)
    if state == HandState.COUNTS:
        running = [before + now for before, now in zip(running, body["points"], strict=True)]
        # The couples may have cut before this hand came in; with it they are no longer level, or cut again.
        columns = {**points_columns(running, by_seat=by_seat), "hands_count": body["number"], "cut": ""}
        if "wins" in body:
            columns["outright"] = str(body["wins"])
    elif outcome.earlier and outcome.earlier.row and body["confirms"]:
        update(Hand, outcome.earlier.row, confirmed_by=book.by)
    in_play = Status(book.evening.status) in IN_ROUND and body["round"] == book.evening.current_round
    entry, changes = book.prepare(outcome.act, body, everybody=not in_play)
    answer = _answer(book, setup, outcome, request, entry, running)
    row = {
        "table_round": game.id,
        "table": game.table_id,
        "entry": LAST_KEY,
        "number": body["number"],
        "hand": body["hand"],
        **points_columns(body["points"], by_seat=by_seat),
        "derivation": slip_data(outcome.slip),
        "played_at": datetime.fromisoformat(body["played_at"]),
        "entered_at": book.at,
        "key": request.key,
        "fingerprint": request.fingerprint,
        "answer": canonical(answer),
        "state": state.value,
        "confirmed_by": "",
        "late_because": body.get("because", ""),
        "clock_offset": body.get("clock_offset"),
        "phone": request.phone or None,
    }
    columns["version"] = book.evening.version
    together([*changes, RowChange(Hand, row), RowChange(TableRound, columns, game.id)])
    return canonical({**answer, "derivation": [line.as_data() for line in outcome.slip.lines]})


def _answer(
    book: Book, setup: Setup, outcome: EnteredHand, request: HandRequest, entry: Written, running: list[int]
) -> dict[str, Any]:
    # Without the lines of the slip, which are those of the row.
    answer = {
        **outcome.body,
        "key": request.key,
        "scores": list(outcome.slip.scores),
        "running": running if setup.plan.keeping.by_seat else dict(zip("AB", running, strict=True)),
        "target": setup.target,
        "entered_at": instant(book.at),
        "ledger": {"sequence": entry.sequence, "hash": entry.hash},
    }
    state = ANSWERED.get(outcome.act.state(outcome.body))
    return {**answer, "state": state} if state else answer


def preview_hand(*, evening_id: int, table: int, hand: Mapping[str, Any]) -> Derivation:
    """The slip that `hand` would get as the table's next; nothing is stored, nobody waits. Raises Faults."""
    evening = Evening.objects.only("plan", "current_round").get(pk=evening_id)
    setup = setup_of(evening)
    return setup.score(hand, hands_so_far(evening, table) if setup.remembers else ())


def _fingerprint(
    hand: Mapping[str, Any], round_number: int | None, number: int | None, played_at: datetime | None
) -> str:
    # Also of what is no hand: that is refused later.
    parts = [hand, round_number, number, instant(played_at) if played_at else None]
    try:
        text = canonical(parts)
    except (RecursionError, TypeError, ValueError):
        refuse("hand", "not-readable", "what was entered cannot be read as a hand")
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


# --- Corrections of hands, scored before anybody waits for them ---------------------------------------

A = TypeVar("A", acts.CorrectHand, acts.NoteHand)


def rescored_act(evening: Evening, act: A, *, phone: int | None = None) -> A:
    """The act with what its hand scores, so that nobody waits for that under the evening's lock."""
    return act.scored(ScoredAhead(setup_of(evening), act.hand).under, phone)


# --- Confirmations from a phone, with what is known of that phone -------------------------------------

OfAHand = TypeVar("OfAHand", acts.ConfirmHand, acts.SettleDispute)


def confirm_from_phone(evening: Evening, act: OfAHand, phone: int | None) -> OfAHand:
    """The act with whether the phone that sends it (its key, or `UNTOLD`) entered the hand; one query."""
    if phone is None:
        return act
    entry = act.of if isinstance(act, acts.ConfirmHand) else act.keep
    return act.model_copy(update={"phone": _own(evening, entry, phone)})


def _own(evening: Evening, entry: int, phone: int) -> OwnPhone:
    hand = Hand.objects.filter(entry__evening=evening, entry__sequence=entry).select_related("entry").first()
    if hand is None or not is_own(hand, phone):
        return ""
    return "untold" if phone == UNTOLD else "own"
