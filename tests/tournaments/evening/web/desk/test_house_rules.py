"""The club's own house rules at the desk, and the form of a new evening that starts with them."""

from __future__ import annotations

from typing import Any

import pytest

from games.catalogue import GAMES
from tests.tournaments.conftest import START
from tests.tournaments.evening.web.desk.at_the_desk import Desk, DeskAt, words
from tests.tournaments.the_rows import everything
from tournaments.club.models import HouseRules, Officer, User
from tournaments.club.roles import Role
from tournaments.club.services import clubs

WITH_RULES = [slug for slug, game in GAMES.items() if game.house_rule_form]
ENTERED = {
    "target": "30",
    "bird_order": "peacock_second",
    "set_side_keeps_counters": "on",
    "keeps_all_trumps": "on",
}
KEPT = {
    "target": 30,
    "bird_order": "peacock_second",
    "set_side_keeps_counters": True,
    "keeps_all_trumps": True,
}


def settled(desk: Desk, game: str = "chantecler", **options: Any) -> None:
    """The club plays the game by these."""
    clubs.set_house_rules(club=desk.club, game=game, options=options, by="user:1", at=START)


def test_every_game_is_listed_with_what_the_club_plays_and_what_differs(desk: Desk) -> None:
    assert "differs from the rulebook" not in desk.see("desk-house-rules")
    settled(desk, target=30)
    page = words(desk.see("desk-house-rules"))
    assert all(game.name in page for game in GAMES.values())
    assert "Points to win a game 30 differs from the rulebook" in page
    assert "Second highest bird Pheasant A set couple" in page
    assert page.count("The club has changed nothing here") == len(WITH_RULES) - 1
    assert "This game has no house rules: it is played by the rulebook." in page


def test_every_page_of_the_club_leads_there(desk: Desk) -> None:
    for page in ("desk-club", "desk-members", "desk-new"):
        assert f'href="{desk.url("desk-house-rules")}"' in desk.see(page)


@pytest.mark.parametrize("role", [Role.SECRETARY, Role.OWNER])
def test_what_is_entered_is_what_the_club_plays(desk: Desk, role: Role) -> None:
    Officer.objects.update(role=role)
    page = desk.press("desk-house-rules-game", "chantecler", **ENTERED)
    assert "New evenings of Chantecler start with these house rules." in page
    row = HouseRules.objects.get()
    assert (row.club, row.game, row.options) == (desk.club, "chantecler", KEPT)
    assert row.changed_by == f"user:{User.objects.get().pk}"
    desk.press("desk-house-rules-game", "chantecler", target="42", bird_order="pheasant_second")
    assert HouseRules.objects.get().options["set_side_keeps_counters"] is False


@pytest.mark.parametrize("game", WITH_RULES)
def test_the_form_shows_what_is_played_and_can_be_sent_as_it_is(desk: Desk, game: str) -> None:
    form = desk.client.get(desk.url("desk-house-rules-game", game)).context["form"]
    assert list(form.fields) == [rule.name for rule in GAMES[game].house_rule_form]
    by_the_book = [field for name, field in form.fields.items() if name != "called"]
    assert all("rulebook" in str(field.help_text) for field in by_the_book)
    shown = {name: form[name].value() for name in form.fields}
    sent = {name: value for name, value in shown.items() if value is not None and value is not False}
    desk.press("desk-house-rules-game", game, **sent)
    assert HouseRules.objects.get().options == {name: form[name].value() for name in form.fields}


@pytest.mark.parametrize(
    ("changes", "field", "says"),
    [
        ({"target": "0"}, "target", "0 was entered; allowed: a whole number from 1"),
        ({"bird_order": "owl_second"}, "bird_order", "not one of the available choices"),
    ],
)
def test_what_cannot_be_is_refused_beside_its_field_and_kept(
    desk: Desk, changes: dict[str, str], field: str, says: str
) -> None:
    before = everything()
    entered = {**ENTERED, **changes}
    answer = desk.client.post(desk.url("desk-house-rules-game", "chantecler"), entered)
    assert answer.status_code == 422
    assert says in " ".join(answer.context["form"].errors[field])
    assert answer.context["form"]["target"].value() == entered["target"]
    assert everything() == before


@pytest.mark.parametrize("game", ["chambery_tarot", "bridge"])
def test_a_game_without_house_rules_has_no_form_of_them(desk: Desk, game: str) -> None:
    assert desk.client.get(desk.url("desk-house-rules-game", game)).status_code == 404


def test_a_new_evening_starts_with_what_the_club_plays(desk: Desk) -> None:
    settled(desk, target=30, bird_order="peacock_second")
    settled(desk, "ascot", ramsch=True)
    form = desk.client.get(desk.url("desk-new")).context["form"]
    shown = {name: form[name].value() for name in form.fields if name.startswith("rule-")}
    assert shown["rule-chantecler-target"] == 30
    assert shown["rule-chantecler-bird_order"] == "peacock_second"
    assert shown["rule-ascot-ramsch"] is True
    assert shown["rule-clabberjass-target"] == GAMES["clabberjass"].options_as_data(
        GAMES["clabberjass"].defaults
    ).get("target")


def test_the_plan_of_an_evening_shows_its_own_rules_and_the_clubs_for_other_games(
    desk: Desk, desk_at: DeskAt
) -> None:
    here, _room = desk_at(8, until="draft", target=21)
    settled(desk, target=30)
    settled(desk, "ascot", ramsch=True)
    form = desk.client.get(here.url("desk-plan")).context["form"]
    assert form["rule-chantecler-target"].value() == 21
    assert form["rule-ascot-ramsch"].value() is True


def test_a_rule_that_hangs_on_another_says_on_which_here_and_in_the_plan(desk: Desk) -> None:
    page = desk.see("desk-house-rules-game", "whist")
    under = 'data-under="{&quot;%s&quot;: [&quot;odd&quot;]}"'
    assert page.count(under % "counts") == 2
    assert desk.see("desk-new").count(under % "rule-whist-counts") == 2
