"""The rules of a season: what cannot be is refused, what can be is said in sentences, and is pinned."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from tests.tournaments.ranking.series.seasons import PLACES, rules
from tournaments.ranking.series.rules import SeasonRules, version
from tournaments.ranking.series.words import series_rules_in_words


def said(made: SeasonRules, name: str) -> str:
    """What the paragraph of that id says."""
    (paragraph,) = (paragraph for paragraph in series_rules_in_words(made) if paragraph.id == name)
    return " ".join(map(str, paragraph.sentences))


@pytest.mark.parametrize(
    ("given_rules", "message"),
    [
        pytest.param({"points": {**PLACES, "table": [5, 6]}}, "no place gives more", id="a table that rises"),
        pytest.param({"points": {**PLACES, "beyond": 3}}, "no place gives more", id="more beyond the table"),
        pytest.param({"points": {**PLACES, "table": [5, -6]}}, "greater than or equal", id="below nothing"),
        pytest.param(
            {"games": ["ascot", "chantecler"], "points": {"by": "score_points"}},
            "by places or by standard scores",
            id="points of two games",
        ),
        pytest.param(
            {"games": ["ascot", "chantecler"], "points": {"by": "games_won"}},
            "by places or by standard scores",
            id="games won at two games",
        ),
        pytest.param(
            {"unit": 1, "points": {"by": "games_won"}}, "half a game", id="half a game in whole points"
        ),
        pytest.param({"unit": 3}, "1, 2, 10 or 100", id="thirds"),
        pytest.param({"best": 5, "of": 4}, "no more evenings", id="the best five of four"),
        pytest.param({"minimum": 5, "of": 4}, "no more evenings", id="five of four to be attended"),
        pytest.param(
            {"categories": [{"name": "x"}, {"name": "x"}]}, "“x” was entered more", id="a category twice"
        ),
        pytest.param(
            {"prizes": {"by_category": {"best": [1]}}}, "ask for categories", id="prizes of no category"
        ),
        pytest.param(
            {"missed": {"gives": "own_average", "points": 3}}, "Extra inputs", id="what does not belong"
        ),
        *(
            pytest.param(
                {"points": points, "handicap": {}}, "a handicap is in points", id=f"a handicap, {told}"
            )
            for told, points in (
                ("places", PLACES),
                ("games won", {"by": "games_won"}),
                ("standard scores of games won", {"by": "standard_scores", "of": "won_halves"}),
            )
        ),
        pytest.param({"best": "3"}, "valid integer", id="a number in words"),
    ],
)
def test_what_cannot_be_is_refused(given_rules: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        rules(**given_rules)


@pytest.mark.parametrize(
    ("given_rules", "paragraph", "expected"),
    [
        pytest.param(
            {"games": ["chantecler", "ascot"], "of": 12},
            "season.games",
            "The season is played at chantecler and ascot; other evenings are not part of it. It has 12 "
            "evenings. An evening declared void, or at which nobody played, changes nothing.",
            id="games",
        ),
        pytest.param(
            {},
            "season.points",
            "An evening gives points for the place, from the first down: 10, 8, 6, 4 and 2. Every place after"
            " these gives 0 points. Tied players get the average of the places they take up; what does"
            " not divide is rounded to the nearest, halves up. Points are counted in halves.",
            id="places",
        ),
        pytest.param(
            {"points": {"by": "games_won"}, "unit": 10},
            "season.points",
            "An evening gives 1 point for each game won there, and half as much for half a game."
            " Points are counted in tenths.",
            id="games won",
        ),
        pytest.param({}, "season.handicap", "There are no handicaps.", id="no handicap"),
        pytest.param(
            {"points": {"by": "score_points"}, "handicap": {"per": 20, "most": 4}},
            "season.handicap",
            "For every full 20 by which the best rated side at the table is rated above a side, that side "
            "gets 1 point a game; a couple is rated as the average of the two, rounded down. Nobody gets more "
            "than 4 points a game. If anybody at the table has played fewer than 10 rated games, nobody gets "
            "a handicap. The score without handicap is shown beside the score with it. What an evening gives "
            "is worked out from the points with the handicap; the places of the evening and the points "
            "difference of a tie-break are those without.",
            id="a handicap",
        ),
        pytest.param(
            {"best": 8},
            "season.best",
            "Of each person's evenings only the best 8 count; the others are dropped. If two evenings give "
            "the same, the earlier one counts. A bonus or a penalty is added to what counts.",
            id="the best eight",
        ),
        pytest.param(
            {"missed": {"gives": "fixed", "points": 2, "at_most": 1}},
            "season.missed",
            "An evening missed gives 2 points. This applies to 1 evening at most, the first ones missed; the "
            "others give nothing. A player who has attended none is not listed.",
            id="one evening missed",
        ),
        pytest.param(
            {"tie_breaks": ["evenings_won", "lots"]},
            "season.ties",
            "Players level in points are separated by the evenings won and lots, drawn by all of them and "
            "recorded, in that order. Those whom nothing separates share the place.",
            id="the chain",
        ),
        pytest.param(
            {"minimum": 3},
            "season.minimum",
            "A place in the table requires 3 evenings; players who have attended fewer come after it and win "
            "no prize.",
            id="attendance",
        ),
        pytest.param(
            {"prizes": {"overall": {"best": [500, 300], "booby": 0}, "one_each": True}},
            "season.prizes",
            "In the table of everybody the best win, from the first down: 5.00 and 3.00. The last in the "
            "table of everybody wins the booby. Nobody wins the booby beside a prize for the best of the same "
            "table. Nobody wins more than one prize. The table of everybody comes first, the others follow in "
            "order; a prize that somebody cannot take goes to the next in the table.",
            id="prizes",
        ),
        pytest.param(
            {
                "categories": [{"name": "rose"}],
                "prizes": {"overall": {"booby": 250}, "by_category": {"best": [500, 0], "booby": 0}},
            },
            "season.prizes",
            "The last in the table of everybody wins the booby: 2.50. In the table of each category the best "
            "win, from the first down: 5.00 and 0.00. The last in the table of a category wins its booby. A "
            "prize of 0.00 carries no money. Nobody wins the booby beside a prize for the best of the same "
            "table. Somebody may win prizes in several tables.",
            id="prizes that are no money",
        ),
        pytest.param({"prizes": {}}, "season.prizes", "There are no prizes.", id="no prizes"),
    ],
)
def test_rules_are_said_in_sentences(given_rules: dict[str, Any], paragraph: str, expected: str) -> None:
    assert said(rules(**given_rules), paragraph) == expected


def test_games_are_called_by_their_names() -> None:
    first = series_rules_in_words(rules(), {"chantecler": "Chantecler"})[0]
    assert str(first.sentences[0]).startswith("The season is played at Chantecler;")


def test_what_is_left_out_is_pinned_as_the_default_it_was() -> None:
    assert version(rules()) == version(rules(unit=2, missed={"gives": "nothing"}))
