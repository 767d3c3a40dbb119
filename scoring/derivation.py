"""What a hand is worth, as the lines that prove it.

A score is never a bare number: scoring returns lines (seats, points, rule, sentence), and the score of a
seat is the sum of its lines. Sentences stay apart from the language they are read in, so that a page can
translate them while the engine knows no framework.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple, ParamSpec, Protocol, TypeVar, cast

P = ParamSpec("P")
T = TypeVar("T")

REMEMBERED: Final = 4096
"""Of each kind of line, how many are kept to be used again."""


class Translations(Protocol):
    """Where a sentence looks its wording up; `django.utils.translation` is one."""

    def gettext(self, message: str, /) -> str: ...

    def ngettext(self, singular: str, plural: str, number: int, /) -> str: ...


class Sentence(NamedTuple):
    """A template in gettext's named style (`%(points)s`) and what fills it.

    Values may be sentences themselves. With a `plural`, the value `count` decides which of the two
    wordings is read.
    """

    template: str
    values: Mapping[str, object] = MappingProxyType({})
    plural: str | None = None

    def __str__(self) -> str:
        """The sentence in English."""
        template = self.template
        if self.plural is not None and self.values["count"] != 1:
            template = self.plural
        return template % self.values

    def rendered(self, translations: Translations) -> str:
        """The sentence, and every sentence inside it, in the wording `translations` gives."""
        if self.plural is None:
            template = translations.gettext(self.template)
        else:
            count = self.values["count"]
            template = translations.ngettext(
                self.template, self.plural, count if isinstance(count, int) else 0
            )
        values = {
            name: value.rendered(translations) if isinstance(value, Sentence) else value
            for name, value in self.values.items()
        }
        return template % values

    def as_data(self) -> dict[str, object]:
        """The sentence as JSON data, to be kept and read again in any language."""
        values = {
            name: value.as_data() if isinstance(value, Sentence) else value
            for name, value in self.values.items()
        }
        data: dict[str, object] = {"template": self.template, "values": values}
        return data if self.plural is None else {**data, "plural": self.plural}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Sentence:
        """The sentence that `as_data` kept."""
        values = {
            name: cls.from_data(value) if isinstance(value, Mapping) else value
            for name, value in data["values"].items()
        }
        return cls(data["template"], values, data.get("plural"))


class _Kept(Sentence):
    """A sentence that remembers its English."""

    english: str

    def __str__(self) -> str:
        return self.english


def kept(sentence: Sentence) -> Sentence:
    """The same sentence with its English worked out once, for one that is part of many others."""
    again = _Kept(*sentence)
    again.english = str(sentence)
    return again


def gettext_noop(template: str) -> str:
    """Marks `template` for the message files and gives it back unchanged."""
    return template


def ngettext_lazy(singular: str, plural: str, count: int) -> Sentence:
    """A sentence about `count` things, both wordings marked for the message files."""
    return Sentence(singular, {"count": count}, plural)


def remembered(make: Callable[P, T]) -> Callable[P, T]:
    """Makes `make`, which settles everything from its arguments alone, give what it gave for them before.

    Most lines of a hand have been lines of another hand: they are worded and written once.
    """
    return cast("Callable[P, T]", lru_cache(maxsize=REMEMBERED)(make))


@remembered
def points_phrase(points: int) -> Sentence:
    """`1 point`, `9 points`."""
    return kept(ngettext_lazy("%(count)s point", "%(count)s points", points))


AND = gettext_noop("%(before)s and %(last)s")
OR = gettext_noop("%(before)s or %(last)s")


def listed(items: Iterable[Sentence | str | int], joint: str = AND) -> Sentence:
    """`five`, `five and three`, `five, three and owl`; with `OR` as the joint, `five or three`."""
    first, *rest = items
    sentence = first if isinstance(first, Sentence) else Sentence("%(item)s", {"item": first})
    for position, item in enumerate(rest, start=1):
        template = joint if position == len(rest) else "%(before)s, %(last)s"
        sentence = Sentence(template, {"before": sentence, "last": item})
    return sentence


class _Line(NamedTuple):
    seats: tuple[int, ...]
    points: int
    rule: str
    sentence: Sentence


class Line(_Line):
    """Points for some seats, the rulebook paragraph they rest on, and why, for a player.

    Each of `seats` gets all of `points`: both players of a couple have the couple's score.
    """

    @cached_property
    def text(self) -> str:
        """The sentence in English."""
        return str(self.sentence)

    def as_data(self) -> dict[str, object]:
        """The line as the scoring contract shows it."""
        return {"seats": list(self.seats), "points": self.points, "rule": self.rule, "text": self.text}

    @cached_property
    def as_json(self) -> str:
        """The same as JSON, in ASCII."""
        return json.dumps(self.as_data())


class Derivation(NamedTuple):
    """The lines of one hand at a table of `seats`.

    `wins_game` is a seat that has won the game outright whatever the totals say, else None.
    """

    seats: int
    lines: tuple[Line, ...]
    wins_game: int | None = None

    @property
    def scores(self) -> tuple[int, ...]:
        """What the lines add up to, seat 1 first."""
        scores = [0] * self.seats
        for line in self.lines:
            points = line.points
            if points:
                for seat in line.seats:
                    scores[seat - 1] += points
        return tuple(scores)
