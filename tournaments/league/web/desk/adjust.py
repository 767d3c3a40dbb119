"""The desk of a season: points given and taken off; in a season of evenings its lots too."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.http import require_http_methods, require_POST

from scoring.faults import Faults
from tournaments.evening.web.desk.reasons import ReasonInput
from tournaments.league import acts
from tournaments.league.acts import is_possible
from tournaments.league.reads import adjustments as read
from tournaments.league.reads import shown
from tournaments.league.reads.persons import names_of
from tournaments.league.reads.seasons import Season, rules_of
from tournaments.league.services.ledger import perform
from tournaments.league.web.desk.doors import of_evenings, of_fixtures, season_page, to_season
from tournaments.league.web.fixture_words import HALVES
from tournaments.league.web.season_pages import render_desk_season
from tournaments.limits import LONGEST_REASON
from tournaments.ranking.fixtures.tie_breaks import tie_break_text as in_match_points
from tournaments.ranking.series.units import points_text as in_points
from tournaments.site.web.forms import REFUSED, attempt, filled, show_faults
from tournaments.site.web.shared import by_user, now

PAGE = "desk-season-adjust"
Give = Callable[..., acts.SeasonAct]
"""The act, of the points and the reason."""


class BonusForm(forms.Form):
    """A bonus or a penalty, in points, for a player or an entrant."""

    player = forms.ChoiceField(label=later("Who"))
    points = forms.DecimalField(
        label=later("Points"), help_text=later("With a minus sign for a penalty."), max_digits=10
    )
    reason = forms.CharField(
        label=later("Why"),
        max_length=LONGEST_REASON,
        help_text=later("Everybody can read it."),
        widget=ReasonInput(acts.GivePoints),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@season_page
def adjust(request: HttpRequest, season: Season) -> HttpResponse:
    """Bonuses and penalties: those that stand, and a new one."""
    if season.kind == Season.Kind.FIXTURES:
        return _of_fixtures(request, season)
    of_evenings(season)
    unit = rules_of(season).unit
    players = {str(player.pk): player for player in shown.players_of(season)}
    form = filled(BonusForm, request)
    chooser: Any = form.fields["player"]
    chooser.choices = [("", "–"), *((key, player.name) for key, player in players.items())]
    if form.is_bound and form.is_valid():
        chosen = players[form.cleaned_data["player"]]
        if _is_given(request, season, form, unit, partial(acts.GiveBonus, player=chosen.pk)):
            messages.success(request, _("Saved. The table follows in a moment."))
            return to_season(season, PAGE)
    standing = read.standing_entries(season)
    named = {str(player) for entry in standing for player in _named(entry)}
    names = names_of(named)
    lines = [
        {
            "sequence": entry.sequence,
            "reason": entry.reason,
            "who": ", ".join(names.get(str(player), "–") for player in _named(entry)),
            "points": in_points(entry.body["points"], unit) if entry.act == acts.GiveBonus.name else "",
        }
        for entry in standing
    ]
    context = {
        "form": form,
        "standing": lines,
        "can_adjust": is_possible(acts.GiveBonus, season.stage),
        "level": _level(season) if "lots" in rules_of(season).tie_breaks else [],
    }
    status = REFUSED if form.is_bound else 200
    return render_desk_season(request, season, "desk/league/adjust.html", context, status=status)


def _is_given(request: HttpRequest, season: Season, form: BonusForm, unit: int, give: Give) -> bool:
    """Give the points that were entered; whether that could be done, else the form says why not."""
    units = form.cleaned_data["points"] * unit
    if units != int(units):
        allowed = _("Points are counted in steps of %(step)s.") % {"step": in_points(1, unit)}
        form.add_error("points", allowed)
        return False
    try:
        act = give(points=int(units), reason=form.cleaned_data["reason"])
        perform(season=season, act=act, by=by_user(request), at=now())
    except Faults as refused:
        show_faults(form, refused)
        return False
    return True


def _of_fixtures(request: HttpRequest, season: Season) -> HttpResponse:
    """The same for the entrants of a season of fixtures; their lots stand on the page of its end."""
    seen = of_fixtures(season)
    form = filled(BonusForm, request)
    chooser: Any = form.fields["player"]
    chooser.choices = [("", "–"), *seen.names.items()]
    if form.is_bound and form.is_valid():
        number = int(form.cleaned_data["player"])
        if _is_given(request, season, form, HALVES, partial(acts.GivePoints, entrant=number)):
            messages.success(request, _("Saved, and the table has followed."))
            return to_season(season, PAGE)
    lines = [
        {
            "sequence": sequence,
            "who": seen.names.get(str(one.entrant), "–"),
            "points": in_match_points("match_points", one.points),
            "reason": one.reason,
        }
        for sequence, one in seen.given.items()
    ]
    context = {
        "form": form,
        "standing": lines,
        "can_adjust": is_possible(acts.GiveBonus, season.stage) and seen.rules.has_table,
        "has_table": seen.rules.has_table,
    }
    status = REFUSED if form.is_bound else 200
    return render_desk_season(request, season, "desk/league/adjust.html", context, status=status)


def _level(season: Season) -> list[dict[str, Any]]:
    """Those who share a place in the table of everybody, place by place."""
    found: dict[int, list[shown.ShownLine]] = {}
    for line in shown.tables_shown(season)[""]:
        if line.row.place is not None:
            found.setdefault(line.row.place, []).append(line)
    return [{"place": place, "people": people} for place, people in found.items() if len(people) > 1]


@require_POST
@season_page
def draw(request: HttpRequest, season: Season) -> HttpResponse:
    """Draw lots by the season's seed between those who share a place."""
    of_evenings(season)
    act = acts.DrawLots(between=tuple(request.POST.getlist("between")))
    doing = partial(perform, season=season, act=act, by=by_user(request), at=now())
    attempt(request, doing, _("The lots are drawn; the table follows in a moment."))
    return to_season(season, PAGE)


def _named(entry: read.SeasonEntryRead) -> list[Any]:
    return [entry.body["player"]] if entry.act == acts.GiveBonus.name else list(entry.body["order"])


@require_POST
@season_page
def withdraw(request: HttpRequest, season: Season, sequence: int) -> HttpResponse:
    """Withdraw a bonus, a penalty or lots."""
    act = acts.Withdraw(sequence=sequence, reason=request.POST.get("reason", ""))
    doing = partial(perform, season=season, act=act, by=by_user(request), at=now())
    attempt(request, doing, _("Withdrawn. The ledger keeps the entry and says so."))
    return to_season(season, PAGE)
