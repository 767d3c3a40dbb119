"""The laws every hand of Chambery Tarot obeys, whatever was dealt."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scoring.chambery_tarot import COUNTS, SIDES, THREE, HouseRules, Sides, Three, score
from scoring.faults import found

RULES = HouseRules()


@st.composite
def sides(draw: st.DrawFn) -> Sides:
    players = draw(st.integers(4, 5))
    bid: Any = draw(st.sampled_from(["called_king", "two_cards", "one_card", "no_cards"]))
    declarer, partner = draw(st.permutations(range(1, players + 1)))[:2]
    hand: dict[str, Any] = {"partner": partner} if bid == "called_king" else {}
    points = draw(st.integers(0, COUNTS[players].total))
    return Sides(players=players, bid=bid, declarer=declarer, declarer_points=points, **hand)


@st.composite
def threes(draw: st.DrawFn) -> Three:
    low, high = sorted(draw(st.tuples(st.integers(0, 78), st.integers(0, 78))))
    return Three(players=3, points=(low, high - low, 78 - high))


def declarers(hand: Sides) -> set[int]:
    return {hand.declarer, hand.partner or hand.declarer}


@given(sides() | threes())
def test_a_possible_hand_has_no_faults(hand: Sides | Three) -> None:
    shape = THREE if isinstance(hand, Three) else SIDES

    assert list(found(shape.checks, hand, RULES)) == []


@given(sides() | threes())
def test_payments_add_up_to_nothing(hand: Sides | Three) -> None:
    assert sum(score(hand, RULES).scores) == 0


@given(sides())
def test_the_side_above_par_receives_equal_shares_and_the_other_pays(hand: Sides) -> None:
    par = COUNTS[hand.players].par
    scores = score(hand, RULES).scores
    own = [scores[seat - 1] for seat in declarers(hand)]
    others = [points for seat, points in enumerate(scores, start=1) if seat not in declarers(hand)]
    winners, losers = (own, others) if hand.declarer_points > par else (others, own)

    if hand.declarer_points == par:
        assert set(scores) == {0}
    else:
        assert len(set(winners)) == 1
        assert min(winners) > 0 > max(losers)


@given(sides())
def test_nobody_pays_less_than_they_owe_nor_more_than_sharing_needs(hand: Sides) -> None:
    total, par = COUNTS[hand.players]
    lost = hand.declarer_points < par
    points = hand.declarer_points if lost else total - hand.declarer_points
    times = {"one_card": 2, "no_cards": 4}.get(hand.bid, 1) * (2 if 2 * points < par else 1)
    owed = (par - points) * times
    scores = score(hand, RULES).scores
    losers = [seat for seat in range(1, hand.players + 1) if (seat in declarers(hand)) == lost]
    winners = hand.players - len(losers)
    more = [-scores[seat - 1] - owed for seat in losers]

    if points != par:
        assert min(more) >= 0
        assert sum(more) < (winners if lost else winners * len(losers))
        if lost and hand.partner:
            paid_more = -scores[hand.declarer - 1] + scores[hand.partner - 1]
            assert paid_more in (0, 1)
        elif not lost:
            assert len(set(more)) == 1


@given(sides())
def test_a_dearer_bid_never_costs_the_losers_less(hand: Sides) -> None:
    if hand.bid == "called_king":
        return
    costs = [
        sum(abs(points) for points in score(hand.model_copy(update={"bid": bid}), RULES).scores)
        for bid in ("two_cards", "one_card", "no_cards")
    ]

    assert costs == sorted(costs)


@given(threes())
def test_of_three_those_below_par_pay_and_those_above_receive(hand: Three) -> None:
    for own, points in zip(hand.points, score(hand, RULES).scores, strict=True):
        assert (points > 0) == (own > 26)
        assert (points < 0) == (own < 26)
        if own < 26:
            assert -points == (26 - own) * (2 if own < 13 else 1)
