"""How a refusal words what was entered and what is allowed."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from typing import Final

from games.schemas import Schema
from scoring.derivation import OR, Sentence, gettext_noop, listed

LONGEST: Final = 40
"""More characters than this are never quoted back."""


def shortened(text: str) -> str:
    """`text`, cut where it is long, and without the lone surrogates no terminal can print."""
    text = text[: LONGEST + 1].encode("utf-8", "replace").decode("utf-8")
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"


def entered_phrase(value: object) -> Sentence | str:
    """What was entered, short enough to be said back."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case str():
            return json.dumps(shortened(value), ensure_ascii=False)
        case int() if value.bit_length() > 128:
            return Sentence(gettext_noop("a number of more than 38 digits"))
        case float() if not math.isfinite(value):
            return Sentence(gettext_noop("no finite number"))
        case int() | float():
            return str(value)
        case list() | tuple():
            return Sentence(gettext_noop("a list of %(count)s"), {"count": len(value)})
        case dict():
            return Sentence(gettext_noop("an object"))
        case _:
            return Sentence(gettext_noop("something else"))


def names_phrase(names: Iterable[str]) -> Sentence | str:
    """The fields of something, by name."""
    return ", ".join(names) or Sentence(gettext_noop("none"))


def allowed_phrase(schema: Schema) -> Sentence | str:
    """What the JSON Schema of a field allows, in words."""
    if "anyOf" in schema:
        return _either(schema["anyOf"])
    if "const" in schema:
        return entered_phrase(schema["const"])
    if "enum" in schema:
        return Sentence(
            gettext_noop("one of %(choices)s"),
            {"choices": ", ".join(str(entered_phrase(choice)) for choice in schema["enum"])},
        )
    match schema.get("type"):
        case "integer":
            return _whole_number(schema)
        case "boolean":
            return Sentence(gettext_noop("true or false"))
        case "array":
            return _list(schema)
        case "string":
            return _text(schema)
        case "object" if schema.get("properties"):
            names = names_phrase(schema["properties"])
            return Sentence(gettext_noop("an object with %(fields)s"), {"fields": names})
        case "object" if "maxProperties" in schema:
            return Sentence(
                gettext_noop("an object with at most %(most)s values"), {"most": schema["maxProperties"]}
            )
        case _:
            return Sentence(gettext_noop("an object"))


def _text(schema: Schema) -> Sentence:
    if schema.get("format") == "date":
        return Sentence(gettext_noop("a date like 2026-11-20"))
    if schema.get("format") == "date-time":
        return Sentence(gettext_noop("a time with its offset like 2026-11-20T20:15:00Z"))
    if "maxLength" in schema:
        values = {"least": schema.get("minLength", 0), "most": schema["maxLength"]}
        return Sentence(gettext_noop("a text of %(least)s to %(most)s letters"), values)
    return Sentence(gettext_noop("a text"))


def _either(schemas: list[Schema]) -> Sentence:
    return listed((allowed_phrase(schema) for schema in schemas), OR)


def _whole_number(schema: Schema) -> Sentence:
    values = {
        "least": schema.get("minimum"),
        "most": schema.get("maximum"),
        "step": schema.get("multipleOf"),
    }
    if values["step"]:
        return Sentence(gettext_noop("a multiple of %(step)s from %(least)s to %(most)s"), values)
    if values["least"] is None or values["most"] is None:
        return Sentence(gettext_noop("a whole number"))
    return Sentence(gettext_noop("a whole number from %(least)s to %(most)s"), values)


def _list(schema: Schema) -> Sentence:
    values = {
        "item": allowed_phrase(schema["items"]),
        "least": schema.get("minItems", 0),
        "most": schema.get("maxItems"),
    }
    if values["most"] is None:
        return Sentence(gettext_noop("a list, each of it %(item)s"), values)
    if values["least"] == values["most"]:
        return Sentence(gettext_noop("a list of %(most)s, each %(item)s"), values)
    return Sentence(gettext_noop("a list of %(least)s to %(most)s, each %(item)s"), values)
