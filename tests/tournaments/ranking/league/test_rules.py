"""The rules of a league of fixtures: what cannot be is refused, what can be is said in sentences, and is pinned."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from tests.tournaments.ranking.league.leagues import rules
from tournaments.ranking.league.divisions import Border
from tournaments.ranking.league.results import MatchPoints
from tournaments.ranking.league.rules import CHAIN, version
from tournaments.ranking.league.table import TableRules
from tournaments.ranking.league.words import in_words
from tournaments.ranking.ratings.handicap import HandicapRule


@pytest.mark.parametrize(
    ("given_rules", "message"),
    [
        pytest.param({"format": "swiss"}, "is told how many rounds", id="a Swiss without its rounds"),
        pytest.param({"rounds": 5}, "only a Swiss", id="rounds of a round robin"),
        pytest.param({"format": "knock_out", "rounds": 5}, "only a Swiss", id="rounds of a knock-out"),
        pytest.param({"format": "ladder"}, "Input should be", id="a format that is not known"),
        pytest.param({"format": "swiss", "rounds": 0}, "greater than or equal to 1", id="no round"),
        pytest.param({"match_points": {"won": 0}}, "more than a loss", id="a win that brings nothing"),
        pytest.param({"match_points": {"drawn": 3}}, "nothing beyond", id="a draw better than a win"),
        pytest.param({"match_points": {"lost": 1, "drawn": 0}}, "nothing beyond", id="below a loss"),
        pytest.param({"match_points": {"bye": 3}}, "no more than a win", id="a bye better than a win"),
        pytest.param({"match_points": {"missing": 1}}, "does not play", id="staying away better than losing"),
        pytest.param({"match_points": {"missing": -1}}, "greater than or equal", id="less than nothing"),
        pytest.param({"tie_breaks": []}, "are compared first", id="nothing compared"),
        pytest.param({"tie_breaks": ["games_won", "match_points"]}, "by them it is told", id="games first"),
        pytest.param({"borders": [{"up": -1}]}, "greater than or equal", id="fewer than nobody goes up"),
        pytest.param(
            {"format": "knock_out", "tie_breaks": ["match_points"]}, "has no table", id="a knock-out's chain"
        ),
        pytest.param(
            {"format": "double_knock_out", "match_points": {"won": 6}},
            "has no table",
            id="a knock-out's points",
        ),
        pytest.param({"format": "knock_out", "borders": [{}]}, "has no table", id="a knock-out's borders"),
        pytest.param({"rounds": "3"}, "valid integer", id="a number in words"),
    ],
)
def test_what_cannot_be_is_refused(given_rules: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        rules(**given_rules)


@pytest.mark.parametrize(
    ("given_rules", "paragraph", "expected"),
    [
        pytest.param(
            {"games": ["chantecler", "ascot"]},
            "league.games",
            "The fixtures are played at Chantecler and ascot.",
            id="games by their names",
        ),
        pytest.param(
            {"format": "swiss", "rounds": 7},
            "league.format",
            "In each round those meet who have like match points, and nobody meets the same again while that"
            " can be avoided. There are 7 rounds. Where they are odd in number one of them has a bye in each"
            " round.",
            id="a Swiss",
        ),
        pytest.param(
            {"match_points": {"won": 6, "drawn": 3, "lost": 2, "bye": 5}},
            "league.points",
            "A win brings 3 points, a draw 1½ points and a loss 1 point. A bye brings 2½ points; a round that"
            " somebody asked to be left out of what a draw or a loss does, as agreed."
            " Whoever does not play gets 0 points; the other side has won.",
            id="match points",
        ),
        pytest.param(
            {"tie_breaks": ["match_points", "most_wins", "drawn_lots"]},
            "league.ties",
            "Match points are compared first; who are level in them are parted by the number of wins and"
            " lots, drawn by all of them and recorded, in this order. Whom nothing parts share the place.",
            id="the chain",
        ),
        pytest.param(
            {"tie_breaks": ["match_points"]},
            "league.ties",
            "Only match points are compared; who are level in them share the place.",
            id="no chain",
        ),
        pytest.param(
            {"borders": [{"up": 2, "down": 1, "play_off": 1}]},
            "league.borders",
            "At the end of the season between division 1 and division 2 so many go up: 2; so many go down: 1."
            " So many more of each of the two play for it: 1; the last of the upper ones against the first of"
            " the lower ones, and so on. Nobody moves by more than one division.",
            id="a border",
        ),
        pytest.param(
            {"format": "knock_out"},
            "league.ties",
            "A knock-out has no table: how far somebody got is all that counts.",
            id="the table of a knock-out",
        ),
        pytest.param(
            {"format": "knock_out"},
            "league.unplayed",
            "No round is counted otherwise: a fixture that somebody did not play is lost.",
            id="rounds not played in a knock-out",
        ),
        pytest.param(
            {"format": "knock_out"},
            "league.draws",
            "Whoever has won more games wins a fixture. With as many games each it is a draw. A draw is"
            " played again. Whoever does not play loses; where neither side does, both lose.",
            id="a draw in a knock-out",
        ),
        pytest.param(
            {"handicap": {"per": 20, "most": 1, "least_games": 3}},
            "league.handicap",
            "For every full 20 by which the best rated side at the table is rated above a side, that side gets 1"
            " point a game; a couple is rated as the average of the two, rounded down. Nobody gets more than 1"
            " point a game. Where somebody at the table has played fewer than 3 rated games nobody gets any. The"
            " score without handicap stands beside the score with it. Games are won and lost without it; wherever"
            " points of a fixture count it is those with the handicap.",
            id="handicaps",
        ),
    ],
)
def test_rules_are_said_in_sentences(given_rules: dict[str, Any], paragraph: str, expected: str) -> None:
    (found,) = (
        one for one in in_words(rules(**given_rules), {"chantecler": "Chantecler"}) if one.id == paragraph
    )
    assert " ".join(map(str, found.sentences)) == expected


def test_what_is_left_out_is_pinned_as_the_default_it_was() -> None:
    assert version(rules()) == version(rules(format="round_robin", tie_breaks=list(CHAIN), draws=True))


def test_a_league_is_placed_by_its_rules() -> None:
    made = rules(match_points={"won": 6, "drawn": 2, "bye": 3}, tie_breaks=["match_points", "games_won"])
    points = MatchPoints(6, 2, 0, 3, 0)
    assert made.table_rules() == TableRules(("match_points", "games_won"), points, all_meet=True)
    swiss = rules(format="swiss", rounds=3, edition="fide_2026")
    assert swiss.table_rules() == TableRules(swiss.tie_breaks, edition="fide_2026")
    assert rules().table_rules() == TableRules(all_meet=True)
    assert rules(borders=[{"up": 2}, {}]).division_borders() == (Border(2, 1, 0), Border(1, 1, 0))
    assert rules(handicap={}).handicap == HandicapRule()


def test_a_knock_out_is_placed_by_no_table() -> None:
    with pytest.raises(ValueError, match="no table"):
        rules(format="knock_out").table_rules()
