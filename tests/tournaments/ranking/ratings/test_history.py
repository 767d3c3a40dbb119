"""Ratings from a history of games, and handicaps: whole points by a stated rule."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from tournaments.ranking.ratings import (
    MU,
    SCALE,
    SHOWN_START,
    HandicapRule,
    RatedGame,
    Rating,
    Ratings,
    handicap_in_words,
    handicaps,
    merged,
)

FIRST = date(2026, 1, 6)


def game(
    evening: int, round_: int, sides: str, *points: int, table: int = 1, slug: str = "ascot"
) -> RatedGame:
    """`game(2, 1, "ab cd", 40, 12)`: evening 2, round 1, a and b against c and d."""
    people = tuple(tuple(side) for side in sides.split())
    return RatedGame(slug, FIRST + timedelta(weeks=evening), f"e{evening}", round_, table, people, points)


def rate(games: Iterable[RatedGame]) -> Ratings:
    """The ratings from the beginning."""
    return Ratings("ascot").after(games)


def order(games: list[RatedGame]) -> str:
    """Everybody by the best guess, level ones with "=": `a>b=c`."""
    by_guess = sorted(rate(games).ratings.items(), key=lambda one: (-one[1].mu, one[0]))
    told = by_guess[0][0]
    for (_, above), (person, below) in pairwise(by_guess):
        told += f"{'>' if above.mu > below.mu else '='}{person}"
    return told


@pytest.mark.parametrize(
    ("games", "expected"),
    [
        pytest.param([game(1, 1, "a b", 9, 3)], "a>b", id="two alone"),
        pytest.param([game(1, 1, "a b", 5, 5)], "a=b", id="level points are level"),
        pytest.param([game(1, 1, "ab cd", 40, 12)], "a=b>c=d", id="partners move together"),
        pytest.param([game(1, 1, "a b c d e", 5, 4, 3, 2, 1)], "a>b>c>d>e", id="five each for themselves"),
        pytest.param([game(1, 1, "a b c", -5, 40, -5)], "b>a=c", id="by points, whichever they are"),
    ],
)
def test_whoever_wins_is_rated_higher(games: list[RatedGame], expected: str) -> None:
    assert order(games) == expected


def test_partners_who_change_are_told_apart() -> None:
    ratings = rate([game(1, 1, "ab cd", 40, 12), game(1, 2, "ac bd", 40, 12)]).ratings
    for between in "bc":
        assert ratings["a"].mu > ratings[between].mu > ratings["d"].mu


def test_somebody_never_seen_has_the_start_and_little_is_sure_of_them() -> None:
    rating = Ratings("ascot").of("x")
    assert (rating.mu, rating.figure, rating.give_or_take, rating.sure, rating.games) == (
        25.0,
        1500,
        333,
        1000,
        0,
    )
    rated = rate([game(1, 1, "a b", 9, 3)]).of("a")
    assert rated.games == 1
    assert rated.figure > 1500
    assert rated.give_or_take < 333


def test_the_numbers_are_those_of_the_model() -> None:
    """Weng and Lin's algorithm 4 done by hand for two who were never seen.

    With tau 25/300: s² = (25/3)² + tau², c² = 2 (s² + (25/6)²); both win with 1/2, so that the mean moves by
    s² / c / 2 and the variance falls by the share gamma · s²/c² / 4, gamma = s / c.
    """
    variance = (25 / 3) ** 2 + (25 / 300) ** 2
    c = (2 * (variance + (25 / 6) ** 2)) ** 0.5
    found = rate([game(1, 1, "a b", 9, 3)])
    assert found.of("a").mu == pytest.approx(25 + variance / c / 2, abs=1e-6)
    assert found.of("b").mu == pytest.approx(25 - variance / c / 2, abs=1e-6)
    shrunk = 1 - variance**0.5 / c * variance / c**2 / 4
    assert found.of("a").sigma == pytest.approx((variance * shrunk) ** 0.5, abs=1e-6)


def test_a_chart_has_a_point_for_every_evening_somebody_played_at() -> None:
    games = [game(1, 1, "a b", 9, 3), game(1, 2, "a c", 9, 3), game(2, 1, "a b", 9, 3)]
    found = rate(games)
    assert {person: [point.evening for point in own] for person, own in found.points.items()} == {
        "a": ["e1", "e2"],
        "b": ["e1", "e2"],
        "c": ["e1"],
    }
    assert [point.rating.games for point in found.points["a"]] == [2, 3]
    assert all(own[-1].rating == found.of(person) for person, own in found.points.items())


@pytest.mark.parametrize(
    ("sides", "points"),
    [
        pytest.param("a", (1,), id="alone"),
        pytest.param("a b c d e f g h i", (1, 2, 3, 4, 5, 6, 7, 8, 9), id="nine"),
        pytest.param("ab c", (1, 2), id="two against one"),
        pytest.param("ab cd ef", (1, 2, 3), id="three couples"),
        pytest.param("ab ca", (1, 2), id="on both sides"),
        pytest.param("a b", (1, 2, 3), id="points of nobody"),
    ],
)
def test_what_cannot_be_rated_is_refused(sides: str, points: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"couple|nobody plays twice"):
        game(1, 1, sides, *points)


def test_a_game_that_belongs_before_others_asks_for_all_of_them_again() -> None:
    found = Ratings("ascot").after([game(2, 1, "a b", 9, 3)])
    for late in (game(1, 9, "a b", 9, 3), game(2, 1, "a b", 9, 3)):
        with pytest.raises(ValueError, match="belongs before others"):
            found.after([late])
    with pytest.raises(ValueError, match="ratings of its own"):
        found.after([game(3, 1, "a b", 9, 3, slug="tarot")])


def test_merged_people_have_one_rating_and_never_play_themselves() -> None:
    games = [game(1, 1, "a b", 9, 3), game(2, 1, "x b", 9, 3), game(3, 1, "a x", 9, 3)]
    found = rate(merged(games, {"x": "a"}))
    assert {person: rating.games for person, rating in found.ratings.items()} == {"a": 2, "b": 2}
    assert merged(games, {}) == tuple(games)


@st.composite
def histories(draw: st.DrawFn) -> list[RatedGame]:
    """Games of couples and each for themselves, several at a time."""
    found: list[RatedGame] = []
    for number in range(draw(st.integers(0, 12))):
        people = draw(st.permutations("abcdefg"))
        size = draw(st.sampled_from((2, 3, 4, 5)))
        couples = draw(st.booleans())
        sides = (
            "".join((people[0], people[1], " ", people[2], people[3])) if couples else " ".join(people[:size])
        )
        points = draw(st.lists(st.integers(-9, 9), min_size=5, max_size=5))[: len(sides.split())]
        found.append(game(number // 4, number % 4 // 2, sides, *points, table=number % 2))
    return found


@settings(max_examples=40, deadline=None)
@given(histories(), st.data())
def test_slices_of_any_kind_give_the_same_numbers(games: list[RatedGame], data: st.DataObject) -> None:
    whole = Ratings("ascot").after(data.draw(st.permutations(games)))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(games)), max_size=3)))
    sliced = Ratings("ascot")
    for start, end in zip([0, *cuts], [*cuts, len(games)], strict=True):
        sliced = sliced.after(games[start:end])
    assert sliced == whole


@settings(max_examples=40, deadline=None)
@given(histories())
def test_where_people_sat_makes_no_difference(games: list[RatedGame]) -> None:
    turned = [
        replace(one, sides=tuple(side[::-1] for side in one.sides[::-1]), points=one.points[::-1])
        for one in games
    ]
    assert rate(turned) == rate(games)


@settings(max_examples=40, deadline=None)
@given(histories(), st.integers(1, 9), st.integers(-99, 99))
def test_only_who_came_before_whom_is_read(games: list[RatedGame], scale: int, start: int) -> None:
    other = [replace(one, points=tuple(scale * own + start for own in one.points)) for one in games]
    assert rate(other) == rate(games)


@given(st.floats(0, 50), st.floats(0.1, 9))
def test_what_is_shown_is_whole_and_what_is_sure_is_less(mu: float, sigma: float) -> None:
    rating = Rating(mu, sigma)
    assert rating.sure <= rating.figure
    assert abs(rating.figure - rating.sure - 60 * sigma) <= 1
    assert abs(rating.give_or_take - 40 * sigma) <= 0.5


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
