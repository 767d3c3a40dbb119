"""Setting an evening up: a new one, the plan of one that has not begun, and one cloned from another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.formats import date_format
from django.utils.timezone import localdate, localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from games.catalogue import GAMES
from games.definition import Game
from scoring.faults import Faults
from tournaments.club.reads import members
from tournaments.club.reads.members import ClubRules
from tournaments.club.web.pages import Shown, Unrefused, button, club_button, club_form, club_read, run_form
from tournaments.evening import acts, forecast
from tournaments.evening.new_plans import AS_LAST_TIME, OF_A_GAME, OWN, PRESETS, checked_plan, plan_for
from tournaments.evening.plan import Plan, game_of, read_plan
from tournaments.evening.reads import facts, live
from tournaments.evening.reads.desk import Club, ClubNight, ClubPreset, Evening, start_on
from tournaments.evening.round_rules import Status
from tournaments.evening.services import evenings
from tournaments.evening.web.desk.clubs import NightAhead, chosen_night, nights_ahead
from tournaments.evening.web.desk.decorators import acting, evening_form, for_the_club, to_desk
from tournaments.evening.web.desk.plan_form import NamedDay, PlanForm, as_entered, fresh, rules_as_entered
from tournaments.evening.web.movement_words import MOVEMENTS as MOVEMENT_NAMES
from tournaments.evening.web.movement_words import hands_in_round
from tournaments.evening.web.words import forecast_in_words
from tournaments.site.web import query_params
from tournaments.site.web.forms import NameField, WholeNumber, bound_form, faults_in
from tournaments.site.web.pages import by_user, in_our_words, now
from tournaments.site.web.words import Sums


class NameForm(forms.Form):
    name = NameField(label=later("Name"))


@dataclass(frozen=True, slots=True)
class OfferedPresets:
    """A kind of evening with which a form may begin, in words; house rules that its plan leaves out are the club's.

    `title` is what an evening made from it is called at first; `last` the day of the evening that it repeats.
    """

    slug: str
    name: str
    sentence: str
    title: str
    plan: Plan
    last: date | None = None

    @property
    def is_of_the_club(self) -> bool:
        return self.last is not None or self.slug.startswith(OWN)


def offered_presets(club: Club, last: live.LastTime | None) -> Iterator[OfferedPresets]:
    """What a new evening may begin with: the club's own, as last time, its games, what all hold; two queries."""
    for row in club.presets.all():
        plan = read_plan(row.plan)
        yield OfferedPresets(f"{OWN}{row.pk}", row.name, preset_in_words(plan), row.name, plan)
    if last is not None:
        yield as_last_time(last)
    for game in members.shelf_of(club).values():
        yield preset_of_game(game)
    for preset in PRESETS:
        yield OfferedPresets(preset.slug, _(preset.name), _(preset.sentence), _(preset.name), preset.plan(_))


def as_last_time(last: live.LastTime) -> OfferedPresets:
    evening, plan = last.evening, facts.plan_of(last.evening)
    sentence = _("%(label)s: %(text)s") % {
        "label": f"{evening.name}, {date_format(evening.date, 'DATE_FORMAT')}",
        "text": preset_in_words(plan),
    }
    return OfferedPresets(AS_LAST_TIME, _("As last time"), sentence, evening.name, plan, evening.date)


def preset_of_game(game: Game) -> OfferedPresets:
    plan, name = plan_for(game.slug, game.edition), _(game.name)
    return OfferedPresets(f"{OF_A_GAME}{game.slug}", name, preset_in_words(plan), name, plan)


def presets_of_game(club: Club, slug: str) -> OfferedPresets | None:
    game = members.game_for(club, slug)
    return preset_of_game(game) if game else None


def presets_of_night(night: ClubNight, among: Iterable[OfferedPresets]) -> OfferedPresets | None:
    """What an evening of a night begins with; None where neither the night nor the club says anything.

    Where the night's kind of evening is kept no longer, or was never played, the club's usual game is. Three
    queries at most. `among` is what `offered_presets` gives for the club.
    """
    kind = night.begins_with
    if kind == AS_LAST_TIME:
        last = live.last_time(night.club, night)
        preset = as_last_time(last) if last else None
    else:
        preset = next((offer for offer in among if offer.slug == kind), None) or presets_of_game(
            night.club, kind.removeprefix(OF_A_GAME)
        )
    return preset or presets_of_game(night.club, night.club.usual_game)


def preset_in_words(plan: Plan) -> str:
    rounds = ngettext("%(rounds)s round", "%(rounds)s rounds", plan.rounds) % {"rounds": plan.rounds}
    parts = (
        in_our_words(game_of(plan).name),
        str(MOVEMENT_NAMES[plan.movement]),
        rounds,
        hands_in_round(plan),
    )
    return " · ".join(part for part in parts if part)


@evening_form(template="desk/preset_keep.html")
@for_the_club
def keep_preset(request: HttpRequest, evening: Evening) -> Shown:
    form = bound_form(NameForm, request, initial={"name": evening.name})
    if run_form(request, form, evenings.keep_preset, evening=evening):
        return to_desk(evening)
    return {
        "club": evening.club,
        "form": form,
        "sentence": preset_in_words(facts.plan_of(evening)),
    }


@club_read(template="desk/presets.html")
def show_presets(request: HttpRequest, club: Club) -> Shown:
    return _presets(club)


@club_button(template="desk/presets.html")
def rename_preset(request: HttpRequest, club: Club, preset: ClubPreset) -> Shown:
    form = _form(preset, request.POST)
    if run_form(request, form, evenings.rename_preset, preset=preset):
        return redirect("web:desk-presets", club.slug)
    return _presets(club, {preset.pk: form})


remove_preset = button(evenings.remove_preset, "desk-presets")


def _form(row: ClubPreset, data: Any = None) -> NameForm:
    # The ids of its labels differ from those of other rows.
    return NameForm(data=data, initial={"name": row.name}, auto_id=f"preset_{row.pk}_%s")


def _presets(club: Club, refused: dict[int, NameForm] | None = None) -> dict[str, Any]:
    forms_of = refused or {}
    rows = [
        {
            "row": row,
            "sentence": preset_in_words(read_plan(row.plan)),
            "form": forms_of.get(row.pk) or _form(row),
        }
        for row in club.presets.all()
    ]
    return {"rows": rows}


WEEK = timedelta(days=7)
PAGE = "desk/plan.html"
TYPED = ("name", "date", "starts_at", "rounds", "ends_about", "round__hands", "round__minutes")
"""What somebody has typed and keeps while they choose another kind of evening."""


@club_form(template=PAGE)
def new(request: HttpRequest, club: Club) -> Shown:
    usual = members.house_rules_of_club(club)
    last = live.last_time(club)
    offered, nights = list(offered_presets(club, last)), nights_ahead(club, localdate())
    slug = query_params.text(request, "preset")
    preset = next((offer for offer in offered if offer.slug == slug), None)
    night = None if preset and preset.last else chosen_night(request, nights)
    if preset is not None:
        day = night.day if night else next_date(preset.last, localdate()) if preset.last else localdate()
        initial = _begins_with(preset, preset.title, day, club, usual)
    else:
        initial = _usual_evening(club, night, offered, usual)
    if night and night.row.starts:
        initial["starts_at"] = f"{night.row.starts:%H:%M}"
    initial |= {name: text for name in TYPED if (text := query_params.text(request, name))}
    form = bound_form(PlanForm, request, games=_games(usual), initial=initial)
    if form.is_bound and not _asks_for_forecast(request) and form.is_valid():
        with faults_in(form, form.show):
            evening = evenings.make_evening(club=club, **form.evening(), by=by_user(request), at=now())
            messages.success(request, _("The evening is created. Open the doors when people arrive."))
            return to_desk(evening)
    context = {
        "form": form,
        "presets": offered,
        "chosen": preset,
        "nights": nights,
        "chosen_night": night,
    }
    return _page(request, club, context, last)


def _games(usual: Mapping[str, ClubRules]) -> dict[str, Game]:
    return {slug: rules.game for slug, rules in usual.items()}


def _usual_evening(
    club: Club, night: NightAhead | None, offered: Sequence[OfferedPresets], usual: Mapping[str, ClubRules]
) -> dict[str, Any]:
    kind = presets_of_night(night.row, offered) if night else presets_of_game(club, club.usual_game)
    day, name = (night.day, night.row.name) if night else (localdate(), "")
    if kind is None:
        initial = fresh(name or _("Progressive evening"), day, usual)
        return initial | {"before_publication": club.before_publication}
    return _begins_with(kind, name or kind.title, day, club, usual)


def _begins_with(
    kind: OfferedPresets, name: str, day: date, club: Club, usual: Mapping[str, ClubRules]
) -> dict[str, Any]:
    # What all clubs hold says nothing of what is public before the end: the club does.
    initial = as_entered(kind.plan, name, day, usual)
    return initial if kind.is_of_the_club else initial | {"before_publication": club.before_publication}


@evening_form(template=PAGE)
def change(request: HttpRequest, evening: Evening) -> Shown:
    plan = facts.plan_of(evening)
    if acts.ChangePlan not in acts.possible(Status(evening.status)):
        return _read(request, evening)
    usual = members.house_rules_of_club(evening.club)
    # A game that is not on the shelf any more stays that of its evening.
    games = {**_games(usual), plan.game: _games(usual).get(plan.game) or game_of(plan)}
    initial = as_entered(plan, evening.name, evening.date, usual)
    form = bound_form(PlanForm, request, games=games, initial=initial)
    if form.is_bound and not _asks_for_forecast(request) and form.is_valid():
        with faults_in(form, form.show):
            evenings.change_plan(**form.evening(), **acting(request, evening))
            messages.success(request, _("The plan is changed."))
            return to_desk(evening)
    last = live.last_time(evening.club)
    return _page(request, evening.club, {"club": evening.club, "form": form}, last)


def _asks_for_forecast(request: HttpRequest) -> bool:
    # The button that works the forecast out where no script does: nothing is saved then.
    return "forecast" in request.POST


def _page(
    request: HttpRequest, club: Club, context: dict[str, Any], last: live.LastTime | None
) -> dict[str, Any]:
    form = context["form"]
    context["parts"] = form.parts(_plan_of(form if form.is_bound else form.as_shown()))
    if not _asks_for_forecast(request):
        players = query_params.whole_number(request, "players")
        players = players or (last.players if last else None)
        return {**context, "expected": ExpectedForm(initial={"players": players})}
    return Unrefused(
        **context,
        expected=ExpectedForm(data=request.POST),
        forecast=forecast_context(form, request.POST.get("players", ""), club, last),
    )


def _read(request: HttpRequest, evening: Evening) -> HttpResponse:
    plan = facts.plan_of(evening)
    initial = as_entered(plan, evening.name, evening.date, {})
    form = PlanForm(games={**GAMES, plan.game: game_of(plan)}, initial=initial)
    lines = []
    unsaid = form.left_aside(form.initial) | {"name", "date"}
    for field in form:
        if field.name not in unsaid and (value := _in_words(field)):
            lines.append({"label": field.label, "value": value})
    return render(request, "desk/plan_read.html", {"evening": evening, "lines": lines})


def _in_words(field: Any) -> str:
    value = field.field.prepare_value(field.initial)
    if isinstance(field.field, Sums):
        return " · ".join(value.split())
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    choices = dict(getattr(field.field, "choices", ()))
    return str(choices.get(value, value)) if value not in (None, "") else ""


@evening_form(template="desk/clone.html")
@for_the_club
def clone(request: HttpRequest, evening: Evening) -> Shown:
    form = bound_form(
        NamedDay, request, initial={"name": evening.name, "date": next_date(evening.date, localdate())}
    )
    if form.is_bound and form.is_valid():
        with faults_in(form):
            copy = evenings.clone_evening(**form.cleaned_data, **acting(request, evening))
            messages.success(request, _("The evening is created, with the plan of the last one."))
            return to_desk(copy)
    return {"club": evening.club, "form": form}


def next_date(last: date, today: date) -> date:
    """The same weekday as last time: a week later, or the first one from today on if that is past."""
    following = last + WEEK
    if following >= today:
        return following
    return today + timedelta(days=(last.weekday() - today.weekday()) % 7)


class ExpectedForm(forms.Form):
    players = WholeNumber(
        label=later("Expected players"),
        help_text=later("For the forecast alone; it is not saved."),
        least=1,
        most=forecast.MOST_PLAYERS,
        required=False,
    )


@club_read(template="desk/parts/forecast.html")
def show_forecast(request: HttpRequest, club: Club) -> Shown:
    entered = query_params.parameters(request)
    is_another = entered.get("rules_of", "") not in ("", entered.get("game"))
    usual = members.house_rules_of_club(club) if is_another else {}
    form = PlanForm(data=entered, initial=rules_as_entered(usual), games=members.games_for(club))
    context = forecast_context(form, entered.get("players", ""), club, live.last_time(club))
    return {"forecast": context, "form": form, "parts": form.parts(_plan_of(form))}


def forecast_context(form: PlanForm, players: str, club: Club, last: live.LastTime | None) -> dict[str, Any]:
    """What is forecast for a filled form: `lines`, `problems` with their remedies; or what is `asked` for first."""
    entered, wrong = players.strip(), list[str]()
    count = query_params.as_number(entered, lowest=1, highest=forecast.MOST_PLAYERS)
    if entered and not count:
        words = _("“%(entered)s” was entered; the number of players is from 1 to %(most)s.")
        wrong.append(words % {"entered": entered[:40], "most": forecast.MOST_PLAYERS})
    plan = _plan_of(form)
    if plan is None:
        return {"problems": [*wrong, *_faults(form)]}
    if count is None:
        hint = "" if wrong else _("Enter how many players you expect, and the evening is forecast here.")
        return {"asked": hint, "problems": wrong}
    return forecast_in_words(plan, count, live.tempo_at(club, plan), _begins(club, form, last))


def _begins(club: Club, form: PlanForm, last: live.LastTime | None) -> datetime | None:
    day = form.cleaned_data.get("date")
    entered, right_now = form.cleaned_data.get("starts_at"), localtime()
    starts = time.fromisoformat(entered) if entered else start_on(club, day) if day else None
    if starts is None and last is not None:
        starts = last.began.time()
    if starts is None:
        return None
    begins = right_now.replace(hour=starts.hour, minute=starts.minute)
    return max(begins, right_now) if day == right_now.date() else begins


def _plan_of(form: PlanForm) -> Plan | None:
    # None where the form describes no plan; the form says why then.
    form.is_valid()
    if not set(form.errors) <= set(NamedDay.base_fields):
        return None
    try:
        return checked_plan(form.plan())
    except Faults as refused:
        form.show(refused)
        return None


def _faults(form: PlanForm) -> Iterator[str]:
    for name, errors in form.errors.items():
        if name not in NamedDay.base_fields:
            label = form.fields[name].label if name in form.fields else None
            text = " ".join(map(str, errors))
            yield _("%(label)s: %(text)s") % {"label": label, "text": text} if label else text
