"""The entry form of a game, described so that a page can draw it without knowing the game.

A game's `game.toml` gives order, kinds and labels; ranges and allowed values come from the hand's fields
in `scoring/`, and loading fails where the two disagree. Labels are English and are keys of the message
files.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, get_args

from games.schemas import Schema, not_null

Kind = Literal[
    "flag", "seat", "seats", "seat_count", "number", "numbers", "choice", "taken_by", "row", "rows", "text"
]
"""How a field is entered:

flag        yes or no
seat        one of the table's seats
seats       any number of seats, each as often as it applies
seat_count  how many play; known from the table, so nothing to draw
number      a whole number from `least` to `most`, in steps of `step`
numbers     such a number for each seat, with `by_couple` for each couple, making up `total` where there is one
choice      one of `choices`
taken_by    for each of `items` one of `choices`, or where there are none one of the table's seats
row         one row with `fields`, or none
rows        any number of rows, each with `fields`; with `by_seat` a list of rows for each seat
text        a few words, at most `most` letters; of house rules only
"""

SCHEMA_TYPES: Final[Mapping[str, str]] = {
    "flag": "boolean",
    "seat": "integer",
    "seats": "array",
    "seat_count": "integer",
    "number": "integer",
    "numbers": "array",
    "taken_by": "object",
    "row": "object",
    "rows": "array",
    "text": "string",
}
TARGETS: Final[Mapping[str, int]] = {"target": 1, "target_against": -1}
"""The house rules that set a target: points that win a game, and points against that end it."""
COUPLES: Final = ("A", "B")
"""The couples of a game for partners, in the order of their numbers."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the values a field takes, and what it is called."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Item:
    """One of the things a group hands out, say a card; `points` is what it counts."""

    name: str
    label: str
    points: int | None


@dataclass(frozen=True, slots=True)
class FormField:
    """One field of an entry form. `Kind` says which of the attributes matter."""

    name: str
    kind: Kind
    label: str
    required: bool
    when: Mapping[str, tuple[object, ...]]
    """Drawn only while every field named here has one of the values given for it."""
    under: Mapping[str, tuple[object, ...]] = field(default_factory=dict)
    """Means something only where every house rule named here has one of the values given for it."""
    least: int | None = None
    most: int | None = None
    step: int = 1
    total: int | None = None
    choices: tuple[Choice, ...] = ()
    items: tuple[Item, ...] = ()
    nobody: str | None = None
    """What it is called that no seat is named, where that may be entered (as null)."""
    nobody_seats: tuple[int, ...] = ()
    """With how many players nobody may be named; empty: with any number."""
    says: Mapping[str, str] = field(default_factory=dict)
    """Of a house rule, by its value: what it comes to, in a sentence; under "" for any value, as `%(value)s`."""
    default: object = None
    """The value most rows have; a page may choose it as soon as a row is begun."""
    fields: tuple[FormField, ...] = ()
    by_seat: bool = False
    folded: bool = False
    """Of a seat: seldom entered, so that a page may fold it away until somebody opens it."""
    by_couple: bool = False
    by_rule: Mapping[str, str] = field(default_factory=dict)
    """Which house rules set `least`, `most` and `total`, by these names; 0 sets no `most` and no `total`."""

    def numbered(self, seats: int) -> int:
        """How many numbers it holds at a table of `seats`."""
        return len(COUPLES) if self.by_couple else seats


def in_force(described: FormField, options: Mapping[str, object]) -> bool:
    """Whether a field means something under these house rules."""
    return all(options.get(name) in values for name, values in described.under.items())


def ruled(described: FormField, options: Mapping[str, object]) -> FormField:
    """The field with the bounds that these house rules set."""
    if not described.by_rule:
        return described
    set_by: dict[str, Any] = {bound: options[rule] for bound, rule in described.by_rule.items()}
    set_by = {bound: value or (0 if bound == "least" else None) for bound, value in set_by.items()}
    if set_by.get("total"):
        set_by["most"] = set_by["total"]  # one side may get all of it
    return replace(described, **set_by)


def load_fields(tables: Sequence[Mapping[str, Any]], schemas: Sequence[Schema]) -> tuple[FormField, ...]:
    """The fields described by `tables`, in their order, for entries that follow one of `schemas`.

    Raises ValueError where a field is unknown to the schemas or its choices differ from theirs.
    """
    return tuple(_field(table, schemas) for table in tables)


def _field(table: Mapping[str, Any], schemas: Sequence[Schema]) -> FormField:
    name, kind = table["name"], table["kind"]
    if kind not in get_args(Kind):
        raise ValueError(f"the form field {name} has no known kind")
    schema, required = _property(name, kind, schemas)
    _check_names(name, table, schema)
    numbers = schema.get("items", schema) if kind == "numbers" else schema
    rows = schema if kind == "row" else schema.get("items", {})
    if table.get("by_seat"):
        rows = rows.get("items", {})
    return FormField(
        name=name,
        kind=kind,
        label=table["label"],
        required=required,
        when=_condition(table, "when"),
        under=_condition(table, "under"),
        least=numbers.get("minimum"),
        most=numbers.get("maximum", numbers.get("maxLength")),
        step=numbers.get("multipleOf", 1),
        total=table.get("total"),
        choices=tuple(Choice(value, label) for value, label in table.get("choices", {}).items()),
        items=tuple(Item(item["name"], item["label"], item.get("points")) for item in table.get("items", ())),
        nobody=table.get("nobody"),
        nobody_seats=tuple(table.get("nobody_seats", ())),
        says=_says(table.get("says", {})),
        default=table.get("default"),
        fields=load_fields(table.get("fields", ()), [rows]),
        by_seat=table.get("by_seat", False),
        folded=table.get("folded", False),
        by_couple=table.get("by_couple", False),
        by_rule=table.get("by_rule", {}),
    )


def _condition(table: Mapping[str, Any], name: str) -> Mapping[str, tuple[object, ...]]:
    return {key: tuple(values) for key, values in table.get(name, {}).items()}


def _says(written: str | Mapping[str, str]) -> Mapping[str, str]:
    """One sentence for any value, or one for each."""
    return {"": written} if isinstance(written, str) else dict(written)


def _property(name: str, kind: Kind, schemas: Sequence[Schema]) -> tuple[Schema, bool]:
    """The schema of the property `name` that can be entered as `kind`, and whether it has to be."""
    for schema in schemas:
        found = not_null(schema["properties"].get(name, {}))
        if "enum" in found if kind == "choice" else found.get("type") == SCHEMA_TYPES[kind]:
            return found, name in schema.get("required", ())
    raise ValueError(f"no hand has a field {name} that is entered as {kind}")


def _check_names(name: str, table: Mapping[str, Any], schema: Schema) -> None:
    """Choices and items are those of the hand, no more and no fewer."""
    items = [item["name"] for item in table.get("items", ())]
    if items and set(items) != set(schema["properties"]):
        raise ValueError(f"the items of {name} are not those a hand has")
    choices = table.get("choices")
    allowed = schema["properties"][items[0]] if items else schema
    if choices and set(choices) != set(allowed.get("enum", ())):
        raise ValueError(f"the choices of {name} are not those a hand takes")
