"""The clubs of a director, and one club's evenings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.choices import flatten_choices
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.catalogue import GAMES
from games.form import in_force
from tournaments.club.reads import members
from tournaments.club.reads.access import players_of
from tournaments.club.reads.members import ClubRules
from tournaments.club.roles import Role
from tournaments.club.services import clubs as club_services
from tournaments.club.web.account import holder
from tournaments.club.web.pages import club_form, club_read, run_form
from tournaments.evening.new_plans import AS_LAST_TIME, OF_A_GAME, OWN, PRESETS
from tournaments.evening.reads import access, desk
from tournaments.evening.reads.desk import Club, ClubNight, Evening
from tournaments.evening.round_rules import STATUS_WORDS, Status
from tournaments.evening.services import evenings
from tournaments.evening.web.desk.decorators import to_desk
from tournaments.evening.web.desk.menu import next_step_in_words, tour
from tournaments.site.web import query_params
from tournaments.site.web.forms import REFUSED, NameField, RulesForm, bound_form, faults_in, offer
from tournaments.site.web.pages import by_user, now
from tournaments.site.web.words import HouseRule, house_rule_in_words

# --- How the club plays each game: its own house rules, from which every new evening starts -----------


@club_read()
def house_rules_games(request: HttpRequest, club: Club) -> HttpResponse:
    games = [
        {"rules": rules, "lines": _rule_lines(rules)} for rules in members.house_rules_of_club(club).values()
    ]
    return render(request, "desk/house_rules.html", {"club": club, "games": games})


@club_form(Role.DIRECTOR, change=Role.SECRETARY)
def house_rules_game(request: HttpRequest, club: Club, game: str) -> HttpResponse:
    if game not in GAMES or not GAMES[game].house_rule_form:
        raise Http404
    rules = members.house_rules_of_game(club, GAMES[game])
    form = bound_form(RulesForm, request, game=rules.game, initial=dict(rules.options))
    if form.is_bound and form.is_valid():
        with faults_in(form, form.show):
            club_services.set_house_rules(
                club=club, game=game, options=form.cleaned_data, by=by_user(request), at=now()
            )
            done = _("New evenings of %(game)s start with these house rules.")
            messages.success(request, done % {"game": _(rules.game.name)})
            return redirect("web:desk-house-rules", club.slug)
    context = {"club": club, "rules": rules, "form": form}
    status = REFUSED if form.is_bound else None
    return render(request, "desk/house_rules_of_game.html", context, status=status)


def _rule_lines(rules: ClubRules) -> list[HouseRule]:
    book = rules.game.options_as_data(rules.game.defaults)
    return [
        house_rule_in_words(rule, rules.options[rule.name], book[rule.name])
        for rule in rules.game.house_rule_form
        if in_force(rule, rules.options)
    ]


# The nights of a club: under its settings to be entered, and above the form of a new evening to begin
# with.


@dataclass(frozen=True, slots=True)
class NightAhead:
    row: ClubNight
    day: date


def nights_ahead(club: Club, today: date) -> list[NightAhead]:
    rows = list(club.nights.all())
    days = desk.next_days(club, rows, today) if rows else {}
    return sorted((NightAhead(row, days[row.pk]) for row in rows), key=lambda night: night.day)


def chosen_night(request: HttpRequest, ahead: Sequence[NightAhead]) -> NightAhead | None:
    """The night that the address names (`?night=`), else the soonest; None where the club has none."""
    night_id = query_params.text(request, "night")
    return next((night for night in ahead if str(night.row.pk) == night_id), next(iter(ahead), None))


class NightForm(forms.Form):
    name = NameField(
        label=later("Name"),
        help_text=later("New evenings are called this, for example “Tuesday Chantecler”."),
        required=False,
    )
    weekday = forms.TypedChoiceField(label=later("Day"), coerce=int, choices=list(WEEKDAYS.items()))
    week = forms.TypedChoiceField(
        label=later("How often"),
        coerce=int,
        choices=[
            (0, later("Every week")),
            (1, later("Once a month: the first")),
            (2, later("Once a month: the second")),
            (3, later("Once a month: the third")),
            (4, later("Once a month: the fourth")),
            (5, later("Once a month: the last")),
        ],
    )
    starts = forms.TimeField(
        label=later("Starts at"),
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        error_messages={"invalid": later("That is no time of day; enter one such as 19:30.")},
        required=False,
    )
    begins_with = forms.ChoiceField(
        label=later("What is played"),
        help_text=later("New evenings of this night begin with it. You can still change each of them."),
        required=False,
    )

    def __init__(self, *args: Any, club: Club, **settings: Any) -> None:
        super().__init__(*args, **settings)
        offer(self, "begins_with", [("", _("The usual game of the club")), *_kinds(club)])
        for name in ("weekday", "week", "begins_with"):
            self.fields[name].widget.attrs["class"] = "input"

    def kinds(self) -> dict[str, str]:
        choice: Any = self.fields["begins_with"]
        return dict(flatten_choices(choice.choices))


def _kinds(club: Club) -> list[tuple[str, Any]]:
    choices: list[tuple[str, Any]] = [(AS_LAST_TIME, _("As last time on this night"))]
    if own := [(f"{OWN}{row.pk}", row.name) for row in club.presets.all()]:
        choices.append((_("Our own kinds of evening"), own))
    choices.append((_("Games"), [(f"{OF_A_GAME}{slug}", _(game.name)) for slug, game in GAMES.items()]))
    choices.append((_("Kinds of evening"), [(preset.slug, _(preset.name)) for preset in PRESETS]))
    return choices


@club_form(Role.OWNER)
def show_nights(request: HttpRequest, club: Club) -> HttpResponse:
    form = bound_form(NightForm, request, club=club)
    if run_form(request, form, evenings.add_night, club=club):
        return redirect("web:desk-nights", club.slug)
    kinds = form.kinds()
    lines = [{"night": night, "kind": kinds.get(night.begins_with, "")} for night in club.nights.all()]
    context = {"club": club, "form": form, "lines": lines}
    return render(request, "desk/nights.html", context, status=REFUSED if form.is_bound else None)


@club_form(Role.OWNER)
def change_night(request: HttpRequest, club: Club, night: int) -> HttpResponse:
    row = desk.night_of_club(club, night)
    form = bound_form(NightForm, request, club=club, initial=vars(row))
    if run_form(request, form, evenings.change_night, row=row):
        return redirect("web:desk-nights", club.slug)
    context = {"club": club, "form": form, "night": desk.night_of_club(club, night)}
    return render(request, "desk/night.html", context, status=REFUSED if form.is_bound else None)


EVENINGS_ON_A_PAGE = 25


@never_cache
@require_safe
@login_required
def home(request: HttpRequest) -> HttpResponse:
    clubs = list(members.clubs(request.user))
    evenings = list(access.evenings_of_their_own(request.user)[: desk.MOST_OPEN])
    if len(clubs) == 1 and not evenings:
        return redirect("web:desk-club", clubs[0].slug)
    if len(evenings) == 1 and not clubs:
        return to_desk(evenings[0])
    plays = bool(players_of(holder(request)))
    if plays and not clubs and not evenings:
        return redirect("web:own-players")
    return render(request, "desk/home.html", {"clubs": clubs, "evenings": evenings, "plays": plays})


class EndedForm(forms.Form):
    game = forms.ChoiceField(label=later("Game"), required=False)
    year = forms.ChoiceField(label=later("Year"), required=False)
    season = forms.ChoiceField(label=later("Season"), required=False)
    status = forms.ChoiceField(label=later("State"), required=False)

    def __init__(
        self,
        data: Mapping[str, Any],
        *,
        games: list[str],
        years: list[int],
        seasons: list[tuple[int, str]],
    ) -> None:
        super().__init__(data)
        called = [(game, _(GAMES[game].name) if game in GAMES else game) for game in games]
        choices: dict[str, list[tuple[str, Any]]] = {
            "game": sorted(called, key=lambda choice: choice[1]),
            "year": [(str(year), str(year)) for year in years],
            "season": [(str(season), name) for season, name in seasons],
            "status": [(status.value, _(STATUS_WORDS[status])) for status in desk.ENDED],
        }
        for name, offered in choices.items():
            offer(self, name, [("", _("All")), *offered])
        if not seasons:
            del self.fields["season"]

    def chosen(self) -> dict[str, str]:
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value}


@club_read(Role.SCORER)
def club(request: HttpRequest, club: Club) -> HttpResponse:
    over = desk.evenings(club).filter(status__in=desk.ENDED)
    form = EndedForm(
        query_params.parameters(request),
        games=desk.games_played(club),
        years=desk.years_played(club),
        seasons=desk.seasons_counted(club),
    )
    chosen = form.chosen()
    paginator = Paginator(desk.narrowed(over, **chosen), EVENINGS_ON_A_PAGE)
    page = paginator.get_page(query_params.whole_number(request, "page", digits=9))
    opened, known = _lines(desk.opened(club)), members.members_count(club)
    context = {
        "club": club,
        "open": opened,
        "tour": tour(request, club, opened[0]["evening"] if opened else None, has_members=known > 0),
        "ended": _lines(page.object_list),
        "page": page,
        "form": form if chosen or paginator.num_pages > 1 else None,
        "chosen": urlencode(chosen),
        "last": desk.evenings(club).exclude(status=Status.ABANDONED).first(),
        "members_count": known,
    }
    return render(request, "desk/club.html", context)


def _lines(evenings: Iterable[Evening]) -> list[dict[str, Any]]:
    return [
        {"evening": evening, "next": next_step_in_words(evening.status, evening.current_round)}
        for evening in evenings
    ]
