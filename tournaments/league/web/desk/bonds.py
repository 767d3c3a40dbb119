"""The people of a club who are people of other clubs of the federation too: asking, answering, ending."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.club.roles import Role, needs
from tournaments.club.web.pages import club_page
from tournaments.league.reads import bonds as read
from tournaments.league.reads import federations
from tournaments.league.reads.bonds import PersonBond, Player
from tournaments.league.reads.federations import Club
from tournaments.league.services import bonds
from tournaments.site.web import query_params
from tournaments.site.web.forms import REFUSED, attempt, faults_in, filled
from tournaments.site.web.isolating import isolate
from tournaments.site.web.shared import by_user, now

CHOOSE = gettext_lazy("Nobody was chosen; choose somebody from the list.")
REQUIRED = {"required": CHOOSE, "invalid_choice": CHOOSE}


class BondForm(forms.Form):
    """Somebody of the club, and who they are in another one."""

    one = forms.ChoiceField(label=gettext_lazy("In your club"), error_messages=REQUIRED)
    other = forms.ChoiceField(
        error_messages=REQUIRED,
        help_text=gettext_lazy("Those whom the other club shows to everybody."),
    )

    def __init__(self, *args: Any, club: Club, there: Club, **settings: Any) -> None:
        super().__init__(*args, **settings)
        people = {"one": read.own_people(club), "other": read.people_shown(there)}
        self.people = {str(player.pk): player for found in people.values() for player in found}
        for name, found in people.items():
            choices = [(str(player.pk), player.name) for player in found]
            self.fields[name].choices = [("", "–"), *choices]  # type: ignore[attr-defined]
        self.fields["other"].label = there.name

    def pair(self) -> dict[str, Player]:
        """The two who were chosen."""
        return {name: self.people[self.cleaned_data[name]] for name in ("one", "other")}


@require_http_methods(["GET", "HEAD", "POST"])
@club_page
@needs(Role.SECRETARY)
def show(request: HttpRequest, club: Club) -> HttpResponse:
    """Who is the same person elsewhere, who may be, and a question to another club."""
    own = federations.membership_of(club)
    if own is None:
        return redirect("web:desk-federation", club.slug)
    others = [each for each in federations.clubs_of(own.federation) if each != club]
    wanted = query_params.text(request, "with")
    there = next((each for each in others if each.slug == wanted), next(iter(others), None))
    form = filled(BondForm, request, club=club, there=there) if there else None
    if form and form.is_bound and form.is_valid():
        with faults_in(form):
            bonds.ask(federation=own.federation, by=by_user(request), at=now(), **form.pair())
            return _back(club)
    rows = read.bonds_of(club, own.federation)
    waiting = [bond for bond in rows if bond.agreed_at is None]
    context = {
        "club": club,
        "federation": own.federation,
        "form": form,
        "others": others,
        "there": there,
        "asked": [bond for bond in waiting if bond.other.club_id == club.pk],
        "asking": [bond for bond in waiting if bond.one.club_id == club.pk],
        "bound": [bond for bond in rows if bond.agreed_at is not None],
    }
    return render(
        request, "desk/league/bonds.html", context, status=REFUSED if form and form.is_bound else None
    )


def _back(club: Club) -> HttpResponse:
    return redirect("web:desk-bonds", club.slug)


def _bond(club: Club, pk: int) -> PersonBond:
    own = federations.membership_of(club)
    rows = read.bonds_of(club, own.federation) if own else []
    found = next((bond for bond in rows if bond.pk == pk), None)
    if found is None:
        raise Http404
    return found


@require_POST
@club_page
@needs(Role.SECRETARY)
def agree(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Say yes to what another club has asked. Raises Http404 where this club is not the one that was asked."""
    bond = _bond(club, pk)
    if bond.other.club_id != club.pk:
        raise Http404
    words = _("%(one)s and %(other)s count as one person in the federation now.")
    said = words % {"one": isolate(bond.one.name), "other": isolate(bond.other.name)}
    attempt(request, lambda: bonds.agree(bond=bond, by=by_user(request), at=now()), said)
    return _back(club)


@require_POST
@club_page
@needs(Role.SECRETARY)
def end(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """End it, decline, or ask no more: each of the two clubs may."""
    bond = _bond(club, pk)
    said = _("%(one)s and %(other)s are two people in the federation.") % {
        "one": isolate(bond.one.name),
        "other": isolate(bond.other.name),
    }
    attempt(request, lambda: bonds.end(bond=bond, by=by_user(request), at=now()), said)
    return _back(club)
