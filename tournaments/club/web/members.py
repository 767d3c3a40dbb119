"""Members of a club: their photos, what of them is public, and the categories that they are in."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from tournaments.club.reads import access, members
from tournaments.club.reads.members import Club, Consent, Player, consents_given_by, may_be_minor, photo_of
from tournaments.club.roles import Role
from tournaments.club.services import clubs
from tournaments.club.services import members as member_services
from tournaments.club.web import pages
from tournaments.club.web.account import holder
from tournaments.club.web.pages import Shown, button, club_form, done_in_words, own_button, own_form, run_form
from tournaments.club.web.settings import LogoForm
from tournaments.refusals import LONGEST_GROUP, LONGEST_NOTE
from tournaments.site.arguments import validate_body
from tournaments.site.web import query_params
from tournaments.site.web.forms import bound_form, offer, run_or_refuse
from tournaments.site.web.pages import by_user, first_or_404, now


class PhotoForm(LogoForm):
    agreed = forms.BooleanField(
        label=later("The person has agreed that everybody sees this photo on their page"),
        error_messages={"required": later("A photo is shown only if the person has agreed. Ask them first.")},
    )


class OwnPhotoForm(LogoForm):
    agreed = forms.BooleanField(
        label=later("I agree that everybody sees this photo on my page"),
        error_messages={"required": later("Your photo is shown only if you agree.")},
    )


@club_form(Role.SECRETARY, template="desk/photo.html")
def photo_of_member(request: HttpRequest, _club: Club, player: Player) -> Shown:
    return _photo(request, player, PhotoForm)


@own_form("desk/photo.html")
def own_photo(request: HttpRequest, pk: int) -> Shown:
    return _photo(request, own_player(request, pk), OwnPhotoForm)


def own_player(request: HttpRequest, pk: int) -> Player:
    """A player whom the signed-in user has claimed to be. Raises Http404 for anybody else."""
    return first_or_404(player for player in access.players_of(holder(request)) if player.pk == pk)


def _photo(request: HttpRequest, player: Player, form_class: type[PhotoForm | OwnPhotoForm]) -> Shown:
    form: PhotoForm | OwnPhotoForm = bound_form(form_class, request)
    if run_form(request, form, member_services.set_player_photo, player=player):
        return redirect(request.path)
    photo = photo_of(player)
    return {
        "club": player.club,
        "visitor": access.visitor_of(request),
        "player": player,
        "form": form,
        "photo": photo,
        "consent_by": _called(photo.consent_by) if photo else "",
        "is_minor": may_be_minor(player, now().date()),
        "is_own": form_class is OwnPhotoForm,
    }


take_photo_off_member = button(member_services.remove_player_photo, "desk-member-photo")


@own_button
def take_off_own_photo(request: HttpRequest, pk: int) -> HttpResponse:
    remove = member_services.remove_player_photo
    run_or_refuse(request, partial(remove, own_player(request, pk)), partial(done_in_words, remove))
    return redirect("web:own-photo", pk)


def _called(by: str) -> str:
    key = by.removeprefix("user:")
    return members.user_names([int(key)]).get(int(key), "") if key.isdigit() else ""


class WarningForm(forms.Form):
    reason = forms.CharField(label=later("Reason"), required=False, max_length=LONGEST_NOTE)
    evening = forms.ChoiceField(label=later("Evening"), required=False)

    def __init__(self, *args: Any, player: Player, **settings: Any) -> None:
        super().__init__(*args, **settings)
        evenings = player.club.evenings.filter(tickets__player=player).order_by("-date", "-pk")
        played = [(row.slug, f"{row.name} · {date_format(row.date, 'DATE_FORMAT')}") for row in evenings]
        offer(self, "evening", [("", _("At no evening")), *played])


@club_form(template="desk/warnings.html")
def warn(request: HttpRequest, _club: Club, player: Player) -> Shown:
    chosen = {"evening": query_params.text(request, "evening")}
    form = bound_form(WarningForm, request, player=player, initial=chosen)
    if run_form(request, form, member_services.warn_player, player=member_services.player_with_name(player)):
        return redirect("web:desk-member-warnings", player.club.slug, player.pk)
    return {"player": player, "form": form, "warnings": warnings_of(player)}


def warnings_of(player: Player) -> list[dict[str, Any]]:
    """The warnings of somebody with who noted and took them back, the latest first; two queries."""
    rows = list(player.warnings.select_related("evening"))
    keys = [by.removeprefix("user:") for row in rows for by in (row.by, row.taken_back_by)]
    names = members.user_names(int(key) for key in keys if key.isdigit())
    called = {f"user:{pk}": name for pk, name in names.items()}
    return [
        {"row": row, "by": called.get(row.by, ""), "taken_back_by": called.get(row.taken_back_by, "")}
        for row in rows
    ]


take_warning_back = button(member_services.take_warning_back, "desk-member-warnings")


@pages.club_read(Role.SECRETARY, template="desk/members_print.html")
def print_members(request: HttpRequest, club: Club) -> Shown:
    """A list by last names with telephone and mail, as that on the screen was narrowed; without guests."""
    group = query_params.text(request, "group", longest=LONGEST_GROUP)
    people = members.listed(club, retired=query_params.has(request, "retired"), group=group)
    return {"people": sorted(people, key=lambda person: members.by_surname(person.name)), "group": group}


@pages.club_button(Role.SECRETARY)
def change_members(request: HttpRequest, club: Club) -> HttpResponse:
    """What the ticked people are in or not in any more, whether they come: as the button says."""
    posted, do = request.POST, request.POST.get("do", "")
    numbers = [query_params.as_number(pk, digits=18) for pk in posted.getlist("players")]
    entered: dict[str, Any] = {"players": [number for number in numbers if number]}
    if do in ("join", "leave"):
        entered[do] = posted.get("group", "")
    elif do:
        entered["active"] = do == "bring-back"

    def change() -> list[Player]:
        return member_services.change_members(club, validate_body(entered, member_services.MembersChange))

    def done(changed: list[Player]) -> str:
        words = ngettext("%(count)s person is changed.", "%(count)s people are changed.", len(changed))
        return words % {"count": len(changed)}

    run_or_refuse(request, change, done)
    query = QueryDict(posted.get("query", "")[:400]).urlencode()
    return redirect(f"{reverse('web:desk-members', args=[club.slug])}?{query}")


class ConsentForm(forms.Form):
    of = forms.TypedChoiceField(choices=Consent.Of.choices, coerce=Consent.Of)
    answer = forms.ChoiceField(choices=[("yes", "yes"), ("no", "no")])


@club_form(Role.SECRETARY, template="desk/consents.html")
def consents_of_member(request: HttpRequest, _club: Club, player: Player) -> Shown:
    return _consents(request, player)


@own_form("desk/consents.html")
def own_consents(request: HttpRequest, pk: int) -> Shown:
    return _consents(request, own_player(request, pk), is_own=True)


def _consents(request: HttpRequest, player: Player, *, is_own: bool = False) -> Shown:
    if request.method == "POST":
        form = ConsentForm(request.POST)
        if not form.is_valid():
            raise Http404
        of, is_given = form.cleaned_data["of"], form.cleaned_data["answer"] == "yes"
        clubs.record_consents(player, by_user(request), now(), clubs.NewConsents(**{of: is_given}))
        messages.success(request, _("Saved. The change applies at once."))
        return redirect(request.path)
    return {
        "club": player.club,
        "player": player,
        "said": consents_given_by(player),
        "in_public": clubs.public_name(player.name) or player.name,
        "is_minor": may_be_minor(player, now().date()),
        "is_own": is_own,
    }


@dataclass(frozen=True, slots=True)
class ReadBy:
    """By which of the offered categories a page is read (`chosen`, "" for everybody); `members` are primary keys."""

    offered: list[str]
    chosen: str
    members: frozenset[int]


def read_by(request: HttpRequest, club: Club, *, but: Collection[str] = ()) -> ReadBy:
    """What the address asks for (`?category=`), of categories `but` some; one query where one is chosen."""
    offered = [
        name for name in members.categories_seen_by(access.visitor_of(request), club) if name not in but
    ]
    category = query_params.text(request, "category")
    chosen = category if category in offered else ""
    return ReadBy(offered, chosen, members.members_in(club, chosen) if chosen else frozenset())


class CategoriesForm(forms.Form):
    chosen = forms.MultipleChoiceField(
        label=later("Categories"),
        help_text=later("Evenings and seasons can be read by these groups."),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    shown = forms.MultipleChoiceField(
        label=later("Shown to everybody"),
        help_text=later(
            "A category shows who belongs to it. Think twice where it is about age or gender: "
            "what is not ticked here is for officers only."
        ),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, club: Club, data: Any = None) -> None:
        categories: dict[str, bool] = club.categories
        public = [name for name, is_shown in categories.items() if is_shown]
        super().__init__(data, initial={"chosen": list(categories), "shown": public})
        self.groups = sorted({*members.groups(club), *categories})
        for field in self.fields:
            offer(self, field, [(name, name) for name in self.groups])

    def clean(self) -> dict[str, Any]:
        entered = super().clean() or {}
        for name in entered.get("shown", ()):
            if name not in entered.get("chosen", ()):
                words = _("“%(name)s” is no category. Tick it above too, or untick it here.")
                self.add_error("shown", words % {"name": name})
        public = entered.get("shown", ())
        return {"categories": {name: name in public for name in entered.get("chosen", ())}}


@club_form(Role.OWNER, template="desk/categories.html")
def show_categories(request: HttpRequest, club: Club) -> Shown:
    form = CategoriesForm(club, request.POST if request.method == "POST" else None)
    if run_form(request, form, clubs.set_categories, club=club):
        return redirect("web:desk-categories", club.slug)
    return {"form": form}


MEMBERS = "desk/<slug:club>/members/"
urlpatterns: list[URLPattern] = [
    path("desk/<slug:club>/settings/categories/", show_categories, name="desk-categories"),
    path(f"{MEMBERS}change/", change_members, name="desk-members-change"),
    path(f"{MEMBERS}print/", print_members, name="desk-members-print"),
    path(f"{MEMBERS}<int:player>/public/", consents_of_member, name="desk-member-consents"),
    path(f"{MEMBERS}<int:player>/photo/", photo_of_member, name="desk-member-photo"),
    path(f"{MEMBERS}<int:player>/photo/delete/", take_photo_off_member, name="desk-member-photo-off"),
    path(f"{MEMBERS}<int:player>/warnings/", warn, name="desk-member-warnings"),
    path(
        f"{MEMBERS}<int:player>/warnings/<int:warning>/back/",
        take_warning_back,
        name="desk-member-warning-back",
    ),
    path("me/public/<int:pk>/", own_consents, name="own-consents"),
    path("me/photo/<int:pk>/", own_photo, name="own-photo"),
    path("me/photo/<int:pk>/delete/", take_off_own_photo, name="own-photo-off"),
]
