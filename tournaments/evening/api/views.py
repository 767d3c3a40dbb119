"""The views of an evening and of a table of it, the documentation, and the answer where nothing is."""

from __future__ import annotations

import re
from functools import partial
from typing import Any, ClassVar, Final, NamedTuple, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import HttpHeaders
from django.utils import timezone
from django.views.decorators.http import require_safe
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.derivation import gettext_noop
from tournaments.client import CLIENT
from tournaments.club.api.operations import CLUB, checks_right
from tournaments.club.api.views import SAFE, Actor, OfficerView, PublicView, RestView, get_for_role_or_404
from tournaments.club.roles import Permission, Role
from tournaments.club.services.tokens import hashed
from tournaments.evening.acts.act import MOST_TABLES
from tournaments.evening.api.authentication import TablePrincipal
from tournaments.evening.reads import access, desk, live, scoresheets
from tournaments.evening.reads.access import TableKey, link_at
from tournaments.evening.record import AT_A_TABLE
from tournaments.evening.services import links
from tournaments.refusals import BAD_PHONE, SENT_AWAY, refuse
from tournaments.site.api.schema import header
from tournaments.site.arguments import provides


def asker(request: Request) -> access.User | TablePrincipal:
    return cast("access.User | TablePrincipal", request.user)


@provides
@checks_right
def evening_at(view: OfficerView, request: Request, club: str, evening: str) -> desk.Evening:
    """The evening at this address, with its club. Raises as `get_for_role_or_404` does."""
    return get_for_role_or_404(request, view.needs, partial(access.evening_for, request.user, club, evening))


# --- Which phone of a table asks: the header by which clients of one table are told apart --------------
HEADER: Final = "Table-Phone"
TOKEN: Final = re.compile(r"[\w-]{22,64}", re.ASCII)
"""128 random bits at the least, in URL-safe base64; a browser's cookie is one too."""
LABEL: Final = gettext_noop("app")
"""What the director sees of a phone that came by this door."""


def sent(request: HttpRequest | Request, header: str) -> str | None:
    """A header, without going through all of them as `request.headers` does at first."""
    value: str | None = request.META.get(HttpHeaders.to_wsgi_name(header))
    return value


def phone_token(request: HttpRequest | Request) -> str | None:
    """The token of the phone that asks, None where it does not tell which it is.

    Raises Faults for a token that is none (`bad-phone`).
    """
    token = sent(request, HEADER)
    if token is not None and not TOKEN.fullmatch(token):
        refuse(
            HEADER,
            BAD_PHONE,
            "a phone's token has 22 to 64 letters, digits, “-” and “_”; make one of 128 random bits and keep it",
        )
    return token


def phone_asking(request: HttpRequest | Request, key: TableKey) -> int:
    """The primary key of the phone that asks for the table of `key`; `UNTOLD` where it does not tell which it is.

    A phone that the table does not know yet is welcome, as of what it first sends.

    Raises Faults for a token that is none (`bad-phone`), and for a phone that was sent away (`sent-away`).
    """
    token = phone_token(request)
    if token is None:
        return scoresheets.UNTOLD
    phone = live.phone_with(hashed(token), key.link_id)
    if phone is not None and phone.sent_away_at is not None:
        refuse(
            HEADER,
            SENT_AWAY,
            "the director has shut this phone out of its table; if it belongs there, scan the card on the table "
            "again, and make a new token",
        )
    if phone is None:
        if request.method in SAFE:
            return scoresheets.UNTOLD
        return links.meet_device(link=link_at(key.link_id), token=token, label=LABEL, at=timezone.now()).pk
    if request.method not in SAFE:
        links.device_seen(phone=phone, at=timezone.now())
    return phone.pk


PHONE = header(
    HEADER,
    {"type": "string", "pattern": f"^{TOKEN.pattern}$"},
    "With a table's token: a random token of at least 128 bits, which each phone makes for itself and keeps. It "
    "tells the phones of one table apart, for none confirms, agrees with or settles what it has entered itself. "
    "All requests without it count as one phone.",
)


class TableInView(NamedTuple):
    """A table of an evening, found for an asker who may be there, and who that is.

    `phone` is the phone of a table that asks, or `UNTOLD`; None where it is no table's.
    """

    evening_id: int
    table: int
    who: Actor
    phone: int | None = None

    def with_seat(
        self, seat: int | None, *, round_number: int | None = None, key: str | None = None
    ) -> Actor:
        """Who acts, from a seat of the table if they say which.

        Arguments:
            round_number: the round that the act is about; None for the current one.
            key: that of a request which may be a retry; what it has been answered once it is answered again.

        Raises Faults where it is no table's phone that names a seat, or nobody sits there.
        """
        if seat is None:
            return self.who
        by = self.who["by"]
        if not by.startswith(AT_A_TABLE):
            refuse("seat", "not-at-the-table", "a seat was entered; only a table's phone has one")
        seated = access.is_seated(self.evening_id, self.table, seat, round_number=round_number)
        if not seated and (key is None or not access.is_answered(self.evening_id, self.table, key)):
            refuse(
                "seat",
                "unknown-seat",
                "seat %(entered)s was entered; nobody sits there at table %(table)s",
                entered=seat,
                table=self.table,
            )
        return {**self.who, "by": f"{by} seat:{seat}"}


def table_with(key: TableKey, request: HttpRequest | Request, place: tuple[str, str, int]) -> TableInView:
    """The table that a token opens. Raises Http404 where the address is another's, Faults as `phone_asking` does."""
    if (key.club, key.evening, key.table) != place:
        raise Http404
    who: Actor = {"by": key.by, "at": timezone.now()}
    return TableInView(key.evening_id, key.table, who, phone_asking(request, key))


class TableView(RestView):
    """For a table's own phone, and for the officers of its club or evening who are what the endpoint `needs`."""

    needs: ClassVar[Permission] = Permission(Role.SCORER, Role.SCORER)
    parameters = (PHONE,)

    def place(self, request: Request, club: str, evening: str, number: int) -> TableInView:
        """The table at this address. Raises Http404 where it is not the asker's.

        Raises Faults for a phone of the table that is none of its phones any more, or no phone.
        """
        user = asker(request)
        if isinstance(user, TablePrincipal):
            return table_with(user.key, request, (club, evening, number))
        if not 1 <= number <= MOST_TABLES:
            raise Http404
        evening_row = get_for_role_or_404(
            request, self.needs, partial(access.evening_for, user, club, evening)
        )
        phone_token(request)
        return TableInView(evening_row.pk, number, {"by": f"user:{user.pk}", "at": timezone.now()})


# --- The documentation page, the client to take away, and the answer to addresses that are none -------


VERSION: Final = "v1"


@extend_schema(exclude=True)
class Schema(SpectacularAPIView):
    """The schema, written once for each format: that takes a second of CPU, and anybody may ask for it."""

    written: ClassVar[dict[str, str | bytes]] = {}

    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        renderer = request.accepted_renderer
        if renderer.media_type not in self.written:
            schema = self.generator_class(api_version=VERSION).get_schema(public=True)  # type: ignore[no-untyped-call]
            self.written[renderer.media_type] = renderer.render(schema)
        charset = f"; charset={renderer.charset}" if renderer.charset else ""
        return HttpResponse(
            self.written[renderer.media_type],
            content_type=f"{renderer.media_type}{charset}",
            headers={"Content-Disposition": f'inline; filename="Head Table ({VERSION}).{renderer.format}"'},
        )


class Docs(SpectacularSwaggerSplitView):
    """Swagger's page with every script and style in a file of ours: nothing for a strict policy to block."""

    url_name = "api-schema"
    template_name = "api/docs.html"


@require_safe
def client(request: HttpRequest) -> HttpResponse:
    """The Python client of this house, as a file. Raises Http404 where the set-up has not written it."""
    if not CLIENT.exists():
        raise Http404
    headers = {"Content-Disposition": f'attachment; filename="{CLIENT.name}"'}
    return HttpResponse(CLIENT.read_bytes(), content_type="text/x-python; charset=utf-8", headers=headers)


@extend_schema(exclude=True)
class NotFoundView(PublicView):
    """An address that is none is refused like everything else."""

    @property
    def default_response_headers(self) -> dict[str, str]:
        return {}

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        raise Http404

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        raise Http404


EVENING: Final = f"{CLUB}evenings/<slug:evening>/"
TABLE: Final = f"{EVENING}tables/<int:number>/"


@provides
def table_at(view: TableView, request: Request, club: str, evening: str, number: int) -> TableInView:
    return view.place(request, club, evening, number)
