"""What people are called where everybody reads it, and whether their ratings stand there: the one place of it.

Rows hold what is shown in public beside what is true (`club.services.clubs` works it out). Which of the two is
read is said for a whole request (`config.public_names`), so that no page and no file of the public can forget it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final

from django.db.models import F, Q, Value
from django.db.models.functions import Coalesce, NullIf

_IN_PUBLIC: Final = ContextVar("names_in_public", default=False)


@contextmanager
def in_public() -> Iterator[None]:
    """In the block, what is read is shown to everybody: withheld names and ratings stay out of it."""
    token = _IN_PUBLIC.set(True)
    try:
        yield
    finally:
        _IN_PUBLIC.reset(token)


def are_public() -> bool:
    return _IN_PUBLIC.get()


def redacted_name(name: str) -> str:
    """What stands in public for a name that is withheld: "Ada M." for Ada Marsh, "A." where there is one word.

    The reader's language changes nothing of it. What holds no letter, as the mark of an erased name, stays.
    """
    if not any(sign.isalpha() for sign in name):
        return name
    first, *others = name.split()
    return f"{first} {others[-1][0]}." if others else f"{first[0]}."


def in_place_of(name: str, other: str, text: str) -> str:
    """The text with `other` wherever a name stands as words of its own: Ann is not in Annie."""
    return other.join(re.split(rf"(?<!\w){re.escape(name)}(?!\w)", text))


def name_at(way: str = "") -> Any:
    """The name to be shown now, as a column of rows that lead to it by a prefix such as `player__`."""
    if not are_public():
        return F(f"{way}name")
    return Coalesce(NullIf(f"{way}public_name", Value("")), f"{way}name")


def ratings_shown(way: str = "") -> Q:
    """The condition of ratings that may be shown now, for rows that lead to a player by this prefix."""
    return Q(**{f"{way}shows_rating": True}) if are_public() else Q()
