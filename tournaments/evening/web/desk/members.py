"""The people a club knows: add one, rename, recolour, retire. A list of them: members_import.py."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.faults import Faults
from tournaments.club.member_list import workbook
from tournaments.club.member_list.columns import Kind
from tournaments.club.member_list.details import FIELDS, Details
from tournaments.club.reads import members as club_members
from tournaments.club.reads.access import account_of
from tournaments.club.reads.members import Club as MembersClub
from tournaments.club.reads.members import listed
from tournaments.club.roles import Role
from tournaments.club.services import audit, clubs
from tournaments.club.web.pages import club_button, club_form, club_read
from tournaments.evening.reads import access
from tournaments.evening.reads.desk import Club
from tournaments.evening.reads.facts import ERASED
from tournaments.evening.services import links, results
from tournaments.evening.web.desk.menu import tour_elsewhere
from tournaments.evening.web.desk.people import AnotherForm, OnePersonField
from tournaments.limits import (
    LONGEST_COLOUR,
    LONGEST_GROUP,
    LONGEST_MAIL,
    LONGEST_NOTE,
    LONGEST_NUMBER,
    LONGEST_PHONE,
)
from tournaments.site.cleaning import escape_formula
from tournaments.site.web import query_params
from tournaments.site.web.forms import REFUSED, NameField, bound_form, faults_in, offer, show_faults
from tournaments.site.web.pages import csv_of, file_of, isolate, now

# --- The members of a club as a file, which the import reads again ------------------------------------

KIND_WORDS: Final[Mapping[Kind, str | Promise]] = {
    "name": gettext_lazy("Name"),
    "first": gettext_lazy("First name"),
    "last": gettext_lazy("Last name"),
    "colour": gettext_lazy("Ticket colour"),
    "number": gettext_lazy("Member number"),
    "groups": gettext_lazy("Groups"),
    "mail": gettext_lazy("Mail address"),
    "phone": gettext_lazy("Telephone"),
    "birth": gettext_lazy("Year of birth"),
    "notes": gettext_lazy("Notes"),
    "ignore": gettext_lazy("Ignore"),
}
"""What the columns of a list are called, where they are chosen and at their heads."""
COLUMNS: Final[tuple[Kind, ...]] = ("number", "name", "colour", "groups", "mail", "phone", "birth", "notes")
WORKBOOK: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def members_in_words(details: Details) -> dict[str, str]:
    return {**asdict(details), **({"birth": _("minor")} if details.is_minor else {})}


@club_read(Role.SECRETARY)
def download_members(request: HttpRequest, club: MembersClub, kind: str) -> HttpResponse:
    """The active members, with `?retired` those who have retired, or those of one `?group=`; no guests."""
    group = query_params.text(request, "group", longest=LONGEST_GROUP)
    people = listed(club, retired=query_params.has(request, "retired"), group=group)
    rows = [[str(KIND_WORDS[column]) for column in COLUMNS]]
    for person in people:
        known = {**members_in_words(person.details), "name": person.name, "colour": person.colour}
        rows.append([known[column] for column in COLUMNS])
    name = f"{club.slug}-{_('members')}.{kind}"
    audit.note(club, "members-exported", count=len(people), group=group)
    if kind == "xlsx":
        return file_of(name, workbook.written(rows), WORKBOOK)
    return csv_of(name, ([escape_formula(cell) for cell in row] for row in rows))


class ColourInput(forms.TextInput):
    def __init__(self) -> None:
        super().__init__(attrs={"list": "colours", "maxlength": LONGEST_COLOUR, "autocomplete": "off"})


class MemberForm(forms.Form):
    name = NameField(label=gettext_lazy("Name"))
    colour = forms.CharField(
        label=gettext_lazy("Usual ticket colour"),
        max_length=LONGEST_COLOUR,
        required=False,
        widget=ColourInput,
    )


class NewMemberForm(AnotherForm, MemberForm):
    name = OnePersonField(label=gettext_lazy("Name"))
    field_order = ("name", "colour")


class DetailsForm(MemberForm):
    guest = forms.BooleanField(label=gettext_lazy("A guest, not a member"), required=False)
    active = forms.BooleanField(
        label=gettext_lazy("Comes to our evenings"),
        help_text=gettext_lazy(
            "Untick to retire somebody: past evenings keep the name, the door list does not."
        ),
        required=False,
    )
    number = forms.CharField(
        label=gettext_lazy("Member number"),
        required=False,
        widget=forms.TextInput(attrs={"maxlength": LONGEST_NUMBER, "autocomplete": "off"}),
    )
    groups = forms.CharField(
        label=gettext_lazy("Groups"),
        help_text=gettext_lazy("As many as you like, with commas between: Tuesday, beginners."),
        required=False,
        widget=forms.TextInput(attrs={"list": "groups", "autocomplete": "off"}),
    )
    mail = forms.CharField(
        label=gettext_lazy("Mail address"),
        required=False,
        widget=forms.EmailInput(attrs={"maxlength": LONGEST_MAIL, "autocomplete": "off"}),
    )
    phone = forms.CharField(
        label=gettext_lazy("Telephone"),
        required=False,
        widget=forms.TextInput(attrs={"maxlength": LONGEST_PHONE, "inputmode": "tel", "autocomplete": "off"}),
    )
    birth = forms.CharField(
        label=gettext_lazy("Year of birth"),
        help_text=gettext_lazy("Four digits, or “minor” for somebody under age."),
        required=False,
        widget=forms.TextInput(attrs={"maxlength": LONGEST_NUMBER, "autocomplete": "off"}),
    )
    notes = forms.CharField(
        label=gettext_lazy("Notes"),
        required=False,
        widget=forms.Textarea(attrs={"maxlength": LONGEST_NOTE, "rows": 3}),
    )
    field_order = ("name", "number", "colour", "groups", "guest", "active", "mail", "phone", "birth", "notes")

    def changes(self) -> dict[str, Any]:
        """The arguments of `results.change_player`."""
        entered = dict(self.cleaned_data)
        details = Details(**{name: entered.pop(name) for name in FIELDS})
        return {**entered, "details": details}


class WhoForm(forms.Form):
    player = forms.ChoiceField(
        label=gettext_lazy("You among the players"),
        required=False,
        help_text=gettext_lazy(
            "When you play, the desk hides the hands of other tables until you choose to look; the ledger notes that "
            "you looked."
        ),
    )

    def __init__(self, *args: Any, people: Iterable[Any], **settings: Any) -> None:
        super().__init__(*args, **settings)
        players = [(str(player.pk), player.name) for player in people]
        offer(self, "player", [("", _("I do not play")), *players])


@club_form(Role.DIRECTOR, change=Role.SECRETARY)
def members(request: HttpRequest, club: Club) -> HttpResponse:
    form = bound_form(NewMemberForm, request)
    if form.is_bound and form.is_valid():
        with faults_in(form):
            added = clubs.add_player(club=club, at=now(), **form.cleaned_data)
            messages.success(request, _("%(name)s is a member now.") % {"name": isolate(added.name)})
            return redirect("web:desk-members", club.slug)
    return _page(request, club, form=form)


@club_button()
def who_plays(request: HttpRequest, club: Club) -> HttpResponse:
    form = _who(request, club, request.POST)
    if form.is_valid():
        chosen = form.cleaned_data["player"]
        player = club_members.member(club, int(chosen)) if chosen else None
        with faults_in(form):
            links.say_who_plays(club=club, user_id=request.user.pk or 0, player=player)
            words = (
                _("You play as %(name)s.") % {"name": isolate(player.name)}
                if player
                else _("You do not play.")
            )
            messages.success(request, words)
            return redirect("web:desk-members", club.slug)
    return _page(request, club, who_form=form)


def _who(request: HttpRequest, club: Club, posted: Any = None) -> WhoForm:
    # The officer's own player stays a choice after they have retired.
    mine = access.own_player(request.user, club.pk)
    people = club_members.members(club)
    if mine is not None and mine not in people:
        people.append(mine)
    return WhoForm(posted, people=people, initial={"player": str(mine.pk) if mine else ""})


def _page(request: HttpRequest, club: Club, **forms_given: forms.Form) -> HttpResponse:
    search = query_params.text(request, "q", longest=80)
    retired = query_params.has(request, "retired")
    group = query_params.text(request, "group", longest=LONGEST_GROUP)
    context = {
        "club": club,
        "members": club_members.members(club, search=search, retired=retired, group=group),
        "tour": tour_elsewhere(request, club, has_members=club_members.members_count(club) > 0),
        "groups": club_members.groups(club),
        "group": group,
        "search": search,
        "retired": retired,
        "colours": club_members.usual_colours(club),
        "form": NewMemberForm(),
        "who_form": forms_given.get("who_form") or _who(request, club),
        **forms_given,
    }
    refused = any(form.is_bound for form in forms_given.values())
    return render(request, "desk/members.html", context, status=REFUSED if refused else None)


@club_form(Role.SECRETARY)
def member(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    player = club_members.member(club, pk)
    known = {
        "name": player.name,
        "colour": player.colour,
        "guest": player.is_guest,
        "active": player.is_active,
        **members_in_words(club_members.details_of(player)),
    }
    form = bound_form(DetailsForm, request, initial=known)
    if form.is_bound and form.is_valid() and _changed(request, player, form):
        return redirect("web:desk-members", club.slug)
    account = account_of(player)
    context = {
        "club": club,
        "player": player,
        "form": form,
        "colours": club_members.usual_colours(club),
        "groups": club_members.groups(club),
        "may_be_erased": player.name != ERASED,
        "account": account and account.display_name,
    }
    return render(request, "desk/member.html", context, status=REFUSED if form.is_bound else None)


def _changed(request: HttpRequest, player: Any, form: DetailsForm) -> bool:
    before = player.name
    try:
        results.change_player(player=player, **form.changes())
    except Faults as refused:
        show_faults(form, refused)
        player.name = before
        return False
    messages.success(request, _("%(name)s is changed.") % {"name": isolate(player.name)})
    return True


@club_form(Role.SECRETARY)
def erase(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Erase a person's name for good, once it has been typed."""
    player = club_members.member(club, pk)
    if player.name == ERASED:
        raise Http404
    typed = request.POST.get("name", "")
    if request.method == "POST" and typed.strip() == player.name:
        results.erase_names(player=player)
        messages.success(request, _("The name is erased."))
        return redirect("web:desk-members", club.slug)
    context = {"club": club, "player": player, "typed": typed, "is_refused": request.method == "POST"}
    return render(request, "desk/erase.html", context, status=REFUSED if request.method == "POST" else None)
