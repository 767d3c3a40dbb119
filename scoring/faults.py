"""What is wrong with a hand: everything at once, each fault with the field it is about."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from scoring.derivation import Sentence, gettext_noop

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


MOST_FAULTS: Final = 50
"""So many faults are told one by one; nobody mends more at a time."""
AND_MORE: Final = "and-more"


def and_more(count: int) -> Fault:
    """The fault that stands for `count` others, which are not told one by one."""
    return Fault("", AND_MORE, Sentence(gettext_noop("and %(count)s more"), {"count": count}))


def at_most(faults: Iterable[Fault]) -> list[Fault]:
    """The first faults, and one last that says how many more there are.

    Faults that stand for others already are counted as those.
    """
    told: list[Fault] = []
    more = 0
    for fault in faults:
        if fault.code == AND_MORE:
            count = fault.sentence.values["count"]
            more += count if isinstance(count, int) else 0
        elif len(told) < MOST_FAULTS:
            told.append(fault)
        else:
            more += 1
    return [*told, and_more(more)] if more else told


class Faults(Exception):  # noqa: N818 - a refusal lists faults; the name says so in every except clause
    """What was entered cannot be taken.

    `faults` is never empty, its order is stable, and beyond MOST_FAULTS the last one says how many more there are.
    """

    def __init__(self, faults: Iterable[Fault]) -> None:
        super().__init__()
        self.faults = tuple(at_most(faults))
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


def find_faults(checks: Iterable[Check], hand: Any, rules: Any) -> Iterator[Fault]:
    """The faults all `checks` find, in their order.

    `hand` and `rules` may be read in part only: a check that needs a part which could not be read says
    nothing, and the others still speak.
    """
    for check in checks:
        try:
            yield from check(hand, rules)
        except NotRead:
            continue
