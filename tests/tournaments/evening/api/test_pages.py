"""Lists in pages: every row once and in order, whatever the limit and whatever is added meanwhile."""

from __future__ import annotations

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

from tests.tournaments.an_evening import AnEvening
from tests.tournaments.evening.api.callers import Caller, address, fault
from tournaments.club.models import Club, Player
from tournaments.club.services import clubs
from tournaments.evening.models import Evening
from tournaments.site.api.query import Orders, Page, Paging, filled_in

pytestmark = pytest.mark.django_db
FOREIGN = (400, "cursor", "not-of-this-list")
BY_NAME: Orders = {"name": ("name", "pk"), "-name": ("-name", "-pk"), "mixed": ("-name", "pk")}


def asked(path: str) -> Request:
    """A request for a list."""
    plain = RequestFactory().get(path)
    return Request(plain)


def walked(
    page: Callable[[Request], Page[Any]], limit: int, *, ordering: str = "", add: Callable[[], object]
) -> list[Any]:
    """All rows of a list from its first page to its last; after each page something may be added."""
    found = page(asked(f"/list/?{urlencode({'limit': limit, 'ordering': ordering})}"))
    rows = list(found.rows)
    while found.next:
        add()
        found = page(asked(found.next))
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


@pytest.mark.parametrize("path", LISTS)
def test_a_list_is_walked_by_the_addresses_that_its_pages_give(
    path: str, desk: Caller, home: str, make_evening: Callable[..., AnEvening]
) -> None:
    for place in range(3):
        make_evening(4, until="draft", name=f"Draft {place}")
    for name in ("Others", "Tonight"):
        evening = make_evening(8, until="published", name=name)
    field = LISTS[path]
    path = path.format(evening=address(evening)) if "{" in path else f"{home}{path}"
    whole = desk.get(f"{path}{'&' if '?' in path else '?'}limit=500").json()
    assert whole["next"] is None
    pages: list[Any] = []
    following = f"{path}{'&' if '?' in path else '?'}limit=2"
    while following:
        answer = desk.get(following)
        pages += answer.json()[field]
        following = answer.json()["next"]
        link = answer.headers.get("Link", "")
        assert ('>; rel="next"' in link and following in link) if following else not link
    assert pages == whole[field]


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("?cursor=nonsense", FOREIGN),
        ("?cursor={other}", FOREIGN),
        ("?cursor={own}&ordering=name", FOREIGN),
        ("?cursor={own}&status=draft", FOREIGN),
        ("?ordering=colour", (400, "ordering", "unknown-order")),
        ("?ordering=", (400, "ordering", "unknown-order")),
    ],
)
def test_a_cursor_is_good_for_its_own_list_alone(
    query: str, said: object, desk: Caller, home: str, make_evening: Callable[..., AnEvening]
) -> None:
    for name in ("One", "Two"):
        make_evening(4, until="check_in", name=name)
    own, other = (
        desk.get(f"{home}{place}/?limit=1").json()["next"].partition("cursor=")[2].partition("&")[0]
        for place in ("evenings", "players")
    )
    assert desk.get(f"{home}evenings/?cursor={own}").status_code == 200
    assert fault(desk.get(f"{home}evenings/{query.format(own=own, other=other)}")) == said


def test_nobody_reads_in_a_cursor_whose_name_it_holds(desk: Caller, home: str, club: Club) -> None:
    clubs.add_names(club=club, names=["Zoe Zed", "Ann Lee"], at=timezone.now())
    assert "ann" not in desk.get(f"{home}players/?limit=1").json()["next"].casefold()


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("category=juniors", ["Ann Lee"]),
        ("guest=true", ["Cy Fox"]),
        ("guest=false&ordering=-name", ["Bo Day", "Ann Lee"]),
    ],
)
def test_people_are_found_by_category_and_whether_they_are_guests(
    query: str, found: list[str], desk: Caller, home: str, club: Club
) -> None:
    ann, _bo = clubs.add_names(club=club, names=["Ann Lee", "Bo Day"], at=timezone.now())
    ann.groups.create(group="Juniors")
    clubs.add_player(club=club, name="Cy Fox", guest=True, at=timezone.now())
    answer = desk.get(f"{home}players/?{query}").json()
    assert ([row["name"] for row in answer["results"]], answer["count"]) == (found, len(found))


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


@pytest.mark.parametrize("path", ["evenings/", "players/", "results/"])
def test_a_page_costs_the_same_of_a_few_rows_as_of_300(
    path: str, desk: Caller, home: str, make_evening: Callable[..., AnEvening]
) -> None:
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

    more(6)
    few = cost(desk, f"{home}{path}")
    more(294)
    assert cost(desk, f"{home}{path}") == few
    assert few[1] < 12
