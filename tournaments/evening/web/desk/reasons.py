"""Why something is done: the field that asks, and what is mostly said there, to be tapped."""

from __future__ import annotations

from typing import Any

from django import forms
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournaments.ledger.act_fields import ActFields


def usual(*kinds: type[ActFields]) -> list[str]:
    """What is mostly said where these acts ask why, in the reader's language."""
    return [_(words) for kind in kinds for words in kind.usual_reasons]


class ReasonInput(forms.TextInput):
    """A line of text above the usual reasons of some acts."""

    def __init__(self, *kinds: type[ActFields]) -> None:
        super().__init__(attrs={"autocomplete": "off"})
        self.kinds = kinds

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """The input and what can be tapped instead of typed."""
        field = (attrs or {}).get("id", "")
        words = usual(*self.kinds)
        if not words or not field:
            return super().render(name, value, attrs, renderer)
        line = super().render(name, value, {**(attrs or {}), "list": f"{field}_usual"}, renderer)
        chips = render_to_string("desk/parts/usual.html", {"usual": words, "field": field})
        return line + chips
