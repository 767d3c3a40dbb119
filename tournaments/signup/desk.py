"""The desk before an evening: announcing it, the list of those who come, the code at the door.

What other features show of all this their templates ask by the tags here; their code knows nothing of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template import Library
from django.urls import URLPattern, path
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext, pgettext_lazy

from tournaments.club.nights import Rhythm, days_of
from tournaments.club.reads import members
from tournaments.club.roles import Duty, Part, Role
from tournaments.club.services import mails
from tournaments.club.web.pages import Shown, club_form, done_in_words, run_form, texts_to_paste
from tournaments.evening.plan import Plan
from tournaments.evening.reads import desk, facts, live
from tournaments.evening.reads.desk import Club, ClubNight, Evening
from tournaments.evening.round_rules import Status
from tournaments.evening.web.desk import decorators
from tournaments.evening.web.desk.clubs import NightAhead, chosen_night, nights_ahead
from tournaments.evening.web.desk.people import OnePersonField, forecast_of, headcount_in_words
from tournaments.evening.web.desk.plan import OfferedPresets, next_date, offered_presets, presets_of_night
from tournaments.refusals import LONGEST_GROUP, LONGEST_NOTE
from tournaments.signup import announcements, lists, sign_ups
from tournaments.signup.announcements import FEWEST, MOST, MOST_PLACES, Coming, NewAnnouncement, plan_several
from tournaments.signup.links import door_shown
from tournaments.signup.lists import Announcement
from tournaments.signup.public import SignUpForm, invitation, mail_of, place_text
from tournaments.signup.sign_ups import BY, close_door, door_token, open_door
from tournaments.site.arguments import validate_body
from tournaments.site.web import query_params
from tournaments.site.web.forms import (
    REFUSED,
    NameField,
    WholeNumber,
    bound_form,
    clock,
    day,
    faults_in,
    offer,
    radio,
    run_or_refuse,
)
from tournaments.site.web.pages import by_user, is_loopback, now


class AnnounceForm(forms.Form):
    starts = clock(later("Starts at"))
    places = WholeNumber(
        label=pgettext_lazy("for how many there is room", "Places"),
        help_text=later("For how many people there is room. Leave it empty for no limit."),
        least=1,
        most=MOST_PLACES,
        required=False,
    )
    note = forms.CharField(
        label=later("Note"),
        help_text=later("Shown to everybody, for example: bring a cake."),
        max_length=LONGEST_NOTE,
        required=False,
    )
    takes_sign_ups = forms.BooleanField(
        label=later("People may sign up"),
        help_text=later("Officers see the names; visitors see only how many come."),
        required=False,
        initial=True,
    )


class AddForm(SignUpForm):
    name = OnePersonField(label=later("Name"), widget=forms.TextInput(attrs={"autocomplete": "off"}))
    companion = OnePersonField(
        label=later("Comes with"), required=False, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    seeks_partner = forms.BooleanField(label=later("Looking for a partner"), required=False)


@decorators.evening_read(Duty.CHECK_IN, template="desk/coming/door.html")
def show_door(request: HttpRequest, evening: Evening) -> dict[str, Any]:
    may_open = evening.status in (Status.DRAFT, Status.CHECK_IN)
    return {"may_open": may_open, **_code(request, evening)}


@decorators.evening_read(Duty.CHECK_IN, template="desk/coming/door_paper.html")
def paper(request: HttpRequest, evening: Evening) -> Shown:
    code_context = _code(request, evening)
    if not code_context:
        raise Http404
    return code_context


def _code(request: HttpRequest, evening: Evening) -> dict[str, Any]:
    code = lists.live_code(evening)
    if code is None:
        return {}
    code.evening = evening
    door_context = door_shown(request, code, door_token(code))
    return {**door_context, "here_only": is_loopback(door_context["link"])}


@dataclass(frozen=True, slots=True)
class DayLine:
    day: date
    there: tuple[str, ...]
    is_taken: bool
    is_chosen: bool


class SeveralForm(AnnounceForm):
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
        self, *args: Any, offered: Sequence[OfferedPresets], night: ClubNight | None, **settings: Any
    ) -> None:
        super().__init__(*args, **settings)
        self.night = night
        if night is not None:
            del self.fields["rhythm"]
        self.offered = {preset.slug: preset for preset in offered}
        offer(self, "kind", [(preset.slug, preset.name) for preset in offered])

    def clean(self) -> dict[str, Any]:
        entered = super().clean() or {}
        if self.errors.keys().isdisjoint({"first", "rhythm", "count"}):
            try:
                entered["days"] = self._days(entered)
            except OverflowError:
                self.add_error("first", _("The calendar ends before the last of these evenings."))
        return entered

    def _days(self, entered: dict[str, Any]) -> list[date]:
        if self.night is not None:
            return self.night.days_from(entered["first"], entered["count"])
        return days_of(Rhythm(entered["rhythm"]), entered["first"], entered["count"])

    @property
    def kind_chosen(self) -> OfferedPresets:
        return self.offered[self.cleaned_data["kind"]]

    @property
    def title(self) -> str:
        return self.cleaned_data["name"].strip() or self.kind_chosen.title

    def plan(self) -> dict[str, Any]:
        plan = self.kind_chosen.plan.model_dump(mode="json")
        return plan if plan["house_rules"] else {**plan, "house_rules": None}

    def announcement(self) -> NewAnnouncement:
        entered = {name: self.cleaned_data[name] for name in NewAnnouncement.model_fields}
        return validate_body(entered, NewAnnouncement)


@club_form()
def show_several(request: HttpRequest, club: Club) -> HttpResponse:
    ahead = nights_ahead(club, localdate())
    night = chosen_night(request, ahead) if query_params.has(request, "night") else None
    form = _form(request, club, night)
    context = {"club": club, "form": form, "nights": ahead, "chosen_night": night}
    if not form.is_bound or not form.is_valid():
        return _several_page(request, context)
    lines = _lines(request, club, form)
    chosen = [line.day for line in lines if line.is_chosen]
    if "save" in request.POST and request.POST.get("seen") == _days_as_text(form.cleaned_data["days"]):
        with faults_in(form):
            evenings = plan_several(
                club=club,
                name=form.title,
                days=chosen,
                plan=form.plan(),
                told=form.announcement(),
                by=by_user(request),
                at=now(),
            )
            done = ngettext(
                "%(count)s evening is created and announced.",
                "%(count)s evenings are created and announced.",
                len(evenings),
            )
            messages.success(request, done % {"count": len(evenings)})
            return redirect("web:desk-club", club.slug)
    return _several_page(request, context, lines)


def _form(request: HttpRequest, club: Club, night: NightAhead | None) -> SeveralForm:
    offered = list(offered_presets(club, live.last_time(club)))
    if night is None:
        offered.sort(key=lambda preset: preset.last is None)
        latest = desk.evenings(club).first()
        first = next_date(latest.date, localdate()) if latest else localdate()
        initial = {"first": first, "starts": lists.usual_start(club, first)}
        return bound_form(SeveralForm, request, initial=initial, offered=offered, night=None)
    kind = presets_of_night(night.row, offered)
    if kind is not None:
        offered = [kind, *(preset for preset in offered if preset.slug != kind.slug)]
    night_initial: dict[str, Any] = {
        "kind": offered[0].slug,
        "name": night.row.name,
        "first": night.day,
        "starts": lists.usual_start(club, night.day),
    }
    return bound_form(SeveralForm, request, initial=night_initial, offered=offered, night=night.row)


def _lines(request: HttpRequest, club: Club, form: SeveralForm) -> list[DayLine]:
    # At first those days are chosen on which there is nothing.
    days = form.cleaned_data["days"]
    names_by_day = lists.evenings_on(club, days)
    before = request.POST.getlist("days") if request.POST.get("seen") == _days_as_text(days) else None
    lines = []
    for series_day in days:
        names = tuple(names_by_day.get(series_day, ()))
        is_taken = form.title.casefold() in map(str.casefold, names)
        is_ticked = series_day.isoformat() in before if before is not None else not names
        lines.append(DayLine(series_day, names, is_taken, is_ticked and not is_taken))
    return lines


def _days_as_text(days: Sequence[date]) -> str:
    # So that nothing is made of days that nobody has looked at.
    return " ".join(map(date.isoformat, days))


def _several_page(
    request: HttpRequest, context: dict[str, Any], lines: Sequence[DayLine] = ()
) -> HttpResponse:
    context |= {"lines": lines, "seen": _days_as_text([line.day for line in lines])}
    status = REFUSED if context["form"].errors else None
    return render(request, "desk/coming/several.html", context, status=status)


LIST = "desk/coming/list.html"


@decorators.evening_read(template=LIST)
def show_sign_ups(request: HttpRequest, evening: Evening) -> Shown:
    return _page(request, evening, _add_form(evening))


@decorators.evening_form(template="desk/coming/announce.html")
def announce(request: HttpRequest, evening: Evening) -> Shown:
    if evening.status not in (Status.DRAFT, Status.CHECK_IN):
        return decorators.to_desk(evening, "desk-coming")
    before = lists.announcement_of(evening)
    form = bound_form(AnnounceForm, request, initial=_initial(evening, before))
    if run_form(request, form, announcements.announce, evening=evening):
        is_new = before is None or not before.is_announced
        done = _("The evening is announced.") if is_new else _("The announcement is changed.")
        messages.success(request, done)
        return decorators.to_desk(evening, "desk-coming")
    return {"form": form, "before": before}


@decorators.evening_form(template="desk/coming/withdraw.html")
def withdraw_announcement(request: HttpRequest, evening: Evening) -> Shown:
    coming = announcements.told_of([evening]).get(evening.pk)
    if coming is None or coming.announcement is None:
        raise Http404
    if request.method == "POST":
        announcements.withdraw(announcement=coming.announcement, at=now())
        messages.success(request, _("The announcement is withdrawn."))
        return decorators.to_desk(evening, "desk-coming")
    return {"one": coming}


@decorators.evening_button(template=LIST)
def add(request: HttpRequest, evening: Evening) -> Shown:
    announcement = lists.announcement_at(evening)
    form = _add_form(evening, request)
    if run_form(request, form, sign_ups.add, announcement=announcement):
        return decorators.to_desk(evening, "desk-coming")
    return _page(request, evening, form)


@decorators.evening_button()
def add_group(request: HttpRequest, evening: Evening) -> HttpResponse:
    announcement = lists.announcement_at(evening)
    group = request.POST.get("group", "")[:LONGEST_GROUP]
    people = members.members(evening.club, group=group) if group else []
    names = [player.name for player in people]
    service = partial(sign_ups.add_all, announcement=announcement, names=names, by=by_user(request), at=now())
    run_or_refuse(request, service, _added_in_words)
    return decorators.to_desk(evening, "desk-coming")


@decorators.evening_read(template="desk/coming/tell.html")
def tell(request: HttpRequest, evening: Evening, pk: int) -> Shown:
    coming = announcements.told_of([evening]).get(evening.pk)
    row = lists.one_listed(evening, pk)
    if coming is None:
        raise Http404
    make = partial(place_text, request, coming, lists.place_in_list(row))
    return {"row": row, "texts": texts_to_paste(evening.club, Part.COMING, make)}


def _added_in_words(added: Sequence[Any]) -> str:
    words = ngettext("%(count)s was added to the list.", "%(count)s were added to the list.", len(added))
    return words % {"count": len(added)}


@decorators.evening_form(template="desk/coming/take_out.html")
def take_out(request: HttpRequest, evening: Evening, pk: int) -> Shown:
    row = lists.one_listed(evening, pk)
    if request.method == "POST":
        act = partial(sign_ups.take_out, sign_up=row, at=now())
        run_or_refuse(request, act, partial(done_in_words, sign_ups.take_out))
        return decorators.to_desk(evening, "desk-coming")
    return {"row": row}


def _add_form(evening: Evening, request: HttpRequest | None = None) -> AddForm:
    couples = facts.plan_of(evening).tables.partnership
    return AddForm(data=None if request is None else request.POST, couples=couples)


def _initial(evening: Evening, before: Announcement | None) -> dict[str, Any]:
    if before is None:
        planned = facts.plan_of(evening).starts_at
        return {"starts": planned or lists.usual_start(evening.club, evening.date)}
    return {name: getattr(before, name) for name in AnnounceForm.base_fields}


def _page(request: HttpRequest, evening: Evening, form: AddForm) -> Shown:
    rows, coming = lists.listed(evening), announcements.told_of([evening]).get(evening.pk)
    invite = partial(invitation, request, coming) if coming else list
    similar = lists.similar(evening, rows)
    return {
        "one": coming,
        "texts": texts_to_paste(evening.club, Part.COMING, invite),
        "placed": [(row, similar.get(row.pk)) for row in rows if row.placed_at],
        "waiting": [(row, similar.get(row.pk)) for row in rows if not row.placed_at],
        "twice": lists.listed_twice(rows),
        "may_change": evening.status in (Status.DRAFT, Status.CHECK_IN),
        "plan": facts.plan_of(evening),
        "form": form,
        "groups": members.groups(evening.club),
    }


@decorators.evening_read(Role.SECRETARY, template="desk/coming/mails.html")
def show_mails(request: HttpRequest, evening: Evening) -> dict[str, Any]:
    """What people were told of an evening by mail, what waits and who could not be told."""
    return {"kinds": lists.mails_of(evening), "is_set_up": mails.mail_is_set_up()}


@decorators.evening_read(Role.SECRETARY, template="desk/coming/mail.html")
def show_mail(request: HttpRequest, evening: Evening, pk: int) -> dict[str, Any]:
    """What one of them gets, as it would be sent now."""
    notice = lists.notice_at(evening, pk)
    text = mail_of(request, notice)
    return {"notice": notice, "texts": [replace(text, label=text.title, frame="")] if text else []}


register = Library()
register.filter(mails.trouble_with_address)


@dataclass(frozen=True, slots=True)
class Expected:
    words: str
    forecast: Mapping[str, Any]


@register.filter
def counts_in_words(one: Coming) -> str:
    """`12 coming, 4 places left; 3 on the waiting list`; "" where there is nothing to say."""
    parts = []
    if one.come:
        parts.append(ngettext("%(count)s coming", "%(count)s coming", one.come) % {"count": one.come})
    if one.left:
        parts.append(
            ngettext("%(count)s place left", "%(count)s places left", one.left) % {"count": one.left}
        )
    elif one.left == 0:
        parts.append(_("no place left"))
    text = ", ".join(parts)
    if not one.waiting:
        return text
    waiting = ngettext("%(count)s on the waiting list", "%(count)s on the waiting list", one.waiting)
    return "; ".join(filter(None, [text, waiting % {"count": one.waiting}]))


@register.simple_tag
def told_of(lines: Iterable[Mapping[str, Any]]) -> dict[int, Coming]:
    return announcements.told_of([line["evening"] for line in lines])


@register.filter
def of_evening(told: Mapping[int, Coming], evening: Evening) -> Coming | None:
    return told.get(evening.pk)


@register.simple_tag
def announced_of(evening: Evening) -> Coming | None:
    return announcements.told_of([evening]).get(evening.pk)


@register.simple_tag
def expected_at(evening: Evening, plan: Plan, told: Coming | None, inside: int) -> Expected | None:
    """The evening as those who signed up would make it; None once as many have checked in (`inside`)."""
    if told is None or told.come <= inside:
        return None
    words = _("Signed up: %(text)s.") % {"text": headcount_in_words(told.come, plan)}
    begins = told.starts_at if told.is_before_doors else None
    return Expected(words, forecast_of(evening, plan, told.come, begins))


register.simple_tag(lists.guests_of, name="signed_up")


@register.filter
def not_signed_up(waiting: Sequence[members.Player], guests: Sequence[lists.Guest]) -> list[members.Player]:
    """The people at the door without those who stand among the guests, where one tap lets them in."""
    listed = {player.pk for guest in guests if not guest.is_unclear for player in guest.players}
    return [player for player in waiting if player.pk not in listed]


@register.simple_tag
def by_themselves(evening: Evening) -> frozenset[str]:
    return lists.checked_in_by_themselves(evening, BY)


COMING, DOOR = f"{decorators.EVENING}coming/", f"{decorators.EVENING}door/"

urlpatterns: list[URLPattern] = [
    path(f"{decorators.CLUB}several/", show_several, name="desk-several"),
    path(COMING, show_sign_ups, name="desk-coming"),
    path(f"{COMING}announce/", announce, name="desk-announce"),
    path(f"{COMING}withdraw/", withdraw_announcement, name="desk-announcement-withdraw"),
    path(f"{COMING}add/", add, name="desk-sign-up"),
    path(f"{COMING}group/", add_group, name="desk-sign-up-group"),
    path(f"{COMING}<int:pk>/take-out/", take_out, name="desk-sign-up-withdraw"),
    path(f"{COMING}<int:pk>/tell/", tell, name="desk-sign-up-tell"),
    path(f"{decorators.EVENING}mails/", show_mails, name="desk-mails"),
    path(f"{decorators.EVENING}mails/<int:pk>/", show_mail, name="desk-mail"),
    path(DOOR, show_door, name="desk-door"),
    path(f"{DOOR}paper/", paper, name="desk-door-paper"),
    path(f"{DOOR}make/", decorators.evening_command(open_door, "desk-door"), name="desk-door-make"),
    path(f"{DOOR}end/", decorators.evening_command(close_door, "desk-door"), name="desk-door-end"),
]
