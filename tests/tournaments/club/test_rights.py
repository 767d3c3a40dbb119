"""Roles bind at every address of the desk and of the REST API: who may less is told so, and nothing happens."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from tests.tournaments.a_contest import AContest
from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.conftest import START
from tests.tournaments.evening.api.callers import fault, officer
from tests.tournaments.evening.web.desk.at_the_desk import html, signed_in, words
from tests.tournaments.test_foreign_ids import routes
from tests.tournaments.the_rows import unchanged
from tournaments.club.models import Club, Officer, User
from tournaments.club.reads.access import club_for, clubs_of
from tournaments.club.roles import LADDER, ROLES_OF_AN_EVENING, Duty, Permission, Role, least_of, rights_of
from tournaments.evening.reads.access import evenings_of, find_evening

NOT_ALLOWED, FORBIDDEN, NOT_THERE = 405, 403, 404


@pytest.fixture
def room(make_evening: Make, club: Club) -> AnEvening:
    """An evening in play, with a season of its club beside it."""
    playing = make_evening(8, until="playing")
    AContest.made(club, (4,), at=START, until="open")
    return playing


def known(room: AnEvening) -> dict[str, Any]:
    """What stands in the addresses of the room and of the season."""
    season = room.evening.club.leagues.get().seasons.get()
    return {
        "club": room.evening.club.slug,
        "evening": room.evening.slug,
        "league": season.league.slug,
        "season": season.slug,
        "game": "chantecler",
        "player": room.players[0].pk,
    }


def pages(room: AnEvening) -> Iterator[tuple[str, Permission]]:
    """Every address of the desk that is for officers, and what it needs."""
    here = known(room)
    return ((route.at(here), route.view.needs) for route in routes() if not route.is_rest)


def endpoints(room: AnEvening) -> Iterator[tuple[str, str, Permission]]:
    """Every address and method of the REST API that is for officers, and what it needs."""
    here = known(room)
    for route in routes():
        if route.is_rest and not getattr(route.view, "is_own", False):
            yield from ((route.at(here), method, route.view.needs) for method in route.methods)


def somebody(room: AnEvening, role: Role, *, in_evening: bool = False) -> User:
    user = User.objects.create_user(f"somebody-{role}")
    evening = room.evening if in_evening else None
    Officer.objects.create(user=user, club=room.evening.club, role=role, evening=evening)
    return user


@pytest.mark.parametrize("role", [role for role in Role if role != Role.OWNER])
@pytest.mark.usefixtures("no_page_is_drawn")
def test_a_page_is_kept_from_who_may_less_and_there_for_who_is_what_it_needs(
    room: AnEvening, role: Role
) -> None:
    client, mine = signed_in(somebody(room, role)), rights_of(role)
    first = mine if role not in LADDER else {needed for needed in mine if least_of(needed) == role}
    there = [page for page, needs in pages(room) if needs.read in first]
    assert [page for page in there if client.get(page).status_code == FORBIDDEN] == []
    kept = [page for page, needs in pages(room) if needs.read not in mine]
    fixed = [page for page, needs in pages(room) if needs.write not in mine]
    with unchanged():
        looked = [(page, client.get(page).status_code) for page in kept]
        changed = [(page, client.post(page).status_code) for page in fixed]
    assert len(changed) > 5
    assert {status for _address, status in looked + changed} <= {FORBIDDEN, NOT_ALLOWED}, (looked, changed)
    assert FORBIDDEN in {status for _address, status in changed}


@pytest.mark.parametrize("role", [Role.DOOR, Role.TREASURER, Role.SCORER])
@pytest.mark.parametrize("in_evening", [False, True])
def test_the_rest_api_is_kept_from_who_may_less(
    room: AnEvening, director: User, role: Role, in_evening: bool
) -> None:
    if in_evening and role not in ROLES_OF_AN_EVENING:
        return
    asking, mine = officer(somebody(room, role, in_evening=in_evening)), rights_of(role)
    with unchanged():
        told = {
            (address, method): fault(asking.ask(method.upper(), address, None if method == "get" else {}))
            for address, method, needs in endpoints(room)
            if needs.least(method.upper()) not in mine and (not in_evening or room.evening.slug in address)
        }
    others = {one for one, said in told.items() if said != (FORBIDDEN, "", "not-yours")}
    assert len(told) - len(others) > 40
    assert {method for _address, method in others} <= {"get"}
    owner = officer(director)
    assert {owner.ask("GET", address).status_code for address, _method in others} <= {NOT_THERE}


def told(row: Any) -> dict[str, Any] | None:
    """All columns of an evening or a club, and the roles there."""
    return row and {name: value for name, value in vars(row).items() if name != "_state"}


def test_a_prepared_read_finds_what_its_query_set_does(room: AnEvening, director: User) -> None:
    club, evening = room.evening.club.slug, room.evening.slug
    people = (director, somebody(room, Role.SCORER, in_evening=True), somebody(room, Role.DOOR))
    for user, least in product(people, (*LADDER, *Duty)):
        at_desk = find_evening(user, least, club=club, evening=evening)
        as_read = evenings_of(user, least).filter(club__slug=club, slug=evening).first()
        assert told(at_desk) == told(as_read)
        assert told(at_desk and at_desk.club) == told(as_read and as_read.club)
        assert told(club_for(user, least, club=club)) == told(clubs_of(user, least).filter(slug=club).first())


def test_whoever_may_less_is_told_whom_to_ask(room: AnEvening, director: User) -> None:
    director.first_name, director.last_name = "Ada", "Marsh"
    director.save()
    client = signed_in(somebody(room, Role.SCORER))
    answer = client.get(f"/desk/rooster-club/{room.evening.slug}/do/stop/")
    assert answer.status_code == FORBIDDEN
    assert "Only those who run the evening may do this. Ask one of them: Ada Marsh" in words(html(answer))


def test_the_menus_have_what_one_may(room: AnEvening) -> None:
    client = signed_in(somebody(room, Role.SCORER))
    page = html(client.get(f"/desk/rooster-club/{room.evening.slug}/"))
    for name, is_there in (("table/1/", True), ("plan/", False), ("ledger/", False), ("do/stop/", False)):
        assert (f'href="/desk/rooster-club/{room.evening.slug}/{name}"' in page) is is_there, name
    club = html(client.get("/desk/rooster-club/"))
    assert "/desk/rooster-club/officers/" in club
    assert "/desk/rooster-club/settings/" not in club
