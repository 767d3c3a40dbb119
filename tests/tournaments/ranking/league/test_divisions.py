"""Promotion and relegation."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.ranking.league.divisions import Border, Division, next_season, play_offs


def divisions(words: str) -> list[Division]:
    """`abcd efgh`: two divisions of four, best first."""
    return [Division(str(number), tuple(who)) for number, who in enumerate(words.split(), start=1)]


@pytest.mark.parametrize(
    ("before", "borders", "winners", "after"),
    [
        pytest.param("abcd efgh", [Border()], "", "abce dfgh", id="one up, one down"),
        pytest.param("abcd efgh", [Border(2, 2)], "", "abef cdgh", id="two, and they keep their order"),
        pytest.param(
            "abcd efgh ijkl", [Border(), Border()], "", "abce dfgi hjkl", id="from the middle both ways"
        ),
        pytest.param("abcd efgh", [Border(1, 1, 1)], "c", "abce dfgh", id="who defends the play-off stays"),
        pytest.param("abcd efgh", [Border(1, 1, 1)], "f", "abef cdgh", id="who wins it from below comes up"),
        pytest.param("abcd efgh", [Border(0, 0, 2)], "f", "abdf cegh", id="play-offs alone: c had to meet f"),
        pytest.param("abcd efgh", [Border(2, 1)], "", "abcef dgh", id="two up, one down: sizes change"),
        pytest.param("abcd", [], "", "abcd", id="one division alone"),
    ],
)
def test_who_goes_up_and_down(before: str, borders: list[Border], winners: str, after: str) -> None:
    found = next_season(divisions(before), borders, winners=winners)
    assert " ".join("".join(division.entrants) for division in found) == after


def test_who_plays_for_a_place() -> None:
    found = play_offs(divisions("abcdef ghijkl"), [Border(1, 1, 2)])
    assert [(match.upper, match.lower, match.division) for match in found] == [
        ("e", "h", "1"),
        ("d", "i", "1"),
    ]


@pytest.mark.parametrize(
    ("withdrawn", "newcomers", "after"),
    [
        pytest.param("b", "", "acef dgij hkl", id="each division fills from the one below"),
        pytest.param("b", "z", "acef dgij hklz", id="a newcomer enters at the foot"),
        pytest.param("k", "xy", "abce dfgi hjlxy", id="of the lowest nothing else moves"),
    ],
)
def test_who_withdraws_leaves_a_place(withdrawn: str, newcomers: str, after: str) -> None:
    three = divisions("abcd efgh ijkl")
    found = next_season(three, [Border(), Border()], withdrawn=withdrawn, newcomers=newcomers)
    assert " ".join("".join(division.entrants) for division in found) == after


@pytest.mark.parametrize(
    ("before", "borders", "newcomers", "told"),
    [
        pytest.param("ab cd", [], "", "one border", id="no border"),
        pytest.param("ab bc", [Border()], "", "in one division", id="somebody in two divisions"),
        pytest.param(
            "a bc d", [Border(), Border(2, 1)], "", "3 is too small", id="more go up than there are"
        ),
        pytest.param("ab c de", [Border(), Border()], "", "2 is too small", id="one would go up and down"),
        pytest.param("abcd ef", [Border(0, 0, 3)], "", "2 is too small", id="more play off than there are"),
        pytest.param("ef abcd", [Border(0, 1, 2)], "", "1 is too small", id="one would go down and play off"),
        pytest.param("abc de fgh", [Border(1, 1, 1), Border()], "", "2 is too small", id="and in the middle"),
        pytest.param("ab cd", [Border()], "a", "newcomer", id="a newcomer who is there"),
    ],
)
def test_what_cannot_be(before: str, borders: list[Border], newcomers: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        next_season(divisions(before), borders, newcomers=newcomers)


@st.composite
def leagues(draw: st.DrawFn) -> tuple[list[Division], list[Border], set[str]]:
    """Divisions, borders that keep their sizes, and the winners of some play-offs."""
    count = draw(st.integers(1, 5))
    borders = []
    for _ in range(count - 1):
        moving = draw(st.integers(0, 2))
        borders.append(Border(moving, moving, draw(st.integers(0, 2))))
    found = [
        Division(str(number), tuple(f"{number}.{place}" for place in range(draw(st.integers(9, 12)))))
        for number in range(count)
    ]
    matches = play_offs(found, borders)
    return found, borders, {draw(st.sampled_from([match.upper, match.lower])) for match in matches}


@given(leagues())
def test_sizes_stay_nobody_moves_far_and_order_is_kept(
    league: tuple[list[Division], list[Border], set[str]],
) -> None:
    before, borders, winners = league
    after = next_season(before, borders, winners=winners)
    assert [len(division.entrants) for division in after] == [len(division.entrants) for division in before]
    came_from = {who: number for number, division in enumerate(before) for who in division.entrants}
    goes_to = {who: number for number, division in enumerate(after) for who in division.entrants}
    assert came_from.keys() == goes_to.keys()
    assert all(abs(came_from[who] - goes_to[who]) <= 1 for who in came_from)
    assert goes_to[before[0].entrants[0]] == 0
    assert goes_to[before[-1].entrants[-1]] == len(before) - 1
    for number, division in enumerate(after):
        blocks = [
            [who for who in division.entrants if came_from[who] == source] for source in range(len(before))
        ]
        assert [who for block in blocks for who in block] == list(division.entrants)
        for source, block in enumerate(blocks):
            assert block == [who for who in before[source].entrants if goes_to[who] == number]


@given(leagues(), st.data())
def test_a_place_left_is_filled_down_to_the_foot(
    league: tuple[list[Division], list[Border], set[str]], data: st.DataObject
) -> None:
    before, borders, winners = league
    everybody = [who for division in before for who in division.entrants]
    gone = data.draw(st.sampled_from(everybody))
    after = next_season(before, borders, winners=winners, withdrawn=[gone], newcomers=["new"])
    assert [len(division.entrants) for division in after] == [len(division.entrants) for division in before]
    assert after[-1].entrants[-1] == "new"
    assert {who for division in after for who in division.entrants} == {*everybody, "new"} - {gone}
