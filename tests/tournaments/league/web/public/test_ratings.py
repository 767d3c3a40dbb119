"""The ratings of a club at a game: who is rated how, how sure that is, and how it is worked out."""

from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.a_season import do_all_work
from tests.tournaments.an_evening import AnEvening
from tests.tournaments.conftest import START
from tests.tournaments.evening.web.desk.at_the_desk import html, words
from tournaments.club.models import Club
from tournaments.evening.models import Evening
from tournaments.league.reads.ratings import ratings_at

DAY = date(2026, 10, 2)


def page(club: Club, game: str = "chantecler") -> str:
    answer = Client().get(reverse("web:ratings", args=[club.slug, game]))
    assert answer.status_code == 200
    return html(answer)


def played(club: Club, weeks: int = 1, players: int = 8, **plan: object) -> None:
    for week in range(weeks):
        at = START.replace(year=DAY.year, month=DAY.month, day=DAY.day) + timedelta(weeks=week)
        AnEvening.made(club, players, at=at, rounds=1, seed=f"{week}", **plan).bring_to("published")  # type: ignore[arg-type]
    do_all_work(START)


def test_before_the_first_evening_the_page_explains_ratings(club: Club) -> None:
    said = words(page(club))
    for sentence in (
        "Nobody is rated yet",
        "A new player begins at 1500, give or take 333",
        "Ruby C. Weng and Chih-Jen Lin",
        "Nobody gets more than 10 points a game.",
    ):
        assert sentence in said


@pytest.mark.parametrize("game", ["bridge", "no-game"])
def test_a_game_that_is_not_played_here_has_no_ratings(club: Club, game: str) -> None:
    assert Client().get(reverse("web:ratings", args=[club.slug, game])).status_code == 404


def test_everybody_is_listed_with_rating_uncertainty_and_games_the_surest_first(club: Club) -> None:
    played(club, 3)
    rated = ratings_at(club, "chantecler")
    said = words(page(club))
    assert [one.rating.sure for one in rated] == sorted((one.rating.sure for one in rated), reverse=True)
    assert len(rated) == 8
    for number, one in enumerate(rated, start=1):
        rating = one.rating
        told = f"{number} {one.name} {rating.figure} ± {rating.give_or_take} {rating.sure} 3 16 Oct. 2026"
        assert told in said
        assert reverse("web:player", args=[club.slug, one.slug]) in page(club)


def test_the_rating_is_that_after_the_last_published_evening(club: Club) -> None:
    played(club, 2)
    before = ratings_at(club, "chantecler")
    Evening.objects.filter(date=DAY + timedelta(weeks=1)).update(status="finished")
    after = ratings_at(club, "chantecler")
    assert {one.rating.games for one in before} == {2}
    assert {(one.rating.games, one.last) for one in after} == {(1, DAY)}


def test_the_club_and_its_players_lead_there_once_somebody_is_rated(club: Club) -> None:
    there = reverse("web:ratings", args=[club.slug, "chantecler"])
    pages = [reverse("web:club", args=[club.slug]), reverse("web:players", args=[club.slug])]
    assert [there in html(Client().get(each)) for each in pages] == [False, False]
    played(club)
    assert [there in html(Client().get(each)) for each in pages] == [True, True]
