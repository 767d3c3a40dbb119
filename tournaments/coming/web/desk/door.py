"""The desk's page of the code at the door: making it, printing it, taking it back."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.coming.reads import door
from tournaments.coming.services.door import close_door, door_token, open_door
from tournaments.coming.web.public.door import shown
from tournaments.evening.reads.desk import Evening
from tournaments.evening.status import Status
from tournaments.evening.web.desk.decorators import evening_page, to_desk
from tournaments.site.web.addresses import is_loopback
from tournaments.site.web.forms import attempt
from tournaments.site.web.shared import by_user, now


@require_safe
@evening_page
def show(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The code, where there is one, and what to do with it."""
    context = {
        "may_open": evening.status in (Status.DRAFT, Status.CHECK_IN),
        **_code(request, evening),
    }
    return render(request, "desk/coming/door.html", {"evening": evening, **context})


@require_safe
@evening_page
def paper(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The code on a sheet for the door."""
    found = _code(request, evening)
    if not found:
        raise Http404
    return render(request, "desk/coming/door_paper.html", {"evening": evening, **found})


@require_POST
@evening_page
def make(request: HttpRequest, evening: Evening) -> HttpResponse:
    """A code for the door, in the place of one that is there."""
    service = partial(open_door, evening=evening, by=by_user(request), at=now())
    attempt(request, service, _("There is a new code for the door. Print it, or put it on a screen."))
    return to_desk(evening, "desk-door")


@require_POST
@evening_page
def end(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Nobody checks themselves in any more."""
    service = partial(close_door, evening=evening, at=now())
    attempt(request, service, _("The code at the door works no longer."))
    return to_desk(evening, "desk-door")


def _code(request: HttpRequest, evening: Evening) -> dict[str, Any]:
    """What is shown of the live code; nothing where there is none."""
    code = door.live_code(evening)
    if code is None:
        return {}
    code.evening = evening
    told = shown(request, code, door_token(code))
    return {**told, "here_only": is_loopback(told["link"])}
