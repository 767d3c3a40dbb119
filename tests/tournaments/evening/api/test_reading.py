"""What can be read over the REST door: lists searched and walked page by page, tables by version, links."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from functools import partial
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.db.models.signals import post_init
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.request import Request

from tests.tournaments.an_evening import AnEvening, Make, a_hand
from tests.tournaments.evening.api.callers import Caller, address, at_table, fault
from tournaments.club.models import Club, Player
from tournaments.club.services import clubs, members
from tournaments.evening.models import Evening
from tournaments.site.api.query import Orders, Page, Paging, filled_in

pytestmark = pytest.mark.django_db


def called(answer: Any) -> list[str]:
    assert answer.status_code == 200, answer.content
    return [row["name"] for row in answer.json()["results"]]


class TestPeople:
    @pytest.fixture(autouse=True)
    def people(self, club: Club, clock: Callable[[], Any]) -> None:
        ann, bo, _ = clubs.add_names(club=club, names=["Thérèse Roux", "Bo Day", "Ann Lee"], at=clock())
        ann.groups.create(group="Juniors")
        members.change_player(bo, members.MemberChange(guest=True))
        members.change_player(ann, members.MemberChange(colour="ladies"))
        gone = clubs.add_player(club=club, name="Zoe", guest=True, colour="", at=clock())
        members.change_player(gone, members.MemberChange(active=False))

    def test_are_searched_and_paged(self, desk: Caller, home: str) -> None:
        for query, found in (
            ("", ["Ann Lee", "Bo Day", "Thérèse Roux"]),
            ("?search=THERESE", ["Thérèse Roux"]),
            ("?search=o", ["Bo Day", "Thérèse Roux"]),
            ("?search=nobody", []),
            ("?retired=true", ["Zoe"]),
            ("?guest=true", ["Bo Day"]),
            ("?guest=false&ordering=-name", ["Thérèse Roux", "Ann Lee"]),
            ("?category=juniors", ["Thérèse Roux"]),
            ("?retired=false&limit=2", ["Ann Lee", "Bo Day"]),
            ("?limit=2&offset=2", ["Thérèse Roux"]),
        ):
            assert called(desk.get(f"{home}players/{query}")) == found, query

    def test_a_page_leads_to_the_next(self, desk: Caller, home: str) -> None:
        first = desk.get(f"{home}players/?limit=2").json()
        assert (first["count"], first["previous"]) == (3, None)
        assert called(desk.get(first["next"])) == ["Thérèse Roux"]

    def test_are_added_changed_and_retired(self, desk: Caller, home: str) -> None:
        made = desk.post(f"{home}players/", {"name": "Cid Orr", "colour": "gentlemen"}).json()
        path = f"{home}players/{made['id']}/"
        changes = {"name": "Cyd Orr", "colour": "ladies", "guest": True}
        assert (made | changes).items() <= desk.ask("PATCH", path, changes).json().items()
        assert desk.ask("PATCH", path, {"guest": False}).json()["guest"] is False
        assert desk.ask("PATCH", path, {"active": False}).json()["active"] is False
        assert "Cyd Orr" in called(desk.get(f"{home}players/?retired=true"))


def test_evenings_are_found_by_status_and_day(desk: Caller, home: str, make_evening: Make) -> None:
    for name, until in (("First", "published"), ("Second", "playing"), ("Third", "draft")):
        make_evening(4, until=until, name=name)
    for query, found in (
        ("", ["Third", "Second", "First"]),
        ("?status=playing", ["Second"]),
        ("?status=playing&status=draft", ["Third", "Second"]),
        ("?date=2026-11-20", ["Third", "Second", "First"]),
        ("?date_from=2026-11-21", []),
        ("?date_to=2026-11-20&limit=1", ["Third"]),
    ):
        assert called(desk.get(f"{home}evenings/{query}")) == found, query


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


@pytest.fixture
def played(make_evening: Make) -> AnEvening:
    return make_evening(until="published")


def test_an_evening_is_told_whole(played: AnEvening, home: str, anybody: Caller, desk: Caller) -> None:
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
def test_an_open_evening_is_no_result(make_evening: Make, home: str, anybody: Caller, until: str) -> None:
    evening = make_evening(until=until).evening
    assert anybody.get(f"{home}results/").json()["count"] == 0
    assert anybody.get(f"{home}results/{evening.slug}/").status_code == 404
    assert anybody.get(f"{home}results/{evening.slug}/rounds/1/").status_code == 404


def test_a_club_that_shows_its_results_to_officers_shows_them_here_to_officers(
    played: AnEvening, club: Club, home: str, anybody: Caller, desk: Caller, stranger: Caller
) -> None:
    clubs.change_public_parts(club, clubs.PublicParts(results="nobody"))
    for part in ("", f"{played.evening.slug}/", f"{played.evening.slug}/rounds/1/"):
        told = [caller.get(f"{home}results/{part}").status_code for caller in (anybody, stranger, desk)]
        assert told == [404, 404, 200], part


def test_results_are_looked_for(played: AnEvening, home: str, anybody: Caller) -> None:
    for query, found in (
        ("game=chantecler", 1),
        ("game=whist", 0),
        ("date_from=2026-01-01&date_to=2026-12-31", 1),
        ("date_to=2020-01-01", 0),
    ):
        assert anybody.get(f"{home}results/?{query}").json()["count"] == found, query


FOREIGN = (400, "cursor", "not-of-this-list")
BY_NAME: Orders = {"name": ("name", "pk"), "-name": ("-name", "-pk"), "mixed": ("-name", "pk")}


def request_for(path: str) -> Request:
    plain = RequestFactory().get(path)
    return Request(plain)


def walked(
    page: Callable[[Request], Page[Any]], limit: int, *, ordering: str = "", add: Callable[[], object]
) -> list[Any]:
    """All rows of a list from its first page to its last; after each page something may be added."""
    found = page(request_for(f"/list/?{urlencode({'limit': limit, 'ordering': ordering})}"))
    rows = list(found.rows)
    while found.next:
        add()
        found = page(request_for(found.next))
        rows += found.rows
    return rows


def one_more(waiting: list[Any], add: Callable[[Any], object]) -> None:
    """Add what waits longest at the end, if anything does."""
    if waiting:
        add(waiting.pop())


@pytest.mark.parametrize("ordering", BY_NAME)
def test_every_row_comes_once_and_in_order_while_others_are_added(ordering: str, club: Club) -> None:
    def make(name: str) -> int:
        slug = f"p{Player.objects.count()}"
        return Player.objects.create(club=club, name=name, slug=slug, made_at=timezone.now()).pk

    rows = Player.objects.filter(club=club)
    for limit in range(1, 11):
        rows.delete()
        there, waiting = [make(name) for name in "bbabccacb"], list("acb")
        got = [
            row.pk
            for row in walked(
                lambda request: filled_in(request, Paging).of_rows(rows, BY_NAME),
                limit,
                ordering=ordering,
                add=partial(one_more, waiting, make),
            )
        ]
        now = list(rows.order_by(*BY_NAME[ordering]).values_list("pk", flat=True))
        assert got == [pk for pk in now if pk in set(got)], limit
        assert set(there) <= set(got), limit


@pytest.mark.parametrize("is_turned", [False, True])
def test_so_does_every_row_of_a_list_that_is_put_in_order_here(is_turned: bool) -> None:
    for limit in range(1, 11):
        there, waiting = [7, 3, 9, 1, 20, 14, 8], [100, -1, 101, -2, 10]

        def page(request: Request, there: list[int] = there) -> Page[int]:
            return filled_in(request, Paging).of_list(there, lambda row: (row,), is_turned=is_turned)

        got = walked(page, limit, add=partial(one_more, waiting, there.append))
        assert got == sorted(set(got), reverse=is_turned)
        assert {7, 3, 9, 1, 20, 14, 8} <= set(got)


LISTS = {
    "evenings/": "results",
    "evenings/?status=draft&ordering=name": "results",
    "players/": "results",
    "players/?ordering=-name": "results",
    "results/": "results",
    "leagues/": "leagues",
    "ratings/chantecler/": "ratings",
    "{evening}ledger/": "entries",
    "{evening}ledger/?act=check_in": "entries",
    "{evening}tickets/": "tickets",
    "{evening}jobs/": "jobs",
    "{evening}decisions/": "decisions",
    "{evening}fees/": "payers",
    "officers/": "officers",
    "coming/": "evenings",
}


def test_the_pages_of_a_list_lead_on(desk: Caller, home: str, make_evening: Make) -> None:
    for number in range(3):
        make_evening(4, until="draft", name=f"Draft {number}")
    for name in ("Others", "Tonight"):
        evening = make_evening(8, until="published", name=name)
    for place, field in LISTS.items():
        path = place.format(evening=address(evening)) if "{" in place else f"{home}{place}"
        path = f"{path}{'&' if '?' in path else '?'}"
        whole = desk.get(f"{path}limit=500").json()
        assert whole["next"] is None, path
        pages: list[Any] = []
        following = f"{path}limit={9 if field == 'entries' else 2}"
        while following:
            answer = desk.get(following)
            pages += answer.json()[field]
            following = answer.json()["next"]
            link = answer.headers.get("Link", "")
            assert ('>; rel="next"' in link and following in link) if following else not link
        assert pages == whole[field], path


def test_a_cursor_is_good_for_its_own_list_alone(desk: Caller, home: str, make_evening: Make) -> None:
    for name in ("One", "Two"):
        make_evening(4, until="check_in", name=name)
    own, other = (
        desk.get(f"{home}{place}/?limit=1").json()["next"].partition("cursor=")[2].partition("&")[0]
        for place in ("evenings", "players")
    )
    assert desk.get(f"{home}evenings/?cursor={own}").status_code == 200
    for query, said in (
        ("cursor=nonsense", FOREIGN),
        (f"cursor={other}", FOREIGN),
        (f"cursor={own}&ordering=name", FOREIGN),
        (f"cursor={own}&status=draft", FOREIGN),
        ("ordering=colour", (400, "ordering", "unknown-order")),
        ("ordering=", (400, "ordering", "unknown-order")),
    ):
        assert fault(desk.get(f"{home}evenings/?{query}")) == said, query


def test_nobody_reads_in_a_cursor_whose_name_it_holds(desk: Caller, home: str, club: Club) -> None:
    clubs.add_names(club=club, names=["Zoe Zed", "Ann Lee"], at=timezone.now())
    assert "ann" not in desk.get(f"{home}players/?limit=1").json()["next"].casefold()


@contextmanager
def counted() -> Iterator[Callable[[], tuple[int, int]]]:
    """How many queries are made and rows read."""
    rows = 0

    def one_more(**_: object) -> None:
        nonlocal rows
        rows += 1

    post_init.connect(one_more, weak=False)
    try:
        with CaptureQueriesContext(connection) as queries:
            yield lambda: (len(queries), rows)
    finally:
        post_init.disconnect(one_more)


def cost(desk: Caller, path: str) -> tuple[int, int]:
    """Of the second page of two."""
    second = desk.get(f"{path}?limit=2").json()["next"]
    with counted() as told:
        assert desk.get(second).status_code == 200
        return told()


def test_a_page_costs_the_same_of_60_rows(desk: Caller, home: str, make_evening: Make) -> None:
    club = make_evening(4, until="published").evening.club
    model = Evening.objects.filter(club=club).get()

    def more(count: int) -> None:
        for place in range(count):
            model.pk, model.slug = None, f"e{Evening.objects.count()}"
            model.date, model._state.adding = date(2027, 1, 1) + timedelta(place), True
            model.save()
        start = Player.objects.count()
        Player.objects.bulk_create(
            Player(club=club, name=f"Player {n:03}", slug=f"player-{n}", made_at=timezone.now())
            for n in range(start, start + count)
        )

    def costs() -> list[tuple[int, int]]:
        return [cost(desk, f"{home}{path}") for path in ("evenings/", "players/", "results/")]

    more(6)
    few = costs()
    more(54)
    assert costs() == few
    assert max(rows for _queries, rows in few) < 12
