"""The laws every hand of Chamberlain obeys, whatever was dealt."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scoring.chamberlain import JACKS, PLAYED, HouseRules, Jacks, Played, score
from scoring.faults import find_faults

RULES = HouseRules()


@st.composite
def hands(draw: st.DrawFn) -> Played:
    players = draw(st.integers(3, 4))
    cuts = sorted(draw(st.lists(st.integers(0, 13), min_size=players - 1, max_size=players - 1)))
    tricks = tuple(end - start for start, end in zip((0, *cuts), (*cuts, 13), strict=True))
    takers = st.sampled_from([seat for seat in range(1, players + 1) if tricks[seat - 1]])
    jacks: dict[str, Any] = {suit: draw(takers) for suit in JACKS}
    if players == 3 and draw(st.booleans()):
        jacks[draw(st.sampled_from(sorted(JACKS)))] = None
    moon = draw(st.booleans())
    bid: dict[str, Any] = {} if moon else {"bid": draw(st.integers(1, 13))}
    return Played(
        declarer=draw(st.integers(1, players)),
        moon=moon,
        tricks=tricks,
        jacks=Jacks(**jacks),
        reneges=tuple(draw(st.lists(st.integers(1, players), max_size=3))),
        **bid,
    )


def without_reneges(hand: Played) -> Played:
    return hand.model_copy(update={"reneges": ()})


@given(hands())
def test_a_possible_hand_has_no_faults(hand: Played) -> None:
    assert list(find_faults(PLAYED.checks, hand, RULES)) == []


@given(hands())
def test_only_a_declarer_or_a_missed_moon_gains(hand: Played) -> None:
    derivation = score(hand, RULES)
    gained = {seat for seat, points in enumerate(derivation.scores, start=1) if points > 0}

    if not hand.moon:
        assert gained <= {hand.declarer}
    elif derivation.wins_game:
        assert gained == set()
    else:
        assert hand.declarer not in gained


@given(hands())
def test_a_declarer_without_moon_gains_or_loses_the_bid_exactly_and_a_bid_of_thirteen_always(
    hand: Played,
) -> None:
    if not hand.moon:
        points = score(without_reneges(hand), RULES).scores[hand.declarer - 1]
        assert abs(points) == hand.bid
        assert hand.bid < 13 or points == -13


@given(hands())
def test_the_jacks_of_the_others_cost_what_they_say(hand: Played) -> None:
    if hand.moon:
        return
    scores = score(without_reneges(hand), RULES).scores
    others = [seat for seat in range(1, len(hand.tricks) + 1) if seat != hand.declarer]
    cost = sum(JACKS[suit] for suit in JACKS if getattr(hand.jacks, suit) in others)

    assert sum(scores[seat - 1] for seat in others) == -cost


@given(hands())
def test_the_game_is_won_outright_by_all_thirteen_tricks_of_a_moon_alone(hand: Played) -> None:
    made = hand.moon and hand.tricks[hand.declarer - 1] == 13

    assert score(hand, RULES).wins_game == (hand.declarer if made else None)


@given(hands())
def test_under_the_house_rule_a_bid_of_thirteen_scores_as_the_moon_does(hand: Played) -> None:
    shoots = hand.moon or hand.bid == 13
    announced = hand.model_copy(update={"moon": True, "bid": 13}) if shoots else hand

    assert score(hand, HouseRules(thirteen_is_moon=True)) == score(announced, RULES)


@given(hands())
def test_each_renege_costs_five_points(hand: Played) -> None:
    before, after = score(without_reneges(hand), RULES).scores, score(hand, RULES).scores

    assert [was - now for was, now in zip(before, after, strict=True)] == [
        5 * hand.reneges.count(seat) for seat in range(1, len(hand.tricks) + 1)
    ]


@given(hands(), st.integers(1, 3))
def test_turning_the_table_turns_the_scores(hand: Played, step: int) -> None:
    players = len(hand.tricks)

    def turned(seat: Any) -> Any:
        return seat and (seat - 1 + step) % players + 1

    other = hand.model_copy(
        update={
            "declarer": turned(hand.declarer),
            "tricks": tuple(hand.tricks[(place - step) % players] for place in range(players)),
            "jacks": Jacks(**{suit: turned(getattr(hand.jacks, suit)) for suit in JACKS}),
            "reneges": tuple(map(turned, hand.reneges)),
        }
    )
    scores = score(hand, RULES).scores

    assert score(other, RULES).scores == tuple(scores[(place - step) % players] for place in range(players))
