"""A season at the desk: overview, work, opened and closed; evenings, categories, points given, lots of evenings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from games.catalogue import GAMES
from tournaments.club.reads.members import groups
from tournaments.club.roles import Role
from tournaments.club.web.pages import Shown, button, page_kinds
from tournaments.evening.reads.desk import Job
from tournaments.evening.web.desk.seating import ReasonInput, usual_reasons
from tournaments.league import acts
from tournaments.league.acts import is_possible
from tournaments.league.acts.decisions import HALVES
from tournaments.league.reads import season_views, seasons
from tournaments.league.reads.fixtures import Contest, address_of, contest
from tournaments.league.reads.persons import names_of
from tournaments.league.reads.seasons import ReadEntry, Season, rules_of, standing_entries
from tournaments.league.reads.tables import jobs_of
from tournaments.league.services import seasons as season_services
from tournaments.league.services.bonds import take_group
from tournaments.league.services.ledger import perform
from tournaments.league.web.fixture_words import entries_in_words, lines_in_words
from tournaments.league.web.season_pages import about_season, of_evenings, of_fixtures
from tournaments.ranking.fixtures.tie_breaks import tie_break_text
from tournaments.ranking.series.units import points_text as in_points
from tournaments.refusals import LONGEST_REASON
from tournaments.site.web import words
from tournaments.site.web.forms import bound_form, faults_in, run_or_refuse
from tournaments.site.web.pages import by_user, first_or_404, now


def _club_of(season: Any) -> Any:
    season.league.club.held = season.held  # the menu of the club goes by it
    return season.league.club


season_read, season_form, season_button = page_kinds(
    seasons.find_season, ["club", "league", "season"], _club_of, Role.SECRETARY, about_season
)


def choose_division(form: forms.Form, field: str, contest: Contest) -> None:
    """Let a form choose one of the divisions; where there are not several it does not ask."""
    chooser: Any = form.fields[field]
    chooser.choices = [(division.level, division.name) for division in contest.divisions]
    if not contest.has_many:
        del form.fields[field]


def to_season(season: Season, name: str = "desk-season", *args: object) -> HttpResponse:
    return redirect(f"web:{name}", season.league.club.slug, season.league.slug, season.slug, *args)


def run_act(
    request: HttpRequest, season: Season, act: acts.SeasonAct, done: str = "", *, then: str = "desk-season"
) -> HttpResponse:
    """Do an act of one button, say that it is done or why not, and lead to a page of the season's desk."""
    doing = partial(perform, season=season, act=act, by=by_user(request), at=now())
    run_or_refuse(request, doing, done)
    return to_season(season, then)


def jobs_in_words(jobs: Iterable[Job], page: str, *where: str) -> list[dict[str, Any]]:
    """The jobs under way; the pages at `where` have one tried again or dropped."""
    return [
        {
            "has_failed": job.outcome == job.Outcome.FAILED,
            "remark": words.came_to(job),
            "done": job.done,
            "total": job.total,
            "game": job.payload.get("game", ""),
            "game_name": _game_name(job.payload.get("game", "")),
            "again": reverse(f"web:{page}-again", args=[*where, job.pk]),
            "drop": reverse(f"web:{page}-drop", args=[*where, job.pk]),
        }
        for job in jobs
    ]


def _game_name(slug: str) -> str:
    return _(GAMES[slug].name) if slug in GAMES else slug


try_job_again = button(season_services.try_season_job_again, "desk-season", kind=season_button)
drop_job = button(season_services.drop_season_job, "desk-season", kind=season_button)


NO_REASON = later("Please give a reason; it is kept with the change.")
DEEDS: dict[str, type[acts.SeasonAct]] = {"open": acts.Open, "close": acts.Close, "reopen": acts.Reopen}
"""The acts on a whole season by their addresses."""


@season_form(template="desk/league/ask.html")
def season_action(request: HttpRequest, season: Season, name: str) -> Shown:
    act_class = DEEDS.get(name)
    if act_class is None:
        raise Http404
    if request.method != "POST":
        # What is not possible any more, or not yet, is not asked about: the overview says what is.
        possible = season.stage in act_class.when
        return _asks(season, act_class) if possible else to_season(season)
    more = {"reason": request.POST.get("reason", "")} if act_class.needs_reason else {}
    if act_class.needs_reason and not more["reason"].strip():
        return _asks(season, act_class, [NO_REASON])
    return run_act(request, season, act_class(**more), _done(season, name))


def _asks(season: Season, wanted: type[acts.SeasonAct], errors: Iterable[str | Promise] = ()) -> Shown:
    return {
        "label": _(wanted.label),
        "needs_reason": wanted.needs_reason,
        "usual": usual_reasons(wanted),
        "look": "primary" if wanted is acts.Open else "danger",
        "changes": [_(change) for change in wanted.warns[season.kind]],
        "open": list(_open(season)) if wanted is acts.Close else [],
        "reason_errors": list(errors),
    }


def _open(season: Season) -> Iterable[str]:
    today = now().astimezone(ZoneInfo(season.league.club.time_zone)).date()
    if season.ends > today:
        yield _("Its last day, %(day)s, is still to come.") % {"day": date_format(season.ends)}
    if season.kind == Season.Kind.EVENINGS:
        if jobs_of(season):
            yield _("Its tables are still being worked out.")
        return
    current = contest(season)
    if ahead := current.ahead:
        words = ngettext("%(count)s fixture has no result.", "%(count)s fixtures have no result.", ahead)
        yield words % {"count": ahead}
    elif not current.is_played_out:
        yield _("There are rounds that have not been made.")


def _done(season: Season, name: str) -> str:
    opened = (
        _("The season is open, and visitors see it. Make its fixtures.")
        if season.kind == Season.Kind.FIXTURES
        else _("The season is open: visitors see it, and published evenings count.")
    )
    return {
        "open": opened,
        "close": _("The season is over."),
        "reopen": _("The season is under way again."),
    }[name]


@season_read(template="desk/league/season.html")
def overview(request: HttpRequest, season: Season) -> Shown:
    where = (season.league.club.slug, season.league.slug, season.slug)
    context: dict[str, Any] = {
        "can": {name: is_possible(act, season.stage) for name, act in acts.ENTRIES[season.kind].items()},
        "work": jobs_in_words(jobs_of(season), "desk-season-job", *where),
        "entries": entries_in_words(season)[:12],
    }
    if season.kind == Season.Kind.EVENINGS:
        context["lines"] = lines_in_words(season_views.tables_shown(season)[""][:10])
        context["taken"] = season_views.evenings_taken(season)[:5]
    else:
        context["contest"] = contest(season)
    return context


@season_read(template="desk/league/evenings.html")
def evenings_page(request: HttpRequest, season: Season) -> Shown:
    of_evenings(season)
    return {"evenings": season_views.evenings_to_choose(season)}


@season_button()
def choose(request: HttpRequest, season: Season, pk: int) -> HttpResponse:
    of_evenings(season)
    evening = first_or_404(row for row in season_views.evenings_to_choose(season) if row.pk == pk)
    word = request.POST.get("word", "")
    details: dict[str, Any] = {"evening": address_of(evening), "reason": request.POST.get("reason", "")}
    act: acts.SeasonAct = (
        acts.DeclareVoid(void=word == "void", **details)
        if word in ("void", "count")
        else acts.Choose(choice=word, **details)
    )
    return run_act(
        request, season, act, _("Saved. The table follows in a moment."), then="desk-season-evenings"
    )


@season_form(template="desk/league/people.html")
def people(request: HttpRequest, season: Season) -> Shown:
    of_evenings(season)
    players = season_views.players_of(season)
    if request.method == "POST" and "group" in request.POST:
        group = request.POST["group"]
        run_or_refuse(
            request, partial(take_group, season=season, category=group, by=by_user(request), at=now())
        )
        return to_season(season, "desk-season-people")
    if request.method == "POST":
        keys = {str(player.pk): player.pk for player in players}
        key = keys.get(request.POST.get("player", ""))
        if key is None:
            messages.error(request, _("Choose somebody."))
            return to_season(season, "desk-season-people")
        category, belongs = request.POST.get("category", ""), request.POST.get("belongs") == "1"
        act = acts.PutInCategory(player=key, category=category, belongs=belongs)
        return run_act(request, season, act, then="desk-season-people")
    return {
        "categories": season_views.category_members(season),
        "players": players,
        "groups": groups(season.league.club),
    }


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


@season_form(template="desk/league/adjust.html")
def adjust(request: HttpRequest, season: Season) -> Shown:
    award = _of_fixtures(season) if season.kind == Season.Kind.FIXTURES else _of_evenings(season)
    form = bound_form(BonusForm, request)
    chooser: Any = form.fields["player"]
    chooser.choices = [("", "–"), *award.names.items()]
    if form.is_bound and form.is_valid() and _is_given(request, season, form, award):
        messages.success(request, award.done)
        return to_season(season, ADJUST_PAGE)
    return {"form": form, **award.context}


@dataclass(frozen=True, slots=True)
class Award:
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
        {str(player.pk): player.name for player in season_views.players_of(season)},
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
    lines = groupby(season_views.tables_shown(season)[""], key=lambda line: line.row.place)
    places = [(place, list(people)) for place, people in lines if place is not None]
    return [{"place": place, "people": people} for place, people in places if len(people) > 1]


@season_button()
def draw(request: HttpRequest, season: Season) -> HttpResponse:
    of_evenings(season)
    act = acts.DrawLots(between=tuple(request.POST.getlist("between")))
    return run_act(
        request, season, act, _("The lots are drawn; the table follows in a moment."), then=ADJUST_PAGE
    )


def _named(entry: ReadEntry) -> list[Any]:
    return [entry.body["player"]] if entry.act == acts.GiveBonus.name else list(entry.body["order"])


@season_button()
def withdraw(request: HttpRequest, season: Season, sequence: int) -> HttpResponse:
    return withdraw_entry(request, season, sequence, ADJUST_PAGE)


def withdraw_entry(request: HttpRequest, season: Season, sequence: int, then: str) -> HttpResponse:
    act = acts.Withdraw(sequence=sequence, reason=request.POST.get("reason", ""))
    done = _("Withdrawn. The ledger keeps the entry and says so.")
    return run_act(request, season, act, done, then=then)
