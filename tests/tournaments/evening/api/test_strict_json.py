"""Nonsense in a request's body: refused by name, whatever it is, and never the server's fault."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.faults import Faults
from tests.tournaments.an_evening import Make
from tests.tournaments.evening.api.callers import Caller, address, fault
from tournaments.evening.api.acts import doors
from tournaments.site.api.json_parser import DEEPEST, LONGEST_NUMBER, parse_json

BROKEN: dict[str, tuple[bytes, str]] = {
    "no JSON": (b"{", "not-json"),
    "two values": (b"{} {}", "not-json"),
    "a trailing comma": (b'{"hand": 1,}', "not-json"),
    "a string never closed": (b'{"hand": "', "not-json"),
    "a control character": (b'{"hand": "\x01"}', "not-json"),
    "a byte order mark": (b"\xef\xbb\xbf{}", "not-json"),
    "nothing but space": (b"  ", "not-json"),
    "not UTF-8": (b'{"hand": "\xff"}', "not-utf-8"),
    "UTF-16": ('{"hand": 1}'.encode("utf-16-le") + b"\xd8", "not-utf-8"),
    "a name twice": (b'{"hand": 1, "hand": 2}', "name-twice"),
    "a name twice inside": (b'{"hand": [{"bid": 1, "bid": 2}]}', "name-twice"),
    "a name twice, once escaped": (b'{"hand": 1, "h\\u0061nd": 2}', "name-twice"),
    "NaN": (b'{"hand": NaN}', "not-a-number"),
    "Infinity": (b'{"hand": -Infinity}', "not-a-number"),
    "a number too large to hold": (b'{"hand": 1e999}', "not-a-number"),
    "a number of 400 digits": (b'{"hand": 1' + b"0" * 400 + b"}", "too-long-a-number"),
    "a number of 5000 digits": (b'{"hand": 1' + b"0" * 5000 + b"}", "too-long-a-number"),
    "a fraction of 400 digits": (b'{"hand": 1.' + b"0" * 400 + b"}", "too-long-a-number"),
    "a NUL": (b'{"hand": "\\u0000"}', "no-text"),
    "a NUL in a name": (b'{"\\u0000": 1}', "no-text"),
    "half a character": (b'{"hand": {"trump": ["\\ud800"]}}', "no-text"),
    "half a character in a name": (b'{"\\udfff": 1}', "no-text"),
    "lists without end": (b"[" * 10_000, "too-deep"),
    "objects without end": (b'{"a":' * 3_000, "too-deep"),
    "one level too many": (b"[" * (DEEPEST + 1) + b"]" * (DEEPEST + 1), "too-deep"),
    "quotes upon quotes": (b'"\\"' * 5_000 + b"[" * 60, "not-json"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_body_that_cannot_be_read_is_refused(name: str) -> None:
    body, code = BROKEN[name]
    assert refusals(body) == {"body": code}


@pytest.mark.parametrize("place", ["hands", "preview", "cut", "score"])
def test_every_way_to_read_a_body_reads_it_so(phone: Caller, table: str, place: str) -> None:
    path = "/api/v1/score/" if place == "score" else f"{table}{place}/"
    answer = phone.post(path, b'{"hand": 1, "hand": 2}', **{"Idempotency-Key": "a key"})
    assert fault(answer) == (400, "body", "name-twice")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (b"[" * DEEPEST + b"]" * DEEPEST, None),
        (b'["[[[[{{{{", "\\"[", "{\\\\"]', ["[[[[{{{{", '"[', "{\\"]),
        (json.dumps(["[" * 60, {"{": "[\\"}]).encode(), ["[" * 60, {"{": "[\\"}]),
        ('["é", "\\u00e9", "\\ud83d\\ude00"]'.encode(), ["é", "é", "😀"]),
        (b'{"a": 1, "A": 2}', {"a": 1, "A": 2}),
        (b"9" * LONGEST_NUMBER, int("9" * LONGEST_NUMBER)),
        (b"-0.5", -0.5),
    ],
    ids=[
        "as deep as may be",
        "brackets in texts",
        "sixty of them",
        "escapes",
        "names that differ",
        "a long number",
        "a half",
    ],
)
def test_what_is_odd_but_clear_is_read(text: bytes, value: Any) -> None:
    assert parse_json(text) == (json.loads(text) if value is None else value)


def refusals(text: bytes) -> dict[str, str]:
    """What reading refuses: codes by field; empty where it reads."""
    try:
        parse_json(text)
    except Faults as refused:
        return {fault.field: fault.code for fault in refused.faults}
    return {}


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists))
def test_reading_gives_back_what_was_written_or_refuses_it(value: Any) -> None:
    codes = refusals(json.dumps(value).encode())
    assert set(codes.values()) <= {"no-text", "too-deep", "too-long-a-number"}
    assert codes or parse_json(json.dumps(value).encode()) == value


@given(st.binary(max_size=200))
def test_no_bytes_make_reading_fail(text: bytes) -> None:
    assert set(refusals(text)) <= {"body"}


ODD: list[Any] = [None, True, 1, -1, 1.5, 10**38, "", "x" * 3000, [], [[]], {}, {"a": {}}, [None], {"": ""}]
VALUES = st.sampled_from(ODD) | st.integers() | st.text(max_size=5) | st.lists(st.integers(), max_size=3)
ACTS = {act.address: act for act in doors()}
AT_A_TABLE = (
    *("hands", "preview", "ring", "cut", "call", "call/withdraw"),
    *(f"hands/1/{act}" for act in ("confirm", "settle", "correct")),
)
FIELDS = sorted(
    {field for act in ACTS.values() for field in act.body.model_fields}
    | {"bid", "bidder", "counters", "trump", "hand", "number", "played_at", "sent_at", "seat", "words"}
    | {"players", "guests", "tables", "sitting_out", "name", "names", "date", "plan", "clone", "active"}
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_no_body_makes_any_act_fail(make_evening: Make, desk: Caller, home: str, data: st.DataObject) -> None:
    if not hasattr(desk, "evening"):
        desk.evening = make_evening(until="playing")  # type: ignore[attr-defined]
    evening = address(desk.evening)  # type: ignore[attr-defined]
    paths = [f"{evening}{act}/" for act in (*ACTS, "calls/1/answer")]
    paths += [f"{evening}tables/2/{act}/" for act in AT_A_TABLE]
    paths += [f"{home}players/", f"{home}players/names/", f"{home}evenings/", "/api/v1/score/"]
    path = data.draw(st.sampled_from(paths))
    body = data.draw(st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=5) | VALUES)
    answer = desk.post(path, body, **{"Idempotency-Key": "a key"})
    assert answer.status_code < 500, (path, body, answer.content)
    if answer.status_code >= 400:
        assert all(set(problem) == {"field", "code", "message"} for problem in answer.json()["errors"])
