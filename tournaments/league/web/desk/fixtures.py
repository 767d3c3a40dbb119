"""The fixtures of a season at the desk: made, dated, left out of, their results entered; lots, play-offs, the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from functools import partial
from itertools import groupby
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext, ngettext_lazy

from scoring.faults import Faults
from tournaments.club.web.pages import Shown
from tournaments.evening.web.desk.seating import usual_reasons
from tournaments.league import acts
from tournaments.league.acts import LeaveOut, LetPlay, is_possible
from tournaments.league.acts.drawing import may_undo, whole_rounds
from tournaments.league.acts.results import next_divisions
from tournaments.league.reads.fixtures import Contest, Fixture, address_of, points_of
from tournaments.league.reads.season_views import Evening, evening_at, evenings_for
from tournaments.league.reads.seasons import Season, promised
from tournaments.league.services.ledger import draw_fixtures, perform
from tournaments.league.services.seasons import make_next_season
from tournaments.league.services.tables import leave_to_evening
from tournaments.league.web import fixture_words
from tournaments.league.web.desk.season import (
    choose_division,
    run_act,
    season_button,
    season_form,
    season_read,
    to_season,
    withdraw_entry,
)
from tournaments.league.web.season_pages import of_fixtures
from tournaments.ranking.fixtures.results import half_games
from tournaments.ranking.fixtures.tie_breaks import tie_break_text
from tournaments.site.web import query_params
from tournaments.site.web.forms import (
    NameField,
    bound_form,
    day,
    faults_in,
    run_or_refuse,
    sentence_case,
    show_line_faults,
)
from tournaments.site.web.pages import by_user, first_or_404, isolate, now, refusals


class PairingsForm(forms.Form):
    pairings = forms.CharField(
        label=later("Pairings, a line for each"),
        help_text=later(
            "Names or seeds, whoever is at home first: “Ann – Ben”, or from a file “Ann; Ben”. “Cleo; bye” has nobody"
            " to meet. A result that is known comes last: “Ann; Ben; 1½:½”."
        ),
        widget=forms.Textarea(attrs={"rows": 6, "autocomplete": "off"}),
        max_length=40_000,
        error_messages={"required": later("Nothing was entered; a line for each pairing is needed.")},
    )
    level = forms.TypedChoiceField(label=later("Division"), coerce=int)
    day = day(later("Day of the round"), required=False)
    though = forms.BooleanField(
        label=later(
            "Enter the round although something is unusual: somebody meets again, say, or results are missing"
        ),
        required=False,
    )

    def __init__(self, *args: Any, seen: Contest, **more: Any) -> None:
        # The form that makes a round stands beside it and has a day too.
        super().__init__(*args, **{"auto_id": "id_pairings_%s", **more})
        choose_division(self, "level", seen)

    @property
    def level_chosen(self) -> int:
        return int(self.cleaned_data.get("level") or 1)


PAGE, END_PAGE = "desk-season-fixtures", "desk-season-end"
LONGEST_RESULT, LONGEST_NUMBER = 8, 5
RESULT: Final = ("games_home", "games_away", "points_home", "points_away", "winner")
"""The fields of a result; in the form of a round each has the code of its fixture behind a colon."""
Typed = dict[str, Any]


class MakeForm(forms.Form):
    first = day(later("Day of the first round"), required=False)
    every = forms.IntegerField(
        label=later("Days from round to round"),
        required=False,
        min_value=0,
        max_value=366,
        initial=7,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    anyway = forms.BooleanField(label=later("Pair the round although results are missing"), required=False)

    def days(self, first_round: int, rounds: int) -> dict[int, date]:
        first, every = self.cleaned_data.get("first"), self.cleaned_data.get("every") or 0
        if first is None:
            return {}
        return {first_round + turn: first + timedelta(days=turn * every) for turn in range(rounds)}


def _chosen(rounds: list[fixture_words.ShownRound], wanted: str) -> fixture_words.ShownRound | None:
    match = next((round_ for round_ in rounds if _key(round_) == wanted), None)
    return match or next((round_ for round_ in rounds if round_.ahead), rounds[-1] if rounds else None)


def _key(round_: fixture_words.ShownRound) -> str:
    return f"p{round_.number}" if round_.play_offs else str(round_.number)


def _page(
    season: Season,
    seen: Contest,
    *,
    wanted: str,
    form: MakeForm | None = None,
    pairings_form: PairingsForm | None = None,
    typed: dict[str, Typed] | None = None,
) -> Shown:
    rounds = fixture_words.shown_rounds(seen)
    chosen = _chosen(rounds, wanted)
    typed = typed or {}
    last = max((division.last_round for division in seen.divisions), default=0)
    has_fixtures = bool(seen.fixtures)
    is_swiss = seen.rules.format == "swiss"
    form = form or MakeForm()
    if is_swiss:
        form.fields["first"].label = _("Day of the round")
    return {
        "seen": seen,
        "rounds": [(_key(round_), round_) for round_ in rounds],
        "chosen": chosen,
        "chosen_key": _key(chosen) if chosen else "",
        "entries": [
            (division, [_entry(fixture.row, typed.get(fixture.row.code)) for fixture in fixtures])
            for division, fixtures in (chosen.divisions if chosen else ())
        ],
        "may_play": is_possible(acts.Result, season.stage),
        "may_make": is_possible(acts.Draw, season.stage)
        and (not has_fixtures or (is_swiss and last < (seen.rules.rounds or 0))),
        "is_swiss": is_swiss,
        "next_round": last + 1,
        "made": has_fixtures,
        "may_undo": has_fixtures
        and is_possible(acts.Draw, season.stage)
        and may_undo(seen.state.fixtures.values(), seen.rules),
        "form": form,
        "pairings_form": (pairings_form or PairingsForm(seen=seen))
        if _may_enter_pairings(season, seen)
        else None,
        "absences": absences_of(seen) if is_swiss and last < (seen.rules.rounds or 0) else None,
        "usual_corrections": usual_reasons(acts.EnterResult),
        "usual": usual_reasons(acts.PostponeFixture, acts.Forfeit),
        "evenings": evenings_for(season, seen.rules.games) if has_fixtures else [],
        "can_draw": seen.rules.draws,
    }


def _may_enter_pairings(season: Season, seen: Contest) -> bool:
    is_open = is_possible(acts.Draw, season.stage) and seen.rules.has_table
    return is_open and any(
        len(division.playing) > 1 and division.last_round < whole_rounds(division)
        for division in seen.divisions
    )


def _entry(row: Fixture, typed: Typed | None) -> dict[str, Any]:
    played = row.status == "played" and row.away is not None
    points = points_of(row) if played else None
    known = {
        "games_home": fixture_words.halves(row.games_home) if played else "",
        "games_away": fixture_words.halves(row.games_away) if played else "",
        "points_home": points[0] if points else "",
        "points_away": points[1] if points else "",
        "winner": "",
        "reason": "",
        "day": row.date.isoformat() if row.date else "",
        "evening": address_of(row.evening),
    }
    entry = typed or {}
    return {
        "shown": fixture_words.shown_fixture(row),
        "values": {**known, **entry.get("values", {})},
        "errors": entry.get("errors", []),
        "open": bool(entry.get("errors")) and entry.get("act") != "result",
        "is_ahead": _is_ahead(row),
    }


def _is_ahead(row: Fixture) -> bool:
    return row.status in ("planned", "postponed")


FIXTURES = "desk/league/fixtures.html"


@season_read(template=FIXTURES)
def page(request: HttpRequest, season: Season) -> Shown:
    return _page(season, of_fixtures(season), wanted=query_params.text(request, "round"))


def _draw(request: HttpRequest, season: Season, act: acts.Draw | acts.PlayOff, done: Any) -> HttpResponse:
    fixtures = draw_fixtures(season=season, act=act, by=by_user(request), at=now())
    messages.success(request, done % {"count": len(fixtures)})
    return to_season(season, PAGE)


@season_button(template=FIXTURES)
def make(request: HttpRequest, season: Season) -> Shown:
    contest = of_fixtures(season)
    form = bound_form(MakeForm, request)
    if form.is_valid():
        first = max((division.last_round for division in contest.divisions), default=0) + 1
        rounds = [whole_rounds(division) for division in contest.divisions]
        count = 1 if contest.rules.format == "swiss" else max(rounds, default=1)
        with faults_in(form):
            act = acts.MakeFixtures(days=form.days(first, max(count, 1)), anyway=form.cleaned_data["anyway"])
            words = ngettext_lazy("%(count)s fixture is made.", "%(count)s fixtures are made.", "count")
            return _draw(request, season, act, words)
    return _page(season, contest, wanted="", form=form)


@season_button(template=FIXTURES)
def enter_pairings(request: HttpRequest, season: Season) -> Shown:
    contest = of_fixtures(season)
    form = bound_form(PairingsForm, request, seen=contest)
    if form.is_valid():
        entered = form.cleaned_data
        with faults_in(form, partial(show_line_faults, form, "pairings")):
            act = acts.EnterLines(
                lines=tuple(entered["pairings"].splitlines()),
                division=form.level_chosen,
                day=entered["day"],
                anyway=entered["though"],
            )
            words = ngettext_lazy("%(count)s fixture is entered.", "%(count)s fixtures are entered.", "count")
            return _draw(request, season, act, words)
    return _page(season, contest, wanted="", pairings_form=form)


@season_button()
def undo(request: HttpRequest, season: Season) -> HttpResponse:
    of_fixtures(season)
    return run_act(request, season, acts.UndoLast(), _("The last fixtures were undone."), then=PAGE)


@season_button()
def days(request: HttpRequest, season: Season, number: int) -> HttpResponse:
    of_fixtures(season)
    set_days = acts.SetDays(days={number: _day(request.POST.get("day", ""))})
    act = partial(perform, season=season, act=set_days, by=by_user(request), at=now())
    run_or_refuse(request, act, _("The day of the round is entered."))
    return _to_round(season, str(number))


def _day(entered: str) -> date | None:
    try:
        return date.fromisoformat(entered)
    except ValueError:
        return None


def _to_round(season: Season, key: str, code: str = "") -> HttpResponse:
    where = (season.league.club.slug, season.league.slug, season.slug)
    mark = f"#{fixture_words.anchor(code)}" if code else ""
    return redirect(f"{reverse(f'web:{PAGE}', args=where)}?round={key}{mark}")


class Unreadable(Exception):  # noqa: N818 - what was typed
    """A number in the form cannot be read."""


def _games(entered: str) -> int:
    # In half games.
    if not entered.strip():
        raise Unreadable(_("Nothing was entered for the games; write 0 where a side has won none."))
    games = half_games(entered) if len(entered) <= LONGEST_RESULT else None
    if games is None:
        raise Unreadable(_("“%(entered)s” is no number of games; write 2 or 2½.") % {"entered": entered})
    return games


def _points(home: str, away: str) -> tuple[int, int] | None:
    own, theirs = (_number_of_points(entered) if entered.strip() else None for entered in (home, away))
    if own is None and theirs is None:
        return None
    if own is None or theirs is None:
        raise Unreadable(_("Points were entered for one side alone; enter those of both, or none."))
    return own, theirs


def _number_of_points(entered: str) -> int:
    text = entered.strip().replace("−", "-")
    if len(text) > LONGEST_RESULT or not text.removeprefix("-").isdigit() or not text.isascii():
        raise Unreadable(_("“%(entered)s” is no number of points.") % {"entered": entered})
    return int(text)


@season_button(template=FIXTURES)
def act(request: HttpRequest, season: Season, code: str) -> Shown:
    contest = of_fixtures(season)
    row = first_or_404(row for row in contest.fixtures if row.code == code)
    name = request.POST.get("act", "result")
    key = f"p{row.round}" if row.play_off else str(row.round)
    errors = _refused(season, row, name, request.POST, by=by_user(request))
    if not errors:
        home, away = isolate(row.home.name), isolate(row.away.name) if row.away else ""
        words = _("%(label)s: %(text)s") % {"label": f"{home} – {away}", "text": _done(name)}
        messages.success(request, words)
        return _to_round(season, key, code)
    typed = {code: {"values": request.POST.dict(), "errors": errors, "act": name}}
    return _page(season, contest, wanted=key, typed=typed)


@season_button(template=FIXTURES)
def save_round(request: HttpRequest, season: Season, key: str) -> Shown:
    """Enter what was typed of a round, each result by itself; what is refused stays as it was typed."""
    typed, count = dict[str, Typed](), 0
    for row in of_fixtures(season).fixtures:
        values = {name: request.POST.get(f"{name}:{row.code}", "") for name in RESULT}
        known = _entry(row, None)["values"]
        if not any(values.values()) or all(values[name] == str(known[name]) for name in RESULT):
            continue
        errors = _refused(season, row, "result", values, by=by_user(request))
        count += not errors
        if errors:
            typed[row.code] = {"values": values, "errors": errors, "act": "result"}
    if count:
        words = ngettext("%(count)s result is entered.", "%(count)s results are entered.", count)
        messages.success(request, words % {"count": count})
    return _page(season, of_fixtures(season), wanted=key, typed=typed) if typed else _to_round(season, key)


def _refused(season: Season, row: Fixture, name: str, posted: Mapping[str, str], *, by: str) -> list[str]:
    who: dict[str, Any] = {"season": season, "by": by, "at": now()}
    details = {"fixture": row.code, "reason": posted.get("reason", "")}
    try:
        _check_reason(row, details["reason"])
        if name == "attach":
            evening = _evening(season, posted.get("evening", ""))
            leave_to_evening(code=row.code, evening=evening, reason=details["reason"], **who)
        else:
            perform(act=_act(name, posted, details), **who)
    except Unreadable as refused:
        return [str(refused)]
    except Faults as refused:
        return [sentence_case(refusal.message) for refusal in refusals(refused)]
    return []


def _check_reason(row: Fixture, reason: str) -> None:
    if not _is_ahead(row) and not reason.strip():
        raise Unreadable(_("Say why the result changes; everybody can read it beside the table."))


def _done(name: str) -> str:
    words = {
        "result": _("the result is entered."),
        "postpone": _("postponed."),
        "void": _("void."),
        "take_back": _("taken back."),
        "attach": _("its result comes from the evening."),
    }
    return words.get(name, _("forfeited."))


def _evening(season: Season, key: str) -> Evening:
    evening = evening_at(season, key)
    if evening is None:
        raise Unreadable(_("No evening was chosen; choose one of the list."))
    return evening


def _act(name: str, told: Mapping[str, str], said: dict[str, Any]) -> acts.SeasonAct:
    if name.startswith("forfeit-"):
        return acts.Forfeit(side=name.removeprefix("forfeit-"), **said)
    if name == "postpone":
        return acts.PostponeFixture(day=_day(told.get("day", "")), **said)
    if name == "void":
        return acts.DeclareFixtureVoid(**said)
    if name == "take_back":
        return acts.TakeBack(**said)
    winner: Any = told.get("winner", "")
    return acts.EnterResult(
        games=(_games(told.get("games_home", "")), _games(told.get("games_away", ""))),
        points=_points(told.get("points_home", ""), told.get("points_away", "")),
        winner=winner if winner in ("home", "away", "draw") else "",
        **said,
    )


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
        return to_season(season, PAGE)
    name = {"name": isolate(contest.names[str(number)])}
    if "back" in request.POST:
        done = _("%(name)s plays in the next round.") % name
        return run_act(request, season, LetPlay(entrant=number), done, then=PAGE)
    counts = "draw" if request.POST.get("counts") == "draw" else "nobody"
    act = LeaveOut(entrant=number, counts=counts, reason=request.POST.get("reason", ""))
    return run_act(request, season, act, _("%(name)s is left out of the next round.") % name, then=PAGE)


class NextForm(forms.Form):
    name = NameField(label=later("Name"))
    starts = day(later("First day"))
    ends = day(later("Last day"))


@season_form(template="desk/league/end.html")
def end_page(request: HttpRequest, season: Season) -> Shown:
    contest = of_fixtures(season)
    form = bound_form(NextForm, request)
    if form.is_bound and form.is_valid():
        with faults_in(form):
            new = make_next_season(season=season, **form.cleaned_data, by=by_user(request), at=now())
            messages.success(request, _("The season is created. Check its entrants, then open it."))
            return to_season(new, "desk-season-entrants")
    return {
        "form": form,
        "seen": contest,
        "level": list(_end_level(contest)),
        "lots": fixture_words.shown_lots(contest),
        "commitment": promised(season),
        "may_draw": is_possible(acts.DrawLots, season.stage),
        "may_play_off": is_possible(acts.PlayOff, season.stage),
        "play_offs": [
            fixture_words.shown_fixture(row) for division in contest.divisions for row in division.play_offs
        ],
        "closed": season.stage == Season.Stage.CLOSED,
        **_next(contest),
    }


def _end_level(seen: Contest) -> Iterator[dict[str, Any]]:
    if not seen.rules.has_table or "drawn_lots" not in seen.rules.tie_breaks:
        return
    for division in seen.divisions:
        for place, lines in groupby(division.lines, key=lambda line: line.place):
            tied = [line.entrant for line in lines]
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
        {"name": division.name, "people": [_moved(seen, int(number), level) for number in division.entrants]}
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
        ranks = {number: request.POST.get(f"rank_{number}", "").strip() for number in between}
        if sorted(ranks.values()) != sorted(str(rank) for rank in range(1, len(between) + 1)):
            words = _("Give everybody a rank of their own, from 1 to %(last)s.") % {"last": len(between)}
            messages.error(request, words)
            return to_season(season, END_PAGE)
        recorded = acts.RecordLots(between=tuple(sorted(between, key=lambda number: int(ranks[number]))))
        return run_act(request, season, recorded, _("The lots are recorded."), then=END_PAGE)
    words = _("The lots are drawn; the seed and what was promised are in the ledger.")
    return run_act(request, season, acts.DrawLots(between=tuple(between)), words, then=END_PAGE)


@season_button()
def withdraw_lots(request: HttpRequest, season: Season, sequence: int) -> HttpResponse:
    of_fixtures(season)
    return withdraw_entry(request, season, sequence, END_PAGE)


@season_button()
def play_offs(request: HttpRequest, season: Season) -> HttpResponse:
    of_fixtures(season)
    words = ngettext_lazy("%(count)s play-off is made.", "%(count)s play-offs are made.", "count")
    make_them = partial(_draw, request, season, acts.MakePlayOffs(), words)
    return to_season(season, PAGE if run_or_refuse(request, make_them) else END_PAGE)
