"""A player's own link: what the ticket opens, and the cookie that keeps it on the player's phone.

As with a table's card the token stands in the link once and in a cookie of this one ticket from then on; every
request looks it up again, so that a link taken back stops working at once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from tournaments.club.services.tokens import hashed
from tournaments.club.web.language import speak
from tournaments.evening.reads.player import PlayerLink, link_for
from tournaments.evening.services.links import player_token
from tournaments.evening.web.table.phones import LASTS

P = ParamSpec("P")


def own_url(link: PlayerLink, name: str = "me") -> str:
    """The plain address of the page that `link` opens, or of one of its acts."""
    evening = link.ticket.evening
    return reverse(f"web:{name}", args=[evening.club.slug, evening.slug, link.ticket.number])


def cookie_name(number: int) -> str:
    """The cookie of a ticket; its path sets it apart from the same ticket of another evening."""
    return f"ticket-{number}"


def let_in(request: HttpRequest, link: PlayerLink) -> HttpResponse:
    """Remember the ticket of `link` on this phone, and go to its plain address."""
    here = own_url(link)
    answer = HttpResponseRedirect(here)
    answer.set_cookie(
        cookie_name(link.ticket.number),
        player_token(link),
        max_age=LASTS,
        path=here,
        secure=settings.HTTPS or request.is_secure(),
        httponly=True,
        samesite="Lax",
    )
    return answer


def no_ticket(request: HttpRequest) -> HttpResponse:
    """The page for a phone whose link is unknown, taken back, or somebody else's; an open page is left for it."""
    answer = render(request, "player/no_ticket.html", status=404)
    if "HX-Request" in request.headers:
        answer["HX-Refresh"] = "true"
    return answer


def with_ticket(
    view: Callable[Concatenate[HttpRequest, PlayerLink, P], HttpResponse],
) -> Callable[..., HttpResponse]:
    """A page of one player: the view gets the live link that this phone's cookie holds for this very ticket.

    Nothing of it is kept by the browser: whoever borrows the phone afterwards finds nothing.
    """

    @wraps(view)
    def found(
        request: HttpRequest, club: str, evening: str, number: int, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        token = request.COOKIES.get(cookie_name(number), "")
        link = link_for(hashed(token), club=club, evening=evening, number=number) if token else None
        if link is None:
            answer = no_ticket(request)
        else:
            speak(request, link.ticket.evening.club.language)
            answer = view(request, link, *args, **kwargs)
        answer["Cache-Control"] = "private, no-store"
        return answer

    return found
