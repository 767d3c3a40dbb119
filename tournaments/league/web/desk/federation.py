"""The federation of a club: founding one, asking clubs in, answering, and leaving it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.club.roles import Role, needs
from tournaments.club.web.pages import club_page
from tournaments.evening.web.desk.door_list import NameField
from tournaments.league.reads import federations as read
from tournaments.league.reads.federations import Club
from tournaments.league.services import federations
from tournaments.site.web.forms import REFUSED, attempt, faults_in, filled
from tournaments.site.web.isolating import isolate
from tournaments.site.web.shared import by_user, now


class FederationForm(forms.Form):
    """The name of a new federation."""

    name = NameField(label=gettext_lazy("Name of the federation"))


@require_http_methods(["GET", "HEAD", "POST"])
@club_page
@needs(Role.SECRETARY, change=Role.OWNER)
def show(request: HttpRequest, club: Club) -> HttpResponse:
    """The federation the club is in, with its clubs; or where it is asked in, and a new one."""
    form = filled(FederationForm, request)
    if form.is_bound and form.is_valid():
        with faults_in(form):
            name = form.cleaned_data["name"]
            federations.found(club=club, name=name, by=by_user(request), at=now())
            messages.success(request, _("The federation is founded. Invite the other clubs."))
            return _back(club)
    context: dict[str, Any] = {"club": club, "form": form, "invitations": read.invitations_of(club)}
    own = read.membership_of(club)
    if own is not None:
        members = list(read.in_federation(own.federation))
        is_leading = read.leads(club, members)
        context |= {
            "own": own,
            "members": members,
            "is_leading": is_leading,
            "asked": read.asked_into(own.federation),
            "others": read.clubs_to_ask(own.federation) if is_leading else [],
        }
    return render(request, "desk/league/federation.html", context, status=REFUSED if form.is_bound else None)


def _back(club: Club) -> HttpResponse:
    return redirect("web:desk-federation", club.slug)


@require_POST
@club_page
@needs(Role.OWNER)
def ask(request: HttpRequest, club: Club) -> HttpResponse:
    """Ask another club in."""
    own, key = read.membership_of(club), request.POST.get("club", "")
    others = read.clubs_to_ask(own.federation) if own else []
    other = next((one for one in others if str(one.pk) == key), None)
    if other is None:
        messages.error(request, _("Choose a club that is in no federation yet."))
    else:
        act: dict[str, Any] = {"host": club, "club": other, "by": by_user(request), "at": now()}
        words = _("%(club)s is invited; its owners find the invitation on this page of their own desk.")
        attempt(request, lambda: federations.ask(**act), words % {"club": isolate(other.name)})
    return _back(club)


@require_POST
@club_page
@needs(Role.OWNER)
def answer(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Come in where the club was asked, or decline."""
    asked = next((row for row in read.invitations_of(club) if row.pk == pk), None)
    if asked is None:
        raise Http404
    act: dict[str, Any] = {"by": by_user(request), "at": now()}
    if request.POST.get("answer") == "agree":
        words = _("The club is in %(federation)s now.") % {"federation": isolate(asked.federation.name)}
        attempt(request, lambda: federations.agree(asked=asked, **act), words)
    else:
        attempt(request, lambda: federations.end(row=asked, **act), _("The invitation is declined."))
    return _back(club)


@require_POST
@club_page
@needs(Role.OWNER)
def end(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Leave the federation; the club that leads it also lets others go, or withdraws an invitation."""
    own = read.membership_of(club)
    members = list(read.in_federation(own.federation)) if own else []
    rows = [*members, *read.asked_into(own.federation)] if own and read.leads(club, members) else [own]
    row = next((one for one in rows if one is not None and one.pk == pk), None)
    if row is None:
        raise Http404
    words = (
        _("%(club)s is no longer in the federation.") if row.agreed_at else _("The invitation is withdrawn.")
    )
    said = words % {"club": isolate(row.club.name)}
    attempt(request, lambda: federations.end(row=row, by=by_user(request), at=now()), said)
    return _back(club)
