"""OpenAPI links: what is made at one address is asked for, and changed, at those below it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Annotated, Any, Final, Self

from django.http import Http404
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.evening.api import bodies
from tournaments.evening.api.bodies import validate_body
from tournaments.evening.api.corrections import look_first, sight_of
from tournaments.evening.api.schema import operation
from tournaments.evening.api.views import SECRET, OfficerView
from tournaments.evening.reads import access, api_reads, desk, live
from tournaments.evening.services import links
from tournaments.evening.services import links as phones
from tournaments.evening.services.links import player_code, player_token
from tournaments.site.api.answers import Answer, Example, PersonName, TicketCode
from tournaments.site.web.pages import for_others

# Links that are handed out at an evening, each player's own and each table's, and the phones that opened
# them.


class PlayerLink(Answer):
    """The link to somebody's own page; `typed` is the code that is typed where it cannot be scanned."""

    ticket: TicketCode
    url: Annotated[str | None, Example("https://club.example/p/Zm9yIHRoaXMgdGFibGUgb25seSwgc2ho/")]
    typed: Annotated[str | None, Example("4F2A-9C01")]

    @classmethod
    def of(cls, request: Request, ticket: api_reads.Ticket) -> Self:
        """That of a ticket as it is now; null where it opens nothing."""
        link = desk.player_link(ticket)
        if link is None:
            return cls(ticket=ticket.code, url=None, typed=None)
        url = for_others(request, reverse("web:ticket", args=[player_token(link)]))
        return cls(ticket=ticket.code, url=url, typed=player_code(link))


class Phone(Answer):
    """A phone that has opened the card of a table; `owner` is "" for one that lies in the middle."""

    id: Annotated[int, Example(31)]
    label: Annotated[str, Example("Android")]
    owner: PersonName
    last_seen_at: Annotated[datetime, Example("2026-11-20T20:15:00Z")]

    @classmethod
    def of(cls, row: live.Phone) -> Self:
        """One of them."""
        return cls.read(row)


class Phones(Answer):
    """Those that the link of a table lets in, the one seen last first; `has_link`: whether its card opens it."""

    has_link: Annotated[bool, Example(value=True)]
    phones: list[Phone]

    @classmethod
    def of(cls, evening: api_reads.Evening, table: int) -> Self:
        """Those of a table."""
        rows = [Phone.of(row) for row in live.phones_at(evening, table)]
        return cls(has_link=live.live_link(evening, table) is not None, phones=rows)


class PlayerLinkEndpoint(OfficerView):
    """The link of a ticket."""

    gives_keys = True

    @operation("show_player_link", answer=PlayerLink)
    def get(self, request: Request, club: str, evening: str, code: str) -> Response:
        """Somebody's own link. Who plays tonight gets none that leads to another table in play, until they look."""
        ticket = self.check_right(request, club=club, evening=evening, code=code)
        return PlayerLink.of(request, ticket).reply(headers=SECRET)

    @operation("renew_player_link", body=bodies.Nothing, answer=PlayerLink, status=201)
    def post(self, request: Request, club: str, evening: str, code: str) -> Response:
        """A new one; the old one, and every phone that opened it, is shut out."""
        ticket = self.check_right(request, club=club, evening=evening, code=code)
        validate_body(request, bodies.Nothing)
        links.renew_player_link(ticket=ticket, at=self.who(request)["at"])
        return PlayerLink.of(request, ticket).reply(status=201, headers=SECRET)

    @operation("revoke_player_link", answer=PlayerLink)
    def delete(self, request: Request, club: str, evening: str, code: str) -> Response:
        """It opens nothing any more, until there is a new one."""
        ticket = desk.ticket(self.evening(request, club, evening), code)
        validate_body(request, bodies.Nothing)
        links.revoke_player_link(ticket=ticket, at=self.who(request)["at"])
        return PlayerLink.of(request, ticket).reply()

    def check_right(self, request: Request, *, club: str, evening: str, code: str) -> api_reads.Ticket:
        """The ticket. Raises Faults (`look-first`) where its hands are kept from the asker."""
        evening_row = self.evening(request, club, evening)
        ticket = desk.ticket(evening_row, code)
        table = access.kept_tickets(sight_of(request, evening_row), evening_row).get(ticket.pk)
        if table is not None:
            look_first(request, evening_row, evening_row.current_round, table)
        return ticket


class TableLinkEndpoint(OfficerView):
    """The link of a table."""

    @operation("revoke_table_link", answer=Phones)
    def delete(self, request: Request, club: str, evening: str, number: int) -> Response:
        """Shut out every phone of the table, and its card, until there is a new link."""
        evening_row = self.evening(request, club, evening)
        table = desk.table(evening_row, number)
        validate_body(request, bodies.Nothing)
        links.revoke_table_link(table=table, at=self.who(request)["at"])
        return Phones.of(evening_row, number).reply()


class PhonesEndpoint(OfficerView):
    """The phones of a table."""

    @operation("list_phones", answer=Phones)
    def get(self, request: Request, club: str, evening: str, number: int) -> Response:
        """The phones that have opened the card of the table."""
        evening_row = self.evening(request, club, evening)
        return Phones.of(evening_row, desk.table(evening_row, number).number).reply()


class PhoneEndpoint(OfficerView):
    """One of them."""

    @operation("send_phone_away", answer=Phones)
    def delete(self, request: Request, club: str, evening: str, number: int, phone: int) -> Response:
        """Shut one phone out; whoever scans the card again is let in again."""
        evening_row = self.evening(request, club, evening)
        row = live.phone_of(evening_row, number, phone)
        if row is None:
            raise Http404
        validate_body(request, bodies.Nothing)
        phones.send_device_away(phone=row, at=self.who(request)["at"])
        return Phones.of(evening_row, number).reply()


NAMES: Final = ("slug", "id")
"""What in an answer the addresses below call it by, the first that it has."""
METHODS: Final = ("get", "post", "put", "patch", "delete")
COMPONENT: Final = "#/components/schemas/"


def add_links(result: dict[str, Any], generator: object, **kwargs: Any) -> dict[str, Any]:
    """Say with what each `POST` makes which operations may be asked: those at `PATH{name}/` and below."""
    paths, components = result["paths"], result["components"]["schemas"]
    for path, operations in paths.items():
        for status, answer in operations.get("post", {}).get("responses", {}).items():
            pointer = _name_in(answer, components) if status.startswith("2") else None
            if pointer is not None and (links := dict(_below(path, pointer, paths))):
                answer["links"] = links
    return result


def _name_in(answer: Mapping[str, Any], components: Mapping[str, Any]) -> str | None:
    schema = answer.get("content", {}).get("application/json", {}).get("schema", {})
    fields = components.get(schema.get("$ref", "").removeprefix(COMPONENT), {}).get("properties", {})
    return next((name for name in NAMES if name in fields), None)


def _below(path: str, pointer: str, paths: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for other, operations in paths.items():
        match = re.match(r"{(\w+)}/", other.removeprefix(path)) if other.startswith(path) else None
        if match is None:
            continue
        known = {f"path.{name}": f"$request.path.{name}" for name in re.findall(r"{(\w+)}", path)}
        for method in METHODS:
            if method in operations:
                name = operations[method]["operationId"]
                parameters = {**known, f"path.{match[1]}": f"$response.body#/{pointer}"}
                yield name, {"operationId": name, "parameters": parameters}
