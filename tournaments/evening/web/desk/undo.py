"""Undo: a message of what was done has a button that takes it back, by an act of its own."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.evening.reads.desk import Evening
from tournaments.evening.services.ledger import Written
from tournaments.evening.services.perform import can_be_taken_back, take_back
from tournaments.evening.web.desk.decorators import evening_page, to_desk
from tournaments.site.web.forms import attempt
from tournaments.site.web.shared import by_user, now


def undo_of(request: HttpRequest, evening: Evening) -> Callable[[Written | None], str]:
    """For `attempt`: gives the address that takes back an entry of the ledger, "" where nothing does."""

    def address(written: Written | None) -> str:
        if written is None:
            return ""
        sequence = written.sequence
        if not can_be_taken_back(evening=evening, sequence=sequence, by=by_user(request), at=now()):
            return ""
        return reverse("web:desk-undo", args=[evening.club.slug, evening.slug, sequence])

    return address


@require_POST
@evening_page
def undo(request: HttpRequest, evening: Evening, entry: int) -> HttpResponse:
    """Take an entry of the ledger back; then the page on which that was offered."""
    service = partial(
        take_back,
        evening=evening,
        sequence=entry,
        reason=_("Undone at the desk."),
        by=by_user(request),
        at=now(),
    )
    attempt(request, service, _("Undone. The ledger keeps both."))
    wanted = request.POST.get("back", "")
    if wanted.startswith("/desk/") and url_has_allowed_host_and_scheme(wanted, allowed_hosts=None):
        return redirect(wanted)
    return to_desk(evening)
