"""What has been played is read over REST without a token, by whoever the club shows its results."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.an_evening import AnEvening
from tests.tournaments.evening.api.callers import Caller
from tournaments.club.models import Club
from tournaments.club.publicity import Audience, Part
from tournaments.club.services import clubs

pytestmark = pytest.mark.django_db
Make = Callable[..., AnEvening]


@pytest.fixture
def played(make_evening: Make) -> AnEvening:
    """An evening that is over."""
    return make_evening(until="published")


def test_an_evening_that_is_over_is_told_whole(
    played: AnEvening, home: str, anybody: Caller, desk: Caller
) -> None:
    evening = played.evening
    (listed,) = anybody.get(f"{home}results/").json()["results"]
    assert (listed["slug"], listed["players"]) == (evening.slug, 14)
    told = anybody.get(f"{home}results/{evening.slug}/").json()
    standings = desk.get(f"{home}evenings/{evening.slug}/standings/").json()
    assert told["standings"] == standings["standings"]
    assert told["prizes"] == standings["prizes"]
    assert told["plan"] == evening.plan
    for number in range(1, told["rounds"] + 1):
        address = f"{evening.slug}/rounds/{number}/"
        told_round = anybody.get(f"{home}results/{address}").json()
        assert told_round == desk.get(f"{home}evenings/{address}").json()
        assert sum(len(table["seats"]) for table in told_round["tables"]) == 12


@pytest.mark.parametrize("until", ["draft", "check_in", "seated", "playing", "drafted", "moved"])
def test_an_evening_that_is_not_over_is_no_result(
    make_evening: Make, home: str, anybody: Caller, until: str
) -> None:
    evening = make_evening(until=until).evening
    assert anybody.get(f"{home}results/").json()["count"] == 0
    assert anybody.get(f"{home}results/{evening.slug}/").status_code == 404
    assert anybody.get(f"{home}results/{evening.slug}/rounds/1/").status_code == 404


@pytest.mark.parametrize("part", ["", "{slug}/", "{slug}/rounds/1/"])
def test_a_club_that_shows_its_results_to_officers_shows_them_here_to_officers(
    played: AnEvening, club: Club, home: str, anybody: Caller, desk: Caller, stranger: Caller, part: str
) -> None:
    clubs.show_to(club=club, audiences={Part.RESULTS: Audience.NOBODY})
    address = f"{home}results/{part.format(slug=played.evening.slug)}"
    assert [caller.get(address).status_code for caller in (anybody, stranger, desk)] == [404, 404, 200]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("game=chantecler", 1),
        ("game=whist", 0),
        ("date_from=2026-01-01&date_to=2026-12-31", 1),
        ("date_to=2020-01-01", 0),
    ],
)
def test_results_are_looked_for(
    played: AnEvening, home: str, anybody: Caller, query: str, found: int
) -> None:
    assert anybody.get(f"{home}results/?{query}").json()["count"] == found


@pytest.mark.parametrize("query", ["date_from=yesterday", "game=" + 41 * "x"])
def test_what_nobody_can_look_for_is_refused(
    played: AnEvening, home: str, anybody: Caller, query: str
) -> None:
    assert anybody.get(f"{home}results/?{query}").status_code == 400


def test_who_has_a_result_is_not_told_it_again(played: AnEvening, home: str, anybody: Caller) -> None:
    address = f"{home}results/{played.evening.slug}/"
    etag = anybody.get(address).headers["ETag"]
    assert anybody.get(address, **{"If-None-Match": etag}).status_code == 304


def test_a_list_of_results_costs_as_much_as_one(make_evening: Make, home: str, anybody: Caller) -> None:
    def asked() -> int:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            anybody.get(f"{home}results/")
        return len(queries)

    make_evening(until="finished")
    one = asked()
    make_evening(10, until="finished")
    assert asked() == one
