"""What a club keeps of its members is read by its secretaries, and by nobody else anywhere."""

import re
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.a_contest import AContest
from tests.tournaments.an_evening import AnEvening
from tests.tournaments.club.test_rights import known
from tests.tournaments.conftest import START
from tests.tournaments.evening.api.callers import officer
from tests.tournaments.evening.web.desk.at_the_desk import html, signed_in
from tests.tournaments.test_foreign_ids import every_route
from tournaments.club.member_list.details import Details
from tournaments.club.models import Club, Officer, User
from tournaments.club.roles import Role
from tournaments.club.services import members

KEPT = Details("QX-17", "kept@private.example", "0777 000 111", "1931", "prefers the warm room")
SECRET = (KEPT.mail, KEPT.phone, KEPT.birth, KEPT.notes)


@pytest.fixture
def room(make_evening: Callable[..., AnEvening], club: Club) -> AnEvening:
    """A published evening, a season beside it, and members of whom the club keeps something."""
    room = make_evening(8, until="published")
    AContest.made(club, (4,), at=START, until="open")
    for place, player in enumerate(room.players):
        details = Details(f"{KEPT.number}{place}", *SECRET)
        members.change_player(player, members.MemberChange(**asdict(details)))
    return room


def said_at(get: Callable[[str], Any], room: AnEvening, *, is_rest: bool) -> dict[str, str]:
    """What is at every address that answers, by the address; what can be searched or copied is."""
    player = room.players[0]
    there = known(room) | {"address": player.slug, "pk": player.pk}
    told = {}
    for address in [route.at(there) for route in every_route() if route.is_rest is is_rest]:
        tells_of_people = address.endswith(("search/", "players/", "members/", "data/"))
        for query in ("", "?q=private", "?search=private", "?copy") if tells_of_people else ("",):
            answer = get(f"{address}{query}")
            if answer.status_code == 200 and not answer.streaming:
                told[f"{address}{query}"] = answer.content.decode(errors="replace")
    return told


def leaks(told: dict[str, str], *parts: str) -> set[tuple[str, str]]:
    """Where any of these stands, as words of their own: a hash may hold a year by chance."""
    return {
        (address, part)
        for address, text in told.items()
        for part in parts
        if part in text and re.search(rf"(?<!\w){re.escape(part)}(?!\w)", text)
    }


def test_no_visitor_reads_any_of_it(room: AnEvening) -> None:
    get = Client().get
    told = said_at(get, room, is_rest=False) | said_at(get, room, is_rest=True)
    club, evening = room.evening.club.slug, room.evening.slug
    assert {
        f"/c/{club}/players/{room.players[0].slug}/",
        f"/c/{club}/search/?q=private",
        f"/c/{club}/{evening}/archive.json",
        f"/c/{club}/{evening}/standings.csv",
        f"/api/v1/clubs/{club}/evenings/{evening}/archive/",
    } <= set(told)
    assert leaks(told, *SECRET, *(f"{KEPT.number}{place}" for place in range(8))) == set()


def test_directors_read_numbers_and_nothing_else_of_it(room: AnEvening) -> None:
    user = User.objects.create_user("only-directs", password="a long enough password")
    Officer.objects.create(user=user, club=room.evening.club, role=Role.DIRECTOR)
    told = said_at(signed_in(user).get, room, is_rest=False)
    told |= said_at(officer(user).get, room, is_rest=True)
    club = room.evening.club.slug
    assert f"{KEPT.number}0" in told[f"/desk/{club}/members/"]
    assert f"{KEPT.number}0" in told[f"/api/v1/clubs/{club}/players/"]
    assert leaks(told, *SECRET) == set()


def test_secretaries_read_it(room: AnEvening, director: User) -> None:
    page = f"/desk/{room.evening.club.slug}/members/{room.players[0].pk}/"
    told = {page: html(signed_in(director).get(page))}
    assert leaks(told, *SECRET) == {(page, part) for part in SECRET}
