"""A player's own link at the desk: shown to be scanned, replaced by a new one, or taken back."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.evening.reads import desk, hand_visibility
from tournaments.evening.reads.desk import Evening
from tournaments.evening.services import links
from tournaments.evening.web.desk.decorators import evening_page, to_desk
from tournaments.evening.web.desk.papers import own_page
from tournaments.evening.web.desk.reveal_hands import ask
from tournaments.site.web.addresses import is_loopback
from tournaments.site.web.isolating import isolate
from tournaments.site.web.shared import now


@require_safe
@evening_page
def show(request: HttpRequest, evening: Evening, code: str) -> HttpResponse:
    """The link of one ticket, for its holder to scan or to type."""
    ticket = desk.ticket(evening, code)
    table = hand_visibility.kept_tickets(hand_visibility.sight_of(request.user, evening), evening).get(
        ticket.pk
    )
    if table is not None:
        return ask(request, evening, table)
    own = own_page(request, desk.player_link(ticket))
    context = {
        "evening": evening,
        "ticket": ticket,
        "own": own,
        "here_only": own is not None and is_loopback(own["link"]),
    }
    return render(request, "desk/personal.html", context)


@require_POST
@evening_page
def renew(request: HttpRequest, evening: Evening, code: str) -> HttpResponse:
    """Give a ticket a new link; the old one, and every phone that opened it, is shut out."""
    ticket = desk.ticket(evening, code)
    links.renew_player_link(ticket=ticket, at=now())
    messages.success(request, _("%(name)s has a new link.") % {"name": isolate(ticket.player.name)})
    return to_desk(evening, "desk-personal", code)


@require_POST
@evening_page
def revoke(request: HttpRequest, evening: Evening, code: str) -> HttpResponse:
    """Take the link of a ticket back."""
    ticket = desk.ticket(evening, code)
    links.revoke_player_link(ticket=ticket, at=now())
    messages.success(
        request, _("The link of %(name)s opens nothing any more.") % {"name": isolate(ticket.player.name)}
    )
    return to_desk(evening, "desk-personal", code)
