"""What is wrong with a hand: everything at once, each fault with the field it is about."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from scoring.derivation import Sentence

Check = Callable[[Any, Any], Iterable["Fault"]]
"""A generator of the faults that fields show together: takes the hand and the house rules."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong: where (a dotted path), a code for programs, a sentence for people."""

    field: str
    code: str
    sentence: Sentence

    @property
    def message(self) -> str:
        """The sentence in English."""
        return str(self.sentence)

    def inside(self, outer: str) -> Fault:
        """The same fault seen from one level further out: `bid` inside `hand` is `hand.bid`."""
        return Fault(".".join(filter(None, (outer, self.field))), self.code, self.sentence)


def wrong(field: str, code: str, template: str, **values: object) -> Fault:
    """The fault that `template`, filled with `values`, tells of."""
    return Fault(field, code, Sentence(template, values))


class Faults(Exception):  # noqa: N818 - a refusal lists faults; the name says so in every except clause
    """What was entered cannot be taken. `faults` is never empty and its order is stable."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        super().__init__()
        self.faults = tuple(faults)
        if not self.faults:
            raise ValueError("a refusal without a fault")

    def __str__(self) -> str:
        return "; ".join(f"{fault.field}: {fault.message}" for fault in self.faults)


class Unfit(ValueError):  # noqa: N818 - it is raised inside pydantic, which makes the error of it
    """What a validator refuses in a sentence of its own, which says what was entered."""

    def __init__(self, template: str, **values: object) -> None:
        self.sentence = Sentence(template, values)
        super().__init__(str(self.sentence))


class NotRead(Exception):  # noqa: N818 - not an error: it tells a check that it has nothing to look at
    """A check asked for a field that was missing or could not be read."""


def found(checks: Iterable[Check], hand: Any, rules: Any) -> Iterator[Fault]:
    """The faults all `checks` find, in their order.

    `hand` and `rules` may be read in part only: a check that needs a part which could not be read says
    nothing, and the others still speak.
    """
    for check in checks:
        try:
            yield from check(hand, rules)
        except NotRead:
            continue
