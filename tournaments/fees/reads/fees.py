"""What an evening or a season costs, who has paid, and what is in the cash box."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet, Sum
from django.db.models.expressions import CombinedExpression
from django.http import Http404

from tournaments.club.models import Club, Player
from tournaments.evening.models import Evening, Ticket
from tournaments.fees.models import ClubFees, EveningFees, FeeEntry, SeasonFees
from tournaments.site.cleaning import folded

__all__ = ["Club", "Evening", "FeeEntry", "Fees", "PaidFor", "Payer", "Player", "SeasonFees"]

PaidFor = Evening | SeasonFees
"""What somebody pays for."""


@dataclass(frozen=True, slots=True)
class Fees:
    """What something costs a member and a guest, in the smallest unit; `own`: set for it alone."""

    member: int
    guest: int
    currency: str
    own: bool


@dataclass(frozen=True, slots=True)
class Payer:
    """Somebody who is to pay or has paid; `paid` is None until they have, `due` what they pay or would."""

    player: Player
    due: int
    paid: FeeEntry | None

    @property
    def place(self) -> tuple[str, int]:
        return folded(self.player.name), self.player.pk


def club_fees(club: Club) -> Fees:
    """What an evening of the club usually costs; one query."""
    row = ClubFees.objects.filter(club=club).first()
    return Fees(row.member, row.guest, row.currency, own=False) if row else Fees(0, 0, "", own=False)


def fees_of(what: PaidFor) -> Fees:
    usual = club_fees(what.club)
    row = what if isinstance(what, SeasonFees) else EveningFees.objects.filter(evening=what).first()
    return Fees(row.member, row.guest, usual.currency, own=True) if row else usual


def as_column(what: PaidFor) -> dict[str, PaidFor]:
    """The column of `FeeEntry` for it, as a keyword of a query."""
    return {"season" if isinstance(what, SeasonFees) else "evening": what}


def fee_of(fees: Fees, player: Player) -> int:
    return fees.guest if player.is_guest else fees.member


def last_entry(what: PaidFor, player: Player) -> FeeEntry | None:
    return FeeEntry.objects.filter(player=player, **as_column(what)).order_by("number").last()


def payers(what: PaidFor, fees: Fees) -> list[Payer]:
    """Everybody who is to pay or whose payment stands, by name; two queries.

    At an evening those are who has a ticket; for a season all active people of the club for whom it costs something.
    """
    entries = FeeEntry.objects.filter(**as_column(what)).select_related("player").order_by("number")
    last = {entry.player_id: entry for entry in entries}
    people = {player.pk: player for player in _expected(what, fees)}
    people |= {pk: entry.player for pk, entry in last.items() if entry.is_paid}
    rows = []
    for pk, player in people.items():
        entry = last.get(pk)
        rows.append(Payer(player, fee_of(fees, player), entry if entry and entry.is_paid else None))
    return sorted(rows, key=lambda row: row.place)


def _expected(what: PaidFor, fees: Fees) -> list[Player]:
    if isinstance(what, Evening):
        return [ticket.player for ticket in what.tickets.select_related("player")]
    return [player for player in what.club.players.filter(is_active=True) if fee_of(fees, player)]


def payer(what: PaidFor, pk: int) -> Player:
    """One of those who may pay or have paid. Raises Http404 for anybody else."""
    if isinstance(what, SeasonFees):
        player = what.club.players.filter(pk=pk).first()
    else:
        came = Ticket.objects.filter(evening=what).values("player")
        paid = FeeEntry.objects.filter(evening=what).values("player")
        player = Player.objects.filter(Q(pk__in=came) | Q(pk__in=paid), pk=pk).first()
    if player is None:
        raise Http404
    return player


def entries_of(what: PaidFor) -> list[FeeEntry]:
    return list(_entries(Q(**as_column(what))))


def entries_of_club(club: Club) -> QuerySet[FeeEntry]:
    return _entries(Q(evening__club=club) | Q(season__club=club))


def _entries(wanted: Q) -> QuerySet[FeeEntry]:
    return FeeEntry.objects.filter(wanted).select_related("evening", "season", "player").order_by("pk")


def season(club: Club, pk: int) -> SeasonFees:
    row = club.season_fees.filter(pk=pk).select_related("club").first()
    if row is None:
        raise Http404
    return row


def seasons(club: Club) -> QuerySet[SeasonFees]:
    """The seasons that cost something, the latest first: `cash` in all, `paid` by how many."""
    return club.season_fees.annotate(cash=Sum("entries__amount"), paid=_paid("entries")).order_by("-pk")


def by_evening(club: Club) -> QuerySet[Evening]:
    """The club's evenings at which something was paid, the latest first: `cash` in all, `paid` by how many."""
    sums = club.evenings.annotate(cash=Sum("fee_entries__amount"), paid=_paid("fee_entries"))
    return sums.filter(cash__isnull=False).order_by("-date", "-pk")


def _paid(entries: str) -> CombinedExpression:
    # Of a person with an odd number of entries the last one is a payment.
    paid = Count(entries, filter=Q(**{f"{entries}__amount__gt": 0}))
    return paid - Count(entries, filter=Q(**{f"{entries}__amount__lt": 0}))
