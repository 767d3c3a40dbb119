"""What somebody searches for: the words they typed, and the table, round and hand that they name by number."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from tournaments.site.cleaning import folded

LONGEST: Final = 100
"""So many characters of what was typed are read."""
SHORTEST: Final = 2
WORD: Final = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Asked:
    """What was typed.

    Attributes:
        text: as it was typed, without the spaces around it.
        words: its words as they are compared.
        besides: those of them that say neither table nor round nor hand.
        table, round, hand: the numbers that it names; None where it names none.
    """

    text: str
    words: tuple[str, ...] = ()
    besides: tuple[str, ...] = ()
    table: int | None = None
    round: int | None = None
    hand: int | None = None

    @property
    def is_too_short(self) -> bool:
        """Whether something was typed, and too little to look for."""
        return 0 < len(self.text) < SHORTEST

    @property
    def names_a_game(self) -> bool:
        """Whether it names a table, a round or a hand."""
        return (self.table, self.round, self.hand) != (None, None, None)


def read(typed: str) -> Asked:
    """What was typed; the names of table, round and hand are known in English and in the reader's language."""
    text = " ".join(typed.split())
    plain = folded(text)
    numbers: dict[str, int] = {}
    for name, word in (("table", _("Table")), ("round", _("Round")), ("hand", _("Hand"))):
        called = "|".join(re.escape(each) for each in {name, folded(word)})
        found = re.search(rf"\b(?:{called})\s*([0-9]{{1,3}})\b", plain)
        if found:
            numbers[name] = int(found[1])
            plain = plain.replace(found[0], " ", 1)
    return Asked(text, tuple(folded(text).split()), tuple(plain.split()), **numbers)


def fits(words: tuple[str, ...], text: str) -> bool:
    """Whether all `words` stand in `text`: a number as a word of its own, anything else within one too."""
    plain = folded(text)
    whole = set(WORD.findall(plain))
    return all(word in whole if word.isdecimal() else word in plain for word in words)


def rank(words: tuple[str, ...], title: str) -> int:
    """How near a title is to `words`, the nearest first: it begins with them, a word of it does, or none."""
    plain = folded(title)
    if plain.startswith(" ".join(words)):
        return 0
    return 1 if any(part.startswith(words[0]) for part in WORD.findall(plain)) else 2
