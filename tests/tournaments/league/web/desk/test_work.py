"""Work of leagues that failed, as the desk tells it: what, why, and a button to have it tried again."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.a_season import ASeason, league_jobs
from tests.tournaments.conftest import START
from tests.tournaments.evening.web.desk.at_the_desk import Desk, html, words
from tournaments.club.services import clubs
from tournaments.evening.models import Evening
from tournaments.league.services import ledger
from tournaments.work.models import Job
from tournaments.work.outbox import failure

HANDICAP: dict[str, Any] = {
    "points": {"by": "score_points"},
    "handicap": {"per": 2, "most": 9, "least_games": 0},
}
WAITS = "The season's handicaps depend on them, so the season waits rather than use old ratings."
BROKEN = "The ratings of Chantecler could not be worked out."


def url(season: ASeason, page: str = "desk-season", *more: object) -> str:
    there = season.season
    return reverse(f"web:{page}", args=[there.league.club.slug, there.league.slug, there.slug, *more])


def see(client: Client, season: ASeason) -> str:
    return said(client.get(url(season)))


def said(answer: Any) -> str:
    assert answer.status_code == 200
    return words(html(answer))


def failed(season: ASeason, game: str = "chantecler", evening: Evening | None = None) -> Job:
    asked = ledger.ask_ratings(season.season.league.club, game, evening=evening, at=START)
    Job.objects.filter(pk=asked.pk).update(outcome="failed", remark=failure(ValueError("no sigma")).as_data())
    return asked


def test_ratings_a_season_rests_on_that_failed_are_told_with_a_button(desk: Desk) -> None:
    season = ASeason.made(desk.club, rules=HANDICAP)
    assert "could not" not in see(desk.client, season)
    asked = failed(season)
    ledger.ask_season(season.season, at=START)
    said = see(desk.client, season)
    assert BROKEN in said
    assert WAITS in said
    assert "ValueError: no sigma Try again Drop it" in said
    assert "being worked out" not in said, "it waits"
    answer = desk.client.post(url(season, "desk-season-work", asked.pk, "again"))
    assert answer["Location"] == url(season)
    assert "Another try is under way." in see(desk.client, season)
    season.work()
    assert not league_jobs().exclude(outcome="done").exists()
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
    assert desk.client.post(url(season, "desk-season-work", asked.pk, "again")).status_code == 404


def test_a_season_that_failed_is_told_and_tried_again(desk: Desk) -> None:
    season = ASeason.made(desk.club)
    asked = ledger.ask_season(season.season, at=START)
    Job.objects.filter(pk=asked.pk).update(outcome="failed", remark=failure(KeyError(3)).as_data())
    said = see(desk.client, season)
    assert "The tables could not be worked out. KeyError: 3 Try again Drop it" in said
    assert WAITS not in said
    desk.client.post(url(season, "desk-season-work", asked.pk, "again"))
    assert Job.objects.get(pk=asked.pk).outcome == "waiting"


@pytest.mark.parametrize("page", ["season", "leagues"])
def test_what_failed_can_be_dropped_and_is_told_no_more(desk: Desk, page: str) -> None:
    season = ASeason.made(desk.club, rules=HANDICAP)
    asked = failed(season)
    there = url(season) if page == "season" else desk.url("desk-leagues")
    drop, again = (
        url(season, "desk-season-work", asked.pk, word)
        if page == "season"
        else desk.url("desk-league-work", asked.pk, word)
        for word in ("drop", "again")
    )
    assert BROKEN in said(desk.client.get(there))
    assert desk.client.post(again)["Location"] == there
    assert Job.objects.get(pk=asked.pk).outcome == "waiting"
    Job.objects.filter(pk=asked.pk).update(outcome="failed")
    assert desk.client.post(drop)["Location"] == there
    told = said(desk.client.get(there))
    assert "The job is dropped." in told
    assert BROKEN not in told
    assert Job.objects.get(pk=asked.pk).outcome == "dropped"
    assert desk.client.post(drop).status_code == 404, "it is no work of theirs any more"


def test_work_of_another_club_is_not_tried_again(desk: Desk) -> None:
    season = ASeason.made(desk.club, rules=HANDICAP)
    other = clubs.make_club(name="Owls", director=None, time_zone="UTC", at=START)
    theirs = ledger.ask_ratings(other, "chantecler", at=START)
    Job.objects.filter(pk=theirs.pk).update(outcome="failed")
    assert desk.client.post(url(season, "desk-season-work", theirs.pk, "again")).status_code == 404
    assert Job.objects.get(pk=theirs.pk).outcome == "failed"
