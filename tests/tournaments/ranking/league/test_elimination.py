"""Knock-outs, single and double."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.ranking.league.elimination import Knockout, bracket, followed, places
from tournaments.ranking.league.values import Fixture, Outcome, Winner

Decide = Callable[[Fixture], Winner]


def seeds_of(count: int) -> list[str]:
    return [f"s{number:03}" for number in range(1, count + 1)]


def the_better(fixture: Fixture) -> Winner:
    return "home" if fixture.away is None or fixture.home < fixture.away else "away"


def the_worse(fixture: Fixture) -> Winner:
    return "away" if the_better(fixture) == "home" else "home"


def played_out(
    seeds: Sequence[str], decide: Decide, *, double: bool = False
) -> tuple[list[Fixture], Knockout]:
    """Play everything there is to play, round by round."""
    fixtures: list[Fixture] = []
    state = followed(seeds, fixtures, double=double)
    while state.ahead:
        fixtures += [fixture.ended(Outcome(decide(fixture))) for fixture in state.ahead]
        state = followed(seeds, fixtures, double=double)
    return fixtures, state


@pytest.mark.parametrize(
    ("count", "order"),
    [(2, [1, 2]), (4, [1, 4, 2, 3]), (8, [1, 8, 4, 5, 2, 7, 3, 6]), (5, [1, 8, 4, 5, 2, 7, 3, 6])],
    ids=["two", "four", "eight", "five have the places of eight"],
)
def test_the_highest_seeds_meet_last(count: int, order: list[int]) -> None:
    assert places(count) == order


@pytest.mark.parametrize("count", [*range(2, 34), 100, 1000], ids=lambda count: f"{count} seeds")
def test_a_knock_out_takes_one_match_less_than_there_are_seeds(count: int) -> None:
    seeds = seeds_of(count)
    fixtures, state = played_out(seeds, the_better)
    assert len(fixtures) == count - 1
    assert (state.champion, state.is_over) == (seeds[0], True)
    assert len({fixture.id for fixture in fixtures}) == count - 1
    full = 1 << (count - 1).bit_length()
    rounds = max(fixture.round for fixture in fixtures)
    assert full == 1 << rounds
    opening = {who for fixture in fixtures if fixture.round == 1 for who in fixture.sides}
    assert sorted(set(seeds) - opening) == seeds[: full - count]
    for number in range(2, rounds + 1):
        left = {who for fixture in fixtures if fixture.round == number for who in fixture.sides}
        assert left == set(seeds[: full >> (number - 1)])


@given(st.integers(2, 40), st.integers(0, 2**32))
@settings(deadline=None, max_examples=60)
def test_in_a_double_one_everybody_but_the_champion_has_lost_twice(count: int, seed: int) -> None:
    chance = Random(seed)
    seeds = seeds_of(count)
    fixtures, state = played_out(seeds, lambda _: chance.choice(["home", "away"]), double=True)
    assert state.champion is not None
    lost = Counter(
        fixture.sides[fixture.outcome.winner == "home"] for fixture in fixtures if fixture.outcome is not None
    )
    assert lost == {who: times for who, times in state.lost.items() if times}
    assert {who: lost[who] for who in seeds if who != state.champion} == dict.fromkeys(
        (who for who in seeds if who != state.champion), 2
    )
    assert len(fixtures) == 2 * count - 2 + lost[state.champion]
    for who in seeds:
        rounds = [fixture.round for fixture in fixtures if who in fixture.sides]
        assert len(set(rounds)) == len(rounds)


@pytest.mark.parametrize("count", [4, 8, 16, 32])
def test_in_a_double_one_nobody_meets_again_at_once(count: int) -> None:
    fixtures, _ = played_out(seeds_of(count), the_better, double=True)
    last: dict[str, frozenset[str]] = {}
    for fixture in sorted(fixtures, key=lambda fixture: fixture.round):
        pair = frozenset(fixture.sides)
        assert fixture.id.startswith("F") or all(last.get(who) != pair for who in pair)
        last |= dict.fromkeys(pair, pair)


@pytest.mark.parametrize(
    ("decide", "finals"),
    [
        pytest.param(the_better, ["F1"], id="who never lost wins the final: once"),
        pytest.param(
            lambda fixture: "away" if fixture.id == "F1" else the_better(fixture),
            ["F1", "F2"],
            id="who lost before wins it: once more",
        ),
    ],
)
def test_the_final_of_a_double_one(decide: Decide, finals: list[str]) -> None:
    fixtures, state = played_out(seeds_of(6), decide, double=True)
    assert [fixture.id for fixture in fixtures if fixture.id.startswith("F")] == finals
    assert state.is_over


def test_what_is_void_or_level_is_played_again() -> None:
    seeds = seeds_of(2)
    (first,) = followed(seeds, []).ahead
    level = first.ended(Outcome("draw"))
    (again,) = followed(seeds, [level]).ahead
    void = Fixture(again.id, 1, "s001", "s002", status="void")
    (third,) = followed(seeds, [level, void]).ahead
    assert [first.id, again.id, third.id] == ["W1.1", "W1.1/2", "W1.1/3"]
    assert followed(seeds, [level, void, third]).ahead == ()
    assert followed(seeds, [level, void, third.ended(Outcome("away"))]).champion == "s002"


def test_where_neither_plays_nobody_goes_on() -> None:
    seeds = seeds_of(4)
    one, other = followed(seeds, []).ahead
    neither = one.ended(Outcome("nobody", forfeit="both"))
    state = followed(seeds, [neither, other.ended(Outcome("home"))])
    assert (state.champion, state.ahead, state.is_over) == ("s002", (), True)
    nobody = followed(seeds, [neither, other.ended(Outcome("nobody", forfeit="both"))])
    assert (nobody.champion, nobody.is_over) == (None, True)


@pytest.mark.parametrize(("count", "matches"), [(2, 3), (3, 6 + 1), (4, 7), (8, 15)])
def test_the_plan_of_a_double_one_has_room_for_all_its_matches(count: int, matches: int) -> None:
    assert len(bracket(count, double=True)) == matches


@pytest.mark.parametrize("seeds", [[], ["a"], ["a", "a"]], ids=["nobody", "one", "one twice"])
def test_what_is_no_knock_out(seeds: list[str]) -> None:
    with pytest.raises(ValueError, match=r"takes two|once"):
        followed(seeds, [])
