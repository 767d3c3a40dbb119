"""Fields of forms: whole numbers, numbers and names in a row, halves, choices, and the field of one of a model.

A whole number for each of several things is entered as lines: `ladies: -1`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, get_args

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from scoring.described import Described, described
from tournaments.site.web.money import OneSum, Sums

SIGNED: Final = re.compile(r"[+\-−]?[0-9]{1,9}")
"""A whole number as it is typed, with the minus of a keyboard or of print."""
LONGEST_ROW: Final = 5000
"""Letters in a field with several values in a row; no rule takes as many."""


def bounds(rules: type[BaseModel], name: str) -> dict[str, int | None]:
    """The `least` and the `most` that the rules allow under a name; None where they set no bound."""
    said = rules.model_fields[name].metadata
    least = next((one.ge for one in said if hasattr(one, "ge")), None)
    most = next((one.le for one in said if hasattr(one, "le")), None)
    return {"least": least, "most": most}


class WholeNumber(forms.IntegerField):
    """A whole number whose refusal repeats what was entered.

    The browser steps from `least` to `most`; the service says what is wrong with a number beyond them.
    """

    default_error_messages = {"required": gettext_lazy("Nothing was entered; a whole number is needed.")}

    def __init__(self, *, least: int | None = None, most: int | None = None, **settings: Any) -> None:
        self.least, self.most = least, most
        super().__init__(**settings)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """The attributes of the number field, with its bounds."""
        told = {"min": self.least, "max": self.most}
        return super().widget_attrs(widget) | {name: at for name, at in told.items() if at is not None}

    def to_python(self, value: Any) -> int | None:
        """The number. Raises ValidationError naming what was entered instead."""
        try:
            return super().to_python(value)
        except forms.ValidationError as error:
            words = _("“%(entered)s” is not a whole number.")
            raise forms.ValidationError(words % {"entered": str(value)[:40]}) from error


class Numbers(forms.CharField):
    """Whole numbers in a row, with spaces or commas between them."""

    def to_python(self, value: Any) -> Any:
        """The numbers. Raises ValidationError naming what is none."""
        found: list[int] = []
        for word in (super().to_python(value) or "").replace(",", " ").replace(";", " ").split():
            if not word.isascii() or not word.isdigit():
                words = _("“%(entered)s” does not fit here: enter whole numbers with spaces between them.")
                raise forms.ValidationError(words % {"entered": word[:40]})
            found.append(int(word))
        return found

    def prepare_value(self, value: Any) -> Any:
        """Numbers as they are typed."""
        return " ".join(map(str, value)) if isinstance(value, list | tuple) else value


class Pairs(forms.CharField):
    """Pairs of whole numbers in a row, a colon between the two: `0: 2, 31: 3`."""

    def to_python(self, value: Any) -> Any:
        """The pairs. Raises ValidationError naming what is none."""
        return [list(_pair(word)) for word in _parts(super().to_python(value))]

    def prepare_value(self, value: Any) -> Any:
        """Pairs as they are typed."""
        if isinstance(value, Mapping):
            value = list(value.items())
        return ", ".join(f"{one}: {two}" for one, two in value) if isinstance(value, list | tuple) else value


class BySize(Pairs):
    """One whole number, or one for each size of table: `8`, or `4: 48, 3: 36`."""

    def to_python(self, value: Any) -> Any:
        """The number, or the numbers by the size; None for nothing. Raises ValidationError."""
        parts = _parts(forms.CharField.to_python(self, value))
        if len(parts) == 1 and ":" not in parts[0]:
            return _whole(parts[0])
        return {str(size): number for size, number in map(_pair, parts)} or None


def _parts(entered: str | None) -> list[str]:
    return [part.strip() for part in (entered or "").replace(";", ",").split(",") if part.strip()]


def _whole(word: str) -> int:
    if not word.strip().isascii() or not word.strip().isdigit():
        words = _(
            "“%(entered)s” does not fit here: enter whole numbers, with a colon between the two of a pair."
        )
        raise forms.ValidationError(words % {"entered": word[:40]})
    return int(word)


def _pair(word: str) -> tuple[int, int]:
    one, _colon, two = word.partition(":")
    return _whole(one), _whole(two)


class Names(forms.CharField):
    """Names with commas between them."""

    def to_python(self, value: Any) -> Any:
        """The names, with one blank between their words."""
        parts = (super().to_python(value) or "").split(",")
        return [name for part in parts if (name := " ".join(part.split()))]

    def prepare_value(self, value: Any) -> Any:
        """Names as they are typed."""
        return ", ".join(value) if isinstance(value, list | tuple) else value


def named_numbers(numbers: Mapping[str, int]) -> list[str]:
    """Each name with its whole number, as they are typed."""
    return [f"{name}: {number}" for name, number in numbers.items()]


class NamedNumbers(forms.CharField):
    """A whole number for each named thing, `ladies: -1`, in lines or with commas between them."""

    widget = forms.Textarea(attrs={"rows": 4, "autocomplete": "off", "spellcheck": "false"})

    def to_python(self, value: Any) -> Any:
        """The numbers by name. Raises ValidationError naming what is none, or is there twice."""
        found: dict[str, int] = {}
        for line in (super().to_python(value) or "").replace(",", "\n").splitlines():
            name, _colon, number = (part.strip() for part in line.rpartition(":"))
            if not line.strip():
                continue
            if not name or not SIGNED.fullmatch(number):
                words = _("“%(entered)s” does not fit here: enter a name, a colon and a whole number.")
                raise forms.ValidationError(words % {"entered": line.strip()[:40]})
            if name in found:
                words = _("“%(twice)s” was entered more than once; each is named once")
                raise forms.ValidationError(words % {"twice": name[:40]})
            found[name] = int(number.replace("−", "-"))
        return found

    def prepare_value(self, value: Any) -> Any:
        """Each in a line of its own."""
        return "\n".join(named_numbers(value)) if isinstance(value, dict) else value


class HalfPoints(forms.CharField):
    """Points in steps of a half, kept as whole halves."""

    def to_python(self, value: Any) -> Any:
        """So many halves. Raises ValidationError naming what was entered instead."""
        told = (super().to_python(value) or "").replace(",", ".").replace("½", ".5")
        whole, _dot, part = told.partition(".")
        if not (whole or "0").isdecimal() or part not in ("", "0", "5"):
            words = _("“%(entered)s” does not fit here: enter points in steps of a half.")
            raise forms.ValidationError(words % {"entered": told[:40]})
        return 2 * int(whole or 0) + (part == "5")

    def prepare_value(self, value: Any) -> Any:
        """Halves as they are typed."""
        if not isinstance(value, int):
            return value
        return f"{value // 2}.5" if value % 2 else f"{value // 2}"


class TimeOfDay(forms.CharField):
    """A time of day, kept as the text `22:30`; what is none is for the service to refuse."""

    widget = forms.TimeInput(attrs={"type": "time"})

    def to_python(self, value: Any) -> Any:
        """The time as it was entered, without the seconds that some browsers send; None for nothing."""
        told = super().to_python(value) or ""
        return re.sub(r"^([0-9]{1,2}:[0-9]{2}):[0-9.]+$", r"\1", told) or None


def day(label: Any) -> forms.DateField:
    """A day."""
    return forms.DateField(label=label, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))


def radio(
    label: Any, choices: Mapping[Any, Any], help_text: Any = "", **settings: Any
) -> forms.TypedChoiceField:
    """A choice between tiles; what is chosen comes out as the value it stands for, a text or a whole number."""
    values = {str(value): value for value in choices}
    return forms.TypedChoiceField(
        label=label,
        choices=list(choices.items()),
        coerce=lambda chosen: values.get(chosen, chosen),
        empty_value=None,
        help_text=help_text,
        widget=forms.RadioSelect,
        **settings,
    )


WRITTEN: Final[Mapping[str, Callable[..., forms.Field]]] = {
    "pairs": partial(Pairs, required=False, max_length=LONGEST_ROW),
    "time": partial(TimeOfDay, required=False, max_length=20),
    "by size": partial(BySize, required=False),
}
"""The fields of what is written in a way of its own, whatever its type."""


def field_of(model: type[BaseModel], name: str) -> forms.Field:
    """The field in which one of a model is entered, drawn from it; at first it shows what is usual there."""
    words, info = described(model)[name], model.model_fields[name]
    said: dict[str, Any] = {
        "label": gettext_lazy(words.label),
        "help_text": gettext_lazy(words.help) if words.help else "",
        "initial": None if info.default is PydanticUndefined else info.default,
    }
    needed = type(None) not in get_args(info.annotation)
    if made := WRITTEN.get(words.written):
        return made(**said)
    if words.words:
        values = {str(value): value for value in get_args(info.annotation)}
        return radio(
            choices={values.get(key, key): gettext_lazy(word) for key, word in words.words.items()}, **said
        )
    if info.annotation is bool:
        return forms.BooleanField(required=False, **said)
    if getattr(info.annotation, "__origin__", None) is dict:
        return NamedNumbers(required=False, max_length=LONGEST_ROW, **said)
    if tuple in (info.annotation, getattr(info.annotation, "__origin__", None)):
        return _in_a_row(info, words)(**said)
    if info.annotation is str:
        return forms.CharField(required=False, max_length=LONGEST_ROW, **said)
    if words.written == "money":
        return OneSum(nothing=0 if needed else None, **said)
    if words.written == "halves":
        return HalfPoints(**said)
    return WholeNumber(required=needed, **bounds(model, name), **said)


def _in_a_row(info: FieldInfo, words: Described) -> Callable[..., forms.Field]:
    if words.written == "money":
        return Sums
    needed = any(getattr(one, "min_length", 0) for one in info.metadata)
    each = get_args(info.annotation)[0]
    texts = getattr(each, "__origin__", each) is str
    return partial(Names if texts else Numbers, required=needed, max_length=LONGEST_ROW)
