"""The table's page as an app: how a phone puts it on its home screen and opens it without a network.

Browsers allow that on https and on the machine itself. On plain http, as in most clubs, nothing of this happens:
the queue of hands (js/queue.js) does not need it.
"""

from __future__ import annotations

import hashlib
import json
import re
from contextlib import suppress
from datetime import timedelta
from functools import cache, lru_cache, wraps
from typing import Final

from django.contrib import messages
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.faults import Faults
from tournaments.club.reads.access import visitor_of
from tournaments.club.roles import Part
from tournaments.club.services.tokens import hashed
from tournaments.club.web.pages import View, speak
from tournaments.evening.reads import access, live, scoresheets
from tournaments.evening.reads.access import sight_of
from tournaments.evening.reads.rounds import GameView, TableLink
from tournaments.evening.services import links
from tournaments.evening.services.links import link_token
from tournaments.site.web.pages import keep_cookie, kind_of, now, refusals

# --- A phone at a table: the cookie that tells it from the others, and the name it acts under ---------

COOKIE: Final = "phone"
TOKEN: Final = re.compile(r"[\w-]{22}", re.ASCII)
LASTS: Final = timedelta(hours=36)
"""Longer than any evening; a phone that comes back the next day scans a card again."""


def token_of(request: HttpRequest) -> str:
    token = request.COOKIES.get(COOKIE, "")
    return token if TOKEN.fullmatch(token) else ""


def welcome(request: HttpRequest, link: TableLink) -> str:
    """Let the phone in at the table of `link`, which then knows it; return its token.

    Where nothing can be written just now it comes in unknown, with "", and is known the next time.
    """
    token = token_of(request) or links.new_token()
    label = kind_of(request.headers.get("User-Agent", ""))
    try:
        link.phone = links.meet_device(link=link, token=token, label=label, at=now())
    except OperationalError:
        return token_of(request)
    return token


def remember(request: HttpRequest, answer: HttpResponse, token: str) -> None:
    if not token:
        return
    keep_cookie(request, answer, COOKIE, token, lasts=LASTS)


def by_table(link: TableLink, round_number: int | None = None, *, seat: int | None = None) -> str:
    """The pseudonym under which the ledger knows whoever holds a phone of a table.

    It has their seat where the phone has told it, or `seat`, for whom a phone in the middle of the table speaks
    this once. `round_number` is the round that the act is about; None for the one in play.
    """
    table = link.table
    own = live.seat_at(link, table.evening.current_round if round_number is None else round_number)
    speaking_seat = own or (seat if link.phone is None or link.phone.ticket_id is None else None)
    return f"table:{table.number} seat:{speaking_seat}" if speaking_seat else f"table:{table.number}"


def phone_id(link: TableLink) -> int:
    """The primary key of the phone that came with the link; `UNTOLD` for one that has kept no cookie."""
    return scoresheets.UNTOLD if link.phone is None else link.phone.pk


def own_seat(link: TableLink, here: GameView) -> int | None:
    """In which seat of the table the owner of its phone sits; None for a phone in the middle."""
    owner = own_code(link)
    return next((sitter.seat for sitter in here.seats if sitter.code == owner), None)


def owner_is_elsewhere(link: TableLink, here: GameView) -> bool:
    """Whether the phone's owner does not play here in this round: the hands are then not theirs to see."""
    return bool(own_code(link)) and own_seat(link, here) is None


def own_code(link: TableLink) -> str:
    """The code of the ticket of the phone's owner; "" for a phone in the middle."""
    owner = owner_of(link)
    return owner.code if owner else ""


def owner_of(link: TableLink) -> live.Ticket | None:
    return link.phone.ticket if link.phone else None


# --- A table's card: the link that a phone opens, and the cookie that keeps it at its table -----------
# The token stands in the link once and in a cookie of this one table from then on; every request looks it
# up again, so that a card taken back stops working at once.


def table_url(link: TableLink, name: str = "table", *args: object) -> str:
    evening = link.table.evening
    return _address(name, evening.club.slug, evening.slug, link.table.number, *args)


@lru_cache(maxsize=4096)
def _address(name: str, *args: object) -> str:
    return reverse(f"web:{name}", args=args)


def to_table(link: TableLink, query: str = "") -> HttpResponse:
    return HttpResponseRedirect(f"{table_url(link)}{query}", status=303)


def cookie_name(number: int) -> str:
    """The cookie of a table; its path sets it apart from the same table of another evening."""
    return f"table-{number}"


@require_safe
def open_card(request: HttpRequest, token: str) -> HttpResponse:
    link = access.live_table_link(hashed(token))
    return unsent(_no_table(request, token) if link is None else let_in(request, link))


def let_in(request: HttpRequest, link: TableLink) -> HttpResponse:
    url = table_url(link)
    answer = HttpResponseRedirect(url)
    keep_cookie(request, answer, cookie_name(link.table.number), link_token(link), lasts=LASTS, path=url)
    if request.method != "HEAD":
        remember(request, answer, welcome(request, link))
    return answer


def unsent(answer: HttpResponse) -> HttpResponse:
    """Forbid caches to store the answer, and referrers to name its address: it holds a token."""
    answer["Cache-Control"] = "no-store"
    answer["Referrer-Policy"] = "no-referrer"
    return answer


def no_card(request: HttpRequest, what: str = "card") -> HttpResponse:
    return render(request, "closed_link.html", {"what": what}, status=404)


def _no_table(request: HttpRequest, token: str) -> HttpResponse:
    # To the results, where the evening of the card is published since.
    over = access.published_evening(hashed(token)) if token and request.method in ("GET", "HEAD") else None
    if over is None or not visitor_of(request).sees(Part.RESULTS, over.club):
        return no_card(request)
    results = reverse("web:evening", args=[over.club.slug, over.slug])
    if "HX-Request" in request.headers:
        return HttpResponse(status=204, headers={"HX-Redirect": results})
    return HttpResponseRedirect(results)


def at_table(view: View) -> View:
    """A page of a table: the view gets the live link that this phone's cookie holds for this very table.

    A phone that was sent away finds nothing; one that the table does not know yet is welcome.
    """

    @wraps(view)
    @cache_control(private=True, no_cache=True)
    def page(request: HttpRequest, club: str, evening: str, number: int, **kwargs: int) -> HttpResponse:
        token = request.COOKIES.get(cookie_name(number), "")
        own_token = token_of(request)
        link = token and access.link_to_table(
            hashed(token),
            club=club,
            evening=evening,
            table=number,
            phone_hash=hashed(own_token) if own_token else "",
        )
        if not link:
            return _no_table(request, token)
        speak(request, link.table.evening.club.language)
        if link.phone is not None and link.phone.sent_away_at is not None:
            return no_card(request, "phone")
        if not sight_of(request.user, link.table.evening).sees(link.table.evening.current_round, number):
            # A director who plays tonight, and says at the desk that they look.
            return redirect("web:desk-table", club, evening, number)
        if link.phone is not None:
            with suppress(OperationalError):  # full or locked: who only looks needs no writing
                links.device_seen(phone=link.phone, at=now())
        elif request.method == "GET":
            own = welcome(request, link)
            answer = view(request, link, **kwargs)
            remember(request, answer, own)
            return answer
        return view(request, link, **kwargs)

    return page


def table_button(view: View) -> View:
    return require_POST(at_table(view))


def table_form(view: View) -> View:
    return require_http_methods(["GET", "HEAD", "POST"])(at_table(view))


# --- Where a phone says it sits: with one of the players, or in the middle of the table ---------------


@table_button
def sit(request: HttpRequest, link: TableLink) -> HttpResponse:
    answer = to_table(link)
    if link.phone is None:
        remember(request, answer, welcome(request, link))
    assert link.phone is not None  # noqa: S101 - it has just been welcomed
    try:
        links.device_sits(phone=link.phone, code=request.POST.get("ticket", ""))
    except Faults as refused:
        for refusal in refusals(refused):
            messages.error(request, refusal.message)
    return answer


HOUSE: Final = "head_table/"
PAPER: Final = "#f1e6cf"
ICONS: Final = (("icon-192.png", "192x192"), ("icon-512.png", "512x512"))
SCRIPTS: Final = ("ui", "focus", "entry", "table", "kept", "queue", "phone", "live")
FONTS: Final = (
    "eb-garamond-figures",
    "goudy-bookletter-1911-latin",
    "public-sans-latin",
    "public-sans-latin-ext",
)
PICTURES: Final = ("icons.svg", "favicon.svg")
FILES: Final = (
    f"{HOUSE}css/house.css",
    *(f"{HOUSE}js/{name}.js" for name in SCRIPTS),
    *(f"{HOUSE}fonts/{name}.woff2" for name in FONTS),
    *(f"{HOUSE}img/{name}" for name in PICTURES),
    "django_htmx/htmx-2.min.js",
)
"""Everything that the table's page is made of, beside itself."""
PROGRAM: Final = f"{HOUSE}js/worker.js"


@cache
def files() -> tuple[tuple[str, ...], str]:
    """The addresses of `FILES`, and a hash of them: they change with the files' contents."""
    addresses = tuple(static(name) for name in (*FILES, PROGRAM))
    return addresses[:-1], hashlib.sha256("\n".join(addresses).encode()).hexdigest()[:16]


@require_safe
@cache_control(no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    addresses, version = files()
    config = json.dumps({"version": version, "start": reverse("web:start"), "files": addresses}, indent=2)
    program = json.dumps(static(PROGRAM))
    text = f"self.headTable = {config};\nimportScripts({program});\n"
    answer = HttpResponse(text, content_type="text/javascript; charset=utf-8")
    answer["Service-Worker-Allowed"] = reverse("web:start")
    return answer


@require_safe
@cache_control(public=True, max_age=3600)
def manifest(request: HttpRequest) -> HttpResponse:
    return JsonResponse(
        {
            "name": "Head Table",
            "short_name": "Head Table",
            "id": reverse("web:start"),
            "start_url": reverse("web:start"),
            "scope": "/",
            "display": "standalone",
            "background_color": PAPER,
            "theme_color": PAPER,
            "icons": [
                {"src": static(f"{HOUSE}img/{name}"), "sizes": sizes, "type": "image/png"}
                for name, sizes in ICONS
            ],
        },
        content_type="application/manifest+json",
    )


@require_safe
def start(request: HttpRequest) -> HttpResponse:
    """Where the app starts. The phone's service worker knows its table; without one it is the first page."""
    return HttpResponseRedirect(reverse("web:home"))
