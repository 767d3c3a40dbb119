"""Phones at tables: who has opened a card, where each says it sits, and one sent away alone."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from django.db import transaction

from tournaments.club.services import audit
from tournaments.club.services.tokens import hashed
from tournaments.evening.models import Evening, TableDevice, TableLink, Ticket
from tournaments.evening.services import news
from tournaments.refusals import refuse

TOKEN_BYTES = 16
SEEN_EVERY = timedelta(minutes=1)
"""How exactly it is known when a phone was last there."""
LONGEST_LABEL = 20


def new_token() -> str:
    """A token for a phone that has none: 128 random bits."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def meet(*, link: TableLink, token: str, label: str, at: datetime) -> TableDevice:
    """The phone with this token at the table of `link`, as of now.

    One that was at another table of the evening is still its owner's; one that was sent away and has scanned the
    card again is let in.
    """
    own = hashed(token)
    before = (
        TableDevice.objects.filter(
            token_hash=own, link__table__evening=link.table.evening_id, ticket__isnull=False
        )
        .order_by("-last_seen_at")
        .first()
    )
    phone, _made = TableDevice.objects.update_or_create(
        link=link,
        token_hash=own,
        defaults={"last_seen_at": at, "sent_away_at": None},
        create_defaults={
            "label": label[:LONGEST_LABEL],
            "made_at": at,
            "last_seen_at": at,
            "ticket_id": before.ticket_id if before else None,
        },
    )
    return phone


def seen(*, phone: TableDevice, at: datetime) -> None:
    """Note that the phone is there; at most once a minute, so that looking costs no writing."""
    if at - phone.last_seen_at >= SEEN_EVERY:
        TableDevice.objects.filter(pk=phone.pk).update(last_seen_at=at)


def sits(*, phone: TableDevice, code: str) -> Ticket | None:
    """Whose phone it is: the ticket with this code, remembered over the rounds; "" for the middle of the table.

    Raises Faults where nobody tonight has that ticket.
    """
    ticket = None
    if code:
        ticket = Ticket.objects.filter(evening__tables__links=phone.link_id, code=code).first()
        if ticket is None:
            refuse("ticket", "unknown-ticket", "ticket “%(entered)s” is not here tonight", entered=code[:16])
    TableDevice.objects.filter(pk=phone.pk).update(ticket=ticket)
    return ticket


@transaction.atomic
def send_away(*, phone: TableDevice, at: datetime) -> None:
    """End what this phone may do; whoever scans the card again is let in again."""
    # As for a link that ends: the phone's open page asks again at once.
    news.for_everybody(Evening.objects.filter(tables__links=phone.link_id))
    if TableDevice.objects.filter(pk=phone.pk, sent_away_at__isnull=True).update(sent_away_at=at):
        table = phone.link.table
        evening = table.evening
        audit.note(evening.club, "phone-shut-out", at=at, evening=evening.name, table=table.number)
