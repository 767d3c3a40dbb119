"""The ledger of a season of fixtures as visitors read it: a result that takes the place of another says so."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

import pytest
from django.test import Client

from tests.tournaments.a_contest import AContest
from tests.tournaments.an_evening import AnEvening
from tests.tournaments.conftest import START
from tests.tournaments.evening.web.desk.at_the_desk import words
from tests.tournaments.the_rows import asked
from tournaments.club.models import Club
from tournaments.league import acts
from tournaments.league.acts import DeclareFixtureVoid, Forfeit, TakeBack
from tournaments.league.services.ledger import perform
from tournaments.league.services.tables import leave_to_evening

Latest = Callable[[AContest], str]


@pytest.fixture
def latest(client: Client, club: Club) -> Latest:
    """Reads the latest entry of a season's ledger."""

    def read(made: AContest) -> str:
        season = made.season
        page = client.get(f"/c/{club.slug}/leagues/{season.league.slug}/{season.slug}/ledger/")
        (entry,) = re.findall(
            rf'<li id="entry-{made.season.ledger.count()}">.*?<br>(.*?)</li>',
            page.content.decode(),
            re.DOTALL,
        )
        return " ".join(words(entry).split())

    return read


def test_a_first_result_has_nothing_before_it(latest: Latest, club: Club) -> None:
    made = AContest.made(club, (4,), at=START)
    made.result("1:1.1", 3, 1, (250, 180))
    assert latest(made) == "A result: Ann – Dan: 3 : 1 (250 : 180)"


def test_a_correction_says_so_and_what_stood_before(latest: Latest, club: Club) -> None:
    made = AContest.made(club, (4,), at=START)
    made.result("1:1.1", 3, 1, (250, 180))
    made.result("1:1.2", 2, 2)
    made.result("1:1.1", 1, 3, reason="the slip was read upside down")
    assert latest(made) == (
        "A result was corrected: Ann – Dan: 1 : 3, before that 3 : 1 (250 : 180) the slip was read upside down"
    )
    made.result("1:1.1", 2, 2)
    assert latest(made) == "A result was corrected: Ann – Dan: 2 : 2, before that 1 : 3"


def test_forfeits_and_void_fixtures_take_the_place_of_results(latest: Latest, club: Club) -> None:
    made = AContest.made(club, (4,), at=START)
    made.result("1:1.1", 3, 1)
    perform(season=made.season, act=Forfeit(fixture="1:1.1", side="away"), **made.who)
    assert latest(made) == "A result was corrected: Ann – Dan, Dan did not play, before that 3 : 1"
    perform(season=made.season, act=DeclareFixtureVoid(fixture="1:1.1"), **made.who)
    assert latest(made) == "A result was corrected: Ann – Dan, void, before that Dan did not play"


def test_a_result_taken_back_is_none_any_more(latest: Latest, club: Club) -> None:
    made = AContest.made(club, (4,), at=START)
    made.result("1:1.1", 3, 1)
    perform(season=made.season, act=TakeBack(fixture="1:1.1"), **made.who)
    assert latest(made) == "A result was taken back: Ann – Dan, before that 3 : 1"
    made.result("1:1.1", 1, 3)
    assert latest(made) == "A result: Ann – Dan: 1 : 3"


def test_who_withdraws_loses_what_is_ahead_and_it_is_told_once(latest: Latest, club: Club) -> None:
    made = AContest.made(club, (3,), at=START)
    perform(season=made.season, act=acts.WithdrawEntrant(number=2), **made.who)
    assert "before that" not in latest(made)


def test_an_evening_that_is_to_give_a_result_is_named(
    latest: Latest, club: Club, make_evening: Callable[..., AnEvening]
) -> None:
    evening = make_evening(8, until="draft").evening
    made = AContest.made(club, (2,), at=START)
    leave_to_evening(season=made.season, code="1:1.1", evening=evening, **made.who)
    assert latest(made) == f"An evening is to give a result: Ann – Ben, from the evening “{evening.name}”"
    perform(season=made.season, act=TakeBack(fixture="1:1.1"), **made.who)
    assert latest(made) == "No evening gives this result: Ann – Ben"


def test_corrections_cost_no_query_more(client: Client, club: Club) -> None:
    few, many = (AContest.made(club, (4,), at=START) for _ in range(2))
    few.result("1:1.1", 3, 1)
    for games in range(5):
        many.result("1:1.1", games, 2)
    few_asked, many_asked = (
        asked(
            partial(
                client.get,
                f"/c/{club.slug}/leagues/{made.season.league.slug}/{made.season.slug}/ledger/",
            )
        )
        for made in (few, many)
    )
    assert len(many_asked) == len(few_asked)
