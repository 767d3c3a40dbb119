"""Who is who: duplicates merged, a club's federation, who is one person in clubs of it; and who one is oneself."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.club.reads import access, members
from tournaments.club.reads.access import visitor_of
from tournaments.club.roles import Part, Role
from tournaments.club.web.account import holder
from tournaments.club.web.pages import Shown, button, club_form, club_read, form_of, run_form
from tournaments.evening.reads.access import tickets_tonight
from tournaments.evening.web.player import objections_of, page_of
from tournaments.league.reads import persons as people
from tournaments.league.reads import players, seasons
from tournaments.league.reads.persons import Club, League, PersonMerge, Player
from tournaments.league.services import bonds, federations
from tournaments.refusals import LONGEST_REASON
from tournaments.site.web import query_params
from tournaments.site.web.forms import REFUSED, bound_form, offer, submit
from tournaments.site.web.pages import by_user, first_or_404, isolate, now


@club_form(Role.SECRETARY, change=Role.OWNER, template="desk/league/federation.html")
def show_federation(request: HttpRequest, club: Club) -> Shown:
    form = bound_form(form_of(federations.NewFederation), request)
    if run_form(request, form, federations.create, club=club):
        return redirect("web:desk-federation", club.slug)
    context: dict[str, Any] = {"form": form, "invitations": seasons.invitations_of(club)}
    own = seasons.membership_of(club)
    if own is not None:
        members = list(seasons.in_federation(own.federation))
        is_leading = seasons.leads(club, members)
        context |= {
            "own": own,
            "members": members,
            "is_leading": is_leading,
            "asked": seasons.asked_into(own.federation),
            "others": seasons.clubs_to_ask(own.federation) if is_leading else [],
        }
    return context


ask_into_federation = button(federations.ask, "desk-federation")
agree_to_federation = button(federations.agree, "desk-federation")
decline_federation = button(federations.decline, "desk-federation")
end_membership = button(federations.end, "desk-federation")


CHOOSE_BOND = gettext_lazy("Nobody was chosen; choose somebody from the list.")
REQUIRED = {"required": CHOOSE_BOND, "invalid_choice": CHOOSE_BOND}


class BondForm(forms.Form):
    one = forms.TypedChoiceField(label=gettext_lazy("In your club"), coerce=int, error_messages=REQUIRED)
    other = forms.TypedChoiceField(
        coerce=int,
        error_messages=REQUIRED,
        help_text=gettext_lazy("Those whom the other club shows to everybody."),
    )

    def __init__(self, *args: Any, club: Club, there: Club, **settings: Any) -> None:
        super().__init__(*args, **settings)
        for name, own in (("one", people.own_people(club)), ("other", people.people_shown(there))):
            offer(self, name, [("", "–"), *((str(player.pk), player.name) for player in own)])
        self.fields["other"].label = there.name


@club_form(Role.SECRETARY)
def show_bonds(request: HttpRequest, club: Club) -> HttpResponse:
    own = seasons.membership_of(club)
    if own is None:
        return redirect("web:desk-federation", club.slug)
    others = [each for each in seasons.clubs_of(own.federation) if each != club]
    slug = query_params.text(request, "with")
    other_club = next((each for each in others if each.slug == slug), next(iter(others), None))
    form = bound_form(BondForm, request, club=club, there=other_club) if other_club else None
    if form and run_form(request, form, bonds.ask, club=club):
        return redirect("web:desk-bonds", club.slug)
    rows = people.bonds_of(club, own.federation)
    waiting = [bond for bond in rows if bond.agreed_at is None]
    context = {
        "club": club,
        "federation": own.federation,
        "form": form,
        "others": others,
        "there": other_club,
        "asked": [bond for bond in waiting if bond.other.club_id == club.pk],
        "asking": [bond for bond in waiting if bond.one.club_id == club.pk],
        "bound": [bond for bond in rows if bond.agreed_at is not None],
    }
    return render(
        request, "desk/league/bonds.html", context, status=REFUSED if form and form.is_bound else None
    )


agree_to_bond = button(bonds.agree, "desk-bonds")
end_bond = button(bonds.end, "desk-bonds")


WHY = {
    "same": gettext_lazy("the same name"),
    "order": gettext_lazy("the same words in another order"),
    "initial": gettext_lazy("an initial for a name"),
    "near": gettext_lazy("nearly the same letters"),
}


class PairForm(forms.Form):
    duplicate = forms.ChoiceField(
        label=gettext_lazy("Is listed twice, as"),
        error_messages=REQUIRED,
    )
    into = forms.ChoiceField(label=gettext_lazy("And is really"), error_messages=REQUIRED)

    def __init__(self, *args: Any, people: Iterable[Player], club: Club, **settings: Any) -> None:
        super().__init__(*args, **settings)
        choices = [("", "–"), *((str(player.pk), _player_label(player, club)) for player in people)]
        for field in (self.fields["duplicate"], self.fields["into"]):
            assert isinstance(field, forms.ChoiceField)  # noqa: S101 - as declared above
            field.choices = choices


class ReasonForm(forms.Form):
    reason = forms.CharField(
        label=gettext_lazy("How you know"),
        max_length=LONGEST_REASON,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


def _player_label(player: Player, club: Club) -> str:
    name = player.name if player.club_id == club.pk else f"{player.name}, {player.club.name}"
    return f"{name} ({getattr(player, 'evenings_count', 0)})"


def _league(request: HttpRequest, club: Club) -> League | None:
    slug = query_params.text(request, "league")
    if not slug:
        return None
    return first_or_404(league for league in people.leagues_with_others(club) if league.slug == slug)


@club_read(Role.SECRETARY)
def persons(request: HttpRequest, club: Club) -> HttpResponse:
    league = _league(request, club)
    return _page(request, club, league)


def _page(
    request: HttpRequest, club: Club, league: League | None, *, form: PairForm | None = None
) -> HttpResponse:
    clubs = people.clubs_of(club, league)
    known = people.people_of(clubs)
    rows = people.merges(clubs, league)
    live = {str(row.duplicate_id) for row in rows if row.undone_at is None}
    alike = people.probable(clubs, live)
    at_once = people.at_once([(pair.one, pair.other) for pair in alike])
    pairs = [
        {
            "pair": pair,
            "why": WHY[pair.why],
            "url": _preview(club, league, pair.one, pair.other),
            "at_once": at_once.get((pair.one.pk, pair.other.pk)),
        }
        for pair in alike
    ]
    context = {
        "club": club,
        "league": league,
        "leagues": people.leagues_with_others(club),
        "pairs": [line for line in pairs if not line["at_once"]],
        "two_people": [line for line in pairs if line["at_once"]],
        "form": form or PairForm(people=known, club=club),
        "merges": _lines(rows),
    }
    return render(request, "desk/league/persons.html", context, status=REFUSED if form else None)


def _lines(rows: list[PersonMerge]) -> list[dict[str, Any]]:
    users = {pseudonym for row in rows for pseudonym in (row.merged_by, row.undone_by)}
    keys = {name: int(name[5:]) for name in users if name.startswith("user:") and name[5:].isdigit()}
    names = members.user_names(keys.values())
    return [
        {
            "merge": row,
            "by": names.get(keys.get(row.merged_by, 0), row.merged_by),
            "undone_by": names.get(keys.get(row.undone_by, 0), row.undone_by),
        }
        for row in rows
    ]


def _of(league: League | None) -> dict[str, str]:
    return {"league": league.slug} if league else {}


def _preview(club: Club, league: League | None, duplicate: Player, into: Player) -> str:
    query = {"duplicate": duplicate.pk, "into": into.pk, **_of(league)}
    return reverse("web:desk-persons-merge", args=[club.slug], query=query)


@club_form(Role.SECRETARY, template="desk/league/merge.html")
def merge(request: HttpRequest, club: Club) -> Shown:
    league = _league(request, club)
    known = people.people_of(people.clubs_of(club, league))
    pair = PairForm(query_params.parameters(request), people=known, club=club)
    if not pair.is_valid():
        return _page(request, club, league, form=pair)
    by_key = {str(player.pk): player for player in known}
    duplicate, into = (by_key[pair.cleaned_data[name]] for name in ("duplicate", "into"))
    form = bound_form(ReasonForm, request)
    act = partial(bonds.merge, duplicate=duplicate, into=into, league=league, by=by_user(request), at=now())
    words = _("%(duplicate)s now counts as %(into)s.")
    words %= {"duplicate": isolate(duplicate.name), "into": isolate(into.name)}
    if submit(request, form, lambda: act(reason=form.cleaned_data["reason"]), words):
        return redirect(reverse("web:desk-persons", args=[club.slug], query=_of(league)))
    return {
        "league": league,
        "duplicate": duplicate,
        "into": into,
        "other_way": _preview(club, league, into, duplicate),
        "form": form,
        **_touched(duplicate, into),
    }


def _touched(duplicate: Player, into: Player) -> dict[str, Any]:
    effects = people.touched(duplicate, into)
    games = list(members.game_names(into.club, effects.games).values())
    at_once = people.at_once([(duplicate, into)]).get((duplicate.pk, into.pk))
    return {"touched": effects, "games": games, "at_once": at_once}


undo = button(bonds.undo, "desk-persons")


@never_cache
@require_safe
@login_required
def show_own_players(request: HttpRequest) -> HttpResponse:
    user, rows = holder(request), []
    for player in access.players_of(user):
        is_shown = visitor_of(request).sees(Part.PLAYERS, player.club)
        person = players.person(player.club, player.pk)
        has_page = person is not None and players.has_played(person)
        rows.append({"player": player, "has_page": has_page and is_shown, "is_shown": is_shown})
    tickets = map(page_of, tickets_tonight(user))
    context = {"found": rows, "in_several": people.own_players(user), "tickets": tickets}
    context["visitor"] = visitor_of(request)
    context["objections"] = objections_of(user)
    return render(request, "sign_in/own_players.html", context)


as_one = button(bonds.join_own, "own-players")
as_several = button(bonds.end_own, "own-players")
