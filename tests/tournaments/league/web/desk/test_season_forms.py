"""The form of a season shows whatever rules it has, and gives them back as they are."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from django import forms
from hypothesis import given
from hypothesis import strategies as st

from games.catalogue import GAMES
from tests.tournaments.evening.web.desk.at_the_desk import as_sent
from tests.tournaments.ranking.fixtures import leagues
from tests.tournaments.ranking.series import seasons
from tournaments.league.reads.seasons import PRESETS
from tournaments.league.web.desk.leagues import FORMS
from tournaments.ranking.fixtures.rules import FixtureRules
from tournaments.ranking.series.rules import SeasonRules

DAYS = {"name": "Winter", "starts": "2026-09-01", "ends": "2027-06-30", "takes": "every"}
Rules = SeasonRules | FixtureRules
MODELS: Mapping[str, type[Rules]] = {"evenings": SeasonRules, "fixtures": FixtureRules}


def given_back(kind: str, rules: Mapping[str, Any]) -> Rules:
    """The rules that the form has where it is sent as it shows these; it knows that it held all that is sent."""
    shown = FORMS[kind](rules=rules, initial=DAYS)
    sent = as_sent(shown)
    for name, values in json.loads(shown.was()).items():
        ticked = isinstance(shown.fields[name].widget, forms.CheckboxInput)
        given = [value for value in sent.getlist(name) if value != ""]
        assert values == (["on"] if ticked and given else given), name
    form = FORMS[kind](rules=rules, data=sent)
    assert form.is_valid(), form.errors
    return MODELS[kind].model_validate(form.rules())


def as_the_form_has_them(rules: Rules) -> Rules:
    """Categories by colour come before those by person; borders that nobody crosses are none."""
    if isinstance(rules, SeasonRules):
        return rules.model_copy(
            update={"categories": tuple(sorted(rules.categories, key=lambda one: one.by))}
        )
    crossed = any(any(border.model_dump().values()) for border in rules.borders)
    return rules if crossed else rules.model_copy(update={"borders": ()})


@pytest.mark.parametrize("kind", PRESETS)
def test_a_season_may_begin_as_each_of_its_kinds(kind: str) -> None:
    for preset in PRESETS[kind]:
        begun = FORMS[kind](begins={"games": ["euchre"], **preset.rules}, initial=DAYS)
        sent = FORMS[kind](data=as_sent(begun))
        assert sent.is_valid(), sent.errors
        rules = MODELS[kind].model_validate(sent.rules()).model_dump(mode="json")
        assert {name: rules[name] for name in preset.rules if name != "points"} == {
            name: rule for name, rule in preset.rules.items() if name != "points"
        }
        assert rules.get("points", {}).items() >= dict(preset.rules.get("points", {})).items()


FOLDS: dict[str, tuple[dict[str, Any], list[str]]] = {
    "evenings": (
        {"best": 8, "prizes": {"overall": {"best": [3000, 0]}}},
        ["everybody’s best 8 evenings", "2 prizes"],
    ),
    "fixtures": ({"match_points": {"won": 3, "drawn": 1}}, ["win 1.5, draw 0.5, loss 0"]),
}


@pytest.mark.parametrize("kind", FOLDS)
def test_a_folded_part_says_what_it_holds_and_opens_where_something_is_wrong(kind: str) -> None:
    rules, says = FOLDS[kind]
    shown = FORMS[kind](begins={"games": ["euchre"], **rules}, initial=DAYS)
    folded = shown.folded()
    assert {part["says"] for part in folded.values()} >= set(says)
    assert not any(part["open"] for part in folded.values())
    sent = as_sent(shown)
    sent["handicap"] = "on"
    sent["handicap__per"] = "much"
    wrong = FORMS[kind](data=sent)
    assert not wrong.is_valid()
    assert [part for part, told in wrong.folded().items() if told["open"]] == ["handicap"]


@given(st.one_of(seasons.any_rules(), leagues.any_rules()))
def test_any_rules_come_back_as_they_are_shown(rules: Rules) -> None:
    kind = "evenings" if isinstance(rules, SeasonRules) else "fixtures"
    rules = rules.model_copy(update={"games": tuple(GAMES)[: len(rules.games)]})
    assert given_back(kind, rules.model_dump(mode="json")) == as_the_form_has_them(rules)


@pytest.mark.parametrize(("kind", "rulebook"), [("evenings", seasons), ("fixtures", leagues)])
def test_every_single_rule_comes_back(kind: str, rulebook: Any) -> None:
    for change in rulebook.CHANGES:
        rules = rulebook.rules(**change)
        assert given_back(kind, rules.model_dump(mode="json")) == as_the_form_has_them(rules), change


def test_a_form_sent_without_an_edition_leaves_it_to_the_rules() -> None:
    sent = as_sent(FORMS["fixtures"](initial={**DAYS, "games": ["chantecler"]}))
    del sent["edition"]
    form = FORMS["fixtures"](data=sent)
    assert form.is_valid(), form.errors
    assert "edition" not in form.rules()


@pytest.mark.parametrize(
    ("kind", "path", "field"),
    [
        ("evenings", "rules.best", "best"),
        ("evenings", "rules.points.places.table.3", "points__places__table"),
        ("evenings", "rules.points.places", "points__places__table"),
        ("evenings", "rules.points.fixed", "points"),
        ("evenings", "rules.missed.fixed.points", "missed__fixed__points"),
        ("evenings", "rules.prizes.by_category.booby", "prizes__by_category__booby"),
        ("evenings", "rules.tie_breaks", "tie_breaks__0"),
        ("evenings", "rules.tie_breaks.2", "tie_breaks__2"),
        ("evenings", "rules.categories.0.name", "by_person"),
        ("evenings", "rules.handicap.per", "handicap__per"),
        ("fixtures", "rules.match_points", "match_points__won"),
        ("fixtures", "rules.match_points.bye", "match_points__bye"),
        ("fixtures", "rules.borders.1.down", "down"),
        ("fixtures", "rules.borders", "up"),
        ("fixtures", "ends", "ends"),
    ],
)
def test_a_fault_stands_beside_the_field_it_is_about(kind: str, path: str, field: str) -> None:
    assert FORMS[kind]().field_of(path) == field


@pytest.mark.parametrize(
    ("kind", "aside", "wrong"),
    [
        ("evenings", {"points": "games_won"}, "points__places__table"),
        ("evenings", {"missed": "own_average"}, "missed__fixed__at_most"),
        ("evenings", {}, "handicap__per"),
    ],
)
def test_what_is_wrong_in_a_field_aside_is_ignored(kind: str, aside: Mapping[str, str], wrong: str) -> None:
    sent = as_sent(FORMS[kind](initial={**DAYS, "games": ["chantecler"], **aside}))
    sent[wrong] = "x"
    form = FORMS[kind](data=sent)
    assert form.is_valid(), form.errors
