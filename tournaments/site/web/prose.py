"""The little Markdown that rulebooks use: paragraphs, lists with `-`, and `code`, in the reader's language."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext

from games.rulebook import passages

CODE: Final = re.compile(r"`([^`]+)`")


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
    return [
        Block(passage.bullets, tuple(_spans(gettext(text)) for text in passage.texts))
        for passage in passages(markdown)
    ]


def _spans(text: str) -> Text:
    parts = CODE.split(text)
    return tuple(Span(part, code=bool(place % 2)) for place, part in enumerate(parts) if part)
