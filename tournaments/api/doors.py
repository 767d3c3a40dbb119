"""The base of every view: who asks for what, in which language, and the answer as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple, TypedDict, cast

from django.http import Http404, HttpResponse, HttpResponseNotModified
from django.http.response import HttpResponseBase
from django.utils import timezone, translation
from django.utils.http import parse_etags
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.permissions import AllowAny, BasePermission
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.api.authentication import IsOfficer, TablePrincipal
from tournaments.api.bodies import MOST_TABLES
from tournaments.queries import rest


class By(TypedDict):
    """Who acts and when, as services take it."""

    by: str
    at: datetime


def asker(request: Request) -> rest.User | TablePrincipal:
    """Who asks; permissions have seen to it that somebody does."""
    return cast("rest.User | TablePrincipal", request.user)


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

    def finalize_response(
        self, request: Request, response: HttpResponseBase, *args: Any, **kwargs: Any
    ) -> Any:
        """The answer, kept by nobody on the way but asked for again where it has a version."""
        response = super().finalize_response(request, cast("Response", response), *args, **kwargs)
        response.headers.setdefault("Cache-Control", "private, no-cache")
        return response


class PublicDoor(Door):
    """For everybody; it shows nothing of anybody's."""

    permission_classes: Sequence[type[BasePermission]] = (AllowAny,)


class OfficerDoor(Door):
    """For users, each of whom finds their own clubs."""

    permission_classes: Sequence[type[BasePermission]] = (IsOfficer,)

    def who(self, request: Request) -> By:
        """Who acts, and when."""
        return {"by": f"user:{request.user.pk}", "at": timezone.now()}


class Place(NamedTuple):
    """A table of an evening, found for an asker who may be there, and who that is."""

    evening_id: int
    table: int
    who: By


class TableDoor(Door):
    """For a table's own phone, and for the officers of its club."""

    def place(self, request: Request, club: str, evening: str, number: int) -> Place:
        """The table at this address. Raises Http404 where it is not the asker's."""
        user = asker(request)
        if isinstance(user, TablePrincipal):
            key = user.key
            if (key.club, key.evening, key.table) != (club, evening, number):
                raise Http404
            return Place(key.evening_id, number, {"by": user.by, "at": timezone.now()})
        if not 1 <= number <= MOST_TABLES:
            raise Http404
        found = rest.evening_id(user, club, evening)
        return Place(found, number, {"by": f"user:{user.pk}", "at": timezone.now()})


def unchanged(request: Request, version: int) -> tuple[str, HttpResponse | None]:
    """The ETag of what is shown at `version` in the reader's language, and 304 for who has that already."""
    etag = f'"{version}-{translation.get_language()}"'
    known = parse_etags(request.headers.get("If-None-Match", ""))
    if "*" in known or etag in [tag.removeprefix("W/") for tag in known]:
        return etag, HttpResponseNotModified(headers={"ETag": etag})
    return etag, None


def versioned(data: dict[str, Any], etag: str) -> Response:
    """An answer that can be asked for again by its ETag."""
    return Response(data, headers={"ETag": etag})
