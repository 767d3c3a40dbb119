"""The practice sheet scores any hand of any game and keeps nothing."""

from typing import Any

import pytest

from games import catalogue
from tests.golden_hands import accepted
from tests.tournaments.evening.web.table.a_phone import as_posted, text_of
from tests.unlike import UNLIKE

pytestmark = pytest.mark.django_db
A_SUIT = {
    "hand.dealer": "1",
    "hand.contract": "suit",
    "hand.trump": "hearts",
    "hand.declarer": "2",
    "hand.bid": "80",
    "hand.points": "85",
}


@pytest.mark.parametrize("slug", UNLIKE)
def test_there_is_a_sheet_for_every_number_of_players(client: Any, slug: Any) -> None:
    for seats in catalogue.find(slug).seats:
        page = client.get(f"/rules/{slug}/score/", {"players": seats})
        assert page.status_code == 200
        assert "Score this hand" in text_of(page)


GOLDEN = {
    (slug, str(case.rules)): (slug, case)
    for slug, case in (golden.values for golden in accepted())
    if set(case.hand) <= {field.name for field in catalogue.find(slug).form} - {"reneges"}
}
"""A hand of which the form asks everything, under each house rules; all of them are tried in `test_hand_form`."""


@pytest.mark.parametrize(("slug", "case"), GOLDEN.values())
def test_a_golden_hand_gets_its_slip_from_its_address(client: Any, slug: Any, case: Any) -> None:
    game = catalogue.find(slug)
    rules = game.options_as_data(case.rules)
    options = {
        f"options.{name}": "true" if value is True else value
        for name, value in rules.items()
        if value is not False
    }
    asked = {"players": case.seats, **options, **as_posted(case.hand, slug)}
    slip = client.get(f"/rules/{slug}/score/", asked).context["slip"]
    lines = [(tuple(line["seats"]), line["points"], line["rule"]) for line in slip["lines"]]
    assert lines == [(line.seats, line.points, line.rule) for line in game.score(case.hand, case.rules).lines]


def test_a_line_leads_to_its_numbered_paragraph(client: Any) -> None:
    page = client.get("/rules/ascot/score/", {"players": "3", **A_SUIT}).content.decode()
    (paragraph,) = [p for p in catalogue.find("ascot").paragraphs if p.id == "ascot.declarer.card-points"]
    assert f'href="/rules/ascot/#{paragraph.id}"' in page
    assert f"§ {paragraph.number}" in page


def test_what_is_wrong_stands_beside_its_field_and_what_was_typed_is_kept(client: Any) -> None:
    page = client.get("/rules/ascot/score/", {**A_SUIT, "hand.declarer": "", "hand.points": "83"})
    body = page.content.decode()
    assert "83 was entered" in body.split('name="hand.points" value="83"')[1].split("</fieldset>")[0]
    assert "Please choose" in body.split("Declarer</legend>")[1].split("</fieldset>")[0]
    assert 'name="hand.bid" value="80"' in body
    assert page.context["slip"] is None


def test_house_rules_stay_from_hand_to_hand(client: Any) -> None:
    page = client.get("/rules/ascot/score/", {"players": "4", "options.ramsch": "true"})
    body = page.content.decode()
    assert 'value="ramsch"' in body
    assert "Nobody bid" not in text_of(page)
    assert body.count('name="options.ramsch" value="true"') == 2
    assert "players=3&amp;options.ramsch=true" in body or "options.ramsch=true&amp;players=3" in body


@pytest.mark.parametrize("target", ["0", "x", "1001"])
def test_house_rules_that_cannot_be_are_refused_beside_their_field(client: Any, target: Any) -> None:
    page = client.get("/rules/chamberlain/score/", {"options.target": target})
    assert f"{target}" in text_of(page)
    assert "was entered" in text_of(page)
    assert f'value="{target}"' in page.content.decode()


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({}, ""),
        ({"hand.bid": "80"}, ""),
        ({"hand.contract": "grand", "hand.points": "83"}, "83 was entered"),
        (A_SUIT, "85 card points in tricks and kitty"),
    ],
    ids=["nothing", "a beginning", "a fault", "all of it"],
)
def test_the_preview_says_what_is_wrong_not_what_is_missing(client: Any, asked: Any, says: Any) -> None:
    text = text_of(client.get("/rules/ascot/score/preview/", asked))
    assert says in text
    assert "nothing" not in text.casefold()


@pytest.mark.parametrize("players", ["", "0", "6", "x", "3.0", "९"])
def test_a_number_of_players_that_nobody_plays_with_is_the_usual_one(client: Any, players: Any) -> None:
    page = client.get("/rules/chambery_tarot/score/", {"players": players})
    assert page.context["seats"] == 5


def test_the_phone_at_the_table_leads_to_the_rules_of_its_evening(make_evening: Any, sit: Any) -> None:
    phone = sit(make_evening(8, until="playing"))
    found = phone.evening.evening
    assert f'href="/c/{found.club.slug}/{found.slug}/rules/"' in phone.look().content.decode()
