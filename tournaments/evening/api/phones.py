"""Which phone of a table asks: the header by which clients of one table are told apart."""

from __future__ import annotations

import re
from typing import Final

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from scoring.derivation import gettext_noop
from tournaments.club.services.tokens import hashed
from tournaments.evening.reads import live
from tournaments.evening.reads.access import TableKey, link_at
from tournaments.evening.reads.scoresheets import UNTOLD
from tournaments.evening.services import links
from tournaments.refusals import BAD_PHONE, SENT_AWAY, refuse

HEADER: Final = "Table-Phone"
TOKEN: Final = re.compile(r"[\w-]{22,64}", re.ASCII)
"""128 random bits at the least, in URL-safe base64; a browser's cookie is one too."""
LABEL: Final = gettext_noop("app")
"""What the director sees of a phone that came by this door."""
READS: Final = ("GET", "HEAD", "OPTIONS")


def phone_token(request: Request) -> str | None:
    """The token of the phone that asks, None where it does not tell which it is.

    Raises Faults for a token that is none (`bad-phone`).
    """
    token = request.headers.get(HEADER)
    if token is not None and not TOKEN.fullmatch(token):
        refuse(
            HEADER,
            BAD_PHONE,
            gettext_noop(
                "a phone's token has 22 to 64 letters, digits, “-” and “_”; make one of 128 random bits and keep it"
            ),
        )
    return token


def phone_asking(request: Request, key: TableKey) -> int:
    """The primary key of the phone that asks for the table of `key`; `UNTOLD` where it does not tell which it is.

    A phone that the table does not know yet is welcome, as of what it first sends.

    Raises Faults for a token that is none (`bad-phone`), and for a phone that was sent away (`sent-away`).
    """
    token = phone_token(request)
    if token is None:
        return UNTOLD
    phone = live.phone_with(hashed(token), key.link_id)
    if phone is not None and phone.sent_away_at is not None:
        refuse(
            HEADER,
            SENT_AWAY,
            gettext_noop(
                "the director has shut this phone out of its table; if it belongs there, scan the card on the table "
                "again, and make a new token"
            ),
        )
    if phone is None:
        if request.method in READS:
            return UNTOLD
        return links.meet_device(link=link_at(key.link_id), token=token, label=LABEL, at=timezone.now()).pk
    if request.method not in READS:
        links.device_seen(phone=phone, at=timezone.now())
    return phone.pk


PHONE = OpenApiParameter(
    HEADER,
    {"type": "string", "pattern": f"^{TOKEN.pattern}$"},
    OpenApiParameter.HEADER,
    description=(
        "With a table's token: a random token of at least 128 bits, which each phone makes for itself and keeps. It "
        "tells the phones of one table apart, for none confirms, agrees with or settles what it has entered itself. "
        "All requests without it count as one phone."
    ),
)
