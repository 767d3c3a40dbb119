"""What an evening costs, who has paid, and what is in the cash box."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet, Sum
from django.http import Http404

from tournaments.club.models import Club, Player
from tournaments.evening.models import Evening
from tournaments.fees.models import ClubFees, EveningFees, FeeEntry
from tournaments.site.cleaning import folded

__all__ = ["Club", "Evening", "FeeEntry", "Fees", "Payer", "Player"]


@dataclass(frozen=True, slots=True)
class Fees:
    """What an evening costs a member and a guest, in the smallest unit; `own`: said of this evening alone."""

    member: int
    guest: int
    currency: str
    own: bool


@dataclass(frozen=True, slots=True)
class Payer:
    """Somebody who has a ticket or has paid; `paid` is None until they have, `due` what they pay or would."""

    player: Player
    due: int
    paid: FeeEntry | None


def club_fees(club: Club) -> Fees:
    """What an evening of the club usually costs; one query."""
    row = ClubFees.objects.filter(club=club).first()
    return Fees(row.member, row.guest, row.currency, own=False) if row else Fees(0, 0, "", own=False)


def fees_of(evening: Evening) -> Fees:
    """What this evening costs; two queries."""
    usual = club_fees(evening.club)
    row = EveningFees.objects.filter(evening=evening).first()
    return Fees(row.member, row.guest, usual.currency, own=True) if row else usual


def fee_of(fees: Fees, player: Player) -> int:
    """What this person pays."""
    return fees.guest if player.is_guest else fees.member


def last_entry(evening: Evening, player: Player) -> FeeEntry | None:
    """What was noted of somebody last; one query."""
    return FeeEntry.objects.filter(evening=evening, player=player).order_by("number").last()


def payers(evening: Evening, fees: Fees) -> list[Payer]:
    """Everybody who has a ticket or whose payment stands, by name; two queries."""
    last = {
        entry.player_id: entry
        for entry in FeeEntry.objects.filter(evening=evening).select_related("player").order_by("number")
    }
    people = {ticket.player_id: ticket.player for ticket in evening.tickets.select_related("player")}
    people |= {pk: entry.player for pk, entry in last.items() if entry.is_paid}
    found = []
    for pk, player in people.items():
        entry = last.get(pk)
        found.append(Payer(player, fee_of(fees, player), entry if entry and entry.is_paid else None))
    return sorted(found, key=lambda one: (folded(one.player.name), one.player.pk))


def payer(evening: Evening, pk: int) -> Player:
    """One of those who have a ticket or have paid. Raises Http404 for anybody else."""
    found = (
        Player.objects.filter(pk=pk)
        .filter(Q(tickets__evening=evening) | Q(fee_entries__evening=evening))
        .distinct()
        .first()
    )
    if found is None:
        raise Http404
    return found


def entries(evenings: Iterable[Evening]) -> list[FeeEntry]:
    """Everything that was noted of these evenings, in order, with the evenings and the people; one query."""
    rows = FeeEntry.objects.filter(evening__in=[evening.pk for evening in evenings])
    return list(rows.select_related("evening", "player").order_by("pk"))


def by_evening(club: Club) -> QuerySet[Evening]:
    """The club's evenings at which something was paid, the latest first: `cash` in all, `paid` by how many."""
    sums = club.evenings.annotate(
        cash=Sum("fee_entries__amount"),
        # Of a person with an odd number of entries the last one is a payment.
        paid=Count("fee_entries", filter=Q(fee_entries__amount__gt=0))
        - Count("fee_entries", filter=Q(fee_entries__amount__lt=0)),
    )
    return sums.filter(cash__isnull=False).order_by("-date", "-pk")
