"""The entry form of a hand, drawn and read by a game's form description, whatever the game.

Fields are named by their dotted path in the hand (`hand.bidder`, `hand.counters.one`), which is also how
refusals name them. What the engine should refuse is handed to it as it came: only what is clearly a whole
number or a yes becomes one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Final

from django.utils.translation import gettext as _

from games.definition import Game
from games.form import Choice, FormField, Item
from tournaments.queries.tables import Sitter
from tournaments.web.shared import Refusal

PREFIX: Final = "hand."
WHOLE_NUMBER: Final = re.compile(r"-?[0-9]{1,9}")
MOST_TILES: Final = 14
"""A number with more values than this is entered by stepper and keypad."""
ICONS: Final = Path(__file__).parents[2] / "static" / "head_table" / "img" / "icons.svg"
KINDS: Final = ("flag", "seat", "number", "choice", "taken_by")

Values = Mapping[str, str]
"""What was posted, by dotted path."""


@dataclass(frozen=True, slots=True)
class Option:
    """One tile of a choice."""

    value: str
    label: str
    note: str = ""
    tone: str = ""
    icon: str = ""
    discard: bool = False
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One item of a group: which of the options has it."""

    path: str
    label: str
    points: int | None
    icon: str
    options: tuple[Option, ...]
    errors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """One field as templates/table/kinds/<kind>.html draws it."""

    path: str
    kind: str
    label: str
    required: bool
    when: str
    options: tuple[Option, ...] = ()
    rows: tuple[Row, ...] = ()
    value: str = ""
    least: int | None = None
    most: int | None = None
    step: int = 1
    errors: tuple[str, ...] = ()

    @property
    def template(self) -> str:
        """The partial that draws it."""
        return f"table/kinds/{self.kind}.html"

    @property
    def abreast(self) -> int:
        """How many tiles stand side by side."""
        return 7 if self.kind == "number" else min(len(self.options), 5)

    @property
    def pictured(self) -> bool:
        """Whether some of its items have a picture, so that the others need one beside them."""
        return any(row.icon for row in self.rows)

    @property
    def discards(self) -> bool:
        """Whether an item may also have been discarded by mistake."""
        return any(option.discard for option in self.options)

    @property
    def points(self) -> int:
        """What all items of a group count together."""
        return sum(row.points or 0 for row in self.rows)


@dataclass(frozen=True, slots=True)
class HandForm:
    """The form of one hand: which hand it is for, its fields, what was refused."""

    round_number: int
    number: int
    key: str
    fields: tuple[Drawn, ...]
    played_at: str = ""
    errors: tuple[str, ...] = ()
    bound: bool = False

    @property
    def points(self) -> int:
        """What its groups of items count together; 0 where they do not count."""
        return sum(drawn.points for drawn in self.fields)


@dataclass(slots=True)
class Typed:
    """What was typed into a form, and what was refused of it."""

    values: Values = field(default_factory=dict)
    refusals: Sequence[Refusal] = ()

    def errors_at(self, path: str) -> tuple[str, ...]:
        """The refusals of the field at `path`."""
        return tuple(_in_form(refusal) for refusal in self.refusals if refusal.field == path)


def _in_form(refusal: Refusal) -> str:
    """A refusal beside its field, where what is allowed can be seen anyway."""
    return _("nothing is chosen yet") if refusal.code == "missing" else refusal.message


def posted_values(posted: Mapping[str, str]) -> Values:
    """The part of a POST that belongs to the hand."""
    return {name: value for name, value in posted.items() if name.startswith(PREFIX)}


def read_hand(form: Sequence[FormField], values: Values) -> dict[str, object]:
    """The hand that `values` describe, in the words of the game's page of the rules.

    Fields whose condition (`when`) does not hold are left out, as are empty ones and flags that are not set:
    a page without JavaScript shows them all. What no field is called goes into the hand under its own name,
    and the engine refuses it.
    """
    hand: dict[str, object] = {}
    known: set[str] = set()
    for described in form:
        paths = _paths(described)
        known.update(paths.values())
        if holds(described, hand):
            hand |= _read_field(described, paths, values)
    unknown = {path.removeprefix(PREFIX): value for path, value in values.items() if path not in known}
    return {**hand, **unknown}


def holds(described: FormField, hand: Mapping[str, object]) -> bool:
    """Whether the field's condition is met by what stands before it in `hand`; a flag not set is False."""
    return all(hand.get(name, False) in allowed for name, allowed in described.when.items())


def _paths(described: FormField) -> dict[str, str]:
    """The dotted path of each value of a field, by the item it is for ("" for the field's own)."""
    own = PREFIX + described.name
    if described.kind == "taken_by":
        return {item.name: f"{own}.{item.name}" for item in described.items}
    return {"": own}


def _read_field(described: FormField, paths: Mapping[str, str], values: Values) -> dict[str, object]:
    given = {item: values[path] for item, path in paths.items() if values.get(path, "") != ""}
    if described.kind == "taken_by":
        seats = not described.choices
        taken = {item: _whole(value) if seats else value for item, value in given.items()}
        return {described.name: taken} if taken else {}
    if "" not in given:
        return {}
    return _as_kind(described, given[""])


def _as_kind(described: FormField, value: str) -> dict[str, object]:
    if described.kind == "flag":
        if value in ("false", "off"):
            return {}
        return {described.name: True if value in ("true", "on") else value}
    return {described.name: _whole(value) if described.kind in ("seat", "number") else value}


def _whole(value: str) -> int | str:
    text = value.strip()
    return int(text) if WHOLE_NUMBER.fullmatch(text) else value


def draw(
    game: Game,
    sitters: Sequence[Sitter],
    *,
    round_number: int,
    number: int,
    key: str,
    typed: Typed | None = None,
    played_at: str = "",
) -> HandForm:
    """The form of the hand `number` for the people at the table, with what was typed and refused."""
    heard = typed or Typed()
    fields = tuple(_drawn(described, sitters, heard) for described in game.form if described.kind in KINDS)
    shown = {drawn.path for drawn in fields} | {row.path for drawn in fields for row in drawn.rows}
    return HandForm(
        round_number=round_number,
        number=number,
        key=key,
        fields=fields,
        played_at=played_at,
        errors=tuple(refusal.message for refusal in heard.refusals if refusal.field not in shown),
        bound=typed is not None,
    )


def _drawn(described: FormField, sitters: Sequence[Sitter], typed: Typed) -> Drawn:
    path = PREFIX + described.name
    value = typed.values.get(path, "")
    options = _options(described, sitters)
    return Drawn(
        path=path,
        kind=described.kind,
        label=_(described.label),
        required=described.required,
        when=_condition(described),
        options=_choose(options, value) if described.kind != "taken_by" else options,
        rows=tuple(_row(path, item, options, typed) for item in described.items),
        value=value,
        least=described.least,
        most=described.most,
        step=described.step,
        errors=typed.errors_at(path),
    )


def _condition(described: FormField) -> str:
    """The field's condition as js/hand.js reads it: paths and the values they may have, as posted."""
    posted = {
        PREFIX + name: [str(value).lower() if isinstance(value, bool) else str(value) for value in allowed]
        for name, allowed in described.when.items()
    }
    return json.dumps(posted) if posted else ""


def _options(described: FormField, sitters: Sequence[Sitter]) -> tuple[Option, ...]:
    if described.choices:
        return tuple(_choice(choice, sitters) for choice in described.choices)
    if described.kind in ("seat", "taken_by"):
        return tuple(_seat(sitter) for sitter in sitters)
    if described.kind == "number":
        return _numbers(described)
    return ()


def _choice(choice: Choice, sitters: Sequence[Sitter]) -> Option:
    couple, _dash, fate = choice.value.partition("-")
    tone = couple.lower() if couple in ("A", "B") else ""
    label = _(choice.label)
    if tone and not fate:
        label = " & ".join(sitter.short for sitter in sitters if sitter.couple == couple)
    return Option(choice.value, label, tone=tone, icon=_icon(choice.value), discard=bool(tone and fate))


def _seat(sitter: Sitter) -> Option:
    note = _("seat %(seat)s") % {"seat": sitter.seat}
    return Option(
        str(sitter.seat), sitter.short, note=f"{note} · {sitter.couple}", tone=sitter.couple.lower()
    )


def _numbers(described: FormField) -> tuple[Option, ...]:
    """A tile for each value of a number that has few."""
    if described.least is None or described.most is None:
        return ()
    values = range(described.least, described.most + 1, described.step)
    return tuple(Option(str(value), str(value)) for value in values) if len(values) <= MOST_TILES else ()


def _row(path: str, item: Item, options: tuple[Option, ...], typed: Typed) -> Row:
    own = f"{path}.{item.name}"
    return Row(
        path=own,
        label=_(item.label),
        points=item.points,
        icon=_icon(item.name),
        options=_choose(options, typed.values.get(own, "")),
        errors=typed.errors_at(own),
    )


def _choose(options: Iterable[Option], value: str) -> tuple[Option, ...]:
    return tuple(
        Option(o.value, o.label, o.note, o.tone, o.icon, o.discard, chosen=o.value == value) for o in options
    )


def _icon(name: str) -> str:
    return name if name in _icons() else ""


@lru_cache(maxsize=1)
def _icons() -> frozenset[str]:
    """The pictures that the icon sheet has."""
    return frozenset(re.findall(r'id="([\w-]+)"', ICONS.read_text(encoding="utf-8")))
