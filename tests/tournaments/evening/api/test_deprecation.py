"""An old way says in its answers and in the schema that it is one, until when it stays, and what to use instead."""

from __future__ import annotations

from datetime import date
from http import HTTPStatus

import pytest
from django.test import RequestFactory
from django.urls import path
from drf_spectacular.generators import SchemaGenerator
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.club.api.views import PublicView
from tournaments.site.api.answers import Answer
from tournaments.site.api.schema import CHAPTERS, Deprecation, operation

OLD = Deprecation(date(2026, 1, 1), date(2027, 1, 2), "/api/v1/clubs/{club}/people/")


class Told(Answer):
    """An answer."""

    told: bool


@pytest.fixture
def door(monkeypatch: pytest.MonkeyPatch) -> type[PublicView]:
    """An address with an old way to look and a new way to send."""
    monkeypatch.setattr("tournaments.site.api.schema.CHAPTERS", {**CHAPTERS, "test_deprecation": "Old ways"})

    class OldEndpoint(PublicView):
        """An address."""

        @operation("look_the_old_way", answer=Told, public=True, deprecated=OLD)
        def get(self, request: Request, club: str) -> Response:
            """The old way."""
            return Told(told=True).reply(headers={"Link": '</next>; rel="next"'})

        @operation("send_the_new_way", answer=Told, public=True)
        def post(self, request: Request, club: str) -> Response:
            """The new way."""
            return Told(told=True).reply()

    return OldEndpoint


@pytest.mark.parametrize("known", [False, True])
def test_the_answer_says_it(door: type[PublicView], known: bool) -> None:
    headers = {"If-None-Match": "*"} if known else {}
    answer = door.as_view()(RequestFactory().get("/old/", headers=headers), club="roosters")
    assert answer.status_code == (HTTPStatus.NOT_MODIFIED if known else HTTPStatus.OK)
    assert answer.headers["Deprecation"] == "@1767225600"
    assert answer.headers["Sunset"] == "Sat, 02 Jan 2027 00:00:00 GMT"
    assert answer.headers["Link"].split(", ") == [
        '</next>; rel="next"',
        '</api/docs/>; rel="deprecation"; type="text/html"',
        '</api/v1/clubs/roosters/people/>; rel="successor-version"',
    ]


def test_what_is_no_old_way_says_nothing(door: type[PublicView]) -> None:
    answer = door.as_view()(RequestFactory().post("/old/"), club="roosters")
    assert not {"Deprecation", "Sunset", "Link"} & set(answer.headers)


def test_the_schema_says_it(door: type[PublicView]) -> None:
    generator = SchemaGenerator(patterns=[path("old/<slug:club>/", door.as_view())])  # type: ignore[no-untyped-call]
    (found,) = generator.get_schema(request=None, public=True)["paths"].values()  # type: ignore[no-untyped-call]
    assert found["get"]["deprecated"] is True
    assert "deprecated" not in found["post"]


def test_an_old_way_stays_a_year_at_the_least() -> None:
    with pytest.raises(ValueError, match="365 days"):
        Deprecation(date(2026, 1, 1), date(2026, 12, 31))
