"""Saying what an evening costs, and noting who has paid; what was noted is taken back by another entry."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from tournaments.club.models import Club, Player
from tournaments.evening.models import Evening
from tournaments.fees.models import LONGEST_CURRENCY, ClubFees, EveningFees, FeeEntry
from tournaments.fees.reads.fees import fee_of, fees_of, last_entry
from tournaments.refusals import refuse
from tournaments.site.cleaning import clean_words


def set_club_fees(*, club: Club, member: int, guest: int, currency: str) -> ClubFees:
    """What an evening of the club costs from now on where nothing else is said of it.

    Arguments:
        member: what a member pays, in the smallest unit of the currency; 0 for nothing.
        guest: what a guest pays.
        currency: up to three letters or a sign, as the club writes it.

    Raises Faults (`currency`) where that is too long.
    """
    words = clean_words("currency", currency)
    if len(words) > LONGEST_CURRENCY:
        refuse(
            "currency",
            "too-long",
            "“%(entered)s” is too long for a currency; write its sign or three letters, such as € or EUR",
            entered=words[:20],
        )
    row, _made = ClubFees.objects.update_or_create(
        club=club, defaults={"member": member, "guest": guest, "currency": words}
    )
    return row


def set_evening_fees(*, evening: Evening, member: int, guest: int) -> EveningFees:
    """What this evening costs; who has paid already has paid what it cost then."""
    row, _made = EveningFees.objects.update_or_create(
        evening=evening, defaults={"member": member, "guest": guest}
    )
    return row


@transaction.atomic
def pay(*, evening: Evening, player: Player, by: str, at: datetime) -> bool:
    """Note that somebody has paid for the evening; whether they had not before.

    Raises Faults (`no-fee`) where they have nothing to pay.
    """
    amount = fee_of(fees_of(evening), player)
    if not amount:
        refuse("", "no-fee", "there is nothing to pay; say first what the evening costs")
    last = last_entry(evening, player)
    if last is not None and last.is_paid:
        return False
    _append(evening, player, last, amount, by, at)
    return True


@transaction.atomic
def take_back(*, evening: Evening, player: Player, by: str, at: datetime) -> bool:
    """Note that a payment was noted by mistake, or was given back; whether there was one."""
    last = last_entry(evening, player)
    if last is None or not last.is_paid:
        return False
    _append(evening, player, last, -last.amount, by, at)
    return True


def _append(
    evening: Evening, player: Player, last: FeeEntry | None, amount: int, by: str, at: datetime
) -> None:
    entry = FeeEntry(
        evening=evening,
        player=player,
        number=last.number + 1 if last else 1,
        amount=amount,
        made_by=by,
        made_at=at,
    )
    # Of two who tap at the same moment one has noted it for both.
    FeeEntry.objects.bulk_create([entry], ignore_conflicts=True)
