"""The parts of a document as rows of cells that are typed on a page: from data to text and back."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from games.documents.document import in_braces, template
from scoring.derivation import gettext_noop

WORD: Final = re.compile("[A-Za-z][A-Za-z0-9_]*")
DIGITS: Final = 9
"""A number with more of them is left to the document as a text, which refuses it."""


def number(text: str) -> object:
    """A whole number; anything else stays a text, for the document to refuse."""
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdecimal() and len(digits) <= DIGITS else text


def value(text: str) -> object:
    """Yes, no, a number or a word."""
    return {"true": True, "false": False}.get(text, number(text))


def value_shown(stands: object) -> str:
    return str(stands).lower() if isinstance(stands, bool) else str(stands)


def _parts_of_lines(text: str) -> list[list[str]]:
    return [[part.strip() for part in line.split("=", 2)] for line in text.splitlines() if line.strip()]


def _a_line_each(words: Mapping[str, object]) -> str:
    return "\n".join(f"{word} = {label}" for word, label in words.items())


def _words(text: str) -> object:
    return {line[0]: "=".join(line[1:]) or line[0] for line in _parts_of_lines(text)}


def _items(text: str) -> object:
    lines = _parts_of_lines(text)
    return [
        dict(zip(("name", "label", "points"), (*line[:2], *map(number, line[2:])), strict=False))
        for line in lines
    ]


def _condition(text: str) -> object:
    lines = _parts_of_lines(text)
    return {
        line[0]: [value(part.strip()) for part in "=".join(line[1:]).split(",") if part.strip()]
        for line in lines
    }


def _sentences(text: str) -> object:
    # One for each value, or one for all.
    lines = [line.partition("=") for line in text.splitlines() if line.strip()]
    by_value = {word.strip(): template(text.strip()) for word, sign, text in lines if sign}
    return by_value if len(by_value) == len(lines) and all(map(WORD.fullmatch, by_value)) else template(text)


def _numbers(text: str) -> object:
    return {line[0]: number("=".join(line[1:])) for line in _parts_of_lines(text)}


class Look(NamedTuple):
    """How a kind of cell is typed: what is shown of data, and the data of what was typed."""

    shown: Callable[[Any], str]
    read: Callable[[str], object]


LOOKS: Final[Mapping[str, Look]] = {
    "text": Look(str, str),
    "long": Look(str, str),
    "choice": Look(str, str),
    "number": Look(str, number),
    "value": Look(value_shown, value),
    "flag": Look(value_shown, value),
    "words": Look(_a_line_each, _words),
    "counted": Look(
        lambda words: "\n".join(map(in_braces, words)), lambda text: [*map(template, text.splitlines())]
    ),
    "sentences": Look(
        lambda says: in_braces(says) if isinstance(says, str) else in_braces(_a_line_each(says)), _sentences
    ),
    "numbers": Look(_a_line_each, _numbers),
    "items": Look(
        lambda items: "\n".join(" = ".join(map(str, item.values())) for item in items),
        _items,
    ),
    "condition": Look(
        lambda asked: "\n".join(
            f"{name} = {', '.join(map(value_shown, values))}" for name, values in asked.items()
        ),
        _condition,
    ),
}


class Cell(NamedTuple):
    """What is typed of a row: `look` is one of `LOOKS`; only rows of some `kinds` have it, where they are named."""

    name: str
    label: str
    look: str = "text"
    menu: str = ""
    kinds: str = ""
    needed: bool = False
    choices: Mapping[str, str] = {}


class Part(NamedTuple):
    """A part of a document that is written row by row, and a row with which one more begins."""

    name: str
    title: str
    about: str
    add: str
    cells: tuple[Cell, ...]
    begins: Mapping[str, Any]
    called: str = "id"
    """The key by which rows are told apart."""


KINDS: Final = {
    "flag": gettext_noop("yes or no"),
    "seat": gettext_noop("a player"),
    "number": gettext_noop("a number"),
    "numbers": gettext_noop("a number for each player"),
    "choice": gettext_noop("a choice"),
    "taken_by": gettext_noop("who took what"),
    "seat_count": gettext_noop("how many play"),
}
OF_RULES: Final = {kind: KINDS[kind] for kind in ("flag", "number", "choice")}
UNSAID: Final = "{points}"
"""The sentence of a line for which nobody wrote one, until it is made from what the line says."""
_WHEN: Final = Cell("when", gettext_noop("When"), menu="when")
_BOUNDS: Final = (
    Cell("least", gettext_noop("Least"), "number", kinds="number numbers"),
    Cell("most", gettext_noop("Most"), "number", kinds="number numbers"),
    Cell("step", gettext_noop("In steps of"), "number", kinds="number numbers"),
)
_NAME: Final = Cell("name", gettext_noop("Name in conditions and points"), needed=True)

PARTS: Final = (
    Part(
        "lines",
        gettext_noop("Lines"),
        gettext_noop(
            "Each line gives points when its condition is met. The score of a hand is the sum of its lines."
        ),
        gettext_noop("Add a line"),
        (
            Cell("to", gettext_noop("Who gets them"), menu="whom", needed=True),
            Cell("points", gettext_noop("Points"), menu="points", needed=True),
            _WHEN,
            Cell("paragraph", gettext_noop("Paragraph"), menu="paragraphs"),
            Cell("sentence", gettext_noop("Sentence on the score slip"), "long"),
        ),
        {"id": "line-{}", "to": "all", "points": "0", "sentence": UNSAID},
    ),
    Part(
        "fields",
        gettext_noop("What is entered for a hand"),
        gettext_noop("These are asked on the phone, in this order."),
        gettext_noop("Add a question"),
        (
            _NAME,
            Cell("label", gettext_noop("Label on the phone"), needed=True),
            Cell("kind", gettext_noop("What is entered"), "choice", needed=True, choices=KINDS),
            *_BOUNDS,
            Cell("total", gettext_noop("Together they make"), "number", kinds="numbers"),
            Cell("by_couple", gettext_noop("One for each couple"), "flag", kinds="numbers"),
            Cell(
                "choices", gettext_noop("Choices, one a line: word = label"), "words", kinds="choice taken_by"
            ),
            Cell("items", gettext_noop("What is taken, one a line: name = label"), "items", kinds="taken_by"),
            Cell("nobody", gettext_noop("Words for nobody, where that can be"), kinds="seat taken_by"),
            Cell(
                "optional",
                gettext_noop("May be left out"),
                "flag",
                kinds="seat number numbers choice taken_by",
            ),
            Cell("default", gettext_noop("Value at the start"), "value", kinds="flag number choice"),
            Cell("when", gettext_noop("Asked only when, one a line: name = value, value"), "condition"),
            Cell("under", gettext_noop("Asked only under a house rule: rule = value"), "condition"),
            Cell(
                "counted",
                gettext_noop("In sentences, one a line: {count} trick, {count} tricks"),
                "counted",
                kinds="number numbers",
            ),
        ),
        {"name": "question_{}", "label": gettext_noop("New question"), "kind": "flag"},
        "name",
    ),
    Part(
        "house_rules",
        gettext_noop("House rules"),
        gettext_noop(
            "What clubs may play differently, and how it begins. Conditions and points call each house_ and its "
            "name. A number called target is what wins a game; one called target_against ends it: the points against."
        ),
        gettext_noop("Add a house rule"),
        (
            Cell("name", gettext_noop("Name, without house_"), needed=True),
            Cell("label", gettext_noop("Label in forms"), needed=True),
            Cell("kind", gettext_noop("What is chosen"), "choice", needed=True, choices=OF_RULES),
            Cell("default", gettext_noop("Value at the start"), "value", kinds="flag number", needed=True),
            Cell("default", gettext_noop("Value at the start"), kinds="choice", needed=True),
            *_BOUNDS,
            Cell("choices", gettext_noop("Choices, one a line: word = label"), "words", kinds="choice"),
            Cell("under", gettext_noop("Asked only under a house rule: rule = value"), "condition"),
            Cell(
                "says",
                gettext_noop("Sentence with {value}, or one a line for each value: true = sentence"),
                "sentences",
                needed=True,
            ),
        ),
        {
            "name": "rule_{}",
            "label": gettext_noop("New house rule"),
            "kind": "flag",
            "default": False,
            "says": gettext_noop("New house rule: %(value)s."),
        },
        "name",
    ),
    Part(
        "tables",
        gettext_noop("Tables of numbers"),
        gettext_noop(
            "A table has a number for each of some words: worth[suit] is that of the suit that was chosen."
        ),
        gettext_noop("Add a table"),
        (
            _NAME,
            Cell("numbers", gettext_noop("Numbers, one a line: word = number"), "numbers", needed=True),
        ),
        {"name": "table_{}", "numbers": {"word": 0}},
        "name",
    ),
    Part(
        "values",
        gettext_noop("Steps"),
        gettext_noop("Steps are worked out from top to bottom. What follows may use them by their names."),
        gettext_noop("Add a step"),
        (
            _NAME,
            Cell("is", gettext_noop("Is worked out as"), needed=True),
            Cell(
                "counted", gettext_noop("In sentences, one a line: {count} trick, {count} tricks"), "counted"
            ),
        ),
        {"name": "step_{}", "is": "0"},
        "name",
    ),
    Part(
        "refusals",
        gettext_noop("Refusals"),
        gettext_noop(
            "A hand that meets one of these conditions cannot be saved. The sentence says what to enter instead."
        ),
        gettext_noop("Add a refusal"),
        (
            Cell("field", gettext_noop("Shown at"), menu="fields", needed=True),
            Cell("when", gettext_noop("Refused when"), menu="when", needed=True),
            Cell("sentence", gettext_noop("What the refusal says"), "long", needed=True),
        ),
        {
            "code": "refusal-{}",
            "field": "",
            "when": "false",
            "sentence": gettext_noop("this cannot be; check the hand"),
        },
        "code",
    ),
    Part(
        "feats",
        gettext_noop("Feats"),
        gettext_noop("Feats are counted beside the points, for prizes."),
        gettext_noop("Add a feat"),
        (
            Cell("label", gettext_noop("What is counted"), needed=True),
            Cell("to", gettext_noop("For whom"), menu="whom", needed=True),
            Cell("when", gettext_noop("Counted when"), menu="when", needed=True),
        ),
        {"id": "feat-{}", "label": gettext_noop("New feat"), "to": "all", "when": "false"},
    ),
    Part(
        "remember",
        gettext_noop("Remembered from hand to hand"),
        gettext_noop(
            "The next hand of the table finds these numbers, within the round: bags, points carried over."
        ),
        gettext_noop("Remember something"),
        (
            _NAME,
            Cell("becomes", gettext_noop("After a hand"), needed=True),
            Cell("begins", gettext_noop("Before the first hand"), "number"),
            Cell("least", gettext_noop("Least"), "number"),
            Cell("most", gettext_noop("Most"), "number", needed=True),
            Cell("by_seat", gettext_noop("One for each player"), "flag"),
        ),
        {"name": "kept_{}", "most": 100, "becomes": "kept_{}"},
        "name",
    ),
)


def rows_of(part: Part, data: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The rows of a part; tables are kept by name."""
    rows = data.get(part.name, ())
    if isinstance(rows, Mapping):
        return [{"name": name, "numbers": numbers} for name, numbers in rows.items()]
    return [dict(row) for row in rows]


def with_rows(part: Part, data: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """A document with these rows of a part; of two tables with one name the later gets another."""
    others = {name: stands for name, stands in data.items() if name != part.name}
    tables: dict[str, Any] = {}
    for row in rows if part.name == "tables" else ():
        name = str(row.get("name", ""))
        tables[name if name not in tables else f"{name}_{len(tables)}"] = row.get("numbers", {})
    return others | ({part.name: tables or list(rows)} if rows else {})


def cells_of(part: Part, row: Mapping[str, Any]) -> list[Cell]:
    """The cells that a row has, by its kind."""
    return [cell for cell in part.cells if not cell.kinds or row.get("kind") in cell.kinds.split()]


def names_of(part: Part, row: Mapping[str, Any]) -> list[str]:
    """What conditions and points call a row."""
    name, items = row.get("name"), row.get("items")
    if part.name == "house_rules":
        return [f"house_{name}"]
    if row.get("kind") == "taken_by" and isinstance(items, list):
        return [f"{name}_{item.get('name')}" for item in items if isinstance(item, Mapping)]
    return [f"{name}[…]" if part.name == "tables" else str(name)] if name else []


def shown(cell: Cell, row: Mapping[str, Any]) -> str:
    """What a cell says of a row; a value that is of another kind than usual as it is."""
    stands = row.get(cell.name)
    try:
        return "" if stands is None else LOOKS[cell.look].shown(stands)
    except (TypeError, AttributeError):
        return str(stands)


def typed(part: Part, rest: Mapping[str, Any], entered: Mapping[str, str]) -> dict[str, Any]:
    """A row of what stands in its cells, and of the rest that has none."""
    kind = {"kind": entered["kind"]} if "kind" in entered else {}
    row = {name: stands for name, stands in rest.items() if name not in {cell.name for cell in part.cells}}
    if part.called in entered:
        row[part.called] = entered[part.called]
    for cell in cells_of(part, kind):
        text = entered.get(cell.name, "").replace("\r\n", "\n").strip()
        if text and not (cell.look == "flag" and text == "false"):
            row[cell.name] = LOOKS[cell.look].read(text)
    return row


def one_more(part: Part, rows: list[dict[str, Any]], say: Callable[[str], str]) -> dict[str, Any]:
    """A new row, called as no other is."""
    taken = [row.get(part.called) for row in rows]
    name = str(part.begins[part.called])
    at = next(at for at in range(1, len(rows) + 2) if name.format(at) not in taken)
    texts = ("label", "sentence", "says") if part.name != "lines" else ()
    return {
        key: say(stands) if key in texts else stands.format(at) if "{}" in str(stands) else stands
        for key, stands in part.begins.items()
    }
