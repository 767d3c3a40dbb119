"""What the tests of the languages share: the message files as they are read."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from tests.house.the_tree import ROOT

FRENCH = Path("tournaments/locale/fr/LC_MESSAGES/django.po")
KEY = re.compile(r'(msgctxt|msgid|msgid_plural|msgstr(?:\[\d\])?) (".*")')
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%%")
TAG = re.compile(r"<[^>]+>")


@dataclass
class Message:
    """One text and its translations: two where the number decides."""

    flags: set[str] = field(default_factory=set)
    parts: dict[str, str] = field(default_factory=dict)

    @property
    def key(self) -> tuple[str, str]:
        """What it is looked up by: context and text."""
        return self.parts.get("msgctxt", ""), self.parts["msgid"]

    @property
    def english(self) -> list[str]:
        """The text, and its plural."""
        return [self.parts[name] for name in ("msgid", "msgid_plural") if name in self.parts]

    @property
    def translated(self) -> list[str]:
        """The translations, the singular first."""
        return [text for name, text in self.parts.items() if name.startswith("msgstr")]


def read(path: Path) -> list[Message]:
    """The messages of a file in their order, its header left out."""
    messages: list[Message] = []
    name = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if not messages or not line:
            messages.append(Message())
        if line.startswith("#,"):
            messages[-1].flags |= {flag.strip() for flag in line[2:].split(",")}
        elif found := KEY.fullmatch(line):
            name = found[1]
            messages[-1].parts[name] = ast.literal_eval(found[2])
        elif line.startswith('"'):
            messages[-1].parts[name] += ast.literal_eval(line)
    return [message for message in messages if message.parts.get("msgid")]


@cache
def french() -> list[Message]:
    """Every text with its French."""
    return read(ROOT / FRENCH)
