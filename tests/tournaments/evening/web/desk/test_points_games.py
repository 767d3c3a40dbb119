"""Evenings of a game that the house does not know: named by the club, entered as points, through every door."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.evening.web.desk.at_the_desk import Desk, as_sent, html, signed_in, words
from tests.tournaments.evening.web.table.a_phone import Phone
from tests.tournaments.the_rows import refused
from tournaments.evening import acts
from tournaments.evening.models import Evening
from tournaments.evening.reads.desk import evenings_named
from tournaments.evening.reads.rounds import round_views
from tournaments.publishing.verdict import findings
from tournaments.site.web.words import game_in_our_words

PADEL = {"called": "Padel", "in_all": 24}
HEARTS = {"called": "Hearts", "wins": "fewest", "in_all": 26}


def padel(make_evening: Make, **more: Any) -> AnEvening:
    return make_evening(
        8, game="points_couples", movement="scheduled", counting="points", **more, house_rules=PADEL
    )


def test_a_points_game_is_planned_with_its_name_and_little_else(desk: Desk) -> None:
    shown = desk.client.get(desk.url("desk-new"), {"preset": "points"}).context["form"]
    sent = as_sent(shown).dict() | {"name": "Friday", "game": "points"}
    refused = desk.client.post(desk.url("desk-new"), sent | {"rule-points-called": "x" * 41})
    assert refused.status_code == 422
    assert "allowed: a text of 0 to 40 letters" in str(refused.context["form"].errors["rule-points-called"])
    page = desk.press("desk-new", **sent | {"rule-points-called": " Darts "})
    plan = Evening.objects.get().plan
    assert (plan["game"], plan["house_rules"]["called"]) == ("points", "Darts")
    assert "Darts" in page
    assert "Points game" not in words(page)


def test_pages_say_its_name_and_phones_ask_sums(make_evening: Make, director: Any, client: Client) -> None:
    evening = padel(make_evening, hands_per_round=1, until="playing")
    club, slug = evening.evening.club.slug, evening.evening.slug
    phone = Phone.scanned(evening)
    pages = {
        address: html(client.get(address))
        for client, address in (
            (signed_in(director), f"/desk/{club}/{slug}/"),
            (signed_in(director), reverse("web:desk-table", args=[club, slug, 1])),
            (Client(), f"/c/{club}/{slug}/"),
            (Client(), f"/c/{club}/{slug}/rules/"),
        )
    }
    assert {address for address, page in pages.items() if "Padel" not in page} == set()
    assert {address for address, page in pages.items() if "Points game" in page} == set()
    assert game_in_our_words(evening.evening.plan) == "Padel"
    assert [one.game_called for one in evenings_named(evening.evening.club)] == ["Padel"]
    assert "Cut for the deal" not in phone.text()
    page = words(html(client.get(f"/c/{evening.evening.club.slug}/{evening.evening.slug}/rules/")))
    assert "Who deals" not in page
    assert "The game is Padel, played by its rulebook" in page
    assert "Name of the game" not in page
    page = phone.look().content.decode()
    assert 'data-total="24"' in page
    assert 'max="24"' in page
    assert 'inputmode="numeric"' in page
    assert (
        "23 was entered in all, but a hand brings 24: 1 missing"
        in html(phone.save({"points": [15, 8]})).lower()
    )
    assert phone.save({"points": [15, 9]}).status_code == 303
    assert evening.round().tables.get(table__number=1).seat_points == [15, 9, 15, 9]


def test_without_a_sum_the_phone_takes_no_more_than_a_hand_brings(make_evening: Make) -> None:
    rules = {"called": "Dominoes", "most": 168}
    evening = make_evening(5, game="points", movement="fixed", house_rules=rules, until="playing")
    phone = Phone.scanned(evening)
    page = phone.look().content.decode()
    assert 'max="168"' in page
    assert "data-total" not in page
    with refused("hand.points.0 more-than-a-hand"):
        evening.enter(1, {"points": [169, 0, 0, 0, 0]})


def test_points_that_can_be_lost_are_entered_below_zero(make_evening: Make) -> None:
    rules = {"called": "Oh Hell", "least": -39}
    evening = make_evening(4, game="points", movement="fixed", house_rules=rules, until="playing")
    phone = Phone.scanned(evening)
    page = phone.look().content.decode()
    assert 'min="-39"' in page
    assert 'inputmode="numeric"' not in page, "a phone's keys for figures have no minus"
    assert "a hand brings at least -39" in words(html(phone.save({"points": [11, -40, 10, 12]})))
    assert phone.save({"points": [11, -3, 10, -6]}).status_code == 303
    assert evening.round().tables.get(table__number=1).points == (11, -3, 10, -6)


def test_the_fewest_points_are_first(make_evening: Make, client: Client) -> None:
    evening = make_evening(4, rounds=1, game="points", movement="fixed", house_rules=HEARTS, until="playing")
    for points in ([13, 5, 8, 0], [0, 20, 2, 4]):
        evening.enter(1, {"points": points})
    evening.act(acts.Stop())
    evening.act(acts.Close())
    evening.act(acts.Finish())
    evening._published()
    standings = evening.evening.standings.order_by("place").values_list(
        "place", "points_for", "ticket__number"
    )
    assert [(place, points) for place, points, _ in standings] == [(1, -4), (2, -10), (3, -13), (4, -25)]
    page = words(html(client.get(f"/c/{evening.evening.club.slug}/{evening.evening.slug}/rules/")))
    assert "Whoever has the fewest points is best: each point counts as minus one." in page
    assert findings(json.loads(evening.evening.publications.get().archive)) == []


@pytest.mark.parametrize(("points", "in_couples"), [((15, 9, 15, 9), True), ((15, 9, 14, 9), False)])
def test_partners_are_shown_as_a_couple_as_long_as_they_have_the_same(
    make_evening: Make, director: Any, points: tuple[int, ...], *, in_couples: bool
) -> None:
    evening = padel(make_evening, hands_per_round=1, until="bell")
    evening.act(acts.AdjustGame(round=1, table=1, points=points, reason="a torn card"))
    couple = " & ".join(player.short for player in round_views(evening.evening, [1])[1].games[0].couple_a)
    club, slug = evening.evening.club.slug, evening.evening.slug
    public, officer = Client(), signed_in(director)
    pages = {
        "board": (officer, f"/desk/{club}/{slug}/"),
        "evening": (public, f"/c/{club}/{slug}/"),
        "table": (public, f"/c/{club}/{slug}/rounds/1/tables/1/"),
        "wall": (public, f"/c/{club}/{slug}/wall/"),
    }
    texts = {name: words(html(who.get(url))).replace("&amp;", "&") for name, (who, url) in pages.items()}
    assert {name for name, page in texts.items() if couple in page} == (set(pages) if in_couples else set())


@pytest.mark.parametrize(
    ("game", "rules", "hands"),
    [
        (
            "points",
            {"wins": "against"},
            [{"points": [20, 4, 1, 1]}, {"points": [11, 15, 0, 0]}, {"points": [0, 0, 1, 0]}],
        ),
        (
            "hearts",
            {},
            [
                {"hearts": [7, 4, 1, 1], "queen": 1},
                {"hearts": [11, 2, 0, 0], "queen": 2},
                {"hearts": [0, 6, 7, 0], "queen": 2},
            ],
        ),
    ],
    ids=["of points", "a document"],
)
def test_a_game_ends_at_its_limit_and_whoever_then_has_the_fewest_points_has_won(
    make_evening: Make, client: Client, game: str, rules: dict[str, str], hands: list[dict[str, Any]]
) -> None:
    evening = make_evening(
        4,
        rounds=1,
        game=game,
        movement="fixed",
        counting="games",
        ends={"ends": "game"},
        until="playing",
        house_rules={**rules, "target_against": 30},
    )
    phone = Phone.scanned(evening)
    assert "to −30" in phone.text()
    statuses = [evening.enter(1, hand) and evening.evening.status for hand in hands]
    assert statuses == ["playing", "playing", "bell"]
    evening.act(acts.Close())
    evening.act(acts.Finish())
    evening._published()
    table = evening.evening.rounds.get().tables.get()
    assert table.winner == "4"
    page = words(html(client.get(f"/c/{evening.evening.club.slug}/{evening.evening.slug}/rules/")))
    assert "until somebody has 30 points against; whoever has the fewest wins" in page
    assert "At each table whoever has the fewest points against wins the game." in page
    assert findings(json.loads(evening.evening.publications.get().archive)) == []


def test_couples_play_to_the_bell(make_evening: Make) -> None:
    rules = {"called": "Pinochle", "wins": "target", "target": 50}
    evening = make_evening(8, game="points_couples", house_rules=rules, until="playing")
    evening.enter(1, {"points": [30, 20]})
    assert evening.enter(1, {"points": [20, 25]})["running"] == {"A": 50, "B": 45}


@pytest.mark.parametrize(
    ("rules", "more", "shown", "never"),
    [
        ({}, ("/rules/points/", "/rules/points/score/"), "eu de points", "oints game"),
        ({"called": "Hearts"}, (), "Hearts", "Cœur"),
    ],
    ids=["of the house", "of the club"],
)
def test_the_houses_words_are_french_and_the_clubs_are_never_translated(
    make_evening: Make, client: Client, rules: dict[str, str], more: tuple[str, ...], shown: str, never: str
) -> None:
    evening = make_evening(
        4, game="points", movement="fixed", hands_per_round=1, until="published", house_rules=rules
    )
    address = f"/c/{evening.evening.club.slug}/{evening.evening.slug}/"
    for page in (address, f"{address}rules/", *more):
        text = html(client.get(page, headers={"accept-language": "fr"}))
        assert shown in text, page
        assert never not in text, page


def test_a_refusal_in_french_names_it_in_french(desk: Desk) -> None:
    shown = desk.client.get(desk.url("desk-new"), {"preset": "points"}).context["form"]
    sent = as_sent(shown).dict() | {"round__ends": "game", "rule-points-called": ""}
    refused = desk.client.post(desk.url("desk-new"), sent, headers={"accept-language": "fr"})
    assert "Jeu de points" in words(html(refused))
    assert "Points game" not in words(html(refused))
