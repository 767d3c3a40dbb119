"""A filter of every template: a name from right to left stays in one piece in a line from left to right."""

from __future__ import annotations

from typing import Final
from unicodedata import bidirectional

from django.template import Library

register = Library()

FROM_THE_RIGHT: Final = ("R", "AL")
FIRST: Final = "\u2068"
LAST: Final = "\u2069"


@register.filter
def isolated(names: object) -> str | list[str]:
    """A name as `isolate` has it; of several names, which wait to be joined, each."""
    if isinstance(names, list | tuple):
        return [isolate(str(name)) for name in names]
    return isolate(str(names))


def isolate(name: str) -> str:
    """The name between Unicode's isolating marks where a letter of it runs from right to left, else as it is.

    Without them a number beside it changes sides: browsers take it for a part of the name. They hold in titles and
    labels too, where an element `bdi` cannot stand. Of a couple, "Ann & Clara", each has marks of their own.
    """
    if name.isascii() or not any(bidirectional(letter) in FROM_THE_RIGHT for letter in name):
        return name
    return " & ".join(f"{FIRST}{one}{LAST}" for one in name.split(" & "))
