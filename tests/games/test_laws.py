"""Laws that hold for every game there is, on hands as they are played."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.deals import DEALERS, deal
from games.catalogue import find
from games.definition import Game
from games.requests import score_game_request, score_request
from scoring.derivation import Derivation
from scoring.faults import Faults

dealt = st.sampled_from(sorted(DEALERS)).flatmap(
    lambda slug: st.tuples(st.just(slug), st.integers(0, 10_000).map(lambda seed: deal(slug, 1, seed)[0]))
)
nonsense = (
    st.none()
    | st.booleans()
    | st.integers(-3, 200)
    | st.text(max_size=3)
    | st.lists(st.integers(), max_size=5)
)


def scored(game: Game, hand: dict[str, Any]) -> Derivation:
    return game.score(hand, game.defaults)


@given(dealt)
def test_a_faultless_hand_is_scored_and_the_same_however_often(case: tuple[str, dict[str, Any]]) -> None:
    slug, hand = case
    game = find(slug)

    assert game.faults(hand, game.defaults) == ()
    assert scored(game, hand).seats in game.seats
    assert scored(game, hand) == scored(game, dict(reversed(hand.items())))


@given(dealt)
def test_a_score_is_the_sum_of_its_lines_and_nothing_besides(case: tuple[str, dict[str, Any]]) -> None:
    slug, hand = case
    answer = score_request({"game": slug, "hand": hand})

    assert answer["derivation"]
    for seat, points in enumerate(answer["scores"], start=1):
        assert points == sum(line["points"] for line in answer["derivation"] if seat in line["seats"])
    for line in answer["derivation"]:
        assert set(line["seats"]) <= set(range(1, len(answer["scores"]) + 1))


@given(dealt, st.data())
def test_a_hand_is_scored_or_refused_and_a_refused_one_scores_nothing(
    case: tuple[str, dict[str, Any]], data: st.DataObject
) -> None:
    slug, hand = case
    field = data.draw(st.sampled_from(sorted(hand)))
    spoilt = hand | {field: data.draw(nonsense)}
    game = find(slug)
    found = game.faults(spoilt, game.defaults)
    answer = score_request({"id": 1, "game": slug, "hand": spoilt})

    assert answer["ok"] == (not found)
    if found:
        assert set(answer) == {"id", "ok", "errors"}
        with pytest.raises(Faults) as refused:
            scored(game, spoilt)
        assert [fault.field for fault in refused.value.faults] == [fault.field for fault in found]


@given(dealt, st.data())
def test_a_hand_that_lacks_a_field_it_needs_is_refused_for_that(
    case: tuple[str, dict[str, Any]], data: st.DataObject
) -> None:
    slug, hand = case
    game = find(slug)
    needed = [
        name for name in hand if any(name in schema.get("required", ()) for schema in game.hand_schemas)
    ]
    field = data.draw(st.sampled_from(sorted(needed)))
    faults = game.faults({name: value for name, value in hand.items() if name != field}, game.defaults)

    assert faults


@pytest.mark.parametrize("slug", DEALERS)
@given(seed=st.integers(0, 1000))
def test_the_totals_of_a_game_are_the_sums_of_its_hands(slug: str, seed: int) -> None:
    game = find(slug)
    seats = game.seats[-1]
    hands = [hand for hand in deal(slug, 12, seed) if scored(game, hand).seats == seats][:3]
    answer = score_game_request({"game": slug, "hands": hands, "options": {}})

    if answer["ok"] and hands:
        every = [scored(game, hand).scores for hand in hands]
        assert answer["totals"] == [sum(column) for column in zip(*every, strict=True)]
        assert answer["running"][0] == list(every[0])
        if answer["settlement"]:
            assert sum(answer["settlement"]) == 0
