"""Hands that came too late to simply count: the director takes them in or leaves them out."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from tournaments.models import Evening, Hand
from tournaments.replay.record import HandState
from tournaments.services.ledger import Written, open_book
from tournaments.services.mending import Cut, Seats, game_at, needed_reason, open_for
from tournaments.services.refusals import refuse
from tournaments.status import Act


@transaction.atomic
def take(
    *,
    evening: Evening,
    of: int,
    reason: str,
    by: str,
    at: datetime,
    seats: Seats = "follow",
    cut: Cut = "",
) -> Written:
    """Let a late hand count as the next of its table.

    Arguments:
        of: the ledger sequence of its entry.
        seats, cut: as for a correction.
    """
    reason = needed_reason(reason)
    book = open_for(evening.pk, Act.TAKE_LATE, by=by, at=at, reason=reason)
    late = _late(evening, of)
    game = game_at(book, late.table_round.round.number, late.table.number)
    if game.setup.played_out(game.row.hands_count):
        refuse(
            "of",
            "round-played-out",
            "one more hand was entered; this table has played all %(hands)s hands of the round",
            hands=game.setup.hands_per_round,
        )
    game.row.hands_count += 1
    number = game.row.hands_count
    said = game.counts_its_hands({number: late.points}, cut)
    Hand.objects.filter(pk=late.pk).update(state=HandState.COUNTS, number=number, confirmed_by=by)
    return game.write(Act.TAKE_LATE, {"number": number, "of": of, **said}, reason=reason, seats=seats)


@transaction.atomic
def leave_out(*, evening: Evening, of: int, reason: str, by: str, at: datetime) -> Written:
    """Leave a late hand out; it stays readable with the reason."""
    reason = needed_reason(reason)
    book = open_book(evening.pk, by=by, at=at)
    book.check(Act.LEAVE_OUT_LATE)
    late = _late(evening, of)
    Hand.objects.filter(pk=late.pk).update(state=HandState.LEFT_OUT)
    where = {"round": late.table_round.round.number, "table": late.table.number}
    return book.write(Act.LEAVE_OUT_LATE, {**where, "of": of}, reason=reason)


def _late(evening: Evening, of: int) -> Hand:
    hand = (
        Hand.objects.filter(entry__evening=evening, entry__sequence=of, state=HandState.LATE)
        .select_related("table", "table_round__round")
        .first()
    )
    if hand is None:
        refuse("of", "not-in-the-tray", "entry %(entered)s is no hand in the late tray", entered=of)
    return hand
