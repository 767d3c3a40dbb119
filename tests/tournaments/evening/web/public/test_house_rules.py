"""The rules of one evening and the rulebooks of games in public."""

import re
from typing import Any

import pytest

from games import catalogue
from tests.tournaments.evening.web.desk.at_the_desk import signed_in
from tests.tournaments.evening.web.table.a_phone import text_of
from tournaments.evening.reads import facts
from tournaments.evening.web.public.evenings import house_rules
from tournaments.site.web.words import Block, Span, blocks

pytestmark = pytest.mark.django_db


def test_the_ledger_at_the_desk_names_the_edition_of_the_rules(make_evening: Any, director: Any) -> None:
    evening = make_evening(8, until="playing")
    found = evening.evening
    page = signed_in(director).get(f"/desk/{found.club.slug}/{found.slug}/ledger/").content.decode()
    assert f"edition {facts.rulebook_of(found).version[:12]}" in page


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
    assert "By points (rule 1.3)" in text_of(visit(evening, "rounds/1/tables/1/"))
    assert cited(visit, evening, "rounds/1/tables/2/") == {"evening.level"}
    assert "By the cut (rule 1.4)" in text_of(visit(evening, "rounds/1/tables/2/"))
    assert cited(visit, evening, "rounds/2/") == {"evening.partners", "evening.sit-out"}
    assert cited(visit, evening, "") == {"evening.tie-breaks"}


def test_prizes_cite_the_rule_of_their_division(visit: Any, make_evening: Any) -> None:
    evening = make_evening(8, until="published", prizes={"best": 3, "ties": "shared"})
    assert "evening.prize-ties" in cited(visit, evening, "")
    assert "evening.prize-ties" in cited(visit, evening, "prizes/")


def test_the_evening_leads_to_its_rules_in_sentences(make_evening: Any, visit: Any) -> None:
    evening = make_evening(8, until="playing", target=30)
    found = evening.evening
    assert f'href="/c/{found.club.slug}/{found.slug}/rules/"' in visit(evening).content.decode()
    page = visit(evening, "rules/").content.decode()
    assert 'href="/rules/chantecler/"' in page
    assert 'href="/rules/chantecler/score/?bird_order' not in page
    assert "options.target=30" in page
    said = text_of(visit(evening, "rules/"))
    assert "The couple that has 30 points or more after a hand" in said
    assert "In the rulebook: The couple that has 56 points or more" in said
    assert "loses as many points as it bid, and scores nothing else. As in the rulebook." in said
    assert "The pheasant is the second highest bird, the peacock the third. As in the rulebook." in said
    assert "keeps six of them and discards the others. As in the rulebook." in said
    assert "1.2 The bell The first couple to reach 30 points rings the bell at their table" in said
    assert "Edition" not in said


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
        ({"game": "clabberjass", "movement": "fixed"}, ["level_bid"]),
        ({"game": "chambery_tarot", "movement": "fixed"}, []),
        ({"game": "chamberlain", "movement": "fixed"}, ["thirteen_is_moon"]),
    ],
    ids=str,
)
def test_rules_of_no_use_are_not_told(make_evening: Any, visit: Any, evening: Any, told: Any) -> None:
    made = make_evening(12, **evening)
    setup = facts.setup_of(made.evening)
    labels = {rule.name: rule.label for rule in setup.game.house_rule_form}
    assert [rule.label for rule in house_rules(setup)] == [labels[name] for name in told]
    said = text_of(visit(made, "rules/"))
    assert ("No house rules tonight" in said) == (not told)


@pytest.mark.parametrize("slug", list(catalogue.GAMES))
def test_every_paragraph_of_a_game_can_be_linked_to_and_a_sheet_is_beside_them(
    client: Any, slug: Any
) -> None:
    page = client.get(f"/rules/{slug}/").content.decode()
    assert f'href="/rules/{slug}/score/"' in page
    for paragraph in catalogue.GAMES[slug].paragraphs:
        assert f'id="{paragraph.id}"' in page
        assert f">{paragraph.number}</a>" in page


def test_examples_are_worked_out_as_slips(client: Any) -> None:
    said = text_of(client.get("/rules/chantecler/"))
    assert "Bid 10 missed with 9: set by 10" in said
    assert "Couple A −10 Couple B +5" in said


@pytest.mark.parametrize("page", ["bridge/", "CHANTECLER/", "a-b/", "bridge/score/", "bridge/score/preview/"])
def test_a_game_that_is_not_played_here_has_no_rulebook(client: Any, page: str) -> None:
    assert client.get(f"/rules/{page}").status_code == 404


def _text(*words: str) -> tuple[Span, ...]:
    return tuple(Span(word.strip("`"), word.startswith("`")) for word in words)


@pytest.mark.parametrize(
    ("markdown", "found"),
    [
        ("", []),
        ("One\nline.", [Block(bullets=False, texts=(_text("One line."),))]),
        ("Two.\n\nOf them.", [Block(False, (_text("Two."),)), Block(False, (_text("Of them."),))]),
        ("The rule `target` sets it.", [Block(False, (_text("The rule ", "`target`", " sets it."),))]),
        ("- a\n- b,\n  and more", [Block(True, (_text("a"), _text("b, and more")))]),
        ("These:\n- a", [Block(False, (_text("These:"),)), Block(True, (_text("a"),))]),
    ],
    ids=["nothing", "lines join", "two paragraphs", "code", "a list", "a list under its head"],
)
def test_the_little_markdown_of_rulebooks(markdown: Any, found: Any) -> None:
    assert blocks(markdown) == found
