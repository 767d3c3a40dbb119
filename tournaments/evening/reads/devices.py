"""Phones at tables: which there are, and in which seat the owner of one sits."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tournaments.evening.models import Evening, Seat, TableDevice, TableLink, Ticket
from tournaments.evening.reads.names import Named, full_names

__all__ = [
    "Phone",
    "TableDevice",
    "Ticket",
    "live_link",
    "phone_of",
    "phone_with",
    "phones_at",
    "seat_at",
    "table_of",
]


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone that has opened the card of a table; `owner` is empty for one that lies in the middle."""

    id: int
    label: str
    owner: str
    last_seen_at: datetime


def phones_at(evening: Evening, table: int) -> list[Phone]:
    """The phones that the live link of a table lets in, the one seen last first; one query."""
    rows = (
        TableDevice.objects.filter(
            link__table__evening=evening,
            link__table__number=table,
            link__revoked_at__isnull=True,
            sent_away_at__isnull=True,
        )
        .select_related("ticket__player")
        .order_by("-last_seen_at", "pk")
    )
    phones = list(rows)
    owners = {phone.ticket for phone in phones if phone.ticket is not None}
    names = full_names([Named(one.code, one.player.name, one.number) for one in owners])
    return [
        Phone(phone.pk, phone.label, names[phone.ticket.code] if phone.ticket else "", phone.last_seen_at)
        for phone in phones
    ]


def phone_of(evening: Evening, table: int, pk: int) -> TableDevice | None:
    """One phone of a table of this evening."""
    return TableDevice.objects.filter(pk=pk, link__table__evening=evening, link__table__number=table).first()


def phone_with(token_hash: str, link_id: int) -> TableDevice | None:
    """The phone with this token that a link of a table knows, sent away or not; one query."""
    return TableDevice.objects.filter(link=link_id, token_hash=token_hash).first()


def seat_at(link: TableLink, round_number: int) -> int | None:
    """In which seat of the link's table the owner of its phone sits in a round; one query where it has one."""
    if link.phone is None or link.phone.ticket_id is None:
        return None
    seats = Seat.objects.filter(
        ticket_id=link.phone.ticket_id, round__number=round_number, table_round__table=link.table_id
    )
    return seats.values_list("seat", flat=True).first()


def table_of(ticket: Ticket, round_number: int) -> int | None:
    """At which table a ticket's holder sits in a round; None for whoever sits out; one query."""
    seats = Seat.objects.filter(ticket=ticket, round__number=round_number)
    return seats.values_list("table_round__table__number", flat=True).first()


def live_link(evening: Evening, table: int) -> TableLink | None:
    """The link that opens a table now; one query."""
    return TableLink.objects.filter(
        table__evening=evening, table__number=table, revoked_at__isnull=True
    ).first()
