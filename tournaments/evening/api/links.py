"""Links that are handed out at an evening, and the phones that opened them; OpenAPI's links between operations."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Annotated, Any, Final, Self

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.club.api.operations import Address, Created, checks_right
from tournaments.club.api.views import SECRET
from tournaments.evening.api.corrections import look_first, sight_of
from tournaments.evening.api.views import EVENING, TABLE
from tournaments.evening.reads import access, desk, live
from tournaments.evening.reads.desk import Evening, Ticket
from tournaments.evening.services import links
from tournaments.site.api.answers import Answer, Example, PersonName, TicketCode
from tournaments.site.arguments import From
from tournaments.site.web.pages import for_others


# --- the link of each player's own page -----------------------------------------------------------------
class PlayerLink(Answer):
    """The link to somebody's own page; `typed` is the code that is typed where it cannot be scanned."""

    ticket: TicketCode
    url: Annotated[str | None, Example("https://club.example/p/Zm9yIHRoaXMgdGFibGUgb25seSwgc2ho/")]
    typed: Annotated[str | None, Example("4F2A-9C01")]

    @classmethod
    def of(cls, ticket: Ticket, request: Request) -> Self:
        """That of a ticket as it is now; null where it opens nothing."""
        link = desk.player_link(ticket)
        if link is None:
            return cls(ticket=ticket.code, url=None, typed=None)
        url = for_others(request, reverse("web:ticket", args=[links.player_token(link)]))
        return cls(ticket=ticket.code, url=url, typed=links.player_code(link))


OF_PLAYER = Address(f"{EVENING}tickets/<slug:code>/link/", "player-link", gives_keys=True)


@checks_right
def ticket_in_sight(request: Request, evening: Evening, ticket: Ticket) -> Ticket:
    """Raises Faults (`look-first`) where the hands of the ticket are kept from the asker."""
    table = access.kept_tickets(sight_of(request, evening), evening).get(ticket.pk)
    if table is not None:
        look_first(request, evening, evening.current_round, table)
    return ticket


TicketInSight = Annotated[Ticket, From(ticket_in_sight)]


@OF_PLAYER.get(answer=PlayerLink)
def show_player_link(request: Request, ticket: TicketInSight) -> Response:
    """Somebody's own link. Who plays tonight gets none that leads to another table in play, until they look."""
    return PlayerLink.of(ticket, request).reply(headers=SECRET)


@OF_PLAYER.post()
def renew_player_link(request: Request, ticket: TicketInSight, at: datetime) -> Created[PlayerLink]:
    """A new one; the old one, and every phone that opened it, is shut out."""
    links.renew_player_link(ticket=ticket, at=at)
    return Created(PlayerLink.of(ticket, request), SECRET)


@OF_PLAYER.delete()
def revoke_player_link(request: Request, ticket: Ticket, at: datetime) -> PlayerLink:
    """It opens nothing any more, until there is a new one."""
    links.revoke_player_link(ticket=ticket, at=at)
    return PlayerLink.of(ticket, request)


# --- the link of each table, and the phones that opened it ----------------------------------------------
class Phone(Answer):
    """A phone that has opened the card of a table; `owner` is "" for one that lies in the middle."""

    id: Annotated[int, Example(31)]
    label: Annotated[str, Example("Android")]
    owner: PersonName
    last_seen_at: Annotated[datetime, Example("2026-11-20T20:15:00Z")]


class Phones(Answer):
    """Those that the link of a table lets in, the one seen last first; `has_link`: whether its card opens it."""

    has_link: Annotated[bool, Example(value=True)]
    phones: list[Phone]

    @classmethod
    def from_view(cls, view: desk.Table) -> Self:
        phones = [Phone.from_view(row) for row in live.phones_at(view.evening, view.number)]
        return cls(has_link=live.live_link(view.evening, view.number) is not None, phones=phones)


OF_TABLE = Address(f"{TABLE}link/", "table-link")
PHONES = Address(f"{TABLE}phones/", "phones")
PHONE = Address(f"{TABLE}phones/<int:phone>/", "phone")


@OF_TABLE.delete()
def revoke_table_link(table: desk.Table, at: datetime) -> Phones:
    """Shut out every phone of the table, and its card, until there is a new link."""
    links.revoke_table_link(table=table, at=at)
    return Phones.from_view(table)


@PHONES.get()
def list_phones(table: desk.Table) -> Phones:
    """The phones that have opened the card of the table."""
    return Phones.from_view(table)


@PHONE.delete()
def send_phone_away(phone: live.TableDevice, at: datetime) -> Phones:
    """Shut one phone out; whoever scans the card again is let in again."""
    links.send_device_away(phone=phone, at=at)
    return Phones.from_view(phone.link.table)


# --- OpenAPI links: what is made at one address is asked for, and changed, at those below it ------------
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
