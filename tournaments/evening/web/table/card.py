"""A table's card: the link that a phone opens, and the cookie that keeps it at its table.

The token stands in the link once and in a cookie of this one table from then on; every request looks it up
again, so that a card taken back stops working at once.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tournaments.club.publicity import Part
from tournaments.club.reads.visitors import visitor_of
from tournaments.club.services.tokens import hashed
from tournaments.club.web.language import speak
from tournaments.evening.reads import access, tables
from tournaments.evening.reads.hand_visibility import sight_of
from tournaments.evening.reads.tables import TableLink
from tournaments.evening.services import devices
from tournaments.evening.services.links import table_token
from tournaments.evening.web.table import phones
from tournaments.site.web.shared import now

P = ParamSpec("P")


def table_url(link: TableLink) -> str:
    """The plain address of the table that `link` opens."""
    evening = link.table.evening
    return reverse("web:table", args=[evening.club.slug, evening.slug, link.table.number])


def cookie_name(number: int) -> str:
    """The cookie of a table; its path sets it apart from the same table of another evening."""
    return f"table-{number}"


@require_safe
def open_card(request: HttpRequest, token: str) -> HttpResponse:
    """What the QR code leads to: remembers the table on this phone and goes to its plain address."""
    link = access.live_table_link(hashed(token))
    return unsent(_no_table(request, token) if link is None else let_in(request, link))


def let_in(request: HttpRequest, link: TableLink) -> HttpResponse:
    """Remember the table of `link` on this phone, and go to its plain address."""
    here = table_url(link)
    answer = HttpResponseRedirect(here)
    answer.set_cookie(
        cookie_name(link.table.number),
        table_token(link),
        max_age=phones.LASTS,
        path=here,
        secure=settings.HTTPS or request.is_secure(),
        httponly=True,
        samesite="Lax",
    )
    if request.method != "HEAD":
        phones.remember(request, answer, phones.welcome(request, link))
    return answer


def unsent(answer: HttpResponse) -> HttpResponse:
    """`answer` with the word that its address, which holds a token, is kept and told nowhere."""
    answer["Cache-Control"] = "no-store"
    answer["Referrer-Policy"] = "no-referrer"
    return answer


def no_card(request: HttpRequest, *, sent_away: bool = False) -> HttpResponse:
    """The page for a phone whose card is unknown, taken back, or for another table; or that was sent away."""
    return render(request, "table/no_card.html", {"sent_away": sent_away}, status=404)


def _no_table(request: HttpRequest, token: str) -> HttpResponse:
    """Where a card leads that opens no table: to the results, where its evening is published since."""
    over = access.published_evening(hashed(token)) if token and request.method in ("GET", "HEAD") else None
    if over is None or not visitor_of(request).sees(Part.RESULTS, over.club):
        return no_card(request)
    results = reverse("web:evening", args=[over.club.slug, over.slug])
    if "HX-Request" in request.headers:
        return HttpResponse(status=204, headers={"HX-Redirect": results})
    return HttpResponseRedirect(results)


def at_table(
    view: Callable[Concatenate[HttpRequest, TableLink, P], HttpResponse],
) -> Callable[..., HttpResponse]:
    """A page of a table: the view gets the live link that this phone's cookie holds for this very table.

    A phone that was sent away finds nothing; one that the table does not know yet is welcome.
    """

    @wraps(view)
    @cache_control(private=True, no_cache=True)
    def found(
        request: HttpRequest, club: str, evening: str, number: int, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        token = request.COOKIES.get(cookie_name(number), "")
        phone = phones.hash_of(request)
        link = token and tables.link_for(
            hashed(token), club=club, evening=evening, table=number, phone_hash=phone
        )
        if not link:
            return _no_table(request, token)
        speak(request, link.table.evening.club.language)
        if link.phone is not None and link.phone.sent_away_at is not None:
            return no_card(request, sent_away=True)
        if not sight_of(request.user, link.table.evening).sees(link.table.evening.current_round, number):
            # A director who plays tonight, and says at the desk that they look.
            return redirect("web:desk-table", club, evening, number)
        if link.phone is not None:
            with suppress(OperationalError):  # full or locked: who only looks needs no writing
                devices.seen(phone=link.phone, at=now())
        elif request.method == "GET":
            own = phones.welcome(request, link)
            answer = view(request, link, *args, **kwargs)
            phones.remember(request, answer, own)
            return answer
        return view(request, link, *args, **kwargs)

    return found
