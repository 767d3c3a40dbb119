"""The phone at the table: look, preview, enter, ring, cut."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Final

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.utils.cache import patch_vary_headers
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.faults import Faults
from tournaments.club.web.settings import render_for
from tournaments.evening import acts
from tournaments.evening.reads.tables import TableLink
from tournaments.evening.services import scoresheets
from tournaments.evening.services.perform import perform
from tournaments.evening.services.scoresheets import EntryAnswer
from tournaments.evening.web.table.actions import act_done, hidden_number, start_by
from tournaments.evening.web.table.app import at_table, by_table, phone_id, table_url
from tournaments.evening.web.table.form_data import Values
from tournaments.evening.web.table.hand_form import Typed, in_form
from tournaments.evening.web.table.page import by_htmx, show
from tournaments.evening.web.table.preview import UnsavedHand, entered, previewed
from tournaments.site.web.pages import now, refusals

# What the phone's queue is told of a hand that it sent: the service's own words, byte for byte, or why
# not.
# The form of a page without scripts is answered with pages; js/phone.js asks for JSON, and takes a hand
# off the phone only when this answer names the hand's key.

CREATED: Final = 201
LATE: Final = 202
"""Neither counted nor refused: the director decides."""


def wants_json(request: HttpRequest) -> bool:
    return request.get_preferred_type(["text/html", "application/json"]) == "application/json"


def became_response(entered: EntryAnswer) -> str:
    """What became of the hand: "" where it counts, else "agrees", "disputed" or "late"."""
    return str(json.loads(entered.answer).get("state", ""))


def entered_response(entered: EntryAnswer) -> HttpResponse:
    """The answer as the service keeps it: 201 the first time, 200 for a retry, 202 for a late hand."""
    status = LATE if became_response(entered) == "late" else 200 if entered.replayed else CREATED
    return _varied(HttpResponse(entered.answer, content_type="application/json", status=status))


def refused_response(faults: Faults, values: Values) -> HttpResponse:
    """422 with everything that is wrong with the hand, worded as beside the fields of its form."""
    errors = [
        {"field": refusal.field, "code": refusal.code, "message": in_form(refusal, values)}
        for refusal in refusals(faults)
    ]
    return _varied(JsonResponse({"errors": errors}, status=REFUSED))


def _varied(answer: HttpResponse) -> HttpResponse:
    patch_vary_headers(answer, ("Accept",))
    return answer


SMALL: Final = 4
"""Digits of the number of a round or a hand."""
REFUSED: Final = 422


@require_safe
@at_table
def table(request: HttpRequest, link: TableLink) -> HttpResponse:
    return show(request, link)


@require_POST
@at_table
def enter(request: HttpRequest, link: TableLink) -> HttpResponse:
    values, hand = entered(request.POST.dict(), link.table.evening, link.table.number)
    number, key = hidden_number(request, "number", digits=SMALL), request.POST.get("key", "")
    queued = wants_json(request)
    try:
        entry = scoresheets.enter_hand(
            evening_id=link.table.evening_id,
            table_number=link.table.number,
            hand=hand,
            key=key,
            by=by_table(link, hidden_number(request, "round", digits=SMALL)),
            at=now(),
            round_number=hidden_number(request, "round", digits=SMALL),
            number=number,
            played_at=_moment(request, "played_at"),
            sent_at=_moment(request, "sent_at"),
            phone=phone_id(link),
        )
    except Faults as refused:
        return refused_response(refused, values) if queued else _again(request, link, values, refused, key)
    return entered_response(entry) if queued else _saved(request, link, number, became_response(entry))


def _saved(request: HttpRequest, link: TableLink, number: int, became: str) -> HttpResponse:
    url = table_url(link)
    match became:
        case "agrees":
            messages.info(request, _("Another phone had entered the same hand; it is saved once."))
        case "disputed":
            words = _(
                "Hand %(number)s has been entered otherwise on another phone: look at both entries, and agree on one."
            )
            messages.warning(request, words % {"number": number})
            return HttpResponseRedirect(url, status=303)
        case "late":
            words = _("Hand %(number)s came late: the director decides whether it counts.")
            messages.warning(request, words % {"number": number})
            return HttpResponseRedirect(url, status=303)
    return HttpResponseRedirect(f"{url}?saved={number}", status=303)


def _again(request: HttpRequest, link: TableLink, values: Values, refused: Faults, key: str) -> HttpResponse:
    return show(request, link, unsaved=UnsavedHand(Typed(values, refusals(refused)), key), status=REFUSED)


@require_POST
@at_table
def preview(request: HttpRequest, link: TableLink) -> HttpResponse:
    evening = link.table.evening
    hand_preview = previewed(request.POST.dict(), evening, link.table.number)
    if by_htmx(request):
        return render_for(request, evening.club, "table/preview.html", {"previewed": hand_preview})
    unsaved = UnsavedHand(
        Typed(hand_preview.values, hand_preview.refused),
        request.POST.get("key", ""),
        preview=hand_preview.preview,
    )
    return show(request, link, unsaved=unsaved, status=REFUSED if hand_preview.refused else 200)


@require_POST
@at_table
def signal(request: HttpRequest, link: TableLink) -> HttpResponse:
    return act_done(request, link, lambda: start_by(link, at=now()))


@require_POST
@at_table
def ring(request: HttpRequest, link: TableLink) -> HttpResponse:
    return act_done(
        request,
        link,
        lambda: perform(
            evening=link.table.evening, act=acts.Ring(table=link.table.number), by=by_table(link), at=now()
        ),
    )


@require_POST
@at_table
def cut(request: HttpRequest, link: TableLink) -> HttpResponse:
    entered = request.POST.get("winner", "")
    return act_done(
        request,
        link,
        lambda: perform(
            evening=link.table.evening,
            act=acts.Cut(table=link.table.number, winner=entered),
            by=by_table(link),
            at=now(),
        ),
    )


def _moment(request: HttpRequest, name: str) -> datetime | None:
    # Raises BadRequest for a moment without a time zone.
    value = request.POST.get(name, "")
    if not value:
        return None
    try:
        moment = parse_datetime(value)
    except ValueError as error:
        raise BadRequest(f"{name} is not a moment") from error
    if moment is None or moment.tzinfo is None:
        raise BadRequest(f"{name} is not a moment")
    return moment
