"""The little Markdown that rulebooks use: paragraphs, lists with `-`, and `code`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

CODE: Final = re.compile(r"`([^`]+)`")
BULLET: Final = "- "


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of text; `code` when it stood between backticks."""

    text: str
    code: bool


Text = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph (one text), or a list (`bullets`: its items)."""

    bullets: bool
    texts: tuple[Text, ...]


def blocks(markdown: str) -> list[Block]:
    """The blocks of `markdown`, in order."""
    return [block for chunk in re.split(r"\n\s*\n", markdown.strip()) if chunk for block in _chunk(chunk)]


def _chunk(chunk: str) -> Iterator[Block]:
    lines = chunk.splitlines()
    start = next((at for at, line in enumerate(lines) if line.startswith(BULLET)), len(lines))
    if lines[:start]:
        yield Block(bullets=False, texts=(_spans(" ".join(lines[:start])),))
    items: list[str] = []
    for line in lines[start:]:
        if line.startswith(BULLET):
            items.append(line.removeprefix(BULLET))
        else:
            items[-1] += f" {line.strip()}"
    if items:
        yield Block(bullets=True, texts=tuple(_spans(item) for item in items))


def _spans(text: str) -> Text:
    parts = CODE.split(text)
    return tuple(Span(part, code=bool(place % 2)) for place, part in enumerate(parts) if part)
