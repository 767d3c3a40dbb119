"""The clubs of a director; what belongs to one: its evenings, nights, house rules, games and members."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from functools import partial
from typing import Any, Final
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.choices import flatten_choices
from django.utils.dates import WEEKDAYS
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.catalogue import GAMES
from games.definition import Game, wrong_examples
from games.documents.document import LONGEST_FILE
from games.documents.rules import Rules
from games.documents.telling import Teller
from games.form import in_force
from games.review import rules_of
from scoring.faults import Faults
from tournaments import refusals
from tournaments.club.member_list.details import DETAILS, MINOR, PRIVATE, SHOWN, Detail, Details
from tournaments.club.reads import members as club_members
from tournaments.club.reads.access import account_of, players_of
from tournaments.club.reads.members import ERASED, ClubRules, Player, listed
from tournaments.club.roles import Duty, Role, is_allowed
from tournaments.club.services import audit
from tournaments.club.services import clubs as club_services
from tournaments.club.services import games as club_games
from tournaments.club.services import members as member_services
from tournaments.club.web.account import holder
from tournaments.club.web.members import warnings_of
from tournaments.club.web.pages import (
    Shown,
    Unrefused,
    button,
    club_button,
    club_form,
    club_read,
    done_in_words,
    form_of,
    run_form,
)
from tournaments.evening.new_plans import AS_LAST_TIME, OF_A_GAME, OWN, PRESETS
from tournaments.evening.reads import access, desk, director_alerts
from tournaments.evening.reads.desk import Club, ClubNight, Evening
from tournaments.evening.round_rules import STATUS_WORDS, Status
from tournaments.evening.services import evenings, links
from tournaments.evening.web.desk.decorators import to_desk
from tournaments.evening.web.desk.menu import next_step_in_words, tour, tour_elsewhere
from tournaments.evening.web.desk.people import AnotherForm, OnePersonField
from tournaments.evening.web.public.evenings import rulebook_whole
from tournaments.site.web import query_params
from tournaments.site.web.forms import NameField, RulesForm, bound_form, clock, faults_in, offer
from tournaments.site.web.pages import by_user, file_of, isolate, now, table_of, translate
from tournaments.site.web.words import HouseRule, house_rule_in_words

EVENINGS_ON_A_PAGE = 25


@never_cache
@require_safe
@login_required
def home(request: HttpRequest) -> HttpResponse:
    clubs = list(club_members.clubs(request.user))
    evenings = list(access.evenings_of_their_own(request.user)[: desk.MOST_OPEN])
    if len(clubs) == 1 and not evenings:
        return redirect("web:desk-club", clubs[0].slug)
    if len(evenings) == 1 and not clubs:
        return to_desk(evenings[0])
    plays = bool(players_of(holder(request)))
    if plays and not clubs and not evenings:
        return redirect("web:own-players")
    return render(request, "desk/home.html", {"clubs": clubs, "evenings": evenings, "plays": plays})


class EndedForm(forms.Form):
    game = forms.ChoiceField(label=later("Game"), required=False)
    year = forms.ChoiceField(label=later("Year"), required=False)
    season = forms.ChoiceField(label=later("Season"), required=False)
    status = forms.ChoiceField(label=later("State"), required=False)

    def __init__(
        self,
        data: Mapping[str, Any],
        *,
        games: Mapping[str, str],
        years: list[int],
        seasons: list[tuple[int, str]],
    ) -> None:
        super().__init__(data)
        choices: dict[str, list[tuple[str, Any]]] = {
            "game": sorted(games.items(), key=lambda choice: choice[1]),
            "year": [(str(year), str(year)) for year in years],
            "season": [(str(season), name) for season, name in seasons],
            "status": [(status.value, _(STATUS_WORDS[status])) for status in desk.ENDED],
        }
        for name, offered in choices.items():
            offer(self, name, [("", _("All")), *offered])
        if not seasons:
            del self.fields["season"]

    def chosen(self) -> dict[str, str]:
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value}


@club_read(Duty.OFFICE, template="desk/club.html")
def club(request: HttpRequest, club: Club) -> Shown:
    over = desk.evenings(club).filter(status__in=desk.ENDED)
    form = EndedForm(
        query_params.parameters(request),
        games=club_members.game_names(club, desk.games_played(club)),
        years=desk.years_played(club),
        seasons=desk.seasons_counted(club),
    )
    chosen = form.chosen()
    page = query_params.page_of(request, desk.narrowed(over, **chosen), EVENINGS_ON_A_PAGE)
    opened, known = _lines(desk.opened(club)), club_members.members_count(club)
    return {
        "open": opened,
        "tour": tour(request, club, opened[0]["evening"] if opened else None, has_members=known > 0),
        "ended": _lines(page.object_list),
        "page": page,
        "form": form if chosen or page.paginator.num_pages > 1 else None,
        "chosen": urlencode(chosen),
        "last": desk.evenings(club).exclude(status=Status.ABANDONED).first(),
        "members_count": known,
        "objected": director_alerts.objected_evenings(club.pk) if is_allowed(club, Role.DIRECTOR) else (),
    }


def _lines(evenings: Iterable[Evening]) -> list[dict[str, Any]]:
    return [
        {"evening": evening, "next": next_step_in_words(evening.status, evening.current_round)}
        for evening in evenings
    ]


@dataclass(frozen=True, slots=True)
class NightAhead:
    row: ClubNight
    day: date


def nights_ahead(club: Club, today: date) -> list[NightAhead]:
    rows = list(club.nights.all())
    days = desk.next_days(club, rows, today) if rows else {}
    return sorted((NightAhead(row, days[row.pk]) for row in rows), key=lambda night: night.day)


def chosen_night(request: HttpRequest, ahead: Sequence[NightAhead]) -> NightAhead | None:
    """The night that the address names (`?night=`), else the soonest; None where the club has none."""
    night_id = query_params.text(request, "night")
    return next((night for night in ahead if str(night.row.pk) == night_id), next(iter(ahead), None))


class NightForm(forms.Form):
    name = NameField(
        label=later("Name"),
        help_text=later("New evenings are called this, for example “Tuesday Chantecler”."),
        required=False,
    )
    weekday = forms.TypedChoiceField(label=later("Day"), coerce=int, choices=list(WEEKDAYS.items()))
    week = forms.TypedChoiceField(
        label=later("How often"),
        coerce=int,
        choices=[
            (0, later("Every week")),
            (1, later("Once a month: the first")),
            (2, later("Once a month: the second")),
            (3, later("Once a month: the third")),
            (4, later("Once a month: the fourth")),
            (5, later("Once a month: the last")),
        ],
    )
    starts = clock(later("Starts at"), required=False)
    begins_with = forms.ChoiceField(
        label=later("What is played"),
        help_text=later("New evenings of this night begin with it. You can still change each of them."),
        required=False,
    )

    def __init__(self, *args: Any, club: Club, **settings: Any) -> None:
        super().__init__(*args, **settings)
        offer(self, "begins_with", [("", _("The usual game of the club")), *_kinds(club)])
        for name in ("weekday", "week", "begins_with"):
            self.fields[name].widget.attrs["class"] = "input"

    def kinds(self) -> dict[str, str]:
        choice: Any = self.fields["begins_with"]
        return dict(flatten_choices(choice.choices))


def _kinds(club: Club) -> list[tuple[str, Any]]:
    choices: list[tuple[str, Any]] = [(AS_LAST_TIME, _("As last time on this night"))]
    if own := [(f"{OWN}{row.pk}", row.name) for row in club.presets.all()]:
        choices.append((_("Our own kinds of evening"), own))
    choices.append(
        (
            _("Games"),
            [(f"{OF_A_GAME}{slug}", _(game.name)) for slug, game in club_members.games_for(club).items()],
        )
    )
    choices.append((_("Kinds of evening"), [(preset.slug, _(preset.name)) for preset in PRESETS]))
    return choices


@club_form(Role.OWNER, template="desk/nights.html")
def show_nights(request: HttpRequest, club: Club) -> Shown:
    form = bound_form(NightForm, request, club=club)
    if run_form(request, form, evenings.add_night, club=club):
        return redirect("web:desk-nights", club.slug)
    kinds = form.kinds()
    lines = [{"night": night, "kind": kinds.get(night.begins_with, "")} for night in club.nights.all()]
    return {"form": form, "lines": lines}


@club_form(Role.OWNER, template="desk/night.html")
def change_night(request: HttpRequest, club: Club, night: ClubNight) -> Shown:
    form = bound_form(NightForm, request, club=club, initial=vars(night))
    if run_form(request, form, evenings.change_night, row=night):
        return redirect("web:desk-nights", club.slug)
    return {"form": form, "night": night}


@club_read(template="desk/house_rules.html")
def house_rules_games(request: HttpRequest, club: Club) -> Shown:
    games = [
        {"rules": rules, "lines": _rule_lines(rules)}
        for rules in club_members.house_rules_of_club(club).values()
    ]
    return {"games": games}


@club_form(Role.DIRECTOR, change=Role.SECRETARY, template="desk/house_rules_of_game.html")
def house_rules_game(request: HttpRequest, club: Club, game: str) -> Shown:
    played = club_members.game_for(club, game)
    if played is None or not played.house_rule_form:
        raise Http404
    rules = club_members.house_rules_of_game(club, played)
    form = bound_form(RulesForm, request, game=rules.game, initial=dict(rules.options))
    if form.is_bound and form.is_valid():
        with faults_in(form, form.show):
            club_services.set_house_rules(
                club=club, game=game, options=form.cleaned_data, by=by_user(request), at=now()
            )
            done = _("New evenings of %(game)s start with these house rules.")
            messages.success(request, done % {"game": _(rules.game.name)})
            return redirect("web:desk-house-rules", club.slug)
    return {"rules": rules, "form": form}


def _rule_lines(rules: ClubRules) -> list[HouseRule]:
    book = rules.game.options_as_data(rules.game.defaults)
    return [
        house_rule_in_words(rule, rules.options[rule.name], book[rule.name])
        for rule in rules.game.house_rule_form
        if in_force(rule, rules.options)
    ]


KIND_WORDS: Final[Mapping[str, str | Promise]] = {
    "name": later("Name"),
    "first": later("First name"),
    "last": later("Last name"),
    "colour": later("Ticket colour"),
    **{name: later(DETAILS[name].label) for name in SHOWN},
    "ignore": later("Ignore"),
}
"""What the columns of a list are called, where they are chosen and at their heads."""
COLUMNS: Final = ("number", "name", "colour", "groups", *PRIVATE)


class GameFileForm(forms.Form):
    file = forms.FileField(
        label=later("File"),
        help_text=later(
            "A game’s rules in TOML or JSON, or the archive of an evening that was played by them."
        ),
        allow_empty_file=True,
        max_length=255,
        widget=forms.FileInput(attrs={"accept": ".toml,.json,.txt", "class": "input"}),
    )


@club_form(Role.SCORER, change=Role.SECRETARY, template="desk/workshop/games.html")
def own_games(request: HttpRequest, club: Club) -> Shown:
    form, document = bound_form(GameFileForm, request), request.POST.get("document", "")
    form.fields["file"].required = not document
    of_file: dict[str, Any] = {}
    if form.is_bound and form.is_valid():
        file = form.cleaned_data["file"]
        with faults_in(form, partial(_show_in_file, form)):
            if not document:
                written = file.read(club_games.LONGEST_ARCHIVE).decode("utf-8", "replace")
                uploaded = club_games.document_in_file(written)
                of_file = _read_from_file(club_games.read_game(club_games.NewGame(document=uploaded.data)))
            else:
                new = club_games.NewGame(file=document[:LONGEST_FILE])
                row = club_games.write_game(club, by_user(request), now(), new)
                messages.success(request, done_in_words(club_games.write_game, row))
                return redirect("web:desk-own-games", club.slug)
    newest = {row.slug: row for row in club.games.filter(retired_at=None)}
    rows = [
        {"row": row, "has_draft": row.is_on_the_shelf and newest[row.slug].pk > row.pk}
        for row in club_members.games_of(club)
    ]
    house = [game for game in GAMES.values() if isinstance(game.rules, Rules)]
    context = {
        "form": form,
        "rows": rows,
        "house": house,
        "saved": query_params.text(request, "saved"),
        **of_file,
    }
    return Unrefused(context) if of_file else context


remove_night = button(evenings.remove_night, "desk-nights")
own_game_publish = button(club_games.publish_game, "desk-own-games")
own_game_retire = button(club_games.retire_game, "desk-own-games")


@club_read(Role.SCORER)
def own_game_file(request: HttpRequest, club: Club, game: str) -> HttpResponse:
    row = club_members.game_of_club(club, game)
    laid_out = json.dumps(json.loads(row.document), ensure_ascii=False, indent=1)
    return file_of(f"{row.slug}.json", laid_out, "application/json")


def _read_from_file(game: Game) -> dict[str, Any]:
    document = game.document.canonical.decode() if game.document else ""
    wrong = [translate(fault.sentence) for fault in wrong_examples(game)]
    tell = Teller(rules_of(game))
    does = [translate(tell.line(line)) for line in rules_of(game).document.lines]
    return {**rulebook_whole(game), "document": document, "not_yet": wrong, "does": does}


def _show_in_file(form: forms.Form, refused: Faults) -> None:
    # Whatever is wrong stands at the file, with its place in it.
    for fault in refused.faults:
        place = fault.field.removeprefix("document").removeprefix(".")
        form.add_error(
            "file", f"{place}: {translate(fault.sentence)}" if place else translate(fault.sentence)
        )


def members_in_words(details: Details) -> dict[str, str]:
    return {**asdict(details), **({"birth": _("minor")} if details.is_minor else {})}


@club_read(Role.SECRETARY)
def download_members(request: HttpRequest, club: Club, kind: str) -> HttpResponse:
    """The active members, with `?retired` those who have retired, or those of one `?group=`; no guests."""
    group = query_params.text(request, "group", longest=refusals.LONGEST_GROUP)
    people = listed(club, retired=query_params.has(request, "retired"), group=group)
    rows = [[str(KIND_WORDS[column]) for column in COLUMNS]]
    for person in people:
        known = {**members_in_words(person.details), "name": person.name, "colour": person.colour}
        rows.append([known[column] for column in COLUMNS])
    name = f"{club.slug}-{_('members')}.{kind}"
    audit.note(club, "members-exported", count=len(people), group=group)
    return table_of(name, rows)


@club_read()
def show_attendance(request: HttpRequest, club: Club, kind: str = "") -> HttpResponse:
    """Who came to which evenings of a year: the members, and guests who came."""
    years = desk.years_played(club)
    year = query_params.whole_number(request, "year", digits=4)
    year = year if year in years else next(iter(years), now().year)
    rows, came = desk.attendance(club, year)
    people = club_members.members(club, retired=None, order="surname")
    lines = [
        (player, len(came[player.pk]), [row.pk in came[player.pk] for row in rows])
        for player in people
        if came[player.pk] or (player.is_active and not player.is_guest)
    ]
    if not kind:
        context = {"club": club, "evenings": rows, "lines": lines, "year": year, "years": years}
        return render(request, "desk/attendance.html", context)
    table = [[_("Name"), *(row.date.isoformat() for row in rows), _("Evenings")]]
    for player, count, marks in lines:
        table.append([player.name, *("x" if mark else "" for mark in marks), str(count)])
    return table_of(f"{club.slug}-{_('attendance')}-{year}.csv", table)


class MemberForm(forms.Form):
    name = NameField(label=later("Name"))
    colour = forms.CharField(
        label=later("Usual ticket colour"),
        max_length=refusals.LONGEST_COLOUR,
        required=False,
        widget=forms.TextInput({"list": "colours", "autocomplete": "off"}),
    )


class NewMemberForm(AnotherForm, MemberForm):
    name = OnePersonField(label=later("Name"))
    field_order = ("name", "colour")


_DRAWN: Final[Mapping[str, forms.Widget]] = {
    "mail": forms.EmailInput(),
    "phone": forms.TextInput({"inputmode": "tel"}),
    "groups": forms.TextInput({"list": "groups"}),
    "notes": forms.Textarea({"rows": 3}),
}


def _detail_field(name: str, detail: Detail) -> forms.CharField:
    widget, help_text = _DRAWN.get(name) or forms.TextInput(), detail.help and later(detail.help)
    widget.attrs = {"maxlength": detail.longest, **widget.attrs, "autocomplete": "off"}
    return forms.CharField(label=later(detail.label), help_text=help_text, required=False, widget=widget)


class DetailsForm(MemberForm):
    guest = forms.BooleanField(label=later("A guest, not a member"), required=False)
    active = forms.BooleanField(
        label=later("Comes to our evenings"),
        help_text=later("Untick to retire somebody: past evenings keep the name, the door list does not."),
        required=False,
    )
    minor = forms.BooleanField(label=later("Under 18"), required=False)
    field_order = ("name", "number", "colour", "groups", "guest", "active", "mail", "phone", "birth", "minor")

    def clean(self) -> None:
        if self.cleaned_data.pop("minor"):
            self.cleaned_data["birth"] = MINOR


DetailsForm.base_fields |= {name: _detail_field(name, detail) for name, detail in DETAILS.items()}


class WhoForm(forms.Form):
    player = forms.TypedChoiceField(
        label=later("You among the players"),
        coerce=int,
        empty_value=None,
        required=False,
        help_text=later(
            "When you play, the desk hides the hands of other tables until you choose to look; the ledger notes that "
            "you looked."
        ),
    )

    def __init__(self, *args: Any, people: Iterable[Any], **settings: Any) -> None:
        super().__init__(*args, **settings)
        players = [(str(player.pk), player.name) for player in people]
        offer(self, "player", [("", _("I do not play")), *players])


@club_form(Role.DIRECTOR, change=Role.SECRETARY, template="desk/members.html")
def members(request: HttpRequest, club: Club) -> Shown:
    form = bound_form(NewMemberForm, request)
    if form.is_bound and form.is_valid():
        with faults_in(form):
            added = club_services.add_player(club=club, at=now(), **form.cleaned_data)
            messages.success(request, _("%(name)s is a member now.") % {"name": isolate(added.name)})
            return redirect("web:desk-members", club.slug)
    return _page(request, club, form=form)


@club_button(template="desk/members.html")
def who_plays(request: HttpRequest, club: Club) -> Shown:
    form = _who(request, club, request.POST)
    if run_form(request, form, links.say_who_plays, club=club):
        return redirect("web:desk-members", club.slug)
    return _page(request, club, who_form=form)


def _who(request: HttpRequest, club: Club, posted: Any = None) -> WhoForm:
    # The officer's own player stays a choice after they have retired.
    mine = access.own_player(request.user, club.pk)
    people = club_members.members(club)
    if mine is not None and mine not in people:
        people.append(mine)
    return WhoForm(posted, people=people, initial={"player": str(mine.pk) if mine else ""})


ORDERS: Final[Mapping[str, str | Promise]] = {
    "surname": later("By last name"),
    "name": later("By name"),
    "evenings": later("Most evenings"),
    "last": later("Last seen"),
}


def _page(request: HttpRequest, club: Club, **forms_given: forms.Form) -> dict[str, Any]:
    search = query_params.text(request, "q", longest=80)
    retired = query_params.has(request, "retired")
    group = query_params.text(request, "group", longest=refusals.LONGEST_GROUP)
    order = query_params.text(request, "by")
    order = order if order in ORDERS else "surname"
    rows = partial(club_members.members, club, search=search, retired=retired, group=group, order=order)
    return {
        "members": rows(with_details=is_allowed(club, Role.SECRETARY), counted=True),
        "order": order,
        "orders": ORDERS.items(),
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


@club_form(Role.SECRETARY, template="desk/member.html")
def member(request: HttpRequest, club: Club, player: Player) -> Shown:
    details = club_members.details_of(player)
    known = {
        "name": player.name,
        "colour": player.colour,
        "guest": player.is_guest,
        "active": player.is_active,
        **members_in_words(details),
        **({"minor": True, "birth": ""} if details.is_minor else {}),
    }
    form = bound_form(DetailsForm, request, initial=known)
    if run_form(request, form, member_services.change_player, player=player):
        return redirect("web:desk-members", club.slug)
    account = account_of(player)
    return {
        "player": player,
        "form": form,
        "private": [field for field in form if field.name in {*PRIVATE, "minor"}],
        "colours": club_members.usual_colours(club),
        "groups": club_members.groups(club),
        "may_be_erased": player.name != ERASED,
        "account": account and account.display_name,
        "warnings": warnings_of(player),
    }


@club_form(Role.SECRETARY, template="desk/erase.html")
def erase(request: HttpRequest, club: Club, player: Player) -> Shown:
    """Erase a person's name for good, once it has been typed."""
    form = bound_form(form_of(member_services.ToErase), request)
    if run_form(request, form, member_services.erase_player, player=member_services.player_with_name(player)):
        return redirect("web:desk-members", club.slug)
    return {"player": player, "form": form}
