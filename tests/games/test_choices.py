"""A form closes no choice that some hand has, and every one that the rest of the hand rules out."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.catalogue import find
from games.choices import closed, never_open, numbers_open
from tests.golden_hands import VECTORS, Golden, scored


def at(hand: Any, path: str) -> Any:
    for step in path.split("."):
        if isinstance(hand, list):
            hand = hand[int(step)] if int(step) < len(hand) else KeyError
        elif isinstance(hand, dict):
            hand = hand.get(step, KeyError)
    return hand


def same(one: object, other: object) -> bool:
    return type(one) is type(other) and one == other


@settings(max_examples=8)
@given(data=st.data())
def enter_in_any_order(slug: str, name: str, case: Golden, data: Any) -> None:
    names = st.lists(st.sampled_from(sorted(case.hand)), unique=True)
    entered = {name: case.hand[name] for name in data.draw(names)}
    # Of groups and rows, a part.
    for field, value in entered.items():
        if isinstance(value, dict):
            kept = data.draw(st.lists(st.sampled_from(sorted(value)), unique=True))
            entered[field] = {item: value[item] for item in kept}
    found = closed(find(slug), entered, case.rules, case.seats)
    assert [(path, value) for path, value in found if same(at(case.hand, path), value)] == [], name


@pytest.mark.parametrize("slug", VECTORS)
def test_no_golden_hand_finds_a_tile_of_its_own_closed_in_whatever_order_it_is_entered(slug: str) -> None:
    for name, case in scored(slug).items():
        enter_in_any_order(slug, name, case)


def jacks(seat: int | None, suits: str) -> str:
    return ", ".join(f"jacks.{suit} {seat}" for suit in suits.split())


CLABBERJASS = {
    "dealer": 1,
    "bidder": 1,
    "trump": "hearts",
    "card_points": [40, 50],
    "last_trick": 1,
    "bella": None,
}
A_FIFTY: Any = [[{"suit": "clubs", "length": 4}], []]
A_TERTZ: Any = [[{"suit": "hearts", "top": "K", "length": 3}], []]
GRAND = {"players": 3, "contract": "grand"}
SHOWN = {**GRAND, "dealer": 1, "declarer": 2, "bid": 65, "points": 60, "penalties": [{"seat": 2}]}
BOTH_REVOKED = [{"side": "A", "tricks": 3}, {"side": "B", "tricks": 3}]
NO_TRUMPS = {"trump": "none", "tricks": [7, 6]}
HONOURS = {"counts": "odd", "count_honours": True}


@pytest.mark.parametrize(
    ("slug", "seats", "options", "hand", "ruled_out"),
    [
        ("chantecler", 4, {}, {"bidder": 1, "bid": 5}, ""),
        ("chambery_tarot", 5, {}, {"players": 5, "bid": "called_king", "declarer": 2}, "partner 2"),
        ("ascot", 4, {}, {**GRAND, "players": 4, "dealer": 3}, "declarer 3, penalties.0.seat 3"),
        ("ascot", 3, {}, {**GRAND, "bid": 60}, "contra True"),
        ("ascot", 3, {"ramsch": True}, {**GRAND, "bid": 75}, "contra True"),
        ("ascot", 3, {}, {**GRAND, "bid": 65}, ""),
        ("ascot", 3, {}, SHOWN, "penalties.0.kind exposed_card"),
        ("chamberlain", 3, {}, {"tricks": [11, 2, 0]}, jacks(3, "clubs diamonds hearts spades")),
        (
            "chamberlain",
            3,
            {},
            {"tricks": [5, 5, 3], "jacks": {"clubs": None}},
            jacks(None, "diamonds hearts spades"),
        ),
        ("clabberjass", 2, {}, {**CLABBERJASS, "sequences": A_FIFTY}, "sequences.0.0.top 9"),
        ("clabberjass", 2, {}, {**CLABBERJASS, "sequences": A_TERTZ}, "bella 2"),
        ("euchre", 4, {}, {"maker": 3, "tricks": 2}, "defended_alone 1, defended_alone 3"),
        ("whist", 4, {}, {"tricks": [11, 2], "revokes": [{"side": "B"}]}, "revokes.0.tricks 3"),
        ("whist", 4, {}, {"tricks": [1, 12], "revokes": BOTH_REVOKED}, ""),
        ("whist", 4, HONOURS, NO_TRUMPS, "honours.held 3, honours.held 4, honours.side A, honours.side B"),
        ("whist", 4, {}, NO_TRUMPS, ""),
    ],
    ids=lambda value: str(value)[:50],
)
def test_what_the_rest_of_a_hand_rules_out_is_closed(
    slug: Any, seats: Any, options: Any, hand: Any, ruled_out: str
) -> None:
    game = find(slug)
    found = closed(game, hand, game.house_rules(options), seats)
    assert ", ".join(sorted(f"{path} {value}" for path, value in found)) == ruled_out


@pytest.mark.parametrize(
    ("slug", "seats", "options", "never"),
    [
        ("chantecler", 4, {}, []),
        ("chamberlain", 3, {}, []),
        ("chambery_tarot", 5, {}, []),
        ("ascot", 3, {}, ["contract ramsch"]),
        ("ascot", 4, {"ramsch": True}, ["passed_out True"]),
        ("clabberjass", 2, {}, ["sequences.top 7", "sequences.top 8"]),
        ("euchre", 4, {}, []),
        ("euchre", 4, {"stick_the_dealer": True}, ["passed_out True"]),
        ("whist", 4, {"counts": "odd", "count_honours": True}, []),
    ],
    ids=str,
)
def test_what_house_rules_and_the_pack_rule_out_is_never_open(
    slug: Any, seats: Any, options: Any, never: Any
) -> None:
    game = find(slug)
    found = never_open(game, game.house_rules(options), seats)
    assert sorted(f"{path} {value}" for path, value in found) == never


@pytest.mark.parametrize(
    ("slug", "seats", "options", "name", "ends"),
    [
        ("ascot", 3, {}, "bid", [60, 175]),
        ("ascot", 3, {"ramsch": True}, "bid", [75, 175]),
        ("ascot", 3, {}, "tricks", [0, 10]),
        ("chambery_tarot", 4, {}, "declarer_points", [0, 72]),
        ("chambery_tarot", 5, {}, "declarer_points", [0, 68]),
    ],
    ids=str,
)
def test_a_number_is_open_as_far_as_some_hand_has_it(
    slug: Any, seats: Any, options: Any, name: Any, ends: Any
) -> None:
    game = find(slug)
    numbers = numbers_open(game, game.house_rules(options), seats)
    (found,) = [
        numbers[place]
        for place, field in enumerate(game.form)
        if (field.name, field.kind) == (name, "number")
    ]
    assert [found[0], found[-1]] == ends
