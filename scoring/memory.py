"""What a game remembers from hand to hand at one table, within a round: points held over, bags, who is vulnerable."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class Memory(NamedTuple):
    """A game's memory: pure, so that another hand in the place of an earlier one gives the later ones anew.

    Attributes:
        is_kept: whether anything is remembered, from the house rules.
        begins: what the first hand of a table finds.
        after: what the next hand finds, from what this one found, this one without faults, and the house rules. The
            `score` of the game takes what a hand finds as its third argument.
    """

    is_kept: Callable[[Any], bool]
    begins: Any
    after: Callable[[Any, Any, Any], Any]
