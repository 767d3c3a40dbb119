"""What is to come, for everybody: the calendar of a club, its file, the page of one evening, signing up."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache, partial
from itertools import groupby
from typing import Final
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.cache import add_never_cache_headers
from django.utils.crypto import salted_hmac
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.club.reads.members import Club
from tournaments.club.reads.visitors import LINKS, link_of, visitor_of
from tournaments.club.roles import Audience, Part
from tournaments.club.web.pages import public_club, render_for, speak
from tournaments.evening.forecast import about, end_of_evening
from tournaments.evening.plan import Plan, read_plan
from tournaments.evening.reads import access, facts
from tournaments.evening.reads.live import tempo_at
from tournaments.evening.reads.public import Evening
from tournaments.evening.web.public import evenings
from tournaments.evening.web.public.caching import tagged
from tournaments.evening.web.public.words import plan_facts
from tournaments.signup import announcements, sign_ups
from tournaments.signup.announcements import KEPT_IN_CALENDAR, Coming, today_at, why_closed
from tournaments.signup.web.forms import SignUpForm, over_limit
from tournaments.site.web.forms import REFUSED, bound_form, faults_in
from tournaments.site.web.pages import for_others, now

TOO_MANY: Final = 429


@require_safe
def at_address(request: HttpRequest, club: str, evening: str) -> HttpResponse:
    try:
        return evenings.evening(request, club, evening)
    except Http404:
        if announcements.announced_at(visitor_of(request), club, evening) is None:
            raise
        answer = redirect("web:coming-evening", club, evening)
        add_never_cache_headers(answer)
        return answer


# --- the calendar ------------------------------------------------------------------------------------
@require_safe
def calendar(request: HttpRequest, club: str) -> HttpResponse:
    club_row = public_club(request, club, Part.COMING)
    coming = announcements.still_to_come(
        announcements.calendar_of(club_row, visitor_of(request), since=today_at(club_row, now()))
    )
    file = for_others(request, reverse("web:coming-file", args=[club_row.slug]))
    if club_row.coming_for == Audience.WITH_LINK:
        # A calendar that subscribes keeps no cookies.
        file += f"?{urlencode({LINKS: link_of(club_row)})}"
    context = {
        "months": [
            {"first": month, "evenings": list(group)} for month, group in groupby(coming, key=_first_of_month)
        ],
        "file": file,
        "subscribe": f"webcal://{file.partition('://')[2]}",
    }
    return render_for(request, club_row, "coming/calendar.html", context)


def _first_of_month(one: Coming) -> date:
    return one.evening.date.replace(day=1)


@require_safe
def calendar_file(request: HttpRequest, club: str) -> HttpResponse:
    club_row = public_club(request, club, Part.COMING)
    since = today_at(club_row, now()) - KEPT_IN_CALENDAR
    text = written(
        club_row.name,
        _events(request, club_row, announcements.calendar_of(club_row, visitor_of(request), since=since)),
    )
    answer = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    answer["Content-Disposition"] = f'inline; filename="{club_row.slug}.ics"'
    return tagged(request, answer)


def _events(request: HttpRequest, club: Club, found: list[Coming]) -> Iterator[Event]:
    installation = salted_hmac("calendar", "").hexdigest()[:16]
    length = cache(partial(_length, club))
    for coming in found:
        announcement, evening = coming.announcement, coming.evening
        path = reverse("web:evening", args=[club.slug, evening.slug])
        yield Event(
            uid=f"{evening.slug}.{club.slug}@{installation}.head-table",
            changed=announcement.changed_at if announcement else evening.made_at,
            starts=coming.starts_at or evening.date,
            ends=_ends(coming, facts.plan_of(evening), length),
            title=f"{evening.name} · {club.name}",
            about=announcement.note if announcement else "",
            place=", ".join(filter(None, (club.place, club.postal_address))),
            url=for_others(request, path),
            is_off=coming.is_off,
        )


def _ends(one: Coming, plan: Plan, length: Callable[[str], timedelta]) -> datetime | None:
    # As the plan says, else by the forecast; None where nobody knows when the evening begins.
    if one.starts_at is None:
        return None
    if plan.ends_about is not None:
        return end_of_evening(plan.ends_about, one.starts_at)
    return about(one.starts_at + length(plan.model_dump_json()))


def _length(club: Club, plan: str) -> timedelta:
    parsed_plan = read_plan(json.loads(plan))
    return tempo_at(club, parsed_plan).after(parsed_plan.rounds)


# --- one evening -------------------------------------------------------------------------------------
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def evening(request: HttpRequest, club: str, evening: str) -> HttpResponse:
    if access.public_version(visitor_of(request), club, evening) is not None:
        return redirect("web:evening", club, evening)
    coming = announcements.announced_at(visitor_of(request), club, evening)
    if coming is None or coming.announcement is None:
        raise Http404
    speak(request, coming.evening.club.language)
    plan = facts.plan_of(coming.evening)
    closed = why_closed(coming.announcement, today=today_at(coming.evening.club, now()))
    form = bound_form(SignUpForm, request, couples=plan.tables.partnership)
    if form.is_bound and form.is_valid():
        if (wait := over_limit(request, sign_ups.limits)) is not None:
            return too_often(request, coming.evening, wait)
        with faults_in(form):
            _row, token = sign_ups.sign_up(announcement=coming.announcement, entered=form.entered(), at=now())
            return redirect("web:my-place", token)
    context = {
        "evening": coming.evening,
        "one": coming,
        "closed": closed,
        "form": form,
        "game": facts.game_of(coming.evening),
        "facts": plan_facts(coming.evening),
    }
    status = REFUSED if form.is_bound else 200
    return render_for(request, coming.evening.club, "coming/evening.html", context, status=status)


def too_often(request: HttpRequest, evening: Evening, seconds: int) -> HttpResponse:
    context = {"minutes": -(-seconds // 60), "evening": evening}
    answer = render(request, "coming/too_many.html", context, status=TOO_MANY)
    answer["Retry-After"] = str(seconds)
    return answer


CALENDAR = "c/<slug:club>/coming/"

urlpatterns: list[URLPattern] = [
    path(CALENDAR, calendar, name="coming"),
    path(f"{CALENDAR}calendar.ics", calendar_file, name="coming-file"),
    path(f"{CALENDAR}<slug:evening>/", evening, name="coming-evening"),
]


LONGEST_LINE: Final = 75
"""Octets of a line without its break (RFC 5545, 3.1)."""
NEW_LINE: Final = "\r\n"
ASKED_AGAIN: Final = "PT6H"
"""How long a calendar may wait before it asks again."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something in a calendar; its `uid` tells it from every other event of the world, for ever.

    It starts on a date where only the day is known; it ends None where nobody knows.
    """

    uid: str
    changed: datetime
    starts: datetime | date
    ends: datetime | None
    title: str
    about: str = ""
    place: str = ""
    url: str = ""
    is_off: bool = False


def written(name: str, events: Iterable[Event]) -> str:
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Head Table//Evenings//EN",
        "METHOD:PUBLISH",
        f"X-WR-CALNAME:{escaped(name)}",
        f"REFRESH-INTERVAL;VALUE=DURATION:{ASKED_AGAIN}",
        f"X-PUBLISHED-TTL:{ASKED_AGAIN}",
        *(line for event in events for line in _event(event)),
        "END:VCALENDAR",
    ]
    return "".join(folded_line(line) + NEW_LINE for line in lines)


def escaped(text: str) -> str:
    # RFC 5545, 3.3.11.
    for mark in ("\\", ";", ","):
        text = text.replace(mark, f"\\{mark}")
    return "\\n".join(text.splitlines())


def folded_line(line: str) -> str:
    """A line in pieces of at most 75 octets, each but the first after a break and a space; no letter is cut."""
    pieces, piece, length = [], "", 0
    for letter in line:
        size = len(letter.encode())
        if length + size > LONGEST_LINE:
            pieces.append(piece)
            piece, length = " ", 1
        piece += letter
        length += size
    return NEW_LINE.join([*pieces, piece])


def _event(event: Event) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{event.uid}"
    yield f"DTSTAMP:{_moment(event.changed)}"
    yield f"LAST-MODIFIED:{_moment(event.changed)}"
    yield from _when(event)
    yield f"SUMMARY:{escaped(event.title)}"
    for name, value in (("DESCRIPTION", event.about), ("LOCATION", event.place)):
        if value:
            yield f"{name}:{escaped(value)}"
    if event.url:
        yield f"URL:{event.url}"
    yield f"STATUS:{'CANCELLED' if event.is_off else 'CONFIRMED'}"
    yield "END:VEVENT"


def _when(event: Event) -> Iterator[str]:
    if not isinstance(event.starts, datetime):
        yield f"DTSTART;VALUE=DATE:{event.starts:%Y%m%d}"
        yield f"DTEND;VALUE=DATE:{event.starts + timedelta(days=1):%Y%m%d}"
        return
    yield f"DTSTART:{_moment(event.starts)}"
    if event.ends is not None:
        yield f"DTEND:{_moment(event.ends)}"


def _moment(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"
