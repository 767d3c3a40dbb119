"""Who meets whom: round robins, Swiss rounds, and what must hold of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.ranking.league.cross_tables import matches
from tournaments.movement.by_result.pairing import pair_up
from tournaments.movement.schedules.berger import berger_round, berger_rounds
from tournaments.ranking.league.fixtures import (
    MOST_APART,
    breaks,
    double_round_robin,
    home_surplus,
    round_robin,
    swiss_round,
)
from tournaments.ranking.league.results import MatchPoints, Results
from tournaments.ranking.league.values import Fixture, LeftOut, Outcome, next_round


def people(count: int) -> list[str]:
    return [f"p{number:04}" for number in range(count)]


def meetings(fixtures: Iterable[Fixture]) -> Counter[tuple[str, ...]]:
    return Counter(fixture.sides for fixture in fixtures if fixture.away is not None)


def at_home_less_away(fixtures: Iterable[Fixture]) -> Counter[str]:
    found: Counter[str] = Counter()
    for home, away in meetings(fixtures).elements():
        found[home] += 1
        found[away] -= 1
    return found


def in_words(fixtures: Iterable[Fixture]) -> str:
    """`a-b c-d e`: at home first, who has a bye alone."""
    return " ".join("-".join(fixture.sides) for fixture in fixtures)


@pytest.mark.parametrize("size", range(2, 33), ids=lambda size: f"{size} entrants")
def test_in_a_round_robin_all_meet_once_with_home_and_away_in_balance_and_fewest_breaks(size: int) -> None:
    fixtures = round_robin(people(size), berger_rounds(size))
    assert Counter(map(frozenset, meetings(fixtures).elements())) == Counter(
        map(frozenset, combinations(people(size), 2))
    )
    assert all(abs(balance) <= 1 for balance in at_home_less_away(fixtures).values())
    assert breaks(fixtures) == (0 if size % 2 else size - 2)
    byes = Counter(fixture.home for fixture in fixtures if fixture.away is None)
    assert byes == (Counter(people(size)) if size % 2 else Counter())
    assert len({fixture.id for fixture in fixtures}) == len(fixtures)
    for number in range(1, next_round(fixtures)):
        there = [entrant for fixture in fixtures if fixture.round == number for entrant in fixture.sides]
        assert sorted(there) == people(size)


@pytest.mark.parametrize("size", range(3, 25), ids=lambda size: f"{size} entrants")
def test_in_a_double_round_robin_all_meet_at_home_and_away_and_not_soon_again(size: int) -> None:
    fixtures = double_round_robin(people(size), berger_rounds(size))
    assert meetings(fixtures) == Counter(permutations(people(size), 2))
    rounds = {fixture.sides: fixture.round for fixture in fixtures}
    half = len(berger_rounds(size))
    again = [abs(rounds[pair] - rounds[pair[::-1]]) for pair in permutations(people(size), 2)]
    assert min(again) >= half - 1
    mirrored = [[pair[::-1] for pair in card] for card in berger_rounds(size)]
    assert breaks(fixtures) <= breaks(round_robin(people(size), [*berger_rounds(size), *mirrored]))
    assert breaks(fixtures) <= 2 * size


@pytest.mark.parametrize(
    ("entrants", "cards", "told"),
    [
        pytest.param("aa", berger_rounds(2), "once", id="somebody is named twice"),
        pytest.param("abc", berger_rounds(4), "not the rounds of 3", id="the rounds are those of four"),
        pytest.param("abcd", berger_rounds(3), "not the rounds of 4", id="the rounds are those of three"),
        pytest.param("abcd", [[(0, 1), (1, 2)]], "not the rounds of 4", id="somebody is in a round twice"),
        pytest.param("abcd", [[(0, 1), (2, 4)]], "not the rounds of 4", id="somebody is in it who is nobody"),
    ],
)
def test_what_is_no_round_robin(entrants: str, cards: Sequence[Sequence[Sequence[int]]], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        round_robin(list(entrants), cards)


@pytest.mark.parametrize("size", [2, 5, 8])
def test_a_round_alone_is_that_of_the_round_robin(size: int) -> None:
    fixtures = round_robin(people(size), berger_rounds(size))
    for number in range(1, next_round(fixtures)):
        alone = round_robin(people(size), [berger_round(size, number - 1)], first_round=number)
        assert list(alone) == [fixture for fixture in fixtures if fixture.round == number]


# --- Swiss ---------------------------------------------------------------------------------------------
A_FORFEIT = Fixture("1.1", 1, "a", "b").ended(Outcome("home", forfeit="away"))
NEITHER_CAME = Fixture("1.1", 1, "a", "b").ended(Outcome("nobody", forfeit="both"))
A_BYE = Fixture("1.9", 1, "e", None).ended(None)


@pytest.mark.parametrize(
    ("ranked", "before", "expected"),
    [
        pytest.param("abcd", [], "a-c b-d", id="the first round is folded"),
        pytest.param(
            "abcd", matches("a 1-0 c, b 1-0 d"), "a-b c-d", id="winners meet, at home who stands first"
        ),
        pytest.param("abcd", matches("a 1-0 c, d 0-1 b"), "b-a c-d", id="who was away last is at home"),
        pytest.param("abcd", [*matches("c 0-1 a, b 1-0 d")], "a-b d-c", id="in the lower half too"),
        pytest.param("acbd", [NEITHER_CAME], "a-b c-d", id="who are paired again where neither came"),
        pytest.param("ab", [A_FORFEIT], "a-b", id="who did not play has met nobody"),
        pytest.param(
            "abc",
            [*matches("a 1-0 b"), Fixture("1.2", 1, "c", None).ended(None)],
            "c-a b",
            id="not twice a bye",
        ),
        pytest.param("abe", [A_FORFEIT, A_BYE], "a-e b", id="who has had points for nothing plays"),
        pytest.param(
            "ab", [Fixture("x", 1, "a", "c", "", "postponed")], "b-a", id="who is still to play counts"
        ),
    ],
)
def test_who_plays_whom_in_a_swiss_round(ranked: str, before: list[Fixture], expected: str) -> None:
    assert in_words(swiss_round(list(ranked), before, pair_up, number=2)) == expected


@pytest.mark.parametrize(
    ("left_out", "expected"),
    [
        pytest.param({"a": "draw"}, "b-d c-e a=draw", id="the others are even"),
        pytest.param({"a": "draw", "c": "nobody"}, "b-d e a=draw c=nobody", id="and odd"),
        pytest.param({"a": "nobody", "z": "draw"}, "b-d c-e a=nobody z=draw", id="not among the ranked"),
    ],
)
def test_who_asked_is_left_out_of_a_swiss_round(left_out: dict[str, LeftOut], expected: str) -> None:
    found = swiss_round("abcde", [], pair_up, number=1, left_out=left_out)
    told = [
        f"{one.home}={one.outcome.winner}" if one.outcome else "-".join(filter(None, (one.home, one.away)))
        for one in found
    ]
    assert " ".join(told) == expected
    assert len({one.id for one in found}) == len(found)
    assert {one.status for one in found if one.outcome} == {"played"}


def test_who_was_left_out_is_spared_the_bye_and_who_had_it_may_be_left_out() -> None:
    left_out = Fixture("1.9", 1, "c", None).ended(Outcome("nobody"))
    assert in_words(swiss_round("abc", [left_out], pair_up, number=2)) == "a-c b"


def test_nobody_is_in_a_round_twice() -> None:
    with pytest.raises(ValueError, match="once"):
        swiss_round(["a", "a"], [], pair_up, number=1)


def played_swiss(
    size: int, rounds: int, chance: Random
) -> Iterator[tuple[list[Fixture], tuple[Fixture, ...]]]:
    """The fixtures before each round and those of the round; each side wins or it is a draw."""
    before: list[Fixture] = []
    for number in range(1, rounds + 1):
        found = swiss_round(people(size), before, pair_up, number=number)
        yield list(before), found
        for fixture in found:
            if fixture.away is None:
                before.append(fixture.ended(None))
            else:
                winner = chance.choice(["home", "away", "draw"])
                before.append(fixture.ended(Outcome(winner)))  # type: ignore[arg-type]


def ways(entrants: Sequence[str]) -> Iterator[list[tuple[str, ...]]]:
    """All ways to pair some people, one of an odd number alone."""
    if not entrants:
        yield []
        return
    first, *rest = entrants
    for place, other in enumerate(rest):
        for way in ways(rest[:place] + rest[place + 1 :]):
            yield [(first, other), *way]
    if len(entrants) % 2:
        for way in ways(rest):
            yield [(first,), *way]


def cost(way: Iterable[tuple[str, ...]], before: list[Fixture], size: int) -> tuple[int, ...]:
    """What a round costs: meetings again, byes again, the score of who has the bye, differences."""
    scores = Results.of(people(size), before, MatchPoints()).scores
    met = Counter(frozenset(fixture.sides) for fixture in before if fixture.away)
    had = Counter(fixture.home for fixture in before if fixture.away is None)
    pairs = [pair for pair in way if len(pair) == 2]
    alone = [pair[0] for pair in way if len(pair) == 1]
    return (
        sum(met[frozenset(pair)] for pair in pairs),
        sum(had[entrant] for entrant in alone),
        sum(scores[entrant] for entrant in alone),
        sum(abs(scores[one] - scores[other]) for one, other in pairs),
    )


@given(st.integers(2, 8), st.integers(1, 6), st.integers(0, 2**32))
@settings(deadline=None, max_examples=200)
def test_of_all_ways_to_pair_a_small_field_none_is_better(size: int, rounds: int, seed: int) -> None:
    *_, (before, found) = played_swiss(size, rounds, Random(seed))
    best = min(cost(way, before, size) for way in ways(people(size)))
    assert cost([fixture.sides for fixture in found], before, size) == best


@pytest.mark.parametrize("size", [31, 32, 128, 129])
def test_over_nine_rounds_nobody_meets_again_and_homes_stay_close(size: int) -> None:
    *_, (before, last) = played_swiss(size, 9, Random(size))
    fixtures = [*before, *last]
    assert max(Counter(map(frozenset, meetings(fixtures).elements())).values()) == 1
    assert all(count == 1 for count in Counter(f.home for f in fixtures if f.away is None).values())
    assert all(abs(balance) <= 3 for balance in at_home_less_away(fixtures).values())


@pytest.mark.parametrize("count", [8, 9, 12, 21])
def test_in_a_swiss_nobody_is_at_home_or_away_more_than_two_times_too_often(count: int) -> None:
    """Sixty seasons of each size; and nobody meets anybody twice for it."""
    for number in range(60):
        chance = Random(1000 * count + number)
        entrants = [f"e{one:02}" for one in range(count)]
        fixtures: list[Fixture] = []
        for turn in range(1, 8 if count > 9 else 6):
            made = swiss_round(entrants, fixtures, pair_up, number=turn)
            fixtures += [
                one.ended(Outcome(chance.choice(["home", "away", "draw"])) if one.away else None)
                for one in made
            ]
            assert max(map(abs, home_surplus(fixtures).values())) <= MOST_APART, (count, number, turn)
        met = Counter(frozenset(one.sides) for one in fixtures if one.away)
        assert set(met.values()) == {1}
