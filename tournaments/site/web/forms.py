"""Forms: fields of what is entered in a way of its own or for a model, and what an act refuses put beside them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Generic, TypeVar, get_args

from django import forms
from django.contrib import messages
from django.http import HttpRequest
from django.utils.choices import flatten_choices
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from games.definition import Game
from games.form import FormField
from scoring.derivation import Sentence
from scoring.described import Described, described
from scoring.faults import Faults
from tournaments.refusals import LONGEST_NAME
from tournaments.site.web.pages import refusals, translate
from tournaments.site.web.words import AmountField, Sums, in_a_sentence

SIGNED: Final = re.compile(r"[+\-−]?[0-9]{1,9}")
"""A whole number as it is typed, with the minus of a keyboard or of print."""
LONGEST_ROW: Final = 5000
"""Letters in a field with several values in a row; no rule takes as many."""


def bounds(rules: type[BaseModel], name: str) -> dict[str, int | None]:
    """The `least` and the `most` that the rules allow for a field; None where they set no bound."""
    metadata = rules.model_fields[name].metadata
    least = next((constraint.ge for constraint in metadata if hasattr(constraint, "ge")), None)
    most = next((constraint.le for constraint in metadata if hasattr(constraint, "le")), None)
    return {"least": least, "most": most}


NO_NAME = gettext_lazy("Nothing was entered; a name is needed.")


class NameField(forms.CharField):
    """A name. The browser takes none that is too long; the service says what is wrong with one sent otherwise."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{"error_messages": {"required": NO_NAME}, **settings})

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        return super().widget_attrs(widget) | {"maxlength": LONGEST_NAME}


class WholeNumber(forms.IntegerField):
    """A whole number whose refusal repeats what was entered.

    The browser steps from `least` to `most`; the service says what is wrong with a number beyond them.
    """

    default_error_messages = {"required": gettext_lazy("Nothing was entered; a whole number is needed.")}

    def __init__(self, *, least: int | None = None, most: int | None = None, **settings: Any) -> None:
        self.least, self.most = least, most
        super().__init__(**settings)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        limits = {"min": self.least, "max": self.most}
        return super().widget_attrs(widget) | {name: at for name, at in limits.items() if at is not None}

    def to_python(self, value: Any) -> int | None:
        try:
            return super().to_python(value)
        except forms.ValidationError as error:
            words = _("“%(entered)s” is not a whole number.")
            raise forms.ValidationError(words % {"entered": str(value)[:40]}) from error


class Numbers(forms.CharField):
    def to_python(self, value: Any) -> Any:
        numbers: list[int] = []
        for word in (super().to_python(value) or "").replace(",", " ").replace(";", " ").split():
            if not word.isascii() or not word.isdigit():
                words = _("“%(entered)s” does not fit here: enter whole numbers with spaces between them.")
                raise forms.ValidationError(words % {"entered": word[:40]})
            numbers.append(int(word))
        return numbers

    def prepare_value(self, value: Any) -> Any:
        return " ".join(map(str, value)) if isinstance(value, list | tuple) else value


class Pairs(forms.CharField):
    """Pairs of whole numbers in a row, a colon between the two: `0: 2, 31: 3`."""

    def to_python(self, value: Any) -> Any:
        return [list(_pair(word)) for word in _parts(super().to_python(value))]

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, Mapping):
            value = list(value.items())
        return (
            ", ".join(f"{label}: {text}" for label, text in value)
            if isinstance(value, list | tuple)
            else value
        )


class BySize(Pairs):
    """One whole number, or one for each size of table: `8`, or `4: 48, 3: 36`."""

    def to_python(self, value: Any) -> Any:
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
    prefix, _colon, rest = word.partition(":")
    return _whole(prefix), _whole(rest)


class Names(forms.CharField):
    def to_python(self, value: Any) -> Any:
        parts = (super().to_python(value) or "").split(",")
        return [name for part in parts if (name := " ".join(part.split()))]

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(value) if isinstance(value, list | tuple) else value


def named_numbers(numbers: Mapping[str, int]) -> list[str]:
    return [f"{name}: {number}" for name, number in numbers.items()]


class NamedNumbers(forms.CharField):
    """A whole number for each named thing, `ladies: -1`, in lines or with commas between them."""

    widget = forms.Textarea(attrs={"rows": 4, "autocomplete": "off", "spellcheck": "false"})

    def to_python(self, value: Any) -> Any:
        numbers: dict[str, int] = {}
        for line in (super().to_python(value) or "").replace(",", "\n").splitlines():
            name, _colon, number = (part.strip() for part in line.rpartition(":"))
            if not line.strip():
                continue
            if not name or not SIGNED.fullmatch(number):
                words = _("“%(entered)s” does not fit here: enter a name, a colon and a whole number.")
                raise forms.ValidationError(words % {"entered": line.strip()[:40]})
            if name in numbers:
                words = _("“%(twice)s” was entered more than once; each is named once")
                raise forms.ValidationError(words % {"twice": name[:40]})
            numbers[name] = int(number.replace("−", "-"))
        return numbers

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(named_numbers(value)) if isinstance(value, dict) else value


class HalfPoints(forms.CharField):
    """Points in steps of a half, kept as whole halves."""

    def to_python(self, value: Any) -> Any:
        text = (super().to_python(value) or "").replace(",", ".").replace("½", ".5")
        whole, _dot, part = text.partition(".")
        if not (whole or "0").isdecimal() or part not in ("", "0", "5"):
            words = _("“%(entered)s” does not fit here: enter points in steps of a half.")
            raise forms.ValidationError(words % {"entered": text[:40]})
        return 2 * int(whole or 0) + (part == "5")

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, int):
            return value
        return f"{value // 2}.5" if value % 2 else f"{value // 2}"


class TimeOfDay(forms.CharField):
    """A time of day, kept as the text `22:30`; what is none is for the service to refuse."""

    widget = forms.TimeInput(attrs={"type": "time"})

    def to_python(self, value: Any) -> Any:
        # Some browsers send seconds, too.
        text = super().to_python(value) or ""
        return re.sub(r"^([0-9]{1,2}:[0-9]{2}):[0-9.]+$", r"\1", text) or None


def day(label: Any, **settings: Any) -> forms.DateField:
    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    return forms.DateField(label=label, widget=widget, **settings)


def clock(label: Any, **settings: Any) -> forms.TimeField:
    widget = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    words = {
        "required": gettext_lazy("No time was entered; enter one such as 19:30."),
        "invalid": gettext_lazy("That is no time of day; enter one such as 19:30."),
    }
    return forms.TimeField(label=label, widget=widget, error_messages=words, **settings)


def radio(
    label: Any, choices: Mapping[Any, Any], help_text: Any = "", **settings: Any
) -> forms.TypedChoiceField:
    """A choice between tiles; the cleaned value is a key of `choices`, a text or a whole number."""
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
    "name": NameField,
}
"""The fields of what is written in a way of its own, whatever its type."""


def field_of(model: type[BaseModel], name: str) -> forms.Field:
    """The form field for a field of a model, drawn from its description, with its default as initial."""
    words, info = described(model)[name], model.model_fields[name]
    settings: dict[str, Any] = {
        "label": gettext_lazy(words.label),
        "help_text": gettext_lazy(words.help) if words.help else "",
        "initial": None if info.default is PydanticUndefined else info.default,
    }
    needed = type(None) not in get_args(info.annotation)
    if field_class := WRITTEN.get(words.written):
        return field_class(**settings)
    if words.words:
        values = {str(value): value for value in get_args(info.annotation)}
        return radio(
            choices={values.get(key, key): gettext_lazy(word) for key, word in words.words.items()},
            **settings,
        )
    if info.annotation is bool:
        return forms.BooleanField(required=False, **settings)
    if getattr(info.annotation, "__origin__", None) is dict:
        return NamedNumbers(required=False, max_length=LONGEST_ROW, **settings)
    if tuple in (info.annotation, getattr(info.annotation, "__origin__", None)):
        return _in_a_row(info, words)(**settings)
    if info.annotation is str:
        return _text(info, settings)
    if words.written == "money":
        return AmountField(nothing=0 if needed else None, **settings)
    if words.written == "halves":
        return HalfPoints(**settings)
    return WholeNumber(required=needed, **bounds(model, name), **settings)


def _text(info: FieldInfo, settings: dict[str, Any]) -> forms.CharField:
    # The browser takes none that is too long; the service says what is wrong with one sent otherwise.
    text = forms.CharField(required=False, max_length=LONGEST_ROW, **settings)
    for bound in info.metadata:
        if hasattr(bound, "max_length"):
            text.widget.attrs["maxlength"] = bound.max_length
    return text


def _in_a_row(info: FieldInfo, words: Described) -> Callable[..., forms.Field]:
    if words.written == "money":
        return Sums
    needed = any(getattr(constraint, "min_length", 0) for constraint in info.metadata)
    each = get_args(info.annotation)[0]
    texts = getattr(each, "__origin__", each) is str
    return partial(Names if texts else Numbers, required=needed, max_length=LONGEST_ROW)


F = TypeVar("F", bound=forms.Form)
T = TypeVar("T")
REFUSED = 422


def run_or_refuse(
    request: HttpRequest,
    act: Callable[[], T],
    done: str | Callable[[T], str] = "",
    undo: Callable[[T], str] | None = None,
) -> Done[T] | None:
    """Do `act` and say `done`, if anything; None where it was refused, which is said too.

    For acts of one button: what was entered is the button. Of what `act` came to, `done` may make the words, and
    `undo` the address that takes it back, for a button of the message; "" for none.
    """
    try:
        came_to = act()
    except Faults as refused:
        for refusal in refusals(refused):
            messages.error(request, sentence_case(refusal.message))
        return None
    if words := done(came_to) if callable(done) else done:
        # partials/messages.html makes a button of the address.
        messages.success(request, words, extra_tags=undo(came_to) if undo else "")
    return Done(came_to)


def sentence_case(text: str) -> str:
    closed = text if text.endswith((".", "!", "?")) else f"{text}."
    return closed[:1].upper() + closed[1:]


def bound_form(form: type[F], request: HttpRequest, **arguments: Any) -> F:
    if request.method == "POST":
        return form(data=request.POST, files=request.FILES, **arguments)
    return form(**arguments)


@dataclass(frozen=True, slots=True)
class Done(Generic[T]):
    result: T


def submit(
    request: HttpRequest, form: forms.BaseForm, act: Callable[[], T], done: str | Callable[[T], str]
) -> Done[T] | None:
    """Do `act` with what was entered, and say `done`, if anything; None where it is wrong, as the form says then."""
    came_to = None
    if form.is_valid():
        with faults_in(form):
            came_to = Done(act())
            if words := done(came_to.result) if callable(done) else done:
                messages.success(request, words)
    return came_to


def offer(form: forms.Form, name: str, choices: Any, nothing: str = "") -> forms.ChoiceField:
    """Give a field that is declared without choices those it has this time.

    Arguments:
        nothing: what is said where none of them is chosen.
    """
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)  # noqa: S101 - as declared
    field.choices = choices
    if nothing:
        field.error_messages["required"] = nothing
    return field


class ShowsChanges(forms.Form):
    """A form whose page shows what somebody has changed in it (js/changes.js, partials/was.html)."""

    def was(self) -> str:
        return json.dumps({bound.html_name: sent_as(bound) for bound in self if not bound.is_hidden})


def sent_as(bound: forms.BoundField) -> list[str]:
    """The values that a browser sends for a field that nobody has touched."""
    value = bound.field.prepare_value(bound.initial)
    if isinstance(bound.field.widget, forms.CheckboxInput):
        return ["on"] if value else []
    widget_value = bound.field.widget.format_value(value)
    values = widget_value if isinstance(widget_value, list | tuple) else [widget_value]
    return [str(entry) for entry in values if entry not in (None, "")]


@contextmanager
def faults_in(form: forms.BaseForm, show: Callable[[Faults], None] | None = None) -> Iterator[None]:
    """Put what the block refuses into the form, by `show` or else `show_faults`; the code after it shows it again."""
    try:
        yield
    except Faults as refused:
        if show is None:
            show_faults(form, refused)
        else:
            show(refused)


def show_faults(form: forms.BaseForm, refused: Faults, field_of: Callable[[str], str] = str) -> None:
    """Put each refusal beside the field it is about; above the form where it is about none of them."""
    for fault in refused.faults:
        field = field_of(fault.field)
        if fault.code == "name-known" and "another" in form.fields:
            form.fields["another"].widget = forms.CheckboxInput()
        words = sentence_case(translate(_as_offered(fault.sentence, form.fields.get(field))))
        form.add_error(field if field in form.fields else None, words)


def _as_offered(sentence: Sentence, field: forms.Field | None) -> Sentence:
    if not isinstance(field, forms.ChoiceField):
        return sentence
    offered: Any = field.choices
    labels = dict(flatten_choices(offered))
    values = {
        name: labels.get(value, value) if isinstance(value, str) else value
        for name, value in sentence.values.items()
    }
    return sentence._replace(values=values)


def show_line_faults(form: forms.BaseForm, field: str, refused: Faults) -> None:
    """Put refusals of a list (fields like `names.N`) beside the one field it was entered in, with lines.

    What is not about the list stands above the form, which may not be on the page any more.
    """
    for refusal in refusals(refused):
        __, _dot, place = refusal.field.rpartition(".")
        words = sentence_case(refusal.message)
        if place.isdigit():
            words = _("Line %(line)s: %(message)s") % {"line": int(place) + 1, "message": words}
        form.add_error(field if refusal.field.startswith(("names", field)) else None, words)


def rule_as_field(described: FormField, called: Callable[[str], str] = str) -> forms.Field:
    """The field in which a house rule is entered; `called` names the fields of other rules of the same game."""
    field = _field(described)
    if described.under:
        under = {called(name): list(values) for name, values in described.under.items()}
        field.widget.attrs["data-under"] = json.dumps(under)
    return field


def _field(described: FormField) -> forms.Field:
    label = _(described.label)
    if described.kind == "flag":
        return forms.BooleanField(label=label, required=False)
    if described.kind == "text":
        help_text = _("Shown wherever the game is named: at most %(most)s letters.") % {
            "most": described.most
        }
        typed_in = forms.TextInput({"maxlength": described.most})
        return forms.CharField(label=label, required=False, widget=typed_in, help_text=help_text)
    if described.kind == "choice":
        choices = [(choice.value, _(choice.label)) for choice in described.choices]
        return forms.ChoiceField(label=label, choices=choices, widget=forms.RadioSelect)
    ends = {"least": described.least, "most": described.most}
    return WholeNumber(label=label, help_text=_("From %(least)s to %(most)s.") % ends, **ends)


class RulesForm(forms.Form):
    def __init__(self, game: Game, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        book = game.options_as_data(game.defaults)
        for rule in game.house_rule_form:
            field = rule_as_field(rule)
            sentence = in_a_sentence(rule, book[rule.name])
            by_the_book = _("In the rulebook: %(sentence)s") % {"sentence": sentence} if sentence else ""
            field.help_text = f"{field.help_text} {by_the_book}".strip()
            self.fields[rule.name] = field

    def show(self, refused: Faults) -> None:
        show_faults(self, refused, lambda path: path.removeprefix("options."))
