"""Corrections of any hand: always a new entry with its reason and author; the old one stays readable."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from tournaments.models import Evening, Hand
from tournaments.queries.facts import setup_of
from tournaments.replay.agreement import AT_A_TABLE
from tournaments.replay.record import HandState
from tournaments.services.ledger import Written
from tournaments.services.mending import Cut, Game, Seats, game_at, needed_reason, open_for
from tournaments.services.refusals import refuse
from tournaments.services.versions import ScoredAhead, Version, check_versions, keep, worth
from tournaments.status import Act, Status

IN_THE_ROUND = (Status.PLAYING, Status.BELL)


def correct(
    *,
    evening: Evening,
    round_number: int,
    table_number: int,
    number: int,
    of: int,
    hand: Mapping[str, Any] | None,
    reason: str,
    by: str,
    at: datetime,
    seats: Seats = "follow",
    cut: Cut = "",
    phone: int | None = None,
) -> Written:
    """Put another hand in the place of one that counts; undo is another correction.

    Players at the table correct the last hand of the round in play; earlier ones they dispute, and the other
    side agrees. The director corrects any hand at any time. Published results are reopened.

    Arguments:
        of: the ledger sequence of the entry that is corrected, so that two corrections do not cross.
        hand: as on the game's page of the rules; None declares the deal void: it scores nothing.
        seats: whether the next seats, where they are drafted or announced, follow if this changes a winner.
        cut: who wins the cut, where a settled game ends level with this.
        phone: the primary key of the phone that sent it, where it is known.

    Raises:
        Faults: what is wrong with the hand, or why it cannot be corrected so.
    """
    reason = needed_reason(reason)
    scored = ScoredAhead(setup_of(evening), hand)
    with transaction.atomic():
        book = open_for(evening.pk, Act.CORRECT_HAND, by=by, at=at, reason=reason)
        game = game_at(book, round_number, table_number)
        old = game.live(number, of)
        at_the_table = by.startswith(AT_A_TABLE)
        if at_the_table:
            _check_last(game, number)
            check_versions(game.row.pk, number, by)
        confirmed_by = "" if at_the_table else by
        version = _version(game, old, hand, scored, HandState.COUNTS, confirmed_by, phone)
        _replace(old)
        said = game.counts_its_hands({number: version.points}, cut)
        more = {"of": of, "confirmed": not at_the_table, **said}
        written, _ = keep(book, game.setup, Act.CORRECT_HAND, version, more=more, reason=reason)
        game.follow_up(seats=seats, reason=reason)
    return written


def note(
    *,
    evening: Evening,
    round_number: int,
    table_number: int,
    number: int,
    of: int,
    hand: Mapping[str, Any] | None,
    reason: str,
    by: str,
    at: datetime,
) -> Written:
    """Keep beside a hand what it should have been, and why, without changing anything."""
    reason = needed_reason(reason)
    scored = ScoredAhead(setup_of(evening), hand)
    with transaction.atomic():
        book = open_for(evening.pk, Act.NOTE_HAND, by=by, at=at)
        game = game_at(book, round_number, table_number)
        version = _version(game, game.live(number, of), hand, scored, HandState.NOTE)
        written, _ = keep(book, game.setup, Act.NOTE_HAND, version, more={"of": of}, reason=reason)
    return written


def _check_last(game: Game, number: int) -> None:
    round_ = game.row.round
    in_play = game.book.evening.status in IN_THE_ROUND and round_.number == game.book.evening.current_round
    if not in_play or number != game.row.hands_count:
        refuse(
            "number",
            "not-the-last-hand",
            "a table corrects its last hand of the round in play; for another one enter what you think it was, "
            "and let the other side agree, or call the director",
        )


def _version(
    game: Game,
    old: Hand,
    hand: Mapping[str, Any] | None,
    scored: ScoredAhead,
    state: HandState,
    confirmed_by: str = "",
    phone: int | None = None,
) -> Version:
    if hand == old.hand:
        refuse("hand", "nothing-changes", "what was entered is what counts already")
    slip, points = worth(game.setup, scored, len(game.row.points))
    return Version(
        game=game.row.pk,
        table=game.row.table_id,
        round_number=game.row.round.number,
        table_number=game.row.table.number,
        number=old.number,
        hand=hand,
        slip=slip,
        points=points,
        running=(),
        played_at=old.played_at,
        state=state,
        confirmed_by=confirmed_by,
        phone=phone,
    )


def _replace(old: Hand) -> None:
    """The old version counts no longer, and what disputed it is settled by this."""
    Hand.objects.filter(pk=old.pk).update(state=HandState.REPLACED)
    disputing = Hand.objects.filter(
        table_round=old.table_round_id, number=old.number, state=HandState.DISPUTES
    )
    disputing.update(state=HandState.REJECTED)
