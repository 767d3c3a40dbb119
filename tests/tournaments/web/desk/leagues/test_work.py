"""Work of leagues that failed, as the desk tells it: what, why, and a button to have it tried again."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.a_season import ASeason
from tests.tournaments.conftest import START
from tests.tournaments.web.desk.at_the_desk import Desk, words
from tournaments.models import Evening, Recomputation
from tournaments.services import clubs
from tournaments.services.leagues import work

HANDICAP: dict[str, Any] = {
    "points": {"by": "score_points"},
    "handicap": {"per": 2, "most": 9, "least_games": 0},
}
WAITS = "The season gives handicaps by them and waits, so that nothing rests on old ones."
BROKEN = "The ratings of Chantecler could not be worked out."


def url(season: ASeason, page: str = "desk-season", *more: object) -> str:
    there = season.season
    return reverse(f"web:{page}", args=[there.league.club.slug, there.league.slug, there.slug, *more])


def see(client: Client, season: ASeason) -> str:
    answer = client.get(url(season))
    assert answer.status_code == 200
    return words(" ".join(answer.content.decode().split()))


def failed(season: ASeason, game: str = "chantecler", evening: Evening | None = None) -> Recomputation:
    asked = work.ask_ratings(season.season.league.club, game, evening=evening, at=START)
    Recomputation.objects.filter(pk=asked.pk).update(stage="failed", remark="ValueError: no sigma")
    return asked


def test_ratings_a_season_rests_on_that_failed_are_told_with_a_button(desk: Desk) -> None:
    season = ASeason.made(desk.club, rules=HANDICAP)
    assert "could not" not in see(desk.client, season)
    asked = failed(season)
    work.ask_season(season.season, at=START)
    said = see(desk.client, season)
    assert BROKEN in said
    assert WAITS in said
    assert "ValueError: no sigma Try again" in said
    assert "being worked out" not in said, "it waits"
    answer = desk.client.post(url(season, "desk-season-again", asked.pk))
    assert answer["Location"] == url(season)
    assert "It is tried again." in see(desk.client, season)
    season.work()
    assert not Recomputation.objects.exclude(stage="done").exists()
    assert "could not" not in see(desk.client, season)


@pytest.mark.parametrize("why", ["no handicaps", "another game", "after its last day"])
def test_ratings_that_a_season_does_not_rest_on_are_not_told_there(desk: Desk, why: str) -> None:
    season = ASeason.made(desk.club, rules={} if why == "no handicaps" else HANDICAP)
    late = None
    if why == "after its last day":
        late = season.play(date(2026, 10, 2), 8, until="published").evening
        Evening.objects.filter(pk=late.pk).update(date=date(2030, 1, 1))
    asked = failed(season, "ascot" if why == "another game" else "chantecler", late)
    assert "could not" not in see(desk.client, season)
    assert desk.client.post(url(season, "desk-season-again", asked.pk)).status_code == 404


def test_a_season_that_failed_is_told_and_tried_again(desk: Desk) -> None:
    season = ASeason.made(desk.club)
    asked = work.ask_season(season.season, at=START)
    Recomputation.objects.filter(pk=asked.pk).update(stage="failed", remark="KeyError: 3")
    said = see(desk.client, season)
    assert "The tables could not be worked out. KeyError: 3 Try again" in said
    assert WAITS not in said
    desk.client.post(url(season, "desk-season-again", asked.pk))
    assert Recomputation.objects.get(pk=asked.pk).stage == "waiting"


def test_among_the_leagues_of_the_club_it_is_told_too(desk: Desk) -> None:
    season = ASeason.made(desk.club)
    asked = failed(season)
    page = reverse("web:desk-leagues", args=[desk.club.slug])
    said = words(" ".join(desk.client.get(page).content.decode().split()))
    assert f"{BROKEN} ValueError: no sigma Try again" in said
    answer = desk.client.post(reverse("web:desk-league-again", args=[desk.club.slug, asked.pk]))
    assert answer["Location"] == page
    assert Recomputation.objects.get(pk=asked.pk).stage == "waiting"


def test_nobody_else_has_it_tried_again(desk: Desk, client: Client, stranger: Client) -> None:
    season = ASeason.made(desk.club, rules=HANDICAP)
    asked = failed(season)
    assert stranger.post(url(season, "desk-season-again", asked.pk)).status_code == 404
    assert client.post(url(season, "desk-season-again", asked.pk)).status_code == 302
    other = clubs.make_club(name="Owls", director=None, time_zone="UTC", at=START)
    theirs = work.ask_ratings(other, "chantecler", at=START)
    Recomputation.objects.filter(pk=theirs.pk).update(stage="failed")
    assert desk.client.post(url(season, "desk-season-again", theirs.pk)).status_code == 404
    assert set(Recomputation.objects.filter(club__isnull=False).values_list("stage", flat=True)) == {"failed"}
