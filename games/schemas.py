"""The JSON Schema of what is entered: one source for forms, refusals and the API's documents."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from pydantic import BaseModel

Schema = Mapping[str, Any]
KEY: Final = "[key]"
"""What pydantic calls the name, rather than the value, of one of several named values."""


@lru_cache(maxsize=4096)  # models of clubs' games come and go
def schema_of(model: type[BaseModel]) -> Schema:
    """The schema of an entry, whole: nothing in it refers elsewhere."""
    schema = model.model_json_schema()
    definitions = schema.pop("$defs", {})
    inlined: Schema = _inlined(schema, definitions)
    return inlined


def schema_at(schema: Schema, way: tuple[int | str, ...]) -> Schema:
    """The schema of what is found by going from an entry along a path of field names and list places.

    Of one of several kinds, told apart by a field of theirs, the word in that field is a step of its own. Where
    anything may be named, `KEY` after a name stands for the name itself.
    """
    names: Schema = {}
    for step in way:
        if isinstance(step, int):
            schema = schema["items"]
        elif "discriminator" in schema:
            schema = kinds_of(schema)[step]
        elif step == KEY:
            schema = {"type": "string", **names}
        elif "properties" in schema:
            schema = schema["properties"][step]
        else:
            names, by_pattern = schema.get("propertyNames", {}), schema.get("patternProperties", {})
            schema = next(iter(by_pattern.values())) if by_pattern else schema["additionalProperties"]
        schema = not_null(schema)
    return schema


def kinds_of(schema: Schema) -> Mapping[str, Schema]:
    """The schemas of several kinds, by the word in the field that tells them apart."""
    name = schema["discriminator"]["propertyName"]
    return {kind["properties"][name]["const"]: kind for kind in schema["oneOf"]}


def not_null(schema: Schema) -> Schema:
    """Of a value that may be null, the schema of what it is otherwise; any other schema as it is."""
    kinds = [kind for kind in schema.get("anyOf", ()) if kind.get("type") != "null"]
    return kinds[0] if len(kinds) == 1 else schema


def _inlined(node: Any, definitions: Schema) -> Any:
    match node:
        case {"$ref": str(reference)}:
            return _inlined(definitions[reference.rsplit("/", 1)[-1]], definitions)
        case dict():
            return {key: _inlined(value, definitions) for key, value in node.items()}
        case list():
            return [_inlined(value, definitions) for value in node]
        case _:
            return node
