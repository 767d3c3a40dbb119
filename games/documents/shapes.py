"""The kinds of hand of a document's game: which fields are asked, and the model of what is entered.

Which fields are asked depends on some of them (`when`) and on how many play. Each such case is a kind of hand of its
own, so that what is lacking, unknown or out of range is told as for any game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Annotated, Any, Final, Literal, NoReturn, cast

from pydantic import Field, create_model

from games.documents.document import Document, FieldOf, HouseRuleOf
from games.documents.expressions import FLAG, Kind, Range, Words
from scoring.derivation import gettext_noop
from scoring.entry import Entry, MayLack, No, Row, Yes
from scoring.faults import Faults, wrong

COUPLES: Final = ("A", "B")
MOST_SHAPES: Final = 64
NOBODY: Final = 0
"""What a seat counts as where nobody is named."""


@dataclass(frozen=True, eq=False)
class Setting:
    """How a hand is played: how many sit there, which fields are asked, and the flags that are settled by that."""

    seats: int
    fields: tuple[FieldOf, ...]
    constants: Mapping[str, bool]
    deciders: tuple[FieldOf, ...]
    cases: frozenset[Decided]
    """What the deciders may be in it."""

    def is_of(self, hand: Any) -> bool:
        """Whether the deciders of a hand make it one that is played so."""
        values = ((field, getattr(hand, field.name)) for field in self.deciders)
        decided = (counts_as(field) if value is None else value for field, value in values)
        return (self.seats, *decided) in self.cases


Decided = tuple[object, ...]
"""How many sit there, and the value of each decider."""


def deciders(document: Document) -> tuple[FieldOf, ...]:
    """The fields that decide which others are asked, the number of players left out.

    Raises Faults where a field depends on one that cannot decide.
    """
    by_name = {field.name: field for field in document.fields}
    decisive = [(field, name) for field in document.fields for name in field.when]
    for field, name in decisive:
        decider = by_name.get(name)
        if decider is None or decider.when or decider.kind not in ("flag", "choice", "seat_count"):
            why = gettext_noop(
                "“%(name)s” decides nothing: only a yes or no, a choice or the number of players does"
            )
            refuse(f"fields.{field.name}.when", "no-decider", why, name=name)
    names = {name for _, name in decisive}
    return tuple(field for field in document.fields if field.name in names and field.kind != "seat_count")


def settings(document: Document) -> dict[Decided, Setting]:
    """How a hand is played in every case. Raises Faults where there are too many."""
    decisive = deciders(document)
    decided: list[Sequence[object]] = [document.seats, *map(_values, decisive)]
    if (count := prod(map(len, decided))) > MOST_SHAPES:
        why = gettext_noop("%(count)s kinds of hand come of this; there are at most %(most)s")
        refuse("fields", "too-many-kinds", why, count=count, most=MOST_SHAPES)
    cases: list[Decided] = list(product(*decided))
    alike: dict[tuple[object, frozenset[str]], list[Decided]] = {}
    for case in cases:
        known = dict(zip(("players", *(field.name for field in decisive)), case, strict=True))
        known |= _players(document, case[0])
        asked = (
            field.name
            for field in document.fields
            if all(known[name] in of for name, of in field.when.items())
        )
        alike.setdefault((case[0], frozenset(asked)), []).append(case)
    made: dict[Decided, Setting] = {}
    for (seats, names), same in alike.items():
        fields = tuple(field for field in document.fields if field.name in names)
        settled = {
            field.name: bool(same[0][place])
            for place, field in enumerate(decisive, start=1)
            if field.kind == "flag" and len({case[place] for case in same}) == 1
        }
        setting = Setting(cast("int", seats), fields, settled, decisive, frozenset(same))
        made |= dict.fromkeys(same, setting)
    return made


def _players(document: Document, seats: object) -> dict[str, object]:
    return {field.name: seats for field in document.fields if field.kind == "seat_count"}


def _values(field: FieldOf) -> Sequence[object]:
    return tuple(field.choices) if field.kind == "choice" else (False, True)


def number_type(asked: FieldOf | HouseRuleOf) -> Any:
    return Annotated[
        int, Field(ge=asked.least, le=asked.most, multiple_of=asked.step if asked.step > 1 else None)
    ]


def entered_as(field: FieldOf, setting: Setting, seats: tuple[int, ...]) -> tuple[Any, Any]:
    """The type and the default of a field, as pydantic is told of them."""
    kind: Any
    match field.kind:
        case "flag" if field.name in setting.constants:
            return (Yes, ...) if setting.constants[field.name] else (No, False)
        case "flag":
            return bool, False
        case "seat":
            kind = Annotated[int, Field(ge=1, le=setting.seats)]
        case "seat_count":
            kind = Annotated[int, Field(ge=min(seats), le=max(seats))]
        case "number":
            kind = number_type(field)
        case "numbers":
            count = len(COUPLES) if field.by_couple else setting.seats
            number = number_type(field)
            row: Any = Row
            kind = Annotated[row[number], Field(min_length=count, max_length=count)]
        case "choice":
            kind = Literal[tuple(field.choices)]
        case "taken_by":
            kind = _taken(field, setting)
    if field.nobody and field.kind == "seat":
        return kind | None, None
    may_lack: Any = MayLack
    return (may_lack[kind], None) if field.optional else (kind, ...)


def _taken(field: FieldOf, setting: Setting) -> type[Entry]:
    of: Any = (
        Literal[tuple(field.choices)] if field.choices else Annotated[int, Field(ge=1, le=setting.seats)]
    )
    if field.nobody:
        of |= None
    fields: dict[str, Any] = {item.name: (of, ...) for item in field.items}
    return create_model(field.name.title(), __base__=Entry, **fields)


def kind_of(asked: FieldOf | HouseRuleOf, seats: int) -> Kind:
    """What kind of value a field has that is asked."""
    if asked.kind == "flag":
        return FLAG
    if asked.choices:
        return Words(frozenset(asked.choices))
    if asked.kind in ("seat", "taken_by"):
        return Range(1, seats)
    return Range(seats, seats) if asked.kind == "seat_count" else Range(asked.least, asked.most)


def refuse(path: str, code: str, why: str, **values: object) -> NoReturn:
    """Refuses a part of a document. Raises Faults."""
    raise Faults([wrong(path, code, why, **values)])


def counts_as(field: FieldOf) -> bool | int | str:
    """What a field counts as that is not asked."""
    if field.kind == "flag":
        return False
    return next(iter(field.choices)) if field.choices else NOBODY
