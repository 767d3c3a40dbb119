"""A season's table says by which corrections places changed."""

from __future__ import annotations

from datetime import date

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from tests.tournaments.a_contest import AContest
from tests.tournaments.a_season import ASeason
from tests.tournaments.league.services.test_tables import turn_round
from tests.tournaments.league.web.pages import page, read
from tests.tournaments.the_rows import asked
from tournaments.club.models import Club
from tournaments.club.reads.access import Visitor
from tournaments.evening import acts
from tournaments.league.reads.shown import tables_corrected
from tournaments.league.services import tables
from tournaments.league.web.fixture_words import corrections_in_words

pytestmark = pytest.mark.django_db


def test_the_table_says_which_evening_was_corrected_and_why(club: Club) -> None:
    season = ASeason.made(club)
    evening = season.play(date(2026, 10, 2))
    assert "Corrected on" not in page(season)
    turn_round(evening)
    assert "Corrected on" not in page(season), "what is not published again moves nothing"
    evening.act(tables.publish_tables)
    season.work()
    told = read(season)
    assert ": misread Friday" in told
    assert len(asked(lambda: tables_corrected(season.season, Visitor(AnonymousUser())))) == 3


def test_a_correction_that_moves_nobodys_place_is_not_told(club: Club) -> None:
    season = ASeason.made(club)
    evening = season.play(date(2026, 10, 2))
    code = evening.evening.standings.order_by("place").values_list("ticket__code", flat=True)[0]
    evening.act(acts.Penalty(tickets=[code], points=1, reason="one more"))
    evening.act(tables.publish_tables)
    season.work()
    assert "Corrected on" not in page(season)
    assert len(asked(lambda: tables_corrected(season.season, Visitor(AnonymousUser())))) == 1


def test_the_table_of_fixtures_says_which_result_was_corrected_and_why(club: Club) -> None:
    made = AContest.made(club, at=timezone.now())
    first, second = [row.code for row in made.seen.fixtures][:2]
    made.result(first, 3, 1)
    made.result(second, 2, 0)
    assert "Corrected on" not in page(made)
    made.result(first, 1, 3, reason="the sides were mixed up")
    told = read(made)
    assert ": the sides were mixed up" in told
    assert "1 : 3, before that 3 : 1" in told
    assert told.count("Corrected on") == 1
    assert len(asked(lambda: corrections_in_words(made.season, Visitor(AnonymousUser())))) == 3
