"""What the code at the door opens: people check themselves in; and the screen that shows the code."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scoring.faults import Faults
from tournaments.club.reads.visitors import visitor_of
from tournaments.club.services import throttle
from tournaments.club.services.throttle import Limit
from tournaments.club.services.tokens import hashed
from tournaments.club.web.settings import render_for
from tournaments.evening.reads import access, desk, facts
from tournaments.evening.web.desk.papers import qr, typed_at
from tournaments.limits import LONGEST_NAME
from tournaments.signup import lists
from tournaments.signup.door_code import check_oneself_in, door_code
from tournaments.signup.lists import DoorCode
from tournaments.signup.web.forms import over_limit
from tournaments.site.web import query_params
from tournaments.site.web.forms import REFUSED, sentence_case
from tournaments.site.web.pages import for_others, host_for_others, isolate, now, refusals

NOT_FOUND: Final = 404
TOO_MANY: Final = 429
MOST_LOOKS: Final = (2400, 120)
MOST_CHECK_INS: Final = (480, 20)
"""So many from one address, from which a whole room comes, and from each device there, in so long:"""
MINUTES: Final = 15
LONGEST_KEY: Final = 40
DONE: Final = "done"
"""In the address that somebody comes to who has checked in."""


def _with_code(
    view: Callable[[HttpRequest, DoorCode, str], HttpResponse],
) -> Callable[[HttpRequest, str], HttpResponse]:
    @wraps(view)
    def wrapper(request: HttpRequest, token: str) -> HttpResponse:
        code = lists.code_at(hashed(token))
        if code is None:
            return render(request, "coming/no_door.html", status=NOT_FOUND)
        return view(request, code, token)

    return never_cache(wrapper)


@require_http_methods(["GET", "HEAD", "POST"])
@_with_code
def show_door(request: HttpRequest, code: DoorCode, token: str) -> HttpResponse:
    """Look for a name (GET), and check in whose it is (POST)."""
    name = query_params.text(request, "name")[:LONGEST_NAME]
    get_token(request)  # a device has its cookie from the first page on, by which its looks are counted
    does_something = request.method == "POST" or name
    if does_something and (wait := over_limit(request, partial(_limits, request))) is not None:
        answer = _page(request, code, token, name, TOO_MANY, minutes=-(-wait // 60))
        answer["Retry-After"] = str(wait)
        return answer
    if request.method != "POST":
        return _page(request, code, token, name)
    try:
        ticket = check_oneself_in(
            code=code,
            key=request.POST.get("who", "")[:LONGEST_KEY],
            typed=name,
            colour=request.POST.get("colour", "")[:LONGEST_KEY],
            at=now(),
        )
    except Faults as refused:
        sentences = [sentence_case(refusal.message) for refusal in refusals(refused)]
        return _page(request, code, token, name, REFUSED, refused=sentences)
    player = ticket.player
    names = {"name": isolate(player.public_name or player.name), "number": ticket.number}
    messages.success(request, _("Welcome, %(name)s: you have checked in, with ticket %(number)s.") % names)
    return redirect(f"{reverse('web:door', args=[token])}?{DONE}=1")


@require_safe
@_with_code
def door_screen(request: HttpRequest, code: DoorCode, token: str) -> HttpResponse:
    """The code, large, for a screen at the door; whoever opens this has the code already.

    It watches an evening that it may see; until then it asks now and then, and begins anew once it may.
    """
    evening = code.evening
    is_public = access.public_version(visitor_of(request), evening.club.slug, evening.slug) is not None
    context = door_shown(request, code, token) | {
        "is_watched": is_public,
        "site_host": host_for_others(request),
    }
    answer = render_for(request, evening.club, "coming/door_screen.html", context)
    if is_public and query_params.has(request, "unwatched"):
        answer["HX-Refresh"] = "true"
    return answer


def door_shown(request: HttpRequest, code: DoorCode, token: str) -> dict[str, Any]:
    """The template context of a code: of its screen, its sheet of paper and the desk."""
    link = for_others(request, reverse("web:door", args=[token]))
    evening = code.evening
    return {
        "evening": evening,
        "code": code,
        "link": link,
        "qr": qr(link),
        "typed": door_code(code),
        "typed_at": typed_at(request),
        "screen": for_others(request, reverse("web:door-screen", args=[token])),
        "inside": desk.players_present(evening),
    }


def _page(
    request: HttpRequest, code: DoorCode, token: str, name: str, status: int = 200, **more: Any
) -> HttpResponse:
    evening = code.evening
    is_open = evening.status == "check_in"
    context = {
        "evening": evening,
        "token": token,
        "name": name,
        "is_open": is_open,
        "is_done": query_params.has(request, DONE),
        "is_before": evening.status == "draft",
        "found": lists.look_for(evening, name) if is_open and name and status != TOO_MANY else None,
        "fewest": lists.FEWEST_LETTERS,
        "longest": LONGEST_NAME,
        "plan": facts.plan_of(evening),
        **more,
    }
    return render_for(request, evening.club, "coming/door.html", context, status=status)


def _limits(request: HttpRequest, address: str, device: str) -> tuple[Limit, Limit]:
    kind, most = ("door", MOST_CHECK_INS) if request.method == "POST" else ("door look", MOST_LOOKS)
    return throttle.in_a_room(kind, address, device, of_address=most[0], of_device=most[1], minutes=MINUTES)
