"""The settings of a club: its name, its look, who sees what; how an installation begins, or looks around first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from itertools import groupby
from typing import Any, Final
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template import Library
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.dates import WEEKDAYS
from django.utils.formats import time_format
from django.utils.translation import get_language, get_language_info, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.catalogue import GAMES
from games.definition import Game
from tournaments.club.look import THEMES, readable_colours, sheet_of
from tournaments.club.reads import access, members
from tournaments.club.reads.members import Club, ClubNight, logo_picture
from tournaments.club.roles import AUDIENCE_WORDS, BEFORE_PUBLICATION_WORDS, Part, Role
from tournaments.club.services import clubs as club_services
from tournaments.club.services import signing, webhooks
from tournaments.club.web.account import AccountForm
from tournaments.club.web.pages import (
    FORBIDDEN,
    Shown,
    Unrefused,
    button,
    club_button,
    club_form,
    open_form,
    run_form,
)
from tournaments.club.web.sign_in import BACKEND, remember
from tournaments.refusals import LONGEST_NAME, LONGEST_PLACE, LONGEST_POSTAL_ADDRESS
from tournaments.site.web.forms import REFUSED, WholeNumber, bound_form, clock, faults_in, offer
from tournaments.site.web.pages import for_others, frame_of, now, or_404

ROOSTER: Final = "#a81e1b"
"""The red of the house, with which the picker begins."""


class LogoForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("Picture"),
        help_text=gettext_lazy(
            "PNG, JPEG or WebP, at most 1 MB. It is shown at most 512 pixels wide and high."
        ),
        allow_empty_file=True,
        max_length=255,
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp", "class": "input"}),
    )

    def clean_file(self) -> bytes:
        content: bytes = self.cleaned_data["file"].read()
        return content


class ColourForm(forms.Form):
    colour = forms.CharField(
        label=gettext_lazy("Pick a colour"),
        required=False,
        max_length=20,
        widget=forms.TextInput(attrs={"type": "color", "class": "input input--colour"}),
    )
    typed = forms.CharField(
        label=gettext_lazy("Or type its code"),
        required=False,
        max_length=20,
        help_text=gettext_lazy("For example #1c5a43."),
        widget=forms.TextInput(attrs={"class": "input", "autocomplete": "off", "spellcheck": "false"}),
    )
    before = forms.CharField(required=False, max_length=20, widget=forms.HiddenInput())

    def __init__(self, data: Any = None, *, initial: dict[str, str] | None = None) -> None:
        before = {"before": initial.get("typed", "")} if initial else {}
        super().__init__(data, initial={**(initial or {}), **before})

    def clean(self) -> dict[str, str]:
        """The colour that is chosen, whichever way."""
        entered = self.cleaned_data
        typed = entered.get("typed", "")
        chosen = typed if typed and typed != entered.get("before") else entered.get("colour", "")
        return {"colour": "" if "none" in self.data else chosen}


register = Library()
FOR_EVER: Final = "public, max-age=31536000, immutable"
"""The address changes with what is there."""


@register.filter
def colours_url(club: Club) -> str:
    return reverse("web:club-colours", args=[club.slug, _fingerprint(sheet_of(club.colour))])


def _fingerprint(sheet: str) -> str:
    return sha256(sheet.encode()).hexdigest()[:16]


@require_safe
def colours(request: HttpRequest, club: str, fingerprint: str) -> HttpResponse:
    shown_club = get_object_or_404(access.public_clubs().exclude(colour=""), slug=club)
    sheet = sheet_of(shown_club.colour)
    if fingerprint != _fingerprint(sheet):
        raise Http404
    return HttpResponse(sheet, content_type="text/css; charset=utf-8", headers={"Cache-Control": FOR_EVER})


@dataclass(frozen=True, slots=True)
class Shade:
    theme: str
    colour: str
    paper: str
    is_adjusted: bool


def shades(club: Club) -> list[Shade]:
    if not club.colour:
        return []
    words = {"light": _("Light theme"), "dark": _("Dark theme")}
    shades_by_theme = {theme: readable_colours(club.colour, theme) for theme in THEMES}
    return [
        Shade(words[theme], shade, THEMES[theme][0], shade != club.colour)
        for theme, shade in shades_by_theme.items()
    ]


@require_safe
def logo(request: HttpRequest, club: str, fingerprint: str) -> HttpResponse:
    shown_club = get_object_or_404(access.public_clubs(), slug=club, logo=fingerprint)
    return HttpResponse(
        logo_picture(shown_club), content_type="image/png", headers={"Cache-Control": FOR_EVER}
    )


OF_MACHINES: Final = ("Etc", "posixrules", "Factory", "SystemV", "US", "localtime")
"""Zones that are no place, and those that are called twice."""


def zones() -> list[tuple[str, list[tuple[str, str]]]]:
    """The time zones by continent, as people look for them: ("Europe", [("Europe/Paris", "Paris"), ...])."""
    named = sorted(
        zone for zone in available_timezones() if "/" in zone and zone.split("/")[0] not in OF_MACHINES
    )
    by_continent = groupby(named, key=lambda zone: zone.split("/")[0])
    groups = [
        (continent, [(zone, zone.partition("/")[2].replace("_", " ")) for zone in group])
        for continent, group in by_continent
    ]
    return [*groups, ("UTC", [("UTC", "UTC")])]


class SpokenSelect(forms.Select):
    """Languages by their own names, each said to be in itself, so that it is read out as it is spoken."""

    def create_option(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(*args, **kwargs)
        if option["value"]:
            option["attrs"]["lang"] = option["value"]
        return option


class ClubForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("Name of the club"), max_length=LONGEST_NAME)
    place = forms.CharField(
        label=gettext_lazy("Where you play"),
        max_length=LONGEST_PLACE,
        required=False,
        help_text=gettext_lazy(
            "Shown to everybody on the club's page, for example “Village hall, Mill Lane”."
        ),
    )
    postal_address = forms.CharField(
        label=gettext_lazy("Postal address"),
        max_length=LONGEST_POSTAL_ADDRESS,
        required=False,
        help_text=gettext_lazy("Shown to everybody on the club's page."),
    )
    language = forms.ChoiceField(
        label=gettext_lazy("Language of the club"),
        required=False,
        widget=SpokenSelect,
        help_text=gettext_lazy(
            "Used on public pages, phones, walls and print. Visitors can still choose another for themselves."
        ),
    )
    time_zone = forms.ChoiceField(label=gettext_lazy("Time zone"))
    usual_game = forms.ChoiceField(
        label=gettext_lazy("Usual game"),
        required=False,
        help_text=gettext_lazy(
            "New evenings begin with it unless their night has a game or plan of its own."
        ),
    )

    def __init__(self, *args: Any, games: Mapping[str, Game] = GAMES, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._choose("time_zone", [("", _("Choose"))] if not self.initial.get("time_zone") else [], zones())
        spoken = [
            (code, get_language_info(code)["name_local"].capitalize()) for code, _name in settings.LANGUAGES
        ]
        self._choose("language", [("", _("Each visitor's own language"))], spoken)
        played = [(slug, _(game.name)) for slug, game in games.items()]
        self._choose("usual_game", [("", _("No particular game"))], played)
        self.fields["time_zone"].widget.attrs["data-guess-zone"] = ""

    def _choose(self, name: str, first: list[tuple[str, Any]], choices: list[Any]) -> None:
        offer(self, name, [*first, *choices]).widget.attrs["class"] = "input"


class NewClubForm(ClubForm):
    weekday = forms.TypedChoiceField(
        label=gettext_lazy("Usual night"),
        required=False,
        coerce=int,
        empty_value=None,
        help_text=gettext_lazy("New evenings are dated for it. You can add more nights under “Settings”."),
    )
    starts = clock(gettext_lazy("Starts at"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._choose("weekday", [("", _("No particular night"))], list(WEEKDAYS.items()))


class SettingsForm(ClubForm):
    confirms_requests = forms.BooleanField(
        label=gettext_lazy("The director confirms when players leave or sit out"),
        required=False,
        help_text=gettext_lazy(
            "Players can ask for it on their own page. Without this, what they ask for is done at once."
        ),
    )
    objection_hours = WholeNumber(
        label=gettext_lazy("Hours in which players can object to results"),
        least=0,
        most=club_services.MOST_HOURS,
        required=False,
        help_text=gettext_lazy("Counted from publication. With 0 nobody can object on their page."),
    )


WEEKS: Final = {
    0: gettext_lazy("Every %(day)s"),
    1: gettext_lazy("First %(day)s of the month"),
    2: gettext_lazy("Second %(day)s of the month"),
    3: gettext_lazy("Third %(day)s of the month"),
    4: gettext_lazy("Fourth %(day)s of the month"),
    5: gettext_lazy("Last %(day)s of the month"),
}


@register.filter
def when(night: ClubNight) -> str:
    days = str(WEEKS[night.week]) % {"day": WEEKDAYS[night.weekday]}
    if night.starts is None:
        return days
    return _("%(days)s, %(time)s") % {"days": days, "time": time_format(night.starts, "TIME_FORMAT")}


NAMES: Final = {audience: name for name, audience in club_services.AUDIENCES.items()}


class PublicForm(forms.Form):
    results = forms.ChoiceField(
        label=gettext_lazy("Evenings and their results"),
        help_text=gettext_lazy("Standings, rounds, hands, prizes, the wall, and the files of an evening."),
    )
    before_publication = forms.ChoiceField(
        label=gettext_lazy("New evenings show before they are published"),
        help_text=gettext_lazy(
            "On public pages, the wall and in files; the winner and the prizes only once an evening is published. "
            "Each evening can choose otherwise in its plan."
        ),
        choices=[(value, gettext_lazy(words)) for value, words in BEFORE_PUBLICATION_WORDS.items()],
        widget=forms.RadioSelect(),
    )
    seasons = forms.ChoiceField(
        label=gettext_lazy("League tables"),
        help_text=gettext_lazy("Seasons, fixtures, and why everybody has their place."),
    )
    players = forms.ChoiceField(
        label=gettext_lazy("Players' pages and ratings"),
        help_text=gettext_lazy("The list of players, and what each of them has played."),
    )
    coming = forms.ChoiceField(
        label=gettext_lazy("Coming evenings"),
        help_text=gettext_lazy("The calendar with its file, and signing up."),
    )
    asks_consent = forms.TypedChoiceField(
        label=gettext_lazy("Names and ratings"),
        help_text=gettext_lazy(
            "Whose names and ratings everybody sees. Where a name may not be shown, “Ada Marsh” reads “Ada M.”. "
            "Members say so to a secretary, or on their own page. Minors are shown only with consent in either case."
        ),
        choices=[(0, gettext_lazy("Unless somebody objects")), (1, gettext_lazy("Only with consent"))],
        coerce=lambda chosen: chosen == "1",
        widget=forms.RadioSelect(),
    )

    def __init__(self, club: Club, data: Any = None) -> None:
        before = {str(part): NAMES[getattr(club, part.field)] for part in Part}
        usual = {"asks_consent": int(club.asks_consent), "before_publication": club.before_publication}
        super().__init__(data, initial={**before, **usual})
        for part in Part:
            self.fields[part].widget = forms.RadioSelect()
            offer(self, part, [(NAMES[audience], _(words)) for audience, words in AUDIENCE_WORDS.items()])


@club_form(Role.OWNER, template="desk/settings.html")
def show(request: HttpRequest, club: Club) -> Shown:
    initial = {name: getattr(club, name) for name in SettingsForm.base_fields}
    form = bound_form(SettingsForm, request, games=members.games_for(club), initial=initial)
    if run_form(request, form, club_services.change_settings, club=club):
        return redirect("web:desk-settings", club.slug)
    return {"form": form, "demo": members.demo() if request.user.is_superuser else None}


@club_form(Role.OWNER, template="desk/settings_look.html")
def look(request: HttpRequest, club: Club) -> Shown:
    form = bound_form(LogoForm, request)
    if run_form(request, form, club_services.set_logo, club=club):
        return redirect("web:desk-settings-look", club.slug)
    return _look(club, form=form)


def _look(club: Club, **forms: Form) -> dict[str, Any]:
    colour_form = ColourForm(initial={"colour": club.colour or ROOSTER, "typed": club.colour})
    return {"form": LogoForm(), "colour_form": colour_form, "shades": shades(club), **forms}


@club_button(Role.OWNER, template="desk/settings_look.html")
def colour(request: HttpRequest, club: Club) -> Shown:
    form = ColourForm(request.POST)
    if run_form(request, form, club_services.set_colour, club=club):
        return redirect("web:desk-settings-look", club.slug)
    return _look(club, colour_form=form)


@club_form(Role.OWNER, template="desk/settings_public.html")
def public(request: HttpRequest, club: Club) -> Shown:
    form = PublicForm(club, request.POST if request.method == "POST" else None)
    if run_form(request, form, club_services.change_public_parts, club=club):
        return redirect("web:desk-settings-public", club.slug)
    link = for_others(request, reverse("web:visit", args=[access.link_of(club)]))
    frame = frame_of(request, club.name, "club-embed", club.slug)
    return {"form": form, "link": link, "frame": frame, "keys": list(club.keys.all())}


class WebhookForm(forms.Form):
    url = forms.CharField(
        label=gettext_lazy("Address"),
        help_text=gettext_lazy("It begins with https://. The other program tells you which."),
        max_length=500,
        widget=forms.URLInput(attrs={"autocomplete": "off"}),
        error_messages={"required": gettext_lazy("Nothing was entered; enter an address.")},
    )
    events = forms.MultipleChoiceField(
        label=gettext_lazy("Events"),
        choices=[
            ("hand.confirmed", gettext_lazy("A hand is confirmed")),
            ("round.closed", gettext_lazy("A round is closed")),
            ("evening.published", gettext_lazy("An evening is published")),
            ("standings.changed", gettext_lazy("The standings of an evening change")),
        ],
        initial=list(webhooks.EVENTS),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Nothing was chosen; choose an event.")},
    )


@club_form(Role.OWNER, template="desk/webhooks.html")
def show_webhooks(request: HttpRequest, club: Club) -> Shown:
    form = bound_form(WebhookForm, request)
    if added := run_form(request, form, webhooks.make_webhook, club=club):
        return Unrefused(_webhooks(club, WebhookForm(), told=added.result))
    return _webhooks(club, form)


def _webhooks(club: Club, form: WebhookForm, told: webhooks.Webhook | None = None) -> dict[str, Any]:
    return {
        "form": form,
        "webhooks": [(row, webhooks.last_deliveries(row)) for row in club.webhooks.all()],
        "told": told,
        "secret": told and webhooks.secret_of(told),
    }


@club_button(Role.OWNER, template="desk/webhooks.html")
def replace_webhook_secret(request: HttpRequest, club: Club, webhook: webhooks.Webhook) -> Shown:
    rotated = webhooks.rotate_secret(webhook, now())
    return Unrefused(_webhooks(club, WebhookForm(), told=rotated))


pause_webhook = button(webhooks.pause_webhook, "desk-webhooks")
resume_webhook = button(webhooks.resume_webhook, "desk-webhooks")
remove_webhook = button(webhooks.remove_webhook, "desk-webhooks")
send_test_event = button(webhooks.send_test_event, "desk-webhooks")
replay = button(webhooks.replay, "desk-webhooks")


@register.filter
def webhooks_off(club: Club) -> list[webhooks.Webhook]:
    """Those that the server has switched off, for the page with which the desk begins."""
    return list(club.webhooks.exclude(off_at=None))


remove_logo = button(club_services.remove_logo, "desk-settings-look")
renew_link = button(club_services.renew_link, "desk-settings-public")
renew_key = button(signing.renew_signing_key, "desk-settings-public")
put_demo_away = button(club_services.put_demo_away, "desk-settings")


def may_set_up(code: str) -> bool:
    """Whether this installation is nobody's yet, and whoever asks has the code that `./run` printed in its link."""
    is_right = bool(settings.START_CODE) and constant_time_compare(code, settings.START_CODE)
    return is_right and members.is_fresh_install()


class StartForm(AccountForm, NewClubForm):
    """Who begins, and their club."""


@open_form()
def start(request: HttpRequest, token: str = "") -> HttpResponse:
    """Make the first account and its club; whoever looks after the server makes further clubs."""
    if request.user.is_authenticated and request.user.is_superuser:
        return _further(request, request.user)
    if not may_set_up(token):
        is_open = members.is_fresh_install()
        return render(request, "first_run/not_here.html", {"is_open": is_open}, status=FORBIDDEN)
    form = bound_form(StartForm, request, initial=_guessed())
    if form.is_bound and form.is_valid():
        with faults_in(form):
            user, club = club_services.begin_club(**form.cleaned_data, at=now())
            login(request, user, backend=BACKEND)
            answer = _ready(request, club)
            remember(answer, request, user)
            return answer
    return _start_page(request, form, token)


def _further(request: HttpRequest, user: members.User) -> HttpResponse:
    form = bound_form(NewClubForm, request, initial=_guessed())
    if form.is_bound and form.is_valid():
        with faults_in(form):
            return _ready(request, club_services.make_club(**form.cleaned_data, director=user, at=now()))
    return _start_page(request, form)


def _guessed() -> dict[str, str]:
    # The browser's language is most likely the club's; a script of the page guesses the time zone.
    return {"language": get_language() or ""}


def _ready(request: HttpRequest, club: members.Club) -> HttpResponse:
    messages.success(request, _("%(club)s is ready.") % {"club": club.name})
    return redirect("web:desk-club", club.slug)


def _start_page(request: HttpRequest, form: NewClubForm, code: str = "") -> HttpResponse:
    context = {"form": form, "demo": members.demo() if code else None, "code": code}
    return render(request, "first_run/start.html", context, status=REFUSED if form.is_bound else None)


@never_cache
@require_POST
def look_around(request: HttpRequest, token: str) -> HttpResponse:
    user = or_404(members.demo_officer() if may_set_up(token) else None)
    login(request, user, backend=BACKEND)
    return redirect("web:desk")
