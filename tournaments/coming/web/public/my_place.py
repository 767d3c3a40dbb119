"""Somebody's own link: whether they have a place, which they are of those who wait, and taking it back."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.club.reads.visitors import visitor_of
from tournaments.club.services.tokens import hashed
from tournaments.club.web.language import speak
from tournaments.club.web.zones import render_for
from tournaments.coming.reads import announced, lists
from tournaments.coming.reads.lists import Place
from tournaments.coming.services import sign_ups
from tournaments.coming.web.counting import over_limit
from tournaments.coming.web.public.coming import too_often
from tournaments.evening.reads import access
from tournaments.site.web.addresses import for_others
from tournaments.site.web.forms import attempt
from tournaments.site.web.shared import now


@never_cache
@require_safe
def show(request: HttpRequest, token: str) -> HttpResponse:
    """What the link shows."""
    place = _found(request, token)
    announcement = place.sign_up.announcement
    evening = announcement.evening
    context = {
        "place": place,
        "evening": evening,
        "announcement": announcement,
        "closed": announced.why_closed(announcement, today=announced.today_at(evening.club, now())),
        "is_public": access.public_version(visitor_of(request), evening.club.slug, evening.slug) is not None,
        "token": token,
        "link": for_others(request, reverse("web:my-place", args=[token])),
    }
    return render_for(request, evening.club, "coming/my_place.html", context)


@never_cache
@require_POST
def withdraw(request: HttpRequest, token: str) -> HttpResponse:
    """They do not come; twice is no error."""
    sign_up = _found(request, token).sign_up
    thanks = _("You have withdrawn. Thank you for letting the club know.")
    attempt(request, lambda: sign_ups.withdraw(sign_up=sign_up, at=now()), thanks)
    return redirect("web:my-place", token)


@never_cache
@require_POST
def come_back(request: HttpRequest, token: str) -> HttpResponse:
    """They come after all, at the end of the list."""
    sign_up = _found(request, token).sign_up
    if (wait := over_limit(request, sign_ups.limits)) is not None:
        return too_often(request, sign_up.announcement.evening, wait)
    attempt(request, lambda: sign_ups.come_back(sign_up=sign_up, at=now()))
    return redirect("web:my-place", token)


def _found(request: HttpRequest, token: str) -> Place:
    place = lists.place_of(hashed(token))
    if place is None or place.sign_up.announcement.evening.club.put_away_at is not None:
        raise Http404
    speak(request, place.sign_up.announcement.evening.club.language)
    return place
