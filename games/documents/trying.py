"""The hands of a document's game: every one where they are few, else those at the edges of what is asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, product
from math import gcd, prod
from types import SimpleNamespace
from typing import Any, Final, NamedTuple, TypeVar

from games.documents.document import FieldOf
from games.documents.expressions import Node, parts_of
from games.documents.played import Played
from games.documents.shapes import COUPLES

T = TypeVar("T")

MOST_TRIED: Final = 50_000
"""Of a game with more hands than this not every one is tried."""
MOST_STEPS: Final = 20_000_000
"""No more steps of expressions are worked out than this, however long they are."""
MOST_EDGES: Final = 8
"""Of the numbers that a field may have, so many are tried where not all are."""
MOST_WAYS: Final = 2_000
"""Of the ways in which numbers may be shared out, the same."""

Hand = tuple[Played, SimpleNamespace]
"""A hand with what kind of hand it is."""
Domains = Mapping[str, Sequence[object]]


class Hands(NamedTuple):
    """Hands that can have been; whether they are all there are."""

    complete: bool
    each: Iterator[Hand]


def hands(kinds: Iterable[Played], rules: Any, most: int = MOST_TRIED) -> Hands:
    """The hands of some kinds under these house rules, at most so many of them."""
    domains = [(played, _domains(played, most)) for played in kinds]
    if sum(prod(map(len, each.values())) for _, each in domains) <= most:
        return Hands(True, _possible(domains, rules, most))
    steps = sum(played.steps for played, _ in domains)
    share = max(1, min(most, MOST_STEPS // max(1, steps)) // len(domains))
    edges = [(played, edges_of(played)) for played, _ in domains]
    return Hands(False, _possible(edges, rules, share))


def _possible(kinds: Iterable[tuple[Played, Domains]], rules: Any, most: int) -> Iterator[Hand]:
    for played, domains in kinds:
        for values in _ways(tuple(domains.values()), most):
            hand = SimpleNamespace(**dict(zip(domains, values, strict=True)))
            if is_possible(played, hand, rules):
                yield played, hand


def is_possible(played: Played, hand: Any, rules: Any) -> bool:
    faults = (fault for check in played.shape.checks for fault in check(hand, rules))
    return played.setting.is_of(hand) and not any(faults)


def _ways(of: Sequence[Sequence[T]], most: int) -> Iterator[tuple[T, ...]]:
    """One of each, in every way; of too many ways some that lie evenly among them."""
    count = prod(map(len, of))
    if count <= most:
        yield from product(*of)
        return
    stride = count * 618 // 1000
    while gcd(stride, count) > 1:
        stride += 1
    for turn in range(most):
        place, way = turn * stride % count, []
        for values in of:
            place, at = divmod(place, len(values))
            way.append(values[at])
        yield tuple(way)


def _domains(played: Played, most: int) -> Domains:
    """The values of each field of a hand; one will do where no expression looks at the field.

    Of rows of more than `most` values there are as many and one.
    """
    return {field.name: _domain(field, played, most) for field in played.setting.fields}


def edges_of(played: Played) -> Domains:
    """The same, of numbers only those at the ends of their range and at numbers that expressions compare with."""
    compared = sorted({number for node in played.nodes for number in _compared(node)})
    return {field.name: _domain(field, played, MOST_WAYS, compared) for field in played.setting.fields}


def _compared(node: Node) -> Iterator[int]:
    for part in parts_of(node):
        if part.op == "literal" and type(part.value) is int:
            yield from (part.value - 1, part.value, part.value + 1)


def _domain(
    field: FieldOf, played: Played, most: int, compared: Sequence[int] | None = None
) -> Sequence[object]:
    seats, settled = played.setting.seats, played.setting.constants
    values: Sequence[object]
    match field.kind:
        case "flag":
            return (settled[field.name],) if field.name in settled else (False, True)
        case "seat_count":
            return (seats,)
        case "numbers":
            return _shared_out(field, len(COUPLES) if field.by_couple else seats, most, compared)
        case "taken_by":
            of: list[object] = [*field.choices] or [*range(1, seats + 1)]
            names = [item.name for item in field.items]
            ways = _ways([[*of, None] if field.nobody else of] * len(names), most + (compared is None))
            return [SimpleNamespace(**dict(zip(names, way, strict=True))) for way in ways]
        case "number":
            values = _numbers(field, compared)
        case _:
            values = tuple(field.choices) or range(1, seats + 1)
    values = (*values, None) if field.nobody or field.optional else values
    return values if field.name in played.used else values[-1:]


def _numbers(field: FieldOf, compared: Sequence[int] | None) -> Sequence[int]:
    numbers = range(field.least, field.most + 1, field.step)
    if compared is None or len(numbers) <= MOST_EDGES:
        return numbers
    edges = sorted({numbers[0], numbers[-1], *(number for number in compared if number in numbers)})
    return [edge for (edge,) in _ways([edges], 2 * MOST_EDGES)]


def _shared_out(
    field: FieldOf, count: int, most: int, compared: Sequence[int] | None
) -> Sequence[tuple[object, ...]]:
    """The numbers of all seats or couples; too many ways are given as too many."""
    numbers, total, is_whole = _numbers(field, compared), field.total, compared is None
    if total is None or (is_whole and len(numbers) ** (count - 1) > most):
        return [*_ways([numbers] * count, most + is_whole)]
    able = range(field.least, field.most + 1, field.step)
    rest = ((*way, total - sum(way)) for way in _ways([numbers] * (count - 1), most))
    turns = range(1 if is_whole else count)
    turned = (way[at:] + way[:at] for way in rest if way[-1] in able for at in turns)
    return [*dict.fromkeys(islice(turned, most))]


def entered(played: Played, hand: SimpleNamespace) -> dict[str, object]:
    """A hand as it is entered, without what need not be."""
    return {
        field.name: _as_entered(value)
        for field in played.setting.fields
        if (value := getattr(hand, field.name)) is not False and not (value is None and not field.nobody)
    }


def _as_entered(value: object) -> object:
    if isinstance(value, tuple):
        return list(value)
    return dict(vars(value)) if isinstance(value, SimpleNamespace) else value
