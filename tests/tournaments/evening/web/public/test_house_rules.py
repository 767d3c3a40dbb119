"""The rules of one evening in public."""

from __future__ import annotations

from typing import Any

import pytest

from games import catalogue
from tests.tournaments.evening.web.table.a_phone import text_of
from tournaments.evening.reads import facts
from tournaments.evening.web.public.house_rules import house_rules

pytestmark = pytest.mark.django_db


def test_every_house_rule_is_told_with_its_value_and_in_a_sentence(make_evening: Any, visit: Any) -> None:
    said = text_of(visit(make_evening(8, until="playing", target=30), "rules/"))
    assert "The couple that has 30 points or more after a hand" in said
    assert "The rulebook has it otherwise: The couple that has 56 points or more" in said
    assert "loses as many points as it bid, and scores nothing else. As in the rulebook." in said
    assert "The pheasant is the second highest bird, the peacock the third. As in the rulebook." in said
    assert "keeps six of them and discards the others. As in the rulebook." in said
    assert "Rounds" in said


def test_the_evening_leads_to_its_rules_and_these_to_the_rulebook(make_evening: Any, visit: Any) -> None:
    evening = make_evening(8, until="playing", target=30)
    found = evening.evening
    assert f'href="/c/{found.club.slug}/{found.slug}/rules/"' in visit(evening).content.decode()
    page = visit(evening, "rules/").content.decode()
    assert 'href="/rules/chantecler/"' in page
    assert 'href="/rules/chantecler/score/?bird_order' not in page
    assert "options.target=30" in page


@pytest.mark.parametrize("slug", catalogue.GAMES)
def test_every_value_of_a_house_rule_has_a_sentence(slug: Any) -> None:
    for rule in catalogue.find(slug).house_rule_form:
        values = {"flag": {"true", "false"}, "choice": {choice.value for choice in rule.choices}}
        assert set(rule.says) == values.get(rule.kind, {""}), rule.name


@pytest.mark.parametrize(
    ("evening", "told"),
    [
        ({}, ["target", "bird_order", "set_side_keeps_counters", "keeps_all_trumps"]),
        ({"game": "ascot", "movement": "fixed"}, ["ramsch"]),
        ({"game": "clabberjass", "movement": "fixed"}, []),
        ({"game": "chambery_tarot", "movement": "fixed"}, []),
        ({"game": "chamberlain", "movement": "fixed"}, ["thirteen_is_moon"]),
    ],
    ids=str,
)
def test_what_nothing_rests_on_tonight_is_not_told(
    make_evening: Any, visit: Any, evening: Any, told: Any
) -> None:
    made = make_evening(12, **evening)
    setup = facts.setup_of(made.evening)
    labels = {rule.name: rule.label for rule in setup.game.house_rule_form}
    assert [rule.label for rule in house_rules(setup)] == [labels[name] for name in told]
    said = text_of(visit(made, "rules/"))
    assert ("No house rules tonight" in said) == (not told)
