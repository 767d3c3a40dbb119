"""The pages behind a ticket: the link itself, the player's page, the way to their table."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.club.services.tokens import hashed
from tournaments.club.web.zones import render_for
from tournaments.evening.reads import access
from tournaments.evening.reads.player import PlayerLink, table_link
from tournaments.evening.services import devices, player_requests
from tournaments.evening.web.player.page import Page, context, page_of
from tournaments.evening.web.player.ticket import let_in, no_ticket, own_url, with_ticket
from tournaments.evening.web.table import card
from tournaments.evening.web.table.card import unsent
from tournaments.site.web.forms import attempt
from tournaments.site.web.shared import now


@require_safe
def open_ticket(request: HttpRequest, token: str) -> HttpResponse:
    """What the QR code of a ticket leads to: remembers it on this phone and goes to its plain address."""
    link = access.live_player_link(hashed(token))
    return unsent(no_ticket(request) if link is None else let_in(request, link))


@require_safe
@with_ticket
def me(request: HttpRequest, link: PlayerLink) -> HttpResponse:
    """Where I sit and go, what I have played, how I stand."""
    club = link.ticket.evening.club
    return render_for(request, club, "player/me.html", context(link))


@require_POST
@with_ticket
def to_table(request: HttpRequest, link: PlayerLink) -> HttpResponse:
    """Open on this phone the table at which its owner sits, as scanning its card does, and say whose phone it is."""
    page: Page = page_of(link)
    game = page.place.game if page.place else None
    opened = table_link(game.row.table) if game else None
    if opened is None:
        messages.error(request, _("No card opens your table now; ask the director."))
        return HttpResponseRedirect(own_url(link), status=303)
    answer = card.let_in(request, opened)
    assert opened.phone is not None  # noqa: S101 - it has just been welcomed
    devices.sits(phone=opened.phone, code=link.ticket.code)
    return answer


@require_POST
@with_ticket
def ask(request: HttpRequest, link: PlayerLink) -> HttpResponse:
    """I leave now, or I sit the next round out (`kind`): for the director to see."""
    service = partial(player_requests.ask, ticket=link.ticket, kind=request.POST.get("kind", ""), at=now())
    attempt(request, service)
    return HttpResponseRedirect(own_url(link), status=303)


@require_POST
@with_ticket
def ask_not(request: HttpRequest, link: PlayerLink) -> HttpResponse:
    """I do not want that any more (`kind`)."""
    kind = request.POST.get("kind", "")
    service = partial(player_requests.take_back, ticket=link.ticket, kind=kind, at=now())
    attempt(request, service)
    return HttpResponseRedirect(own_url(link), status=303)
