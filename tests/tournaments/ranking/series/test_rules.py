"""The rules of a season: what cannot be is refused, what can be is said in sentences, and is pinned."""

from typing import Any

import pytest
from pydantic import ValidationError

from tests.tournaments.ranking.series.seasons import PLACES, rules
from tournaments.ranking.series.rules import SeasonRules, version
from tournaments.ranking.series.words import series_rules_in_words


def said(made: SeasonRules, name: str) -> str:
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
        pytest.param({"unit": 1, "points": {"by": "games_won"}}, "half a game", id="half a game in wholes"),
        pytest.param({"unit": 3}, "1, 2, 10 or 100", id="thirds"),
        pytest.param({"best": 5, "of": 4}, "no more evenings", id="the best five of four"),
        pytest.param({"minimum": 5, "of": 4}, "no more evenings", id="five of four to be attended"),
        pytest.param({"categories": [{"name": "x"}, {"name": "x"}]}, "“x” was entered more", id="twice"),
        pytest.param({"prizes": {"by_category": {"best": [1]}}}, "ask for categories", id="of no category"),
        pytest.param({"missed": {"gives": "own_average", "points": 3}}, "Extra inputs", id="strange"),
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
    ],
)
def test_what_cannot_be_is_refused(given_rules: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        rules(**given_rules)


TENTHS: dict[str, Any] = {"points": {"by": "games_won"}, "unit": 10}
A_HANDICAP: dict[str, Any] = {"points": {"by": "score_points"}, "handicap": {"per": 20, "most": 4}}
ONE_MISSED: dict[str, Any] = {"missed": {"gives": "fixed", "points": 2, "at_most": 1}}


@pytest.mark.parametrize(
    ("given_rules", "paragraph", "expected"),
    [
        pytest.param(
            {"of": 12}, "games", "The season is played at chantecler; other evenings are not", id="games"
        ),
        pytest.param({"of": 12}, "games", "It has 12 evenings.", id="how many"),
        pytest.param(
            {}, "points", "from the first down: 10, 8, 6, 4 and 2. Every place after these", id="places"
        ),
        pytest.param({}, "points", "Tied players get the average of the places they take up", id="ties"),
        pytest.param(
            TENTHS, "points", "An evening gives 1 point for each game won there, and half", id="games won"
        ),
        pytest.param(TENTHS, "points", "Points are counted in tenths.", id="tenths"),
        pytest.param({}, "handicap", "There are no handicaps.", id="no handicap"),
        pytest.param(A_HANDICAP, "handicap", "For every full 20 by which the best rated side", id="capped"),
        pytest.param(A_HANDICAP, "handicap", "from the points with the handicap; the places of", id="net"),
        pytest.param({"best": 8}, "best", "only the best 8 count; the others are dropped.", id="best eight"),
        pytest.param(ONE_MISSED, "missed", "An evening missed gives 2 points.", id="a number"),
        pytest.param(ONE_MISSED, "missed", "This applies to 1 evening at most, the first", id="at most one"),
        pytest.param(
            {"tie_breaks": ["evenings_won", "lots"]},
            "ties",
            "separated by the evenings won and lots, drawn by all of them and recorded, in that order.",
            id="the chain",
        ),
        pytest.param(
            {"minimum": 3},
            "minimum",
            "A place in the table requires 3 evenings; players who have attended fewer come after it and win "
            "no prize.",
            id="attendance",
        ),
        pytest.param(
            {"prizes": {"overall": {"best": [500, 300], "booby": 0}, "one_each": True}},
            "prizes",
            "In the table of everybody the best win, from the first down: 5.00 and 3.00. The last in the "
            "table of everybody wins the booby. Nobody wins the booby beside a prize for the best of the same "
            "table. Nobody wins more than one prize.",
            id="prizes",
        ),
        pytest.param(
            {
                "categories": [{"name": "rose"}],
                "prizes": {"overall": {"booby": 250}, "by_category": {"best": [500, 0], "booby": 0}},
            },
            "prizes",
            "The last in the table of everybody wins the booby: 2.50. In the table of each category the best "
            "win, from the first down: 5.00 and 0.00. The last in the table of a category wins its booby. A "
            "prize of 0.00 is not money.",
            id="prizes that are no money",
        ),
        pytest.param({"prizes": {}}, "prizes", "There are no prizes.", id="no prizes"),
    ],
)
def test_rules_are_said_in_sentences(given_rules: dict[str, Any], paragraph: str, expected: str) -> None:
    assert expected in said(rules(**given_rules), f"season.{paragraph}")


def test_games_are_called_by_their_names() -> None:
    made = rules(games=["chantecler", "ascot"])
    first = series_rules_in_words(made, {"chantecler": "Chantecler"})[0]
    assert str(first.sentences[0]).startswith("The season is played at Chantecler and ascot;")


def test_what_is_left_out_is_pinned_as_the_default_it_was() -> None:
    assert version(rules()) == version(rules(unit=2, missed={"gives": "nothing"}))
