"""Who plays whom in a Swiss round: what is asked for, and that nothing better can be found."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from random import Random

import pytest
import rustworkx
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.movement.by_result import pairing
from tournaments.movement.by_result.pairing import Pairing, pair_up

Met = dict[str, dict[str, int]]
Fields = tuple[dict[str, int], Met, dict[str, int]]


def met_of(*pairs: str) -> Met:
    """`met_of("ab", "ab")`: a and b have met twice."""
    met: Met = {}
    for one, other in map(tuple, pairs):
        for player, opposite in ((one, other), (other, one)):
            known = met.setdefault(player, {})
            known[opposite] = known.get(opposite, 0) + 1
    return met


def words(found: Pairing) -> str:
    """`ab cd | e`: a plays b, c plays d, e has the bye."""
    told = " ".join(one + other for one, other in found.pairs)
    return f"{told} | {found.bye}" if found.bye else told


@pytest.mark.parametrize(
    ("scores", "met", "byes", "found"),
    [
        pytest.param(
            {"a": 0, "b": 0, "c": 0, "d": 0}, [], "", "ac bd", id="of one score the halves are folded"
        ),
        pytest.param({"a": 2, "b": 2, "c": 1, "d": 1}, [], "", "ab cd", id="like plays with like"),
        pytest.param({"d": 1, "b": 2, "c": 1, "a": 2}, [], "", "ba dc", id="equals stand in the order given"),
        pytest.param({"a": 2, "b": 2, "c": 1, "d": 1}, ["ab"], "", "ac bd", id="nobody meets again"),
        pytest.param(
            {"a": 3, "b": 2, "c": 2, "d": 1}, [], "", "ab cd", id="the first of the next score floats up"
        ),
        pytest.param({"a": 9, "b": 8, "c": 0}, [], "", "ab | c", id="the lowest has the bye"),
        pytest.param({"a": 9, "b": 8, "c": 0}, [], "c", "ac | b", id="unless they have had it oftener"),
        pytest.param({"a": 9, "b": 8, "c": 0}, [], "abc", "ab | c", id="all having had it, the lowest again"),
        pytest.param(
            {"a": 9, "b": 8, "c": 0}, ["ab"], "", "ac | b", id="nobody meets again for the bye's sake"
        ),
        pytest.param(
            {"a": 1, "b": 1}, ["ab", "ab"], "", "ab", id="two play again where there is nobody else"
        ),
        pytest.param(
            {"a": 3, "b": 2, "c": 1, "d": 0}, ["ab", "ac", "ad", "ab"], "", "ac bd", id="all met: least often"
        ),
        pytest.param({"a": 7}, [], "", " | a", id="one alone has the bye"),
        pytest.param({}, [], "", "", id="nobody"),
    ],
)
def test_who_plays_whom(scores: dict[str, int], met: list[str], byes: str, found: str) -> None:
    assert words(pair_up(scores, met_of(*met), byes=dict.fromkeys(byes, 1))) == found


def test_who_must_not_have_the_bye_has_it_not() -> None:
    assert words(pair_up({"a": 2, "b": 1, "c": 0}, {}, no_bye="c")) == "ac | b"


@pytest.mark.parametrize("size", [3, 101])
def test_somebody_must_have_it(size: int) -> None:
    everybody = {f"p{number}": 0 for number in range(size)}
    with pytest.raises(ValueError, match="nobody may"):
        pair_up(everybody, {}, no_bye=everybody)


@st.composite
def fields(draw: st.DrawFn, *, least: int = 1, most: int = 8, spread: int = 4) -> Fields:
    """People with scores, some of whom have met, some oftener; some have had the bye."""
    people = [f"p{number}" for number in range(draw(st.integers(least, most)))]
    random = Random(draw(st.integers(0, 2**32)))
    density = draw(st.sampled_from([0.0, 0.1, 0.3, 0.6, 0.9]))
    met: Met = {player: {} for player in people}
    for one, other in combinations(people, 2):
        if random.random() < density:
            met[one][other] = met[other][one] = random.choice([1, 1, 2])
    scores = {player: random.randint(0, spread) for player in people}
    return scores, met, {player: random.choice([0, 0, 1]) for player in people}


def every_way(people: Sequence[str]) -> Iterator[tuple[tuple[str, str], ...]]:
    """All ways to pair people, the one left over as a pair with nobody."""
    if not people:
        yield ()
        return
    first, *rest = people
    for place, other in enumerate(rest):
        for way in every_way(rest[:place] + rest[place + 1 :]):
            yield ((first, other), *way)
    if len(people) % 2:
        for way in every_way(rest):
            yield ((first, ""), *way)


def cost(
    way: Sequence[tuple[str, str]], scores: Mapping[str, int], met: Met, byes: Mapping[str, int]
) -> tuple[int, ...]:
    """What a way costs down to the differences, counted from the rule."""
    pairs = [pair for pair in way if pair[1]]
    alone = [one for one, other in way if not other]
    return (
        sum(met.get(one, {}).get(other, 0) for one, other in pairs),
        sum(byes.get(player, 0) for player in alone),
        sum(scores[player] for player in alone),
        sum(abs(scores[one] - scores[other]) for one, other in pairs),
    )


def as_way(found: Pairing) -> list[tuple[str, str]]:
    return [*found.pairs, *([(found.bye, "")] if found.bye else [])]


@given(fields())
@settings(max_examples=200)
def test_of_all_ways_there_are_none_is_better(field: Fields) -> None:
    scores, met, byes = field
    found = as_way(pair_up(scores, met, byes=byes))
    assert sorted(player for pair in found for player in pair if player) == sorted(scores)
    best = min(cost(way, *field) for way in every_way(list(scores)))
    assert cost(found, *field) == best


def can_be_paired(scores: Mapping[str, int], met: Met) -> bool:
    """Whether all but at most one can play somebody new: a matching that looks at nothing else."""
    people = list(scores)
    graph = rustworkx.PyGraph[str, None](multigraph=False)
    graph.add_nodes_from(people)
    graph.add_edges_from(
        [(a, b, None) for a, b in combinations(range(len(people)), 2) if people[b] not in met[people[a]]]
    )
    return len(rustworkx.max_weight_matching(graph, max_cardinality=True)) == len(people) // 2


@given(fields(least=2, most=24, spread=9))
@settings(max_examples=200)
def test_nobody_meets_again_where_that_can_be_avoided(field: Fields) -> None:
    scores, met, byes = field
    repeats, *_ = cost(as_way(pair_up(scores, met, byes=byes)), *field)
    assert (repeats == 0) == can_be_paired(scores, met)


@given(fields(least=2, most=24, spread=12))
@settings(max_examples=100)
def test_the_way_of_larger_rooms_finds_as_good_ones(field: Fields) -> None:
    scores, met, byes = field
    exact = cost(as_way(pair_up(scores, met, byes=byes)), *field)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pairing, "SMALL", 0)
        folded = cost(as_way(pair_up(scores, met, byes=byes)), *field)
        patch.setattr(pairing, "MEDIUM", 0)
        large = cost(as_way(pair_up(scores, met, byes=byes)), *field)
    assert folded == exact
    if len(scores) % 2 == 0:  # Are they odd, then the largest rooms settle the bye before all else.
        assert large == exact


def test_a_large_room_plays_nine_rounds_and_nobody_meets_again() -> None:
    scores = {f"p{number}": 0 for number in range(1001)}
    met: Met = {player: {} for player in scores}
    byes: dict[str, int] = {}
    for _ in range(9):
        found = pair_up(scores, met, byes=byes)
        assert found.bye is not None
        byes[found.bye] = byes.get(found.bye, 0) + 1
        for one, other in found.pairs:
            assert other not in met[one]
            met[one][other] = met[other][one] = 1
            scores[one] += 1
        assert 2 * len(found.pairs) == 1000
    assert set(byes.values()) == {1}
