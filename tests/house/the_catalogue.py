"""What the tests of the languages share: the message files as they are read."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import polib

from tests.house.the_tree import ROOT

FRENCH = Path("tournaments/locale/fr/LC_MESSAGES/django.po")
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%%")
TAG = re.compile(r"<[^>]+>")


@dataclass(frozen=True)
class Message:
    """One text and its translations: two where the number decides."""

    context: str
    english: list[str]
    """The text, and its plural."""
    translated: list[str]
    """The translations, the singular first."""
    fuzzy: bool

    @property
    def key(self) -> tuple[str, str]:
        """What it is looked up by: context and text."""
        return self.context, self.english[0]


def read(path: Path) -> list[Message]:
    return [
        Message(
            context=entry.msgctxt or "",
            english=[entry.msgid, entry.msgid_plural] if entry.msgid_plural else [entry.msgid],
            translated=[text for _, text in sorted(entry.msgstr_plural.items())] or [entry.msgstr],
            fuzzy=entry.fuzzy,
        )
        for entry in polib.pofile(str(path))
        if not entry.obsolete
    ]


@cache
def french() -> list[Message]:
    return read(ROOT / FRENCH)
