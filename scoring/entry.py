"""The base of everything that is entered: strict, frozen, and nothing unknown let in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final, TypeVar, cast

from pydantic import BaseModel, ConfigDict, Field, GetCoreSchemaHandler
from pydantic_core import CoreSchema
from pydantic_core.core_schema import (
    NullableSchema,
    any_schema,
    chain_schema,
    json_or_python_schema,
)

from scoring.derivation import gettext_noop, wordings
from scoring.faults import Check, Unfit

T = TypeVar("T")

MOST_IN_A_LIST: Final = 100
"""How many values of a list are looked at, also where fewer are allowed. No deal has so many of anything."""


def _measured(schema: Any) -> Any:
    """A part of pydantic's schema with every list in it measured first."""
    if isinstance(schema, list):
        return [_measured(part) for part in schema]
    if not isinstance(schema, dict) or schema.get("type") == "json-or-python":
        return schema
    inner = {name: part if name == "metadata" else _measured(part) for name, part in schema.items()}
    if inner.get("type") not in ("list", "tuple"):
        return inner
    most = max(inner.get("max_length", 0), MOST_IN_A_LIST)
    length = {"type": inner["type"], "max_length": most, **_ANYTHING[inner["type"]]}
    if "strict" in inner:
        length["strict"] = inner["strict"]
    steps = [cast("CoreSchema", length), cast("CoreSchema", inner)]
    return json_or_python_schema(steps[1], chain_schema(steps))


_ANYTHING: Final[Mapping[str, dict[str, object]]] = {
    "list": {"items_schema": any_schema()},
    "tuple": {"items_schema": [any_schema()], "variadic_item_index": 0},
}


class MeasuredFirst:
    """Marks a type whose lists are measured before their values are looked at."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return cast("CoreSchema", _measured(handler(source)))


class Measured(BaseModel):
    """The base of what comes in from outside: exactly as entered, no conversion, nothing unknown.

    A list that is too long is refused before its values are looked at: by itself pydantic looks at each of a million
    values, and tells of each, before it finds a list too long.
    """

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return MeasuredFirst().__get_pydantic_core_schema__(source, handler)


class Entry(Measured):
    """A hand, a part of one, or house rules."""


class Shape:
    """One kind of hand of a game: its fields, and what its fields must fulfil together."""

    def __init__(self, model: type[Entry], checks: tuple[Check, ...] = ()) -> None:
        self.model = model
        self.checks = checks
        self.read: Callable[[object], Any] = model.__pydantic_validator__.validate_python
        """From what was entered to the hand. Raises pydantic's ValidationError."""
        schema = model.model_json_schema()
        self.nested = tuple(name for name, field in schema["properties"].items() if "$ref" in str(field))
        """The fields that hold entries themselves. Those hold no more of them."""
        if "$ref" in str(schema.get("$defs")):
            raise ValueError(f"the entries inside {model.__name__} hold entries again")


class _NoNull:
    """Takes null out of what may be entered for an optional field, leaving only its absence."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        nullable = cast("NullableSchema", handler(source))
        return nullable["schema"]


MayLack = Annotated[T | None, _NoNull()]
"""A field that may be left out, and then is None. A null in its place is refused like any wrong type."""

Row = Annotated[tuple[T, ...], Field(strict=False)]
"""A list of values. JSON has lists only, so the tuple is filled from one; the values stay strict."""


def each_once(named: tuple[T, ...]) -> tuple[T, ...]:
    """What was named in a list, each of it once: for a validator. Raises Unfit, which names the first repeated."""
    for place, one in enumerate(named):
        if one in named[:place]:
            raise Unfit(gettext_noop("“%(twice)s” was entered more than once; each is named once"), twice=one)
    return named


# A Literal[True] would also let the number 1 in, which equals it; a strict bool does not. Which of the
# two a hand may hold is settled before, by the shape it is read as.
Yes = Annotated[bool, Field(json_schema_extra={"const": True})]
No = Annotated[bool, Field(json_schema_extra={"const": False})]


wordings({"passed-out": gettext_noop("Nobody bid: the hand is dealt again")})


def says_passed_out(entered: Mapping[str, object]) -> bool:
    """Whether what was entered is meant as a hand nobody bid on."""
    return entered.get("passed_out", False) is not False
