"""Calling the director to a table, and needing nobody any more."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring.faults import Faults
from tournaments.evening.reads.tables import DirectorCall, TableLink, waiting_call
from tournaments.evening.services import calls
from tournaments.evening.web.table.app import at_table, by_table, table_url
from tournaments.site.web.pages import now, refusals


def context(link: TableLink, waiting: DirectorCall | None) -> dict[str, Any]:
    """What a table's page shows of calls, and of the one that waits."""
    evening = link.table.evening
    where = [evening.club.slug, evening.slug, link.table.number]
    return {
        "call": waiting,
        "call_reasons": DirectorCall.Reason.choices,
        "call_urls": {name: reverse(f"web:table-{name}", args=where) for name in ("call", "withdraw")},
    }


@require_POST
@at_table
def call(request: HttpRequest, link: TableLink) -> HttpResponse:
    """Call the director."""
    try:
        calls.call(
            evening=link.table.evening,
            table_number=link.table.number,
            reason=request.POST.get("reason", ""),
            words=request.POST.get("words", ""),
            by=by_table(link),
            at=now(),
        )
        messages.success(request, _("The director has been called."))
    except Faults as refused:
        for refusal in refusals(refused):
            messages.error(request, refusal.message)
    return HttpResponseRedirect(table_url(link), status=303)


@require_POST
@at_table
def withdraw(request: HttpRequest, link: TableLink) -> HttpResponse:
    """Needing nobody any more; a call that has been answered meanwhile stays so."""
    waiting = waiting_call(link.table)
    if waiting is not None:
        calls.answer(evening=link.table.evening, call_id=waiting.pk, by=by_table(link), at=now())
        messages.info(request, _("The call is withdrawn."))
    return HttpResponseRedirect(table_url(link), status=303)
