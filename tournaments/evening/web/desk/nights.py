"""The nights of a club: under its settings to be entered, and above the form of a new evening to begin with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.choices import flatten_choices
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.http import require_http_methods, require_POST

from games.catalogue import GAMES
from tournaments.club.roles import Role, needs
from tournaments.club.web.pages import club_page
from tournaments.evening.presets import AS_LAST_TIME, OF_A_GAME, OWN, PRESETS
from tournaments.evening.reads import nights as kept
from tournaments.evening.reads import presets
from tournaments.evening.reads.desk import Club
from tournaments.evening.reads.nights import ClubNight
from tournaments.evening.services import nights
from tournaments.evening.services.nights import Told
from tournaments.evening.web.desk.door_list import NameField
from tournaments.site.web import query_params
from tournaments.site.web.forms import REFUSED, faults_in, filled


@dataclass(frozen=True, slots=True)
class NightAhead:
    """A night of the club, and its next day without an evening."""

    row: ClubNight
    day: date


def nights_ahead(club: Club, today: date) -> list[NightAhead]:
    """The nights of a club, the soonest first; two queries, one where it has none."""
    rows = kept.of_club(club)
    days = kept.next_days(club, rows, today) if rows else {}
    return sorted((NightAhead(row, days[row.pk]) for row in rows), key=lambda night: night.day)


def chosen_night(request: HttpRequest, ahead: Sequence[NightAhead]) -> NightAhead | None:
    """The night that the address names (`?night=`), else the soonest; None where the club has none."""
    wanted = query_params.text(request, "night")
    return next((night for night in ahead if str(night.row.pk) == wanted), next(iter(ahead), None))


class NightForm(forms.Form):
    """A night of a club."""

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
        choice = self.fields["begins_with"]
        assert isinstance(choice, forms.ChoiceField)  # noqa: S101 - as declared above
        choice.choices = [("", _("The usual game of the club")), *_kinds(club)]
        for name in ("weekday", "week", "begins_with"):
            self.fields[name].widget.attrs["class"] = "input"

    def kinds(self) -> dict[str, str]:
        """What each choice of what is played is called."""
        choice: Any = self.fields["begins_with"]
        return dict(flatten_choices(choice.choices))

    def told(self) -> Told:
        """The night, as the service takes it."""
        return Told(**{name: self.cleaned_data[name] for name in Told._fields})


def _kinds(club: Club) -> list[tuple[str, Any]]:
    """With what an evening may begin, in words; one query."""
    found: list[tuple[str, Any]] = [(AS_LAST_TIME, _("As last time on this night"))]
    if own := [(f"{OWN}{row.pk}", row.name) for row in presets.of_club(club)]:
        found.append((_("Our own kinds of evening"), own))
    found.append((_("Games"), [(f"{OF_A_GAME}{slug}", game.name) for slug, game in GAMES.items()]))
    found.append((_("Kinds of evening"), [(preset.slug, _(preset.name)) for preset in PRESETS]))
    return found


@require_http_methods(["GET", "HEAD", "POST"])
@club_page
@needs(Role.OWNER)
def show(request: HttpRequest, club: Club) -> HttpResponse:
    """The nights of the club, and one more."""
    form = filled(NightForm, request, club=club)
    if form.is_bound and form.is_valid():
        with faults_in(form):
            nights.add(club=club, told=form.told())
            messages.success(request, _("The night is added."))
            return redirect("web:desk-nights", club.slug)
    kinds = form.kinds()
    lines = [{"night": night, "kind": kinds.get(night.begins_with, "")} for night in kept.of_club(club)]
    context = {"club": club, "form": form, "lines": lines}
    return render(request, "desk/nights.html", context, status=REFUSED if form.is_bound else None)


@require_http_methods(["GET", "HEAD", "POST"])
@club_page
@needs(Role.OWNER)
def change(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Change one of them."""
    night = kept.one(club, pk)
    initial = {name: getattr(night, name) for name in Told._fields}
    form = filled(NightForm, request, club=club, initial=initial)
    if form.is_bound and form.is_valid():
        with faults_in(form):
            nights.change(night=night, told=form.told())
            messages.success(request, _("The night is changed. Evenings already created stay as they are."))
            return redirect("web:desk-nights", club.slug)
    context = {"club": club, "form": form, "night": night}
    return render(request, "desk/night.html", context, status=REFUSED if form.is_bound else None)


@require_POST
@club_page
@needs(Role.OWNER)
def remove(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """The club plays on it no longer."""
    nights.remove(night=kept.one(club, pk))
    messages.success(request, _("The night is removed. Its evenings stay."))
    return redirect("web:desk-nights", club.slug)
