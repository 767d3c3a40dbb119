"""A player with a ticket and a phone in a test: scans it, reads their page, goes to their table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.test import Client

from tests.tournaments.an_evening import AnEvening
from tests.tournaments.evening.web.table.a_phone import text_of
from tournaments.evening.models import PlayerLink, Ticket
from tournaments.evening.services.links import link_code, link_token


@dataclass
class Holder:
    evening: AnEvening
    number: int = 1
    client: Client = field(default_factory=Client)

    @classmethod
    def scanned(cls, evening: AnEvening, number: int = 1) -> Holder:
        """Whoever has scanned that ticket."""
        holder = cls(evening, number)
        holder.scan()
        return holder

    @classmethod
    def at(cls, evening: AnEvening, table: int = 1, seat: int = 1) -> Holder:
        """Whoever sits there in the round in play, their ticket scanned."""
        sat = evening.round().seats.get(table_round__table__number=table, seat=seat)
        return cls.scanned(evening, sat.ticket.number)

    @property
    def ticket(self) -> Ticket:
        return self.evening.evening.tickets.get(number=self.number)

    @property
    def link(self) -> PlayerLink:
        return PlayerLink.objects.get(ticket=self.ticket, revoked_at__isnull=True)

    @property
    def token(self) -> str:
        """What stands in the link on the ticket."""
        return link_token(self.link)

    @property
    def code(self) -> str:
        return link_code(self.link)

    @property
    def url(self) -> str:
        """The plain address of their page."""
        found = self.evening.evening
        return f"/c/{found.club.slug}/{found.slug}/me/{self.number}/"

    def scan(self) -> Any:
        return self.client.get(f"/p/{self.token}/")

    def look(self) -> Any:
        return self.client.get(self.url)

    def text(self) -> str:
        answer = self.look()
        assert answer.status_code == 200
        return text_of(answer)
