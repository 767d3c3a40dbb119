"""Refusals, all in one shape (RFC 9457): `{"title", "status", "errors": [{"field", "code", "message"}]}`.

The messages are in the reader's language.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext_lazy
from rest_framework import exceptions, status
from rest_framework.response import Response
from rest_framework.views import set_rollback

from scoring.faults import Faults
from tournaments.refusals import (
    BAD_PHONE,
    DOES_NOT_MATCH,
    HAND_TAKEN,
    KEY_REUSED,
    NOT_NOW,
    SENT_AWAY,
    HandTakenError,
)
from tournaments.site.api.answers import Problem, Problems

STATUSES = {
    NOT_NOW: status.HTTP_409_CONFLICT,
    HAND_TAKEN: status.HTTP_409_CONFLICT,
    "changed-meanwhile": status.HTTP_409_CONFLICT,
    "look-first": status.HTTP_403_FORBIDDEN,
    SENT_AWAY: status.HTTP_403_FORBIDDEN,
    DOES_NOT_MATCH: status.HTTP_412_PRECONDITION_FAILED,
    KEY_REUSED: status.HTTP_422_UNPROCESSABLE_ENTITY,
    BAD_PHONE: status.HTTP_422_UNPROCESSABLE_ENTITY,
}
CODES = {"not_authenticated": "not-signed-in", "authentication_failed": "bad-token"}
SAID = {
    "not_authenticated": gettext_lazy("Send a token along, in the header “Authorization: Bearer TOKEN”."),
    "not_found": gettext_lazy(
        "There is nothing here that you may see. Every address ends with “/”; they are listed at /api/docs/."
    ),
}
"""What REST framework says without saying what to do."""


def handle(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """The answer to what a view raised; None for what nobody foresaw."""
    set_rollback()
    if isinstance(error, Faults):
        return refused(error)
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    if not isinstance(error, exceptions.APIException):
        return None
    headers = {}
    if header := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = header
    if wait := getattr(error, "wait", None):
        headers["Retry-After"] = f"{wait:.0f}"
    problems = Problems.told(error.status_code, _problems("", error.get_full_details()))
    return problems.refusal(headers=headers)


def refused(error: Faults) -> Response:
    """The answer to an act or a body that was refused."""
    codes = {fault.code for fault in error.faults}
    found = next((number for code, number in STATUSES.items() if code in codes), status.HTTP_400_BAD_REQUEST)
    more = {}
    if isinstance(error, HandTakenError):
        more["taken"] = json.loads(error.taken) if error.taken else None
    return Problems.told(found, [Problem.of(fault) for fault in error.faults]).refusal(**more)


def _problems(field: str, details: Any) -> Iterator[Problem]:
    """REST framework's nested details, flattened; a detail has a message and a code."""
    if isinstance(details, list):
        for detail in details:
            yield from _problems(field, detail)
    elif set(details) == {"message", "code"} and isinstance(details["message"], str):
        code = CODES.get(details["code"], details["code"].replace("_", "-"))
        message = str(SAID.get(details["code"], details["message"]))
        yield Problem(field=field, code=code, message=message)
    else:
        for name, inner in details.items():
            yield from _problems(".".join(filter(None, (field, str(name)))), inner)
