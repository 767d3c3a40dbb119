"""The word of the other side: hands confirmed, disputes settled."""

from __future__ import annotations

from datetime import datetime

from django.db import models, transaction

from tournaments.models import Evening, Hand
from tournaments.replay.agreement import AT_A_TABLE, may_confirm
from tournaments.replay.record import HandState
from tournaments.services.ledger import Written
from tournaments.services.mending import Cut, Game, Seats, game_at, open_for
from tournaments.services.refusals import refuse
from tournaments.services.texts import clean_reason
from tournaments.services.versions import UNTOLD, is_own
from tournaments.status import Act


@transaction.atomic
def confirm(
    *,
    evening: Evening,
    round_number: int,
    table_number: int,
    number: int,
    of: int,
    by: str,
    at: datetime,
    phone: int | None = None,
) -> Written | None:
    """Confirm a hand, for another side than the one that entered it, or as the director.

    Confirming twice is confirming once; the second gives None. Raises Faults where it is the confirming side's
    own entry, where it is disputed, or where it has been changed since (`of`, its entry's ledger sequence).
    `phone` is the primary key of the phone that says so, or `UNTOLD`: not the one that entered the hand.
    """
    book = open_for(evening.pk, Act.CONFIRM_HAND, by=by, at=at)
    game = game_at(book, round_number, table_number)
    hand = game.live(number, of)
    if hand.confirmed_by:
        return None
    _check_side(game, hand, by, phone)
    if _disputing(hand).exists():
        refuse("number", "disputed", "hand %(number)s is disputed; settle that first", number=number)
    Hand.objects.filter(pk=hand.pk).update(confirmed_by=by)
    return book.write(Act.CONFIRM_HAND, {**game.where, "number": number, "of": of})


@transaction.atomic
def settle(
    *,
    evening: Evening,
    round_number: int,
    table_number: int,
    number: int,
    keep: int,
    by: str,
    at: datetime,
    reason: str = "",
    seats: Seats = "follow",
    cut: Cut = "",
    phone: int | None = None,
) -> Written:
    """Settle a dispute for one of its entries.

    A side at the table can only give way: it keeps the entry of the other side. The director decides as they
    see fit.

    Arguments:
        keep: the ledger sequence of the entry that is to count.
        seats, cut: as for a correction.
        phone: as for a confirmation.

    Raises:
        Faults: there is no such entry in the dispute, or it is the own one.
    """
    reason = clean_reason(reason)
    book = open_for(evening.pk, Act.SETTLE_DISPUTE, by=by, at=at, reason=reason)
    game = game_at(book, round_number, table_number)
    live = game.live(number)
    disputing = {hand.entry.sequence: hand for hand in _disputing(live).select_related("entry")}
    kept = live if keep == live.entry.sequence else disputing.get(keep)
    if kept is None or not disputing:
        refuse("keep", "no-such-dispute", "hand %(number)s has no such entry to settle for", number=number)
    _check_side(game, kept, by, phone)
    _disputing(live).exclude(pk=kept.pk).update(state=HandState.REJECTED)
    said = {}
    if kept is not live:
        Hand.objects.filter(pk=live.pk).update(state=HandState.REPLACED)
        said = game.counts_its_hands({number: kept.points}, cut)
    Hand.objects.filter(pk=kept.pk).update(state=HandState.COUNTS, confirmed_by=by)
    body = {"number": number, "keep": keep, **said}
    return game.write(Act.SETTLE_DISPUTE, body, reason=reason, seats=seats)


def _disputing(hand: Hand) -> models.QuerySet[Hand]:
    return Hand.objects.filter(table_round=hand.table_round_id, number=hand.number, state=HandState.DISPUTES)


def _check_side(game: Game, hand: Hand, by: str, phone: int | None) -> None:
    if not by.startswith(AT_A_TABLE):
        return
    if not may_confirm(hand.entry.by, by, couples=not game.setup.plan.by_points):
        refuse(
            "seat",
            "own-entry",
            "this is for the other side to say; tell this phone where you sit if you are the other side",
        )
    if is_own(hand, phone) and phone == UNTOLD:
        refuse(
            "seat",
            "own-phone",
            "neither this phone nor the one that entered it tells which one it is, so they count as one: let each "
            "send a token of its own, or ask the director",
        )
    if is_own(hand, phone):
        refuse(
            "seat",
            "own-phone",
            "this phone entered it, so the other side says so on a phone of its own: scan the card of the table "
            "with that one, or ask the director",
        )
