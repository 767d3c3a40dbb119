"""A club's leagues, one league with its seasons and clubs, and setting a season up."""

from __future__ import annotations

from datetime import date
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.utils.translation import gettext_lazy as later
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.club.reads.members import groups
from tournaments.club.roles import Role, needs
from tournaments.club.web.pages import club_page
from tournaments.evening.web.desk.door_list import NameField
from tournaments.league import acts
from tournaments.league.acts import is_possible
from tournaments.league.reads import shown
from tournaments.league.reads.fixtures import address_of, fixtures_state
from tournaments.league.reads.seasons import Club as FederationMember
from tournaments.league.reads.seasons import (
    Season,
    asked_into,
    clubs_to_ask,
    in_federation,
    invitations_of,
    last_of,
    leads,
    leagues_of,
    membership_of,
    offered_season_presets,
)
from tournaments.league.reads.shown import Club, League
from tournaments.league.reads.tables import jobs_at
from tournaments.league.services import federations, seasons
from tournaments.league.services.bonds import take_group
from tournaments.league.services.ledger import perform
from tournaments.league.web.desk import deeds
from tournaments.league.web.desk.deeds import of_evenings, season_page, to_season
from tournaments.league.web.desk.fixtures import FORMS
from tournaments.league.web.desk.season_form import KINDS
from tournaments.league.web.fixture_words import entries_in_words, lines_in_words, rules_in_words
from tournaments.league.web.season_pages import render_desk_season
from tournaments.site.web import query_params
from tournaments.site.web.forms import REFUSED, bound_form, faults_in, run_or_refuse
from tournaments.site.web.pages import by_user, isolate, now

# --- The desk of a season: overview, rules, evenings, categories, bonuses -----------------------------


@require_safe
@season_page
def overview(request: HttpRequest, season: Season) -> HttpResponse:
    context: dict[str, Any] = {
        "can": {name: is_possible(act, season.stage) for name, act in acts.ENTRIES[season.kind].items()},
        "work": deeds.of_season(season),
        "entries": entries_in_words(season)[:12],
    }
    if season.kind == Season.Kind.EVENINGS:
        context["lines"] = lines_in_words(shown.tables_shown(season)[""][:10])
        context["taken"] = shown.evenings_taken(season)[:5]
    else:
        context["state"] = fixtures_state(season)
    return render_desk_season(request, season, "desk/league/season.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@season_page
def rules(request: HttpRequest, season: Season) -> HttpResponse:
    days = {name: getattr(season, name) for name in ("name", "starts", "ends", "takes")}
    under_way = season.stage != Season.Stage.DRAFT
    form: Any = bound_form(FORMS[season.kind], request, rules=season.rules, under_way=under_way, initial=days)
    if form.is_bound and form.is_valid():
        with faults_in(form, form.show):
            settings = form.days()
            act = acts.Change(
                called=settings.pop("name"),
                takes=form.cleaned_data.get("takes", season.takes),
                rules=form.rules(),
                reason=form.cleaned_data.get("reason", ""),
                **settings,
            )
            perform(season=season, act=act, by=by_user(request), at=now())
            messages.success(request, _("The rules are changed."))
            return to_season(season)
    context = {
        "form": form,
        "kind": season.kind,
        "sections": rules_in_words(season),
        "may_change": is_possible(acts.Change, season.stage),
        "under_way": under_way,
    }
    status = REFUSED if form.is_bound else 200
    return render_desk_season(request, season, "desk/league/rules.html", context, status=status)


@require_safe
@season_page
def evenings_page(request: HttpRequest, season: Season) -> HttpResponse:
    of_evenings(season)
    evenings = shown.evenings_to_choose(season)
    lines = [
        {"evening": evening, "row": next(iter(getattr(evening, "of_season", [])), None)}
        for evening in evenings
    ]
    return render_desk_season(request, season, "desk/league/evenings.html", {"evenings": lines})


@require_POST
@season_page
def choose(request: HttpRequest, season: Season, pk: int) -> HttpResponse:
    of_evenings(season)
    evening = next((row for row in shown.evenings_to_choose(season) if row.pk == pk), None)
    if evening is None:
        raise Http404
    word = request.POST.get("word", "")
    details: dict[str, Any] = {"evening": address_of(evening), "reason": request.POST.get("reason", "")}
    act: acts.SeasonAct = (
        acts.DeclareVoid(void=word == "void", **details)
        if word in ("void", "count")
        else acts.Choose(choice=word, **details)
    )
    doing = partial(perform, season=season, act=act, by=by_user(request), at=now())
    run_or_refuse(request, doing, _("Saved. The table follows in a moment."))
    return to_season(season, "desk-season-evenings")


@require_http_methods(["GET", "HEAD", "POST"])
@season_page
def people(request: HttpRequest, season: Season) -> HttpResponse:
    of_evenings(season)
    players = shown.players_of(season)
    if request.method == "POST" and "group" in request.POST:
        group = request.POST["group"]
        run_or_refuse(
            request, partial(take_group, season=season, category=group, by=by_user(request), at=now())
        )
        return to_season(season, "desk-season-people")
    if request.method == "POST":
        player = next(
            (candidate for candidate in players if str(candidate.pk) == request.POST.get("player")), None
        )
        if player is None:
            messages.error(request, _("Choose somebody."))
        else:
            act = acts.PutInCategory(
                player=player.pk,
                category=request.POST.get("category", ""),
                belongs=request.POST.get("belongs") == "1",
            )
            run_or_refuse(request, partial(perform, season=season, act=act, by=by_user(request), at=now()))
        return to_season(season, "desk-season-people")
    context = {
        "categories": shown.category_members(season),
        "players": players,
        "groups": groups(season.league.club),
    }
    return render_desk_season(request, season, "desk/league/people.html", context)


# --- The federation of a club: founding one, asking clubs in, answering, and leaving it ---------------


class FederationForm(forms.Form):
    name = NameField(label=gettext_lazy("Name of the federation"))


@require_http_methods(["GET", "HEAD", "POST"])
@club_page
@needs(Role.SECRETARY, change=Role.OWNER)
def show_federation(request: HttpRequest, club: FederationMember) -> HttpResponse:
    form = bound_form(FederationForm, request)
    if form.is_bound and form.is_valid():
        with faults_in(form):
            name = form.cleaned_data["name"]
            federations.create(club=club, name=name, by=by_user(request), at=now())
            messages.success(request, _("The federation is founded. Invite the other clubs."))
            return _back(club)
    context: dict[str, Any] = {"club": club, "form": form, "invitations": invitations_of(club)}
    own = membership_of(club)
    if own is not None:
        members = list(in_federation(own.federation))
        is_leading = leads(club, members)
        context |= {
            "own": own,
            "members": members,
            "is_leading": is_leading,
            "asked": asked_into(own.federation),
            "others": clubs_to_ask(own.federation) if is_leading else [],
        }
    return render(request, "desk/league/federation.html", context, status=REFUSED if form.is_bound else None)


def _back(club: FederationMember) -> HttpResponse:
    return redirect("web:desk-federation", club.slug)


@require_POST
@club_page
@needs(Role.OWNER)
def ask_into_federation(request: HttpRequest, club: FederationMember) -> HttpResponse:
    own, key = membership_of(club), request.POST.get("club", "")
    others = clubs_to_ask(own.federation) if own else []
    other = next((candidate for candidate in others if str(candidate.pk) == key), None)
    if other is None:
        messages.error(request, _("Choose a club that is in no federation yet."))
    else:
        act: dict[str, Any] = {"host": club, "club": other, "by": by_user(request), "at": now()}
        words = _("%(club)s is invited; its owners find the invitation on this page of their own desk.")
        run_or_refuse(request, lambda: federations.ask(**act), words % {"club": isolate(other.name)})
    return _back(club)


@require_POST
@club_page
@needs(Role.OWNER)
def answer_invitation(request: HttpRequest, club: FederationMember, pk: int) -> HttpResponse:
    invitation = next((row for row in invitations_of(club) if row.pk == pk), None)
    if invitation is None:
        raise Http404
    act: dict[str, Any] = {"by": by_user(request), "at": now()}
    if request.POST.get("answer") == "agree":
        words = _("The club is in %(federation)s now.") % {"federation": isolate(invitation.federation.name)}
        run_or_refuse(request, lambda: federations.agree(asked=invitation, **act), words)
    else:
        run_or_refuse(
            request, lambda: federations.end(row=invitation, **act), _("The invitation is declined.")
        )
    return _back(club)


@require_POST
@club_page
@needs(Role.OWNER)
def end_membership(request: HttpRequest, club: FederationMember, pk: int) -> HttpResponse:
    own = membership_of(club)
    members = list(in_federation(own.federation)) if own else []
    rows = [*members, *asked_into(own.federation)] if own and leads(club, members) else [own]
    row = next((membership for membership in rows if membership is not None and membership.pk == pk), None)
    if row is None:
        raise Http404
    words = (
        _("%(club)s is no longer in the federation.") if row.agreed_at else _("The invitation is withdrawn.")
    )
    message = words % {"club": isolate(row.club.name)}
    run_or_refuse(request, lambda: federations.end(row=row, by=by_user(request), at=now()), message)
    return _back(club)


LAST_MONTH = 6


class NameForm(forms.Form):
    name = NameField(label=later("Name of the league"))


def _league(request: HttpRequest, slug: str, club: Club) -> League:
    return get_object_or_404(leagues_of(request.user, Role.SECRETARY), club=club, slug=slug)


@require_http_methods(["GET", "HEAD", "POST"])
@club_page
@needs(Role.SECRETARY)
def leagues(request: HttpRequest, club: Club) -> HttpResponse:
    form = bound_form(NameForm, request)
    if form.is_bound and form.is_valid():
        with faults_in(form):
            new_league = seasons.make_league(club=club, name=form.cleaned_data["name"], at=now())
            messages.success(request, _("The league is created. Create its first season."))
            return redirect("web:desk-league", club.slug, new_league.slug)
    context = {
        "club": club,
        "leagues": shown.leagues_at(club),
        "asked": shown.asked_of(club),
        "form": form,
        "work": _work(club),
    }
    return render(request, "desk/league/leagues.html", context, status=REFUSED if form.is_bound else None)


def _work(club: Club) -> list[dict[str, Any]]:
    return deeds.jobs_in_words(
        jobs_at(club), lambda pk, name: reverse("web:desk-league-work", args=[club.slug, pk, name])
    )


@require_POST
@club_page
@needs(Role.SECRETARY)
def decide(request: HttpRequest, club: Club, pk: int, name: str) -> HttpResponse:
    deeds.decide(request, jobs_at(club), pk, name)
    return redirect("web:desk-leagues", club.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@club_page
@needs(Role.SECRETARY)
def league(request: HttpRequest, club: Club, league: str) -> HttpResponse:
    row = _league(request, league, club)
    form = bound_form(NameForm, request, initial={"name": row.name})
    if form.is_bound and form.is_valid():
        with faults_in(form):
            seasons.rename_league(league=row, name=form.cleaned_data["name"], at=now())
            messages.success(request, _("The name is changed."))
            return redirect("web:desk-league", club.slug, row.slug)
    context = {
        "club": club,
        "league": row,
        "seasons": row.seasons.order_by("-starts", "-pk"),
        "guests": shown.guest_clubs_of(row),
        "others": shown.clubs_to_ask(row),
        "kinds": KINDS,
        "form": form,
    }
    return render(request, "desk/league/league.html", context, status=REFUSED if form.is_bound else None)


@require_POST
@club_page
@needs(Role.SECRETARY)
def ask(request: HttpRequest, club: Club, league: str) -> HttpResponse:
    row = _league(request, league, club)
    key = request.POST.get("club", "")
    other = next((candidate for candidate in shown.clubs_to_ask(row) if str(candidate.pk) == key), None)
    if other is None:
        messages.error(request, _("Choose a club that does not take part yet."))
    else:
        act: dict[str, Any] = {"league": row, "club": other, "by": by_user(request), "at": now()}
        done = _("%(club)s is invited; its directors find the invitation among their leagues.") % {
            "club": other.name
        }
        run_or_refuse(request, lambda: seasons.ask_club(**act), done)
    return redirect("web:desk-league", club.slug, row.slug)


@require_POST
@club_page
@needs(Role.SECRETARY)
def answer(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    invitation = next((row for row in shown.asked_of(club) if row.pk == pk), None)
    if invitation is None:
        raise Http404
    if request.POST.get("answer") == "agree":
        run_or_refuse(
            request,
            lambda: seasons.agree(asked=invitation, by=by_user(request), at=now()),
            _("The club takes part."),
        )
    else:
        run_or_refuse(
            request, lambda: seasons.part(asked=invitation, at=now()), _("The club does not take part.")
        )
    return redirect("web:desk-leagues", club.slug)


@require_POST
@club_page
@needs(Role.SECRETARY)
def without(request: HttpRequest, club: Club, league: str, pk: int) -> HttpResponse:
    row = _league(request, league, club)
    membership = next((guest for guest in shown.guest_clubs_of(row) if guest.pk == pk), None)
    if membership is None:
        raise Http404
    run_or_refuse(
        request, lambda: seasons.part(asked=membership, at=now()), _("The club does not take part.")
    )
    return redirect("web:desk-league", club.slug, row.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@club_page
@needs(Role.SECRETARY)
def new(request: HttpRequest, club: Club, league: str, kind: str) -> HttpResponse:
    row = _league(request, league, club)
    if kind not in KINDS:
        raise Http404
    offered = list(offered_season_presets(kind, last_of(row, kind)))
    slug = query_params.text(request, "preset")
    preset = next((offer for offer in offered if offer.slug == slug), None)
    games = shown.games_played(club) or ["chantecler"]
    begins = None if preset is None else {"games": games, **preset.rules}
    initial = {**({} if begins else {"games": games}), **_first_days(localdate())}
    form: Any = bound_form(FORMS[kind], request, begins=begins, initial=initial)
    if form.is_bound and form.is_valid():
        with faults_in(form, form.show):
            season = seasons.make_season(
                league=row,
                kind=kind,
                takes=form.cleaned_data.get("takes", "every"),
                rules=form.rules(),
                by=by_user(request),
                at=now(),
                **form.days(),
            )
            messages.success(request, _("The season is created. Check its rules, then open it."))
            return to_season(season)
    context = {
        "club": club,
        "league": row,
        "kind": kind,
        "form": form,
        "presets": offered,
        "chosen": preset,
    }
    return render(request, "desk/league/new.html", context, status=REFUSED if form.is_bound else None)


def _first_days(today: date) -> dict[str, object]:
    # From this month to the next June, as club seasons go.
    year = today.year if today.month < LAST_MONTH else today.year + 1
    return {
        "name": f"{today.year}–{year}" if year > today.year else f"{year}",
        "starts": today.replace(day=1),
        "ends": date(year, LAST_MONTH, 30),
    }
