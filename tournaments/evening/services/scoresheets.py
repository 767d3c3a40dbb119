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
from tournaments.evening import acts
from tournaments.evening.acts.corrections import OWN_KEY, check_versions, worth
from tournaments.evening.models import Evening, Hand, TableRound
from tournaments.evening.plan import Setup
from tournaments.evening.reads.facts import last_known_setup, remember_setup, setup_of
from tournaments.evening.reads.scoresheets import (
    Answered,
    GameInPlay,
    answer_given,
    game_as_it_stands,
    game_in_play,
    hands_in_tray,
    late_hands,
    live_hand,
    versions_of,
)
from tournaments.evening.record.agreement import AT_A_TABLE, agree
from tournaments.evening.record.record import HandState
from tournaments.evening.replay.rows import points_columns
from tournaments.evening.services import rounds
from tournaments.evening.services.ledger import Book, open_book, unlocked_book
from tournaments.evening.services.versions import ScoredAhead, Version, is_own, keep
from tournaments.evening.status import Status
from tournaments.ledger.chain import instant
from tournaments.prepared_sql import Change, Moved, update, writes_in_one
from tournaments.refusals import KEY_REUSED, HandTakenError, refuse

LONGEST_KEY = 64
MOST_LATE = 60
"""Late hands of a table in one round, those left out among them: more than two phones gather in an evening."""
# A phone's clock may run ahead of the server's by this much before its time of play is refused.
CLOCK_TOLERANCE = timedelta(seconds=5)
MOST_OFFSET = 2**31 - 1
BUSY = timedelta(seconds=1)
"""For so long after an evening moved on under a hand of this process, its hands queue for its lock."""
_MOVED_AT: list[datetime | None] = [None] * 64  # by the remainder of the evening's primary key


class NeedsLock(Exception):  # noqa: N818 - it is an answer rather than an error
    """A hand does not simply count: what becomes of it is found out with the evening locked."""


@dataclass(frozen=True, slots=True)
class Entered:
    """What entering a hand answers: the JSON text (the same for every retry), and whether it was a retry."""

    answer: str
    replayed: bool


@dataclass(frozen=True, slots=True)
class HandRequest:
    """What a phone sent: the hand, scored ahead of the lock, and which hand it is meant to be.

    `round_number` and `number` are None for the current round and the next hand of the table, `played_at` and
    `sent_at` for now; `fingerprint` tells this request from another one with the same key.
    """

    table_number: int
    hand: Mapping[str, Any]
    scored: ScoredAhead
    key: str
    fingerprint: str
    round_number: int | None
    number: int | None
    played_at: datetime | None
    sent_at: datetime | None
    phone: int | None


@dataclass(frozen=True, slots=True)
class Sheet:
    """One request on its way into the score sheet of a table."""

    book: Book
    setup: Setup
    game: GameInPlay
    request: HandRequest
    played_at: datetime
    offset: timedelta

    @property
    def simply_counts(self) -> bool:
        """Whether it is the next hand of the table, in time and not the last: it changes nothing but its game."""
        upcoming = self.game.hands + 1
        is_next = self.request.number in (None, upcoming) and upcoming != self.setup.hands_per_round
        return is_next and not late_because(self.game, self.played_at)

    def count(self) -> Entered:
        """Enter it as the next hand of the table."""
        version = self._version(self.game.hands + 1, HandState.COUNTS)
        # The couples may have cut before this hand came in; with it they are no longer level, or cut again.
        running = points_columns(version.running, by_points=self.setup.plan.by_points)
        game = {**running, "hands_count": version.number, "cut": ""}
        also = [Change(TableRound, game, self.game.id)]
        answer = keep(self.book, self.setup, acts.EnterHand, version, also=also)
        if self.setup.hands_per_round is not None and version.number == self.setup.hands_per_round:
            rounds.stop_when_played_out(self.book, hands=self.setup.hands_per_round)
        return Entered(answer, replayed=False)

    def compare(self, taken: Hand) -> Entered:
        """Keep it beside the hand that counts: the same confirms it, another disputes it."""
        if self.book.by.startswith(AT_A_TABLE):
            check_versions(versions_of(self.game.id, taken.number), taken.number)
        same = taken.hand == dict(self.request.hand)
        state = HandState.AGREES if same else HandState.DISPUTES
        version = self._version(taken.number, state)
        by, first = self.book.by, taken.entry.by
        sides = agree(first, by, couples=not self.setup.plan.by_points)
        own = is_own(taken, self.request.phone)
        confirms = same and not taken.confirmed_by and sides and not own
        if confirms:
            update(Hand, taken.pk, confirmed_by=by)
        answer = keep(
            self.book,
            self.setup,
            acts.EnterAgain,
            version,
            more={"of": taken.entry.sequence, "agrees": same, "confirms": confirms},
            told="agrees" if same else "disputed",
        )
        return Entered(answer, replayed=False)

    def keep_late(self, because: str) -> Entered:
        """Keep it in the late tray: the director decides."""
        if self.book.by.startswith(AT_A_TABLE) and hands_in_tray(self.game.id) >= MOST_LATE:
            refuse(
                "number",
                "too-many-late",
                "%(most)s late hands of this table wait already; call the director",
                most=MOST_LATE,
            )
        version = self._version(self.request.number or self.game.hands + 1, HandState.LATE, because)
        more = {"because": because}
        answer = keep(self.book, self.setup, acts.LateHand, version, more=more, told="late")
        return Entered(answer, replayed=False)

    def _version(self, number: int, state: HandState, because: str = "") -> Version:
        slip = self.request.scored.under(self.setup)
        assert slip is not None  # noqa: S101 - no phone declares a deal void
        points = worth(self.setup, slip, len(self.game.points))
        counts = state == HandState.COUNTS
        running = [before + counts * now for before, now in zip(self.game.points, points, strict=True)]
        return Version(
            game=self.game.id,
            table=self.game.table_id,
            round_number=self.game.round,
            table_number=self.request.table_number,
            number=number,
            hand=self.request.hand,
            slip=slip,
            points=points,
            running=running,
            played_at=self.played_at,
            state=state,
            key=self.request.key,
            fingerprint=self.request.fingerprint,
            clock_offset=_milliseconds(self.offset),
            late_because=because,
            phone=self.request.phone,
        )


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
) -> Entered:
    """Enter a hand.

    A hand of a round that is closed, or one finished after the bell, is kept in the late tray for the director.
    A hand that another phone has entered already is compared with that one: equal, it confirms it; different, it
    disputes it.

    Arguments:
        hand: as on the game's page of the rules.
        key: made by the phone before the first try; the same key with the same body gives the same answer.
        round_number: the round it was played in; None for the current one.
        number: which hand of the table and round this is meant to be; None for the next one.
        played_at: when it was finished, by the sender's clock; None for now.
        sent_at: what the sender's clock showed at this try. Where it is wrong the time of play is put right.
        phone: the primary key of the phone that sent it, or `UNTOLD`: a phone does not confirm its own entry.

    Raises:
        HandTakenError: somebody who is not at the table enters a `number` that has been entered already.
        Faults: everything that is wrong with the hand, or why there can be none now (field and code say which).
    """
    _check_key(key)
    fingerprint = _fingerprint(hand, round_number, number, played_at)
    scored = ScoredAhead(last_known_setup(evening_id), hand)
    request = HandRequest(
        table_number, hand, scored, key, fingerprint, round_number, number, played_at, sent_at, phone
    )
    moved_at = _MOVED_AT[evening_id % len(_MOVED_AT)]
    is_busy = moved_at is not None and abs(at - moved_at) < BUSY
    if writes_in_one() and not is_busy:
        entered = _without_a_lock(evening_id, request, by=by, at=at)
        if entered is not None:
            return entered
    with transaction.atomic():
        book = open_book(evening_id, by=by, at=at, lean=True)
        # Before the first signal the seats of round 1 may be drawn: `book.check` then says that it is too early.
        current = max(book.evening.current_round, 1)
        wanted = current if round_number is None else max(1, min(round_number, current))
        return _enter(book, *game_in_play(evening_id, wanted, table_number, key), request)


def _without_a_lock(evening_id: int, request: HandRequest, *, by: str, at: datetime) -> Entered | None:
    """Enter a hand that simply counts by one read and one write, with the evening locked for the write alone.

    None, with nothing written, where there is more to it, something is wrong, or the evening has moved on since.
    """
    found = game_as_it_stands(evening_id, request.table_number, request.key)
    if found is None:
        return None
    evening, game, again = found
    try:
        return _enter(unlocked_book(evening, by=by, at=at), game, again, request)
    except Moved:
        _MOVED_AT[evening_id % len(_MOVED_AT)] = at
        return None
    except (NeedsLock, Faults):
        return None


def _enter(book: Book, game: GameInPlay | None, again: Answered | None, request: HandRequest) -> Entered:
    """Enter the hand of a request in the book of its evening. Raises NeedsLock where it has none."""
    if again is not None:
        if again.fingerprint != request.fingerprint:
            refuse("key", KEY_REUSED, "this key came with another hand before; each hand needs its own")
        return Entered(again.answer, replayed=True)
    at_the_table = book.by.startswith(AT_A_TABLE)
    if at_the_table and book.evening.status == Status.PUBLISHED:
        refuse(
            "evening.status",
            "published",
            "this evening is published; tell the director of a hand that is missing in it",
        )
    is_past = game is not None and game.closed and request.round_number is not None
    book.check(acts.LateHand if is_past else acts.EnterHand)
    if game is None:
        refuse("table", "unknown-table", "table %(entered)s is not in play", entered=request.table_number)
    _check_round(game, request.round_number)
    offset = _clock_offset(book, request.sent_at)
    played_at = _time_of_play(book, game, request.played_at, offset)
    setup = remember_setup(book.evening.pk, setup_of(book.evening))
    sheet = Sheet(book, setup, game, request, played_at, offset)
    if not (book.locked or sheet.simply_counts):
        raise NeedsLock
    because = late_because(game, played_at) or _behind_a_late_one(game, request.number)
    if because:
        return sheet.keep_late(because)
    taken = _taken(sheet)
    if taken is not None:
        return sheet.compare(taken)
    _check_open(sheet)
    return sheet.count()


def preview_hand(*, evening_id: int, hand: Mapping[str, Any]) -> Derivation:
    """The slip that `hand` would get now; nothing is kept and nobody waits. Raises Faults."""
    return setup_of(Evening.objects.only("plan").get(pk=evening_id)).score(hand)


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
    plain = key.isascii() and key.isprintable() and not key.startswith(OWN_KEY)
    if not key or len(key) > LONGEST_KEY or not plain:
        refuse(
            "key",
            "bad-key",
            "“%(entered)s” was entered; a key has 1 to %(most)s plain characters",
            entered=key[:20],
            most=LONGEST_KEY,
        )


def _clock_offset(book: Book, sent_at: datetime | None) -> timedelta:
    """By how much the sender's clock is ahead of ours, as far as it cannot be the way the request took."""
    return timedelta() if sent_at is None else sent_at - book.at


def _milliseconds(offset: timedelta) -> int | None:
    """An offset as it is kept. A clock that has lost its day is wrong by more than the column holds."""
    whole = round(offset / timedelta(milliseconds=1))
    return max(-MOST_OFFSET, min(whole, MOST_OFFSET)) if offset else None


def _time_of_play(book: Book, game: GameInPlay, played_at: datetime | None, offset: timedelta) -> datetime:
    if played_at is None:
        return book.at
    if abs(offset) > CLOCK_TOLERANCE:
        played_at -= offset
    if played_at > book.at + CLOCK_TOLERANCE:
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
    return played_at


def late_because(game: GameInPlay, played_at: datetime) -> str:
    """Why a hand cannot simply count; empty where it can."""
    if game.stopped_at is not None and played_at > game.stopped_at:
        return "after-the-bell"
    if game.closed:
        return "round-closed"
    return "game-decided" if game.decision else ""


def _check_round(game: GameInPlay, round_number: int | None) -> None:
    if round_number not in (None, game.round):
        refuse(
            "round",
            "another-round",
            "round %(entered)s was entered; round %(allowed)s is in play",
            entered=round_number,
            allowed=game.round,
        )


def _behind_a_late_one(game: GameInPlay, number: int | None) -> str:
    """Why a hand waits with those before it: they lie in the late tray, and its number is not the next yet."""
    if number is None or number <= game.hands + 1:
        return ""
    return "earlier-hand-late" if number <= game.hands + 1 + late_hands(game.id) else ""


def _taken(sheet: Sheet) -> Hand | None:
    """The hand that a phone at the table is to be compared with, where its number has been entered already."""
    number, upcoming = sheet.request.number, sheet.game.hands + 1
    if number is None or number == upcoming:
        return None
    # Nothing counts beyond the next number, which need not be looked for then.
    taken = live_hand(sheet.game.id, number) if number < upcoming else None
    if taken is None:
        refuse(
            "number",
            "not-the-next-hand",
            "hand %(entered)s was entered; the next hand of this table is %(allowed)s",
            entered=number,
            allowed=upcoming,
        )
    if not sheet.book.by.startswith(AT_A_TABLE):
        raise HandTakenError(taken.number, answer_given(taken.answer, taken.derivation))
    return taken


def _check_open(sheet: Sheet) -> None:
    setup, game = sheet.setup, sheet.game
    playing = sheet.book.evening.status == Status.PLAYING
    if playing and setup.may_ring(sheet.request.table_number, game.points):
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
