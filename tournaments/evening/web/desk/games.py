"""The director's decision on a whole game: other points than its hands make, or not played at all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.evening import acts
from tournaments.evening.acts.act import MOST_POINTS
from tournaments.evening.reads import facts
from tournaments.evening.reads.desk import Evening
from tournaments.evening.reads.rounds import GameView
from tournaments.evening.web.desk.decisions import ReasonForm
from tournaments.evening.web.desk.decorators import evening_page
from tournaments.evening.web.desk.impact_preview import ProposedChange, weigh, where
from tournaments.evening.web.desk.versions import game_at, sheet_url
from tournaments.site.web.forms import REFUSED


class AdjustForm(ReasonForm):
    """The points of each couple, or of each seat."""

    def __init__(self, *args: Any, whose: Sequence[str], **settings: Any) -> None:
        super().__init__(*args, act=acts.AdjustGame, **settings)
        self.paths = [f"points-{place}" for place in range(len(whose))]
        reason = self.fields.pop("reason")
        for path, name in zip(self.paths, whose, strict=True):
            self.fields[path] = forms.IntegerField(
                label=_("Points of %(name)s") % {"name": name},
                min_value=-MOST_POINTS,
                max_value=MOST_POINTS,
                error_messages={"required": _("Nothing was entered; a whole number is needed.")},
            )
        self.fields["reason"] = reason

    def points(self) -> tuple[int, ...]:
        """What was entered."""
        return tuple(self.cleaned_data[path] for path in self.paths)


def _whose(here: GameView) -> list[str]:
    """Who has the points of a game: its couples, or everybody in a seat."""
    if here.own_points:
        return [one.name for one in here.own_points]
    told = (("A", here.names_a), ("B", here.names_b))
    return [_("%(couple)s (%(names)s)") % {"couple": couple, "names": names} for couple, names in told]


@require_http_methods(["GET", "HEAD", "POST"])
@evening_page
def adjust(request: HttpRequest, evening: Evening, table: int, number: int) -> HttpResponse:
    """Let a game count other points than its hands make."""
    here = game_at(evening, table, number)
    whose = _whose(here)
    stand = {f"points-{place}": points for place, points in enumerate(here.points)}
    form = AdjustForm(request.POST if request.method == "POST" else None, whose=whose, initial=stand)
    title = _("Adjust the score: %(where)s") % {"where": where(number, table).lower()}
    return _decide(
        request,
        evening,
        here,
        form,
        title=title,
        act=lambda reason: acts.AdjustGame(round=number, table=table, points=form.points(), reason=reason),
        done=_("The score of the game is adjusted."),
        words=_("The game counts these points in place of its hands; the hands stay readable."),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@evening_page
def not_played(request: HttpRequest, evening: Evening, table: int, number: int) -> HttpResponse:
    """Record that a game was not played, or was abandoned."""
    here = game_at(evening, table, number)
    by_points = facts.plan_of(evening).by_points

    return _decide(
        request,
        evening,
        here,
        ReasonForm(request.POST if request.method == "POST" else None, act=acts.NotPlayed),
        title=_("Not played: %(where)s") % {"where": where(number, table).lower()},
        act=lambda reason: acts.NotPlayed(round=number, table=table, reason=reason),
        done=_("The game is recorded as not played."),
        words=_("The game counts for nobody: no points, no winner in the standings.")
        if by_points
        else _(
            "The game counts for nobody: no points and no winner. The evening's seed draws which couple moves as its "
            "winners."
        ),
    )


def _decide(
    request: HttpRequest,
    evening: Evening,
    here: GameView,
    form: ReasonForm,
    *,
    title: str,
    act: Callable[[str], acts.Act],
    done: str,
    words: str,
) -> HttpResponse:
    """The form of a decision on a game; posted, what it would change."""
    table, number = here.table, here.round.number

    def page() -> HttpResponse:
        context = {
            "evening": evening,
            "form": form,
            "title": title,
            "words": words,
            "back": sheet_url(evening, table, number),
        }
        return render(request, "desk/decide_game.html", context, status=REFUSED if form.errors else 200)

    if request.method != "POST" or not form.is_valid():
        return page()
    reason = form.cleaned_data["reason"]
    change = ProposedChange(
        title=title,
        act=act(reason),
        done=done,
        back=sheet_url(evening, table, number),
        again=form.again(page),
        game=(number, table),
        about={"reason": reason},
    )
    return weigh(request, evening, change)
