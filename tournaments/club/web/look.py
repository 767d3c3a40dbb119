"""What a club's pages take their look from."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template import Library
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from tournaments.club.look import THEMES, readable_colours, sheet_of
from tournaments.club.reads import permissions
from tournaments.club.reads.members import Club, logo_picture

# --- How a club looks, as forms -----------------------------------------------------------------------

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


class ColourForm(forms.Form):
    """A colour, picked or typed; what is typed counts where it was changed."""

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

    def chosen(self) -> str:
        if "none" in self.data:
            return ""
        typed, before = self.cleaned_data["typed"], self.cleaned_data["before"]
        chosen: str = typed if typed and typed != before else self.cleaned_data["colour"]
        return chosen


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
    shown_club = get_object_or_404(permissions.public_clubs().exclude(colour=""), slug=club)
    sheet = sheet_of(shown_club.colour)
    if fingerprint != _fingerprint(sheet):
        raise Http404
    return HttpResponse(sheet, content_type="text/css; charset=utf-8", headers={"Cache-Control": FOR_EVER})


@dataclass(frozen=True, slots=True)
class Shade:
    """The colour as one of the themes shows it: its name, the shade, the paper below it, whether it was adjusted."""

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
    shown_club = get_object_or_404(permissions.public_clubs(), slug=club, logo=fingerprint)
    return HttpResponse(
        logo_picture(shown_club), content_type="image/png", headers={"Cache-Control": FOR_EVER}
    )
