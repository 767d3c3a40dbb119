"""Saying what an evening or a season costs, and noting who has paid; another entry takes back what was noted."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import transaction

from tournaments.club.models import Club, Player
from tournaments.club.services import audit
from tournaments.evening.models import Evening
from tournaments.fees.models import LONGEST_CURRENCY, ClubFees, EveningFees, FeeEntry, SeasonFees
from tournaments.fees.reads.fees import PaidFor, as_column, fee_of, fees_of, last_entry
from tournaments.refusals import refuse
from tournaments.site.cleaning import clean_name, clean_words

MOST_SEASONS: Final = 50
"""So many seasons stand on the treasurer's page."""


@transaction.atomic
def set_club_fees(*, club: Club, member: int, guest: int, currency: str) -> ClubFees:
    """What an evening of the club costs from now on, unless it has fees of its own; in the smallest unit.

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
    row, _created = ClubFees.objects.update_or_create(
        club=club, defaults={"member": member, "guest": guest, "currency": words}
    )
    audit.note(club, "fees-set", member=member, guest=guest, currency=words)
    return row


@transaction.atomic
def set_evening_fees(*, evening: Evening, member: int, guest: int) -> EveningFees:
    """What this evening costs; who has paid already has paid what it cost then."""
    row, _created = EveningFees.objects.update_or_create(
        evening=evening, defaults={"member": member, "guest": guest}
    )
    audit.note(evening.club, "evening-fees-set", evening=evening.name, member=member, guest=guest)
    return row


@transaction.atomic
def set_season_fees(
    *, club: Club, name: str, member: int, guest: int, season: SeasonFees | None = None
) -> SeasonFees:
    """A season that costs something, or `season` changed; who has paid already has paid what it cost then.

    Raises Faults (`name`) on a bad name, on one that another season has, and where the club has enough.
    """
    # Whoever adds another one at the same moment waits.
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    name = clean_name("name", name)
    others = club.season_fees.exclude(pk=season.pk if season else 0)
    if others.filter(name__iexact=name).exists():
        refuse("name", "name-taken", "the club has a season “%(entered)s” already", entered=name)
    if season is None and others.count() >= MOST_SEASONS:
        refuse(
            "name", "too-many", "the club has %(most)s seasons already; remove one first", most=MOST_SEASONS
        )
    row = season or SeasonFees(club=club)
    row.name, row.member, row.guest = name, member, guest
    row.save()
    audit.note(club, "season-fees-set", name=name, member=member, guest=guest)
    return row


@transaction.atomic
def remove_season(*, season: SeasonFees) -> None:
    """Take a season off the list. Raises Faults (`paid`) where a payment was noted: that stays."""
    if season.entries.exists():
        refuse("", "paid", "somebody has paid for “%(name)s”; what was noted stays", name=season.name)
    season.delete()
    audit.note(season.club, "season-fees-removed", name=season.name)


@transaction.atomic
def pay(*, what: PaidFor, player: Player, by: str, at: datetime) -> bool:
    """Note that somebody has paid for an evening or a season; whether they had not before.

    Raises Faults (`no-fee`) where they have nothing to pay.
    """
    amount = fee_of(fees_of(what), player)
    if not amount:
        refuse("", "no-fee", "there is nothing to pay; say first what it costs")
    last = last_entry(what, player)
    if last is not None and last.is_paid:
        return False
    _append(what, player, last, amount, by, at)
    return True


@transaction.atomic
def take_back(*, what: PaidFor, player: Player, by: str, at: datetime) -> bool:
    """Note that a payment was noted by mistake, or was given back; whether there was one."""
    last = last_entry(what, player)
    if last is None or not last.is_paid:
        return False
    _append(what, player, last, -last.amount, by, at)
    return True


def _append(what: PaidFor, player: Player, last: FeeEntry | None, amount: int, by: str, at: datetime) -> None:
    entry = FeeEntry(
        **as_column(what),
        player=player,
        number=last.number + 1 if last else 1,
        amount=amount,
        made_by=by,
        made_at=at,
    )
    # Of two who tap at the same moment one has noted it for both.
    FeeEntry.objects.bulk_create([entry], ignore_conflicts=True)
