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
    def fields(self) -> dict[str, forms.Field]:
        """The fields by name."""

    def data(self, entered: Entered) -> Any:
        """What was entered, as data for the model."""

    def initial(self, data: Any) -> dict[str, Any]:
        """Data of the model as the fields show them."""

    def idle(self, entered: Entered) -> Iterator[str]:
        yield from ()


@dataclass(frozen=True, slots=True)
class One(Part):
    name: str
    field: forms.Field

    def fields(self) -> dict[str, forms.Field]:
        # A form changes its own copy.
        return {self.name: deepcopy(self.field)}

    def data(self, entered: Entered) -> Any:
        return entered[self.name]

    def initial(self, data: Any) -> dict[str, Any]:
        return {self.name: data}


@dataclass(frozen=True, slots=True)
class OrNumber:
    name: str
    words: Described

    def fields(self) -> dict[str, forms.Field]:
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
        return entered[self._number] if entered[self.name] == A_NUMBER else entered[self.name]

    def initial(self, data: Any) -> dict[str, Any]:
        return {self.name: A_NUMBER, self._number: data} if isinstance(data, int) else {self.name: data}

    def idle(self, entered: Entered) -> Iterator[str]:
        if entered.get(self.name) != A_NUMBER:
            yield self._number


@dataclass(frozen=True, slots=True)
class InOrder(Part):
    """Values in order, each chosen in one of `count` fields."""

    name: str
    words: Described
    count: int

    def fields(self) -> dict[str, forms.Field]:
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
        return [f"{self.name}{STEP}{place}" for place in range(self.count)]

    def data(self, entered: Entered) -> list[str]:
        return [entered[name] for name in self.names() if entered[name] != NOTHING_MORE]

    def initial(self, data: Sequence[str]) -> dict[str, Any]:
        names = self.names()
        return {**dict.fromkeys(names, NOTHING_MORE), **dict(zip(names, data, strict=False))}


@dataclass(frozen=True, slots=True)
class All:
    """A model with its fields, or a part of it; `parts` by what they are called in the model."""

    parts: Mapping[str, Part]

    def fields(self) -> dict[str, forms.Field]:
        return {name: field for part in self.parts.values() for name, field in part.fields().items()}

    def data(self, entered: Entered) -> dict[str, Any]:
        return {name: part.data(entered) for name, part in self.parts.items()}

    def initial(self, data: Mapping[str, Any]) -> dict[str, Any]:
        # What the data do not name keeps its usual value.
        initials = [part.initial(data[name]) for name, part in self.parts.items() if name in data]
        return {name: value for part in initials for name, value in part.items()}

    def idle(self, entered: Entered) -> Iterator[str]:
        for part in self.parts.values():
            yield from part.idle(entered)


@dataclass(frozen=True, slots=True)
class OptionalPart:
    """A model that is asked for where a box is ticked; else there is None."""

    name: str
    words: Described
    inside: All

    def fields(self) -> dict[str, forms.Field]:
        help_text = later(self.words.help) if self.words.help else ""
        box = forms.BooleanField(
            label=later(self.words.label), help_text=help_text, required=False, initial=False
        )
        return {self.name: box, **self.inside.fields()}

    def data(self, entered: Entered) -> dict[str, Any] | None:
        return self.inside.data(entered) if entered[self.name] else None

    def initial(self, data: Mapping[str, Any] | None) -> dict[str, Any]:
        return {self.name: data is not None, **(self.inside.initial(data) if data else {})}

    def idle(self, entered: Entered) -> Iterator[str]:
        yield from self.inside.idle(entered) if entered.get(self.name) else self.inside.fields()


@dataclass(frozen=True, slots=True)
class Several:
    """Some models of one kind, each asked for where its box is ticked; they keep their order."""

    slots: tuple[OptionalPart, ...]

    def fields(self) -> dict[str, forms.Field]:
        return {name: field for slot in self.slots for name, field in slot.fields().items()}

    def data(self, entered: Entered) -> list[dict[str, Any]]:
        return [slot_data for slot in self.slots if (slot_data := slot.data(entered)) is not None]

    def initial(self, data: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        all_data = [*data, *[None] * (len(self.slots) - len(data))]
        pairs = zip(self.slots, all_data, strict=False)
        return {name: value for slot, slot_data in pairs for name, value in slot.initial(slot_data).items()}

    def idle(self, entered: Entered) -> Iterator[str]:
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
        choices = {value: later(word) for value, word in self.words.words.items()}
        inside = {name: field for way in self.ways.values() for name, field in way.fields().items()}
        return {self.name: radio(later(self.words.label), choices), **inside}

    def data(self, entered: Entered) -> dict[str, Any]:
        chosen = entered[self.name]
        return {self.tag: chosen, **self.ways[chosen].data(entered)}

    def initial(self, data: Mapping[str, Any]) -> dict[str, Any]:
        chosen = data[self.tag]
        return {self.name: chosen, **self.ways[chosen].initial(data)}

    def idle(self, entered: Entered) -> Iterator[str]:
        for value, way in self.ways.items():
            yield from way.idle(entered) if value == entered.get(self.name) else way.fields()


@cache
def form_of(model: type[BaseModel], *, name: str = "", in_order: int = IN_ORDER) -> All:
    paths = {field: f"{name}{STEP}{field}" if name else field for field in model.model_fields}
    parts = ((field, _part(model, field, path, in_order)) for field, path in paths.items())
    return All({field: part for field, part in parts if part is not None})


def _part(model: type[BaseModel], one: str, name: str, in_order: int) -> Part | None:
    info, words = model.model_fields[one], described(model).get(one)
    models = [kind for kind in get_args(info.annotation) or (info.annotation,) if _is_model(kind)]
    if models and get_origin(info.annotation) in (None, Union, UnionType):
        return _of_models(info, words, models, name)
    if words is None:
        return None
    if models and get_origin(info.annotation) is tuple:
        most = next(
            constraint.max_length for constraint in info.metadata if hasattr(constraint, "max_length")
        )
        paths = [f"{name}{STEP}{place}" for place in range(most)]
        return Several(tuple(OptionalPart(path, words, form_of(models[0], name=path)) for path in paths))
    if words.words and get_origin(info.annotation) is tuple:
        return InOrder(name, words, min(in_order, len(words.words)))
    if words.words and int in get_args(info.annotation):
        return OrNumber(name, words)
    return One(name, field_of(model, one))


def _of_models(
    info: FieldInfo, words: Described | None, models: Sequence[type[BaseModel]], name: str
) -> Part:
    if words is None:
        return form_of(models[0], name=name)
    if len(models) == 1:
        return OptionalPart(name, words, form_of(models[0], name=name))
    tag = str(info.discriminator)
    ways = {model.model_fields[tag].default: model for model in models}
    return OneOf(
        name, tag, words, {way: form_of(model, name=f"{name}{STEP}{way}") for way, model in ways.items()}
    )


def _is_model(found: Any) -> bool:
    return isinstance(found, type) and issubclass(found, BaseModel)


def field_at(path: str, names: Sequence[str]) -> str:
    """The nearest of the fields `names` to a fault at `path`, such as `points.places.table.3`; else `path`."""
    steps = path.split(".")
    for count in range(len(steps), 0, -1):
        name = STEP.join(steps[:count])
        inside = (known for known in names if known.startswith(f"{name}{STEP}"))
        nearest = name if name in names else next(inside, None)
        if nearest:
            return nearest
    return path
