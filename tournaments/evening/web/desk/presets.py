"""Where the form of a new evening begins: the club's own kinds of evening, its latest, and those that all clubs hold.

An evening is kept as one of the club's own from its desk; here they are renamed and removed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import catalogue
from games.catalogue import GAMES
from tournaments.club.web.pages import club_page
from tournaments.evening.plan import Plan
from tournaments.evening.presets import AS_LAST_TIME, OF_A_GAME, OWN, PRESETS, plan_for
from tournaments.evening.reads import facts, tempo
from tournaments.evening.reads import presets as kept
from tournaments.evening.reads.desk import Club, Evening
from tournaments.evening.reads.nights import ClubNight
from tournaments.evening.reads.presets import ClubPreset
from tournaments.evening.reads.tempo import LastTime
from tournaments.evening.services import presets
from tournaments.evening.web.desk.decorators import evening_page, for_the_club, to_desk
from tournaments.evening.web.desk.door_list import NameField
from tournaments.evening.web.movement_words import MOVEMENTS, hands_in_round
from tournaments.site.web.forms import REFUSED, faults_in, filled
from tournaments.site.web.shared import by_user, now


class NameForm(forms.Form):
    """What a kind of evening is called."""

    name = NameField(label=later("Name"))


@dataclass(frozen=True, slots=True)
class Offered:
    """A kind of evening with which a form may begin, in words.

    Arguments:
        slug: what it is called in addresses.
        name, sentence: what the page calls it, and what happens at it.
        title: what an evening made from it is called at first.
        plan: its plan; house rules that it leaves out are those of the club.
        last: the day of the evening that it repeats, if it does.
    """

    slug: str
    name: str
    sentence: str
    title: str
    plan: Plan
    last: date | None = None

    @property
    def is_of_the_club(self) -> bool:
        """Whether the club has played or kept it itself, with all that it says."""
        return self.last is not None or self.slug.startswith(OWN)


def offered(club: Club, last: LastTime | None) -> Iterator[Offered]:
    """What the form of a new evening may begin with: the club's own, as last time, what all clubs hold; one query."""
    for row in kept.of_club(club):
        plan = kept.plan_of(row)
        yield Offered(f"{OWN}{row.pk}", row.name, in_words(plan), row.name, plan)
    if last is not None:
        yield as_last_time(last)
    for preset in PRESETS:
        yield Offered(preset.slug, _(preset.name), _(preset.sentence), _(preset.name), preset.plan())


def as_last_time(last: LastTime) -> Offered:
    """The same evening once more."""
    evening, plan = last.evening, facts.plan_of(last.evening)
    sentence = _("%(label)s: %(text)s") % {
        "label": f"{evening.name}, {date_format(evening.date, 'DATE_FORMAT')}",
        "text": in_words(plan),
    }
    return Offered(AS_LAST_TIME, _("As last time"), sentence, evening.name, plan, evening.date)


def of_game(game: str) -> Offered | None:
    """The usual evening of a game; None for one that is not played here."""
    if game not in GAMES:
        return None
    plan, name = plan_for(game), GAMES[game].name
    return Offered(f"{OF_A_GAME}{game}", name, in_words(plan), name, plan)


def of_night(night: ClubNight, among: Iterable[Offered]) -> Offered | None:
    """What an evening of a night begins with; None where neither the night nor the club says anything.

    Where the night's kind of evening is kept no longer, or it was never played, the club's usual game is. Three
    queries at most.

    Arguments:
        among: what `offered` gives for the club.
    """
    kind = night.begins_with
    if kind == AS_LAST_TIME:
        last = tempo.last_time(night.club, night)
        found = as_last_time(last) if last else None
    else:
        found = next((one for one in among if one.slug == kind), None) or of_game(
            kind.removeprefix(OF_A_GAME)
        )
    return found or of_game(night.club.usual_game)


def in_words(plan: Plan) -> str:
    """A plan in a line: the game, how people move, how many rounds and hands."""
    rounds = ngettext("%(rounds)s round", "%(rounds)s rounds", plan.rounds) % {"rounds": plan.rounds}
    told = (catalogue.find(plan.game).name, str(MOVEMENTS[plan.movement]), rounds, hands_in_round(plan))
    return " · ".join(part for part in told if part)


@require_http_methods(["GET", "HEAD", "POST"])
@evening_page
@for_the_club
def keep(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Keep the plan of the evening as one of the club's own."""
    form = filled(NameForm, request, initial={"name": evening.name})
    if form.is_bound and form.is_valid():
        with faults_in(form):
            row = presets.keep(evening=evening, name=form.cleaned_data["name"], by=by_user(request), at=now())
            done = _("“%(name)s” is kept: new evenings can begin with it.")
            messages.success(request, done % {"name": row.name})
            return to_desk(evening)
    context = {
        "evening": evening,
        "club": evening.club,
        "form": form,
        "sentence": in_words(facts.plan_of(evening)),
    }
    return render(request, "desk/preset_keep.html", context, status=REFUSED if form.is_bound else None)


@require_safe
@club_page
def show(request: HttpRequest, club: Club) -> HttpResponse:
    """The club's own kinds of evening, each to be renamed or removed."""
    return _page(request, club)


@require_POST
@club_page
def rename(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Another name for one of them."""
    row = kept.one(club, pk)
    form = _form(row, request)
    if form.is_valid():
        with faults_in(form):
            presets.rename(preset=row, name=form.cleaned_data["name"])
            messages.success(request, _("The name is changed."))
            return redirect("web:desk-presets", club.slug)
    return _page(request, club, refused={row.pk: form})


@require_POST
@club_page
def remove(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """One of them is kept no longer."""
    row = kept.one(club, pk)
    presets.remove(preset=row)
    messages.success(request, _("“%(name)s” is removed; evenings made from it stay.") % {"name": row.name})
    return redirect("web:desk-presets", club.slug)


def _form(row: ClubPreset, request: HttpRequest | None = None) -> NameForm:
    """The field with the name of a row, its labels told from those of other rows."""
    data = None if request is None else request.POST
    return NameForm(data=data, initial={"name": row.name}, auto_id=f"preset_{row.pk}_%s")


def _page(request: HttpRequest, club: Club, refused: dict[int, NameForm] | None = None) -> HttpResponse:
    forms_of = refused or {}
    rows = [
        {"row": row, "sentence": in_words(kept.plan_of(row)), "form": forms_of.get(row.pk) or _form(row)}
        for row in kept.of_club(club)
    ]
    status = REFUSED if forms_of else None
    return render(request, "desk/presets.html", {"club": club, "rows": rows}, status=status)
