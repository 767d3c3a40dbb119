"""What the pages of the desk share: finding club and evening, whom a page is for, and the stock of a ticket."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from itertools import cycle
from typing import Any, Concatenate, ParamSpec
from zoneinfo import ZoneInfo

from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.cache import never_cache

from tournaments.club.roles import Role, needs_of, role_held
from tournaments.club.web.pages import get_for_role_or_404, not_yours, with_needs
from tournaments.evening.reads import access
from tournaments.evening.reads.desk import Evening

P = ParamSpec("P")
TICKET_STOCKS = ("rose", "sage", "straw", "sky")
STOCK_CALLED = {
    word: stock
    for stock, words in {
        "rose": "red rose pink rouge rose",
        "sage": "green sage vert",
        "straw": "yellow gold straw jaune or",
        "sky": "blue sky bleu",
    }.items()
    for word in words.split()
}
"""Colours that a ticket has to be printed in where a club calls its tickets so."""


def evening_page(
    view: Callable[Concatenate[HttpRequest, Any, P], HttpResponse],
) -> Callable[..., HttpResponse]:
    """Decorate a page of an evening's desk, in the club's time zone; see `officer_page` for who finds it."""

    @wraps(view)
    def in_club_time(
        request: HttpRequest, evening: Evening, /, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        with timezone.override(ZoneInfo(evening.club.time_zone)):
            return view(request, evening, *args, **kwargs)

    return never_cache(officer_page(in_club_time))


def to_desk(evening: Evening, name: str = "desk-evening", *args: object) -> HttpResponse:
    return redirect(f"web:{name}", evening.club.slug, evening.slug, *args)


def for_the_club(
    view: Callable[Concatenate[HttpRequest, Any, P], HttpResponse],
) -> Callable[..., HttpResponse]:
    """Decorate a page of an evening's desk that makes something for the whole club; below `evening_page`.

    Whoever has an office for the one evening alone is told who may.
    """
    least = needs_of(view, Role.DIRECTOR).write

    @wraps(view)
    def of_club(request: HttpRequest, evening: Evening, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if role_held(evening.club) < least:
            return not_yours(request, evening.club, least)
        return view(request, evening, *args, **kwargs)

    return of_club


def stock_of(colour: str, colours: tuple[str, ...]) -> str:
    """The card stock on which tickets of this colour are shown; empty where the evening has no colours."""
    return _stocks(colours).get(colour, "")


@cache
def _stocks(colours: tuple[str, ...]) -> dict[str, str]:
    # A stock of its own where the colour is called so; the others take what is left, in turn.
    stocks = {colour: STOCK_CALLED[word] for colour in colours if (word := colour.casefold()) in STOCK_CALLED}
    left = cycle([stock for stock in TICKET_STOCKS if stock not in stocks.values()] or TICKET_STOCKS)
    return {colour: stocks.get(colour) or next(left) for colour in colours}


def officer_page(
    view: Callable[Concatenate[HttpRequest, Any, P], HttpResponse],
) -> Callable[..., HttpResponse]:
    """Decorate a page of an evening's desk: the view gets the evening if the user has the role it `needs`.

    That is a director where the view is silent. Anybody else is asked to sign in, is told who may, or gets a 404.
    """
    needed = needs_of(view, Role.DIRECTOR)

    @wraps(view)
    def page(
        request: HttpRequest, club: str, evening: str, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        def show(there: Any) -> HttpResponse:
            there.club.held = there.held_in_club or 0
            return view(request, there, *args, **kwargs)

        def finder(least: Role) -> QuerySet[Evening]:
            return access.evenings_of(request.user, least).filter(club__slug=club, slug=evening)

        return get_for_role_or_404(request, needed, finder, lambda desk_evening: desk_evening.club, show)

    return with_needs(login_required(page), needed)
