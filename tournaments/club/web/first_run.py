"""The page on which an installation begins: the first account with its club, or the demo to look around."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.crypto import constant_time_compare
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments.club.reads import members
from tournaments.club.services.clubs import begin_club, make_club
from tournaments.club.web.account import AccountForm
from tournaments.club.web.pages import open_form
from tournaments.club.web.settings import NewClubForm
from tournaments.club.web.sign_in import BACKEND, remember
from tournaments.site.web.forms import REFUSED, bound_form, faults_in
from tournaments.site.web.pages import now, or_404

FORBIDDEN: Final = 403


def may_set_up(code: str) -> bool:
    """Whether this installation is nobody's yet, and whoever asks has the code that `./run` printed in its link."""
    is_right = bool(settings.START_CODE) and constant_time_compare(code, settings.START_CODE)
    return is_right and members.is_fresh_install()


class StartForm(AccountForm, NewClubForm):
    """Who begins, and their club."""


@open_form()
def start(request: HttpRequest, token: str = "") -> HttpResponse:
    """Make the first account and its club; whoever looks after the server makes further clubs."""
    if request.user.is_authenticated and request.user.is_superuser:
        return _further(request, request.user)
    if not may_set_up(token):
        is_open = members.is_fresh_install()
        return render(request, "first_run/not_here.html", {"is_open": is_open}, status=FORBIDDEN)
    form = bound_form(StartForm, request, initial=_guessed())
    if form.is_bound and form.is_valid():
        with faults_in(form):
            user, club = begin_club(**form.cleaned_data, at=now())
            login(request, user, backend=BACKEND)
            answer = _ready(request, club)
            remember(answer, request, user)
            return answer
    return _page(request, form, token)


def _further(request: HttpRequest, user: members.User) -> HttpResponse:
    form = bound_form(NewClubForm, request, initial=_guessed())
    if form.is_bound and form.is_valid():
        with faults_in(form):
            return _ready(request, make_club(**form.cleaned_data, director=user, at=now()))
    return _page(request, form)


def _guessed() -> dict[str, str]:
    # The browser's language is most likely the club's; a script of the page guesses the time zone.
    return {"language": get_language() or ""}


def _ready(request: HttpRequest, club: members.Club) -> HttpResponse:
    messages.success(request, _("%(club)s is ready.") % {"club": club.name})
    return redirect("web:desk-club", club.slug)


def _page(request: HttpRequest, form: NewClubForm, code: str = "") -> HttpResponse:
    context = {"form": form, "demo": members.demo() if code else None, "code": code}
    return render(request, "first_run/start.html", context, status=REFUSED if form.is_bound else None)


@never_cache
@require_POST
def look_around(request: HttpRequest, token: str) -> HttpResponse:
    user = or_404(members.demo_officer() if may_set_up(token) else None)
    login(request, user, backend=BACKEND)
    return redirect("web:desk")
