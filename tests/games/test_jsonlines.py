"""Whatever a line holds, it gets one answer, in order, in plain JSON."""

import io
import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.jsonlines import answers, game_line
from games.quickly import score_line

HAND = (
    '{"bidder": 1, "bid": 8, "trump": "hen", "counters": {"one": "B", "three": "A", "five": "A", '
    '"pheasant": "B", "peacock": "B", "owl": "A", "chantecler": "B"}}'
)
NINES = "9" * 10_000


def strictly(text: str) -> Any:
    """Reads JSON as the standard has it: Python alone would let NaN pass."""

    def refuse(constant: str) -> None:
        raise ValueError(constant)

    return json.loads(text, parse_constant=refuse)


def answer(line: str | bytes) -> Any:
    text = score_line(line if isinstance(line, bytes) else line.encode())
    assert text.isascii()
    assert text.index("\n") == len(text) - 1
    return strictly(text)


def with_id(request_id: str, hand: str = HAND) -> str:
    return f'{{"id": {request_id}, "game": "chantecler", "hand": {hand}}}'


ANSWERED = {
    "plain": (with_id("7"), 7),
    "a carriage return": (with_id("7") + "\r", 7),
    "a byte order mark": ("\ufeff" + with_id("7"), 7),
    "space around": ("  " + with_id("7") + "\t ", 7),
    "a lone surrogate": (with_id('"\\ud800"'), "\ud800"),
    "beyond ASCII": (with_id('"é \u2028 🐓"'), "é \u2028 🐓"),
    "an object": (with_id('{"table": [1, 2.5, null]}'), {"table": [1, 2.5, None]}),
    "as long as can be written": (with_id("9" * 4000), int("9" * 4000)),
}


@pytest.mark.parametrize(("line", "request_id"), ANSWERED.values(), ids=ANSWERED.keys())
def test_a_line_that_can_be_read_is_scored_and_its_id_given_back(line: str, request_id: object) -> None:
    assert answer(line)["scores"] == [9, 5, 9, 5]
    assert answer(line)["id"] == request_id


REFUSED: dict[str, tuple[str | bytes, object, list[str]]] = {
    "nothing": ("", None, [" empty-line"]),
    "blank": (" \t\r", None, [" empty-line"]),
    "no JSON": ("hello", None, [" not-json"]),
    "half a request": ('{"id": 7, "game": ', None, [" not-json"]),
    "two requests": (with_id("7") + with_id("8"), None, [" not-json"]),
    "not UTF-8": (b'{"id": 7, "game": "\xff"}', None, [" not-utf-8"]),
    "UTF-16": (with_id("7").encode("utf-16"), None, [" not-utf-8"]),
    "null": ("null", None, [" not-an-object"]),
    "a number": (NINES, None, [" number-too-long"]),
    "NaN": ("NaN", None, [" not-json"]),
    "NaN as id": (with_id("NaN"), None, ["id not-json"]),
    "NaN in the id": (with_id("[1, -Infinity]"), None, ["id unreadable"]),
    "an endless id": (with_id(NINES), None, ["id number-too-long"]),
    "an infinite id": (with_id("1e999"), None, ["id number-too-long"]),
    "an id given twice": (with_id('1, "id": 2'), None, ["id entered-twice"]),
    "NaN in the hand": (with_id("7", '{"passed_out": true, "dealer": NaN}'), 7, ["hand.dealer not-json"]),
    "an endless number in the hand": (
        with_id("7", f'{{"passed_out": true, "dealer": {NINES}}}'),
        7,
        ["hand.dealer number-too-long"],
    ),
    "a field entered twice": (
        with_id("7", '{"passed_out": true, "dealer": 1, "dealer": 1, "dealer": 1}'),
        7,
        ["hand.dealer entered-twice"],
    ),
    "a hand entered twice": (with_id("7", f'{HAND}, "hand": {HAND}'), 7, ["hand entered-twice"]),
    "an unknown field entered twice": (
        with_id("7", '{"passed_out": true, "colour": 1, "colour": 2}'),
        7,
        ["hand.colour unknown-field"],
    ),
    "a surrogate as a field": (
        with_id("7", '{"passed_out": true, "\\ud800": 1}'),
        7,
        ["hand.? unknown-field"],
    ),
    "a surrogate as a card": (
        with_id("7", HAND.replace('"owl"', '"\\ud800"')),
        7,
        ["hand.counters.? unknown-field"],
    ),
    "nested deeply in the hand": (
        with_id("7", '{"passed_out": true, "dealer": ' + "[" * 300 + "]" * 300 + "}"),
        7,
        ["hand.dealer not-a-whole-number"],
    ),
    "nested too deeply": (with_id("[" * 100_000 + "]" * 100_000), None, [" nested-too-deeply"]),
    "nested and never closed": ('{"id": 7, "hand": ' + "[" * 100_000, None, [" nested-too-deeply"]),
    "wrong in id and hand": (
        with_id("NaN", '{"passed_out": true, "dealer": 5}'),
        None,
        ["id not-json", "hand.dealer out-of-range"],
    ),
}


@pytest.mark.parametrize(("line", "request_id", "expected"), REFUSED.values(), ids=REFUSED.keys())
def test_a_line_that_cannot_be_scored_says_why(
    line: str | bytes, request_id: object, expected: list[str]
) -> None:
    told = answer(line)

    assert told["id"] == request_id
    assert told["ok"] is False
    assert [f"{error['field']} {error['code']}" for error in told["errors"]] == expected
    assert all(0 < len(error["message"]) < 300 for error in told["errors"])


@given(st.binary() | st.text().map(str.encode))
@example(b'{"":{"":0,"":0}}')
@example(b"1" * 5000)
def test_no_line_makes_scoring_fail(line: bytes) -> None:
    for scored in (score_line, game_line):
        assert strictly(scored(line))["ok"] is False


class Trickle(io.BytesIO):
    """A stream that gives a few bytes at a time, as a slow sender does."""

    def read1(self, size: int | None = -1) -> bytes:
        return super().read1(3)


@pytest.mark.parametrize("stream", [io.BytesIO, Trickle], ids=["at once", "little by little"])
@pytest.mark.parametrize(
    ("sent", "ids"),
    [
        (b"", []),
        (b"\n", [None]),
        (b'{"id": 1}', [1]),
        (b'{"id": 1}\n', [1]),
        (b'{"id": 1}\n\n{"id": 2}\r\n\n', [1, None, 2, None]),
        (b'{"id": 1}\n{"id": 2', [1, None]),
    ],
    ids=["no line", "an empty line", "no line feed", "one line", "empty lines", "broken off"],
)
def test_each_line_is_answered_in_order(stream: Any, sent: bytes, ids: list[object]) -> None:
    answered = "".join(answers(stream(sent), score_line))

    assert [json.loads(line)["id"] for line in answered.splitlines()] == ids


def test_a_line_is_answered_before_the_next_one_is_sent() -> None:
    class Waiting(io.BytesIO):
        """Gives its lines one by one and knows how many were asked for."""

        asked = 0

        def read1(self, size: int | None = -1) -> bytes:
            self.asked += 1
            return self.readline()

    stream = Waiting(b'{"id": 1}\n{"id": 2}\n')
    next(answers(stream, score_line))

    assert stream.asked == 1
