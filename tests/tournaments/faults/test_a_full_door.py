"""A whole room at once before its first hand: all sign up, change their minds and check in in the same minute.

One running house on PostgreSQL, everybody on a phone and at an address of their own.
"""

import itertools
import re
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from http.cookiejar import CookieJar
from typing import Any, Final, NamedTuple
from urllib.parse import quote, urlencode

import pytest
from django.utils import timezone

from tests.browser.conftest import worker_number
from tests.browser.house import House, services
from tests.services import copy_static
from tests.tournaments.an_evening import AnEvening
from tests.tournaments.signup.a_list import AList
from tournaments.club.models import User
from tournaments.club.services import clubs
from tournaments.evening import acts
from tournaments.evening.models import Evening, Ticket
from tournaments.evening.services.links import player_token
from tournaments.evening.services.perform import perform
from tournaments.signup import sign_ups

pytestmark = pytest.mark.services
PEOPLE: Final = 80
PLACES: Final = 40
AT_ONCE: Final = 24
"""More than the house answers at a time."""
PATIENCE: Final = 60
WHO: Final = re.compile(r'name="who" value="([^"]+)"')


def the_evening() -> Evening:
    return Evening.objects.select_related("club").get()


def make() -> str:
    """The page of an evening to come, with too few places."""
    director, at = User.objects.create_user("director"), timezone.now()
    club = clubs.make_club(name="Full Door", director=director, time_zone="UTC", at=at)
    made = AList.made(club, day=at.date(), at=at, places=PLACES)
    return f"/c/{club.slug}/coming/{made.evening.slug}/"


def signed_up() -> list[tuple[str, bool, bool]]:
    """Who has signed up, whether they have a place, and whether they have withdrawn."""
    rows = the_evening().announcement.sign_ups.order_by("number")
    return [(row.name, bool(row.placed_at), bool(row.withdrawn_at)) for row in rows]


def open_the_door() -> str:
    about: dict[str, Any] = {"evening": the_evening(), "by": "user:1", "at": timezone.now()}
    perform(act=acts.OpenDoors(), **about)
    return f"/door/{sign_ups.door_token(sign_ups.open_door(**about))}/"


def numbered() -> list[tuple[int, str]]:
    """The tickets, each with who holds it."""
    return list(the_evening().tickets.order_by("number").values_list("number", "player__name"))


def begin() -> dict[str, str]:
    """Begin to play; the page of each player's own."""
    room = AnEvening(the_evening(), [], timezone.now())
    for step in ("seated", "playing"):
        room.step_to(step)
    tickets = room.evening.tickets.select_related("player")
    return {one.player.name: f"/p/{player_token(one.links.get(revoked_at=None))}/" for one in tickets}


def asked_for() -> list[tuple[str, str | None]]:
    """What each player asks the director for."""
    return list(Ticket.objects.order_by("player__name").values_list("player__name", "requests__kind"))


class Asked(NamedTuple):
    """What came back: where it led, and what it says."""

    status: int
    path: str
    text: str


class Visitor:
    def __init__(self, url: str, number: int) -> None:
        self.url, self.name, self.statuses = url, f"Player {number:02}", Counter[int]()
        self.address = f"10.0.{number // 200}.{number % 200 + 1}"
        self.jar = CookieJar()
        self.browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))

    def ask(self, path: str, form: dict[str, str] | None = None) -> Asked:
        """Open a page, or send a form of the page that is open; where that led, and what it says."""
        token = next((one.value for one in self.jar if one.name == "csrftoken"), "") or ""
        headers = {"X-Forwarded-For": self.address, "X-CSRFToken": token}
        body = None if form is None else urlencode(form).encode()
        request = urllib.request.Request(self.url + path, body, headers)  # noqa: S310
        try:
            with self.browser.open(request, timeout=PATIENCE) as answer:
                self.statuses[answer.status] += 1
                return Asked(answer.status, answer.geturl().removeprefix(self.url), answer.read().decode())
        except urllib.error.HTTPError as refused:
            self.statuses[refused.code] += 1
            return Asked(refused.code, path, refused.read().decode())


def all_at_once(people: Sequence[Visitor], act: Callable[[Visitor], Asked], *, times: int = 1) -> list[Asked]:
    """What each got who did it, in turn, however often each does it at the same moment."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(act, [one for one in people for _ in range(times)]))


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    number = worker_number()
    with services(f"head_table_door_{number}", 8 + number) as settings:
        house = House(tmp_path_factory.mktemp("door"), {**settings, "BEHIND_PROXY": "1"})
        try:
            house.manage("migrate", "-v", "0")
            copy_static(house.data)
            house.start("web")
            yield house
        finally:
            house.close()


def listed(house: House) -> dict[str, list[str]]:
    """The names of those who have a place, who wait, and who have withdrawn, in their order."""
    rows = house.call(signed_up)
    return {
        "placed": [name for name, placed, withdrawn in rows if placed and not withdrawn],
        "waiting": [name for name, placed, withdrawn in rows if not placed and not withdrawn],
        "withdrawn": [name for name, _placed, withdrawn in rows if withdrawn],
    }


def test_a_room_signs_up_changes_its_mind_and_checks_in_at_once(house: House) -> None:
    coming = house.call(make)
    people = [Visitor(house.url, number) for number in range(PEOPLE)]
    everybody = {one.name: one for one in people}

    def signs_up(one: Visitor) -> Asked:
        one.ask(coming)
        return one.ask(coming, {"name": one.name})

    own = dict(zip(everybody, (asked.path for asked in all_at_once(people, signs_up)), strict=True))
    assert all(path.startswith("/my-place/") for path in own.values())
    before = listed(house)
    assert len(before["placed"]) == PLACES
    assert sorted(before["placed"] + before["waiting"]) == sorted(everybody)

    # Half of those with a place give it back, each by two taps, while as many who wait look where they stand.
    leaving, looking = before["placed"][: PLACES // 2], before["waiting"][: PLACES // 2]
    changing = [everybody[name] for name in (*leaving, *looking)]

    def changes(one: Visitor) -> Asked:
        one.ask(own[one.name])
        return one.ask(own[one.name] + "withdraw/", {}) if one.name in leaving else one.ask(own[one.name])

    assert {asked.status for asked in all_at_once(changing, changes, times=2)} == {200}
    after = listed(house)
    assert after["placed"] == before["placed"][PLACES // 2 :] + before["waiting"][: PLACES // 2]
    assert after["waiting"] == before["waiting"][PLACES // 2 :]
    assert sorted(after["withdrawn"]) == sorted(leaving)

    door = house.call(open_the_door)

    def checks_in(one: Visitor) -> Asked:
        found = one.ask(f"{door}?name={quote(one.name)}")
        who = WHO.search(found.text)
        return one.ask(f"{door}?name={quote(one.name)}", {"who": who[1]}) if who else found

    inside = [everybody[name] for name in after["placed"]]
    told = all_at_once(inside, checks_in, times=2)
    assert {asked.status for asked in told} <= {200, 422}
    tickets = house.call(numbered)
    assert [number for number, _ in tickets] == list(range(1, PLACES + 1))
    assert sorted(name for _, name in tickets) == sorted(after["placed"])

    links = house.call(begin)
    wishes = dict(zip(sorted(links), itertools.cycle(["leave", "sit_out", None])))

    def asks(one: Visitor) -> Asked:
        page, kind = one.ask(links[one.name]), wishes[one.name]
        return one.ask(f"{page.path}ask/", {"kind": kind}) if kind else page

    assert {asked.status for asked in all_at_once(inside, asks, times=2)} == {200}
    assert dict(house.call(asked_for)) == wishes
    assert not {status for one in people for status in one.statuses if status >= 500}
    assert house.disasters() == []
