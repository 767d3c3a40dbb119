"""Which choices of an entry form are still open: those that some hand can have, the rest being as entered.

No rule is written down a second time for the form. A choice is closed when the game, asked to score the hand
with it, refuses that very field, whatever is entered for what is still missing around it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import product
from typing import Any, Final, NamedTuple

from games.definition import Game
from games.form import FormField, in_force
from scoring.entry import Entry

Hand = Mapping[str, Any]
Closed = frozenset[tuple[str, object]]
"""Dotted paths inside a hand, each with a value that it cannot have."""

MOST_TILES: Final = 14
"""A number with more values than this is typed, and none of its values is asked about."""
UNFINISHED: Final = "missing"
"""The code of what is not entered yet, which is no reason to close a choice."""


class Trial(NamedTuple):
    """A choice on trial: at `path` the value, the hands that have it, and the hand without it."""

    path: str
    value: object
    hands: Iterable[Hand]
    without: Hand


def values_of(field: FormField, seats: int) -> tuple[object, ...]:
    """All values a field could take at a table of `seats`; none for one that is typed or has parts."""
    if field.kind == "flag":
        return (True,)
    if field.choices:
        return tuple(choice.value for choice in field.choices)
    if field.kind in ("seat", "taken_by"):
        nobody = (None,) if names_nobody(field, seats) else ()
        return (*range(1, seats + 1), *nobody)
    if field.kind == "number":
        numbers = range_of(field)
        return tuple(numbers) if len(numbers) <= MOST_TILES else ()
    return ()


def range_of(field: FormField) -> range:
    """The values of a number."""
    if field.least is None or field.most is None:
        return range(0)
    return range(field.least, field.most + 1, field.step)


def names_nobody(field: FormField, seats: int) -> bool:
    """Whether no seat at all may be named."""
    return field.nobody is not None and (not field.nobody_seats or seats in field.nobody_seats)


def closed(game: Game, hand: Hand, rules: Entry, seats: int) -> Closed:
    """The choices that no hand can have with the rest of `hand` as it is, of the fields that apply to it."""
    never, options = never_open(game, rules, seats), dict(rules)
    trials = (
        trial
        for field in game.form
        if applies(field, hand, seats) and in_force(field, options)
        for trial in _trials(field, hand, seats)
        if (_general(trial.path), trial.value) not in never
    )
    return frozenset((trial.path, trial.value) for trial in trials if _refused(game, trial, rules))


def applies(field: FormField, hand: Hand, seats: int) -> bool:
    """Whether the field's condition is met; a flag that is not set is False."""
    known = {"players": seats, **hand}
    return all(known.get(name, False) in allowed for name, allowed in field.when.items())


@lru_cache(maxsize=256)
def never_open(game: Game, rules: Entry, seats: int) -> Closed:
    """The choices that no hand at a table of `seats` can have under these house rules.

    In a path through rows the places are left out: `penalties.kind`.
    """
    return frozenset(
        (_general(path), value) for field in game.form for path, value in _never(game, field, rules, seats)
    )


@lru_cache(maxsize=256)
def may_lack(game: Game, rules: Entry, seats: int) -> frozenset[str]:
    """The choices that every hand at a table of `seats` may leave open, of those that do not hang on others.

    A hand in which nothing is entered yet lacks all that it needs.
    """
    lacks = {fault.field for fault in game.faults({}, rules, where="") if fault.code == UNFINISHED}
    free = (field for field in game.form if applies(field, {}, seats) and field.kind == "choice")
    return frozenset(field.name for field in free if field.name not in lacks)


def _never(game: Game, field: FormField, rules: Entry, seats: int) -> Iterator[tuple[str, object]]:
    hands = list(_hands_where(field, game, seats))
    trials = [{(trial.path, trial.value): trial for trial in _trials(field, hand, seats)} for hand in hands]
    for choice in trials[0] if trials else ():
        if all(_refused(game, of_hand[choice], rules) for of_hand in trials):
            yield choice


def _hands_where(field: FormField, game: Game, seats: int) -> Iterator[dict[str, Any]]:
    """Hands that have nothing but what makes the field apply, one for each way to do so."""
    counted = {other.name: seats for other in game.form if other.kind == "seat_count" and not other.when}
    conditions = {name: values for name, values in field.when.items() if name != "players"}
    if seats not in field.when.get("players", (seats,)):
        return
    for values in product(*conditions.values()):
        chosen = dict(zip(conditions, values, strict=True))
        yield {**counted, **{name: value for name, value in chosen.items() if value is not False}}


@lru_cache(maxsize=256)
def numbers_open(game: Game, rules: Entry, seats: int) -> tuple[range, ...]:
    """For each field of the form the numbers it can have: its own but for those at both ends that no hand has."""
    return tuple(_open_range(game, field, rules, seats) for field in game.form)


def _open_range(game: Game, field: FormField, rules: Entry, seats: int) -> range:
    if field.kind != "number":
        return range(0)
    numbers = range_of(field)
    hands = list(_hands_where(field, game, seats))

    def is_open(value: int) -> bool:
        trials = (Trial(field.name, value, [{**hand, field.name: value}], hand) for hand in hands)
        return any(not _refused(game, trial, rules) for trial in trials)

    first = next((place for place, value in enumerate(numbers) if is_open(value)), len(numbers))
    last = next((place for place, value in enumerate(reversed(numbers)) if is_open(value)), 0)
    return numbers[first : len(numbers) - last]


def _general(path: str) -> str:
    return ".".join(step for step in path.split(".") if not step.isdecimal())


def _trials(field: FormField, hand: Hand, seats: int) -> Iterator[Trial]:
    if field.kind == "taken_by":
        yield from _group(field, hand, seats)
    elif field.kind == "row":
        yield from _row(field, hand, seats)
    elif field.kind == "rows":
        for way, rows in _lists(field, hand, seats):
            yield from _rows(field, hand, seats, way, rows)
    else:
        without = {name: value for name, value in hand.items() if name != field.name}
        for value in values_of(field, seats):
            yield Trial(field.name, value, [{**without, field.name: value}], without)


def _group(field: FormField, hand: Hand, seats: int) -> Iterator[Trial]:
    """Each item with each value."""
    given = _as_dict(hand.get(field.name))
    for item in field.items:
        others = {name: value for name, value in given.items() if name != item.name}
        without = {**hand, field.name: others}
        for value in values_of(field, seats):
            hands = _groups_with(field, without, {**others, item.name: value}, seats)
            yield Trial(f"{field.name}.{item.name}", value, hands, without)


def _groups_with(field: FormField, hand: Hand, given: Hand, seats: int) -> Iterator[Hand]:
    """The hand with what is missing of a group filled in, all alike: once with each value."""
    for filler in values_of(field, seats):
        yield {**hand, field.name: {**{item.name: filler for item in field.items}, **given}}


def _row(field: FormField, hand: Hand, seats: int) -> Iterator[Trial]:
    """Each field of a single row."""
    entered = _as_dict(hand.get(field.name))
    without = {name: value for name, value in hand.items() if name != field.name}
    for inner in field.fields:
        for value in values_of(inner, seats):
            filled = _filled_rows(field, {**entered, inner.name: value}, seats)
            hands = ({**without, field.name: row} for row in filled)
            yield Trial(f"{field.name}.{inner.name}", value, hands, without)


def _lists(field: FormField, hand: Hand, seats: int) -> Iterator[tuple[tuple[int, ...], list[Any]]]:
    """The lists of rows of a field: its own, or one for each seat; with the way to each."""
    entered = hand.get(field.name)
    if not field.by_seat:
        yield (), entered if isinstance(entered, list) else []
        return
    for place in range(seats):
        of_seat = entered[place] if isinstance(entered, list) and place < len(entered) else []
        yield (place,), of_seat if isinstance(of_seat, list) else []


def _rows(field: FormField, hand: Hand, seats: int, way: tuple[int, ...], rows: list[Any]) -> Iterator[Trial]:
    """Each field of each row, the empty one behind the last among them, with and without the rows below it.

    A row below can rule out nothing, for it was entered later, but it can allow: two couples' revokes give
    tricks to each other.
    """
    for place, row in enumerate([*rows, {}]):
        above, below = rows[:place], rows[place + 1 :]
        without = _with_rows(field, hand, seats, way, above)
        for inner in field.fields:
            path = ".".join(map(str, (field.name, *way, place, inner.name)))
            for value in values_of(inner, seats):
                filled = _filled_rows(field, {**_as_dict(row), inner.name: value}, seats)
                hands = (
                    _with_rows(field, hand, seats, way, [*above, whole, *later])
                    for whole in filled
                    for later in ([[], below] if below else [[]])
                )
                yield Trial(path, value, hands, without)


def _filled_rows(field: FormField, row: dict[str, Any], seats: int) -> Iterator[dict[str, Any]]:
    """The row with what is missing of it, in every way."""
    missing = {inner.name: values_of(inner, seats) for inner in field.fields if inner.name not in row}
    for filling in product(*missing.values()):
        yield {**row, **dict(zip(missing, filling, strict=True))}


def _with_rows(
    field: FormField, hand: Hand, seats: int, way: tuple[int, ...], rows: list[Any]
) -> dict[str, Any]:
    if not field.by_seat:
        return {**hand, field.name: rows}
    lists = {place: of_seat for (place,), of_seat in _lists(field, hand, seats)}
    lists[way[0]] = rows
    return {**hand, field.name: list(lists.values())}


def _as_dict(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _refused(game: Game, trial: Trial, rules: Entry) -> bool:
    """Whether every hand with the choice is refused for it, and for something that was right without it."""
    before = frozenset(_complaints(game, trial.without, trial.path, rules))
    return all(
        any(fault not in before for fault in _complaints(game, hand, trial.path, rules))
        for hand in trial.hands
    )


def _complaints(game: Game, hand: Hand, path: str, rules: Entry) -> Iterator[tuple[str, str]]:
    """The faults of a hand that are about `path` or what it is a part of."""
    for fault in game.faults(hand, rules, where=""):
        if fault.code != UNFINISHED and f"{path}.".startswith(f"{fault.field}."):
            yield fault.field, str(fault.sentence)
