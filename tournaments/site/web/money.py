"""Sums of money as people write them: whole numbers of the smallest unit, a hundred of which make the whole."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any, Final

from django import forms
from django.utils.formats import get_format, number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.ranking.offered import LARGEST_SUM

UNITS: Final = 100
_SUM: Final = re.compile(r"(\d{1,7})(?:[.,](\d{1,2}))?")
_BETWEEN: Final = re.compile(r"[,;]?\s+|;")


def money(amount: int) -> str:
    """A sum as the reader's language writes it: 12.50; nothing for no money."""
    return str(number_format(Decimal(amount) / UNITS, decimal_pos=2, force_grouping=True)) if amount else ""


def typed(amount: int) -> str:
    """A sum as it is typed into a form: 12, or 12.50."""
    whole, rest = divmod(amount, UNITS)
    return f"{whole}{get_format('DECIMAL_SEPARATOR')}{rest:02}" if rest else str(whole)


class Sums(forms.CharField):
    """Sums of money, one after the other with a space between; whether point or comma, both are understood."""

    no_sums: Promise | str = gettext_lazy(
        "“%(entered)s” does not fit here: enter sums with spaces between them, such as 50 12.50"
    )

    def __init__(self, **kwargs: Any) -> None:
        attributes = {"autocomplete": "off", "inputmode": "text"}
        super().__init__(required=False, max_length=200, widget=forms.TextInput(attrs=attributes), **kwargs)

    def clean(self, value: Any) -> Any:
        """The sums in the smallest unit. Raises ValidationError naming what was entered instead."""
        entered: str = super().clean(value)
        found = [_SUM.fullmatch(word) for word in _BETWEEN.split(entered) if word]
        if not all(found):
            raise forms.ValidationError(self.no_sums % {"entered": entered[:40]})
        sums = tuple(_units(sum_) for sum_ in found if sum_)
        if max(sums, default=0) > LARGEST_SUM:
            words = _("“%(entered)s” is too much: a sum is at most %(most)s.")
            raise forms.ValidationError(words % {"entered": entered[:40], "most": money(LARGEST_SUM)})
        return sums

    def prepare_value(self, value: Any) -> Any:
        """Sums as they are typed."""
        return " ".join(map(typed, value)) if isinstance(value, list | tuple) else value


class OneSum(Sums):
    """One sum of money, or none.

    Arguments:
        nothing: what comes out where none was entered: 0, or None where that is another thing than 0.
    """

    no_sums = gettext_lazy("“%(entered)s” does not fit here: enter one sum, such as 12.50")

    def __init__(self, *, nothing: int | None = 0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.nothing = nothing

    def prepare_value(self, value: Any) -> Any:
        """The sum as it is typed."""
        if value is None or value == self.nothing:
            return ""
        return typed(value) if isinstance(value, int) else value

    def clean(self, value: Any) -> Any:
        """The sum in the smallest unit. Raises ValidationError naming what was entered instead."""
        sums: tuple[int, ...] = super().clean(value)
        if len(sums) > 1:
            words = _("“%(entered)s” does not fit here: enter one sum, such as 12.50")
            raise forms.ValidationError(words % {"entered": str(value)[:40]})
        return sums[0] if sums else self.nothing


def _units(found: re.Match[str]) -> int:
    return int(found[1]) * UNITS + int((found[2] or "").ljust(2, "0"))
