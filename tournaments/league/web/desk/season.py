"""The desk of a season: overview, rules, evenings, categories, bonuses."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.club.reads.members import groups
from tournaments.league import acts
from tournaments.league.acts import is_possible
from tournaments.league.reads import shown
from tournaments.league.reads.fixtures import address_of, fixtures_state
from tournaments.league.reads.seasons import Season
from tournaments.league.services.bonds import take_group
from tournaments.league.services.ledger import perform
from tournaments.league.web.desk import deeds
from tournaments.league.web.desk.deeds import of_evenings, season_page, to_season
from tournaments.league.web.desk.fixtures import FORMS
from tournaments.league.web.season_pages import render_desk_season
from tournaments.league.web.season_words import entries_in_words, lines_in_words, rules_in_words
from tournaments.site.web.forms import REFUSED, attempt, faults_in, filled
from tournaments.site.web.pages import by_user, now


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
    form: Any = filled(FORMS[season.kind], request, rules=season.rules, under_way=under_way, initial=days)
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
    attempt(request, doing, _("Saved. The table follows in a moment."))
    return to_season(season, "desk-season-evenings")


@require_http_methods(["GET", "HEAD", "POST"])
@season_page
def people(request: HttpRequest, season: Season) -> HttpResponse:
    of_evenings(season)
    players = shown.players_of(season)
    if request.method == "POST" and "group" in request.POST:
        group = request.POST["group"]
        attempt(request, partial(take_group, season=season, category=group, by=by_user(request), at=now()))
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
            attempt(request, partial(perform, season=season, act=act, by=by_user(request), at=now()))
        return to_season(season, "desk-season-people")
    context = {
        "categories": shown.category_members(season),
        "players": players,
        "groups": groups(season.league.club),
    }
    return render_desk_season(request, season, "desk/league/people.html", context)
