"""What a field of a plan is called where people enter or read it; it stands with the field in its model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import BaseModel, Field

Written = Literal["number", "money", "halves", "by size", "pairs", "time", "name"]


@dataclass(frozen=True, slots=True)
class Described:
    """A field in words, English and marked for translation.

    Arguments:
        label: what it is called.
        help: what it settles, in a sentence or two.
        words: what each of its values is called, in the order in which they are offered.
        written: how a whole number of it is written: as a "number", as "money" (of hundredths), as "halves";
            "by size": one, or one for each size of table; "pairs": from one number on another, in a row;
            "time": a time of day, hours and minutes; "name": the name of somebody or something.
    """

    label: str
    help: str = ""
    words: Mapping[str, str] = field(default_factory=dict)
    written: Written = "number"


def option(
    default: Any,
    label: str,
    help: str = "",  # noqa: A002
    *,
    words: Mapping[str, str] | None = None,
    written: Written = "number",
    **bounds: Any,
) -> Any:
    """A field in words with its default, and the `bounds` that pydantic's `Field` holds it to."""
    field_of_model = Field(default=default, **bounds)
    field_of_model.metadata.append(Described(label, help, words or {}, written))
    return field_of_model


def described(model: type[BaseModel]) -> dict[str, Described]:
    """The fields of a model that have words, by name, in order."""
    return {
        name: found
        for name, info in model.model_fields.items()
        for found in info.metadata
        if isinstance(found, Described)
    }
