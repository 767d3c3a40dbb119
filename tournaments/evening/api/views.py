"""The base of every view: who asks for what, in which language, and the answer as JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import partial
from typing import Any, ClassVar, NamedTuple, TypedDict, TypeVar, cast

from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from rest_framework.exceptions import PermissionDenied
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.permissions import AllowAny, BasePermission
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scoring.derivation import gettext_noop
from tournaments.club.roles import ONLY, Needs, Role
from tournaments.club.services.answered import Reply, once
from tournaments.evening.acts.fields import MOST_TABLES
from tournaments.evening.api import preconditions
from tournaments.evening.api.authentication import IsOfficer, TablePrincipal
from tournaments.evening.api.phones import phone_asking, phone_token
from tournaments.evening.reads import api_reads
from tournaments.evening.reads.keys import ApiToken
from tournaments.evening.record.agreement import AT_A_TABLE
from tournaments.refusals import refuse
from tournaments.site.api.deprecation import DEPRECATION, Deprecation

KEY_HEADER = "Idempotency-Key"
KEPT_HEADERS = ("Location", "Cache-Control")
"""The headers of an answer that are its own, such as that nobody keeps it; the others every answer gets afresh."""

SECRET = {"Cache-Control": "no-store"}
"""Of an answer that holds what opens something."""


class By(TypedDict):
    """Who acts and when, as services take it."""

    by: str
    at: datetime


def asker(request: Request) -> api_reads.User | TablePrincipal:
    """Who asks; permissions have seen to it that somebody does."""
    return cast("api_reads.User | TablePrincipal", request.user)


def user_asking(request: Request) -> api_reads.User:
    """The user who asks, where no table may; permissions have seen to that."""
    return cast("api_reads.User", request.user)


class JSONOnly(BaseContentNegotiation):
    """There is one way to answer; whatever is asked for, it comes."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser | None:
        """The parser of the body's media type, or None."""
        kind = (request.content_type or "").partition(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == kind), None)

    def select_renderer(  # type: ignore[override]
        self, request: Request, renderers: Sequence[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        """The first and only renderer."""
        return renderers[0], renderers[0].media_type


class Door(APIView):
    """A view of the REST door."""

    content_negotiation_class = JSONOnly
    gives_keys: ClassVar[bool] = False
    """Whether to look at it is to get what changes something: a key that only looks does not do."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """What comes before the method. Raises PermissionDenied where a key's reach is too short for it."""
        super().initial(request, *args, **kwargs)
        key, needs = request.auth, getattr(self, "needs", None)
        if isinstance(key, ApiToken) and needs is not None:
            method = "POST" if self.gives_keys else request.method
            if not needs.is_within(key.reach, method):
                raise PermissionDenied(
                    _("This token may not do that. It may: %(reach)s.") % {"reach": key.get_reach_display()},
                    "beyond-the-token",
                )
        do = getattr(self, str(request.method).lower(), None)
        if do is not None and preconditions.has_one(request):
            conditional = partial(preconditions.done_if_it_matches, self.is_retry, do)
            setattr(self, str(request.method).lower(), conditional)
        elif do is not None and request.method == "PATCH":
            setattr(self, "patch", partial(preconditions.done_by_itself, do))  # noqa: B010 - as above

    def is_retry(self, request: Request, **place: Any) -> bool:
        """Whether this was done already and is only to be answered again, whatever stands there by now."""
        return False

    def finalize_response(
        self, request: Request, response: HttpResponseBase, *args: Any, **kwargs: Any
    ) -> Any:
        """The answer, kept by nobody on the way but asked for again where it has a version."""
        response = super().finalize_response(request, cast("Response", response), *args, **kwargs)
        response.headers.setdefault("Cache-Control", "private, no-cache")
        response = preconditions.told_by_its_etag(request, response)
        # What stands in the class: `initial` may have put something round the method of this one view.
        method = "get" if request.method == "HEAD" else str(request.method).lower()
        old: Deprecation | None = getattr(getattr(type(self), method, None), DEPRECATION, None)
        if old is not None:
            links = [response.headers["Link"]] if "Link" in response.headers else []
            for name, told in old.headers(reverse("api-docs"), self.kwargs).items():
                response.headers[name] = ", ".join([*links, told]) if name == "Link" else told
        return response


class PublicDoor(Door):
    """For everybody; it shows nothing of anybody's."""

    permission_classes: Sequence[type[BasePermission]] = (AllowAny,)


F = TypeVar("F")


def looked_up(request: Request, needs: Needs, find: Callable[[Role], F]) -> F:
    """What `find` finds for the role that the request takes.

    Raises PermissionDenied for whoever holds a lesser office there, Http404 for everybody else.
    """
    least = needs.least(request.method)
    try:
        return find(least)
    except Http404:
        if least == Role.SCORER:
            raise
    find(Role.SCORER)
    raise PermissionDenied(_(ONLY[least]), "not-yours")


class OfficerDoor(Door):
    """For users, each of whom finds the clubs and evenings in which they are what the endpoint `needs`."""

    permission_classes: Sequence[type[BasePermission]] = (IsOfficer,)
    needs: ClassVar[Needs] = Needs(Role.DIRECTOR, Role.DIRECTOR)
    is_own: ClassVar[bool] = False
    """Whether it is about whoever asks: then `needs` says only how far their token has to reach."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """What comes before the method; one with a key of its own is then done once, however often it is sent."""
        key = request.headers.get(KEY_HEADER) if request.method == "POST" else None
        # By its bytes a retry is known, and they can only be read before a session's authentication parses them.
        body = b"" if key is None else request._request.body
        super().initial(request, *args, **kwargs)
        if key is not None:
            post = cast("Callable[..., Response]", getattr(self, "post", self.http_method_not_allowed))
            setattr(self, "post", partial(self._once, key, body, post))  # noqa: B010 - dispatch looks it up after this

    def check_right(self, request: Request, *args: Any, **place: Any) -> object:
        """Raise as `looked_up` does for whoever may not, or no longer, do what is posted here."""
        if "evening" in place:
            return self.evening(request, place["club"], place["evening"])
        return self.club(request, place["club"]) if "club" in place else None

    def club(self, request: Request, club: str) -> api_reads.Club:
        """The club at this address. Raises as `looked_up` does."""
        return looked_up(request, self.needs, partial(api_reads.club, request.user, club))

    def evening(self, request: Request, club: str, evening: str) -> api_reads.Evening:
        """The evening at this address, with its club. Raises as `looked_up` does."""
        return looked_up(request, self.needs, partial(api_reads.evening, request.user, club, evening))

    def who(self, request: Request) -> By:
        """Who acts, and when."""
        return {"by": f"user:{request.user.pk}", "at": timezone.now()}

    def _once(
        self, key: str, body: bytes, post: Callable[..., Response], request: Request, **place: Any
    ) -> HttpResponse:
        """What `post` answers, or has answered when the request came with this key before.

        Raises what `post` and `check_right` raise.
        """

        def do() -> Reply:
            told = post(request, **place)
            headers = {name: value for name, value in told.headers.items() if name in KEPT_HEADERS}
            return Reply(told.status_code, headers, JSONRenderer().render(told.data).decode())

        reply = once(
            user=user_asking(request),
            key=key,
            asked=(str(request.method), request.get_full_path(), body),
            at=timezone.now(),
            do=do,
            check_right=partial(self.check_right, request, **place),
        )
        return HttpResponse(
            reply.body, status=reply.status, headers=dict(reply.headers), content_type="application/json"
        )


class AskedTable(NamedTuple):
    """A table of an evening, found for an asker who may be there, and who that is.

    `phone` is the phone of a table that asks, or `UNTOLD`; None where it is no table's.
    """

    evening_id: int
    table: int
    who: By
    phone: int | None = None

    def speaking(self, seat: int | None, *, round_number: int | None = None, key: str | None = None) -> By:
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
            refuse(
                "seat", "not-at-the-table", gettext_noop("a seat was entered; only a table's phone has one")
            )
        seated = api_reads.is_seated(self.evening_id, self.table, seat, round_number=round_number)
        if not seated and (key is None or not api_reads.is_answered(self.evening_id, self.table, key)):
            refuse(
                "seat",
                "unknown-seat",
                gettext_noop("seat %(entered)s was entered; nobody sits there at table %(table)s"),
                entered=seat,
                table=self.table,
            )
        return {**self.who, "by": f"{by} seat:{seat}"}


class TableDoor(Door):
    """For a table's own phone, and for the officers of its club or evening who are what the endpoint `needs`."""

    needs: ClassVar[Needs] = Needs(Role.SCORER, Role.SCORER)

    def place(self, request: Request, club: str, evening: str, number: int) -> AskedTable:
        """The table at this address. Raises Http404 where it is not the asker's.

        Raises Faults for a phone of the table that is none of its phones any more, or no phone.
        """
        user = asker(request)
        if isinstance(user, TablePrincipal):
            key = user.key
            if (key.club, key.evening, key.table) != (club, evening, number):
                raise Http404
            who: By = {"by": user.by, "at": timezone.now()}
            return AskedTable(key.evening_id, number, who, phone_asking(request, key))
        if not 1 <= number <= MOST_TABLES:
            raise Http404
        found = looked_up(request, self.needs, partial(api_reads.evening_id, user, club, evening))
        phone_token(request)
        return AskedTable(found, number, {"by": f"user:{user.pk}", "at": timezone.now()})


def unchanged(request: Request, version: int) -> tuple[str, HttpResponse | None]:
    """The ETag of what is shown at `version` in the reader's language, and 304 for who has that already.

    Only where a version is known before the answer is made: any other answer has an ETag without it.
    """
    etag = f'"{version}-{translation.get_language()}"'
    return etag, preconditions.not_modified(request, etag)
