"""Calling the director to a table, and needing nobody any more."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring.derivation import gettext_noop
from scoring.faults import Faults
from tournaments.evening import acts
from tournaments.evening.reads.facts import plan_of
from tournaments.evening.reads.tables import DirectorCall, TableLink, waiting_call
from tournaments.evening.round_rules import Status
from tournaments.evening.services import calls
from tournaments.evening.services.perform import perform
from tournaments.evening.web.table.app import at_table, by_table, table_url
from tournaments.refusals import refuse
from tournaments.site.web.pages import now, refusals

# --- What the acts of a table have in common: a number that a form carries, the act, the answer -------

MOST_DIGITS: Final = 9


def act_done(
    request: HttpRequest, link: TableLink, act: Callable[[], object], said: str = ""
) -> HttpResponse:
    """Do `act` and show the table again with `said`, or with why it was refused."""
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


def call_context(link: TableLink, waiting: DirectorCall | None) -> dict[str, Any]:
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
def withdraw_call(request: HttpRequest, link: TableLink) -> HttpResponse:
    """Withdraw the table's call; one that has been answered meanwhile stays so."""
    waiting = waiting_call(link.table)
    if waiting is not None:
        calls.answer(evening=link.table.evening, call_id=waiting.pk, by=by_table(link), at=now())
        messages.info(request, _("The call is withdrawn."))
    return HttpResponseRedirect(table_url(link), status=303)
