"""A hand as its form posts it, so that it can be put right without being typed again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from games.choices import names_nobody
from games.definition import Game
from games.form import FormField
from tournaments.evening.web.table.form_data import PREFIX, TIMES, Values, as_posted, lists_of


def values_of(game: Game, hand: Mapping[str, Any] | None, seats: int) -> Values:
    """What a form has to hold for `read_hand` to find this hand in it; nothing for a deal declared void.

    Arguments:
        seats: how many sit at the table; nobody has to enter that.
    """
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
            yield from _row(described, own, value, seats)
        case "rows", list():
            yield from _rows(described, value, seats)
        case _:
            yield from _single(described, own, value, seats)


def _rows(described: FormField, value: list[Any], seats: int) -> Iterator[tuple[str, str]]:
    lists = value if described.by_seat else [value]
    for path, rows in zip(lists_of(described, seats), lists, strict=False):
        for place, row in enumerate(rows):
            yield from _row(described, f"{path}.{place}", row, seats)


def _row(described: FormField, path: str, row: Mapping[str, Any], seats: int) -> Iterator[tuple[str, str]]:
    for inner in [inner for inner in described.fields if inner.name in row]:
        yield from _single(inner, f"{path}.{inner.name}", row[inner.name], seats)


def _single(described: FormField, path: str, value: Any, seats: int) -> Iterator[tuple[str, str]]:
    if value is False or (value is None and not names_nobody(described, seats)):
        return
    yield path, as_posted(value)
