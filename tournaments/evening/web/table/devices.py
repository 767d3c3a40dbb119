"""Where a phone says it sits: with one of the players, or in the middle of the table."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.http import require_POST

from scoring.faults import Faults
from tournaments.evening.reads.tables import TableLink
from tournaments.evening.services import devices
from tournaments.evening.web.table import phones
from tournaments.evening.web.table.card import at_table, table_url
from tournaments.site.web.shared import refusals


@require_POST
@at_table
def sit(request: HttpRequest, link: TableLink) -> HttpResponse:
    """Remember whose phone this is, over all rounds of the evening."""
    answer = HttpResponseRedirect(table_url(link), status=303)
    if link.phone is None:
        phones.remember(request, answer, phones.welcome(request, link))
    assert link.phone is not None  # noqa: S101 - it has just been welcomed
    try:
        devices.sits(phone=link.phone, code=request.POST.get("ticket", ""))
    except Faults as refused:
        for refusal in refusals(refused):
            messages.error(request, refusal.message)
    return answer
