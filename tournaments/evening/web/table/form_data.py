"""From what a form posts to a hand, whatever the game.

Fields are named by their dotted path in the hand (`hand.bidder`, `hand.counters.one`, `hand.tricks.0`,
`hand.penalties.0.seat`), which is also how refusals name them. How often each seat is meant is the one thing
with a path of its own: `hand.reneges.times.3`. What the engine should refuse is handed to it as it came: only
what is clearly a whole number, a yes or nobody becomes one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from games.choices import applies, names_nobody
from games.dealing import deals_next
from games.definition import Game
from games.form import FormField
from tournaments.evening.plan import Setup
from tournaments.evening.reads.hands import Hand
from tournaments.evening.reads.rounds import GameView, came_here

COUPLES = 2


@dataclass(frozen=True, slots=True)
class Option:
    value: str
    label: str
    note: str = ""
    tone: str = ""
    icon: str = ""
    discard: bool = False
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    path: str
    label: str
    points: int | None
    icon: str
    options: tuple[Option, ...]
    errors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    path: str
    label: str
    value: str
    errors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FieldRows:
    """A list of rows, each with fields of its own; `label` says whose, where each seat has one."""

    path: str
    label: str
    rows: tuple[tuple[str, tuple[DrawnForm, ...], tuple[str, ...]], ...]
    """Path, fields and errors of each."""
    errors: tuple[str, ...]

    @property
    def used(self) -> bool:
        return bool(self.errors) or any(field.value or field.errors for row in self.rows for field in row[1])


@dataclass(frozen=True, slots=True)
class DrawnForm:
    path: str
    described: FormField
    label: str
    when: str = ""
    options: tuple[Option, ...] = ()
    items: tuple[Row, ...] = ()
    cells: tuple[Cell, ...] = ()
    lists: tuple[FieldRows, ...] = ()
    value: str = ""
    default: str = ""
    optional: bool = False
    """Whether a hand may leave it open."""
    errors: tuple[str, ...] = ()

    @property
    def template(self) -> str:
        return f"table/kinds.html#{self.described.kind}"

    @property
    def chosen(self) -> str:
        return next((option.label for option in self.options if option.chosen), "")

    @property
    def abreast(self) -> int:
        most = (
            7
            if self.described.kind == "number"
            else 6
            if all(len(option.label) < 6 for option in self.options)
            else 5
        )
        return min(len(self.options), most)

    @property
    def narrow(self) -> bool:
        return 0 < len(self.options) < 3 and self.described.kind in ("seat", "number", "choice")

    @property
    def pictured(self) -> bool:
        return any(row.icon for row in self.items)

    @property
    def discards(self) -> bool:
        return any(option.discard for option in self.options)

    @property
    def flips(self) -> bool:
        """Whether an item is one couple's or the other's, so that a chip can flip between them (js/chips.js)."""
        return (
            self.described.kind == "taken_by"
            and len([option for option in self.options if option.tone]) >= COUPLES
        )

    @property
    def points(self) -> int:
        return max(0, sum(row.points or 0 for row in self.items))

    @property
    def used(self) -> bool:
        return bool(self.errors or self.value) or any(cell.value or cell.errors for cell in self.cells)


LADIES: Final = frozenset(("ladies", "dames"))
"""The colours of tickets of which one is the visiting lady's, in English and French."""


@dataclass(frozen=True, slots=True)
class Deal:
    """Whose deal it is: the seat, where that is known, and what the phone says; "" for nothing."""

    seat: int | None
    words: str


def next_deal(setup: Setup, here: GameView, hands: Sequence[Hand]) -> Deal:
    """Who deals the hand after these `hands` of a table; at most one query, before a dealer was noted."""
    if not setup.game.has_deal:
        return Deal(None, "")
    played = [hand.hand for hand in hands]
    seat = deals_next(played, len(here.seats))
    visits = seat is None and setup.plan.movement == "progressive"
    if visits and (lady := _visiting_lady(here)):
        seat = deals_next(played, len(here.seats), lady)
    if seat is not None:
        name = next(player.short for player in here.seats if player.seat == seat)
        if hands or not visits:
            return Deal(seat, _("%(name)s deals.") % {"name": name})
        return Deal(seat, _("%(name)s deals: the visiting lady.") % {"name": name})
    if hands:
        return Deal(None, "")
    if setup.plan.movement == "progressive":
        return Deal(None, _("Cut for the deal: in a progressive evening the lowest card deals."))
    return Deal(None, _("Cut for the deal."))


def _visiting_lady(here: GameView) -> int | None:
    # None where no lady has come to the table for this round, or several have.
    if LADIES.isdisjoint(player.colour for player in here.seats):
        return None
    came = came_here(here)
    ladies = [player.seat for player in here.seats if player.colour in LADIES and player.code in came]
    return ladies[0] if len(ladies) == 1 else None


PREFIX: Final = "hand."
OPTIONS: Final = "options."
NOBODY: Final = "none"
"""What a form posts for a field that names no seat."""
TIMES: Final = "times"
WHOLE_NUMBER: Final = re.compile(r"-?[0-9]{1,9}")
PLACE: Final = re.compile(r"[0-9]{1,3}")
MOST_TIMES: Final = 99
"""So often somebody may do something in one hand before it is taken for a slip of the finger."""
SCALARS: Final = ("flag", "seat", "number", "choice", "seat_count")

Values = Mapping[str, str]
"""What was posted, by dotted path."""


def as_posted(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return NOBODY if value is None else str(value)


def posted_values(posted: Mapping[str, str], game: Game, seats: int) -> Values:
    """The part of a POST that belongs to the hand; rows that were left empty are gone, the others close up."""
    values = {name: value for name, value in posted.items() if name.startswith(PREFIX)}
    for described in game.form:
        if described.kind == "rows":
            for path in lists_of(described, seats):
                values = _closed_up(path, values)
    return values


def lists_of(described: FormField, seats: int) -> tuple[str, ...]:
    """The paths of a field's lists of rows: one, or one for each seat."""
    own = PREFIX + described.name
    return tuple(f"{own}.{place}" for place in range(seats)) if described.by_seat else (own,)


def rows_at(path: str, values: Values) -> dict[int, dict[str, str]]:
    rows: dict[int, dict[str, str]] = {}
    for name, value in values.items():
        place, dot, inner = name.removeprefix(f"{path}.").partition(".")
        if name.startswith(f"{path}.") and dot and PLACE.fullmatch(place) and value != "":
            rows.setdefault(int(place), {})[inner] = value
    return dict(sorted(rows.items()))


def _closed_up(path: str, values: Values) -> dict[str, str]:
    rows = rows_at(path, values)
    inside = re.compile(rf"{re.escape(path)}\.{PLACE.pattern}\..*", re.DOTALL)
    others = {name: value for name, value in values.items() if not inside.fullmatch(name)}
    return others | {
        f"{path}.{place}.{inner}": value
        for place, row in enumerate(rows.values())
        for inner, value in row.items()
    }


def read_hand(game: Game, values: Values, seats: int) -> dict[str, object]:
    """The hand that `values` describe, in the words of the game's page of the rules.

    Fields whose condition (`when`) does not hold are left out, as are empty ones and flags that are not set:
    a page without JavaScript shows them all. What no field is called goes into the hand under its own name,
    and the engine refuses it.
    """
    hand: dict[str, object] = {}
    for described in game.form:
        if applies(described, hand, seats):
            hand |= _read(described, values, seats)
    known = {path for described in game.form for path in _paths(described, values, seats)}
    strange = {path.removeprefix(PREFIX): value for path, value in values.items() if path not in known}
    return {**hand, **strange}


def read_options(game: Game, posted: Mapping[str, str]) -> dict[str, object]:
    """The house rules that a form posts under `options.`, where they are not left to the book."""
    options: dict[str, object] = {}
    for described in game.house_rule_form:
        options |= _as_kind(described, posted.get(OPTIONS + described.name, ""), 0)
    return options


def _paths(described: FormField, values: Values, seats: int) -> Iterator[str]:
    own = PREFIX + described.name
    if described.kind in SCALARS:
        yield own
    elif described.kind == "taken_by":
        yield from (f"{own}.{item.name}" for item in described.items)
    elif described.kind == "numbers":
        yield from (f"{own}.{place}" for place in range(described.numbered(seats)))
    elif described.kind == "row":
        yield from (f"{own}.{inner.name}" for inner in described.fields)
    elif described.kind == "seats":
        yield from (f"{own}.{TIMES}.{seat}" for seat in range(1, seats + 1))
    else:
        for path in lists_of(described, seats):
            for place, row in rows_at(path, values).items():
                yield from (f"{path}.{place}.{inner}" for inner in row)


def _read(described: FormField, values: Values, seats: int) -> dict[str, object]:
    own = PREFIX + described.name
    value: Any = None
    match described.kind:
        case "seat_count":
            return {described.name: seats}
        case "taken_by":
            value = _read_takers(described, own, values, seats)
        case "numbers":
            cells = [values.get(f"{own}.{place}", "") for place in range(described.numbered(seats))]
            value = [_whole(cell) if cell else None for cell in cells] if any(cells) else None
        case "seats":
            value = [entry for seat in range(1, seats + 1) for entry in _times(own, seat, values)]
        case "row":
            row = {inner.name: values.get(f"{own}.{inner.name}", "") for inner in described.fields}
            value = _row(described, row, seats)
        case "rows":
            lists = [
                [{**row, **_row(described, row, seats)} for row in rows_at(path, values).values()]
                for path in lists_of(described, seats)
            ]
            value = lists if described.by_seat else lists[0]
        case _:
            return _as_kind(described, values.get(own, ""), seats)
    return {described.name: value} if value else {}


def _read_takers(described: FormField, own: str, values: Values, seats: int) -> dict[str, object]:
    takers = {item.name: values.get(f"{own}.{item.name}", "") for item in described.items}
    return {
        name: value if described.choices else _seat(described, value, seats)
        for name, value in takers.items()
        if value != ""
    }


def _times(own: str, seat: int, values: Values) -> list[int | str]:
    # What is no number of times goes in once, as text, for the engine to refuse.
    entered = values.get(f"{own}.{TIMES}.{seat}", "")
    if entered == "":
        return []
    times = _whole(entered)
    return [seat] * times if isinstance(times, int) and 0 <= times <= MOST_TIMES else [f"{entered} times"]


def _row(described: FormField, row: Values, seats: int) -> dict[str, object]:
    known: dict[str, object] = {}
    for inner in described.fields:
        known |= _as_kind(inner, row.get(inner.name, ""), seats)
    return known


def _as_kind(described: FormField, value: str, seats: int) -> dict[str, object]:
    if value == "" or (described.kind == "flag" and value in ("false", "off")):
        return {}
    if described.kind == "flag":
        return {described.name: True if value in ("true", "on") else value}
    if described.kind == "seat":
        return {described.name: _seat(described, value, seats)}
    return {described.name: _whole(value) if described.kind == "number" else value}


def _seat(described: FormField, value: str, seats: int) -> int | str | None:
    return None if value == NOBODY and names_nobody(described, seats) else _whole(value)


def _whole(value: str) -> int | str:
    text = value.strip()
    return int(text) if WHOLE_NUMBER.fullmatch(text) else value


def prefilled_values(game: Game, hand: Mapping[str, Any] | None, seats: int) -> Values:
    """What a form has to hold for `read_hand` to find this hand in it; empty for a deal declared void."""
    entered = hand or {}
    return {
        path: value
        for described in game.form
        if described.name in entered
        for path, value in _values(described, entered[described.name], seats)
    }


def _values(described: FormField, value: Any, seats: int) -> Iterator[tuple[str, str]]:
    own = PREFIX + described.name
    if described.kind == "seat_count" or value in ([], {}):
        return
    match described.kind, value:
        case "taken_by", dict():
            yield from ((f"{own}.{name}", as_posted(taker)) for name, taker in value.items())
        case "numbers", list():
            yield from ((f"{own}.{place}", as_posted(number)) for place, number in enumerate(value))
        case "seats", list():
            yield from ((f"{own}.{TIMES}.{seat}", str(value.count(seat))) for seat in dict.fromkeys(value))
        case "row", dict():
            yield from _prefilled_row(described, own, value, seats)
        case "rows", list():
            yield from _prefilled_rows(described, value, seats)
        case _:
            yield from _single(described, own, value, seats)


def _prefilled_rows(described: FormField, value: list[Any], seats: int) -> Iterator[tuple[str, str]]:
    lists = value if described.by_seat else [value]
    for path, rows in zip(lists_of(described, seats), lists, strict=False):
        for place, row in enumerate(rows):
            yield from _prefilled_row(described, f"{path}.{place}", row, seats)


def _prefilled_row(
    described: FormField, path: str, row: Mapping[str, Any], seats: int
) -> Iterator[tuple[str, str]]:
    for inner in [inner for inner in described.fields if inner.name in row]:
        yield from _single(inner, f"{path}.{inner.name}", row[inner.name], seats)


def _single(described: FormField, path: str, value: Any, seats: int) -> Iterator[tuple[str, str]]:
    if value is False or (value is None and not names_nobody(described, seats)):
        return
    yield path, as_posted(value)
