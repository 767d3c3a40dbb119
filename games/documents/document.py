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
from functools import cached_property
from typing import Annotated, Any, Final, Literal, Self

from pydantic import AfterValidator, BaseModel, Field, ValidationError, field_validator, model_validator

from games.form import TARGETS
from games.reading import faults_of
from games.rulebook import Paragraph, parse, passages
from scoring.derivation import SLOT, gettext_noop, is_template
from scoring.entry import Entry, Row, each_once
from scoring.faults import Faults, Unfit, wrong

MOST_FIELDS: Final = 40
FEWEST_CHOICES: Final = 2
MOST_LINES: Final = 60
MOST_BYTES: Final = 32_768
"""Of the canonical JSON of a whole document."""
LONGEST_FILE: Final = 2 * MOST_BYTES
"""Characters of a file that holds one, which may have comments and be laid out."""
FILLED: Final = re.compile(r"\{([a-z][a-z0-9_]*)\}")


def fillable(text: str) -> str:
    """A sentence that is filled with `%(name)s`. Raises Unfit where it holds another sign of percent."""
    if not is_template(text):
        raise Unfit(gettext_noop("a percent sign in “%(text)s” has to be written twice"), text=text)
    return text


def spelled(pattern: str, why: str) -> AfterValidator:
    """Lets in only what is written so; else `why` says how, in a sentence of %(entered)s."""

    def check(entered: str) -> str:
        if not re.fullmatch(pattern, entered):
            raise Unfit(why, entered=entered[:40])
        return entered

    return AfterValidator(check)


_NAME: Final = gettext_noop(
    "“%(entered)s” is no name: it has small letters, digits and _, begins with a letter, and is at most 31 long"
)
_CODE: Final = gettext_noop(
    "“%(entered)s” is no code: it has small letters, digits, . and -, begins with a letter, and is at most 41 long"
)
_WORD: Final = gettext_noop(
    "“%(entered)s” is no word: it has letters, digits and _, begins with a letter, and is at most 31 long"
)
_LANGUAGE: Final = gettext_noop("“%(entered)s” is no code of a language; write one such as en or fr")
Name = Annotated[str, spelled("[a-z][a-z0-9_]{0,30}", _NAME)]
Code = Annotated[str, spelled("[a-z][a-z0-9.-]{0,40}", _CODE)]
Word = Annotated[str, spelled("[A-Za-z][A-Za-z0-9_]{0,30}", _WORD)]
Text = Annotated[str, Field(min_length=1, max_length=300)]
Label = Annotated[str, Field(min_length=1, max_length=60)]
Template = Annotated[Text, AfterValidator(fillable)]
Expression = Annotated[str, Field(min_length=1, max_length=2_000)]
Number = Annotated[int, Field(ge=-(10**6), le=10**6)]
Condition = Annotated[dict[Name, Row[bool | int | str]], Field(max_length=10)]
Size = Annotated[int, Field(ge=2, le=8)]
Counted = Annotated[Row[Annotated[Label, AfterValidator(fillable)]], Field(min_length=2, max_length=2)]
"""How a number is said with what it counts, for one and for more: `%(count)s trick`, `%(count)s tricks`."""
Choices = Annotated[dict[Word, Label], Field(max_length=30)]
Says = Template | Annotated[dict[str, Template], Field(max_length=30)]


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

    @field_validator("name")
    @classmethod
    def _is_free(cls, name: str) -> str:
        if hasattr(BaseModel, name) or name.startswith("model_"):
            raise Unfit(gettext_noop("“%(name)s” cannot be a name; choose another one"), name=name)
        return name

    @model_validator(mode="after")
    def _can_be_entered(self) -> Self:
        kind = getattr(self, "kind", "")
        if kind == "choice" and len(self.choices) < FEWEST_CHOICES:
            raise Unfit(gettext_noop("“%(name)s” is a choice: it needs two choices or more"), name=self.name)
        if kind in ("number", "numbers") and self.least > self.most:
            why = gettext_noop("“%(name)s” goes from %(least)s to %(most)s: the least is more than the most")
            raise Unfit(why, name=self.name, least=self.least, most=self.most)
        items = [item.name for item in getattr(self, "items", ())]
        if kind == "taken_by" and (not items or len(set(items)) < len(items)):
            raise Unfit(
                gettext_noop("“%(name)s” needs items that are taken, each with a name of its own"),
                name=self.name,
            )
        return self


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

    @model_validator(mode="after")
    def _has_its_values(self) -> Self:
        if self.name == "called" or (self.name in TARGETS and (self.kind != "number" or self.least < 1)):
            why = gettext_noop(
                "“%(name)s” means something in every game: a target is a number from 1 on, “called” the name"
            )
            raise Unfit(why, name=self.name)
        among: dict[object, str] = {word: word for word in self.choices}
        if self.kind == "flag":
            among = {True: "true", False: "false"}
        numbers = range(self.least, self.most + 1)
        if self.kind == "number":
            fits = type(self.default) is int and self.default in numbers and self.default % self.step == 0
        else:
            fits = any(self.default is value or self.default == value != 1 != self.default for value in among)
        if not fits:
            why = gettext_noop("the default of “%(name)s” is none of the values it takes")
            raise Unfit(why, name=self.name)
        if isinstance(self.says, dict) and set(self.says) != set(among.values()):
            why = gettext_noop("“%(name)s” has to say a sentence for each of its values and for no other")
            raise Unfit(why, name=self.name)
        says = [self.says] if isinstance(self.says, str) else self.says.values()
        if any(set(SLOT.findall(text)) - {"%%", "%(value)s"} for text in says):
            raise Unfit(
                gettext_noop("the sentences of “%(name)s” hold %%(value)s and nothing else"), name=self.name
            )
        return self


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

    slug: Annotated[str, spelled("[a-z][a-z0-9_]{1,30}", _NAME)]
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
    version_of: Name | None = None
    """The game of the shelf that it is a house version of; its rulebook says what differs."""
    language: Annotated[str, spelled("[a-z]{2,3}(-[A-Za-z0-9]{2,8})?", _LANGUAGE)] = "en"
    """What its texts are written in."""

    @model_validator(mode="after")
    def _is_for_its_seats(self) -> Self:
        if self.partnership and self.seats != (4,):
            raise Unfit(gettext_noop("couples play at tables of four: a game of couples has the seats 4"))
        return self

    @model_validator(mode="after")
    def _names_each_once(self) -> Self:
        for parts in (self.lines, self.feats):
            each_once(tuple(part.id for part in parts))
        return self

    @model_validator(mode="after")
    def _is_not_too_large(self) -> Self:
        if len(self.canonical) > MOST_BYTES:
            why = gettext_noop(
                "the document has %(size)s bytes; at most %(most)s are kept: shorten its rulebook"
            )
            raise Unfit(why, size=len(self.canonical), most=MOST_BYTES)
        return self

    @cached_property
    def data(self) -> dict[str, Any]:
        """The document as JSON data, what is as usual left out."""
        return self.model_dump(mode="json", by_alias=True, exclude_defaults=True)

    @cached_property
    def canonical(self) -> bytes:
        """The document as it is signed and compared: the same bytes however it was written down."""
        return json.dumps(self.data, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()

    @cached_property
    def edition(self) -> str:
        return hashlib.sha256(self.canonical).hexdigest()

    @property
    def counted(self) -> dict[str, tuple[str, str]]:
        """How fields and values are said that count something: for one, and for more."""
        counting = {field.name: field.counted for field in self.fields}
        counting |= {value.name: value.counted for value in self.values}
        return {name: (words[0], words[1]) for name, words in counting.items() if words}

    @property
    def feat_labels(self) -> dict[str, str]:
        """What each feat is called, by its code."""
        return {f"{self.slug}.{feat.id}": feat.label for feat in self.feats}

    @cached_property
    def paragraphs(self) -> tuple[Paragraph, ...]:
        return parse(self.rulebook)


def from_toml(slug: str, written: str) -> Document:
    """The document that stands in a file. Raises pydantic's ValidationError, or TOMLDecodeError."""
    return Document.model_validate({"slug": slug, **tomllib.loads(written)})


def document_of(entered: object) -> Document:
    """The document that was entered as JSON data. Raises Faults with paths inside it."""
    try:
        return Document.model_validate(entered)
    except ValidationError as error:
        raise Faults(faults_of(error, Document)) from None
    except UnicodeEncodeError:
        why = gettext_noop("it holds half a character, which cannot be kept; type the text anew")
        raise Faults([wrong("", "not-allowed", why)]) from None


def document_in(written: str) -> Document:
    """The document in a file, TOML or JSON, its slug among the rest. Raises Faults with paths inside it."""
    if len(written) > LONGEST_FILE:
        why = gettext_noop("the file has %(size)s characters; a document has at most %(most)s")
        raise Faults([wrong("", "too-long", why, size=len(written), most=LONGEST_FILE)])
    try:
        entered = json.loads(written) if written.lstrip().startswith("{") else tomllib.loads(written)
    except (ValueError, RecursionError) as error:
        why = gettext_noop("the file is neither TOML nor JSON that can be read: %(error)s")
        raise Faults([wrong("", "not-readable", why, error=str(error)[:200])]) from None
    return document_of(entered)


def template(sentence: str) -> str:
    """A sentence in gettext's named style."""
    return FILLED.sub(r"%(\1)s", sentence.replace("%", "%%"))


def in_braces(template: str) -> str:
    """A sentence as a document has it, of one in gettext's named style."""
    return re.sub(r"%\((\w+)\)s", r"{\1}", template).replace("%%", "%")


def step_name(name: str) -> str:
    """What a value, a table or what is remembered is called in sentences."""
    return name.replace("_", " ")


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
    for named in (
        *(value.name for value in document.values),
        *document.tables,
        *(each.name for each in document.remember),
    ):
        yield step_name(named), None
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
