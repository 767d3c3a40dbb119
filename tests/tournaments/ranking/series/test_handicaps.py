"""Points of handicap in a season: they count where its rules say so, and the raw figure stands beside the net one."""

from dataclasses import replace

import pytest
from hypothesis import given, settings

from tests.tournaments.ranking.series.seasons import (
    any_evenings,
    any_rules,
    line_of,
    rules,
    scored,
    season_table,
    told,
)
from tournaments.ranking.series.rules import SeasonRules
from tournaments.ranking.series.units import EveningResult, Persons


def given_to(evening: EveningResult, **handicaps: int) -> EveningResult:
    lines = (replace(line, handicap=handicaps.get(line.person, 0)) for line in evening.lines)
    return replace(evening, lines=tuple(lines))


@pytest.mark.parametrize(
    ("by", "of", "table", "why"),
    [
        pytest.param(
            "score_points", "points_for", "1b:42 2a:40", "Scored 30, and 12 of handicap: 42", id="scored"
        ),
        pytest.param(
            "score_points",
            "points_difference",
            "1b:42 2a:40",
            "A difference of 30, and 12 of",
            id="difference",
        ),
        pytest.param(
            "standard_scores",
            "points_for",
            "1b:600 2a:400",
            "A figure of 30, and 12 of handicap: 42, which as a standard score is 600 points.",
            id="standard scores",
        ),
    ],
)
def test_points_count_with_the_handicap_by_the_rules(by: str, of: str, table: str, why: str) -> None:
    evenings = [given_to(scored(1, a=40, b=30), b=12)]
    points = {"by": by, "of": of}
    lines = season_table(rules(points=points, handicap={}), evenings)
    assert told(lines) == table
    (evening,) = line_of(lines, "b").contributions
    assert str(evening.why).startswith(why)
    assert told(season_table(rules(points=points), evenings)).startswith("1a:")


def test_without_a_handicap_nothing_is_said_of_one() -> None:
    for points, said in (
        ({"by": "score_points"}, "Scored 30 points."),
        ({"by": "standard_scores"}, "A figure of 30, which as a standard score is 400 points."),
    ):
        lines = season_table(rules(points=points), [scored(1, a=40, b=30)])
        assert [str(one.why) for one in line_of(lines, "b").contributions] == [said]


def test_whoever_is_given_nothing_is_told_so() -> None:
    made = rules(points={"by": "score_points"}, handicap={})
    (evening,) = line_of(season_table(made, [scored(1, a=40)]), "a").contributions
    assert str(evening.why) == "Scored 40, and 0 of handicap: 40 points."


def test_places_and_tie_breaks_are_those_of_the_evening_as_it_was_played() -> None:
    made = rules(points={"by": "score_points"}, handicap={}, tie_breaks=["evenings_won"])
    lines = season_table(made, [given_to(scored(1, a=40, b=30), b=10)])
    assert told(lines) == "1a:40 2b:40"
    assert line_of(lines, "a").won == 1


def test_two_lines_of_one_person_have_their_handicaps_together() -> None:
    made = rules(points={"by": "score_points"}, handicap={})
    evening = given_to(scored(1, a=40, b=30), a=1, b=2)
    assert told(season_table(made, [evening], Persons(merged={"b": "a"}))) == "1a:73"


@settings(max_examples=40, deadline=None)
@given(any_rules(), any_evenings())
def test_without_the_rule_handicaps_change_nothing(made: SeasonRules, evenings: list[EveningResult]) -> None:
    without = made.model_copy(update={"handicap": None})
    assert season_table(without, evenings) == season_table(without, [given_to(one) for one in evenings])


@settings(max_examples=40, deadline=None)
@given(any_rules(), any_evenings())
def test_a_handicap_counts_as_points_scored_do(made: SeasonRules, evenings: list[EveningResult]) -> None:
    if made.handicap is None:
        return
    added = [
        replace(
            evening,
            lines=tuple(
                replace(
                    line,
                    points_for=line.points_for + line.handicap,
                    points_difference=line.points_difference + line.handicap,
                )
                for line in evening.lines
            ),
        )
        for evening in evenings
    ]
    chain = tuple(name for name in made.tie_breaks if name != "points_difference")
    net = made.model_copy(update={"tie_breaks": chain})
    without = net.model_copy(update={"handicap": None})
    assert told(season_table(net, evenings)) == told(season_table(without, added))
