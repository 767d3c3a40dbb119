"""The laws every hand of Chantecler obeys, whatever was dealt."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.chantecler import COUNTERS, Counters, Fate, HouseRules, PassedOut, Played, score, worth

FATES: tuple[Fate, ...] = ("A", "B", "A-discard", "B-discard")
SWAPPED: dict[Fate, Fate] = {"A": "B", "B": "A", "A-discard": "B-discard", "B-discard": "A-discard"}

counters = st.builds(Counters, **{card: st.sampled_from(FATES) for card in COUNTERS})
taken_only = st.builds(Counters, **{card: st.sampled_from(FATES[:2]) for card in COUNTERS})
suits = st.sampled_from(["duck", "goose", "hen", "turkey"])


def hands(counters: st.SearchStrategy[Counters]) -> st.SearchStrategy[Played]:
    return st.builds(Played, bidder=st.integers(1, 4), bid=st.integers(1, 14), trump=suits, counters=counters)


rules = st.builds(
    HouseRules,
    bird_order=st.sampled_from(["pheasant_second", "peacock_second"]),
    set_side_keeps_counters=st.booleans(),
    keeps_all_trumps=st.booleans(),
    target=st.integers(1, 100),
)


def changed(hand: Played, **values: Any) -> Played:
    return hand.model_copy(update=values)


def test_the_pack_holds_fourteen_points() -> None:
    assert worth(tuple(COUNTERS)) == 14


@given(hands(counters), rules)
def test_partners_score_the_same(hand: Played, rules: HouseRules) -> None:
    scores = score(hand, rules).scores

    assert scores[0] == scores[2]
    assert scores[1] == scores[3]


@given(hands(taken_only), rules)
def test_a_made_bid_shares_out_all_fourteen_points(hand: Played, rules: HouseRules) -> None:
    derivation = score(hand, rules)

    if any(line.rule == "chantecler.bid.made" for line in derivation.lines):
        assert derivation.scores[0] + derivation.scores[1] == 14


@given(hands(counters), rules)
def test_what_the_bidders_discard_is_all_that_is_lost(hand: Played, rules: HouseRules) -> None:
    own = "A-discard" if hand.bidder % 2 else "B-discard"
    lost = worth(tuple(card for card in COUNTERS if getattr(hand.counters, card) == own))
    made = changed(hand, bid=1)
    derivation = score(made, rules)

    if derivation.lines[0].rule == "chantecler.bid.made":
        assert derivation.scores[0] + derivation.scores[1] == 14 - lost


@given(hands(counters), rules)
def test_couples_that_change_seats_change_scores(hand: Played, rules: HouseRules) -> None:
    fates = {card: SWAPPED[getattr(hand.counters, card)] for card in COUNTERS}
    turned = changed(hand, bidder=hand.bidder % 4 + 1, counters=Counters(**fates))
    scores = score(hand, rules).scores

    assert score(turned, rules).scores == (scores[1], scores[0], scores[3], scores[2])


@given(hands(counters), rules)
def test_it_is_the_couple_and_not_the_player_that_bids(hand: Played, rules: HouseRules) -> None:
    partner = changed(hand, bidder=(hand.bidder + 1) % 4 + 1)

    assert score(partner, rules) == score(hand, rules)


@given(hands(counters), suits, rules)
def test_trumps_bird_order_and_target_never_change_a_score(
    hand: Played, trump: Any, rules: HouseRules
) -> None:
    other = HouseRules(
        bird_order="peacock_second", set_side_keeps_counters=rules.set_side_keeps_counters, target=1
    )

    assert score(changed(hand, trump=trump), other) == score(hand, rules)


@given(hands(counters))
def test_a_set_couple_loses_its_bid_and_by_house_rule_keeps_its_points(hand: Played) -> None:
    couple = 0 if hand.bidder % 2 else 1
    derivation = score(hand, HouseRules())
    kept = score(hand, HouseRules(set_side_keeps_counters=True))

    if derivation.lines[0].rule == "chantecler.bid.missed":
        assert derivation.scores[couple] == -hand.bid
        assert -hand.bid <= kept.scores[couple] < 0
    else:
        assert kept == derivation
    assert kept.scores[1 - couple] == derivation.scores[1 - couple]


@pytest.mark.parametrize(
    "rules", [HouseRules(), HouseRules(set_side_keeps_counters=True)], ids=["text", "kept"]
)
def test_a_hand_nobody_bid_on_scores_nobody_anything(rules: HouseRules) -> None:
    assert score(PassedOut(passed_out=True), rules).scores == (0, 0, 0, 0)
