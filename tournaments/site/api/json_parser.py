"""JSON as it is written: no name twice, no number that is none, nothing deeper or longer than anybody needs."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Mapping
from typing import IO, Any, Final, NoReturn

from rest_framework.parsers import BaseParser

from games.wording import shortened
from scoring.derivation import Sentence, gettext_noop
from scoring.faults import Fault, Faults
from tournaments.site.arguments import BODY

DEEPEST: Final = 50
LONGEST_NUMBER: Final = 100
"""Characters of a number. Longer ones are no points, and working with them costs time."""

# A whole string (also one that nobody closed: the decoder says so later), or what opens and closes a level.
_LEVELS: Final = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[\[{]|[\]}]', re.DOTALL)


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
    for match in _LEVELS.finditer(text):
        sign = match[0]
        depth += (sign in "[{") - (sign in "]}")
        if depth > DEEPEST:
            _refuse("too-deep", gettext_noop("more than %(most)s levels inside each other"), most=DEEPEST)


def _check_texts(value: object) -> None:
    # Escapes can bring in half a surrogate pair (no UTF-8) or NUL (no database takes it).
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
    members = dict(pairs)
    if len(members) != len(pairs):
        counts = Counter(name for name, _ in pairs)
        twice = next(name for name, count in counts.items() if count > 1)
        _refuse("name-twice", gettext_noop("“%(name)s” stands twice in one object"), name=shortened(twice))
    return members


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


class StrictJSONParser(BaseParser):
    """Reads JSON as `tournaments.site.api.query` does; how long it may be `config.middleware` has seen to."""

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        return parse_json(stream.read())
