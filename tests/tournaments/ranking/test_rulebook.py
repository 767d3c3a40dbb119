"""What holds for the rules of seasons and of leagues alike: strict, said in paragraphs, pinned, kept as JSON."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, get_args, get_origin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from scoring.described import described
from tests.tournaments.ranking.fixtures import leagues
from tests.tournaments.ranking.series import seasons
from tournaments.ranking.fixtures import rules as of_fixtures
from tournaments.ranking.fixtures.rules import FixtureRules, MatchPointsRule
from tournaments.ranking.ratings import HandicapRule
from tournaments.ranking.rulebook import Paragraph
from tournaments.ranking.series import rules
from tournaments.ranking.series import rules as of_evenings
from tournaments.ranking.series import words as words_of_evenings


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of rules: how they are made, said and pinned, and what differs from the usual ones in one thing."""

    rules: Callable[..., Any]
    any_rules: Callable[[], st.SearchStrategy[Any]]
    in_words: Callable[[Any], tuple[Paragraph, ...]]
    version: Callable[[Any], str]
    changes: list[dict[str, Any]]
    numbers: str
    first: str
    """The tie-break that is compared first wherever one is."""
    lots: str

    def words(self, made: Any) -> list[str]:
        return [str(sentence) for paragraph in self.in_words(made) for sentence in paragraph.sentences]

    def chain(self, *tie_breaks: str) -> dict[str, Any]:
        """These tie-breaks, after the one that has to be first."""
        return {"tie_breaks": [*filter(None, [self.first]), *tie_breaks]}


KINDS = {
    "evenings": Kind(
        seasons.rules,
        seasons.any_rules,
        words_of_evenings.series_rules_in_words,
        of_evenings.version,
        seasons.CHANGES,
        "1.1 1.2 1.3 1.4 2.1 2.2 2.3 2.4 2.5 3.1 3.2",
        "",
        "lots",
    ),
    "fixtures": Kind(
        leagues.rules,
        leagues.any_rules,
        of_fixtures.fixture_rules_in_words,
        of_fixtures.version,
        leagues.CHANGES,
        "1.1 1.2 1.3 1.4 1.5 1.6 2.1 2.2 2.3 3.1",
        "match_points",
        "drawn_lots",
    ),
}
of_each_kind = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS.keys())


@of_each_kind
@pytest.mark.parametrize(
    ("given_rules", "message"),
    [
        pytest.param(lambda _: {"games": []}, "at least 1", id="no game"),
        pytest.param(lambda _: {"games": ["a", "b", "a"]}, "“a” was entered more than once", id="one twice"),
        pytest.param(
            lambda kind: kind.chain("head_to_head", "points_difference", "head_to_head"),
            "“head_to_head” was entered more than once",
            id="a tie-break twice",
        ),
        pytest.param(
            lambda kind: kind.chain(kind.lots, "head_to_head"),
            "lots part everybody",
            id="something after lots",
        ),
        pytest.param(lambda kind: kind.chain("luck"), "Input should be", id="a tie-break not known"),
        pytest.param(lambda _: {"handicap": {"per": 0}}, "greater than or equal to 1", id="for nothing"),
        pytest.param(lambda _: {"colour": "red"}, "Extra inputs", id="what is not known"),
    ],
)
def test_what_cannot_be(kind: Kind, given_rules: Callable[[Kind], dict[str, Any]], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        kind.rules(**given_rules(kind))


@of_each_kind
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_paragraphs_are_numbered_by_section_and_none_is_empty(kind: Kind, data: st.DataObject) -> None:
    paragraphs = kind.in_words(data.draw(kind.any_rules()))
    assert [paragraph.number for paragraph in paragraphs] == kind.numbers.split()
    assert len({paragraph.id for paragraph in paragraphs}) == len(paragraphs)
    for paragraph in paragraphs:
        assert paragraph.sentences
        assert all(re.fullmatch(r"[A-Z“].*\.", str(sentence)) for sentence in paragraph.sentences)


@of_each_kind
@settings(max_examples=50, deadline=None)
@given(data=st.data())
def test_other_rules_have_other_words_and_another_hash(kind: Kind, data: st.DataObject) -> None:
    one, other = data.draw(st.tuples(kind.any_rules(), kind.any_rules()))
    assert (one == other) == (kind.words(one) == kind.words(other))
    assert (one == other) == (kind.version(one) == kind.version(other))


@of_each_kind
def test_no_two_rules_read_the_same(kind: Kind) -> None:
    made = [kind.rules(), *(kind.rules(**change) for change in kind.changes)]
    assert len({"\n".join(kind.words(one)) for one in made}) == len(made)
    assert len({kind.version(one) for one in made}) == len(made)


@of_each_kind
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_rules_go_into_json_and_come_out_the_same(kind: Kind, data: st.DataObject) -> None:
    made = data.draw(kind.any_rules())
    again = type(made).model_validate_json(made.model_dump_json())
    assert again == made
    assert kind.version(again) == kind.version(made)
    assert type(made).model_validate(made.model_dump(mode="json")) == made


@of_each_kind
def test_the_hash_is_one_of_sha256(kind: Kind) -> None:
    assert re.fullmatch("[0-9a-f]{64}", kind.version(kind.rules()))


MODELS: tuple[type[BaseModel], ...] = (
    rules.SeasonRules,
    rules.GamesWon,
    rules.PlacePoints,
    rules.ScorePoints,
    rules.StandardScores,
    rules.OwnAverage,
    rules.FixedNumber,
    rules.SeasonPrizes,
    rules.TablePrizes,
    FixtureRules,
    MatchPointsRule,
    HandicapRule,
)


COMPARED_FIRST = {"match_points"}
"""Nobody chooses it: in a league of fixtures it always is."""


def values_of(info: FieldInfo) -> set[str]:
    """The values of a choice as a form sends them, be it one, several in order, or a model; none of another field."""
    each = get_args(info.annotation)
    if info.discriminator:
        return {model.model_fields[info.discriminator].default for model in each}
    if get_origin(info.annotation) is tuple:
        return {str(value) for value in get_args(each[0]) if get_origin(each[0]) is Literal}
    return {str(value) for value in each if isinstance(value, str | int)}


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_every_value_of_a_choice_has_a_word(model: type[BaseModel]) -> None:
    found = described(model)
    assert found
    for name, words in found.items():
        assert words.label, name
        assert set(words.words) == values_of(model.model_fields[name]) - COMPARED_FIRST, name
