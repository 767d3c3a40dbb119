"""From what was entered to a hand or house rules, or to everything that is wrong with it.

What is right is read by pydantic in one compiled call. Only when that refuses is the entry read again,
field by field, so that the faults which fields show together are told along with those of single fields.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any, Final, NamedTuple

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from games.schemas import KEY, Schema, kinds_of, schema_at, schema_of
from games.wording import allowed_phrase, entered_phrase, names_phrase, shortened
from scoring.derivation import Sentence, gettext_noop
from scoring.entry import Entry, MeasuredFirst
from scoring.faults import MOST_FAULTS, Fault, NotRead, Unfit, and_more

CODES: Final = {
    "missing": "missing",
    "extra_forbidden": "unknown-field",
    "int_type": "not-a-whole-number",
    "bool_type": "not-true-or-false",
    "literal_error": "not-a-choice",
    "string_unicode": "not-a-choice",
    "greater_than_equal": "out-of-range",
    "less_than_equal": "out-of-range",
    "too_short": "too-few",
    "too_long": "too-many",
    "tuple_type": "not-a-list",
    "list_type": "not-a-list",
    "dict_type": "not-an-object",
    "string_type": "not-a-text",
    "string_too_long": "too-long",
    "string_too_short": "too-short",
    "date_type": "not-a-date",
    "date_parsing": "not-a-date",
    "date_from_datetime_parsing": "not-a-date",
    "model_type": "not-an-object",
}
"""What pydantic calls a fault, and the code it has here. Callers rely on the codes."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Stands in what was entered where there was no value: it fits no field, and says why."""

    code: str
    sentence: Sentence


class Partly:
    """The fields of an entry that could be read. Asking for another one raises `NotRead`."""

    def __init__(self, fields: Mapping[str, object]) -> None:
        self._fields = fields

    def __getattr__(self, name: str) -> object:
        try:
            return self._fields[name]
        except KeyError:
            raise NotRead(name) from None


class Reading(NamedTuple):
    """What could be read of an entry, and the faults of its single fields."""

    entry: Partly
    faults: tuple[Fault, ...]


def read_by_field(model: type[Entry], entered: object, elsewhere: frozenset[str] = frozenset()) -> Reading:
    """Reads an entry one field after the other, and never fails.

    `elsewhere` are the fields other kinds of hand of the same game have. Faults come in the order of the
    model's fields; those of unknown fields follow, by name.
    """
    if not isinstance(entered, dict):
        return Reading(Partly({}), (misfit("", entered, "not-an-object", schema_of(model)),))
    fields: dict[str, object] = {}
    faults: list[Fault] = []
    known = model.model_fields
    for name, field in known.items():
        if name in entered or field.is_required():
            field_faults = tuple(_read_field(model, name, entered, fields))
            faults += (fault.inside(name) for fault in field_faults)
        else:
            fields[name] = field.get_default()
    unknown = sorted(str(key) for key in entered if key not in known)
    faults += (unknown_field(key, known, elsewhere=key in elsewhere) for key in unknown[:MOST_FAULTS])
    if len(unknown) > MOST_FAULTS:
        faults.append(and_more(len(unknown) - MOST_FAULTS))
    return Reading(Partly(fields), tuple(faults))


def faults_of(error: ValidationError, model: type[BaseModel]) -> Iterator[Fault]:
    """What pydantic refused of a whole document as our faults: the same codes and words as for a hand."""
    schema = schema_of(model)
    details = list(_each_union_once(error.errors(include_url=False), schema))
    for detail in details[:MOST_FAULTS]:
        way = detail["loc"]
        if not way and detail["type"] == "value_error":
            yield Fault("", "not-allowed", _why(detail["ctx"]["error"]))
        elif not way:
            yield misfit("", detail["input"], CODES.get(detail["type"], "not-an-object"), schema)
        elif detail["type"] == "extra_forbidden" and len(way) == 1:
            yield unknown_field(str(way[0]), schema["properties"])
        else:
            inner: ErrorDetails = {**detail, "loc": way[1:]}
            yield _fault_of(inner, schema, str(way[0])).inside(str(way[0]))
    if len(details) > MOST_FAULTS:
        yield and_more(len(details) - MOST_FAULTS)


def _each_union_once(details: Iterable[ErrorDetails], schema: Schema) -> Iterator[ErrorDetails]:
    """Refusals in which a value of several possible kinds is refused once, by the first, and not by each of them."""
    told: set[tuple[int | str, ...]] = set()
    for detail in details:
        way = detail["loc"]
        union = next(
            (way[:end] for end in range(1, len(way)) if "anyOf" in schema_at(schema, way[:end])), None
        )
        if union is None:
            yield detail
        elif union not in told:
            told.add(union)
            yield {**detail, "loc": union}


def misfit(path: str, entered: object, code: str, schema: Schema) -> Fault:
    """The fault of a value that its field does not take."""
    if isinstance(entered, Unreadable):
        return Fault(path, entered.code, entered.sentence)
    values = {"entered": entered_phrase(entered), "allowed": allowed_phrase(schema)}
    return Fault(path, code, Sentence(gettext_noop("%(entered)s was entered; allowed: %(allowed)s"), values))


def missing_field(path: str, schema: Schema) -> Fault:
    """The fault of a field that has to be there and is not."""
    values = {"allowed": allowed_phrase(schema)}
    return Fault(path, "missing", Sentence(gettext_noop("nothing was entered; needed: %(allowed)s"), values))


def unknown_field(key: str, known: Iterable[str], *, elsewhere: bool = False) -> Fault:
    """The fault of a field nobody asked for; `elsewhere` says that another kind of hand has it."""
    values = {"field": entered_phrase(key), "known": names_phrase(known)}
    if elsewhere:
        why = gettext_noop("%(field)s was entered; this kind of hand has only %(known)s")
        return Fault(key, "not-in-this-hand", Sentence(why, values))
    why = gettext_noop("%(field)s was entered; known: %(known)s")
    return Fault(shortened(key), "unknown-field", Sentence(why, values))


def _read_field(
    model: type[Entry], name: str, entered: Mapping[Any, object], fields: dict[str, object]
) -> Iterator[Fault]:
    """Puts the value of one field into `fields`, or yields its faults."""
    if name not in entered:
        yield _missing(model, name)
        return
    try:
        fields[name] = _adapter(model, name).validate_python(entered[name])
    except ValidationError as error:
        schema = schema_of(model)
        for detail in error.errors(include_url=False):
            if not _is_short_by_refusals(detail):
                yield _fault_of(detail, schema, name)


@lru_cache(maxsize=4096)
def _missing(model: type[Entry], name: str) -> Fault:
    """The fault of a field that is not there: of every hand that is still being entered."""
    return missing_field("", schema_of(model)["properties"][name])


def _is_short_by_refusals(detail: ErrorDetails) -> bool:
    """Whether a list is told to be short only because entries of it, told on their own, were refused."""
    return detail["type"] == "too_short" and len(detail["input"]) >= detail["ctx"]["min_length"]


_ONE_OF = gettext_noop("%(entered)s was entered; allowed: %(allowed)s")


def _fault_of(detail: ErrorDetails, schema: Schema, name: str) -> Fault:
    """One refusal of pydantic as our fault, its path starting below the field `name`."""
    way, kind, entered = detail["loc"], detail["type"], detail["input"]
    if kind == "extra_forbidden":
        node = schema_at(schema, (name, *way[:-1]))
        return unknown_field(str(way[-1]), node["properties"]).inside(_path(way[:-1]))
    node = schema_at(schema, (name, *way))
    if kind == "string_unicode" and "properties" in node:
        return unknown_field(entered, node["properties"]).inside(_path(way))
    if kind == "missing":
        return missing_field(_path(way), node)
    if kind in ("union_tag_invalid", "union_tag_not_found"):
        tag = node["discriminator"]["propertyName"]
        told = entered.get(tag) if isinstance(entered, Mapping) else entered
        words = names_phrase(kinds_of(node))
        values = {"entered": entered_phrase(told), "allowed": words}
        return Fault(_path((*way, tag)), "not-allowed", Sentence(_ONE_OF, values))
    if kind == "value_error":
        refused = detail["ctx"]["error"]
        why = _why(refused)
        if isinstance(entered, Mapping) or isinstance(refused, Unfit):
            return Fault(_path(way), "not-allowed", why)
        values = {"entered": entered_phrase(entered), "why": why}
        return Fault(
            _path(way), "not-allowed", Sentence(gettext_noop("%(entered)s was entered; %(why)s"), values)
        )
    code = CODES.get(kind) or kind.replace("_", "-")
    if kind == "too_long":
        most = detail["ctx"]["max_length"]
        node = {"maxItems": most, "maxProperties": most, **node}
    if kind == "multiple_of":
        code = f"not-a-multiple-of-{detail['ctx']['multiple_of']}"
    return misfit(_path(way), entered, code, node)


def _why(refused: ValueError) -> Sentence:
    """The sentence in which a validator refused something."""
    return refused.sentence if isinstance(refused, Unfit) else Sentence(str(refused))


def _path(way: tuple[int | str, ...]) -> str:
    return ".".join(str(step) for step in way if step != KEY)


@lru_cache(maxsize=4096)
def _adapter(model: type[Entry], name: str) -> TypeAdapter[object]:
    """What reads a single field of `model`, as strictly as the model does."""
    field = model.model_fields[name]
    if isinstance(field.annotation, type) and issubclass(field.annotation, Entry):
        return TypeAdapter(field.annotation)
    annotation: Any = Annotated[field.annotation, field, MeasuredFirst()]
    return TypeAdapter(annotation, config=ConfigDict(strict=True))
