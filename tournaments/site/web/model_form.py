"""A model entered in one form: its fields drawn from it, what was entered as its data, its data as they are entered.

Whatever has words in the model has a field, or several; what has none is for the form to ask. A field is called by
its path in the model, the steps joined by two underscores: `points__places__table`. Faults come with the same path.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from types import UnionType
from typing import Any, Final, Protocol, Union, get_args, get_origin

from django import forms
from django.utils.translation import gettext_lazy as later
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from scoring.described import Described, described
from tournaments.site.web.forms import WholeNumber, field_of, radio

STEP: Final = "__"
IN_ORDER: Final = 5
"""How many values are asked for where they are chosen in order, unless more are to be shown."""
NOTHING_MORE: Final = "none"
A_NUMBER: Final = "number"
"""What is chosen where a number is entered in place of a word."""
Entered = Mapping[str, Any]
"""What was entered in the fields of a form, by name."""


class Part(Protocol):
    """One or several fields in which a value is entered."""

    def fields(self) -> dict[str, forms.Field]:
        """The fields by name."""

    def data(self, entered: Entered) -> Any:
        """What was entered, as data for the model."""

    def shown(self, data: Any) -> dict[str, Any]:
        """Data of the model as the fields show them."""

    def idle(self, entered: Entered) -> Iterator[str]:
        """The fields that are nobody's concern, by what was entered in others."""


@dataclass(frozen=True, slots=True)
class One:
    """A value in one field."""

    name: str
    field: forms.Field

    def fields(self) -> dict[str, forms.Field]:
        """The field by name; a form changes its own."""
        return {self.name: deepcopy(self.field)}

    def data(self, entered: Entered) -> Any:
        return entered[self.name]

    def shown(self, data: Any) -> dict[str, Any]:
        """The value; the field writes it."""
        return {self.name: data}

    def idle(self, entered: Entered) -> Iterator[str]:
        """None."""
        yield from ()


@dataclass(frozen=True, slots=True)
class OrNumber:
    """One of some words, or a whole number, which is entered in a field of its own."""

    name: str
    words: Described

    def fields(self) -> dict[str, forms.Field]:
        """The choice, and the number."""
        words = {value: later(word) for value, word in self.words.words.items()}
        help_text = later(self.words.help) if self.words.help else ""
        choices = {**words, A_NUMBER: later("This many points")}
        return {
            self.name: radio(later(self.words.label), choices, help_text, initial=next(iter(words))),
            self._number: WholeNumber(label=later("How many points"), least=0, required=False),
        }

    @property
    def _number(self) -> str:
        return f"{self.name}{STEP}{A_NUMBER}"

    def data(self, entered: Entered) -> Any:
        """The word, or the number."""
        return entered[self._number] if entered[self.name] == A_NUMBER else entered[self.name]

    def shown(self, data: Any) -> dict[str, Any]:
        """The word, or that it is a number and which."""
        return {self.name: A_NUMBER, self._number: data} if isinstance(data, int) else {self.name: data}

    def idle(self, entered: Entered) -> Iterator[str]:
        """The number where a word was chosen."""
        if entered.get(self.name) != A_NUMBER:
            yield self._number


@dataclass(frozen=True, slots=True)
class InOrder:
    """Values in order, each chosen in one of `count` fields."""

    name: str
    words: Described
    count: int

    def fields(self) -> dict[str, forms.Field]:
        """The fields by name, in order."""
        choices = [(NOTHING_MORE, later("nothing more"))]
        choices += [(value, later(word)) for value, word in self.words.words.items()]
        return {
            name: forms.ChoiceField(
                label=later("then by") if place else later(self.words.label),
                help_text="" if place or not self.words.help else later(self.words.help),
                choices=choices,
                initial=NOTHING_MORE,
            )
            for place, name in enumerate(self.names())
        }

    def names(self) -> list[str]:
        """What the fields are called, in order."""
        return [f"{self.name}{STEP}{place}" for place in range(self.count)]

    def data(self, entered: Entered) -> list[str]:
        """The values that were chosen."""
        return [entered[name] for name in self.names() if entered[name] != NOTHING_MORE]

    def shown(self, data: Sequence[str]) -> dict[str, Any]:
        """Each value in its field."""
        names = self.names()
        return {**dict.fromkeys(names, NOTHING_MORE), **dict(zip(names, data, strict=False))}

    def idle(self, entered: Entered) -> Iterator[str]:
        """None."""
        yield from ()


@dataclass(frozen=True, slots=True)
class All:
    """A model with its fields, or a part of it; `parts` by what they are called in the model."""

    parts: Mapping[str, Part]

    def fields(self) -> dict[str, forms.Field]:
        return {name: field for part in self.parts.values() for name, field in part.fields().items()}

    def data(self, entered: Entered) -> dict[str, Any]:
        return {name: part.data(entered) for name, part in self.parts.items()}

    def shown(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """All that the data name; what they do not is left as it is usual."""
        told = [part.shown(data[name]) for name, part in self.parts.items() if name in data]
        return {name: value for part in told for name, value in part.items()}

    def idle(self, entered: Entered) -> Iterator[str]:
        for part in self.parts.values():
            yield from part.idle(entered)


@dataclass(frozen=True, slots=True)
class Perhaps:
    """A model that is asked for where a box is ticked; else there is None."""

    name: str
    words: Described
    inside: All

    def fields(self) -> dict[str, forms.Field]:
        """The box, and the fields of the model."""
        help_text = later(self.words.help) if self.words.help else ""
        box = forms.BooleanField(
            label=later(self.words.label), help_text=help_text, required=False, initial=False
        )
        return {self.name: box, **self.inside.fields()}

    def data(self, entered: Entered) -> dict[str, Any] | None:
        """What was entered in the fields of the model, if that was asked for."""
        return self.inside.data(entered) if entered[self.name] else None

    def shown(self, data: Mapping[str, Any] | None) -> dict[str, Any]:
        """Whether there is one, and what it says."""
        return {self.name: data is not None, **(self.inside.shown(data) if data else {})}

    def idle(self, entered: Entered) -> Iterator[str]:
        """All of the model where the box is not ticked."""
        yield from self.inside.idle(entered) if entered.get(self.name) else self.inside.fields()


@dataclass(frozen=True, slots=True)
class Several:
    """Some models of one kind, each asked for where its box is ticked; they keep their order."""

    slots: tuple[Perhaps, ...]

    def fields(self) -> dict[str, forms.Field]:
        """The box and the fields of each."""
        return {name: field for slot in self.slots for name, field in slot.fields().items()}

    def data(self, entered: Entered) -> list[dict[str, Any]]:
        """What was entered in those that were asked for."""
        return [told for slot in self.slots if (told := slot.data(entered)) is not None]

    def shown(self, data: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """Each of the models in a slot of its own, the rest empty."""
        told = [*data, *[None] * (len(self.slots) - len(data))]
        pairs = zip(self.slots, told, strict=False)
        return {name: value for slot, one in pairs for name, value in slot.shown(one).items()}

    def idle(self, entered: Entered) -> Iterator[str]:
        """All of those that were not asked for."""
        for slot in self.slots:
            yield from slot.idle(entered)


@dataclass(frozen=True, slots=True)
class OneOf:
    """A choice between models, by what their data say under `tag`."""

    name: str
    tag: str
    words: Described
    ways: Mapping[str, All]

    def fields(self) -> dict[str, forms.Field]:
        """The choice, and the fields of every model there is."""
        choices = {value: later(word) for value, word in self.words.words.items()}
        inside = {name: field for way in self.ways.values() for name, field in way.fields().items()}
        return {self.name: radio(later(self.words.label), choices), **inside}

    def data(self, entered: Entered) -> dict[str, Any]:
        """The choice, and what was entered for it."""
        chosen = entered[self.name]
        return {self.tag: chosen, **self.ways[chosen].data(entered)}

    def shown(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """The choice, and what the data say of it."""
        chosen = data[self.tag]
        return {self.name: chosen, **self.ways[chosen].shown(data)}

    def idle(self, entered: Entered) -> Iterator[str]:
        """All of the models that were not chosen."""
        for value, way in self.ways.items():
            yield from way.idle(entered) if value == entered.get(self.name) else way.fields()


@cache
def form_of(model: type[BaseModel], *, name: str = "", in_order: int = IN_ORDER) -> All:
    """The fields in which a model is entered.

    Arguments:
        name: the path of the model where it is a part of another.
        in_order: how many values are asked for where they are chosen in order.
    """
    paths = {one: f"{name}{STEP}{one}" if name else one for one in model.model_fields}
    parts = ((one, _part(model, one, path, in_order)) for one, path in paths.items())
    return All({one: part for one, part in parts if part is not None})


def _part(model: type[BaseModel], one: str, name: str, in_order: int) -> Part | None:
    info, words = model.model_fields[one], described(model).get(one)
    models = [found for found in get_args(info.annotation) or (info.annotation,) if _is_model(found)]
    if models and get_origin(info.annotation) in (None, Union, UnionType):
        return _of_models(info, words, models, name)
    if words is None:
        return None
    if models and get_origin(info.annotation) is tuple:
        most = next(one.max_length for one in info.metadata if hasattr(one, "max_length"))
        paths = [f"{name}{STEP}{place}" for place in range(most)]
        return Several(tuple(Perhaps(path, words, form_of(models[0], name=path)) for path in paths))
    if words.words and get_origin(info.annotation) is tuple:
        return InOrder(name, words, min(in_order, len(words.words)))
    if words.words and int in get_args(info.annotation):
        return OrNumber(name, words)
    return One(name, field_of(model, one))


def _of_models(
    info: FieldInfo, words: Described | None, models: Sequence[type[BaseModel]], name: str
) -> Part:
    """The fields of one model, of one that may be left out, or of one of several kinds."""
    if words is None:
        return form_of(models[0], name=name)
    if len(models) == 1:
        return Perhaps(name, words, form_of(models[0], name=name))
    tag = str(info.discriminator)
    ways = {model.model_fields[tag].default: model for model in models}
    return OneOf(
        name, tag, words, {way: form_of(made, name=f"{name}{STEP}{way}") for way, made in ways.items()}
    )


def _is_model(found: Any) -> bool:
    return isinstance(found, type) and issubclass(found, BaseModel)


def field_at(path: str, names: Sequence[str]) -> str:
    """The field that a fault is about, of those with these names: the nearest there is; the path where none is near.

    Arguments:
        path: where the fault is in the data, with points between the steps: `points.places.table.3`.
    """
    steps = path.split(".")
    for count in range(len(steps), 0, -1):
        name = STEP.join(steps[:count])
        inside = (known for known in names if known.startswith(f"{name}{STEP}"))
        found = name if name in names else next(inside, None)
        if found:
            return found
    return path
