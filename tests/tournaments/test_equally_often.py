"""Whoever looks at an address asks the database equally often, however much there is and however many play.

The addresses are those of the program: a new one is counted without being named here.
"""

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from functools import partial
from typing import Any, Final

import pytest
from django.test import Client

from tests.tournaments.a_contest import AContest
from tests.tournaments.a_full_club import full_club
from tests.tournaments.a_season import ASeason
from tests.tournaments.an_evening import STEPS, Make, a_hand
from tests.tournaments.conftest import START
from tests.tournaments.evening.api.callers import address, at_table, officer
from tests.tournaments.evening.web.desk.at_the_desk import signed_in
from tests.tournaments.evening.web.player.a_ticket import Holder
from tests.tournaments.evening.web.table.a_phone import Phone
from tests.tournaments.kept_rows import an_evening
from tests.tournaments.league.people import BY, a_club, joined, seated
from tests.tournaments.signup.a_list import AList
from tests.tournaments.test_foreign_ids import House, every_route, ids
from tests.tournaments.the_rows import asked
from tournaments.club.models import Club, Officer, User
from tournaments.evening import acts
from tournaments.evening.models import PlayerRequest, TableDevice
from tournaments.evening.services import evenings, player_requests
from tournaments.evening.web.public.caching import PAGES
from tournaments.fees import fees
from tournaments.league.services import bonds
from tournaments.rehearsal.models import Rehearsal

pytestmark = pytest.mark.django_db
Looks = Iterator[tuple[str, Callable[[], Any]]]
Counted = dict[str, tuple[int, list[str]]]
"""The status of each look, and the statements that it sends."""
OF_AN_EVENING: Final = frozenset(
    {
        *("desk-evening", "desk-by-hand", "desk-seats", "desk-seating-list", "desk-people", "desk-table"),
        *("desk-standings", "desk-ledger", "evening", "round", "round-table", "evening-print"),
        *("evening-race", "evening-what-if", "wall", "standings-csv"),
        *("REST evening", "REST tickets", "REST round", "REST standings"),
    }
)
"""What is looked at again in every status; all there is, where tables are stopped."""
BY_VISITORS: Final = ("/c/", "/f/", "/rules/", "/my-place/")
MOST: Final = 25
MOST_OF_REST: Final = 15
MOST_OF: Final = {
    "own-data": 45,
    "desk-member-data": 40,
    "REST own-data": 45,
    "REST player-data": 40,
    "home": 18,
    "club": 28,  # nine of them say whether it is still as it was kept
    "me": 20,
    "table": 9,
    "REST table": 12,
    "ratings": 8,
    "certificate": 14,
    **dict.fromkeys(("evening", "evening-print", "wall"), 20),
    "evening-race": 16,
    "evening-what-if": 18,
    "search": 7,
    "desk-search": 12,
    "desk-club": 16,
    "desk-persons": 15,
    "desk-persons-merge": 15,
    "season of evenings": 10,
    "season-evenings of evenings": 14,
    "season-rules of evenings": 1,
    "season-prizes of evenings": 12,
    "season-entries of evenings": 4,
    "season-what-if of evenings": 12,
    "season-why of evenings": 19,
    "desk-season of evenings": 12,
    "desk-season-rules of evenings": 5,
    "desk-season-evenings of evenings": 7,
    "desk-season-people of evenings": 6,
    "desk-season-adjust of evenings": 9,
    "desk-new": 12,
    "desk-print-all": 33,  # five papers
}
"""Where a look may send more statements than others, or not even as many."""


def grown(name: str, times: int) -> House:
    """A club that has something of everything so many times, and eight more each time who play."""
    house = full_club(name, 5 + 8 * times)
    club, room = house.club, house.evening
    Rehearsal.objects.all().delete()
    rules = {"categories": [{"name": "Juniors", "by": "person"}]}
    season = ASeason.made(club, rules=rules, league="Evenings", starts=date(2026, 10, 2))
    contest = AContest.made(club, (3,) if times == 1 else (4, 4), at=START)
    if times > 1:
        contest.play_out()
    announced = AList.made(club, name="Announced")
    _row, place = announced.sign_up_with_link("Ann")
    link, tickets = room.evening.tables.all()[0].links.all()[0], list(room.evening.tickets.order_by("number"))
    for number in range(times):
        told = f"{name} {number}"
        season.play(date(2026, 10, 2) + timedelta(weeks=number), 8 * times, name=f"Counted {number}")
        contest.result("1:1.1", number, 2)
        contest.result("1:1.1", number, 3)
        an_evening(club, 8, at=START, until="playing", name=f"Tonight {number}")
        AList.made(club, name=f"Friday {number}", day=START.date() + timedelta(9 + number)).sign_up("Ada")
        announced.sign_up(f"Ada {number}", f"Bob {number}")
        one, other = season.evenings[-1].players[1 + 2 * number :][:2]
        bonds.merge(duplicate=one, into=other, **BY)
        joined(club, a_club(f"{told} neighbours"))
        fees.pay(what=room.evening, player=room.players[1 + number], **BY)
        player_requests.ask(ticket=tickets[1 + number], kind=PlayerRequest.Kind.LEAVE, at=room.clock())
        room.act(evenings.keep_preset, new=evenings.PresetName(name=f"Kind {told}"))
        evenings.add_night(club=club, night=evenings.NewNight(weekday=number))
        Officer.objects.create(user=User.objects.create_user(f"scorer {told}"), club=club, role=1)
        about = {"label": "phone", "made_at": START, "last_seen_at": START}
        TableDevice.objects.create(link=link, token_hash=f"phone {told}", **about)
    for table in room.tables():
        room.enter(table, a_hand())
        room.enter(table, a_hand(bid=6), number=1)
        if table > 1:
            room.act(player_requests.call, table_number=table, reason="rule", by=f"table:{table}")
        room.act(acts.Penalty(tickets=[tickets[table].code], points=-1, reason="late"))
    room.act(acts.Stop())
    late = room.clock()
    for table in room.tables():
        room.enter(table, a_hand(bid=7), played_at=late, at=late)
    played = seated(season.evenings[0])
    about = {
        "federation": club.federations.get(agreed_at__isnull=False).federation.slug,
        "game": "chantecler",
        "address": played[0].slug,
        "token": place,
        "seasons": [row.season for row in (season, contest)],
        "announced": announced.evening.slug,
        "ended": season.evenings[0].evening.slug,
        "asked": {
            "readyz": [],  # it answers by the clock
            "search": ["?q=counted"],
            "REST club-search": ["?q=counted"],
            "desk-search": [
                f"?q={q}&evening={room.evening.slug}" for q in ("e", "member", "table 1", "hand 1")
            ],
            "evening-what-if": ["?of=1"],
            "desk-blank-slips": ["?round=all"],
            "season-what-if": ["?of=1"],
            "desk-persons-merge": [f"?duplicate={played[-1].pk}&into={played[0].pk}"],
            "REST persons-touched": [f"?duplicate={played[-1].pk}&into={played[0].pk}"],
        },
    }
    return house._replace(ids=house.ids | about | {"player": played[0].pk})


def looks(house: House) -> Looks:
    """Every look that there is at a club, by the name of its address."""
    (caller, client), anybody = house.asker, Client()
    for route in every_route():
        if route.is_rest and not hasattr(route.view, "get"):
            continue
        found = ids(house, route)
        if "coming" in route.pattern or "announcement" in route.pattern:
            found["evening"] = found["announced"]
        elif "archive" in route.name or "result" in route.name:
            found["evening"] = found["ended"]
        for season in found["seasons"] if "season" in route.names else [None]:
            name = f"{'REST ' * route.is_rest}{route.name}{f' of {season.kind}' if season else ''}"
            if season:
                found |= {"league": season.league.slug, "season": season.slug}
            where = route.at(found)
            by = caller if route.is_rest else anybody if where.startswith(BY_VISITORS) else client
            for number, more in enumerate(found["asked"].get(name.partition(" of ")[0], [""])):
                yield f"{name} {number or ''}".strip(), partial(by.get, where + more)


def looks_at_an_evening(house: House) -> Looks:
    """Those that there are at an evening, with those of a phone at table 2 and of who sits there."""
    room = house.evening
    for route in every_route():
        name = f"{'REST ' * route.is_rest}{route.name}"
        if name in OF_AN_EVENING:
            where = route.at(ids(house, route)) + "?of=1" * (name == "evening-what-if")
            yield name, partial(house.asker[not route.is_rest].get, where)
    status = room.evening.status
    yield "me", (Holder.scanned(room) if status == "check_in" else Holder.at(room)).look
    if status not in ("check_in", "published"):
        yield "table", Phone.scanned(room, 2).look
        yield "REST table", partial(at_table(room, 2).get, address(room, 2))


def counted(looks: Looks) -> Counted:
    return {name: count(look) for name, look in looks}


def count(look: Callable[[], Any]) -> tuple[int, list[str]]:
    PAGES.clear()  # what has been seen already is answered from memory
    answers: list[Any] = []
    said = asked(lambda: answers.append(look()))
    return answers[0].status_code, [sql for sql in said if "wrongguesses" not in sql]


def assert_equally_often(few: Counted, many: Counted, *, seen: int) -> None:
    assert sum(status == 200 for status, _said in few.values()) >= seen
    assert {name: status for name, (status, _said) in few.items() if status != many[name][0]} == {}
    for name, (_status, said) in many.items():
        assert len(said) == len(few[name][1]), "\n".join([name, *said])
        most = MOST_OF.get(name.rstrip(" 123"), MOST_OF_REST if name.startswith("REST") else MOST)
        assert len(said) <= most, "\n".join([name, *said])


def test_a_larger_club() -> None:
    few, many = (counted(looks(grown(name, times))) for name, times in (("Few", 1), ("Many", 2)))
    assert_equally_often(few, many, seen=250)


@pytest.mark.parametrize("until", STEPS[1:])
def test_a_larger_evening(club: Club, director: User, make_evening: Make, until: str) -> None:
    asker, houses = (officer(director), signed_in(director)), []
    last: dict[str, Any] = {"rounds": 1, "confirmation": "needed"} if until in ("playing", "bell") else {}
    for players in (13, 21):
        room = make_evening(players, until=until, name=f"with {players}", **last)
        about = {"club": club.slug, "evening": room.evening.slug, "table": 2, "pk": {}}
        houses.append(House(club, director, room, asker, about))
    few, many = (counted(looks_at_an_evening(house)) for house in houses)
    assert_equally_often(few, many, seen=10)
