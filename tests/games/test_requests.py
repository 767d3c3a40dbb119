"""What a request may look like, and how one that may not is refused."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.catalogue import GAMES
from games.requests import score_game_request, score_request

HAND = {
    "bidder": 1,
    "bid": 8,
    "trump": "hen",
    "counters": {
        "one": "B",
        "three": "A",
        "five": "A",
        "pheasant": "B",
        "peacock": "B",
        "owl": "A",
        "chantecler": "B",
    },
}
MISSED = {**HAND, "bid": 10}
UNREADABLE = {**HAND, "bid": "8"}
LONG = "x" * 100_000


def faults(answer: dict[str, Any]) -> list[str]:
    return [f"{error['field']} {error['code']}" for error in answer["errors"]]


def of_chantecler(**fields: Any) -> dict[str, Any]:
    return {"id": 7, "game": "chantecler", **fields}


def test_a_scored_hand_is_answered_in_full() -> None:
    assert score_request(of_chantecler(hand=HAND)) == {
        "id": 7,
        "ok": True,
        "game": "chantecler",
        "scores": [9, 5, 9, 5],
        "derivation": [
            {"seats": [1, 3], "points": 0, "rule": "chantecler.bid.made", "text": "Bid 8 made with 9"},
            {
                "seats": [1, 3],
                "points": 9,
                "rule": "chantecler.counters.taken",
                "text": "Took five, three and owl: 9 points",
            },
            {
                "seats": [2, 4],
                "points": 5,
                "rule": "chantecler.counters.taken",
                "text": "Took one, chantecler, pheasant and peacock: 5 points",
            },
        ],
        "wins_game": None,
    }


@pytest.mark.parametrize("request_id", [None, 0, "a", [1, {"b": 2}], 1.5, True])
@pytest.mark.parametrize("hand", [HAND, UNREADABLE], ids=["accepted", "refused"])
def test_an_id_comes_back_as_it_was(request_id: object, hand: dict[str, Any]) -> None:
    assert score_request({"id": request_id, "game": "chantecler", "hand": hand})["id"] == request_id
    assert score_game_request({"id": request_id, "game": "chantecler", "hands": [hand]})["id"] == request_id


REFUSED_REQUESTS: dict[str, tuple[object, list[str]]] = {
    "null": (None, [" not-an-object"]),
    "a list": ([], [" not-an-object"]),
    "nothing in it": ({}, ["game missing", "hand missing"]),
    "a game nobody plays": ({"game": "bridge", "hand": HAND}, ["game unknown-game"]),
    "a list of games": ({"game": ["chantecler"], "hand": HAND}, ["game unknown-game"]),
    "a game in capitals": ({"game": "Chantecler", "hand": HAND}, ["game unknown-game"]),
    "no hand": (of_chantecler(), ["hand missing"]),
    "unknown fields": (
        of_chantecler(hand=HAND, option={}, zeal=1),
        ["option unknown-field", "zeal unknown-field"],
    ),
    "a list as hand": (of_chantecler(hand=[HAND]), ["hand not-an-object"]),
    "a list as options": (of_chantecler(hand=HAND, options=[]), ["options not-an-object"]),
    "null as options": (of_chantecler(hand=HAND, options=None), ["options not-an-object"]),
    "a game's field": (of_chantecler(hands=[HAND]), ["hand missing", "hands unknown-field"]),
    "wrong everywhere": (
        of_chantecler(hand=UNREADABLE, options={"target": "56"}, colour=1),
        ["colour unknown-field", "options.target not-a-whole-number", "hand.bid not-a-whole-number"],
    ),
    "far too long": (
        of_chantecler(hand={LONG: LONG, **HAND, "trump": LONG}),
        ["hand.trump not-a-choice", f"hand.{LONG[:40]}… unknown-field"],
    ),
}


@pytest.mark.parametrize(("request_", "expected"), REFUSED_REQUESTS.values(), ids=REFUSED_REQUESTS.keys())
def test_a_request_that_cannot_be_granted_says_everything_that_is_wrong(
    request_: object, expected: list[str]
) -> None:
    answer = score_request(request_)

    assert faults(answer) == expected
    assert not answer["ok"]
    assert len(json.dumps(answer)) < 2000


ENTERED_BIDS = {
    "too much": (15, "15"),
    "a boolean": (True, "true"),
    "null": (None, "null"),
    "a fraction": (8.0, "8.0"),
    "no number": (float("nan"), "no finite number"),
    "without end": (float("inf"), "no finite number"),
    "very much": (10**5000, "a number of more than 38 digits"),
    "very little": (-(10**50), "a number of more than 38 digits"),
    "text": ("8", '"8"'),
    "broken text": ("é\ud800", '"é?"'),
    "long text": (LONG, f'"{LONG[:40]}…"'),
    "lists in a list": ([[[[8]]]], "a list of 1"),
    "an object": ({"bid": 8}, "an object"),
    "no JSON": ({8}, "something else"),
}


@pytest.mark.parametrize(("value", "entered"), ENTERED_BIDS.values(), ids=ENTERED_BIDS.keys())
def test_a_refusal_says_what_was_entered_and_what_is_allowed(value: object, entered: str) -> None:
    answer = score_request(of_chantecler(hand={**HAND, "bid": value}))

    assert [error["message"] for error in answer["errors"]] == [
        f"{entered} was entered; allowed: a whole number from 1 to 14"
    ]


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("trump", "cow", '"cow" was entered; allowed: one of "duck", "goose", "hen", "turkey"'),
        ("passed_out", 0, "0 was entered; allowed: true"),
        ("bids", [1], "a list of 1 was entered; allowed: a list of 4, each a whole number from 0 to 14"),
        ("colour", 1, '"colour" was entered; known: passed_out, dealer, bids, bidder, bid, trump, counters'),
    ],
)
def test_what_is_allowed_is_said_for_every_kind_of_field(field: str, value: object, message: str) -> None:
    answer = score_request(of_chantecler(hand={**HAND, field: value}))

    assert message in [error["message"] for error in answer["errors"]]


def test_a_finished_game_is_answered_in_full() -> None:
    hands = [HAND, {"passed_out": True}, MISSED, HAND, HAND]
    running = [[9, 5, 9, 5], [9, 5, 9, 5], [-1, 10, -1, 10], [8, 15, 8, 15], [17, 20, 17, 20]]

    assert score_game_request(of_chantecler(hands=hands, options={"target": 17})) == {
        "id": 7,
        "ok": True,
        "totals": [17, 20, 17, 20],
        "running": running,
        "over_after": 5,
        "winners": [2, 4],
        "settlement": None,
    }


REFUSED_GAMES = {
    "no hands": ({}, ["hands missing"]),
    "an object as hands": ({"hands": {}}, ["hands not-a-list"]),
    "null as hands": ({"hands": None}, ["hands not-a-list"]),
    "options": ({"hands": [HAND], "options": {"target": 0}}, ["options.target out-of-range"]),
    "two hands": (
        {"hands": [HAND, 7, UNREADABLE]},
        ["hands.1 not-an-object", "hands.2.bid not-a-whole-number"],
    ),
    "after the end": (
        {"hands": [HAND, HAND, UNREADABLE], "options": {"target": 9}},
        ["hands.1 after-the-end", "hands.2 after-the-end"],
    ),
    "no end known": (
        {"hands": [UNREADABLE, HAND, HAND], "options": {"target": 9}},
        ["hands.0.bid not-a-whole-number"],
    ),
    "options and a hand": (
        {"hands": [UNREADABLE], "options": {"aim": 9}},
        ["options.aim unknown-field", "hands.0.bid not-a-whole-number"],
    ),
}


@pytest.mark.parametrize(("fields", "expected"), REFUSED_GAMES.values(), ids=REFUSED_GAMES.keys())
def test_a_game_that_cannot_be_counted_says_everything_that_is_wrong(
    fields: dict[str, Any], expected: list[str]
) -> None:
    answer = score_game_request(of_chantecler(**fields))

    assert faults(answer) == expected
    assert answer["id"] == 7


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()) | st.just(10**4000),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(st.characters()), inner, max_size=3),
    max_leaves=6,
)
field_names = sorted(
    {
        name
        for game in GAMES.values()
        for schema in (*game.hand_schemas, game.house_rules_schema)
        for name in schema["properties"]
    }
)
entries = st.dictionaries(st.sampled_from(field_names) | st.text(max_size=3), json_values, max_size=6)
requests = st.fixed_dictionaries(
    {"game": st.sampled_from(sorted(GAMES))},
    optional={"id": json_values, "options": entries | json_values, "hand": entries | json_values},
)


@given(requests | json_values)
def test_nothing_one_can_ask_makes_scoring_fail(request_: object) -> None:
    answer = score_request(request_)

    assert answer["ok"] or answer["errors"]


@given(requests, st.lists(entries | json_values, max_size=3))
def test_nothing_one_can_ask_makes_a_game_fail(request_: dict[str, Any], hands: list[object]) -> None:
    answer = score_game_request({**request_, "hands": hands})

    assert answer["ok"] or answer["errors"]
