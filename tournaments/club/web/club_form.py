"""What a club is called, where and when it plays, as a form: for a new club and for one that is there."""

from __future__ import annotations

from itertools import groupby
from typing import Any, Final
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.utils.dates import WEEKDAYS
from django.utils.translation import get_language_info, gettext_lazy
from django.utils.translation import gettext as _

from games.catalogue import GAMES
from tournaments.limits import LONGEST_NAME, LONGEST_PLACE, LONGEST_POSTAL_ADDRESS

OF_MACHINES: Final = ("Etc", "posixrules", "Factory", "SystemV", "US", "localtime")
"""Zones that are no place, and those that are called twice."""


def zones() -> list[tuple[str, list[tuple[str, str]]]]:
    """The time zones by continent, as people look for them: ("Europe", [("Europe/Paris", "Paris"), ...])."""
    named = sorted(
        zone for zone in available_timezones() if "/" in zone and zone.split("/")[0] not in OF_MACHINES
    )
    by_continent = groupby(named, key=lambda zone: zone.split("/")[0])
    found = [
        (continent, [(zone, zone.partition("/")[2].replace("_", " ")) for zone in there])
        for continent, there in by_continent
    ]
    return [*found, ("UTC", [("UTC", "UTC")])]


class SpokenSelect(forms.Select):
    """Languages by their own names, each said to be in itself, so that it is read out as it is spoken."""

    def create_option(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """An option as Django makes it."""
        option = super().create_option(*args, **kwargs)
        if option["value"]:
            option["attrs"]["lang"] = option["value"]
        return option


class ClubForm(forms.Form):
    """A club. What the service refuses comes back beside its field."""

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
            "Of its public pages, phones, walls and papers. Visitors can still choose another for themselves."
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

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._choose("time_zone", [("", _("Choose"))] if not self.initial.get("time_zone") else [], zones())
        spoken = [
            (code, get_language_info(code)["name_local"].capitalize()) for code, _name in settings.LANGUAGES
        ]
        self._choose("language", [("", _("Each visitor's own language"))], spoken)
        games = [(slug, game.name) for slug, game in GAMES.items()]
        self._choose("usual_game", [("", _("No particular game"))], games)
        self.fields["time_zone"].widget.attrs["data-guess-zone"] = ""

    def _choose(self, name: str, first: list[tuple[str, Any]], choices: list[Any]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - as declared above
        field.choices = [*first, *choices]
        field.widget.attrs["class"] = "input"


class NewClubForm(ClubForm):
    """A new club, with its first night."""

    weekday = forms.TypedChoiceField(
        label=gettext_lazy("Usual night"),
        required=False,
        coerce=int,
        empty_value=None,
        help_text=gettext_lazy("New evenings are dated for it. You can add more nights under “Settings”."),
    )
    starts = forms.TimeField(
        label=gettext_lazy("Starts at"),
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        required=False,
        error_messages={"invalid": gettext_lazy("That is no time of day; enter one such as 19:30.")},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._choose("weekday", [("", _("No particular night"))], list(WEEKDAYS.items()))


class SettingsForm(ClubForm):
    """A club that is there, with what is asked of nobody who makes one."""

    confirms_requests = forms.BooleanField(
        label=gettext_lazy("The director confirms when players leave or sit out"),
        required=False,
        help_text=gettext_lazy(
            "Players can ask for it on their own page. Without this, what they ask for is done at once."
        ),
    )
