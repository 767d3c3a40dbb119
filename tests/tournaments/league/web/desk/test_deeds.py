"""Closing a season and taking its end back ask first, and say what they change."""

from __future__ import annotations

import re
from datetime import date

import pytest
from django.urls import reverse

from tests.tournaments.a_contest import AContest
from tests.tournaments.a_season import ASeason
from tests.tournaments.conftest import START
from tests.tournaments.evening.web.desk.at_the_desk import Desk, words
from tests.tournaments.the_rows import everything
from tournaments.club.models import Club
from tournaments.league import acts
from tournaments.league.models import Season

CLOSE = "Close the season"


def deed(season: Season, name: str) -> str:
    return reverse(
        "web:desk-season-deed", args=[season.league.club.slug, season.league.slug, season.slug, name]
    )


def overview(season: Season) -> str:
    return reverse("web:desk-season", args=[season.league.club.slug, season.league.slug, season.slug])


def stage(season: Season) -> str:
    return Season.objects.get(pk=season.pk).stage


def test_the_overview_leads_to_the_question_and_does_not_close(desk: Desk, club: Club) -> None:
    season = ASeason.made(club).season
    page = desk.client.get(overview(season)).content.decode()
    assert f'href="{deed(season, "close")}"' in page
    assert f'action="{deed(season, "close")}"' not in page


def test_asking_closes_nothing_and_the_answer_does(desk: Desk, club: Club) -> None:
    season = ASeason.made(club).season
    before = everything()
    asked = words(desk.client.get(deed(season, "close")).content.decode())
    assert f"{CLOSE}?" in asked
    assert "The table becomes final, and the prizes are awarded." in asked
    assert "It can be reopened, with a reason that everybody can read." in asked
    assert everything() == before
    answer = desk.client.post(deed(season, "close"), follow=True)
    assert "The season is over." in words(answer.content.decode())
    assert stage(season) == "closed"


@pytest.mark.parametrize(
    ("count", "played", "expected"),
    [(3, 0, "3 fixtures have no result."), (3, 2, "1 fixture has no result."), (3, 3, None)],
)
def test_fixtures_without_a_result_are_named_before_the_end(
    desk: Desk, club: Club, count: int, played: int, expected: str | None
) -> None:
    made = AContest.made(club, (count,), at=START)
    for row in [row for row in made.seen.fixtures if row.away][:played]:
        made.result(row.code, 2, 1)
    asked = words(desk.client.get(deed(made.season, "close")).content.decode())
    assert "No more results can be entered and no more fixtures made." in asked
    if expected is None:
        assert "no result." not in asked
    else:
        assert expected in asked


def test_rounds_of_a_swiss_that_were_not_made_are_named(desk: Desk, club: Club) -> None:
    made = AContest.made(club, (2,), at=START, format="swiss", rounds=2)
    made.play_out()
    asked = words(desk.client.get(deed(made.season, "close")).content.decode())
    assert "There are rounds that have not been made." in asked


@pytest.mark.parametrize(("ends", "told"), [(date(2099, 1, 1), True), (date(2026, 10, 2), False)])
def test_a_last_day_that_is_still_to_come_is_said(desk: Desk, club: Club, *, ends: date, told: bool) -> None:
    season = ASeason.made(club).season
    Season.objects.filter(pk=season.pk).update(ends=ends)
    asked = words(desk.client.get(deed(season, "close")).content.decode())
    assert ("is still to come" in asked) is told


def test_reopening_wants_a_reason_and_keeps_the_page_without_one(desk: Desk, club: Club) -> None:
    made = ASeason.made(club)
    season = made.season
    made.act(acts.Close())
    assert "Reopen the season?" in words(desk.client.get(deed(season, "reopen")).content.decode())
    refused = desk.client.post(deed(season, "reopen"), {"reason": "  "})
    assert refused.status_code == 422
    assert "Please give a reason" in words(refused.content.decode())
    assert stage(season) == "closed"
    desk.client.post(deed(season, "reopen"), {"reason": "a late hand"})
    assert stage(season) == "open"


@pytest.mark.parametrize("name", ["open", "reopen"])
def test_what_is_not_possible_is_not_asked(desk: Desk, club: Club, name: str) -> None:
    season = ASeason.made(club).season
    answer = desk.client.get(deed(season, name))
    assert (answer.status_code, answer["Location"]) == (302, overview(season))
    said = words(desk.client.post(deed(season, name), {"reason": "why"}, follow=True).content.decode())
    assert "is not possible now" in said
    assert stage(season) == "open"


def test_there_is_no_other_deed(desk: Desk, club: Club) -> None:
    assert desk.client.get(deed(ASeason.made(club).season, "burn")).status_code == 404


def chips(page: str) -> list[str]:
    """The reasons that can be tapped."""
    return re.findall(r'<button type="button" class="chip">([^<]+)</button>', page)


def test_what_is_mostly_said_can_be_tapped(desk: Desk, club: Club) -> None:
    season = AContest.made(club, (4,), at=START).season
    where = [club.slug, season.league.slug, season.slug]

    def told(name: str, *more: object) -> list[str]:
        return chips(desk.client.get(reverse(f"web:{name}", args=[*where, *more])).content.decode())

    assert told("desk-season-adjust") == ["Came late", "Unfair play", "Decision of the club"]
    assert told("desk-season-entrant", 1) == ["Illness", "Moved away", "No time"]
    assert told("desk-season-rules") == ["Decided by the members", "Entered wrongly"]
    assert told("desk-season-deed", "close") == []
    desk.client.post(deed(season, "close"))
    assert told("desk-season-deed", "reopen") == ["A result was wrong", "A result came late"]
