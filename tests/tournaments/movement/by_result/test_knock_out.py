"""A knock-out: winners meet winners, and the others play beside it."""

from collections import Counter
from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.movement.by_result.evenings import (
    COUPLES,
    THREES,
    TWOS,
    Evening,
    first_drawn_wins,
    knock_out,
    people,
)
from tests.tournaments.movement.rooms import room, words
from tournaments.movement.by_result.bracket import Bracket, drawn_bracket
from tournaments.movement.by_result.knock_out import KnockOut
from tournaments.movement.interface import Situation, Tables
from tournaments.movement.seating import PlayedRound
from tournaments.ranking.tie_breaks import stages


def bracket_of(evening: Evening) -> Bracket:
    assert isinstance(evening.movement, KnockOut)
    return evening.movement.bracket(evening.situation())


def left(evening: Evening) -> list[str]:
    """Who is still in it, the first drawn first."""
    bracket = bracket_of(evening)
    return ["".join(sorted(bracket.entrants[entrant])) for entrant in sorted(bracket.left)]


@pytest.mark.parametrize(
    ("count", "matches", "free"),
    [
        pytest.param(0, [], [], id="nobody"),
        pytest.param(1, [], [0], id="one"),
        pytest.param(2, [(0, 1)], [], id="two"),
        pytest.param(3, [(1, 2)], [0], id="three: the first drawn has nobody against them"),
        pytest.param(5, [(3, 4)], [0, 1, 2], id="five"),
        pytest.param(6, [(3, 4), (2, 5)], [0, 1], id="six"),
        pytest.param(8, [(0, 7), (3, 4), (1, 6), (2, 5)], [], id="eight: the first two meet in the final"),
    ],
)
def test_the_bracket_of_the_draw(count: int, matches: list[tuple[int, int]], free: list[int]) -> None:
    bracket = drawn_bracket([frozenset([str(number)]) for number in range(count)])
    assert (bracket.matches, sorted(bracket.free)) == (matches, free)


@pytest.mark.parametrize(
    ("tables", "losers", "order", "found"),
    [
        pytest.param(TWOS, "play_on", "abcd", "ad bc", id="four at tables of two"),
        pytest.param(
            TWOS, "play_on", "abcde", "de ab | c", id="five: three have nobody against them, two of them play"
        ),
        pytest.param(TWOS, "rest", "abcde", "de | abc", id="five, those without a match rest"),
        pytest.param(COUPLES, "play_on", "abcdefgh", "afch bedg", id="four couples"),
        pytest.param(COUPLES, "play_on", "abcdefg", "bedf | acg", id="three couples, and one alone"),
        pytest.param(COUPLES, "play_on", "abcd", "abcd", id="two couples"),
    ],
)
def test_the_first_round(tables: Tables, losers: str, order: str, found: str) -> None:
    assert words(knock_out(tables, losers).first_seating(order)) == found


@pytest.mark.parametrize(
    ("losers", "rounds"),
    [
        pytest.param("play_on", ["ah de bg cf", "ad bc eg fh", "ab ce df gh"], id="losers play on"),
        pytest.param("rest", ["ah de bg cf", "ad bc | efgh", "ab | cdefgh"], id="losers rest"),
    ],
)
def test_winners_meet_winners(losers: str, rounds: list[str]) -> None:
    evening = Evening(knock_out(TWOS, losers), list("abcdefgh"))
    seen = [words(evening.seating)]
    for _ in range(2):
        evening.play(lambda table: "A" if table[0] < table[1] else "B")
        evening.move()
        seen.append(words(evening.seating))
    assert seen == rounds


@pytest.mark.parametrize("losers", ["play_on", "rest"])
def test_once_it_is_decided_everybody_plays_the_champions_among_them(losers: str) -> None:
    evening = Evening(knock_out(TWOS, losers), list("abcd"))
    for _ in range(2):
        evening.play(lambda table: "A" if table[0] < table[1] else "B")
        evening.move()
    assert left(evening) == ["a"]
    assert len(evening.seating.tables) == 2


def test_points_decide_where_no_games_are_counted_and_level_the_first_drawn() -> None:
    evening = Evening(knock_out(TWOS), list("abcd"))
    evening.score(lambda player: {"d": 5}.get(player, 0))
    assert left(evening) == ["b", "d"]


def test_the_other_goes_on_where_somebody_has_gone_home() -> None:
    evening = Evening(knock_out(COUPLES), list("abcdefgh"))
    evening.play(lambda _: "A")
    assert left(evening) == ["ac", "bd"]
    evening.move(leaving="a")
    assert bracket_of(evening).is_over is False
    evening.play(lambda _: "A")
    assert left(evening) == ["bd"]


def test_seats_changed_by_hand_are_no_match_and_the_first_drawn_goes_on() -> None:
    played = [PlayedRound(room("ad bc"), ("A", "A")), PlayedRound(room("ac bd"), ("B", "B"))]
    bracket = knock_out(TWOS).bracket(Situation(played, "a seed", "abcd"))
    assert [bracket.entrants[left] for left in bracket.left] == [frozenset("a")]


def test_people_placed_by_hand_play_the_matches_at_the_tables_where_they_sit() -> None:
    bracket = knock_out(TWOS).bracket(Situation([PlayedRound(room("ab cd"), ("B", "B"))], "a seed", "abcd"))
    assert {*map(bracket.entrants.__getitem__, bracket.left)} == {frozenset("b"), frozenset("d")}


def test_reasons_tell_the_matches_and_who_goes_on() -> None:
    evening = Evening(knock_out(TWOS, "rest"), list("abcdef"))
    evening.play(lambda table: "A" if table[0] < table[1] else "B")
    told = list(map(str, evening.move().reasons))
    assert told == [
        "a against d: in the knock-out; those still in it: 4.",
        "b against c: in the knock-out; those still in it: 4.",
        "e sits out while the knock-out goes on without them.",
        "f sits out while the knock-out goes on without them.",
    ]
    evening.play(lambda table: "A" if table[0] < table[1] else "B")
    assert str(evening.move().reasons[1]) == "a against b: the final of the knock-out."


@pytest.mark.parametrize("tables", [Tables((3, 4), partnership=True), Tables((2,), partnership=True)])
def test_couples_ask_for_tables_of_four(tables: Tables) -> None:
    with pytest.raises(ValueError, match="tables of two, or of four"):
        knock_out(tables)


@pytest.mark.parametrize(
    ("tables", "go_on"),
    [
        pytest.param(TWOS, 2, id="of two"),
        pytest.param(COUPLES, 2, id="of two couples"),
        pytest.param(THREES, 4, id="of three or four"),
    ],
)
def test_somebody_of_each_table_is_out(tables: Tables, go_on: int) -> None:
    with pytest.raises(ValueError, match="at least one of each table is out"):
        knock_out(tables, go_on=go_on)


@given(st.integers(2, 40), st.booleans(), st.sampled_from(["play_on", "rest"]), st.integers(0, 2**40))
@settings(max_examples=80)
def test_all_but_one_are_beaten_once_and_nobody_is_spared_twice(
    entrants: int, couples: bool, losers: str, bits: int
) -> None:
    tables = COUPLES if couples else TWOS
    evening = Evening(knock_out(tables, losers), list(people(entrants * (2 if couples else 1))))
    spared: Counter[int] = Counter(drawn_bracket([frozenset([str(n)]) for n in range(entrants)]).free)
    for number in range((entrants - 1).bit_length()):
        evening.play(lambda table: "A" if bits >> len(table[0]) + number & 1 else "B")  # noqa: B023
        spared.update(bracket_of(evening).free if not bracket_of(evening).is_over else [])
        evening.move()
    bracket = bracket_of(evening)
    evening.play(first_drawn_wins)
    assert bracket_of(evening).decided == bracket.decided
    assert len(bracket.left) == 1
    assert len(bracket.decided) == entrants - 1
    assert len(set(chain.from_iterable(match.out for match in bracket.decided))) == (entrants - 1) * (
        1 + couples
    )
    assert max(spared.values(), default=0) <= 1


@given(st.integers(2, 40))
@settings(max_examples=40)
def test_where_the_first_drawn_always_wins_the_first_drawn_are_left(entrants: int) -> None:
    evening = Evening(knock_out(TWOS), list(people(entrants)))
    full = 1 << (entrants - 1).bit_length()
    while full > 1:
        evening.play(first_drawn_wins)
        full //= 2
        assert sorted(bracket_of(evening).left) == list(range(full))
        evening.move()


def test_how_far_everybody_got() -> None:
    evening = Evening(knock_out(TWOS), list("abcde"))
    said = []
    for _ in range(3):
        evening.play(lambda table: "A" if table[0] < table[1] else "B")
        evening.move()
        bracket = bracket_of(evening)
        found = stages("abcdez", bracket.entrants, bracket.decided, rounds=bracket.rounds)
        said.append({player: stage.stage for player, stage in found.items()})
    assert said == [
        {"a": 2, "b": 2, "c": 2, "d": 2, "e": 1, "z": 0},
        {"a": 3, "b": 3, "c": 2, "d": 2, "e": 1, "z": 0},
        {"a": 4, "b": 3, "c": 2, "d": 2, "e": 1, "z": 0},
    ]
    assert {player: str(stage.sentence) for player, stage in found.items()} == {
        "a": "Won the knock-out.",
        "b": "Reached the final.",
        "c": "Reached the semi-final.",
        "d": "Reached the semi-final.",
        "e": "Reached round 1 of the knock-out.",
        "z": "Was not in the knock-out.",
    }


def test_a_substitute_plays_on_for_the_ticket_and_got_as_far() -> None:
    evening = Evening(knock_out(COUPLES), list("abcdefgh"))
    evening.replace("a", "s")
    evening.play(lambda _: "A")
    bracket = bracket_of(evening)
    found = stages(
        "abcdefghs", bracket.entrants, bracket.decided, rounds=bracket.rounds, tickets=evening.tickets
    )
    assert {player for player, stage in found.items() if stage.stage == 2} == set("acbds")
    assert str(found["s"].sentence) == "Still in the knock-out, in round 2."
    evening.move()
    assert left(evening) == ["ac", "bd"]
    assert words(evening.seating).split()[0] == "sbcd"
