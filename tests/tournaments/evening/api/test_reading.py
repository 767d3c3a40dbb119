"""What can be read over the REST door: lists searched and paged, tables seen by version, links handed out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.tournaments.an_evening import AnEvening, Make, a_hand
from tests.tournaments.equally_often import equally_often
from tests.tournaments.evening.api.callers import Caller, address, at_table, fault
from tests.tournaments.the_rows import asked
from tournaments.club.models import Club
from tournaments.club.roles import Audience, Part
from tournaments.club.services import clubs
from tournaments.evening.services import results

MOST = 12


def called(answer: Any) -> list[str]:
    assert answer.status_code == 200, answer.content
    return [row["name"] for row in answer.json()["results"]]


class TestPeople:
    """The people of a club."""

    @pytest.fixture(autouse=True)
    def people(self, club: Club, clock: Callable[[], Any]) -> None:
        ann, *_ = clubs.add_names(club=club, names=["Thérèse Roux", "Bo Day", "Ann Lee"], at=clock())
        results.change_player(player=ann, name=ann.name, colour="ladies", guest=False, active=True)
        gone = clubs.add_player(club=club, name="Zoe", guest=True, colour="", at=clock())
        results.change_player(player=gone, name="Zoe", colour="", guest=True, active=False)

    @pytest.mark.parametrize(
        ("query", "found"),
        [
            ("", ["Ann Lee", "Bo Day", "Thérèse Roux"]),
            ("?search=THERESE", ["Thérèse Roux"]),
            ("?search=o", ["Bo Day", "Thérèse Roux"]),
            ("?search=nobody", []),
            ("?retired=true", ["Zoe"]),
            ("?retired=false&limit=2", ["Ann Lee", "Bo Day"]),
            ("?limit=2&offset=2", ["Thérèse Roux"]),
        ],
    )
    def test_are_searched_and_paged(self, desk: Caller, home: str, query: str, found: list[str]) -> None:
        assert called(desk.get(f"{home}players/{query}")) == found

    def test_a_page_leads_to_the_next(self, desk: Caller, home: str) -> None:
        first = desk.get(f"{home}players/?limit=2").json()
        assert (first["count"], first["previous"]) == (3, None)
        assert called(desk.get(first["next"])) == ["Thérèse Roux"]

    def test_are_added_changed_and_retired(self, desk: Caller, home: str) -> None:
        made = desk.post(f"{home}players/", {"name": "Cid Orr", "colour": "gentlemen"}).json()
        path = f"{home}players/{made['id']}/"
        changed = desk.ask("PATCH", path, {"name": "Cyd Orr", "guest": True}).json()
        assert {**changed, **made} == {**changed, "name": "Cid Orr", "guest": False}
        assert (changed["name"], changed["guest"]) == ("Cyd Orr", True)
        assert desk.ask("PATCH", path, {"active": False}).json()["active"] is False
        assert "Cyd Orr" in called(desk.get(f"{home}players/?retired=true"))


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", ["Third", "Second", "First"]),
        ("?status=playing", ["Second"]),
        ("?status=playing&status=draft", ["Third", "Second"]),
        ("?date=2026-11-20", ["Third", "Second", "First"]),
        ("?date_from=2026-11-21", []),
        ("?date_to=2026-11-20&limit=1", ["Third"]),
    ],
)
def test_evenings_are_found_by_status_and_day(
    desk: Caller, home: str, make_evening: Make, query: str, found: list[str]
) -> None:
    for name, until in (("First", "published"), ("Second", "playing"), ("Third", "draft")):
        make_evening(4, until=until, name=name)
    assert called(desk.get(f"{home}evenings/{query}")) == found


def test_a_table_that_has_not_changed_is_not_sent_again(phone: Caller, table: str) -> None:
    etag = phone.get(table).headers["ETag"]
    assert phone.get(table, **{"If-None-Match": etag}).status_code == 304
    phone.hand(table, a_hand())
    news = phone.get(table, **{"If-None-Match": etag})
    assert (news.status_code, news.json()["running"]) == (200, {"A": 14, "B": 0})
    assert news.headers["ETag"] != etag


def test_the_links_that_are_handed_out_are_those_on_the_cards(desk: Caller, playing: AnEvening) -> None:
    answer = desk.get(f"{address(playing)}links/")
    links = answer.json()["links"]
    assert [link["table"] for link in links] == playing.tables()
    assert [link["token"] for link in links] == [at_table(playing, n).token for n in playing.tables()]
    assert all(link["url"].endswith(f"/t/{link['token']}/") for link in links)
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("query", ["limit=0", "after=2147483648", "before=3"])
def test_a_ledger_is_not_read_by_what_makes_no_sense(desk: Caller, playing: AnEvening, query: str) -> None:
    status, field, _code = fault(desk.get(f"{address(playing)}ledger/?{query}"))
    assert (status, field) == (400, query.partition("=")[0])


AT_THE_DESK = (
    "",
    "tickets/",
    "rounds/1/",
    "standings/",
    "ledger/",
    "jobs/",
    "links/",
    "tables/2/",
    "late-tray/",
    "disputes/",
    "decisions/",
    "calls/",
)


class TestHowOften:
    """The database is asked equally often however many tables play."""

    @pytest.mark.parametrize("until", ["playing", "moved", "finished"])
    def test_at_the_desk(self, desk: Caller, make_evening: Make, until: str) -> None:
        def look(evening: AnEvening, where: str) -> None:
            assert desk.get(f"{address(evening)}{where}").status_code == 200

        equally_often(make_evening, until, look, at=AT_THE_DESK, most=MOST)

    @pytest.mark.parametrize("until", ["seated", "playing", "bell", "moved", "finished"])
    def test_at_a_table(self, make_evening: Make, until: str) -> None:
        def look(evening: AnEvening, _page: str) -> None:
            assert at_table(evening, 2).get(address(evening, 2)).status_code == 200

        equally_often(make_evening, until, look, most=MOST)

    def test_in_a_list_of_the_club(self, desk: Caller, home: str, make_evening: Make) -> None:
        def look(_evening: AnEvening, where: str) -> None:
            assert desk.get(f"{home}{where}").status_code == 200

        lists = ("evenings/", "players/?limit=500", "")
        equally_often(make_evening, "playing", look, at=lists, most=MOST)


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


@pytest.mark.parametrize("until", ["draft", "playing", "moved"])
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


def test_a_list_of_results_costs_as_much_as_one(make_evening: Make, home: str, anybody: Caller) -> None:
    make_evening(until="finished")
    one = asked(lambda: anybody.get(f"{home}results/"))
    make_evening(10, until="finished")
    assert len(asked(lambda: anybody.get(f"{home}results/"))) == len(one)
