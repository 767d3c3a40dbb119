"""What a hand can bring at all: no hand leaves the bounds that a game states, and hands are named that reach them."""

import random
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.deals import DEALERS, deal
from games.catalogue import DOCUMENTS, GAMES, find
from scoring.bounds import Bounds
from tests.golden_hands import Golden, accepted
from tournaments.rehearsal.random_hands import pretend_hand

BOUNDED = ("chambery_tarot", "chantecler", "clabberjass", "euchre", "points", "points_couples", "whist")
COUNTERS = ("one", "three", "five", "pheasant", "peacock", "owl", "chantecler")
ODD = {"counts": "odd"}
Hand = dict[str, Any]


def sides(slug: str, scores: tuple[int, ...]) -> tuple[int, ...]:
    """The points of the sides: of couples, which both of them have, or of each seat."""
    if not find(slug).partnership:
        return scores
    assert scores[:2] == scores[2:]
    return scores[:2]


def scored(slug: str, hand: Hand, options: Hand | None = None) -> tuple[int, ...]:
    game = find(slug)
    return sides(slug, game.score(hand, game.house_rules(options or {})).scores)


def bounds(slug: str, seats: int, options: Hand | None = None) -> Bounds:
    game = find(slug)
    found = game.bounds(game.house_rules(options or {}), seats)
    assert found is not None
    return found


def within(points: tuple[int, ...], limits: Bounds) -> bool:
    """Whether the points of the sides keep every bound."""
    return (
        limits.least <= min(points)
        and max(points) <= limits.most
        and max(points) - min(points) <= limits.apart
        and sum(points) >= limits.least_together
        and (not limits.loses_alone or sum(own < 0 for own in points) <= 1)
    )


def test_the_games_with_bounds() -> None:
    """Those others have penalties without end: whoever does not follow suit, or bids out of turn, can do so again."""
    documents = {document.slug for document in DOCUMENTS}  # whose bounds are found by trying all hands
    assert {slug for slug, game in GAMES.items() if game.find_bounds} == {*BOUNDED, *documents}
    assert find("ascot").bounds(find("ascot").defaults, 3) is None


@pytest.mark.parametrize(("slug", "golden"), accepted())
def test_no_golden_hand_leaves_them(slug: str, golden: Golden) -> None:
    limits = find(slug).bounds(golden.rules, golden.seats)
    if limits is not None:
        assert within(sides(slug, find(slug).score(golden.hand, golden.rules).scores), limits)


@given(st.sampled_from(sorted(set(DEALERS) & set(BOUNDED))), st.integers(0, 100_000))
def test_no_hand_that_is_dealt_leaves_them(slug: str, seed: int) -> None:
    points = scored(slug, deal(slug, 1, seed)[0])
    seats = len(points) * (2 if find(slug).partnership else 1)
    assert within(points, bounds(slug, seats))


@given(st.sampled_from(BOUNDED), st.data())
def test_no_hand_as_it_is_played_leaves_them(slug: str, data: st.DataObject) -> None:
    seats = data.draw(st.sampled_from(find(slug).seats))
    hand = pretend_hand(random.Random(data.draw(st.integers(0, 100_000))), slug, seats)
    assert within(scored(slug, hand), bounds(slug, seats))


@pytest.mark.parametrize("options", [{}, {"set_side_keeps_counters": True}], ids=["1910", "kept"])
def test_every_hand_of_chantecler(options: Hand) -> None:
    """Every bid with everything that can become of the counters that bids are made with."""
    limits = bounds("chantecler", 4, options)
    for bidder, bid, fates in product(
        (1, 2), (1, 7, 14), product(("A", "B", "A-discard", "B-discard"), repeat=3)
    ):
        counters = dict.fromkeys(COUNTERS, fates[0]) | {"five": fates[1], "three": fates[2]}
        hand = {"bidder": bidder, "bid": bid, "trump": "hen", "counters": counters}
        assert within(scored("chantecler", hand, options), limits)


@pytest.mark.parametrize("options", [{}, ODD, {**ODD, "count_honours": True}], ids=["all", "odd", "honours"])
def test_every_hand_of_whist(options: Hand) -> None:
    limits = bounds("whist", 4, options)
    held = [None, *({"side": side, "held": number} for side in "AB" for number in (3, 4))]
    for first, honours in product(range(14), held):
        hand: Hand = {"tricks": [first, 13 - first], **({"honours": honours} if honours else {})}
        assert within(scored("whist", hand, options), limits)


@given(
    st.fixed_dictionaries(
        {name: st.integers(2, 20) for name in ("alone_march", "euchred_alone", "defended_alone")}
    )
)
def test_every_hand_of_euchre(options: Hand) -> None:
    limits = bounds("euchre", 4, options)
    found = [
        scored(
            "euchre", {"maker": maker, "tricks": tricks, "alone": alone, "defended_alone": against}, options
        )
        for maker, tricks, alone in product((1, 2), range(6), (False, True))
        for against in (None, maker + 1)
    ]
    assert all(within(points, limits) for points in found)
    for side in (0, 1):
        assert max(points[side] for points in found) == limits.most


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_every_hand_of_chambery_tarot(seats: int) -> None:
    limits = bounds("chambery_tarot", seats)
    if seats == 3:
        hands = [
            {"players": 3, "points": [one, two, 78 - one - two]}
            for one in range(79)
            for two in range(79 - one)
        ]
    else:
        total = {4: 72, 5: 68}[seats]
        hands = [
            {"players": seats, "bid": bid, "declarer": 2, "declarer_points": points, **partner}
            for points in range(total + 1)
            for bid, partner in [("called_king", {"partner": 3}), ("one_card", {}), ("no_cards", {})]
        ]
    found = [scored("chambery_tarot", hand) for hand in hands]
    assert all(within(points, limits) for points in found)
    assert min(map(sum, found)) == limits.least_together
    assert min(map(min, found)) == limits.least


FIFTIES = [{"suit": suit, "top": "A", "length": 4} for suit in ("hearts", "clubs")]
JASS: Hand = {"dealer": 1, "trump": "hearts"}
TAROT: Hand = {"bid": "no_cards", "declarer": 1}
MOST = [
    ("chantecler", {}, {"bidder": 2, "bid": 14, "trump": "hen", "counters": dict.fromkeys(COUNTERS, "A")}),
    ("whist", {}, {"tricks": [13, 0]}),
    ("whist", ODD, {"tricks": [13, 0]}),
    ("whist", {**ODD, "count_honours": True}, {"tricks": [13, 0], "honours": {"side": "A", "held": 4}}),
    ("euchre", {}, {"maker": 1, "tricks": 5, "alone": True}),
    (
        "clabberjass",
        {},
        {
            **JASS,
            "bidder": 1,
            "card_points": [146, 0],
            "last_trick": 1,
            "bella": 1,
            "sequences": [FIFTIES, []],
        },
    ),
    ("chambery_tarot", {}, {**TAROT, "players": 4, "declarer_points": 72}),
    ("chambery_tarot", {}, {**TAROT, "players": 5, "declarer_points": 68}),
    ("chambery_tarot", {}, {"players": 3, "points": [78, 0, 0]}),
]


@pytest.mark.parametrize(("slug", "options", "hand"), MOST, ids=str)
def test_one_side_has_the_most_and_all_others_as_much_less_as_can_be(
    slug: str, options: Hand, hand: Hand
) -> None:
    points = scored(slug, hand, options)
    limits = bounds(slug, 4 if find(slug).partnership else len(points), options)
    assert points == (limits.most, *[limits.most - limits.apart] * (len(points) - 1))


def test_whoever_misses_the_highest_bid_loses_alone() -> None:
    counters = dict.fromkeys(COUNTERS, "A-discard")
    hand = {"bidder": 1, "bid": 14, "trump": "hen", "counters": counters}
    limits = bounds("chantecler", 4)
    assert scored("chantecler", hand) == (limits.least, 0)
    assert limits.least_together == limits.least


@pytest.mark.parametrize("slug", ["whist", "euchre", "clabberjass"])
def test_where_nobody_loses_points_the_least_is_nothing(slug: str) -> None:
    limits = bounds(slug, find(slug).seats[0])
    assert (limits.least, limits.least_together) == (0, 0)
