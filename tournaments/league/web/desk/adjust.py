"""The desk of a season: points given and taken off; in a season of evenings its lots too."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

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
from tournaments.league.web.desk.season import run_act, season_button, season_form, to_season
from tournaments.league.web.fixture_words import HALVES, shown_fixture
from tournaments.league.web.season_pages import of_evenings, of_fixtures, render_desk_season
from tournaments.limits import LONGEST_REASON
from tournaments.ranking.fixtures.tie_breaks import tie_break_text
from tournaments.ranking.series.units import points_text as in_points
from tournaments.site.web import query_params
from tournaments.site.web.forms import (
    NameField,
    bound_form,
    day,
    faults_in,
    run_or_refuse,
    sentence_case,
)
from tournaments.site.web.pages import by_user, isolate, now, refusals

# --- Who is left out of the next round of a Swiss, at the secretary's desk ----------------------------

LONGEST_NUMBER = 5
FIXTURES_PAGE = "desk-season-fixtures"


def absences_of(seen: Contest) -> dict[str, Any]:
    points = seen.rules.match_points
    left_out = {number: counts for division in seen.divisions for number, counts in division.left_out.items()}
    return {
        "left_out": [
            {
                "number": number,
                "name": seen.names[number],
                "words": _("counts as a draw") if counts == "draw" else _("counts as a loss"),
            }
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


@season_button()
def absences_page(request: HttpRequest, season: Season) -> HttpResponse:
    contest = of_fixtures(season)
    number = query_params.as_number(request.POST.get("number", ""), digits=LONGEST_NUMBER)
    if number is None or number not in contest.entrants:
        messages.error(request, _("Choose somebody."))
        return to_season(season, FIXTURES_PAGE)
    name = {"name": isolate(contest.names[str(number)])}
    if "back" in request.POST:
        done = _("%(name)s plays in the next round.") % name
        return run_act(request, season, LetPlay(entrant=number), done, then=FIXTURES_PAGE)
    counts = "draw" if request.POST.get("counts") == "draw" else "nobody"
    act = LeaveOut(entrant=number, counts=counts, reason=request.POST.get("reason", ""))
    return run_act(
        request, season, act, _("%(name)s is left out of the next round.") % name, then=FIXTURES_PAGE
    )


# Lots between those who are level, and the end of a season of fixtures: play-offs, and the season after
# it.

END_PAGE = "desk-season-end"


class NextForm(forms.Form):
    name = NameField(label=later("Name"))
    starts = day(later("First day"))
    ends = day(later("Last day"))


@season_form()
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
    return render_desk_season(request, season, "desk/league/end.html", context, form=form)


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


@season_button()
def draw_lots(request: HttpRequest, season: Season) -> HttpResponse:
    of_fixtures(season)
    between = [number for number in request.POST.get("between", "").split(",") if number]
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
        return run_act(request, season, recorded, _("The lots are recorded."), then=END_PAGE)
    words = _("The lots are drawn; the seed and what was promised are in the ledger.")
    return run_act(request, season, acts.DrawLots(between=tuple(between)), words, then=END_PAGE)


@season_button()
def withdraw_lots(request: HttpRequest, season: Season, sequence: int) -> HttpResponse:
    of_fixtures(season)
    return _withdraw(request, season, sequence, END_PAGE)


@season_button()
def withdraw(request: HttpRequest, season: Season, sequence: int) -> HttpResponse:
    return _withdraw(request, season, sequence, ADJUST_PAGE)


def _withdraw(request: HttpRequest, season: Season, sequence: int, then: str) -> HttpResponse:
    act = acts.Withdraw(sequence=sequence, reason=request.POST.get("reason", ""))
    done = _("Withdrawn. The ledger keeps the entry and says so.")
    return run_act(request, season, act, done, then=then)


@season_button()
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
        return to_season(season, FIXTURES_PAGE)
    return to_season(season, END_PAGE)


ADJUST_PAGE = "desk-season-adjust"


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


@season_form()
def adjust(request: HttpRequest, season: Season) -> HttpResponse:
    award = _of_fixtures(season) if season.kind == Season.Kind.FIXTURES else _of_evenings(season)
    form = bound_form(BonusForm, request)
    chooser: Any = form.fields["player"]
    chooser.choices = [("", "–"), *award.names.items()]
    if form.is_bound and form.is_valid() and _is_given(request, season, form, award):
        messages.success(request, award.done)
        return to_season(season, ADJUST_PAGE)
    return render_desk_season(request, season, "desk/league/adjust.html", award.context, form=form)


@dataclass(frozen=True, slots=True)
class Award:
    """Giving points in a season of one kind: who may get them, by key, in which unit, and by which act."""

    names: Mapping[str, str]
    unit: int
    give: Callable[[str, int, str], acts.SeasonAct]
    done: str
    context: dict[str, Any]


def _of_evenings(season: Season) -> Award:
    unit = rules_of(season).unit
    standing = standing_entries(season)
    names = names_of({str(player) for entry in standing for player in _named(entry)})
    lines = [
        {
            "sequence": entry.sequence,
            "reason": entry.reason,
            "who": ", ".join(names.get(str(player), "–") for player in _named(entry)),
            "points": in_points(entry.body["points"], unit) if entry.act == acts.GiveBonus.name else "",
        }
        for entry in standing
    ]
    return Award(
        {str(player.pk): player.name for player in shown.players_of(season)},
        unit,
        lambda player, points, reason: acts.GiveBonus(player=int(player), points=points, reason=reason),
        _("Saved. The table follows in a moment."),
        {
            "standing": lines,
            "can_adjust": is_possible(acts.GiveBonus, season.stage),
            "level": _level(season) if "lots" in rules_of(season).tie_breaks else [],
        },
    )


def _of_fixtures(season: Season) -> Award:
    # The lots of a season of fixtures stand on the page of its end.
    contest = of_fixtures(season)
    lines = [
        {
            "sequence": sequence,
            "who": contest.names.get(str(adjustment.entrant), "–"),
            "points": tie_break_text("match_points", adjustment.points),
            "reason": adjustment.reason,
        }
        for sequence, adjustment in contest.awards.items()
    ]
    has_table = contest.rules.has_table
    return Award(
        contest.names,
        HALVES,
        lambda entrant, points, reason: acts.GivePoints(entrant=int(entrant), points=points, reason=reason),
        _("Saved, and the table has followed."),
        {
            "standing": lines,
            "can_adjust": is_possible(acts.GiveBonus, season.stage) and has_table,
            "has_table": has_table,
        },
    )


def _is_given(request: HttpRequest, season: Season, form: BonusForm, award: Award) -> bool:
    units = form.cleaned_data["points"] * award.unit
    if units != int(units):
        allowed = _("Points are counted in steps of %(step)s.") % {"step": in_points(1, award.unit)}
        form.add_error("points", allowed)
    else:
        with faults_in(form):
            act = award.give(form.cleaned_data["player"], int(units), form.cleaned_data["reason"])
            perform(season=season, act=act, by=by_user(request), at=now())
    return form.is_valid()


def _level(season: Season) -> list[dict[str, Any]]:
    lines_by_place: dict[int, list[shown.ShownLine]] = {}
    for line in shown.tables_shown(season)[""]:
        if line.row.place is not None:
            lines_by_place.setdefault(line.row.place, []).append(line)
    return [{"place": place, "people": people} for place, people in lines_by_place.items() if len(people) > 1]


@season_button()
def draw(request: HttpRequest, season: Season) -> HttpResponse:
    of_evenings(season)
    act = acts.DrawLots(between=tuple(request.POST.getlist("between")))
    return run_act(
        request, season, act, _("The lots are drawn; the table follows in a moment."), then=ADJUST_PAGE
    )


def _named(entry: SeasonEntryRead) -> list[Any]:
    return [entry.body["player"]] if entry.act == acts.GiveBonus.name else list(entry.body["order"])
