"""What is to come, for everybody: the calendar of a club, its file, the page of one evening, signing up."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from functools import cache, partial, wraps
from itertools import groupby
from typing import Any, Final
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scoring.faults import Faults
from tournaments.club.publicity import Audience, Part
from tournaments.club.reads.members import Club
from tournaments.club.reads.visitors import LINKS, link_of, visitor_of
from tournaments.club.services import throttle
from tournaments.club.services.throttle import Limit
from tournaments.club.services.tokens import hashed
from tournaments.club.web.settings import render_zones_for, speak
from tournaments.club.web.visitors import public_club
from tournaments.coming.calendar_file import Event, written
from tournaments.coming.reads import announced, lists
from tournaments.coming.reads.announced import KEPT_IN_CALENDAR, Coming, today_at, why_closed
from tournaments.coming.reads.lists import DoorCode
from tournaments.coming.services import sign_ups
from tournaments.coming.services.door import check_oneself_in, door_code
from tournaments.coming.web.forms import SignUpForm, over_limit
from tournaments.evening.forecast import about, end_of_evening
from tournaments.evening.plan import Plan, read_plan
from tournaments.evening.reads import access, desk, facts
from tournaments.evening.reads.live import tempo_at
from tournaments.evening.reads.public import Evening
from tournaments.evening.web.desk.papers import qr, typed_at
from tournaments.evening.web.public import evenings
from tournaments.evening.web.public.caching import tagged
from tournaments.evening.web.public.words import plan_facts
from tournaments.limits import LONGEST_NAME
from tournaments.site.web import query_params
from tournaments.site.web.forms import REFUSED, faults_in, filled, sentence_case
from tournaments.site.web.pages import for_others, host_for_others, isolate, now, refusals

# --- What the code at the door opens: people check themselves in; and the screen that shows the code --

NOT_FOUND: Final = 404
TOO_MANY_AT_THE_DOOR: Final = 429
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
    """A page behind the code of a door; a code that opens nothing any more is said to be out of use."""

    @wraps(view)
    def found(request: HttpRequest, token: str) -> HttpResponse:
        code = lists.code_at(hashed(token))
        if code is None:
            return render(request, "coming/no_door.html", status=NOT_FOUND)
        return view(request, code, token)

    return never_cache(found)


@require_http_methods(["GET", "HEAD", "POST"])
@_with_code
def show_door(request: HttpRequest, code: DoorCode, token: str) -> HttpResponse:
    """Look for a name (GET), and check in whose it is (POST)."""
    name = query_params.text(request, "name")[:LONGEST_NAME]
    get_token(request)  # a device has its cookie from the first page on, by which its looks are counted
    does_something = request.method == "POST" or name
    if does_something and (wait := over_limit(request, partial(_limits, request))) is not None:
        answer = _page(request, code, token, name, TOO_MANY_AT_THE_DOOR, minutes=-(-wait // 60))
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
        said = [sentence_case(one.message) for one in refusals(refused)]
        return _page(request, code, token, name, REFUSED, refused=said)
    player = ticket.player
    told = {"name": isolate(player.public_name or player.name), "number": ticket.number}
    messages.success(request, _("Welcome, %(name)s: you have checked in, with ticket %(number)s.") % told)
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
    answer = render_zones_for(request, evening.club, "coming/door_screen.html", context)
    if is_public and query_params.has(request, "unwatched"):
        answer["HX-Refresh"] = "true"
    return answer


def door_shown(request: HttpRequest, code: DoorCode, token: str) -> dict[str, Any]:
    """What a screen, a sheet of paper and the desk show of a code."""
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
        "found": lists.look_for(evening, name)
        if is_open and name and status != TOO_MANY_AT_THE_DOOR
        else None,
        "fewest": lists.FEWEST_LETTERS,
        "longest": LONGEST_NAME,
        "plan": facts.plan_of(evening),
        **more,
    }
    return render_zones_for(request, evening.club, "coming/door.html", context, status=status)


def _limits(request: HttpRequest, address: str, device: str) -> tuple[Limit, Limit]:
    """How often people look for a name, and check themselves in."""
    kind, most = ("door", MOST_CHECK_INS) if request.method == "POST" else ("door look", MOST_LOOKS)
    return throttle.in_a_room(kind, address, device, of_address=most[0], of_device=most[1], minutes=MINUTES)


TOO_MANY: Final = 429


@require_safe
def at_address(request: HttpRequest, club: str, evening: str) -> HttpResponse:
    """The page of an evening; before its doors are open that of what is to come, where it is announced."""
    try:
        return evenings.evening(request, club, evening)
    except Http404:
        if announced.announced_at(visitor_of(request), club, evening) is None:
            raise
        answer = redirect("web:coming-evening", club, evening)
        add_never_cache_headers(answer)
        return answer


# --- the calendar ------------------------------------------------------------------------------------
@require_safe
def calendar(request: HttpRequest, club: str) -> HttpResponse:
    """All evenings to come, by month."""
    found = public_club(request, club, Part.COMING)
    coming = announced.still_to_come(
        announced.calendar_of(found, visitor_of(request), since=today_at(found, now()))
    )
    file = for_others(request, reverse("web:coming-file", args=[found.slug]))
    if found.coming_for == Audience.WITH_LINK:
        # A calendar that subscribes keeps no cookies.
        file += f"?{urlencode({LINKS: link_of(found)})}"
    context = {
        "months": [
            {"first": month, "evenings": list(told)} for month, told in groupby(coming, key=_first_of_month)
        ],
        "file": file,
        "subscribe": f"webcal://{file.partition('://')[2]}",
    }
    return render_zones_for(request, found, "coming/calendar.html", context)


def _first_of_month(one: Coming) -> date:
    return one.evening.date.replace(day=1)


@require_safe
def calendar_file(request: HttpRequest, club: str) -> HttpResponse:
    """The same as a file to which a phone's calendar subscribes, with the evenings of the last weeks."""
    found = public_club(request, club, Part.COMING)
    since = today_at(found, now()) - KEPT_IN_CALENDAR
    text = written(
        found.name, _events(request, found, announced.calendar_of(found, visitor_of(request), since=since))
    )
    answer = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    answer["Content-Disposition"] = f'inline; filename="{found.slug}.ics"'
    return tagged(request, answer)


def _events(request: HttpRequest, club: Club, found: list[Coming]) -> Iterator[Event]:
    installation = salted_hmac("calendar", "").hexdigest()[:16]
    length = cache(partial(_length, club))
    for one in found:
        told, evening = one.announcement, one.evening
        path = reverse("web:evening", args=[club.slug, evening.slug])
        yield Event(
            uid=f"{evening.slug}.{club.slug}@{installation}.head-table",
            changed=told.changed_at if told else evening.made_at,
            starts=one.starts_at or evening.date,
            ends=_ends(one, facts.plan_of(evening), length),
            title=f"{evening.name} · {club.name}",
            about=told.note if told else "",
            place=", ".join(filter(None, (club.place, club.postal_address))),
            url=for_others(request, path),
            is_off=one.is_off,
        )


def _ends(one: Coming, plan: Plan, length: Callable[[str], timedelta]) -> datetime | None:
    """When the evening ends: as its plan says, else by the forecast; None where it is not known when it begins."""
    if one.starts_at is None:
        return None
    if plan.ends_about is not None:
        return end_of_evening(plan.ends_about, one.starts_at)
    return about(one.starts_at + length(plan.model_dump_json()))


def _length(club: Club, plan: str) -> timedelta:
    """How long an evening takes by the forecast; two queries."""
    made = read_plan(json.loads(plan))
    return tempo_at(club, made).after(made.rounds)


# --- one evening -------------------------------------------------------------------------------------
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def evening(request: HttpRequest, club: str, evening: str) -> HttpResponse:
    """An evening to come, and the form in which somebody says that they come; it leads on once the doors are open."""
    if access.public_version(visitor_of(request), club, evening) is not None:
        return redirect("web:evening", club, evening)
    one = announced.announced_at(visitor_of(request), club, evening)
    if one is None or one.announcement is None:
        raise Http404
    speak(request, one.evening.club.language)
    plan = facts.plan_of(one.evening)
    closed = why_closed(one.announcement, today=today_at(one.evening.club, now()))
    form = filled(SignUpForm, request, couples=plan.tables.partnership)
    if form.is_bound and form.is_valid():
        if (wait := over_limit(request, sign_ups.limits)) is not None:
            return too_often(request, one.evening, wait)
        with faults_in(form):
            _row, token = sign_ups.sign_up(announcement=one.announcement, entered=form.entered(), at=now())
            return redirect("web:my-place", token)
    context = {
        "evening": one.evening,
        "one": one,
        "closed": closed,
        "form": form,
        "game": facts.game_of(one.evening),
        "facts": plan_facts(one.evening),
    }
    status = REFUSED if form.is_bound else 200
    return render_zones_for(request, one.evening.club, "coming/evening.html", context, status=status)


def too_often(request: HttpRequest, evening: Evening, seconds: int) -> HttpResponse:
    """Too many sign-ups came from here; when the next may come."""
    context = {"minutes": -(-seconds // 60), "evening": evening}
    answer = render(request, "coming/too_many.html", context, status=TOO_MANY)
    answer["Retry-After"] = str(seconds)
    return answer
