"""What the acts of a table have in common: a number that a form carries, the act, the answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from scoring.faults import Faults
from tournaments.evening.reads.tables import TableLink
from tournaments.evening.web.table.card import table_url
from tournaments.site.web.shared import refusals

MOST_DIGITS: Final = 9


def done(request: HttpRequest, link: TableLink, act: Callable[[], object], said: str = "") -> HttpResponse:
    """Do `act` and show the table again, with what is said of it; refused, with why."""
    try:
        act()
    except Faults as refused:
        for refusal in refusals(refused):
            messages.error(request, refusal.message)
    else:
        if said:
            messages.success(request, said)
    return HttpResponseRedirect(table_url(link), status=303)


def hidden_number(request: HttpRequest, name: str, *, digits: int = MOST_DIGITS) -> int:
    """A number that a form carries hidden. Raises BadRequest for what no form of ours sends."""
    value = request.POST.get(name, "")
    if not (value.isascii() and value.isdecimal() and len(value) <= digits):
        raise BadRequest(f"{name} is not a number")
    return int(value)
