"""What is to come, for everybody: the calendar of a club, its file, the page of one evening, signing up."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache, partial
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote, unquote
from zoneinfo import ZoneInfo

from django import forms
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils import timezone, translation
from django.utils.cache import add_never_cache_headers
from django.utils.crypto import salted_hmac
from django.utils.formats import date_format, time_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.http import require_safe

from tournaments.club.reads.access import BETWEEN, in_public, players_of, visitor_of
from tournaments.club.reads.members import Club
from tournaments.club.roles import Part
from tournaments.club.services import mails, throttle
from tournaments.club.services.throttle import Limit
from tournaments.club.services.tokens import hashed
from tournaments.club.web.pages import (
    LASTS,
    address_for_visitors,
    open_form,
    public_club,
    render_for,
    speak,
)
from tournaments.evening.forecast import about, end_of_evening
from tournaments.evening.plan import Plan, read_plan
from tournaments.evening.reads import access, facts
from tournaments.evening.reads.live import tempo_at
from tournaments.evening.reads.public import Evening
from tournaments.evening.web.desk.people import OnePersonField
from tournaments.evening.web.public import evenings, report
from tournaments.evening.web.public.caching import tagged
from tournaments.evening.web.public.evenings import plan_facts
from tournaments.refusals import LONGEST_NAME
from tournaments.signup import announcements, lists, sign_ups
from tournaments.signup.announcements import KEPT_IN_CALENDAR, Closed, Coming, today_at, why_closed
from tournaments.signup.lists import Place
from tournaments.site.arguments import validate_body
from tournaments.site.web.forms import REFUSED, bound_form, faults_in
from tournaments.site.web.pages import Message, for_others, in_our_words, keep_cookie, now, or_404, share
from tournaments.work.outbox import Result
from tournaments.work.runner import Assignment

if TYPE_CHECKING:
    from icalendar import Event

TOO_MANY: Final = 429
KEPT_IN_OWN: Final = timedelta(days=366)
"""So long somebody's own evenings stay in their calendar, with how they did."""
ASKED_AGAIN: Final = timedelta(hours=6)
"""How long a calendar may wait before it asks again."""


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


@require_safe
def calendar(request: HttpRequest, club: str) -> HttpResponse:
    club_row = public_club(request, club, Part.COMING)
    coming = announcements.still_to_come(
        announcements.calendar_of(club_row, visitor_of(request), since=today_at(club_row, now()))
    )
    # A calendar that subscribes keeps no cookies.
    file = address_for_visitors(request, club_row, Part.COMING, "coming-file")
    by_month = groupby(coming, key=lambda one: one.evening.date.replace(day=1))
    context = {
        "months": [{"first": month, "evenings": list(group)} for month, group in by_month],
        "file": file,
        "subscribe": f"webcal://{file.partition('://')[2]}",
    }
    return render_for(request, club_row, "coming/calendar.html", context)


@require_safe
def calendar_file(request: HttpRequest, club: str) -> HttpResponse:
    club_row = public_club(request, club, Part.COMING)
    since = today_at(club_row, now()) - KEPT_IN_CALENDAR
    evenings = announcements.calendar_of(club_row, visitor_of(request), since=since)
    return _calendar(request, club_row, club_row.name, [(coming, _note(coming)) for coming in evenings])


def _note(coming: Coming) -> str:
    return coming.announcement.note if coming.announcement else ""


@require_safe
def own_calendar(request: HttpRequest, token: str) -> HttpResponse:
    """Somebody's own evenings, by their secret link: those of whose list they are, and those that they played."""
    player = or_404(mails.calendar_owner(token))
    speak(request, player.club.language)
    evenings = []
    for own in lists.own_evenings(player, since=today_at(player.club, now()) - KEPT_IN_OWN):
        place = [_stands(own.place)] if own.place else []
        result = [report.own_result(own.coming.evening, own.standing)] if own.standing else []
        evenings.append((own.coming, "\n".join(filter(None, (*place, *result, _note(own.coming))))))
    name = _("My evenings at %(club)s") % {"club": player.club.name}
    answer = _calendar(request, player.club, name, evenings)
    answer["Cache-Control"] = "private, no-store"
    return answer


def _calendar(
    request: HttpRequest, club: Club, name: str, evenings: Iterable[tuple[Coming, str]]
) -> HttpResponse:
    from icalendar import Calendar, vText  # which takes a tenth of a second, for calendars alone

    length = cache(partial(_length, club))
    file = Calendar()
    file.add("version", "2.0")
    file.add("prodid", "-//Head Table//Evenings//EN")
    file.add("method", "PUBLISH")
    file.add("x-wr-calname", vText(name))
    file.add("refresh-interval", ASKED_AGAIN, parameters={"VALUE": "DURATION"})
    for coming, text in evenings:
        file.add_component(_event(request, club, coming, text, length))
    answer = HttpResponse(file.to_ical(), content_type="text/calendar; charset=utf-8")
    answer["Content-Disposition"] = f'inline; filename="{club.slug}.ics"'
    return tagged(request, answer)


def _event(
    request: HttpRequest, club: Club, coming: Coming, note: str, length: Callable[[str], timedelta]
) -> Event:
    from icalendar import Event

    evening, announcement = coming.evening, coming.announcement
    changed = announcement.changed_at if announcement else evening.made_at
    installation = salted_hmac("calendar", "").hexdigest()[:16]
    event = Event()
    event.add("uid", f"{evening.slug}.{club.slug}@{installation}.head-table")
    event.add("dtstamp", changed)
    event.add("last-modified", changed)
    if coming.starts_at is None:
        event.add("dtstart", evening.date)
        event.add("dtend", evening.date + timedelta(days=1))
    else:
        event.add("dtstart", coming.starts_at.astimezone(UTC))
        event.add("dtend", _ends(facts.plan_of(evening), coming.starts_at, length).astimezone(UTC))
    event.add("summary", f"{evening.name} · {club.name}")
    place = ", ".join(filter(None, (club.place, club.postal_address)))
    for name, text in (("description", note), ("location", place)):
        if text:
            event.add(name, text)
    event.add("url", for_others(request, reverse("web:evening", args=[club.slug, evening.slug])))
    event.add("status", "CANCELLED" if coming.is_off else "CONFIRMED")
    return event


def _ends(plan: Plan, starts_at: datetime, length: Callable[[str], timedelta]) -> datetime:
    # As the plan says, else by the forecast.
    if plan.ends_about is not None:
        return end_of_evening(plan.ends_about, starts_at)
    return about(starts_at + length(plan.model_dump_json()))


def _length(club: Club, plan: str) -> timedelta:
    parsed_plan = read_plan(json.loads(plan))
    return tempo_at(club, parsed_plan).after(parsed_plan.rounds)


def over_limit(request: HttpRequest, limits: Callable[[str, str], tuple[Limit, Limit]]) -> int | None:
    """Count what this device and its address do; how many seconds to wait where it was too much, else None."""
    # The cookie that every form needs, and each browser has of its own.
    device = request.COOKIES.get(settings.CSRF_COOKIE_NAME, "")
    at, device_limits = now(), limits(throttle.address_of(request.META), device)
    return None if throttle.count(*device_limits, at=at) else device_limits[0].wait(at)


MINE: Final = "my-place"
"""The cookie of the page on which people sign up: the tokens of those who did on this phone, the latest first."""
NAME: Final = "name"
"""The cookie of what whoever has this phone is called."""
MOST_MINE: Final = 4


def remember_name(request: HttpRequest, answer: HttpResponse, name: str) -> None:
    """Keep who signs up or checks in first on this phone: others whom they bring are others."""
    if not remembered_name(request):
        keep_cookie(request, answer, NAME, quote(name), lasts=LASTS)


def remembered_name(request: HttpRequest) -> str:
    return unquote(request.COOKIES.get(NAME, ""))[:LONGEST_NAME]


def _tokens(request: HttpRequest) -> list[str]:
    return [token for token in request.COOKIES.get(MINE, "").split(BETWEEN)[:MOST_MINE] if token]


def own_player(request: HttpRequest, evening: Evening) -> lists.Player | None:
    """Who has signed in, as one of the people of the evening's club."""
    players = players_of(request.user) if request.user.is_authenticated else []
    return next((player for player in players if player.club_id == evening.club_id), None)


class SignUpForm(forms.Form):
    name = OnePersonField(label=later("Your name"), widget=forms.TextInput(attrs={"autocomplete": "name"}))
    companion = OnePersonField(
        label=later("I’m bringing (name)"),
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    seeks_partner = forms.BooleanField(label=later("I am looking for a partner"), required=False)

    def __init__(self, *args: Any, couples: bool, **settings: Any) -> None:
        super().__init__(*args, **settings)
        if not couples:
            del self.fields["seeks_partner"]

    def clean(self) -> dict[str, Any]:
        entered = super().clean() or {}
        if entered.get("companion") and entered.get("seeks_partner"):
            raise forms.ValidationError(
                _("You bring somebody and are looking for a partner. Choose one of the two.")
            )
        return entered


@open_form()
def evening(request: HttpRequest, club: str, evening: str) -> HttpResponse:
    if access.public_version(visitor_of(request), club, evening) is not None:
        return redirect("web:evening", club, evening)
    coming = announcements.announced_at(visitor_of(request), club, evening)
    if coming is None or coming.announcement is None:
        raise Http404
    speak(request, coming.evening.club.language)
    plan = facts.plan_of(coming.evening)
    closed = why_closed(coming.announcement, today=today_at(coming.evening.club, now()))
    own = own_player(request, coming.evening)
    links = [(token, lists.place_of(hashed(token))) for token in _tokens(request)]
    places = [(token, place) for token, place in links if place and place.stands_at(coming.evening)]
    initial = {} if own or places else {"name": remembered_name(request)}
    form = bound_form(SignUpForm, request, initial=initial, couples=plan.tables.partnership)
    if form.is_bound and form.is_valid():
        if (wait := over_limit(request, sign_ups.limits)) is not None:
            return too_often(request, coming.evening, wait)
        with faults_in(form):
            entered = validate_body(form.cleaned_data, sign_ups.NewSignUp)
            _row, token = sign_ups.sign_up(announcement=coming.announcement, entered=entered, at=now())
            answer = redirect("web:my-place", token)
            tokens = BETWEEN.join([token, *_tokens(request)][:MOST_MINE])
            keep_cookie(request, answer, MINE, tokens, lasts=LASTS, path=request.path)
            remember_name(request, answer, entered.name)
            return answer
    context = {
        "evening": coming.evening,
        "one": coming,
        "closed": closed,
        "form": form,
        "game": facts.game_of(coming.evening),
        "facts": plan_facts(coming.evening),
        "places": places,
        "own": own and lists.own_coming(own, coming),
        "share": share(
            request, title=report.title_of(coming.evening), text=" · ".join(_when_and_where(coming))
        ),
    }
    status = REFUSED if form.is_bound else 200
    return render_for(request, coming.evening.club, "coming/evening.html", context, status=status)


def too_often(request: HttpRequest, evening: Evening, seconds: int) -> HttpResponse:
    context = {"minutes": -(-seconds // 60), "evening": evening}
    answer = render(request, "too_many.html", context, status=TOO_MANY)
    answer["Retry-After"] = str(seconds)
    return answer


def invitation(request: HttpRequest, coming: Coming) -> list[Message]:
    """The invitation to an evening while people can still come: one text, or none."""
    row = coming.announcement
    closed = row and why_closed(row, today=today_at(coming.evening.club, now()))
    if row is None or closed not in (None, Closed.NOT_WANTED, Closed.OPEN_DOORS):
        return []
    how = _("Sign up here:") if closed is None else _("There is no need to sign up. Just come.")
    if closed is Closed.OPEN_DOORS:
        how = _("The doors are open. Just come.")
    title = _("You are invited: %(evening)s") % {"evening": report.title_of(coming.evening)}
    lines = (*_when_and_where(coming), *filter(None, [row.note]), how)
    return [_about(request, coming, "invitation", _("Text to paste: the invitation"), title, lines)]


def place_text(request: HttpRequest, coming: Coming, place: Place) -> list[Message]:
    """What somebody on the list is told of their place: one text, none once they have withdrawn."""
    row = place.sign_up
    if place.has_withdrawn:
        return []
    lines = [*_when_and_where(coming), *filter(None, [row.announcement.note])]
    if place.has_place and row.placed_at and row.placed_at > row.made_at:
        lines.append(_("A place has come free, and it is yours."))
    title = f"{_stands(place)}: {report.title_of(coming.evening)}"
    lines.append(_("If you cannot come, please answer this message."))
    lines.append(_("More about the evening (you are on the list, so do not sign up again):"))
    return [_about(request, coming, "place", _("Text to paste"), title, lines)]


def _stands(place: Place) -> str:
    if not place.has_place:
        return _("You are number %(number)s on the waiting list") % {"number": place.waits_as}
    return _("You both have a place") if place.sign_up.companion else _("You have a place")


def mail_of(request: HttpRequest, notice: mails.Notice) -> Message | None:
    """What a notice tells now, with names as everybody reads them; None where there is nothing left to tell.

    In the language of the club, else in that of whoever asked for it.
    """
    club, wish = notice.evening.club, notice.player.mail_wishes.filter(kind=notice.kind).first()
    language = club.language or (wish.language if wish else translation.get_language())
    with in_public(), translation.override(language), timezone.override(ZoneInfo(club.time_zone)):
        return next(iter(_texts_of(request, notice)), None)


def _texts_of(request: HttpRequest, notice: mails.Notice) -> list[Message]:
    evening, kind = notice.evening, mails.Kind(notice.kind)
    if kind is mails.Kind.SEATS:
        return report.seat_text(request, evening, notice.player_id)
    if mails.PARTS[kind] is Part.RESULTS:
        texts = report.texts_of(request, evening)[:1] if evening.published_at else []
        title = _("Corrected: %(title)s") if kind is mails.Kind.CORRECTION else "%(title)s"
        standings = evening.standings.filter(ticket__player=notice.player_id).select_related("ticket")
        own = [line for standing in standings for line in (report.own_result(evening, standing), "")]
        return [
            replace(text, title=title % {"title": text.title}, lines=(*own, *text.lines)) for text in texts
        ]
    coming = announcements.told_of([evening]).get(evening.pk)
    if coming is None:
        return []
    if kind is mails.Kind.EVENING:
        return invitation(request, coming)
    place = lists.own_coming(notice.player, coming).place
    return place_text(request, coming, place) if place and place.has_place else []


def deliver_notice(assignment: Assignment) -> Callable[[], Result]:
    """Send what a notice tells, as the handler of its topic; what is in a mail begins with `SITE_ADDRESS`."""
    text = mail_of(HttpRequest(), assignment.subject)
    if text is None:
        return mails.deliver_notice(assignment, "", "")
    with translation.override(text.language):
        return mails.deliver_notice(assignment, text.title, text.whole)


def _when_and_where(coming: Coming) -> Iterator[str]:
    evening, row = coming.evening, coming.announcement
    day = date_format(evening.date, "l j F Y")
    day = f"{day}, {time_format(row.starts, 'TIME_FORMAT')}" if row else day
    yield " · ".join(filter(None, (day, evening.club.place)))
    ends = facts.plan_of(evening).ends_about
    about_when = _("Ends about %(time)s.") % {"time": ends} if ends else ""
    game = in_our_words(coming.game)
    named = game.casefold() in evening.name.casefold()
    yield " · ".join(filter(None, ("" if named else game, about_when)))


def _about(
    request: HttpRequest, coming: Coming, kind: str, label: str, title: str, lines: Iterable[str]
) -> Message:
    evening = coming.evening
    page = address_for_visitors(request, evening.club, Part.COMING, "coming-evening", evening.slug)
    return Message(kind, label, title, tuple(lines), page)


def texts_at(request: HttpRequest, club: str, evening: str) -> list[Message]:
    """The texts about an evening for whoever asks. Raises Http404 where they may see nothing of it."""
    visitor = visitor_of(request)
    row = access.public_evenings(visitor).filter(club__slug=club, slug=evening).first()
    coming = announcements.announced_at(visitor, club, evening)
    if row is None and coming is None:
        raise Http404
    return [*(report.texts_of(request, row) if row else ()), *(invitation(request, coming) if coming else ())]


CALENDAR = "c/<slug:club>/coming/"

urlpatterns: list[URLPattern] = [
    path(CALENDAR, calendar, name="coming"),
    path(f"{CALENDAR}calendar.ics", calendar_file, name="coming-file"),
    path("my-evenings/<str:token>.ics", own_calendar, name="own-calendar"),
    path(f"{CALENDAR}<slug:evening>/", evening, name="coming-evening"),
]
