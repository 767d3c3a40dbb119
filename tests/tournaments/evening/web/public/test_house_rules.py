"""The rules of one evening in public."""

from __future__ import annotations

import re
from typing import Any

import pytest

from games import catalogue
from tests.tournaments.evening.web.desk.at_the_desk import signed_in
from tests.tournaments.evening.web.table.a_phone import text_of
from tournaments.evening.reads import facts
from tournaments.evening.web.public.evenings import house_rules

pytestmark = pytest.mark.django_db


def test_every_house_rule_is_told_with_its_value_and_in_a_sentence(make_evening: Any, visit: Any) -> None:
    said = text_of(visit(make_evening(8, until="playing", target=30), "rules/"))
    assert "The couple that has 30 points or more after a hand" in said
    assert "In the rulebook: The couple that has 56 points or more" in said
    assert "loses as many points as it bid, and scores nothing else. As in the rulebook." in said
    assert "The pheasant is the second highest bird, the peacock the third. As in the rulebook." in said
    assert "keeps six of them and discards the others. As in the rulebook." in said
    assert "1.2 The bell The first couple to reach 30 points rings the bell at their table" in said
    assert "Edition" not in said


def test_the_ledger_at_the_desk_names_the_edition_of_the_rules(make_evening: Any, director: Any) -> None:
    evening = make_evening(8, until="playing")
    found = evening.evening
    page = signed_in(director).get(f"/desk/{found.club.slug}/{found.slug}/ledger/").content.decode()
    assert f"edition {facts.rulebook_of(found).version[:12]}" in page


@pytest.mark.parametrize(("until", "linked"), [("draft", False), ("playing", True)])
def test_the_papers_lead_to_the_rules_once_visitors_may_read_them(
    make_evening: Any, director: Any, until: str, linked: bool
) -> None:
    found = make_evening(8, until=until).evening
    page = signed_in(director).get(f"/desk/{found.club.slug}/{found.slug}/papers/").content.decode()
    assert (f'href="/c/{found.club.slug}/{found.slug}/rules/"' in page) == linked


def cited(visit: Any, evening: Any, page: str) -> set[str]:
    """The paragraphs of the evening that a page cites; each is found on the page of the rules."""
    found = evening.evening
    rules = visit(evening, "rules/").content.decode()
    here = visit(evening, page).content.decode()
    names = set(re.findall(rf'href="/c/{found.club.slug}/{found.slug}/rules/#([a-z.-]+)"', here))
    assert all(f'id="{name}"' in rules for name in names)
    return names


def test_pages_that_say_why_cite_the_rule(visit: Any, moved_after_a_cut: Any) -> None:
    evening = moved_after_a_cut(9, tie_breaks=["points_difference", "points_for"])
    assert cited(visit, evening, "rounds/1/tables/1/") == {"evening.win"}
    assert "by points (rule 1.3)" in text_of(visit(evening, "rounds/1/tables/1/"))
    assert cited(visit, evening, "rounds/1/tables/2/") == {"evening.level"}
    assert "by the cut (rule 1.4)" in text_of(visit(evening, "rounds/1/tables/2/"))
    assert cited(visit, evening, "rounds/2/") == {"evening.partners", "evening.sit-out"}
    assert cited(visit, evening, "") == {"evening.tie-breaks"}


def test_prizes_cite_the_rule_of_their_division(visit: Any, make_evening: Any) -> None:
    evening = make_evening(8, until="published", prizes={"best": 3, "ties": "shared"})
    assert "evening.prize-ties" in cited(visit, evening, "")
    assert "evening.prize-ties" in cited(visit, evening, "prizes/")


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
        assert set(rule.says) - ({"0"} if rule.kind == "number" else set()) == values.get(rule.kind, {""}), (
            rule.name
        )


@pytest.mark.parametrize(
    ("evening", "told"),
    [
        ({}, ["target", "bird_order", "set_side_keeps_counters", "keeps_all_trumps"]),
        ({"game": "ascot", "movement": "fixed"}, ["ramsch"]),
        ({"game": "clabberjass", "movement": "fixed"}, ["level_bid"]),
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
