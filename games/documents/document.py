"""A game as a document: what is entered for a hand, what that scores and why, in data that anybody may write.

Nothing in a document is ever executed: its expressions are read (`expressions.py`) and made into a function node by
node (`compiling.py`). What each part holds stands beside its field here; docs/adding_a_game.md has a whole one.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from typing import Annotated, Final, Literal

from pydantic import Field

from games.rulebook import Paragraph, parse, passages
from scoring.entry import Entry, Row

MOST_FIELDS: Final = 40
MOST_LINES: Final = 60
FILLED: Final = re.compile(r"\{([a-z][a-z0-9_]*)\}")

Name = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,30}$")]
Code = Annotated[str, Field(pattern=r"^[a-z][a-z0-9.-]{0,40}$")]
Word = Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9_]{0,30}$")]
Text = Annotated[str, Field(min_length=1, max_length=300)]
Label = Annotated[str, Field(min_length=1, max_length=60)]
Expression = Annotated[str, Field(min_length=1, max_length=2_000)]
Number = Annotated[int, Field(ge=-(10**6), le=10**6)]
Condition = Annotated[dict[Name, Row[bool | int | str]], Field(max_length=10)]
Size = Annotated[int, Field(ge=2, le=8)]
Counted = Annotated[Row[Label], Field(min_length=2, max_length=2)]
"""How a number is said with what it counts, for one and for more: `%(count)s trick`, `%(count)s tricks`."""
Choices = Annotated[dict[Word, Label], Field(max_length=30)]
Says = Text | Annotated[dict[str, Text], Field(max_length=30)]


class ItemOf(Entry):
    """One of the things somebody takes in a hand."""

    name: Name
    label: Label
    points: Number | None = None


class Asked(Entry):
    """What a field of a hand and a house rule have in common. `kind` is one of those of `games/form.py`."""

    name: Name
    label: Label
    least: Number = 0
    most: Number = 0
    step: Annotated[int, Field(ge=1, le=1000)] = 1
    choices: Choices = {}
    under: Condition = {}


class FieldOf(Asked):
    """A field of a hand. It is asked while `when` holds; else it counts as 0, no, nobody or the first choice."""

    kind: Literal["flag", "seat", "seat_count", "number", "numbers", "choice", "taken_by"]
    when: Condition = {}
    optional: bool = False
    nobody: Label | None = None
    """What it is called that no seat is named; it is entered as null."""
    items: Annotated[Row[ItemOf], Field(max_length=20)] = ()
    by_couple: bool = False
    total: Number | None = None
    """What numbers have to make up together."""
    default: bool | int | str | None = None
    folded: bool = False
    counted: Counted | None = None


class HouseRuleOf(Asked):
    """What a club may play differently; expressions call it `house_` and its name."""

    kind: Literal["flag", "number", "choice"]
    default: bool | int | str
    says: Says


class ValueOf(Entry):
    """A step on the way to the score, which what stands below it may use."""

    name: Name
    is_: Annotated[Expression, Field(alias="is")]
    counted: Counted | None = None


class LineOf(Entry):
    """Points for some seats; every line whose `when` holds is one of the score."""

    id: Code
    to: Expression
    """`all`, `each` (the rest is worked out for every seat), `seat(x)`, `partner(x)`, `couple(x)` or `others(x)`.

    Where `x` differs from seat to seat, as `seat` itself does, there may be such a line of every seat.
    """
    when: Expression = "true"
    points: Expression
    sentence: Text
    """With names of values in braces; `{points}` are the points, with their word and without a sign."""
    paragraph: Code | None = None
    """The end of the paragraph's id, where it is not that of the line."""


class RefusalOf(Entry):
    """A hand that cannot have been."""

    field: Name
    code: Code
    when: Expression
    sentence: Text


class FeatOf(Entry):
    """What a club counts beside the points."""

    id: Code
    label: Label
    to: Expression
    when: Expression


class MemoryOf(Entry):
    """What the next hand of a table finds: `begins` before the first, then what `becomes` gives."""

    name: Name
    least: Number = 0
    most: Number
    begins: Number = 0
    by_seat: bool = False
    becomes: Expression


Table = Annotated[dict[Word, Number], Field(min_length=1, max_length=30)]


class Document(Entry):
    """A whole game. Its edition is the SHA-256 of its canonical JSON."""

    slug: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{1,30}$")]
    name: Label
    seats: Annotated[Row[Size], Field(min_length=1, max_length=7)]
    """How many may play it at one table, the usual number first."""
    partnership: bool = False
    pack: Text
    has_deal: bool = True
    fields: Annotated[Row[FieldOf], Field(min_length=1, max_length=MOST_FIELDS)]
    house_rules: Annotated[Row[HouseRuleOf], Field(max_length=MOST_FIELDS)] = ()
    tables: Annotated[dict[Name, Table], Field(max_length=20)] = {}
    values: Annotated[Row[ValueOf], Field(max_length=60)] = ()
    lines: Annotated[Row[LineOf], Field(min_length=1, max_length=MOST_LINES)]
    refusals: Annotated[Row[RefusalOf], Field(max_length=MOST_LINES)] = ()
    feats: Annotated[Row[FeatOf], Field(max_length=20)] = ()
    remember: Annotated[Row[MemoryOf], Field(max_length=10)] = ()
    rulebook: Annotated[str, Field(min_length=1, max_length=60_000)]
    """Numbered paragraphs with worked hands, in the form of `games/rulebook.py`."""

    @property
    def canonical(self) -> bytes:
        """The document as it is signed and compared: the same bytes however it was written down."""
        data = self.model_dump(mode="json", by_alias=True, exclude_defaults=True)
        return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()

    @property
    def edition(self) -> str:
        return hashlib.sha256(self.canonical).hexdigest()

    @property
    def counted(self) -> dict[str, tuple[str, str]]:
        """How fields and values are said that count something: for one, and for more."""
        counting = {field.name: field.counted for field in self.fields}
        counting |= {value.name: value.counted for value in self.values}
        return {name: (words[0], words[1]) for name, words in counting.items() if words}

    @property
    def paragraphs(self) -> tuple[Paragraph, ...]:
        return parse(self.rulebook)


def from_toml(slug: str, written: str) -> Document:
    """The document that stands in a file. Raises pydantic's ValidationError, or TOMLDecodeError."""
    return Document.model_validate({"slug": slug, **tomllib.loads(written)})


def template(sentence: str) -> str:
    """A sentence in gettext's named style."""
    return FILLED.sub(r"%(\1)s", sentence.replace("%", "%%"))


def names_filled(sentence: str) -> tuple[str, ...]:
    """The names that a sentence has in braces, each once."""
    return tuple(dict.fromkeys(FILLED.findall(sentence)))


Texts = Iterator[tuple[str, str | None]]
"""Texts for people, each with its plural where it counts something."""


def texts(document: Document) -> Texts:
    """Every text of a document that is looked up in the message files."""
    yield document.pack, None
    for asked in (*document.fields, *document.house_rules):
        yield asked.label, None
        yield from ((label, None) for label in asked.choices.values())
    for field in document.fields:
        yield from ((item.label, None) for item in field.items)
        if field.nobody:
            yield field.nobody, None
    for rule in document.house_rules:
        yield from (
            (says, None) for says in ([rule.says] if isinstance(rule.says, str) else rule.says.values())
        )
    yield from document.counted.values()
    yield from ((template(line.sentence), None) for line in document.lines)
    yield from ((template(refusal.sentence), None) for refusal in document.refusals)
    yield from ((feat.label, None) for feat in document.feats)
    yield from ((text, None) for text in texts_of_rulebook(document.paragraphs))


def texts_of_rulebook(paragraphs: Iterable[Paragraph]) -> Iterator[str]:
    for paragraph in paragraphs:
        yield from (paragraph.section, paragraph.title)
        for passage in passages(paragraph.text):
            yield from passage.texts
