"""Planning several evenings at once: which days that gives is shown before anything is made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tournaments.club.web.pages import club_page
from tournaments.coming.days import Rhythm, days_of
from tournaments.coming.reads import lists
from tournaments.coming.services.series import FEWEST, MOST, Told, plan_several
from tournaments.coming.web.forms import AnnounceForm
from tournaments.evening.reads import desk, tempo
from tournaments.evening.reads.desk import Club
from tournaments.evening.reads.nights import ClubNight
from tournaments.evening.web.desk import presets
from tournaments.evening.web.desk.door_list import NameField
from tournaments.evening.web.desk.nights import NightAhead, chosen_night, nights_ahead
from tournaments.evening.web.desk.plan import next_date
from tournaments.evening.web.desk.presets import Offered
from tournaments.site.web import query_params
from tournaments.site.web.fields import WholeNumber, day, radio
from tournaments.site.web.forms import REFUSED, faults_in, filled
from tournaments.site.web.shared import by_user, now


@dataclass(frozen=True, slots=True)
class DayLine:
    """A day that the form gives.

    Attributes:
        there: what the club has on that day already, by name.
        is_taken: whether one of them bears the very name; then no other is made.
        is_chosen: whether an evening is to be made.
    """

    day: date
    there: tuple[str, ...]
    is_taken: bool
    is_chosen: bool


class SeveralForm(AnnounceForm):
    """What kind of evening, from when on, how often and how many; and what is announced of each."""

    kind = forms.ChoiceField(label=later("Kind of evening"))
    name = NameField(
        label=later("Name"),
        help_text=later("Leave it empty for the name of the kind of evening."),
        required=False,
    )
    first = day(later("First evening"))
    rhythm = radio(
        later("How often"),
        {
            Rhythm.WEEKLY.value: later("Every week"),
            Rhythm.FORTNIGHTLY.value: later("Every second week"),
            Rhythm.MONTHLY.value: later("Every month"),
        },
        later("Every month: on the same weekday of the month, for example on each second Friday."),
        initial=Rhythm.WEEKLY.value,
    )
    count = WholeNumber(
        label=later("How many evenings"), least=FEWEST, most=MOST, initial=4, min_value=FEWEST, max_value=MOST
    )
    field_order = ("kind", "name", "first", "rhythm", "count")

    def __init__(
        self, *args: Any, offered: Sequence[Offered], night: ClubNight | None, **settings: Any
    ) -> None:
        """A form of the days of a night of the club, or of those that people choose."""
        super().__init__(*args, **settings)
        self.night = night
        if night is not None:
            del self.fields["rhythm"]
        self.offered = {one.slug: one for one in offered}
        choice = self.fields["kind"]
        assert isinstance(choice, forms.ChoiceField)  # noqa: S101 - as declared above
        choice.choices = [(one.slug, one.name) for one in offered]

    def clean(self) -> dict[str, Any]:
        """What was entered, with the days that it gives."""
        entered = super().clean() or {}
        if self.errors.keys().isdisjoint({"first", "rhythm", "count"}):
            try:
                entered["days"] = self._days(entered)
            except OverflowError:
                self.add_error("first", _("The calendar ends before the last of these evenings."))
        return entered

    def _days(self, entered: dict[str, Any]) -> list[date]:
        """The days that were entered. Raises OverflowError where the calendar ends before."""
        if self.night is not None:
            return self.night.days_from(entered["first"], entered["count"])
        return days_of(Rhythm(entered["rhythm"]), entered["first"], entered["count"])

    @property
    def kind_chosen(self) -> Offered:
        """The kind of evening that was chosen."""
        return self.offered[self.cleaned_data["kind"]]

    @property
    def title(self) -> str:
        """What each evening is called."""
        return self.cleaned_data["name"].strip() or self.kind_chosen.title

    def plan(self) -> dict[str, Any]:
        """The plan of each evening; house rules that its kind leaves open are those of the club."""
        plan = self.kind_chosen.plan.model_dump(mode="json")
        return plan if plan["house_rules"] else {**plan, "house_rules": None}

    def told(self) -> Told:
        """What is announced of each."""
        return Told(**{name: self.cleaned_data[name] for name in Told._fields})


@require_http_methods(["GET", "HEAD", "POST"])
@club_page
def show(request: HttpRequest, club: Club) -> HttpResponse:
    """The form; then the days that it gives, to be looked at; then the evenings, all or none."""
    ahead = nights_ahead(club, localdate())
    night = chosen_night(request, ahead) if query_params.has(request, "night") else None
    form = _form(request, club, night)
    context = {"club": club, "form": form, "nights": ahead, "chosen_night": night}
    if not form.is_bound or not form.is_valid():
        return _page(request, context)
    lines = _lines(request, club, form)
    chosen = [line.day for line in lines if line.is_chosen]
    if "save" in request.POST and request.POST.get("seen") == _seen(form.cleaned_data["days"]):
        with faults_in(form):
            made = plan_several(
                club=club,
                name=form.title,
                days=chosen,
                plan=form.plan(),
                told=form.told(),
                by=by_user(request),
                at=now(),
            )
            done = ngettext(
                "%(count)s evening is created and announced.",
                "%(count)s evenings are created and announced.",
                len(made),
            )
            messages.success(request, done % {"count": len(made)})
            return redirect("web:desk-club", club.slug)
    return _page(request, context, lines)


def _form(request: HttpRequest, club: Club, night: NightAhead | None) -> SeveralForm:
    """The form, which begins with a night of the club where one was chosen."""
    offered = list(presets.offered(club, tempo.last_time(club)))
    if night is None:
        offered.sort(key=lambda one: one.last is None)
        latest = desk.evenings(club).first()
        first = next_date(latest.date, localdate()) if latest else localdate()
        shown = {"first": first, "starts": lists.usual_start(club, first)}
        return filled(SeveralForm, request, initial=shown, offered=offered, night=None)
    kind = presets.of_night(night.row, offered)
    if kind is not None:
        offered = [kind, *(one for one in offered if one.slug != kind.slug)]
    told: dict[str, Any] = {
        "kind": offered[0].slug,
        "name": night.row.name,
        "first": night.day,
        "starts": lists.usual_start(club, night.day),
    }
    return filled(SeveralForm, request, initial=told, offered=offered, night=night.row)


def _lines(request: HttpRequest, club: Club, form: SeveralForm) -> list[DayLine]:
    """The days, each with what is there; at first those on which nothing is are chosen."""
    days = form.cleaned_data["days"]
    there = lists.evenings_on(club, days)
    before = request.POST.getlist("days") if request.POST.get("seen") == _seen(days) else None
    lines = []
    for one in days:
        names = tuple(there.get(one, ()))
        is_taken = form.title.casefold() in map(str.casefold, names)
        wanted = one.isoformat() in before if before is not None else not names
        lines.append(DayLine(one, names, is_taken, wanted and not is_taken))
    return lines


def _seen(days: Sequence[date]) -> str:
    """What was shown, so that nothing is made of days that nobody has looked at."""
    return " ".join(map(date.isoformat, days))


def _page(request: HttpRequest, context: dict[str, Any], lines: Sequence[DayLine] = ()) -> HttpResponse:
    context |= {"lines": lines, "seen": _seen([line.day for line in lines])}
    status = REFUSED if context["form"].errors else None
    return render(request, "desk/coming/several.html", context, status=status)
