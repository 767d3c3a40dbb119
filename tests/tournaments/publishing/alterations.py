"""Everything that can be altered in JSON data at one place, and a chain made good again after it."""

import json
import pickle
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from tournaments.evening.outcome import entries_of

Path = tuple[str | int, ...]
LETTERS = "0123456789abcdef"


@dataclass(frozen=True)
class Alteration:
    """One change: what is done, where in the data, and the doing of it to a copy."""

    kind: str
    path: Path
    do: Callable[[Any], None]

    def __str__(self) -> str:
        return f"{self.kind} {'.'.join(map(str, self.path))}"

    def of(self, data: Any) -> Any:
        """The data so altered; what is given stays."""
        altered = copy_of(data)
        self.do(altered)
        return altered


def copy_of(data: Any) -> Any:
    """The same data once more; `copy.deepcopy` takes ten times as long."""
    return pickle.loads(pickle.dumps(data, pickle.HIGHEST_PROTOCOL))  # noqa: S301 - written on the same line


def every_alteration(data: Any, dice: random.Random) -> Iterator[Alteration]:
    """Each value altered, given another type, taken out; something put in everywhere; neighbours exchanged."""
    for path, value in _places(data):
        if path:
            others = {kind: other for kind, other in _others(value, dice) if not _same(other, value)}
            yield from (Alteration(kind, path, _setter(path, other)) for kind, other in others.items())
            yield Alteration("take out", path, _remover(path))
        if isinstance(value, dict):
            yield Alteration("put in", (*path, "unheard_of"), _setter((*path, "unheard_of"), 1))
        elif isinstance(value, list):
            yield Alteration("put in", (*path, len(value)), _appender(path, value[-1] if value else "x"))
            for place in range(len(value) - 1):
                if not _same(value[place], value[place + 1]):
                    yield Alteration("exchange", (*path, place), _exchanger(path, place))


def _same(one: Any, other: Any) -> bool:
    return json.dumps(one) == json.dumps(other)


def _places(data: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    yield path, data
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inside:
        yield from _places(value, (*path, key))


def _others(value: Any, dice: random.Random) -> Iterator[tuple[str, Any]]:
    """Other values of the same type, and what is of another, alike or not."""
    if isinstance(value, bool):
        yield "flip", not value
        yield "number for", int(value)
    elif isinstance(value, int):
        yield "add to", value + dice.choice((1, 2, 1000))
        yield "take from", value - dice.choice((1, value or 1, 2 * value or 1))
        yield "fraction for", float(value)
        yield "truth for", bool(value)
        yield "text for", str(value)
    elif isinstance(value, str):
        yield "letter of", _letter_changed(value, dice)
        yield "empty", ""
        yield "lengthen", value + dice.choice(("x", "\ud800", "\x1b[2J", "\u202e"))
        yield "number for", int(value) if value.isdecimal() else 7
    elif value is None:
        yield "fill", dice.choice(("x", 1, {}))
    elif isinstance(value, list):
        yield "reverse", value[::-1]
        yield "empty", []
    else:
        yield "empty", {}
    yield "nothing for", None
    yield "list for", [value]


def _letter_changed(text: str, dice: random.Random) -> str:
    if not text:
        return "x"
    at = dice.randrange(len(text))
    return text[:at] + dice.choice([letter for letter in LETTERS if letter != text[at]]) + text[at + 1 :]


def _parent(data: Any, path: Path) -> Any:
    for key in path[:-1]:
        data = data[key]
    return data


def _setter(path: Path, value: Any) -> Callable[[Any], None]:
    return lambda data: _parent(data, path).__setitem__(path[-1], value)


def _remover(path: Path) -> Callable[[Any], None]:
    return lambda data: _parent(data, path).__delitem__(path[-1])


def _appender(path: Path, value: Any) -> Callable[[Any], None]:
    return lambda data: _parent(data, (*path, 0)).append(copy_of(value))


def _exchanger(path: Path, place: int) -> Callable[[Any], None]:
    def exchange(data: Any) -> None:
        listed = _parent(data, (*path, place))
        listed[place : place + 2] = listed[place + 1], listed[place]

    return exchange


def made_good(archive: Any) -> Any:
    """The archive with every hash worked out anew, and the head; as it is where that cannot be done."""
    try:
        entries = entries_of(archive["ledger"])
    except (LookupError, TypeError, ValueError):
        return archive
    head = ""
    again = copy_of(archive)
    for told, entry in zip(again["ledger"], entries, strict=True):
        try:
            head = told["hash"] = replace(entry, hash="").digest(head)
        except ValueError:
            return archive
    again["head"] = head
    return again
