"""The desk of a season: points given and taken off; in a season of evenings its lots too."""

from __future__ import annotations

from collections.abc import Callable, Iterator
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
from tournaments.evening.web.desk.seating import ReasonInput, usual_reasons
from tournaments.league import acts
from tournaments.league.acts import LeaveOut, LetPlay, is_possible
from tournaments.league.acts.results import next_divisions
from tournaments.league.reads import shown
from tournaments.league.reads.fixtures import Contest
from tournaments.league.reads.persons import names_of
from tournaments.league.reads.seasons import Season, SeasonEntryRead, promised, rules_of, standing_entries
from tournaments.league.services.ledger import draw_fixtures, perform
from tournaments.league.services.seasons import make_next_season
from tournaments.league.web.desk.season import of_evenings, of_fixtures, season_page, to_season
from tournaments.league.web.fixture_words import HALVES, shown_fixture
from tournaments.league.web.season_pages import render_desk_season
from tournaments.limits import LONGEST_REASON
from tournaments.ranking.fixtures.tie_breaks import tie_break_text
from tournaments.ranking.fixtures.tie_breaks import tie_break_text as in_match_points
from tournaments.ranking.series.units import points_text as in_points
from tournaments.site.web.forms import (
    REFUSED,
    NameField,
    bound_form,
    faults_in,
    run_or_refuse,
    sentence_case,
    show_faults,
)
from tournaments.site.web.pages import by_user, isolate, now, refusals

# --- Who is left out of the next round of a Swiss, at the secretary's desk ----------------------------

LONGEST_NUMBER = 5


def absences_of(seen: Contest) -> dict[str, Any]:
    points = seen.rules.match_points
    left_out = {number: counts for division in seen.divisions for number, counts in division.left_out.items()}
    return {
        "left_out": [
            {"number": number, "name": seen.names[number], "words": _counted(counts)}
            for number, counts in left_out.items()
        ],
        "others": [
            {"number": number, "name": seen.names[number]}
            for division in seen.divisions
            for number in division.playing
            if number not in left_out
        ],
        "usual": usual_reasons(LeaveOut),
        "draw": tie_break_text("match_points", points.drawn),
        "loss": tie_break_text("match_points", points.lost),
    }


def _counted(counts: str) -> str:
    return _("counts as a draw") if counts == "draw" else _("counts as a loss")


@require_POST
@season_page
def absences_page(request: HttpRequest, season: Season) -> HttpResponse:
    contest = of_fixtures(season)
    text = request.POST.get("number", "")
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER else 0
    if number not in contest.entrants:
        messages.error(request, _("Choose somebody."))
        return to_season(season, "desk-season-fixtures")
    do = partial(perform, season=season, by=by_user(request), at=now())
    name = {"name": isolate(contest.names[str(number)])}
    if "back" in request.POST:
        run_or_refuse(
            request, partial(do, act=LetPlay(entrant=number)), _("%(name)s plays in the next round.") % name
        )
    else:
        counts = "draw" if request.POST.get("counts") == "draw" else "nobody"
        act = LeaveOut(entrant=number, counts=counts, reason=request.POST.get("reason", ""))
        run_or_refuse(request, partial(do, act=act), _("%(name)s is left out of the next round.") % name)
    return to_season(season, "desk-season-fixtures")


# Lots between those who are level, and the end of a season of fixtures: play-offs, and the season after
# it.

END_PAGE = "desk-season-end"


class NextForm(forms.Form):
    name = NameField(label=later("Name"))
    starts = forms.DateField(
        label=later("First day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    ends = forms.DateField(
        label=later("Last day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )


@require_http_methods(["GET", "HEAD", "POST"])
@season_page
def end_page(request: HttpRequest, season: Season) -> HttpResponse:
    contest = of_fixtures(season)
    form = bound_form(NextForm, request)
    if form.is_bound and form.is_valid():
        with faults_in(form):
            new = make_next_season(season=season, **form.cleaned_data, by=by_user(request), at=now())
            messages.success(request, _("The season is created. Check its entrants, then open it."))
            return to_season(new, "desk-season-entrants")
    context = {
        "seen": contest,
        "form": form,
        "level": list(_end_level(contest)),
        "lots": [
            {
                "sequence": sequence,
                "order": [contest.names.get(number, number) for number in drawn.order],
                "lots": drawn,
            }
            for sequence, drawn in contest.lots.items()
        ],
        "commitment": promised(season),
        "may_draw": is_possible(acts.DrawLots, season.stage),
        "may_play_off": is_possible(acts.PlayOff, season.stage),
        "play_offs": [shown_fixture(row) for division in contest.divisions for row in division.play_offs],
        "closed": season.stage == Season.Stage.CLOSED,
        **_next(contest),
    }
    status = REFUSED if form.is_bound else 200
    return render_desk_season(request, season, "desk/league/end.html", context, status=status)


def _end_level(seen: Contest) -> Iterator[dict[str, Any]]:
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
                    "tied": [(number, seen.names[number]) for number in tied],
                    "key": ",".join(tied),
                }


def _next(seen: Contest) -> dict[str, Any]:
    if not seen.divisions:
        return {"next": (), "not_yet": []}
    try:
        divisions = next_divisions(seen.rules, seen.divisions, seen.play_offs)
    except Faults as refused:
        return {"next": (), "not_yet": [sentence_case(refusal.message) for refusal in refusals(refused)]}
    shown_divisions = [
        {"name": division.name, "people": [_moved(seen, number, level) for number in division.entrants]}
        for level, division in enumerate(divisions, 1)
    ]
    return {"next": shown_divisions, "not_yet": []}


def _moved(seen: Contest, number: int, level: int) -> dict[str, Any]:
    was = seen.entrants[number].division.level
    return {
        "name": seen.entrants[number].name,
        "moved": "up" if level < was else "down" if level > was else "",
    }


@require_POST
@season_page
def draw_lots(request: HttpRequest, season: Season) -> HttpResponse:
    of_fixtures(season)
    between = [number for number in request.POST.get("between", "").split(",") if number]
    common: dict[str, Any] = {"season": season, "by": by_user(request), "at": now()}
    if request.POST.get("how") == "hand":
        order = sorted(
            between,
            key=lambda number: (request.POST.get(f"rank_{number}", "").zfill(6), between.index(number)),
        )
        ranks = [request.POST.get(f"rank_{number}", "").strip() for number in between]
        if sorted(ranks) != sorted(str(rank) for rank in range(1, len(between) + 1)):
            words = _("Give everybody a rank of their own, from 1 to %(last)s.") % {"last": len(between)}
            messages.error(request, words)
            return to_season(season, END_PAGE)
        recorded = acts.RecordLots(between=tuple(order))
        run_or_refuse(request, partial(perform, act=recorded, **common), _("The lots are recorded."))
    else:
        words = _("The lots are drawn; the seed and what was promised are in the ledger.")
        run_or_refuse(request, partial(perform, act=acts.DrawLots(between=tuple(between)), **common), words)
    return to_season(season, END_PAGE)


@require_POST
@season_page
def withdraw_lots(request: HttpRequest, season: Season, sequence: int) -> HttpResponse:
    of_fixtures(season)
    reason = request.POST.get("reason", "")
    act = acts.Withdraw(sequence=sequence, reason=reason)
    doing = partial(perform, season=season, act=act, by=by_user(request), at=now())
    run_or_refuse(request, doing, _("Withdrawn. The ledger keeps the entry and says so."))
    return to_season(season, END_PAGE)


@require_POST
@season_page
def play_offs(request: HttpRequest, season: Season) -> HttpResponse:
    of_fixtures(season)
    new_fixtures: list[str] = []

    def act() -> None:
        new_fixtures.extend(
            draw_fixtures(season=season, act=acts.MakePlayOffs(), by=by_user(request), at=now())
        )

    if run_or_refuse(request, act):
        words = ngettext("%(count)s play-off is made.", "%(count)s play-offs are made.", len(new_fixtures))
        messages.success(request, words % {"count": len(new_fixtures)})
        return to_season(season, "desk-season-fixtures")
    return to_season(season, END_PAGE)


ADJUST_PAGE = "desk-season-adjust"
Give = Callable[..., acts.SeasonAct]
"""The act, of the points and the reason."""


class BonusForm(forms.Form):
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
    if season.kind == Season.Kind.FIXTURES:
        return _of_fixtures(request, season)
    of_evenings(season)
    unit = rules_of(season).unit
    players = {str(player.pk): player for player in shown.players_of(season)}
    form = bound_form(BonusForm, request)
    chooser: Any = form.fields["player"]
    chooser.choices = [("", "–"), *((key, player.name) for key, player in players.items())]
    if form.is_bound and form.is_valid():
        chosen = players[form.cleaned_data["player"]]
        if _is_given(request, season, form, unit, partial(acts.GiveBonus, player=chosen.pk)):
            messages.success(request, _("Saved. The table follows in a moment."))
            return to_season(season, ADJUST_PAGE)
    standing = standing_entries(season)
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
    # The lots of a season of fixtures stand on the page of its end.
    contest = of_fixtures(season)
    form = bound_form(BonusForm, request)
    chooser: Any = form.fields["player"]
    chooser.choices = [("", "–"), *contest.names.items()]
    if form.is_bound and form.is_valid():
        number = int(form.cleaned_data["player"])
        if _is_given(request, season, form, HALVES, partial(acts.GivePoints, entrant=number)):
            messages.success(request, _("Saved, and the table has followed."))
            return to_season(season, ADJUST_PAGE)
    lines = [
        {
            "sequence": sequence,
            "who": contest.names.get(str(adjustment.entrant), "–"),
            "points": in_match_points("match_points", adjustment.points),
            "reason": adjustment.reason,
        }
        for sequence, adjustment in contest.awards.items()
    ]
    context = {
        "form": form,
        "standing": lines,
        "can_adjust": is_possible(acts.GiveBonus, season.stage) and contest.rules.has_table,
        "has_table": contest.rules.has_table,
    }
    status = REFUSED if form.is_bound else 200
    return render_desk_season(request, season, "desk/league/adjust.html", context, status=status)


def _level(season: Season) -> list[dict[str, Any]]:
    lines_by_place: dict[int, list[shown.ShownLine]] = {}
    for line in shown.tables_shown(season)[""]:
        if line.row.place is not None:
            lines_by_place.setdefault(line.row.place, []).append(line)
    return [{"place": place, "people": people} for place, people in lines_by_place.items() if len(people) > 1]


@require_POST
@season_page
def draw(request: HttpRequest, season: Season) -> HttpResponse:
    of_evenings(season)
    act = acts.DrawLots(between=tuple(request.POST.getlist("between")))
    doing = partial(perform, season=season, act=act, by=by_user(request), at=now())
    run_or_refuse(request, doing, _("The lots are drawn; the table follows in a moment."))
    return to_season(season, ADJUST_PAGE)


def _named(entry: SeasonEntryRead) -> list[Any]:
    return [entry.body["player"]] if entry.act == acts.GiveBonus.name else list(entry.body["order"])


@require_POST
@season_page
def withdraw(request: HttpRequest, season: Season, sequence: int) -> HttpResponse:
    act = acts.Withdraw(sequence=sequence, reason=request.POST.get("reason", ""))
    doing = partial(perform, season=season, act=act, by=by_user(request), at=now())
    run_or_refuse(request, doing, _("Withdrawn. The ledger keeps the entry and says so."))
    return to_season(season, ADJUST_PAGE)
