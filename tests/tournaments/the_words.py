"""What a test asks of stored data: whether it holds words that ought to be codes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from scoring.derivation import WORDINGS


def texts(value: object) -> Iterator[str]:
    """Every text in a value, in JSON that is kept as text too."""
    if isinstance(value, dict):
        for inner in value.values():
            yield from texts(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from texts(inner)
    elif isinstance(value, str):
        yield value
        if value[:1] in ("{", "["):
            yield from texts(json.loads(value))


def wordings_found(value: object) -> set[tuple[str, str]]:
    """The texts in a value that are a wording of a stored sentence, filled in or not, each with its code."""
    patterns = {
        code: re.compile(re.sub(r"%\\\((\w+)\\\)s", ".+", re.escape(text)))
        for code, wording in WORDINGS.items()
        for text in filter(None, wording)
        if " " in text and not code.startswith("list.") and code != "prize.and"
    }
    return {
        (code, text)
        for text in set(texts(value))
        for code, pattern in patterns.items()
        if pattern.fullmatch(text)
    }
