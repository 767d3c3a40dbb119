"""Which names may be two ways of writing one: the same letters, one typed wrong, an initial, the other order."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import combinations
from typing import Final, Literal

Why = Literal["same", "order", "initial", "near"]

LEAST_ALIKE: Final = 0.85
"""How much of two names has to agree, from 0 to 1, for one to be the other typed wrong."""
TOO_MANY: Final = 40
"""What more names than these have in common tells nobody apart."""
RANK: Final[Mapping[Why, int]] = {"same": 0, "order": 1, "initial": 2, "near": 3}


@dataclass(frozen=True, slots=True)
class Alike:
    """Two people, by id, whose names may mean one; `why` is how alike they are."""

    first: str
    other: str
    why: Why


def plain(name: str) -> str:
    """A name without case, accents and punctuation: "Thérèse O'Neil" is "therese o neil"."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return " ".join(re.findall(r"\w+", bare))


def likeness(one: str, other: str) -> Why | None:
    """How two names are alike: `same` letters, other `order` of the words, an `initial` for a word, one `near`
    the other; None where they are not.

    Names with different figures in them were told apart on purpose.
    """
    first, second = plain(one), plain(other)
    if not first or not second or re.findall(r"\d+", first) != re.findall(r"\d+", second):
        return None
    if first == second:
        return "same"
    words, others = sorted(first.split()), sorted(second.split())
    if words == others:
        return "order"
    if _initials_fit(first.split(), second.split()):
        return "initial"
    # In one order: what the matcher finds depends on which comes first.
    lower, higher = sorted((" ".join(words), " ".join(others)))
    shared = SequenceMatcher(None, lower, higher, autojunk=False).ratio()
    return "near" if shared >= LEAST_ALIKE else None


def _initials_fit(words: list[str], others: list[str]) -> bool:
    # At least one word has to be whole in both.
    if len(words) != len(others):
        return False
    same = [word == other for word, other in zip(words, others, strict=True)]
    short = [
        min(len(word), len(other)) == 1 and word[0] == other[0]
        for word, other in zip(words, others, strict=True)
    ]
    return any(same) and all(whole or initial for whole, initial in zip(same, short, strict=True))


def alike(names: Mapping[str, str]) -> tuple[Alike, ...]:
    """The pairs whose names may mean one person, the surest first; `names` are by id.

    Only names that are the same but for a letter or two, or have words and initials in common, are
    compared, so that the work grows with the names and not with their square.
    """
    blocks: dict[str, list[str]] = defaultdict(list)
    for person, name in sorted(names.items()):
        for mark in _marks(plain(name)):
            blocks[mark].append(person)
    pairs = {pair for people in blocks.values() for pair in _pairs(people)}
    matches = (
        Alike(first, other, why) for first, other in pairs if (why := likeness(names[first], names[other]))
    )
    return tuple(
        sorted(matches, key=lambda pair: (RANK[pair.why], plain(names[pair.first]), pair.first, pair.other))
    )


def _pairs(people: list[str]) -> Iterable[tuple[str, str]]:
    return combinations(people, 2) if len(people) <= TOO_MANY else ()


def _marks(name: str) -> Iterator[str]:
    # All letters but one, or a last word and all initials: names that share none of these are not compared.
    words = sorted(name.split())
    whole = " ".join(words)
    yield whole
    yield from {whole[:place] + whole[place + 1 :] for place in range(len(whole))}
    for word in words:
        yield f"{word}/{''.join(other[0] for other in words)}"
