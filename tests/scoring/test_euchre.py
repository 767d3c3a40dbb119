"""The laws every hand of Euchre obeys, whatever was dealt."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.euchre import HouseRules, PassedOut, Played, couple_of, feats, opponents_of, score

worth = st.integers(2, 20)
rules = st.builds(HouseRules, alone_march=worth, euchred_alone=worth, defended_alone=worth)


@st.composite
def dealt(draw: st.DrawFn) -> Played:
    """A hand without faults."""
    maker = draw(st.integers(1, 4))
    return Played(
        maker=maker,
        alone=draw(st.booleans()),
        defended_alone=draw(st.sampled_from([None, *opponents_of(maker)])),
        tricks=draw(st.integers(0, 5)),
    )


def changed(hand: Played, **values: Any) -> Played:
    return hand.model_copy(update=values)


def test_partners_sit_opposite_each_other() -> None:
    assert [couple_of(seat) for seat in (1, 2, 3, 4)] == [(1, 3), (2, 4), (1, 3), (2, 4)]
    assert [opponents_of(seat) for seat in (1, 2, 3, 4)] == [(2, 4), (1, 3), (2, 4), (1, 3)]


@given(dealt(), rules)
def test_one_couple_scores_and_both_partners_alike(hand: Played, rules: HouseRules) -> None:
    first, second, third, fourth = score(hand, rules).scores

    assert (first, second) == (third, fourth)
    assert min(first, second) == 0 < max(first, second)


@given(dealt(), rules)
def test_the_makers_score_with_three_tricks_or_more(hand: Played, rules: HouseRules) -> None:
    (line,) = score(hand, rules).lines

    assert line.seats == (couple_of(hand.maker) if hand.tricks >= 3 else opponents_of(hand.maker))


@given(dealt(), rules)
def test_it_is_the_couple_and_not_the_player_that_makes_trumps(hand: Played, rules: HouseRules) -> None:
    partner = changed(hand, maker=(hand.maker + 1) % 4 + 1)

    assert score(partner, rules) == score(hand, rules)


@given(dealt(), rules, st.integers(1, 4))
def test_dealer_target_and_a_stuck_dealer_never_change_a_score(
    hand: Played, rules: HouseRules, dealer: int
) -> None:
    other = rules.model_copy(update={"target": 5, "stick_the_dealer": True})

    assert score(changed(hand, dealer=dealer), other) == score(hand, rules)


@given(dealt(), rules)
def test_a_lone_defender_counts_only_against_euchred_makers(hand: Played, rules: HouseRules) -> None:
    alone = score(hand, rules)
    together = score(changed(hand, defended_alone=None), rules)

    if hand.defended_alone is not None and hand.tricks < 3:
        assert max(alone.scores) == rules.defended_alone
    else:
        assert alone == together


@given(dealt(), rules)
def test_a_lone_hand_is_all_five_tricks_alone_and_the_makers_own(hand: Played, rules: HouseRules) -> None:
    found = [feat.seats for feat in feats(hand, rules)]

    assert found == ([(hand.maker,)] if hand.alone and hand.tricks == 5 else [])
    if found:
        assert max(score(hand, rules).scores) == rules.alone_march


@pytest.mark.parametrize("stuck", [False, True])
def test_a_hand_nobody_made_trumps_for_scores_nobody_anything(stuck: bool) -> None:
    hand, rules = PassedOut(passed_out=True), HouseRules(stick_the_dealer=stuck)

    assert score(hand, rules).scores == (0, 0, 0, 0)
    assert feats(hand, rules) == ()
