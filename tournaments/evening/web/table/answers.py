"""What the phone's queue is told of a hand that it sent: the service's own words, byte for byte, or why not.

The form of a page without scripts is answered with pages; js/phone.js asks for JSON, and takes a hand off the phone
only when this answer names the hand's key.
"""

from __future__ import annotations

import json
from typing import Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import patch_vary_headers

from scoring.faults import Faults
from tournaments.evening.services.scoresheets import EntryAnswer
from tournaments.evening.web.table.form_data import Values
from tournaments.evening.web.table.hand_form import in_form
from tournaments.site.web.shared import refusals

CREATED: Final = 201
LATE: Final = 202
"""Neither counted nor refused: the director decides."""
REFUSED: Final = 422


def wants_json(request: HttpRequest) -> bool:
    """Whether a program asks, not a page."""
    return request.get_preferred_type(["text/html", "application/json"]) == "application/json"


def became(entered: EntryAnswer) -> str:
    """What became of the hand: "" where it counts, else "agrees", "disputed" or "late"."""
    return str(json.loads(entered.answer).get("state", ""))


def entered_response(entered: EntryAnswer) -> HttpResponse:
    """The answer of the service as it was kept: 201 the first time, 200 for a retry, 202 for a late hand."""
    status = LATE if became(entered) == "late" else 200 if entered.replayed else CREATED
    return _varied(HttpResponse(entered.answer, content_type="application/json", status=status))


def refused(faults: Faults, values: Values) -> HttpResponse:
    """Everything that is wrong with the hand, worded as beside the fields of its form: 422."""
    errors = [
        {"field": refusal.field, "code": refusal.code, "message": in_form(refusal, values)}
        for refusal in refusals(faults)
    ]
    return _varied(JsonResponse({"errors": errors}, status=REFUSED))


def _varied(answer: HttpResponse) -> HttpResponse:
    patch_vary_headers(answer, ("Accept",))
    return answer
