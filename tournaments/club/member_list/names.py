"""Whom a text names that somebody typed or pasted: one person or several, the last name behind or before."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from tournaments.ranking.people.likeness import plain
from tournaments.site.cleaning import folded

LIST_MARK: Final = re.compile(r"^\s*(?:[-*•·–—]\s+|\(?#?\d{1,3}\s*[.):]\s*|\d{1,3}\s*[-–—]\s+)(?=\D)")
"""What a list has before a name: "1. ", "(2) ", "- "."""
BETWEEN: Final = re.compile(r"[;\t\n\r]+")
PARTICLE: Final = re.compile(
    r"af|al|av|bin|d|da|de|del|della|den|der|des|di|do|dos|du|el|la|le|les|lo|mac|mc|o|saint|san|st|te|ten|ter|van|vom"
    r"|von|zu|zum|zur"
)
"""How last names of several words begin."""
SUFFIXES: Final = frozenset(("jr", "sr", "jnr", "snr", "ii", "iii", "iv", "esq", "phd", "md"))


def people_in(text: str, known: Collection[str] = ()) -> list[str]:
    """The names in a text of one line or several: "Ann Lee, Bo Day" are two, "Marsh, John" is one and stays so.

    Arguments:
        known: names as `folded` leaves them that mean one person, whatever commas they have.
    """
    return [name for part in BETWEEN.split(text) if part.strip() for name in _parted(part.strip(), known)]


def _parted(text: str, known: Collection[str]) -> list[str]:
    if folded(text) in known:
        return [text]
    bare = LIST_MARK.sub("", text).strip().strip(",").strip() or text
    names = [part.strip() for part in bare.split(",") if part.strip()]
    if len(names) < 2 or folded(bare) in known or plain(names[-1]) in SUFFIXES:
        return [bare]
    is_one = is_turned_round(bare) and not all(folded(name) in known for name in names)
    return [bare] if is_one else names


def is_turned_round(name: str) -> bool:
    """Whether this may be a last name with the first behind it, and not two people."""
    last, comma, first = name.partition(",")
    words = plain(last).split()
    if not comma or not words or not plain(first) or "," in first:
        return False
    return len(words) == 1 or len(first.split()) == 1 or PARTICLE.fullmatch(words[0]) is not None


def turned(name: str) -> str:
    """The name with the first name first: "Marsh, John" is John Marsh."""
    if not is_turned_round(name):
        return name
    last, _comma, first = name.partition(",")
    return f"{first.strip()} {last.strip()}"
