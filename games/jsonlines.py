"""JSON lines in, JSON lines out: one answer for each line, in order, whatever the line holds."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from io import BufferedIOBase
from typing import Any, Final, NoReturn

from games.reading import Unreadable
from games.requests import Answer, refusal, score_game_request
from games.wording import shortened
from scoring.derivation import Sentence, gettext_noop
from scoring.faults import Fault

Answering = Callable[[object], Answer]

CHUNK: Final = 1 << 16
LONGEST_NUMBER: Final = 4000
"""Digits. Python itself refuses to write numbers longer than 4300."""


def answers(stream: BufferedIOBase, answer: Callable[[bytes], str]) -> Iterator[str]:
    """The answers to the lines of `stream`, those to lines that came together in one piece.

    Nothing more is waited for than one line: somebody who sends one and listens is answered.
    """
    for lines in _arriving(stream):
        yield "".join(map(answer, lines))


def game_line(line: bytes) -> str:
    """The answer to one line that asks how a whole game stands."""
    return answer_line(line, score_game_request)


def answer_line(line: bytes, answering: Answering) -> str:
    """The answer to one line: JSON in ASCII and a line feed. Nothing a line holds makes it fail."""
    try:
        return written(answering(_QUICKLY.decode(line.decode()))) + "\n"
    except (ValueError, RecursionError):
        return _answer_with_care(line, answering)


def _arriving(stream: BufferedIOBase) -> Iterator[list[bytes]]:
    """Whole lines as they arrive; at the end also one that no line feed ends."""
    unfinished: list[bytes] = []
    while chunk := stream.read1(CHUNK):
        first, *others = chunk.split(b"\n")
        unfinished.append(first)
        if others:
            yield [b"".join(unfinished), *others[:-1]]
            unfinished = [others[-1]]
    if any(unfinished):
        yield [b"".join(unfinished)]


def _answer_with_care(line: bytes, answering: Answering) -> str:
    """The answer to a line that is no plain JSON, or whose id cannot be written again."""
    try:
        request = _CAREFULLY.decode(line.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        return written(refusal(None, [_no_request(line, error)])) + "\n"
    answer = answering(request)
    try:
        return written(answer) + "\n"
    except (TypeError, ValueError, RecursionError):
        fault = Fault("id", "unreadable", Sentence(gettext_noop("the id cannot be written as JSON")))
        if isinstance(answer["id"], Unreadable):
            fault = Fault("id", answer["id"].code, answer["id"].sentence)
        unsaid = refusal(None, [fault])
        unsaid["errors"] += answer.get("errors", ())
        return written(unsaid) + "\n"


def _no_request(line: bytes, error: Exception) -> Fault:
    """Why nothing can be read of a line."""
    if not line.strip():
        return Fault(
            "", "empty-line", Sentence(gettext_noop("an empty line was entered; a request is needed"))
        )
    match error:
        case UnicodeDecodeError():
            why = Sentence(
                gettext_noop("byte %(place)s of the line is not UTF-8"), {"place": error.start + 1}
            )
            return Fault("", "not-utf-8", why)
        case json.JSONDecodeError():
            values = {"place": error.pos + 1, "reason": error.msg}
            why = Sentence(gettext_noop("the line is not JSON at character %(place)s: %(reason)s"), values)
            return Fault("", "not-json", why)
        case _:
            why = Sentence(gettext_noop("the line is nested too deeply to be read"))
            return Fault("", "nested-too-deeply", why)


def written(value: object) -> str:
    """A value as JSON in ASCII. Raises ValueError for a number that is not finite."""
    return _WRITER.encode(value)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object, its names told apart. Raises ValueError where one comes twice."""
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise ValueError("a name comes twice")
    return fields


def _not_a_value(text: str) -> NoReturn:
    raise ValueError(text)


def _with_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object in which a name that comes twice has no readable value."""
    fields: dict[str, Any] = {}
    for name, value in pairs:
        if name in fields:
            why = Sentence(gettext_noop("it was entered more than once; allowed: once"))
            fields[name] = Unreadable("entered-twice", why)
        else:
            fields[name] = value
    return fields


def _constant(text: str) -> Unreadable:
    """NaN and Infinity, which are not JSON."""
    why = Sentence(gettext_noop("%(entered)s was entered, which is not JSON"), {"entered": text})
    return Unreadable("not-json", why)


def _whole_number(text: str) -> int | Unreadable:
    return int(text) if len(text) <= LONGEST_NUMBER else _too_long(text)


def _decimal_number(text: str) -> float | Unreadable:
    number = float(text)
    return number if number - number == 0 else _too_long(text)


def _too_long(text: str) -> Unreadable:
    why = Sentence(
        gettext_noop("%(entered)s was entered, a number too long to be read"), {"entered": shortened(text)}
    )
    return Unreadable("number-too-long", why)


_QUICKLY: Final = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_not_a_value)
_CAREFULLY: Final = json.JSONDecoder(
    object_pairs_hook=_with_repeats,
    parse_constant=_constant,
    parse_int=_whole_number,
    parse_float=_decimal_number,
)
_WRITER: Final = json.JSONEncoder(allow_nan=False)
