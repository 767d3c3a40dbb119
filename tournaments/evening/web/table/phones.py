"""A phone at a table: the cookie that tells it from the others, and the name it acts under."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse

from tournaments.club.services.tokens import hashed
from tournaments.evening.reads import devices as queried
from tournaments.evening.reads.devices import Ticket
from tournaments.evening.reads.rounds import GameView
from tournaments.evening.reads.scoresheets import UNTOLD
from tournaments.evening.reads.tables import TableLink
from tournaments.evening.services import devices
from tournaments.site.web.shared import now
from tournaments.site.web.user_agents import kind_of

COOKIE: Final = "phone"
TOKEN: Final = re.compile(r"[\w-]{22}", re.ASCII)
LASTS: Final = timedelta(hours=36)
"""Longer than any evening; a phone that comes back the next day scans a card again."""


def token_of(request: HttpRequest) -> str:
    """The phone's own token; "" where it has none, or none of ours."""
    token = request.COOKIES.get(COOKIE, "")
    return token if TOKEN.fullmatch(token) else ""


def hash_of(request: HttpRequest) -> str:
    """How the phone's token is stored; "" where it has none."""
    token = token_of(request)
    return hashed(token) if token else ""


def welcome(request: HttpRequest, link: TableLink) -> str:
    """Let the phone in at the table of `link`, which then knows it; gives its token.

    Where nothing can be written just now it comes in unknown, with "", and is known the next time.
    """
    token = token_of(request) or devices.new_token()
    label = kind_of(request.headers.get("User-Agent", ""))
    try:
        link.phone = devices.meet(link=link, token=token, label=label, at=now())
    except OperationalError:
        return token_of(request)
    return token


def remember(request: HttpRequest, answer: HttpResponse, token: str) -> None:
    """Have the phone keep its token, where it has one."""
    if not token:
        return
    answer.set_cookie(
        COOKIE,
        token,
        max_age=LASTS,
        secure=settings.HTTPS or request.is_secure(),
        httponly=True,
        samesite="Lax",
    )


def by_table(link: TableLink, round_number: int | None = None, *, seat: int | None = None) -> str:
    """The pseudonym under which the ledger knows whoever holds a phone of a table.

    With their seat where the phone has told it, or where `seat` says for whom a phone in the middle of the table
    speaks this once.

    Arguments:
        round_number: the round that the act is about; None for the one in play.
    """
    table = link.table
    own = queried.seat_at(link, table.evening.current_round if round_number is None else round_number)
    told = own or (seat if link.phone is None or link.phone.ticket_id is None else None)
    return f"table:{table.number} seat:{told}" if told else f"table:{table.number}"


def phone_id(link: TableLink) -> int:
    """The primary key of the phone that came with the link; `UNTOLD` for one that has kept no cookie."""
    return UNTOLD if link.phone is None else link.phone.pk


def own_seat(link: TableLink, here: GameView) -> int | None:
    """In which seat of the table the owner of its phone sits; None for a phone in the middle."""
    owner = own_code(link)
    return next((sitter.seat for sitter in here.seats if sitter.code == owner), None)


def owner_is_elsewhere(link: TableLink, here: GameView) -> bool:
    """Whether the phone's owner does not play here in this round: the hands are then not theirs to see."""
    return bool(own_code(link)) and own_seat(link, here) is None


def own_code(link: TableLink) -> str:
    """The code of the ticket of the phone's owner; "" for a phone in the middle."""
    owner = owner_of(link)
    return owner.code if owner else ""


def owner_of(link: TableLink) -> Ticket | None:
    """The ticket of the phone's owner; None for a phone in the middle."""
    return link.phone.ticket if link.phone else None
