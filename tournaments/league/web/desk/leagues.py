"""A club's leagues, one league with its seasons and clubs, and setting a season up, with the forms of its rules."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, ClassVar

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest
from django.shortcuts import redirect
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext
from pydantic import BaseModel

from games.catalogue import GAMES
from scoring.faults import Faults
from tournaments.club.reads.members import game_names, own_games
from tournaments.club.roles import Role
from tournaments.club.web import pages
from tournaments.club.web.pages import Shown, button, club_form, page_kinds
from tournaments.evening.web.desk.seating import ReasonInput
from tournaments.league import acts
from tournaments.league.acts import is_possible
from tournaments.league.reads import season_views
from tournaments.league.reads.season_views import Club, League
from tournaments.league.reads.seasons import Season, find_league, last_of, offered_season_presets
from tournaments.league.reads.tables import jobs_at
from tournaments.league.services import seasons
from tournaments.league.services.ledger import perform
from tournaments.league.web.desk.season import jobs_in_words, season_form, to_season
from tournaments.league.web.fixture_words import rules_in_words
from tournaments.ranking.fixtures.rules import CHAIN, KNOCK_OUTS, FixtureRules
from tournaments.ranking.series.rules import SeasonRules
from tournaments.refusals import LONGEST_REASON
from tournaments.site.web import query_params
from tournaments.site.web.forms import (
    NameField,
    Names,
    Numbers,
    ShowsChanges,
    bound_form,
    day,
    faults_in,
    radio,
    show_faults,
)
from tournaments.site.web.model_form import IN_ORDER, field_at, form_of
from tournaments.site.web.pages import by_user, now

KINDS = {
    "evenings": later("Evenings: everybody gathers points, evening after evening"),
    "fixtures": later("Fixtures: entrants meet each other, round after round"),
}
TAKES = {
    "every": later("every evening of these games between these dates"),
    "chosen": later("only the evenings that are chosen"),
}


class SeasonForm(ShowsChanges):
    model: ClassVar[type[BaseModel]]
    usual: ClassVar[Mapping[str, Any]]
    """The rules of a new season, where they are not what the model takes for granted."""
    name = NameField(label=later("Name"))
    starts = day(later("First day"))
    ends = day(later("Last day"))
    games = forms.MultipleChoiceField(label=later("Games"), widget=forms.CheckboxSelectMultiple)
    reason = forms.CharField(
        label=later("Why it is changed"),
        max_length=LONGEST_REASON,
        required=False,
        help_text=later("Everybody can read it."),
        widget=ReasonInput(acts.Change),
    )

    def __init__(
        self,
        *,
        club: Club | None = None,
        rules: Mapping[str, Any] | None = None,
        begins: Mapping[str, Any] | None = None,
        under_way: bool = False,
        initial: Mapping[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        shown_rules = {**self.usual, **(begins or {})} if rules is None else rules
        self.drawn = form_of(self.model, in_order=max(IN_ORDER, len(shown_rules.get("tie_breaks", ()))))
        super().__init__(initial={**self.field_values(shown_rules), **(initial or {})}, **kwargs)
        self.fields.update(self.drawn.fields())
        games: Any = self.fields["games"]
        own = game_names(club, own_games(club)) if club else {}
        games.choices = [*own.items(), *((slug, _(game.name)) for slug, game in GAMES.items())]
        self.under_way = under_way
        self.fields["reason"].required = under_way
        if not under_way:
            del self.fields["reason"]

    def field_values(self, rules: Mapping[str, Any]) -> dict[str, Any]:
        return {**self.drawn.initial(rules), "games": rules.get("games", ())}

    def folded(self) -> dict[str, dict[str, Any]]:
        """The folded parts of the page: what each says now in a word or two, and whether it has an error."""
        return {
            part: {"says": says, "open": any(name.startswith(begins) for name in self.errors)}
            for part, (begins, says) in self.parts_now().items()
        }

    def parts_now(self) -> dict[str, tuple[tuple[str, ...], str]]:
        has_handicap = self["handicap"].value()
        return {"handicap": (("handicap",), _("a handicap is given") if has_handicap else _("none"))}

    @property
    def tie_breaks(self) -> list[forms.BoundField]:
        return [self[name] for name in self.drawn.parts["tie_breaks"].fields()]

    def clean(self) -> dict[str, Any]:
        """Errors in fields that the choices made leave unused are dropped."""
        entered: dict[str, Any] = super().clean() or {}
        for name in self.drawn.idle(entered):
            self.errors.pop(name, None)
        return entered

    def days(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in ("name", "starts", "ends")}

    def rules(self) -> dict[str, Any]:
        return {"games": self.cleaned_data["games"], **self.drawn.data(self.cleaned_data)}

    def show(self, refused: Faults) -> None:
        show_faults(self, refused, self.field_of)

    def field_of(self, path: str) -> str:
        return field_at(path.removeprefix("rules."), list(self.fields))


class EveningsForm(SeasonForm):
    model = SeasonRules
    usual: ClassVar[Mapping[str, Any]] = {
        "points": {"by": "places", "table": [10, 8, 6, 5, 4, 3, 2, 1]},
        "missed": {"gives": "nothing"},
        "tie_breaks": ["evenings_won", "head_to_head"],
    }
    takes = radio(later("Which evenings"), TAKES, "", initial="every")
    by_colour = Names(
        label=later("Ticket colours with a table of their own"),
        required=False,
        help_text=later("With commas between them."),
    )
    by_person = Names(
        label=later("Groups with a table of their own"),
        required=False,
        help_text=later("For example: Juniors, Beginners. Who is in them is entered afterwards."),
    )

    def parts_now(self) -> dict[str, tuple[tuple[str, ...], str]]:
        best = query_params.as_number(str(self["best"].value() or "")) or 0
        prizes = len(_field_text(self["prizes__overall__best"]).split())
        tables = [
            name.strip()
            for field in ("by_colour", "by_person")
            for name in _field_text(self[field]).split(",")
        ]
        of_best = ngettext("everybody’s best evening", "everybody’s best %(count)s evenings", best)
        of_prizes = ngettext("%(count)s prize", "%(count)s prizes", prizes)
        return {
            "counts": (
                ("best", "of", "minimum", "missed", "tie_breaks"),
                of_best % {"count": best} if best else _("every evening"),
            ),
            "tables": (("by_",), ", ".join(filter(None, tables)) or _("one table for everybody")),
            "prizes": (("prizes",), of_prizes % {"count": prizes} if prizes else _("none")),
            **super().parts_now(),
        }

    def field_of(self, path: str) -> str:
        return "by_person" if path.startswith("rules.categories") else super().field_of(path)

    def rules(self) -> dict[str, Any]:
        entered = self.cleaned_data
        categories = [{"name": name, "by": by} for by in ("colour", "person") for name in entered[f"by_{by}"]]
        return {**super().rules(), "categories": categories}

    def field_values(self, rules: Mapping[str, Any]) -> dict[str, Any]:
        categories = rules.get("categories", ())
        named = {
            by: [category["name"] for category in categories if category["by"] == by]
            for by in ("colour", "person")
        }
        return {
            **self.drawn.initial(self.usual),
            **super().field_values(rules),
            **{f"by_{by}": names for by, names in named.items()},
        }


def _field_text(field: forms.BoundField) -> str:
    return str(field.field.prepare_value(field.value()) or "")


FIRST = CHAIN[:1]
"""What is compared before what can be chosen."""
BORDER = ("up", "down", "play_off")
OF_A_TABLE = ("match_points", "tie_breaks", "edition")
"""The rules that a knock-out has not: it has no table of places."""


class FixturesForm(SeasonForm):
    model = FixtureRules
    usual: ClassVar[Mapping[str, Any]] = {"edition": "fide_2026"}
    up = Numbers(
        label=later("Going up"),
        required=False,
        help_text=later(
            "Between each division and the next, the highest first, with spaces; empty: nobody moves."
        ),
    )
    down = Numbers(label=later("Going down"), required=False)
    play_off = Numbers(label=later("Also in the play-offs"), required=False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        # Rules that do not name an edition go by the one their data take for granted.
        self.fields["edition"].required = False

    def parts_now(self) -> dict[str, tuple[tuple[str, ...], str]]:
        won, drawn, lost = (self[f"match_points__{name}"].value() for name in ("won", "drawn", "lost"))
        return {
            "table": (
                (*OF_A_TABLE, *BORDER),
                _("win %(won)s, draw %(drawn)s, loss %(lost)s") % {"won": won, "drawn": drawn, "lost": lost},
            ),
            **super().parts_now(),
        }

    def field_of(self, path: str) -> str:
        if path.startswith("rules.borders"):
            last = path.split(".")[-1]
            return last if last in BORDER else "up"
        return super().field_of(path)

    def clean(self) -> dict[str, Any]:
        entered = super().clean()
        counts = {len(entered.get(name) or ()) for name in BORDER if entered.get(name)}
        if len(counts) > 1:
            words = _(
                "Enter the same number of figures in each: one for every pair of neighbouring divisions."
            )
            self.add_error("up", words)
        return entered

    def rules(self) -> dict[str, Any]:
        rules = super().rules()
        if rules["format"] != "swiss":
            rules["rounds"] = None
        if rules["format"] in KNOCK_OUTS:
            return {name: rule for name, rule in rules.items() if name not in OF_A_TABLE}
        if rules["edition"] is None:
            del rules["edition"]
        return {**rules, "tie_breaks": [*FIRST, *rules["tie_breaks"]], "borders": self._borders()}

    def _borders(self) -> list[dict[str, int]]:
        entered = self.cleaned_data
        count = max(len(entered[name]) for name in BORDER)
        rows = {name: entered[name] or [0] * count for name in BORDER}
        borders = [{name: rows[name][place] for name in BORDER} for place in range(count)]
        return borders if any(any(border.values()) for border in borders) else []

    def field_values(self, rules: Mapping[str, Any]) -> dict[str, Any]:
        borders, chain = rules.get("borders", ()), rules.get("tie_breaks", CHAIN)
        return {
            **super().field_values({**rules, "tie_breaks": chain[1:]}),
            **{name: [border[name] for border in borders] for name in BORDER},
        }


FORMS: Mapping[str, type[SeasonForm]] = {"evenings": EveningsForm, "fixtures": FixturesForm}
"""The form of each kind of season."""

LAST_MONTH = 6


def _club_of(league: Any) -> Any:
    league.club.held = league.held  # the menu of the club goes by it
    return league.club


def _about(league: League) -> dict[str, Any]:
    return {"club": league.club, "league": league}


_league_read, league_form, league_button = page_kinds(
    find_league, ["club", "league"], _club_of, Role.SECRETARY, _about
)


@club_form(Role.SECRETARY, template="desk/league/leagues.html")
def leagues(request: HttpRequest, club: Club) -> Shown:
    form = bound_form(pages.form_of(seasons.NewLeague), request)
    if new_league := pages.run_form(request, form, seasons.make_league, club=club):
        return redirect("web:desk-league", club.slug, new_league.result.slug)
    return {
        "leagues": season_views.leagues_at(club),
        "asked": season_views.asked_of(club),
        "form": form,
        "work": jobs_in_words(jobs_at(club), "desk-league-job", club.slug),
    }


try_job_again = button(seasons.try_league_job_again, "desk-leagues")
drop_job = button(seasons.drop_league_job, "desk-leagues")


@league_form(template="desk/league/league.html")
def league(request: HttpRequest, league: League) -> Shown:
    form = bound_form(pages.form_of(seasons.NewLeague), request, initial={"name": league.name})
    if pages.run_form(request, form, seasons.rename_league, league=league):
        return redirect("web:desk-league", league.club.slug, league.slug)
    return {
        "seasons": league.seasons.order_by("-starts", "-pk"),
        "guests": season_views.guest_clubs_of(league),
        "others": season_views.clubs_to_ask(league),
        "kinds": KINDS,
        "form": form,
    }


ask_club = button(seasons.ask_club, "desk-league", kind=league_button)
let_go = button(seasons.let_go, "desk-league", kind=league_button)
agree = button(seasons.agree, "desk-leagues")
leave = button(seasons.leave, "desk-leagues")


@league_form(template="desk/league/new.html")
def new(request: HttpRequest, league: League, kind: str) -> Shown:
    if kind not in KINDS:
        raise Http404
    offered = list(offered_season_presets(kind, last_of(league, kind)))
    slug = query_params.text(request, "preset")
    preset = next((offer for offer in offered if offer.slug == slug), None)
    games = season_views.games_played(league.club) or ["chantecler"]
    begins = None if preset is None else {"games": games, **preset.rules}
    initial = {**({} if begins else {"games": games}), **_first_days(localdate())}
    form: Any = bound_form(FORMS[kind], request, club=league.club, begins=begins, initial=initial)
    if form.is_bound and form.is_valid():
        with faults_in(form, form.show):
            season = seasons.make_season(
                league=league,
                kind=kind,
                takes=form.cleaned_data.get("takes", "every"),
                rules=form.rules(),
                by=by_user(request),
                at=now(),
                **form.days(),
            )
            messages.success(request, _("The season is created. Check its rules, then open it."))
            return to_season(season)
    return {"kind": kind, "form": form, "presets": offered, "chosen": preset}


def _first_days(today: date) -> dict[str, object]:
    # From this month to the next June, as club seasons go.
    year = today.year if today.month < LAST_MONTH else today.year + 1
    return {
        "name": f"{today.year}–{year}" if year > today.year else f"{year}",
        "starts": today.replace(day=1),
        "ends": date(year, LAST_MONTH, 30),
    }


@season_form(template="desk/league/rules.html")
def rules(request: HttpRequest, season: Season) -> Shown:
    days = {name: getattr(season, name) for name in ("name", "starts", "ends", "takes")}
    under_way = season.stage != Season.Stage.DRAFT
    begins = {"club": season.league.club, "rules": season.rules, "under_way": under_way}
    form: Any = bound_form(FORMS[season.kind], request, initial=days, **begins)
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
    return {
        "form": form,
        "kind": season.kind,
        "sections": rules_in_words(season),
        "may_change": is_possible(acts.Change, season.stage),
        "under_way": under_way,
    }
