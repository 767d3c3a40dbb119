"""Who is in a season of fixtures, at the secretary's desk: entered, divided, seeded, withdrawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice
from typing import Any, get_args

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from scoring.faults import Faults
from tournaments.club.member_list.details import ListedPerson
from tournaments.club.reads import members
from tournaments.club.web.pages import Shown
from tournaments.evening.web.desk import check_in
from tournaments.evening.web.desk.check_in import NEW, PersonLine
from tournaments.evening.web.desk.seating import usual_reasons
from tournaments.league import acts
from tournaments.league.acts import is_possible
from tournaments.league.acts.entrants import MOST_RATING, PEOPLE, Ahead, EntrantPlace
from tournaments.league.reads import season_views
from tournaments.league.reads.fixtures import Contest, Entrant, Player
from tournaments.league.reads.persons import who_is_who
from tournaments.league.reads.seasons import Season
from tournaments.league.services import entrants
from tournaments.league.services.entrants import ListedEntrant, WantedEntrant
from tournaments.league.services.ledger import perform
from tournaments.league.web.desk.season import choose_division, run_act, season_button, season_form, to_season
from tournaments.league.web.season_pages import about_season, of_fixtures
from tournaments.ranking.fixtures.rules import Entrants
from tournaments.ranking.fixtures.tie_breaks import BY_RATINGS
from tournaments.site.cleaning import folded
from tournaments.site.web import query_params
from tournaments.site.web.forms import (
    REFUSED,
    NameField,
    bound_form,
    faults_in,
    run_or_refuse,
    sentence_case,
    show_faults,
    show_line_faults,
)
from tournaments.site.web.pages import by_user, first_or_404, isolate, now, refusals


@dataclass(frozen=True, slots=True)
class EntrantLook:
    listed: ListedEntrant
    looks: tuple[PersonLine, ...]
    key: str
    why: str

    @property
    def is_open(self) -> bool:
        return not self.why and all(look.is_open for look in self.looks)

    @property
    def is_clear(self) -> bool:
        return all(look.is_clear for look in self.looks)

    @property
    def is_choice(self) -> bool:
        return len(self.looks) == 1 and not self.looks[0].is_sure

    def chosen(self, posted: QueryDict) -> dict[str, tuple[PersonLine, str]]:
        """Who its people are, by their names in the list; empty where it is not to be entered."""
        if not self.is_open or not (self.is_choice or self.key in posted.getlist("take")):
            return {}
        pairs = zip(self.listed.names, self.looks, strict=True)
        return {name: (look, who) for name, look in pairs if (who := look.chosen(posted))}


def looks_at(
    season: Season, kind: Entrants, text: str, is_entered: Callable[[int], bool]
) -> list[EntrantLook]:
    """The entrants of a list with whom they may mean. Raises Faults on a list that is too long."""
    known = members.known_people(season.league.club)
    listed = entrants.read_list(text.splitlines(), kind, {folded(person.name) for person in known})
    people = [
        ListedPerson(row, name, "", part=part if len(entrant.names) > 1 else 0)
        for row, entrant in enumerate(listed, start=1)
        for part, name in enumerate(entrant.names, start=1)
    ]
    inside = {person.pk for person in known if is_entered(person.pk)}
    looks = iter(check_in.looks_at(people, known, inside))
    return [
        EntrantLook(entrant, tuple(islice(looks, len(entrant.names))), str(row), _why_not(entrant, kind))
        for row, entrant in enumerate(listed, start=1)
    ]


def _why_not(listed: ListedEntrant, kind: Entrants) -> str:
    try:
        listed.check(kind)
    except Faults as refused:
        return sentence_case(refusals(refused)[0].message)
    return ""


def lines_seen(looks: Sequence[EntrantLook]) -> str:
    """A fingerprint of the preview: another one once the list would be read differently."""
    return check_in.fingerprint_of([*chain.from_iterable(look.looks for look in looks)])


def entrants_look_page(
    request: HttpRequest, season: Season, looks: Sequence[EntrantLook], context: dict[str, Any], status: int
) -> HttpResponse:
    page_context = {
        **about_season(season),
        "entrants": looks,
        "fingerprint": lines_seen(looks),
        "any_open": any(look.is_open for look in looks),
        **context,
    }
    return render(request, "desk/league/entrants_look.html", page_context, status=status)


def enter_looked_at(
    request: HttpRequest, season: Season, kind: Entrants, looks: Sequence[EntrantLook], division: int
) -> list[Entrant]:
    """Enter whoever is ticked or chosen; an entrant left with too few people stays out."""
    chosen = [(look.listed, look.chosen(request.POST)) for look in looks]
    entries = [(listed, who) for listed, who in chosen if len(who) >= PEOPLE[kind][0]]
    people = {name: pair for _listed, who in entries for name, pair in who.items()}
    known = season.league.club.players.in_bulk([int(who) for _look, who in people.values() if who != NEW])
    return entrants.enter_listed(
        season=season,
        listed=[listed._replace(names=[*who]) for listed, who in entries],
        division=division,
        chosen={name: known[int(who)] for name, (_look, who) in people.items() if who != NEW},
        others=[name for name, (look, who) in people.items() if who == NEW and not look.is_sure],
        by=by_user(request),
        at=now(),
    )


PAGE = "desk-season-entrants"
LONGEST_NUMBER = 5
FIELDS = 4
"""So many fields for people are shown for a new team; a longer one is entered as a list."""


class EntrantForm(forms.Form):
    name = NameField(
        label=later("Name"),
        required=False,
        help_text=later("If left empty, the names of the people are used."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    rating = forms.IntegerField(
        label=later("Rating"),
        required=False,
        min_value=1,
        max_value=MOST_RATING,
        help_text=later("Needed only where tie-breaks go by ratings."),
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    division = forms.TypedChoiceField(label=later("Division"), coerce=int)

    def __init__(
        self,
        *args: Any,
        seen: Contest,
        players: Sequence[Player],
        divided: bool = True,
        fields: int = FIELDS,
        **more: Any,
    ) -> None:
        super().__init__(*args, **more)
        self.by_key = {str(player.pk): player for player in players}
        least, most = PEOPLE[seen.rules.entrants]
        choices = [("", "–"), *((key, player.name) for key, player in self.by_key.items())]
        self.people = [f"player_{number}" for number in range(1, min(most, fields) + 1)]
        for number, field in enumerate(self.people, 1):
            label = _("Who") if most == 1 else _("Person %(number)s") % {"number": number}
            self.fields[field] = forms.ChoiceField(
                label=label, choices=choices, required=number <= least and number <= 1
            )
        choose_division(self, "division", seen)
        if not divided:
            self.fields.pop("division", None)
        if most == 1:
            del self.fields["name"]
        self.order_fields([*self.people, "name", "rating", "division"])

    def entry(self) -> WantedEntrant:
        chosen = [self.cleaned_data.get(field) for field in self.people]
        people = [self.by_key[key] for key in chosen if key]
        return WantedEntrant(people, self.cleaned_data.get("name", ""), self.cleaned_data.get("rating"))

    def show(self, refused: Faults) -> None:
        show_faults(self, refused, lambda field: self.people[0] if field.startswith("entries") else field)

    @property
    def level(self) -> int:
        return int(self.cleaned_data.get("division") or 1)


class EntrantListForm(forms.Form):
    names = forms.CharField(
        label=later("Names, a line for each entrant"),
        widget=forms.Textarea(attrs={"rows": 8, "autocomplete": "off"}),
        max_length=20_000,
        error_messages={"required": later("Nothing was entered; a name is needed.")},
    )
    level = forms.TypedChoiceField(label=later("Division"), coerce=int)

    def __init__(self, *args: Any, seen: Contest, **more: Any) -> None:
        super().__init__(*args, **more)
        choose_division(self, "level", seen)
        self.fields["names"].help_text = {
            "individual": _("Or with commas between them. New names become members of your club."),
            "pair": _("“Ann & Ben” is a pair. New names become members of your club."),
            "team": _(
                "“Owls: Ann & Ben & Cleo” is a team; a line without a colon is the name of one. New names become"
                " members of your club."
            ),
        }[seen.rules.entrants]
        if BY_RATINGS.intersection(seen.rules.tie_breaks):
            rated = _("A rating comes last, in brackets: [1850].")
            self.fields["names"].help_text = f"{self.fields['names'].help_text} {rated}"


def _page(season: Season, seen: Contest, **told: Any) -> Shown:
    return {
        "seen": seen,
        "may_enter": is_possible(acts.Enter, season.stage),
        "may_divide": is_possible(acts.Divide, season.stage),
        "form": told.get("form") or EntrantForm(seen=seen, players=_free(season, seen)),
        "list_form": told.get("list_form") or EntrantListForm(seen=seen),
        "typed": told.get("typed", {}),
        "opened": told.get("opened", ""),
        "count": len(seen.entrants),
    }


def _free(season: Season, seen: Contest, besides: Entrant | None = None) -> list[Player]:
    is_entered = _is_entered(season, seen, besides)
    return [player for player in season_views.players_of(season) if not is_entered(player.pk)]


def _is_entered(season: Season, seen: Contest, besides: Entrant | None = None) -> Callable[[int], bool]:
    real = who_is_who(season).real
    persons = {
        real(str(member.player_id))
        for entrant in seen.entrants.values()
        if besides is None or entrant.pk != besides.pk
        for member in entrant.members.all()
    }
    return lambda player: real(str(player)) in persons


ENTRANTS = "desk/league/entrants.html"


@season_form(template=ENTRANTS)
def page(request: HttpRequest, season: Season) -> Shown:
    contest = of_fixtures(season)
    if request.method != "POST":
        return _page(season, contest)
    form = bound_form(EntrantForm, request, seen=contest, players=_free(season, contest))
    if form.is_valid():
        with faults_in(form, form.show):
            new_entrants = entrants.enter(
                season=season, entries=[form.entry()], division=form.level, by=by_user(request), at=now()
            )
            messages.success(request, _("%(name)s is entered.") % {"name": isolate(new_entrants[0].name)})
            return to_season(season, PAGE)
    return _page(season, contest, form=form)


@season_button(template=ENTRANTS)
def paste(request: HttpRequest, season: Season) -> Shown:
    contest = of_fixtures(season)
    kind = contest.rules.entrants
    form = bound_form(EntrantListForm, request, seen=contest)
    if form.is_valid():
        names, division = form.cleaned_data["names"], int(form.cleaned_data.get("level") or 1)
        with faults_in(form, partial(show_line_faults, form, "names")):
            looks = looks_at(season, kind, names, _is_entered(season, contest))
            is_seen, context = request.POST.get("seen"), {"seen": contest, "list_form": form}
            if is_seen is None and (len(looks) > 1 or not all(look.is_clear for look in looks)):
                return entrants_look_page(request, season, looks, context, status=200)
            if is_seen not in (None, lines_seen(looks)):
                words = _("People have changed since this preview. Look at it again, then enter them.")
                messages.error(request, words)
                return entrants_look_page(request, season, looks, context, status=REFUSED)
            if is_seen is None:
                who: Any = {"by": by_user(request), "at": now()}
                lines = names.splitlines()
                new_entrants = entrants.enter_names(season=season, lines=lines, division=division, **who)
            else:
                new_entrants = enter_looked_at(request, season, kind, looks, division)
            words = ngettext("%(count)s is entered.", "%(count)s are entered.", len(new_entrants))
            messages.success(request, words % {"count": len(new_entrants)})
            return to_season(season, PAGE)
    return _page(season, contest, list_form=form, opened="list")


@season_button()
def divide(request: HttpRequest, season: Season) -> HttpResponse:
    """Save the divisions in their order; one without a name goes, a new one comes where it has a name."""
    contest = of_fixtures(season)
    typed_rows = [
        (
            _number(request, f"order_{division.level}", division.level),
            division.level,
            request.POST.get(f"name_{division.level}", ""),
        )
        for division in contest.divisions
    ]
    rows: list[tuple[int | None, str]] = [
        (level, name) for _order, level, name in sorted(typed_rows) if name.strip()
    ]
    new = request.POST.get("name_new", "")
    if new.strip():
        rows.append((None, new))
    act = partial(entrants.divide, season=season, divisions=rows, by=by_user(request), at=now())
    run_or_refuse(request, act, _("The divisions are saved."))
    return to_season(season, PAGE)


def _number(request: HttpRequest, field: str, otherwise: int) -> int:
    number = query_params.as_number(request.POST.get(field, ""), digits=LONGEST_NUMBER)
    return otherwise if number is None else number


@season_button(template=ENTRANTS)
def arrange(request: HttpRequest, season: Season) -> Shown:
    contest = of_fixtures(season)
    places = {
        number: EntrantPlace(
            _number(request, f"number_{number}", number),
            _number(request, f"division_{number}", entrant.division.level),
        )
        for number, entrant in contest.entrants.items()
    }
    doing = partial(perform, season=season, act=acts.Arrange(places=places), by=by_user(request), at=now())
    if run_or_refuse(request, doing, _("Seeds and divisions are saved.")):
        return to_season(season, PAGE)
    return _page(season, contest, typed=places)


@season_form(template="desk/league/entrant.html")
def show_entrant(request: HttpRequest, season: Season, number: int) -> Shown:
    contest = of_fixtures(season)
    entrant = first_or_404(row for row in contest.entrants.values() if row.number == number)
    people = {f"player_{at}": str(member.player_id) for at, member in enumerate(entrant.members.all(), 1)}
    form = bound_form(
        EntrantForm,
        request,
        seen=contest,
        players=_free(season, contest, entrant),
        divided=False,
        fields=max(FIELDS, len(people) + 2),
        initial={"name": entrant.name, "rating": entrant.rating, **people},
    )
    if form.is_bound and form.is_valid():
        with faults_in(form, form.show):
            entrants.change_entrant(
                season=season, number=number, entry=form.entry(), by=by_user(request), at=now()
            )
            messages.success(request, _("The change is saved."))
            return to_season(season, PAGE)
    return {
        "form": form,
        "seen": contest,
        "entrant": entrant,
        "may_enter": is_possible(acts.Enter, season.stage),
        "usual": usual_reasons(acts.Leave),
        "has_fixtures": any(number in fixture.numbers() for fixture in contest.state.fixtures.values()),
    }


@season_button()
def leave(request: HttpRequest, season: Season, number: int) -> HttpResponse:
    contest = of_fixtures(season)
    entrant = first_or_404(row for row in contest.entrants.values() if row.number == number)
    details: dict[str, Any] = {"number": number, "reason": request.POST.get("reason", "")}
    name = {"name": isolate(entrant.name)}
    if "back" in request.POST:
        who: dict[str, Any] = {"season": season, "by": by_user(request), "at": now()}
        doing = partial(entrants.bring_back, **details, **who)
        run_or_refuse(request, doing, _("%(name)s plays on.") % name)
        return to_season(season, PAGE)
    entered: Any = request.POST.get("ahead")
    ahead: Ahead = entered if entered in get_args(Ahead) else "forfeit"
    act = acts.WithdrawEntrant(ahead=ahead, **details)
    return run_act(request, season, act, _("%(name)s is withdrawn.") % name, then=PAGE)
