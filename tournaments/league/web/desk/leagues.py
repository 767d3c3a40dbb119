"""A club's leagues, one league with its seasons and clubs, and setting a season up."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.club.roles import Role, needs
from tournaments.club.web.pages import club_page
from tournaments.evening.web.desk.door_list import NameField
from tournaments.league.reads import access, season_presets, shown
from tournaments.league.reads.jobs import jobs_at
from tournaments.league.reads.seasons import last_of
from tournaments.league.reads.shown import Club, League
from tournaments.league.services import seasons
from tournaments.league.web.desk import work
from tournaments.league.web.desk.doors import to_season
from tournaments.league.web.desk.fixtures_form import FORMS
from tournaments.league.web.desk.season_form import KINDS
from tournaments.site.web import query_params
from tournaments.site.web.forms import REFUSED, attempt, faults_in, filled
from tournaments.site.web.shared import by_user, now

LAST_MONTH = 6


class NameForm(forms.Form):
    """The name of a league."""

    name = NameField(label=later("Name of the league"))


def _league(request: HttpRequest, slug: str, club: Club) -> League:
    return get_object_or_404(access.leagues_of(request.user, Role.SECRETARY), club=club, slug=slug)


@require_http_methods(["GET", "HEAD", "POST"])
@club_page
@needs(Role.SECRETARY)
def leagues(request: HttpRequest, club: Club) -> HttpResponse:
    """The leagues of a club, a new one, and those elsewhere that it was asked to take part in."""
    form = filled(NameForm, request)
    if form.is_bound and form.is_valid():
        with faults_in(form):
            made = seasons.make_league(club=club, name=form.cleaned_data["name"], at=now())
            messages.success(request, _("The league is created. Create its first season."))
            return redirect("web:desk-league", club.slug, made.slug)
    context = {
        "club": club,
        "leagues": shown.leagues_at(club),
        "asked": shown.asked_of(club),
        "form": form,
        "work": _work(club),
    }
    return render(request, "desk/league/leagues.html", context, status=REFUSED if form.is_bound else None)


def _work(club: Club) -> list[dict[str, Any]]:
    return work.jobs_in_words(
        jobs_at(club), lambda pk, name: reverse("web:desk-league-work", args=[club.slug, pk, name])
    )


@require_POST
@club_page
@needs(Role.SECRETARY)
def decide(request: HttpRequest, club: Club, pk: int, name: str) -> HttpResponse:
    """Have failed work tried again or dropped."""
    work.decide(request, jobs_at(club), pk, name)
    return redirect("web:desk-leagues", club.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@club_page
@needs(Role.SECRETARY)
def league(request: HttpRequest, club: Club, league: str) -> HttpResponse:
    """One league: its seasons, the clubs that take part, and its name, which can be changed."""
    found = _league(request, league, club)
    form = filled(NameForm, request, initial={"name": found.name})
    if form.is_bound and form.is_valid():
        with faults_in(form):
            seasons.rename_league(league=found, name=form.cleaned_data["name"], at=now())
            messages.success(request, _("The name is changed."))
            return redirect("web:desk-league", club.slug, found.slug)
    context = {
        "club": club,
        "league": found,
        "seasons": found.seasons.order_by("-starts", "-pk"),
        "guests": shown.guest_clubs_of(found),
        "others": shown.clubs_to_ask(found),
        "kinds": KINDS,
        "form": form,
    }
    return render(request, "desk/league/league.html", context, status=REFUSED if form.is_bound else None)


@require_POST
@club_page
@needs(Role.SECRETARY)
def ask(request: HttpRequest, club: Club, league: str) -> HttpResponse:
    """Ask another club to take part."""
    found = _league(request, league, club)
    key = request.POST.get("club", "")
    other = next((one for one in shown.clubs_to_ask(found) if str(one.pk) == key), None)
    if other is None:
        messages.error(request, _("Choose a club that does not take part yet."))
    else:
        act: dict[str, Any] = {"league": found, "club": other, "by": by_user(request), "at": now()}
        done = _("%(club)s is invited; its directors find the invitation among their leagues.") % {
            "club": other.name
        }
        attempt(request, lambda: seasons.ask_club(**act), done)
    return redirect("web:desk-league", club.slug, found.slug)


@require_POST
@club_page
@needs(Role.SECRETARY)
def answer(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Take part in a league elsewhere, or leave it."""
    asked = next((one for one in shown.asked_of(club) if one.pk == pk), None)
    if asked is None:
        raise Http404
    if request.POST.get("answer") == "agree":
        attempt(
            request,
            lambda: seasons.agree(asked=asked, by=by_user(request), at=now()),
            _("The club takes part."),
        )
    else:
        attempt(request, lambda: seasons.part(asked=asked, at=now()), _("The club does not take part."))
    return redirect("web:desk-leagues", club.slug)


@require_POST
@club_page
@needs(Role.SECRETARY)
def without(request: HttpRequest, club: Club, league: str, pk: int) -> HttpResponse:
    """Let a club of the league go."""
    found = _league(request, league, club)
    asked = next((one for one in shown.guest_clubs_of(found) if one.pk == pk), None)
    if asked is None:
        raise Http404
    attempt(request, lambda: seasons.part(asked=asked, at=now()), _("The club does not take part."))
    return redirect("web:desk-league", club.slug, found.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@club_page
@needs(Role.SECRETARY)
def new(request: HttpRequest, club: Club, league: str, kind: str) -> HttpResponse:
    """A new season of evenings, or of fixtures."""
    found = _league(request, league, club)
    if kind not in KINDS:
        raise Http404
    offered = list(season_presets.offered(kind, last_of(found, kind)))
    wanted = query_params.text(request, "preset")
    preset = next((one for one in offered if one.slug == wanted), None)
    games = shown.games_played(club) or ["chantecler"]
    begins = None if preset is None else {"games": games, **preset.rules}
    initial = {**({} if begins else {"games": games}), **_first_days(localdate())}
    form: Any = filled(FORMS[kind], request, begins=begins, initial=initial)
    if form.is_bound and form.is_valid():
        with faults_in(form, form.show):
            made = seasons.make_season(
                league=found,
                kind=kind,
                takes=form.cleaned_data.get("takes", "every"),
                rules=form.rules(),
                by=by_user(request),
                at=now(),
                **form.days(),
            )
            messages.success(request, _("The season is created. Check its rules, then open it."))
            return to_season(made)
    context = {
        "club": club,
        "league": found,
        "kind": kind,
        "form": form,
        "presets": offered,
        "chosen": preset,
    }
    return render(request, "desk/league/new.html", context, status=REFUSED if form.is_bound else None)


def _first_days(today: date) -> dict[str, object]:
    """From this month to the next June, as club seasons go."""
    year = today.year if today.month < LAST_MONTH else today.year + 1
    return {
        "name": f"{today.year}–{year}" if year > today.year else f"{year}",
        "starts": today.replace(day=1),
        "ends": date(year, LAST_MONTH, 30),
    }
