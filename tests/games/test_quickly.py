"""The short way from line to line gives, to the byte, what the long way gives."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.deals import DEALERS, deal
from games import quickly
from games.jsonlines import answer_line
from games.quickly import score_line
from games.requests import score_request
from tests.golden_hands import VECTORS

PASSED_OUT: dict[str, Any] = {"id": 7, "game": "clabberjass", "hand": {"dealer": 1, "passed_out": True}}


def line(**fields: object) -> bytes:
    return json.dumps(PASSED_OUT | fields).encode()


@pytest.fixture
def only_the_short_way(monkeypatch: pytest.MonkeyPatch) -> None:
    def long_way(line: bytes, answering: object) -> str:
        raise AssertionError(line)

    monkeypatch.setattr(quickly, "answer_line", long_way)


@pytest.mark.parametrize("slug", VECTORS)
def test_golden_hands_are_answered_alike_both_ways(slug: str) -> None:
    for case in (*VECTORS[slug]["scored"], *VECTORS[slug]["refused"]):
        request = {"id": case["name"], "game": slug, "hand": json.loads(case["hand"])}
        for asked in (request, request | {"options": json.loads(case.get("options", "{}"))}):
            text = json.dumps(asked).encode()

            assert score_line(text) == answer_line(text, score_request)


@pytest.mark.parametrize("slug", DEALERS)
@pytest.mark.usefixtures("only_the_short_way")
def test_what_is_usually_played_goes_the_short_way(slug: str) -> None:
    for number, hand in enumerate(deal(slug, 300, seed=42)):
        text = json.dumps({"id": number, "game": slug, "hand": hand}).encode()

        assert json.loads(score_line(text))["id"] == number


SHORT = {
    "no id": json.dumps({"game": "clabberjass", "hand": {"dealer": 2, "passed_out": True}}).encode(),
    "a text as id": line(id="table 4"),
    "null as id": line(id=None),
    "an object as id": line(id={"table": [4, {"hand": 1.5}]}),
    "beyond ASCII": line(id="\u2028 \U0001f413"),
    "house rules": line(options={"target": 301}),
    "no house rule": line(options={}),
    "space everywhere": json.dumps(PASSED_OUT, indent=4).encode(),
    "no space": json.dumps(PASSED_OUT, separators=(",", ":")).encode(),
}


@pytest.mark.parametrize("text", SHORT.values(), ids=SHORT.keys())
def test_the_short_way_takes_ids_and_options_of_every_kind(
    text: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = answer_line(text, score_request)
    monkeypatch.setattr(quickly, "answer_line", None)

    assert score_line(text) == expected
    assert json.loads(expected)["ok"]


DOUBTFUL = {
    "a colon in the id": line(id="hand: 7"),
    "options null": line(options=None),
    "a house rule as text": line(options={"target": "301"}),
    "a house rule out of range": line(options={"target": 0}),
    "one field more": line(colour="red"),
    "no game": json.dumps({"id": 1, "hand": {}}).encode(),
    "a list as game": line(game=["clabberjass"]),
    "a list as hand": line(hand=[1]),
    "null as hand": line(hand=None),
    "a number as hand": line(hand=7),
    "a text for passed out": line(hand={"dealer": 1, "passed_out": "true"}),
    "an id given twice": b'{"id": 1, "id": 2, "game": "clabberjass", "hand": {"dealer": 1, "passed_out": true}}',
    "a dealer given twice": b'{"game": "clabberjass", "hand": {"dealer": 1, "dealer": 1, "passed_out": true}}',
    "an option given twice": line(options={}).replace(b"{}", b'{"target": 301, "target": 301}'),
    "a name twice in the id": line(id={}).replace(b"{}", b'{"a": 1, "a": 1}', 1),
    "infinite": line().replace(b"7", b"1e999"),
    "no number": line().replace(b"7", b"NaN"),
    "a list": b"[1]",
    "a byte order mark": b"\xef\xbb\xbf" + line(),
}


@pytest.mark.parametrize("text", DOUBTFUL.values(), ids=DOUBTFUL.keys())
def test_what_is_doubtful_is_answered_as_the_long_way_answers_it(text: bytes) -> None:
    assert score_line(text) == answer_line(text, score_request)


ids = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(st.characters()), inner, max_size=3),
    max_leaves=6,
)


@given(ids)
def test_whatever_the_id_both_ways_give_it_back_alike(number: object) -> None:
    text = line(id=number)

    assert score_line(text) == answer_line(text, score_request)
