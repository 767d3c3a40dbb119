"""What only the REST door reads: its addresses found for whoever asks, the ledger in order, people by id."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import F, QuerySet
from django.db.models.functions import Greatest
from django.http import Http404

from tournaments.club.models import Club, Player, User
from tournaments.club.reads import permissions
from tournaments.club.reads.visitors import Visitor
from tournaments.club.roles import Role
from tournaments.evening.models import (
    DirectorCall,
    Evening,
    Hand,
    LedgerEntry,
    Planning,
    Round,
    Seat,
    TableLink,
    Ticket,
)
from tournaments.evening.reads import access, public
from tournaments.work.models import Job

__all__ = [
    "Club",
    "DirectorCall",
    "Evening",
    "Job",
    "Planning",
    "Player",
    "TableLink",
    "Ticket",
    "User",
    "archive",
    "call",
    "calls",
    "evening",
    "evening_at",
    "evening_id",
    "evenings",
    "is_answered",
    "is_seated",
    "ledger",
    "players",
    "results",
    "round_in_play",
]


def evenings(club: Club) -> QuerySet[Evening]:
    return club.evenings.all()


def _evenings(user: permissions.Asker, club: str, slug: str, least: Role) -> QuerySet[Evening]:
    return access.evenings_of(user, least).filter(club__slug=club, slug=slug)


def evening(user: permissions.Asker, club: str, slug: str, least: Role) -> Evening:
    """The evening with its club; one query. Raises Http404 unless the user has at least that role."""
    row = _evenings(user, club, slug, least).first()
    if row is None:
        raise Http404
    return row


def evening_id(user: permissions.Asker, club: str, slug: str, least: Role) -> int:
    pk = _evenings(user, club, slug, least).order_by().values_list("pk", flat=True).first()
    if pk is None:
        raise Http404
    return pk


def evening_at(evening_id: int) -> Evening:
    return Evening.objects.select_related("club").get(pk=evening_id)


def round_in_play(evening: Evening) -> Round | None:
    return evening.rounds.filter(number=evening.current_round).select_related("bell_table").first()


def is_seated(evening_id: int, table: int, seat: int, *, round_number: int | None) -> bool:
    seats = Seat.objects.filter(
        table_round__table__evening=evening_id, table_round__table__number=table, seat=seat
    )
    if round_number is None:
        # The first seats are taken before the first signal.
        current = Greatest(F("round__evening__current_round"), 1)
        return seats.filter(round__number=current).exists()
    return seats.filter(round__number=round_number).exists()


def is_answered(evening_id: int, table: int, key: str) -> bool:
    return Hand.objects.filter(table__evening=evening_id, table__number=table, key=key).exists()


def calls(evening: Evening, *, table: int | None = None) -> list[DirectorCall]:
    rows = evening.calls.filter(answered_at__isnull=True).select_related("table")
    return list(rows if table is None else rows.filter(table__number=table))


def call(evening: Evening, pk: int) -> DirectorCall:
    row = evening.calls.filter(pk=pk).select_related("table").first()
    if row is None:
        raise Http404
    return row


def search(evening: Evening, pk: int) -> Planning:
    planning = evening.plannings.filter(pk=pk).first()
    if planning is None:
        raise Http404
    return planning


def players(club: Club, ids: Iterable[int]) -> dict[int, Player]:
    return {player.pk: player for player in Player.objects.filter(club=club, pk__in=set(ids))}


def ledger(evening: Evening, *, after: int, act: str = "") -> QuerySet[LedgerEntry]:
    entries = evening.ledger.filter(sequence__gt=after)
    return entries.filter(act=act) if act else entries


def results(visitor: Visitor, club: str) -> QuerySet[Evening]:
    over = access.public_evenings(visitor).filter(club__slug=club, status__in=public.OVER)
    return over.order_by("-date", "-pk")


def archive(visitor: Visitor, club: str, evening: str) -> str | None:
    rows = access.public_evenings(visitor).filter(club__slug=club, slug=evening, publications__isnull=False)
    text = rows.order_by("-publications__number").values_list("publications__archive", flat=True).first()
    return None if text is None else public.archive_to_show(text, club, evening)
