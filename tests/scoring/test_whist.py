"""The laws every hand of Whist obeys, whatever was dealt."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.whist import (
    Hand,
    Honours,
    HouseRules,
    Revoke,
    Side,
    revokes_cost_what_there_is,
    score,
    trumps_of_round,
)

ODD = HouseRules(counts="odd")
WITH_HONOURS = HouseRules(counts="odd", count_honours=True)
rules = st.builds(
    HouseRules,
    counts=st.sampled_from(["all", "odd"]),
    count_honours=st.booleans(),
    target=st.sampled_from([5, 10]),
    trumps=st.sampled_from(["by_hand", "rotating"]),
)
OTHER: dict[Side, Side] = {"A": "B", "B": "A"}
sides = st.sampled_from(list(OTHER))


@st.composite
def dealt(draw: st.DrawFn) -> Hand:
    """A hand without faults: no revoke costs more than there is."""
    first = draw(st.integers(0, 13))
    honours = draw(st.none() | st.builds(Honours, side=sides, held=st.sampled_from([3, 4])))
    left: dict[Side, int] = {"A": first, "B": 13 - first}
    revokes = []
    for side in draw(st.lists(sides, max_size=3)):
        given_up = min(left[side], draw(st.integers(1, 3)))
        if given_up:
            left[side] -= given_up
            left[OTHER[side]] += given_up
            revokes.append(Revoke(side=side, tricks=given_up))
    hand = Hand(tricks=(first, 13 - first), revokes=tuple(revokes))
    return hand if honours is None else changed(hand, honours=honours)


def changed(hand: Hand, **values: Any) -> Hand:
    return hand.model_copy(update=values)


def moved(hand: Hand) -> int:
    """The tricks that couple B gains by revokes, all in all."""
    return sum(revoke.tricks if revoke.side == "A" else -revoke.tricks for revoke in hand.revokes)


@given(dealt())
def test_in_a_whist_drive_both_couples_share_thirteen_points(hand: Hand) -> None:
    first, second, *_ = score(hand, HouseRules()).scores

    assert (first, second) == (hand.tricks[0] - moved(hand), hand.tricks[1] + moved(hand))
    assert first + second == 13


@given(dealt())
def test_odd_tricks_are_what_a_drive_counts_above_six(hand: Hand) -> None:
    drive, odd = score(hand, HouseRules()).scores, score(hand, ODD).scores

    assert odd == tuple(max(0, points - 6) for points in drive)


@given(dealt())
def test_honours_add_to_odd_tricks_and_to_nothing_else(hand: Hand) -> None:
    without = score(changed(hand, honours=None), WITH_HONOURS).scores
    gained = [now - before for now, before in zip(score(hand, WITH_HONOURS).scores, without, strict=True)]

    if hand.honours is None:
        assert gained == [0, 0, 0, 0]
    else:
        points = {3: 2, 4: 4}[hand.honours.held]
        assert gained == ([points, 0] * 2 if hand.honours.side == "A" else [0, points] * 2)
    assert score(hand, ODD).scores == without


@given(dealt(), rules)
def test_couples_that_change_seats_change_scores(hand: Hand, rules: HouseRules) -> None:
    turned = changed(
        hand,
        tricks=hand.tricks[::-1],
        revokes=tuple(Revoke(side=OTHER[one.side], tricks=one.tricks) for one in hand.revokes),
    )
    if hand.honours is not None:
        turned = changed(turned, honours=Honours(side=OTHER[hand.honours.side], held=hand.honours.held))
    first, second, *_ = score(hand, rules).scores

    assert score(turned, rules).scores == (second, first, second, first)


@given(dealt(), rules, st.sampled_from(["clubs", "diamonds", "hearts", "spades"]), st.integers(1, 4))
def test_dealer_trumps_and_target_never_change_a_score(
    hand: Hand, rules: HouseRules, trump: Any, dealer: int
) -> None:
    other = rules.model_copy(update={"target": 10, "trumps": "rotating"})

    assert score(changed(hand, trump=trump, dealer=dealer), other) == score(hand, rules)


@given(dealt())
def test_a_revoke_that_can_be_paid_is_no_fault(hand: Hand) -> None:
    assert list(revokes_cost_what_there_is(hand, HouseRules())) == []


@pytest.mark.parametrize(
    ("number", "trumps"),
    [(1, "hearts"), (2, "clubs"), (3, "diamonds"), (4, "spades"), (5, "hearts"), (24, "spades")],
)
def test_trumps_rotate_round_by_round_where_the_club_has_it_so(number: int, trumps: str) -> None:
    assert trumps_of_round(number, HouseRules(trumps="rotating")) == trumps
    assert trumps_of_round(number, HouseRules()) is None
