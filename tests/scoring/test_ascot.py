"""The laws every hand of Ascot obeys, whatever was bid and played."""

from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scoring.ascot import move_points, score, settle
from scoring.ascot_entry import (
    FOR_NULL,
    FOR_POINTS,
    ForNull,
    ForPoints,
    HouseRules,
    PassedOut,
    Penalty,
    Ramsch,
    active,
)
from scoring.faults import find_faults

RULES = HouseRules()


@st.composite
def declared(draw: st.DrawFn) -> ForPoints | ForNull:
    players = draw(st.integers(3, 4))
    dealer = draw(st.integers(1, players))
    seats = active(PassedOut(passed_out=True, players=players, dealer=dealer))
    declarer = draw(st.sampled_from(seats))
    kinds = st.sampled_from(["out_of_turn_bid", "exposed_card", "revoke"])
    penalties = draw(st.lists(st.builds(Penalty, seat=st.sampled_from(seats), kind=kinds), max_size=4))
    common: dict[str, Any] = {
        "players": players,
        "dealer": dealer,
        "declarer": declarer,
        "bid": draw(st.integers(65, 175)),
        "contract": draw(st.sampled_from(["suit", "grand", "no_trump", "null"])),
        "penalties": tuple(p for p in penalties if p.kind != "exposed_card" or p.seat != declarer),
    }
    common["contra"] = draw(st.booleans())
    common["redouble"] = common["contra"] and draw(st.booleans())
    if common["contract"] == "null":
        return ForNull(tricks=draw(st.integers(0, 10)), **common)
    if common["contract"] == "suit":
        common["trump"] = "hearts"
    return ForPoints(points=5 * draw(st.integers(0, 24)), kitty_free=draw(st.booleans()), **common)


def changed(hand: Any, **values: Any) -> Any:
    return hand.model_copy(update=values)


def quiet(hand: ForPoints | ForNull) -> ForPoints | ForNull:
    """The same hand without the bids out of turn, which are settled apart."""
    moved = tuple(penalty for penalty in hand.penalties if penalty.kind != "out_of_turn_bid")
    return changed(hand, penalties=moved)  # type: ignore[no-any-return]


@given(declared())
def test_a_possible_hand_has_no_faults(hand: ForPoints | ForNull) -> None:
    shape = FOR_NULL if isinstance(hand, ForNull) else FOR_POINTS
    codes = {fault.code for fault in find_faults(shape.checks, hand, RULES)}

    assert codes <= ({"both-sides"} if isinstance(hand, ForNull) else set())


@given(declared())
def test_nobody_but_the_declarer_scores_unless_by_bidding_out_of_turn(hand: ForPoints | ForNull) -> None:
    scores, contract = score(hand, RULES).scores, score(quiet(hand), RULES).scores

    for seat in range(1, hand.players + 1):
        early = [p for p in hand.penalties if p.kind == "out_of_turn_bid" and p.seat == seat]
        assert scores[seat - 1] == contract[seat - 1] - 10 * len(early)
        assert seat == hand.declarer or contract[seat - 1] == 0


@given(declared())
def test_contra_doubles_and_a_redouble_makes_it_four_times(hand: ForPoints | ForNull) -> None:
    def declarer_scores(**doubling: bool) -> int:
        return score(changed(quiet(hand), **doubling), RULES).scores[hand.declarer - 1]

    plain = declarer_scores(contra=False, redouble=False)
    assert declarer_scores(contra=True, redouble=False) == 2 * plain
    assert declarer_scores(contra=True, redouble=True) == 4 * plain


@given(declared())
def test_a_contract_scores_its_bid_at_least_or_costs_120(hand: ForPoints | ForNull) -> None:
    plain = changed(quiet(hand), contra=False, redouble=False)
    points = score(plain, RULES).scores[hand.declarer - 1]

    assert points == -120 or hand.bid <= points <= 175


@given(declared(), st.integers(0, 24))
def test_more_card_points_never_score_less(hand: ForPoints | ForNull, fives: int) -> None:
    assume(isinstance(hand, ForPoints) and 5 * fives >= hand.points)

    assert (
        score(changed(hand, points=5 * fives), RULES).scores[hand.declarer - 1]
        >= (score(hand, RULES).scores[hand.declarer - 1])
    )


@given(declared())
def test_an_opponents_revoke_never_harms_the_declarer(hand: ForPoints | ForNull) -> None:
    plain = changed(hand, contra=False, redouble=False, penalties=())
    opponent = next(seat for seat in active(hand) if seat != hand.declarer)
    helped = changed(plain, penalties=(Penalty(seat=opponent, kind="revoke"),))
    harmed = changed(plain, penalties=(Penalty(seat=hand.declarer, kind="revoke"),))
    seat = hand.declarer - 1

    assert score(helped, RULES).scores[seat] >= score(plain, RULES).scores[seat]
    assert score(harmed, RULES).scores[seat] <= score(plain, RULES).scores[seat]


@given(declared(), st.randoms(use_true_random=False))
def test_the_order_in_which_penalties_were_entered_changes_no_score(
    hand: ForPoints | ForNull, random: Random
) -> None:
    assume(isinstance(hand, ForPoints) or not list(find_faults(FOR_NULL.checks, hand, RULES)))
    shuffled = list(hand.penalties)
    random.shuffle(shuffled)

    assert score(changed(hand, penalties=tuple(shuffled)), RULES).scores == score(hand, RULES).scores


@given(declared().filter(lambda hand: isinstance(hand, ForPoints)))
def test_offences_cancel_one_for_one_and_the_rest_moves_what_is_there(hand: ForPoints) -> None:
    offenders = [penalty.seat for penalty in hand.penalties if penalty.kind != "out_of_turn_bid"]
    own = offenders.count(hand.declarer)
    points, lines = move_points(hand)
    moved = [int(str(line.sentence.values["points"])) for line in lines]
    to_declarer = [
        -each if seat == hand.declarer else each for seat, each in zip(offenders, moved, strict=True)
    ]

    assert points == min(max(hand.points + 20 * (len(offenders) - 2 * own), 0), 120)
    assert points == hand.points + sum(to_declarer)


@given(st.lists(st.integers(0, 24).map(lambda fives: 5 * fives), min_size=3, max_size=3))
def test_a_ramsch_costs_only_those_with_most(points: list[int]) -> None:
    hand = Ramsch(players=3, dealer=1, contract="ramsch", points=tuple(points))
    most = max(points)

    assert score(hand, HouseRules(ramsch=True)).scores == tuple(-most if own == most else 0 for own in points)


@given(st.lists(st.integers(-1000, 1000), min_size=3, max_size=4).map(tuple))
def test_a_settlement_is_paid_by_one_to_another(totals: tuple[int, ...]) -> None:
    received = settle(totals)

    assert sum(received) == 0
    assert received == tuple(sum(own - other for other in totals) for own in totals)


@pytest.mark.parametrize(
    ("players", "dealer", "seats"),
    [(3, 2, (1, 2, 3)), (4, 1, (2, 3, 4)), (4, 2, (1, 3, 4)), (4, 3, (1, 2, 4)), (4, 4, (1, 2, 3))],
)
def test_of_four_the_dealer_does_not_play(players: int, dealer: int, seats: tuple[int, ...]) -> None:
    assert active(PassedOut(passed_out=True, players=players, dealer=dealer)) == seats
