"""What a hand is worth, as the lines that prove it.

A score is never a bare number: scoring returns lines (seats, points, rule, sentence), and the score of a
seat is the sum of its lines. Sentences stay apart from the language they are read in, so that a page can
translate them while the engine knows no framework.

A sentence that is stored has a code, and is stored as the code and its values. How it is worded stands in a
catalogue beside the code that uses it (`wordings`) and may change at any time: what was stored before is read in
the new words. **A code is for ever**: it is never renamed, given another meaning, or used for a second sentence,
and a new wording makes do with the values that the old one was stored with.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, cached_property, lru_cache
from pathlib import Path
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


class Wording(NamedTuple):
    """How something is said in English, in gettext's named style (`%(points)s`).

    With a `plural`, the value `count` decides which of the two is read.
    """

    template: str
    plural: str | None = None


WORDINGS: Final[dict[str, Wording]] = {}
"""How the sentence of each code is worded today; `wordings` fills it, one family at a time."""


def wordings(family: Mapping[str, str | Wording]) -> None:
    """Make known how the sentences of a family are worded, by code. Raises ValueError for a code that is taken."""
    for code, wording in family.items():
        if code in WORDINGS:
            raise ValueError(f"{code} is the code of another sentence")
        WORDINGS[code] = Wording(wording) if isinstance(wording, str) else wording


def gettext_noop(template: str) -> str:
    """Marks `template` for the message files and gives it back unchanged."""
    return template


def ngettext_lazy(singular: str, plural: str) -> Wording:
    """The wording of something that is counted, both numbers marked for the message files."""
    return Wording(singular, plural)


UNKNOWN: Final = Wording(gettext_noop("Written by a newer version of this program (%(code)s)"))
"""Stands for a sentence whose code this version does not have."""
SLOT: Final = re.compile(r"%%|%\([a-z][a-z0-9_]*\)s")
OWN: Final = "own"
"""The code of every sentence that a club wrote for a game of its own: it is stored with its words."""


class _Lenient(dict[str, object]):
    """Values among which one may be missing that a wording asks for."""

    def __missing__(self, name: str) -> str:
        return "…"


class Sentence(NamedTuple):
    """A template in gettext's named style (`%(points)s`) and what fills it.

    Values may be sentences themselves. With a `plural`, the value `count` decides which of the two
    wordings is read. Only what has a `code` can be stored; `coded` makes such a sentence.
    """

    template: str
    values: Mapping[str, object] = MappingProxyType({})
    plural: str | None = None
    code: str = ""

    def __str__(self) -> str:
        """The sentence in English."""
        template = self.template
        if self.plural is not None and self.values.get("count") != 1:
            template = self.plural
        return self._filled(template, self.values)

    def rendered(self, translations: Translations) -> str:
        """The sentence, and every sentence inside it, in the wording `translations` gives."""
        if self.plural is None:
            template = translations.gettext(self.template)
        else:
            count = self.values.get("count")
            template = translations.ngettext(
                self.template, self.plural, count if isinstance(count, int) else 0
            )
        values = {
            name: value.rendered(translations) if isinstance(value, Sentence) else value
            for name, value in self.values.items()
        }
        return self._filled(template, values)

    def _filled(self, template: str, values: Mapping[str, object]) -> str:
        try:
            return template % values
        except KeyError:  # it was stored by another version, or its code is not known here
            return template % _Lenient({"code": self.code, **values})

    def as_data(self) -> dict[str, object]:
        """The sentence as JSON data, to be stored: its code, and its values where it has any.

        Raises ValueError for a sentence without a code, which is said at once and not stored.
        """
        if not self.code:
            raise ValueError(f"only sentences with a code are stored: {self.template}")
        values = {
            name: value.as_data() if isinstance(value, Sentence) else value
            for name, value in self.values.items()
        }
        words: dict[str, object] = {"code": self.code}
        if self.code == OWN:
            words["template"] = self.template
            words |= {"plural": self.plural} if self.plural else {}
        return words | ({"values": values} if values else {})

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Sentence:
        """The sentence that was stored, worded as it is today.

        Before sentences had codes they were stored as `template`, `values` and `plural`: those are read for ever.
        A code that this version does not know is read as `UNKNOWN`.
        """
        values = {
            name: cls.from_data(value) if isinstance(value, Mapping) else value
            for name, value in data.get("values", {}).items()
        }
        code = data["code"] if "code" in data else codes_of_templates().get(data["template"], "")
        if code == OWN:
            words = (data.get("template"), data.get("plural") or "")
            if all(isinstance(text, str) and is_template(text) for text in words):
                return cls(data["template"], values, data.get("plural"), OWN)
        if not code:
            return cls(data["template"], values, data.get("plural"))
        wording = WORDINGS.get(code, UNKNOWN)
        return cls(wording.template, values, wording.plural, code)


def is_template(text: str) -> bool:
    """Whether a text of a stranger can be filled: no sign of percent in it but doubled ones and `%(name)s`."""
    return "%" not in SLOT.sub("", text)


def worded(code: str, wording: Wording, /, **values: object) -> Sentence:
    """A sentence of a game that is a document: by its code where the house knows it, else with its own words."""
    known = code if WORDINGS.get(code) == wording else OWN
    return Sentence(wording.template, values, wording.plural, known)


def coded(code: str, /, **values: object) -> Sentence:
    """The sentence of a code, worded as the catalogue has it. Raises KeyError for a code that is not known."""
    wording = WORDINGS[code]
    return Sentence(wording.template, values, wording.plural, code)


@cache
def codes_of_templates() -> Mapping[str, str]:
    """The codes of the templates by which sentences were stored once. The file is never changed."""
    told: dict[str, str] = json.loads(Path(__file__).with_name("codes_of_templates.json").read_bytes())
    return told


class _WithEnglish(Sentence):
    """A sentence that remembers its English."""

    english: str

    def __str__(self) -> str:
        return self.english


def with_english(sentence: Sentence) -> Sentence:
    """The same sentence with its English worked out once, for one that is part of many others."""
    again = _WithEnglish(*sentence)
    again.english = str(sentence)
    return again


def remembered(make: Callable[P, T]) -> Callable[P, T]:
    """Makes `make`, which settles everything from its arguments alone, give what it gave for them before.

    Most lines of a hand have been lines of another hand: they are worded and written once.
    """
    return cast("Callable[P, T]", lru_cache(maxsize=REMEMBERED)(make))


AND: Final = "list.and"
OR: Final = "list.or"

wordings(
    {
        "points": ngettext_lazy("%(count)s point", "%(count)s points"),
        "list.item": "%(item)s",
        "list.comma": "%(before)s, %(last)s",
        AND: gettext_noop("%(before)s and %(last)s"),
        OR: gettext_noop("%(before)s or %(last)s"),
    }
)


@remembered
def points_phrase(points: int) -> Sentence:
    """`1 point`, `9 points`."""
    return with_english(coded("points", count=points))


def listed(items: Iterable[Sentence | str | int], joint: str = AND) -> Sentence:
    """`five`, `five and three`, `five, three and owl`; with `OR` as the joint, `five or three`."""
    first, *rest = items
    sentence = first if isinstance(first, Sentence) else coded("list.item", item=first)
    for position, item in enumerate(rest, start=1):
        code = joint if position == len(rest) else "list.comma"
        sentence = coded(code, before=sentence, last=item)
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
    def as_stored(self) -> dict[str, object]:
        """The line as it is stored: its sentence by code and values, to be read in any language."""
        data = {"seats": list(self.seats), "points": self.points, "rule": self.rule}
        return {**data, "sentence": self.sentence.as_data()}

    @cached_property
    def as_json(self) -> str:
        """The line as the scoring contract shows it, as JSON in ASCII."""
        return json.dumps(self.as_data())


@remembered
def _as_json(scores: tuple[int, ...]) -> str:
    return str([*scores])


class _Derivation(NamedTuple):
    seats: int
    lines: tuple[Line, ...]
    wins_game: int | None = None


class Derivation(_Derivation):
    """The lines of one hand at a table of `seats`.

    `wins_game` is a seat that has won the game outright whatever the totals say, else None.
    """

    @cached_property
    def as_json(self) -> str:
        """What the scoring contract shows of it, as the fields of an object of JSON in ASCII."""
        lines = ", ".join([line.as_json for line in self.lines])
        won = "null" if self.wins_game is None else self.wins_game
        return f'"scores": {_as_json(self.scores)}, "derivation": [{lines}], "wins_game": {won}'

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
