"""Handicaps: whole points by a stated rule, beside the score as it was played."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from tournaments.ranking.ratings import (
    MU,
    SCALE,
    SHOWN_START,
    HandicapRule,
    Rating,
    handicap_in_words,
    handicaps,
)

RULE = HandicapRule(per=50, most=4, least_games=10)


def rated(shown: int, games: int = 20) -> Rating:
    return Rating(MU + (shown - SHOWN_START) / SCALE, 1.0, games)


@pytest.mark.parametrize(
    ("sides", "expected"),
    [
        pytest.param([[1500], [1500]], (0, 0), id="level"),
        pytest.param([[1500], [1549]], (0, 0), id="not a full fifty"),
        pytest.param([[1500], [1550]], (1, 0), id="a full fifty"),
        pytest.param([[1700], [1590], [1400]], (0, 2, 4), id="each beside the best, at most four"),
        pytest.param([[1500, 1601], [1600, 1701]], (2, 0), id="a couple is its average"),
        pytest.param([[1401, 1500], [1500, 1500]], (1, 0), id="rounded down"),
    ],
)
def test_a_difference_of_ratings_is_worth_points(sides: list[list[int]], expected: tuple[int, ...]) -> None:
    assert handicaps([[rated(shown) for shown in side] for side in sides], RULE) == expected


def test_at_a_table_with_somebody_hardly_known_nobody_gets_any() -> None:
    assert handicaps([[rated(1500)], [rated(1900, games=9)]], RULE) == (0, 0)
    assert handicaps([[rated(1500)], [rated(1900, games=10)]], RULE) == (4, 0)


def test_the_rule_is_said_in_sentences() -> None:
    assert list(map(str, handicap_in_words(RULE))) == [
        (
            "For every full 50 by which the best rated side at the table is rated above a side, that side gets"
            " 1 point a game; a couple is rated as the average of the two, rounded down."
        ),
        "Nobody gets more than 4 points a game.",
        "If anybody at the table has played fewer than 10 rated games, nobody gets a handicap.",
        "The score without handicap is shown beside the score with it.",
    ]


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValidationError):
        HandicapRule(per=0)
    with pytest.raises(ValueError, match="somebody plays for every side"):
        handicaps([[], [rated(1500)]], RULE)


SIDES = st.lists(st.lists(st.integers(900, 2400), min_size=2, max_size=2), min_size=2, max_size=5)


@given(SIDES, st.integers(1, 200), st.integers(1, 30), st.integers(0, 300))
def test_the_better_rated_never_get_more(sides: list[list[int]], per: int, most: int, more: int) -> None:
    rule = HandicapRule(per=per, most=most)
    found = handicaps([[rated(shown) for shown in side] for side in sides], rule)
    averages = [sum(side) // 2 for side in sides]
    by_rating = [handicap for _, handicap in sorted(zip(averages, found, strict=True), reverse=True)]
    assert by_rating == sorted(by_rating)
    assert by_rating[0] == 0
    assert max(found) <= most
    assert handicaps([[rated(shown + more) for shown in side] for side in sides], rule) == found
