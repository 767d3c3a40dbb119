"""The rules of a league of fixtures: what cannot be is refused, what can be is said in sentences, and is pinned."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from tournaments.ranking.league.divisions import Border
from tournaments.ranking.league.results import MatchPoints
from tournaments.ranking.league.rules import CHAIN, FixtureRules, version
from tournaments.ranking.league.table import TableRules
from tournaments.ranking.league.tie_breaks import TIE_BREAKS
from tournaments.ranking.league.words import in_words
from tournaments.ranking.ratings.handicap import HandicapRule

OTHERS = [name for name in TIE_BREAKS if name not in ("match_points", "drawn_lots")]


def rules(**given: Any) -> FixtureRules:
    """Rules of a round robin at Chantecler, but for what is given."""
    return FixtureRules.model_validate({"games": ["chantecler"], **given})


def said(made: FixtureRules, name: str) -> str:
    """What the paragraph of that id says."""
    (paragraph,) = (paragraph for paragraph in in_words(made) if paragraph.id == name)
    return " ".join(map(str, paragraph.sentences))


@st.composite
def any_rules(draw: st.DrawFn) -> FixtureRules:
    """Rules of any kind that can be together."""
    form = draw(
        st.sampled_from(("round_robin", "double_round_robin", "swiss", "knock_out", "double_knock_out"))
    )
    found: dict[str, Any] = {
        "games": draw(st.lists(st.sampled_from(("ascot", "chantecler", "euchre")), min_size=1, unique=True)),
        "entrants": draw(st.sampled_from(("individual", "pair", "team"))),
        "format": form,
        "rounds": draw(st.integers(1, 3)) if form == "swiss" else None,
        "draws": draw(st.booleans()),
        "result_from": draw(st.sampled_from(("meetings", "totals"))),
        "handicap": draw(
            st.one_of(st.none(), st.fixed_dictionaries({}, optional={"per": st.just(9), "most": st.just(1)}))
        ),
    }
    if "knock_out" not in form:
        missing, lost, drawn, won = sorted(draw(st.tuples(*[st.integers(0, 6)] * 4)))
        found |= {
            "match_points": {
                "won": max(won, lost + 1),
                "drawn": drawn,
                "lost": lost,
                "bye": draw(st.integers(0, won)),
                "missing": missing,
            },
            "tie_breaks": [
                "match_points",
                *draw(st.lists(st.sampled_from(OTHERS), unique=True)),
                *draw(st.sampled_from(([], ["drawn_lots"]))),
            ],
            "borders": draw(
                st.lists(
                    st.fixed_dictionaries(dict.fromkeys(("up", "down", "play_off"), st.integers(0, 2))),
                    max_size=2,
                )
            ),
        }
    return rules(**found)


@pytest.mark.parametrize(
    ("given_rules", "message"),
    [
        pytest.param({"games": []}, "at least 1", id="no game"),
        pytest.param({"games": ["ascot", "ascot"]}, "each is named once", id="a game twice"),
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
        pytest.param(
            {"tie_breaks": ["match_points", "drawn_lots", "games_won"]},
            "lots part everybody",
            id="something after lots",
        ),
        pytest.param(
            {"tie_breaks": ["match_points", "match_points"]}, "each is named once", id="a tie-break twice"
        ),
        pytest.param({"tie_breaks": ["match_points", "luck"]}, "Input should be", id="one not known"),
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
        pytest.param({"handicap": {"per": 0}}, "greater than or equal to 1", id="points for nothing"),
        pytest.param({"colour": "red"}, "Extra inputs", id="what is not known"),
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


@settings(max_examples=30, deadline=None)
@given(any_rules())
def test_paragraphs_are_numbered_by_section_and_none_is_empty(made: FixtureRules) -> None:
    paragraphs = in_words(made)
    numbers = ["1.1", "1.2", "1.3", "1.4", "1.5", "1.6", "2.1", "2.2", "3.1"]
    assert [paragraph.number for paragraph in paragraphs] == numbers
    assert len({paragraph.id for paragraph in paragraphs}) == len(paragraphs)
    for paragraph in paragraphs:
        assert paragraph.sentences
        assert all(re.fullmatch(r"[A-Z].*\.", str(sentence)) for sentence in paragraph.sentences)


def words(made: FixtureRules) -> list[str]:
    """All that the page says."""
    return [str(sentence) for paragraph in in_words(made) for sentence in paragraph.sentences]


@settings(max_examples=60, deadline=None)
@given(any_rules(), any_rules())
def test_other_rules_have_other_words_and_another_hash(one: FixtureRules, other: FixtureRules) -> None:
    assert (one == other) == (words(one) == words(other)) == (version(one) == version(other))


CHANGES: list[dict[str, Any]] = [
    {"games": ["ascot"]},
    {"games": ["chantecler", "ascot"]},
    *({"entrants": kind} for kind in ("pair", "team")),
    *({"format": form} for form in ("double_round_robin", "knock_out", "double_knock_out")),
    *({"format": "swiss", "rounds": rounds} for rounds in (1, 2)),
    {"format": "knock_out", "draws": False},
    {"match_points": {"won": 3}},
    {"match_points": {"drawn": 0}},
    {"match_points": {"drawn": 2}},
    {"match_points": {"lost": 1}},
    {"match_points": {"bye": 1}},
    {"match_points": {"lost": 1, "missing": 1}},
    {"draws": False},
    {"tie_breaks": ["match_points"]},
    *({"tie_breaks": ["match_points", name]} for name in (*OTHERS, "drawn_lots")),
    {"tie_breaks": ["match_points", "games_won", "points_for"]},
    {"tie_breaks": ["match_points", "points_for", "games_won"]},
    {"borders": [{}]},
    {"borders": [{}, {}]},
    {"borders": [{"up": 2}]},
    {"borders": [{"down": 2}]},
    *({"borders": [{"play_off": count}]} for count in (1, 2)),
    {"result_from": "totals"},
    {"handicap": {}},
    {"handicap": {"per": 20}},
    {"handicap": {"most": 20}},
    {"handicap": {"least_games": 20}},
]


def test_no_two_rules_read_the_same() -> None:
    made = [rules(), *(rules(**change) for change in CHANGES)]
    assert len({"\n".join(words(one)) for one in made}) == len(made)
    assert len({version(one) for one in made}) == len(made)


@settings(max_examples=40, deadline=None)
@given(any_rules())
def test_rules_go_into_json_and_come_out_the_same(made: FixtureRules) -> None:
    again = FixtureRules.model_validate_json(made.model_dump_json())
    assert again == made
    assert version(again) == version(made)
    assert FixtureRules.model_validate(made.model_dump(mode="json")) == made


def test_what_is_left_out_is_pinned_as_the_default_it_was() -> None:
    assert version(rules()) == version(rules(format="round_robin", tie_breaks=list(CHAIN), draws=True))
    assert re.fullmatch("[0-9a-f]{64}", version(rules()))


def test_a_league_is_placed_by_its_rules() -> None:
    made = rules(match_points={"won": 6, "drawn": 2, "bye": 3}, tie_breaks=["match_points", "games_won"])
    assert made.table_rules() == TableRules(("match_points", "games_won"), MatchPoints(6, 2, 0, 3, 0))
    assert rules().table_rules() == TableRules()
    assert rules(borders=[{"up": 2}, {}]).division_borders() == (Border(2, 1, 0), Border(1, 1, 0))
    assert rules(handicap={}).handicap == HandicapRule()


def test_a_knock_out_is_placed_by_no_table() -> None:
    with pytest.raises(ValueError, match="no table"):
        rules(format="knock_out").table_rules()
