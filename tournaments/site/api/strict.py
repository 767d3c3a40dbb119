"""JSON read as strictly as scores deserve: what two readers could understand in two ways is refused."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from typing import Any, Final, NoReturn

from games.wording import shortened
from scoring.derivation import Sentence, gettext_noop
from scoring.faults import Fault, Faults

DEEPEST: Final = 50
LONGEST_NUMBER: Final = 100
"""Characters of a number. Longer ones are no points, and working with them costs time."""

# A whole string (also one that nobody closed: the decoder says so later), or what opens and closes a level.
_LEVELS: Final = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[\[{]|[\]}]', re.DOTALL)
BODY: Final = "body"


def parse_json(text: bytes) -> Any:
    """The value that `text` holds.

    Raises Faults for text that is not UTF-8 or not JSON, and for JSON with a name twice in one object, numbers
    that are not finite or absurdly long, more than DEEPEST levels, or characters that are no text.
    """
    try:
        decoded = text.decode()
    except UnicodeDecodeError as error:
        _refuse("not-utf-8", gettext_noop("byte %(place)s is not UTF-8"), place=error.start + 1)
    _check_depth(decoded)
    try:
        value = _DECODER.decode(decoded)
    except json.JSONDecodeError as error:
        why = gettext_noop("this is not JSON: line %(line)s, column %(column)s: %(why)s")
        _refuse("not-json", why, line=error.lineno, column=error.colno, why=error.msg)
    if "\\u" in decoded:
        _check_texts(value)
    return value


def _refuse(code: str, template: str, **values: object) -> NoReturn:
    raise Faults([Fault(BODY, code, Sentence(template, values))]) from None


def _check_depth(text: str) -> None:
    if text.count("[") + text.count("{") <= DEEPEST:
        return
    depth = 0
    for found in _LEVELS.finditer(text):
        sign = found[0]
        depth += (sign in "[{") - (sign in "]}")
        if depth > DEEPEST:
            _refuse("too-deep", gettext_noop("more than %(most)s levels inside each other"), most=DEEPEST)


def _check_texts(value: object) -> None:
    """An escape can smuggle in what UTF-8 cannot hold (half a surrogate pair) or no database takes (NUL)."""
    match value:
        case str():
            if "\0" in value or (
                not value.isprintable() and any("\ud800" <= sign <= "\udfff" for sign in value)
            ):
                _refuse("no-text", gettext_noop("a text holds a NUL or half a character"))
        case list():
            for item in value:
                _check_texts(item)
        case dict():
            for name, item in value.items():
                _check_texts(name)
                _check_texts(item)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        counts = Counter(name for name, _ in pairs)
        twice = next(name for name, count in counts.items() if count > 1)
        _refuse("name-twice", gettext_noop("“%(name)s” stands twice in one object"), name=shortened(twice))
    return found


def _whole(digits: str) -> int:
    _check_length(digits)
    return int(digits)


def _fraction(digits: str) -> float:
    _check_length(digits)
    number = float(digits)
    if not math.isfinite(number):
        _constant(digits)
    return number


def _check_length(digits: str) -> None:
    if len(digits) > LONGEST_NUMBER:
        why = gettext_noop("a number of %(entered)s characters; at most %(most)s are read")
        _refuse("too-long-a-number", why, entered=len(digits), most=LONGEST_NUMBER)


def _constant(name: str) -> NoReturn:
    _refuse("not-a-number", gettext_noop("%(name)s is not a number"), name=shortened(name))


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_whole, parse_float=_fraction, parse_constant=_constant
)
