"""How a club looks, as forms."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy

ROOSTER: Final = "#a81e1b"
"""The red of the house, with which the picker begins."""


class LogoForm(forms.Form):
    """A file with a picture; the service looks at what is in it."""

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
        """The colour that was chosen; "" for none. To be asked where the form is valid."""
        if "none" in self.data:
            return ""
        typed, before = self.cleaned_data["typed"], self.cleaned_data["before"]
        chosen: str = typed if typed and typed != before else self.cleaned_data["colour"]
        return chosen
