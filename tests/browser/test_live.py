"""How the screens of a room hear that something has happened."""

import re
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from django.utils import timezone
from playwright.sync_api import APIResponse, Page, Request, Route, expect

from tests.browser.chromium import Visitors
from tests.browser.house import House, wait_for
from tests.browser.paper import sweep
from tests.browser.people import Phone
from tournaments.evening.models import Ticket
from tournaments.evening.services.links import revoke_player_link

QUIET_MS = 3500
"""Three times what a page waits that hears no stream, and far less than one waits that does."""
PATIENCE_SECONDS = 90
BELL_MS = 30_000
BELL = re.compile("the bell has rung|play has stopped", re.IGNORECASE)
VERSION = re.compile(r"/version(\?|$)")


class Asked:
    """Counts how often pages ask for the version."""

    def __init__(self, *pages: Page) -> None:
        self.pages = pages
        self.counts = Counter[int]()
        for number, page in enumerate(pages):
            page.on("request", partial(self._note, number))

    def _note(self, number: int, request: Request) -> None:
        self.counts[number] += VERSION.search(request.url) is not None

    def meanwhile(self) -> int:
        """How often the one that asks most does so in a while."""
        self.counts.clear()
        self.pages[0].wait_for_timeout(QUIET_MS)
        return max(self.counts.values(), default=0)

    def until_it_hears(self) -> None:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while self.meanwhile() > 1:
            assert time.monotonic() < deadline, "a page goes on asking"


def stop_the_round(desk: Page) -> None:
    desk.get_by_role("link", name="Stop the round").click()
    desk.get_by_role("button", name="Stop the round").click()


def hears_the_bell(page: Page) -> None:
    expect(page.get_by_text(BELL).locator("visible=true").first).to_be_visible(timeout=BELL_MS)


STRIKES = """
window.strikes = 0;
const strike = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () { window.strikes += 1; return strike.call(this); };
"""
"""Counts the tones that a page makes."""


def test_every_screen_hears_the_bell_by_its_stream_and_sounds_it_once_for_whoever_has_touched_it(
    visitors: Visitors, room: dict[str, Any], director: Page
) -> None:
    phone, wall = Phone(visitors.open("phone"), room["cards"][0]).page, visitors.open("wall")
    wall.goto(f"/c/{room['path']}/wall/")
    screens = (phone, wall, director)
    for page in screens:
        page.add_init_script(STRIKES)
        page.reload()
        page.locator("h1, .play__bar").first.click()
    Asked(*screens).until_it_hears()
    stop_the_round(director)
    for page in screens:
        hears_the_bell(page)
        page.wait_for_function("() => window.strikes > 0")
    director.reload()
    hears_the_bell(director)
    assert director.evaluate("() => window.strikes") == 0


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


def take_back_links(club: str) -> None:
    for ticket in Ticket.objects.filter(evening__club__slug=club):
        revoke_player_link(ticket=ticket, at=timezone.now())


def test_a_players_own_page_is_shut_when_its_link_is_taken_back(
    visitors: Visitors, house: House, room: dict[str, Any]
) -> None:
    page = visitors.open("phone")
    page.goto(room["own"])
    expect(page.get_by_role("heading", name="My place so far")).to_be_visible()
    with visitors.watch.expecting("Failed to load resource", "404"):
        house.call(take_back_links, room["path"].split("/")[0])
        expect(page.get_by_role("heading", name="This link opens nobody's page")).to_be_visible()


@contextmanager
def another_site(body: str) -> Iterator[str]:
    """The address of a site of its own, of one page, while the block runs."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(body.encode())

    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def test_another_site_frames_an_evening_which_follows_there_and_no_page_of_ours(
    visitors: Visitors, room: dict[str, Any], director: Page
) -> None:
    page, home = visitors.open("desk"), f"{visitors.home}/c/{room['path']}/"
    ends = {"still": "embed/", "live": "embed/live/", "refused": ""}
    frames = "".join(f'<iframe name="{name}" src="{home}{end}"></iframe>' for name, end in ends.items())
    with (
        another_site(frames) as address,
        visitors.watch.expecting("frame-ancestors", "BLOCKED_BY_", "favicon"),
    ):
        page.goto(address)
        for name in ("still", "live"):
            heading = page.frame_locator(f"[name={name}]").get_by_role("heading", level=1)
            expect(heading).to_be_visible()
        refused = page.frame(name="refused")
        assert refused
        assert refused.url.startswith("chrome-error:")
        with page.expect_response(re.compile("/embed/live/")) as again:
            stop_the_round(director)
        assert again.value.ok
