"""How the screens of a room hear that something has happened: by a stream, without one, and after a restart."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from typing import Any
from zlib import crc32

import pytest
from playwright.sync_api import APIResponse, Page, Request, Route, expect

from tests.browser.chromium import Visitors
from tests.browser.house import House, attempt, wait_for
from tests.browser.paper import sweep
from tests.browser.people import Phone

QUIET_MS = 3500
"""Three times what a page waits that hears no stream, and far less than one waits that does."""
PATIENCE_SECONDS = 90
BELL_MS = 30_000
BACK_MS = 30_000
BELL = re.compile("the bell has rung|play has stopped", re.IGNORECASE)
OFFLINE = re.compile("is-offline")
STREAM, VERSION = (re.compile(rf"/{name}(\?|$)") for name in ("live", "version"))


@pytest.fixture
def room(house: House, request: pytest.FixtureRequest) -> dict[str, Any]:
    """An evening of its own, in its first round: its address and the links of its tables."""
    slug = f"live-{crc32(request.node.name.encode())}" + attempt(request)
    made: dict[str, Any] = json.loads(house.python("-m", "tests.browser.stage", slug))
    return {"path": made["playing"], "cards": made["cards"]["playing"]}


class Asked:
    """Counts how often a page asks for the version."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0
        page.on("request", self._note)

    def _note(self, request: Request) -> None:
        self.count += VERSION.search(request.url) is not None

    def meanwhile(self) -> int:
        """How often it asks while nothing happens."""
        before = self.count
        self.page.wait_for_timeout(QUIET_MS)
        return self.count - before

    def until_it_hears(self) -> None:
        """Wait until the page asks no more, because it has a stream."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while self.meanwhile() > 1:
            assert time.monotonic() < deadline, "the page goes on asking"


@pytest.fixture
def director(visitors: Visitors, house: House, room: dict[str, Any]) -> Page:
    """The board of the evening at the desk."""
    desk = visitors.open("desk")
    desk.goto(house.sign_in_link())
    desk.get_by_role("button", name="Sign me in").click()
    expect(desk.get_by_role("button", name="Sign out")).to_be_visible()
    desk.goto(f"/desk/{room['path']}/")
    return desk


def stop_the_round(desk: Page) -> None:
    """The director ends the round by word."""
    desk.get_by_role("link", name="Stop the round").click()
    desk.get_by_role("button", name="Stop the round").click()


def hears_the_bell(page: Page) -> None:
    """The page says that play is over."""
    expect(page.get_by_text(BELL).locator("visible=true").first).to_be_visible(timeout=BELL_MS)


def test_a_phone_and_the_wall_hear_the_bell_by_their_streams(
    visitors: Visitors, room: dict[str, Any], director: Page
) -> None:
    phone = Phone(visitors.open("phone"), room["cards"][0]).page
    wall = visitors.open("wall")
    wall.goto(f"/c/{room['path']}/wall/")
    for page in (phone, wall):
        Asked(page).until_it_hears()
    stop_the_round(director)
    hears_the_bell(wall)  # which soon turns to its next screen
    hears_the_bell(phone)


STRIKES = """
window.strikes = 0;
const strike = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () { window.strikes += 1; return strike.call(this); };
"""
"""Counts the tones that a page makes."""


def test_whoever_has_touched_a_screen_hears_the_bell_from_it_once(
    visitors: Visitors, room: dict[str, Any], director: Page
) -> None:
    phone, wall = Phone(visitors.open("phone"), room["cards"][0]).page, visitors.open("wall")
    wall.goto(f"/c/{room['path']}/wall/")
    screens = (phone, wall, director)
    for page in screens:
        page.add_init_script(STRIKES)
        page.reload()
        page.locator("h1, .play__bar").first.click()
    stop_the_round(director)
    for page in screens:
        hears_the_bell(page)
        page.wait_for_function("() => window.strikes > 0")
    director.reload()
    hears_the_bell(director)
    assert director.evaluate("() => window.strikes") == 0


@pytest.mark.parametrize("how", ["cut off", "refused", "held back", "unknown to the browser"])
def test_without_a_stream_a_phone_asks_and_hears_the_bell_as_well(
    visitors: Visitors, room: dict[str, Any], director: Page, how: str
) -> None:
    page = visitors.open("phone")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    if how == "cut off":
        page.route(STREAM, lambda route: route.abort())
    elif how == "refused":
        page.route(STREAM, lambda route: route.fulfill(status=429))
    elif how == "held back":
        page.route(STREAM, hold)
    else:
        page.add_init_script("delete window.EventSource;")
    with visitors.watch.expecting("net::ERR_", "429", "EventSource"):
        Phone(page, room["cards"][0])
        assert Asked(page).meanwhile() > 1
        stop_the_round(director)
        hears_the_bell(page)
        for route in held:
            route.abort("aborted")
        page.goto("about:blank")


@pytest.fixture
def falling(house: House, visitors: Visitors) -> Iterator[House]:
    """The house, which is on its feet again whatever happens in the test."""
    with visitors.watch.expecting("net::ERR_"):
        yield house
        if "web" not in house.processes:
            house.start("web")


def test_after_a_restart_every_screen_is_right_again_and_hears_by_its_stream(
    visitors: Visitors, falling: House, room: dict[str, Any], director: Page
) -> None:
    phone = Phone(visitors.open("phone"), room["cards"][0]).page
    asked = Asked(phone)
    asked.until_it_hears()
    falling.stop("web")
    expect(phone.locator("body")).to_have_class(OFFLINE, timeout=BACK_MS)
    falling.start("web")
    expect(phone.locator("body")).not_to_have_class(OFFLINE, timeout=BACK_MS)
    asked.until_it_hears()
    stop_the_round(director)
    hears_the_bell(phone)


def test_a_page_that_nobody_sees_holds_no_stream(visitors: Visitors, room: dict[str, Any]) -> None:
    page = visitors.open("phone")
    page.add_init_script(
        "window.hidden = false; Object.defineProperty(document, 'hidden', {get: () => window.hidden});"
    )
    phone = Phone(page, room["cards"][0]).page
    asked = Asked(phone)
    asked.until_it_hears()
    ended: list[str] = []
    phone.on("requestfailed", lambda request: ended.append(request.url))
    show = "(hidden) => { window.hidden = hidden; document.dispatchEvent(new Event('visibilitychange')); }"
    phone.evaluate(show, True)
    assert asked.meanwhile() == 0
    assert [url for url in ended if STREAM.search(url)] != []
    phone.evaluate(show, False)
    asked.until_it_hears()


HOLD_THE_FIRST = """() => {
  const { open, send } = XMLHttpRequest.prototype;
  window.held = null;
  window.asked = 0;
  XMLHttpRequest.prototype.open = function (verb, url, ...rest) {
    this.to = url;
    open.call(this, verb, url, ...rest);
  };
  XMLHttpRequest.prototype.send = function (body) {
    const go = () => send.call(this, body);
    window.asked += this.to.includes("seen=");
    if (window.held || !this.to.includes("seen=")) go();
    else window.held = go;
  };
}"""
"""The first question for news waits until `held` is called; `asked` counts them."""

THE_WHOLE_TABLE = (
    "() => htmx.ajax('GET', location.pathname, { target: '#table', select: '#table', swap: 'outerHTML' })"
)


def test_an_answer_that_comes_too_late_is_asked_for_again(
    visitors: Visitors, room: dict[str, Any], director: Page
) -> None:
    """The part of the page that asked is replaced before its answer comes, which is for the whole table."""
    phone = Phone(visitors.open("phone"), room["cards"][0]).page
    Asked(phone).until_it_hears()
    phone.evaluate(HOLD_THE_FIRST)
    stop_the_round(director)
    phone.wait_for_function("() => window.held")
    phone.evaluate("() => { window.before = document.querySelector('#live'); }")
    phone.evaluate(THE_WHOLE_TABLE)
    phone.wait_for_function("() => !window.before.isConnected")
    asked = phone.evaluate("() => window.asked")
    phone.evaluate("() => window.held()")
    phone.wait_for_function(f"() => window.asked > {asked}")
    hears_the_bell(phone)


def test_news_that_comes_while_the_wall_asks_is_not_lost(
    visitors: Visitors, room: dict[str, Any], director: Page
) -> None:
    """The wall is replaced as a whole by what it is told, and with it goes what waited to be asked."""
    wall, phone = visitors.open("wall"), Phone(visitors.open("phone"), room["cards"][0])
    path = f"/c/{room['path']}/wall/"
    wall.goto(path)
    Asked(wall).until_it_hears()
    held: list[tuple[Route, APIResponse]] = []
    wall.route(f"**{path}", lambda route: held.append((route, route.fetch())), times=1)
    phone.fill(sweep(1))
    phone.save()
    version = "() => document.body.dataset.version"
    wait_for(lambda: wall.evaluate(version) and bool(held), lambda: "the wall does not ask")
    known = wall.evaluate(version)
    stop_the_round(director)
    wall.wait_for_function("(known) => document.body.dataset.version !== known", arg=known)
    for route, answer in held:
        route.fulfill(response=answer)
    hears_the_bell(wall)


def test_two_directors_see_at_once_what_the_other_did(
    visitors: Visitors, house: House, room: dict[str, Any], director: Page
) -> None:
    """The board of whoever did not act says who did what, in the words of the ledger."""
    slug = room["path"].partition("/")[0]
    other = visitors.open("desk")
    other.goto(house.python("-c", ANOTHER_DIRECTOR, slug, house.url).strip())
    other.get_by_role("button", name="Sign me in").click()
    expect(other.get_by_role("button", name="Sign out")).to_be_visible()
    other.goto(f"/desk/{room['path']}/")
    Asked(other).until_it_hears()
    stop_the_round(director)
    news = other.locator("#other")
    expect(news).to_contain_text("Round 1 was stopped without a bell.", timeout=BELL_MS)
    expect(other.get_by_role("button", name="Close round 1")).to_be_visible()
    expect(director.locator("#other")).to_have_text("")
    director.get_by_role("button", name="Undo").click()
    expect(news).to_contain_text("The bell of round 1 was taken back; play goes on.", timeout=BELL_MS)
    assert re.match(r"Demo Director, \d", news.inner_text())
    expect(other.get_by_role("link", name="Stop the round")).to_be_visible()


ANOTHER_DIRECTOR = """
import sys
import django
django.setup()
from django.urls import reverse
from django.utils import timezone
from tournaments.club.models import Club, User
from tournaments.club.services.tokens import make_sign_in_link
club = Club.objects.get(slug=sys.argv[1])
beth = User.objects.create_user(f"beth-{club.slug}")
club.officers.create(user=beth, role=2)
token = make_sign_in_link(user=beth, at=timezone.now())
print(sys.argv[2] + reverse("web:sign-in-link", args=[token]))
"""
"""Lets a second director into a club; it prints the link that signs them in."""
