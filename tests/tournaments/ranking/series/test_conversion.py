"""Points for places and standard scores: by the formula, symmetrical, and worked out for the page."""

from decimal import ROUND_HALF_UP, Decimal, localcontext

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.derivation import Sentence
from tests.tournaments.ranking.series.seasons import rules, scored
from tournaments.ranking.series import units
from tournaments.ranking.series.accounts import points_given as given_points
from tournaments.ranking.series.rules import Figure, PlacePoints, StandardScores, Ties, Unit
from tournaments.ranking.series.words import worked

FIGURES: tuple[Figure, ...] = ("points_for", "points_difference", "won_halves")
ALL_TIES: tuple[Ties, ...] = ("equal", "hort", "place")


@pytest.mark.parametrize(
    ("ties", "unit", "expected"),
    [
        pytest.param("equal", 2, {"a": 20, "b": 14, "c": 14, "d": 8}, id="the average of two places"),
        pytest.param("hort", 2, {"a": 20, "b": 15, "c": 15, "d": 8}, id="half by place, half the average"),
        pytest.param("place", 1, {"a": 10, "b": 8, "c": 8, "d": 4}, id="the place they share"),
        pytest.param("equal", 1, {"a": 10, "b": 7, "c": 7, "d": 4}, id="in whole points"),
        pytest.param("hort", 1, {"a": 10, "b": 8, "c": 8, "d": 4}, id="halves are rounded up"),
    ],
)
def test_who_share_a_place_get_what_the_rules_say(ties: Ties, unit: Unit, expected: dict[str, int]) -> None:
    rule = PlacePoints(table=(10, 8, 6, 4), ties=ties)
    assert units.place_points({"a": 1, "b": 2, "c": 2, "d": 4}, rule, unit) == expected


def test_places_after_the_table_give_what_the_rules_say() -> None:
    rule = PlacePoints(table=(3,), beyond=1)
    assert units.place_points({"a": 1, "b": 2, "c": 3}, rule, 1) == {"a": 3, "b": 1, "c": 1}


@pytest.mark.parametrize(
    ("figures", "expected"),
    [
        pytest.param([2, 4, 4, 4, 5, 5, 7, 9], [350, 450, 450, 450, 500, 500, 600, 700], id="5 and 2"),
        pytest.param([10**9, 0, 0], [641, 429, 429], id="large figures"),
        pytest.param([], [], id="nobody"),
    ],
)
def test_standard_scores(figures: list[int], expected: list[int]) -> None:
    assert list(units.standard_scores(dict(enumerate_names(figures))).values()) == expected


def enumerate_names(figures: list[int]) -> list[tuple[str, int]]:
    return [(f"p{number:03}", figure) for number, figure in enumerate(figures)]


FIGURE_LISTS = st.lists(st.integers(-10_000, 10_000), min_size=1, max_size=30)


@given(FIGURE_LISTS)
def test_standard_scores_follow_the_definition(figures: list[int]) -> None:
    scores = list(units.standard_scores(dict(enumerate_names(figures))).values())
    with localcontext(prec=60):
        mean = Decimal(sum(figures)) / len(figures)
        variance = Decimal(sum((figure - mean) ** 2 for figure in figures)) / len(figures)
        deviation = variance.sqrt()
        for figure, score in zip(figures, scores, strict=True):
            exact = 100 * (figure - mean) / deviation if deviation > Decimal("1e-20") else Decimal(0)
            assert score == 500 + int(exact.quantize(Decimal("1e-40")).to_integral_value(ROUND_HALF_UP))


@given(FIGURE_LISTS, st.integers(-1000, 1000), st.integers(1, 50))
def test_neither_scale_nor_start_of_a_game_matters(figures: list[int], start: int, scale: int) -> None:
    scores = units.standard_scores(dict(enumerate_names(figures)))
    assert (
        units.standard_scores(dict(enumerate_names([start + scale * figure for figure in figures]))) == scores
    )
    mirrored = units.standard_scores(dict(enumerate_names([-figure for figure in figures])))
    assert mirrored == {person: 1000 - score for person, score in scores.items()}


@pytest.mark.parametrize("of", FIGURES)
@pytest.mark.parametrize("unit", [1, 2, 10, 100])
def test_the_worked_example_of_standard_scores_ends_where_the_season_does(of: Figure, unit: Unit) -> None:
    rule = StandardScores(of=of)
    made = rules(games=["games", "points"], points=rule.model_dump(), unit=unit)
    for example in worked(rule, unit):
        points = given_points(made, units.Persons().lines(example.evening.lines)).worths
        assert {person: worth.points for person, worth in points.items()} == example.results
        for person in example.results:
            (step,) = (str(step) for step in example.steps if str(step).startswith(f"{person}: "))
            assert step.endswith(f"= {example.results[person] // unit}.")


@pytest.mark.parametrize("ties", ALL_TIES)
def test_the_worked_example_of_places_ends_where_the_season_does(ties: Ties) -> None:
    rule = PlacePoints(table=(10, 8, 6, 4), ties=ties)
    made = rules(games=["games", "points"], points=rule.model_dump())
    for example in worked(rule, 2):
        points = given_points(made, units.Persons().lines(example.evening.lines)).worths
        assert {person: worth.points for person, worth in points.items()} == example.results
        assert all(any(person in str(step) for step in example.steps) for person in example.results)


def test_an_example_is_worked_out_in_steps() -> None:
    steps = worked(StandardScores(), 1, [scored(1, a=9, b=5, c=1)])[0].steps
    assert list(map(str, steps)) == [
        "The figures of the evening: 9, 5 and 1. There are 3, which make 15 together.",
        "Their average: 15 divided by 3 is 5.00.",
        "Their squares make 107 together; 3 times that less 15 times 15 is 96.",
        "The deviation is the square root of that divided by 3: 3.27.",
        "a: 500 + 100 × (9 − 5.00) / 3.27 = 622.",
        "b: 500 + 100 × (5 − 5.00) / 3.27 = 500.",
        "c: 500 + 100 × (1 − 5.00) / 3.27 = 378.",
    ]
    assert str(worked(StandardScores(), 1, [scored(1, a=9, b=9)])[0].steps[-1]) == (
        "All figures are the same: everybody gets 500."
    )
    hort = PlacePoints(table=(10, 8, 5, 4), ties="hort")
    assert list(map(str, worked(hort, 2)[0].steps)) == [
        "Ann finished in place 1: 10 points.",
        "Ben and Cleo share place 2: they take up places worth 8 and 5.",
        "Each gets half of 8 and half of the average of 13 divided by 2: 7½ points.",
        "Dan finished in place 4: 4 points.",
    ]


@pytest.mark.parametrize(
    ("amount", "unit", "expected"),
    [
        (9, 2, "4½"),
        (1, 2, "½"),
        (-1, 2, "-½"),
        (-9, 2, "-4½"),
        (8, 2, "4"),
        (0, 2, "0"),
        (7, 1, "7"),
        (-125, 10, "-12.5"),
        (705, 100, "7.05"),
    ],
)
def test_units_are_written_as_points(amount: int, unit: int, expected: str) -> None:
    assert units.points_text(amount, unit) == expected


class Commas:
    """English as somebody writes it who puts a comma before decimals."""

    def gettext(self, message: str) -> str:
        return "%(whole)s,%(part)s" if message == "%(whole)s.%(part)s" else message

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        return singular if number == 1 else plural


@pytest.mark.parametrize(
    ("amount", "unit", "expected"),
    [
        (-125, 10, "-12,5 points"),
        (705, 100, "7,05 points"),
        (-5, 10, "-0,5 points"),
        (9, 2, "4½ points"),
        (2, 2, "1 point"),
        (1, 2, "½ point"),
        (0, 2, "0 points"),
    ],
)
def test_points_are_said_as_the_language_writes_decimals(amount: int, unit: Unit, expected: str) -> None:
    said = units.points_said(amount, unit)
    assert said.rendered(Commas()) == expected
    assert Sentence.from_data(said.as_data()).rendered(Commas()) == expected, "it is stored as it is said"
    assert str(said) == expected.replace(",", ".")


def test_so_it_is_in_what_is_worked_out() -> None:
    example = worked(StandardScores(), 1, [scored(1, a=9, b=5, c=1)])[0]
    steps = [step.rendered(Commas()) for step in example.steps]
    assert "a: 500 + 100 × (9 − 5,00) / 3,27 = 622." in steps
    assert not [step for step in steps if "5.00" in step or "3.27" in step]


@pytest.mark.parametrize(
    ("numerator", "denominator", "expected"), [(7, 2, 4), (-7, 2, -3), (10, 3, 3), (11, 3, 4)]
)
def test_halves_are_rounded_up(numerator: int, denominator: int, expected: int) -> None:
    assert units.nearest(numerator, denominator) == expected
