"""Lots between those who are level, and the end of a season of fixtures: play-offs, and the season after it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from scoring.faults import Faults
from tournaments.evening.web.desk.door_list import NameField
from tournaments.league import acts
from tournaments.league.acts import is_possible
from tournaments.league.acts.play_offs import next_divisions
from tournaments.league.reads.fixtures import Contest
from tournaments.league.reads.seasons import Season, promised
from tournaments.league.services import promotion
from tournaments.league.services.fixtures import draw as draw_fixtures
from tournaments.league.services.ledger import perform
from tournaments.league.web.desk.doors import of_fixtures, season_page, to_season
from tournaments.league.web.fixture_words import shown_fixture
from tournaments.league.web.season_pages import render_desk_season
from tournaments.site.web.forms import REFUSED, attempt, faults_in, filled, sentence_case
from tournaments.site.web.shared import by_user, now, refusals

PAGE = "desk-season-end"


class NextForm(forms.Form):
    """The season that follows."""

    name = NameField(label=later("Name"))
    starts = forms.DateField(
        label=later("First day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    ends = forms.DateField(
        label=later("Last day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )


@require_http_methods(["GET", "HEAD", "POST"])
@season_page
def page(request: HttpRequest, season: Season) -> HttpResponse:
    """What is left to do at the end; makes the next season."""
    seen = of_fixtures(season)
    form = filled(NextForm, request)
    if form.is_bound and form.is_valid():
        with faults_in(form):
            new = promotion.make_next_season(
                season=season, **form.cleaned_data, by=by_user(request), at=now()
            )
            messages.success(request, _("The season is created. Check its entrants, then open it."))
            return to_season(new, "desk-season-entrants")
    context = {
        "seen": seen,
        "form": form,
        "level": list(_level(seen)),
        "lots": [
            {"sequence": sequence, "order": [seen.names.get(one, one) for one in drawn.order], "lots": drawn}
            for sequence, drawn in seen.lots.items()
        ],
        "commitment": promised(season),
        "may_draw": is_possible(acts.DrawLots, season.stage),
        "may_play_off": is_possible(acts.PlayOff, season.stage),
        "play_offs": [shown_fixture(row) for one in seen.divisions for row in one.play_offs],
        "closed": season.stage == Season.Stage.CLOSED,
        **_next(seen),
    }
    status = REFUSED if form.is_bound else 200
    return render_desk_season(request, season, "desk/league/end.html", context, status=status)


def _level(seen: Contest) -> Iterator[dict[str, Any]]:
    """Those who share a place and would be parted by lots."""
    if not seen.rules.has_table or "drawn_lots" not in seen.rules.tie_breaks:
        return
    for division in seen.divisions:
        places: dict[int, list[str]] = {}
        for line in division.lines:
            places.setdefault(line.place, []).append(line.entrant)
        for place, tied in places.items():
            if len(tied) > 1:
                yield {
                    "division": division,
                    "place": place,
                    "tied": [(one, seen.names[one]) for one in tied],
                    "key": ",".join(tied),
                }


def _next(seen: Contest) -> dict[str, Any]:
    """The divisions of the next season as they would be, or why that is not settled."""
    if not seen.divisions:
        return {"next": (), "not_yet": []}
    try:
        found = next_divisions(seen.rules, seen.divisions, seen.play_offs)
    except Faults as refused:
        return {"next": (), "not_yet": [sentence_case(one.message) for one in refusals(refused)]}
    told = [
        {"name": one.name, "people": [_moved(seen, number, level) for number in one.entrants]}
        for level, one in enumerate(found, 1)
    ]
    return {"next": told, "not_yet": []}


def _moved(seen: Contest, number: int, level: int) -> dict[str, Any]:
    was = seen.entrants[number].division.level
    return {
        "name": seen.entrants[number].name,
        "moved": "up" if level < was else "down" if level > was else "",
    }


@require_POST
@season_page
def draw(request: HttpRequest, season: Season) -> HttpResponse:
    """Draw lots by the seed, or record those drawn by hand."""
    of_fixtures(season)
    between = [one for one in request.POST.get("between", "").split(",") if one]
    common: dict[str, Any] = {"season": season, "by": by_user(request), "at": now()}
    if request.POST.get("how") == "hand":
        order = sorted(
            between, key=lambda one: (request.POST.get(f"rank_{one}", "").zfill(6), between.index(one))
        )
        ranks = [request.POST.get(f"rank_{one}", "").strip() for one in between]
        if sorted(ranks) != sorted(str(rank) for rank in range(1, len(between) + 1)):
            words = _("Give everybody a rank of their own, from 1 to %(last)s.") % {"last": len(between)}
            messages.error(request, words)
            return to_season(season, PAGE)
        recorded = acts.RecordLots(between=tuple(order))
        attempt(request, partial(perform, act=recorded, **common), _("The lots are recorded."))
    else:
        words = _("The lots are drawn; the seed and what was promised are in the ledger.")
        attempt(request, partial(perform, act=acts.DrawLots(between=tuple(between)), **common), words)
    return to_season(season, PAGE)


@require_POST
@season_page
def withdraw(request: HttpRequest, season: Season, sequence: int) -> HttpResponse:
    """Withdraw lots."""
    of_fixtures(season)
    reason = request.POST.get("reason", "")
    act = acts.Withdraw(sequence=sequence, reason=reason)
    doing = partial(perform, season=season, act=act, by=by_user(request), at=now())
    attempt(request, doing, _("Withdrawn. The ledger keeps the entry and says so."))
    return to_season(season, PAGE)


@require_POST
@season_page
def play_offs(request: HttpRequest, season: Season) -> HttpResponse:
    """Make the play-offs."""
    of_fixtures(season)
    made: list[str] = []

    def act() -> None:
        made.extend(draw_fixtures(season=season, act=acts.MakePlayOffs(), by=by_user(request), at=now()))

    if attempt(request, act):
        words = ngettext("%(count)s play-off is made.", "%(count)s play-offs are made.", len(made))
        messages.success(request, words % {"count": len(made)})
        return to_season(season, "desk-season-fixtures")
    return to_season(season, PAGE)
