"""What the acts of a table have in common: a number that a form carries, the act, the answer."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from scoring.derivation import gettext_noop
from scoring.faults import Faults
from tournaments.evening import acts
from tournaments.evening.reads.facts import plan_of
from tournaments.evening.reads.tables import TableLink
from tournaments.evening.score import Status
from tournaments.evening.services.perform import perform
from tournaments.evening.web.table.app import by_table, table_url
from tournaments.refusals import refuse
from tournaments.site.web.pages import refusals

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


def may_signal(link: TableLink) -> bool:
    """Whether this table gives the signal for the next round now: table 1, where the plan leaves it to it."""
    evening = link.table.evening
    is_time = acts.Start in acts.possible(Status(evening.status))
    return is_time and link.table.number == 1 and plan_of(evening).signal == "table_1"


def start_by(link: TableLink, *, at: datetime) -> None:
    """Start the next round at the word of a table. Raises Faults where it is not for this table to give."""
    if not may_signal(link):
        refuse("table", "not-the-signal", gettext_noop("the director gives the signal for the next round"))
    perform(evening=link.table.evening, act=acts.Start(), by=by_table(link), at=at)


def hidden_number(request: HttpRequest, name: str, *, digits: int = MOST_DIGITS) -> int:
    """A number that a form carries hidden. Raises BadRequest for what no form of ours sends."""
    value = request.POST.get(name, "")
    if not (value.isascii() and value.isdecimal() and len(value) <= digits):
        raise BadRequest(f"{name} is not a number")
    return int(value)
