"""The categories of a club: which groups are some, and reading a table of places by one."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.http import require_http_methods

from tournaments.club.reads import categories, members
from tournaments.club.reads.members import Club
from tournaments.club.reads.visitors import visitor_of
from tournaments.club.roles import Role, needs
from tournaments.club.services import clubs
from tournaments.club.web.pages import club_page
from tournaments.site.web import query_params
from tournaments.site.web.forms import REFUSED, faults_in


@dataclass(frozen=True, slots=True)
class ReadBy:
    """By which category a page is read.

    Attributes:
        offered: those that whoever asks may choose.
        chosen: one of them, or "" for everybody.
        members: who is in it, by primary key.
    """

    offered: list[str]
    chosen: str
    members: frozenset[int]


def read_by(request: HttpRequest, club: Club, *, but: Collection[str] = ()) -> ReadBy:
    """What the address asks for (`?category=`); one query where a category is chosen.

    Arguments:
        but: names that are not offered.
    """
    offered = [name for name in categories.seen_by(visitor_of(request), club) if name not in but]
    wanted = query_params.text(request, "category")
    chosen = wanted if wanted in offered else ""
    return ReadBy(offered, chosen, categories.members_of(club, chosen) if chosen else frozenset())


class CategoriesForm(forms.Form):
    """Which groups of the club are categories, and which of these everybody may read by."""

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
        told: dict[str, bool] = club.categories
        shown = [name for name, is_shown in told.items() if is_shown]
        super().__init__(data, initial={"chosen": list(told), "shown": shown})
        self.groups = sorted({*members.groups(club), *told})
        for field in self.fields.values():
            assert isinstance(field, forms.MultipleChoiceField)  # noqa: S101 - as declared above
            field.choices = [(name, name) for name in self.groups]

    def clean(self) -> dict[str, Any]:
        """What was chosen. What is shown has to be a category."""
        entered = super().clean() or {}
        for name in entered.get("shown", ()):
            if name not in entered.get("chosen", ()):
                words = _("“%(name)s” is no category. Tick it above too, or untick it here.")
                self.add_error("shown", words % {"name": name})
        return entered

    def categories(self) -> dict[str, bool]:
        """Each category with whether everybody may read by it; to be asked where the form is valid."""
        return {name: name in self.cleaned_data["shown"] for name in self.cleaned_data["chosen"]}


@require_http_methods(["GET", "HEAD", "POST"])
@club_page
@needs(Role.OWNER)
def show(request: HttpRequest, club: Club) -> HttpResponse:
    """Choose the categories of the club among its groups."""
    form = CategoriesForm(club, request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        with faults_in(form):
            clubs.set_categories(club=club, categories=form.categories())
            messages.success(request, _("Saved. The change applies at once."))
            return redirect("web:desk-categories", club.slug)
    context = {"club": club, "form": form}
    return render(request, "desk/categories.html", context, status=REFUSED if form.is_bound else None)
