"""The secretary sets a league up, and keeps its season of evenings."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.a_season import ASeason
from tests.tournaments.evening.web.desk.at_the_desk import Desk, errors, html, words
from tests.tournaments.the_rows import everything
from tournaments.club.models import Club
from tournaments.league.models import League, Season, SeasonEvening
from tournaments.league.services import seasons

Entered = dict[str, Any]
EVENINGS: Entered = {
    "name": "Winter",
    "starts": "2026-09-01",
    "ends": "2027-06-30",
    "games": ["chantecler"],
    "takes": "every",
    "points": "places",
    "points__games_won__points": "1",
    "points__places__table": "10 8, 6 5 4 3 2 1",
    "points__places__beyond": "0",
    "points__places__ties": "equal",
    "points__score_points__of": "points_for",
    "points__standard_scores__of": "points_for",
    "unit": "2",
    "best": "3",
    "minimum": "0",
    "minimum_for": "place",
    "missed": "nothing",
    "missed__fixed__points": "0",
    "guests": "counted",
    "by_colour": "rose, sage",
    "by_person": "Juniors",
    "prizes__overall__best": "30 12.50",
    "prizes__overall__booby": "0",
    "prizes__ties": "hort",
    "handicap__per": "50",
    "handicap__most": "10",
    "handicap__least_games": "10",
    "tie_breaks__0": "evenings_won",
    **{f"tie_breaks__{place}": "none" for place in range(1, 5)},
}
FIXTURES: Entered = {
    "name": "Pairs",
    "starts": "2026-09-01",
    "ends": "2027-06-30",
    "games": ["chantecler"],
    "entrants": "pair",
    "format": "round_robin",
    "draws": "on",
    "match_points__won": "1",
    "match_points__drawn": "½",
    "match_points__lost": "0",
    "match_points__bye": "1",
    "match_points__missing": "0",
    "up": "1",
    "down": "1",
    "result_from": "meetings",
    "handicap__per": "50",
    "handicap__most": "10",
    "handicap__least_games": "10",
    "tie_breaks__0": "head_to_head",
    **{f"tie_breaks__{place}": "none" for place in range(1, 5)},
}


def to(name: str, *where: object) -> str:
    return reverse(f"web:{name}", args=where)


@pytest.fixture
def league(club: Club) -> League:
    return seasons.make_league(club=club, name="Friday league", at=ASeason.made(club).at)


def of(season: Season) -> tuple[str, str, str]:
    return season.league.club.slug, season.league.slug, season.slug


def test_a_league_is_made_by_its_name(desk: Desk) -> None:
    answer = desk.client.post(to("desk-leagues", desk.club.slug), {"name": "Friday league"}, follow=True)
    assert "Friday league" in html(answer)
    assert League.objects.get().slug == "friday-league"


def test_a_league_gets_another_name_and_its_links_go_on_working(desk: Desk, club: Club) -> None:
    season = ASeason.made(club).season
    public, page = to("season", *of(season)), to("desk-league", *of(season)[:2])
    before = season.league.name
    assert before in html(desk.client.get(public))
    assert desk.client.post(page, {"name": " "}).status_code == 422
    answer = desk.client.post(page, {"name": "Owl nights"}, follow=True)
    assert "The name is changed." in words(html(answer))
    for address in (public, page, to("desk-leagues", club.slug), to("club", club.slug)):
        shown = html(desk.client.get(address))
        assert "Owl nights" in shown, address
        assert before not in shown, address


def test_a_season_of_evenings_has_every_rule_that_was_entered(desk: Desk, league: League) -> None:
    answer = desk.client.post(to("desk-season-new", desk.club.slug, league.slug, "evenings"), EVENINGS)
    assert answer.status_code == 302, errors(answer)
    rules = Season.objects.latest("pk").rules
    assert rules["points"] == {
        "by": "places",
        "table": [10, 8, 6, 5, 4, 3, 2, 1],
        "beyond": 0,
        "ties": "equal",
    }
    assert (rules["best"], rules["tie_breaks"]) == (3, ["evenings_won"])
    assert [(one["name"], one["by"]) for one in rules["categories"]] == [
        ("rose", "colour"),
        ("sage", "colour"),
        ("Juniors", "person"),
    ]
    assert rules["prizes"]["overall"] == {"best": [3000, 1250], "booby": 0}


def test_a_new_season_may_begin_as_the_last_one(desk: Desk, league: League) -> None:
    new = to("desk-season-new", desk.club.slug, league.slug, "evenings")
    assert "As last time" not in words(html(desk.client.get(new)))
    desk.client.post(new, EVENINGS)
    page = desk.client.get(new, {"preset": "last"})
    assert "The same rules as Winter." in words(html(page))
    form = page.context["form"]
    assert (form["best"].value(), form["by_person"].value()) == (3, "Juniors")
    assert form["name"].value() != "Winter", "a season has a name of its own"


def test_a_season_of_fixtures_has_every_rule_that_was_entered(desk: Desk, league: League) -> None:
    answer = desk.client.post(to("desk-season-new", desk.club.slug, league.slug, "fixtures"), FIXTURES)
    assert answer.status_code == 302, errors(answer)
    rules = Season.objects.latest("pk").rules
    assert rules["match_points"] == {"won": 2, "drawn": 1, "lost": 0, "bye": 2, "missing": 0}
    assert rules["tie_breaks"] == ["match_points", "head_to_head"]
    assert rules["borders"] == [{"up": 1, "down": 1, "play_off": 0}]


@pytest.mark.parametrize("kind", ["evenings", "fixtures"])
def test_the_form_shows_the_rules_and_can_be_sent_as_it_is(desk: Desk, league: League, kind: str) -> None:
    entered = EVENINGS if kind == "evenings" else FIXTURES
    desk.client.post(to("desk-season-new", desk.club.slug, league.slug, kind), entered)
    season = Season.objects.latest("pk")
    before = season.rules
    form = desk.client.get(to("desk-season-rules", *of(season))).context["form"]
    told = {name: form[name].value() for name in form.fields}
    sent = {name: value for name, value in told.items() if value is not None and value is not False}
    shown = {name: form[name].field.prepare_value(value) for name, value in sent.items()}
    answer = desk.client.post(to("desk-season-rules", *of(season)), shown)
    assert answer.status_code == 302, errors(answer)
    season.refresh_from_db()
    assert season.rules == before


@pytest.mark.parametrize(
    ("kind", "changed", "told"),
    [
        ("evenings", {"games": []}, "This field is required."),
        (
            "evenings",
            {"points__places__table": "10 eight"},
            "“eight” does not fit here: enter whole numbers with spaces between them.",
        ),
        ("evenings", {"points__places__table": "1 2 3"}, "no place gives more points than the one before it"),
        (
            "evenings",
            {"ends": "2026-08-31"},
            "2026-08-31 was entered; a season ends on its first day (2026-09-01) or later.",
        ),
        ("evenings", {"best": "9", "of": "5"}, "no more evenings are asked for than there are"),
        (
            "evenings",
            {"points": "score_points", "games": ["chantecler", "ascot"]},
            "different games are compared",
        ),
        (
            "evenings",
            {"prizes__overall__best": "x"},
            "“x” does not fit here: enter sums with spaces between them",
        ),
        ("fixtures", {"format": "swiss"}, "a Swiss is told how many rounds it has"),
        (
            "fixtures",
            {"match_points__won": "0.3"},
            "“0.3” does not fit here: enter points in steps of a half.",
        ),
        ("fixtures", {"match_points__won": "0"}, "a win brings more than a loss"),
        ("fixtures", {"up": "1 1", "down": "1"}, "Enter the same number of figures in each"),
        (
            "evenings",
            {"tie_breaks__0": "evenings_won", "tie_breaks__1": "evenings_won"},
            "“evenings won” was entered more than once; each is named once.",
        ),
        ("evenings", {"by_person": "Juniors, Juniors"}, "“Juniors” was entered more than once"),
        (
            "fixtures",
            {"tie_breaks__0": "games_won", "tie_breaks__1": "buchholz", "tie_breaks__2": "games_won"},
            "“games won” was entered more than once; each is named once.",
        ),
        ("fixtures", {"tie_breaks__0": "drawn_lots", "tie_breaks__1": "games_won"}, "lots part everybody"),
    ],
)
def test_what_cannot_be_is_refused_with_what_was_entered_and_kept(
    desk: Desk, league: League, kind: str, changed: Entered, told: str
) -> None:
    before = everything()
    entered = {**(EVENINGS if kind == "evenings" else FIXTURES), **changed}
    answer = desk.client.post(to("desk-season-new", desk.club.slug, league.slug, kind), entered)
    assert answer.status_code == 422
    assert told.lower() in words(html(answer)).lower()
    assert everything() == before
    assert f'value="{entered["name"]}"' in html(answer)


def test_from_opening_to_the_prizes(desk: Desk, club: Club) -> None:
    season = ASeason.made(club, until="draft", rules={"prizes": {"overall": {"best": [500], "booby": 0}}})
    where = of(season.season)
    assert desk.client.get(to("season", *where)).status_code == 404
    desk.client.post(to("desk-season-deed", *where, "open"))
    season.play(date(2026, 10, 2))
    assert "The first ten" in html(desk.client.get(to("desk-season", *where)))
    assert "Prizes are won when the season is closed" in html(desk.client.get(to("season-prizes", *where)))
    desk.client.post(to("desk-season-deed", *where, "close"))
    prizes = html(desk.client.get(to("season-prizes", *where)))
    assert "Prizes are won when" not in prizes
    assert prizes.count("1.25") == 4, "the four who share the first place share its prize"
    desk.client.post(to("desk-season-deed", *where, "reopen"), {"reason": "a late hand"})
    assert season.acts()[-1] == "reopen"


@pytest.mark.parametrize(("word", "counts"), [("out", False), ("in", True), ("void", False), ("", True)])
def test_single_evenings_are_left_out_taken_in_and_declared_void(
    desk: Desk, club: Club, word: str, *, counts: bool
) -> None:
    season = ASeason.made(club)
    evening = season.play(date(2026, 10, 2))
    where = (*of(season.season), evening.evening.pk)
    desk.client.post(to("desk-season-choose", *where), {"word": word, "reason": "because"})
    season.work()
    assert bool(season.lines()) is counts
    row = SeasonEvening.objects.get()
    assert row.void is (word == "void")


def test_a_bonus_is_entered_in_points_and_withdrawn(desk: Desk, club: Club) -> None:
    season = ASeason.made(club)
    season.play(date(2026, 10, 2))
    line = season.lines()[0]
    url = to("desk-season-adjust", *of(season.season))
    refused = desk.client.post(url, {"player": line.player_id, "points": "0.3", "reason": "x"})
    assert "steps of ½" in words(html(refused))
    desk.client.post(url, {"player": line.player_id, "points": "-1.5", "reason": "late"})
    season.work()
    assert season.totals()[line.player.name] == line.total - 3
    sequence = season.season.ledger_length
    page = html(desk.client.get(url))
    assert "-1½" in page
    desk.client.post(to("desk-season-withdraw", *of(season.season), sequence), {"reason": "no"})
    season.work()
    assert season.totals()[line.player.name] == line.total


def test_somebody_is_put_in_a_group_and_taken_out(desk: Desk, club: Club) -> None:
    season = ASeason.made(club, rules={"categories": [{"name": "Juniors", "by": "person"}]})
    season.play(date(2026, 10, 2))
    player = season.lines()[0].player
    url = to("desk-season-people", *of(season.season))
    entered = {"player": player.pk, "category": "Juniors"}
    desk.client.post(url, {**entered, "belongs": "1"})
    season.work()
    assert [line.player for line in season.lines("Juniors")] == [player]
    desk.client.post(url, {**entered, "belongs": "0"})
    season.work()
    assert season.lines("Juniors") == []


def test_lots_part_those_who_share_a_place(desk: Desk, club: Club) -> None:
    season = ASeason.made(club, rules={"tie_breaks": ["lots"]})
    season.play(date(2026, 10, 2))
    page = desk.client.get(to("desk-season-adjust", *of(season.season)))
    group = page.context["level"][0]
    people = [line.row.player_id for line in group["people"]]
    desk.client.post(to("desk-season-lots", *of(season.season)), {"between": people})
    season.work()
    assert [line.place for line in season.lines()[: len(people)]] == list(range(1, len(people) + 1))
    assert {line.decided_by for line in season.lines()[1 : len(people)]} == {"lots"}


def test_a_club_that_is_asked_says_yes_or_no(desk: Desk, league: League, stranger: Client) -> None:
    owls = Club.objects.get(name="Owl Club")
    desk.client.post(to("desk-league-ask", desk.club.slug, league.slug), {"club": owls.pk})
    asked = league.guest_clubs.get()
    assert "is invited" in html(stranger.get(to("desk-leagues", owls.slug)))
    stranger.post(to("desk-league-answer", owls.slug, asked.pk), {"answer": "agree"})
    asked.refresh_from_db()
    assert asked.agreed_at is not None
    stranger.post(to("desk-league-answer", owls.slug, asked.pk), {"answer": "leave"})
    assert not league.guest_clubs.exists()


PAGES = (
    "desk-season",
    "desk-season-rules",
    "desk-season-evenings",
    "desk-season-people",
    "desk-season-adjust",
)


@pytest.mark.parametrize("name", PAGES)
def test_nobody_but_an_officer_of_the_club_finds_the_desk_of_a_season(
    desk: Desk, club: Club, stranger: Client, name: str
) -> None:
    season = ASeason.made(club)
    url = to(name, *of(season.season))
    assert to("desk-officers", club.slug) in html(desk.client.get(url)), "the menu of the club is there"
    assert stranger.get(url).status_code == 404
    assert Client().get(url).status_code == 302


@pytest.mark.parametrize(
    ("name", "queries"),
    [(name, queries) for name, queries in zip(PAGES, (12, 5, 7, 6, 9), strict=True)],
)
def test_a_page_asks_as_often_for_many_as_for_few(
    desk: Desk, club: Club, django_assert_max_num_queries: Any, name: str, queries: int
) -> None:
    season = ASeason.made(club, rules={"categories": [{"name": "Juniors", "by": "person"}]})
    for day in (2, 9, 16):
        season.play(date(2026, 10, day))
    with django_assert_max_num_queries(queries):
        desk.client.get(to(name, *of(season.season)))
