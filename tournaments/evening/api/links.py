"""OpenAPI links: what is made at one address is asked for, and changed, at those below it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

NAMES: Final = ("slug", "id")
"""What in an answer the addresses below call it by, the first that it has."""
METHODS: Final = ("get", "post", "put", "patch", "delete")
COMPONENT: Final = "#/components/schemas/"


def add_links(result: dict[str, Any], generator: object, **kwargs: Any) -> dict[str, Any]:
    """Say with what each `POST` makes which operations may be asked: those at `PATH{name}/` and below."""
    paths, components = result["paths"], result["components"]["schemas"]
    for path, operations in paths.items():
        for status, answer in operations.get("post", {}).get("responses", {}).items():
            pointer = _name_in(answer, components) if status.startswith("2") else None
            if pointer is not None and (links := dict(_below(path, pointer, paths))):
                answer["links"] = links
    return result


def _name_in(answer: Mapping[str, Any], components: Mapping[str, Any]) -> str | None:
    """Where in an answer that is one component what it is called by stands; None where nothing does."""
    schema = answer.get("content", {}).get("application/json", {}).get("schema", {})
    fields = components.get(schema.get("$ref", "").removeprefix(COMPONENT), {}).get("properties", {})
    return next((name for name in NAMES if name in fields), None)


def _below(path: str, pointer: str, paths: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """A link to each operation below an address whose next part is what `pointer` holds."""
    for other, operations in paths.items():
        found = re.match(r"{(\w+)}/", other.removeprefix(path)) if other.startswith(path) else None
        if found is None:
            continue
        known = {f"path.{name}": f"$request.path.{name}" for name in re.findall(r"{(\w+)}", path)}
        for method in METHODS:
            if method in operations:
                name = operations[method]["operationId"]
                given = {**known, f"path.{found[1]}": f"$response.body#/{pointer}"}
                yield name, {"operationId": name, "parameters": given}
