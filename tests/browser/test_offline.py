"""Entry survives: a dead connection, a dead phone, an answer that was lost, two tabs; nothing lost, nothing twice.

On this machine's own address a browser keeps the page itself (a service worker); over plain http, as in most clubs,
it keeps the hands alone.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Dialog, Locator, Page, Route, expect

from tests.browser.chromium import ARGUMENTS, Visitors
from tests.browser.house import House, wait_for
from tests.browser.looking import assert_good, assert_good_all_of_it, unfold
from tests.browser.paper import Hand, hand
from tests.browser.people import Phone, fields_of
from tests.browser.stage import set_stage
from tests.services import chromium
from tournaments.evening.models import Hand as HandRow

NO_NETWORK: Final = ("net::ERR_", "Failed to load resource", "ServiceWorker", "when fetching the script")
ARRIVED_MS: Final = 40_000
"""A phone that has waited long asks every half minute."""
HANDS: Final = 10
MINUTES: Final = 6
HOST: Final = "club.test"
STAY: Final = "Keep this page open and do not reload it"
KEPT: Final = "() => headTable.kept.all().then((all) => all.map((one) => [one.number, one.state]))"
KEYS: Final = "() => headTable.kept.all().then((all) => all.map((one) => one.key))"
WORKER: Final = "() => navigator.serviceWorker.controller?.state ?? ''"
PAGES: Final = """() => caches.open("head-table.whole-pages").then((pages) => pages.keys())
  .then((kept) => kept.map((request) => new URL(request.url).pathname))"""

KEPT_PAGE: Final = """() => caches.open("head-table.whole-pages")
  .then((pages) => pages.match(location.pathname, { ignoreVary: true })).then((page) => page.text())"""


def dealt(number: int) -> Hand:
    """Hand so many of a game that reaches no target in ten hands; its bid tells which it is."""
    return hand((number - 1) % 4 + 1, number + 3, "one", rest="AB"[number % 2])


@pytest.fixture
def phone(visitors: Visitors, room: dict[str, Any]) -> Phone:
    """A phone at table 1, on this machine's own address."""
    return Phone(visitors.open("phone"), room["cards"][0])


@pytest.fixture
def lan(engine: Browser, house: House, visitors: Visitors) -> Iterator[Visitors]:
    """Visitors who reach the house by a plain name over http, as phones in a club do."""
    rules = f"--host-resolver-rules=MAP {HOST} 127.0.0.1"
    away = engine.browser_type.launch(executable_path=chromium(), args=[*ARGUMENTS, rules])
    coming = Visitors(away, f"http://{HOST}:{house.port}", house.seen)
    yield coming
    coming.all_leave()
    away.close()
    assert coming.watch.faults == []


def hands_kept(path: str) -> list[dict[str, Any]]:
    club, evening = path.split("/")
    hands = HandRow.objects.filter(table__evening__slug=evening, table__evening__club__slug=club)
    rows = hands.filter(table__number=1).order_by("entry__sequence")
    told = rows.values_list("number", "hand__bid", "key", "played_at")
    return [{"number": n, "bid": bid, "key": key, "minute": at.timestamp() / 60} for n, bid, key, at in told]


def hands_of(house: House, room: dict[str, Any]) -> list[dict[str, Any]]:
    """What the server has of table 1, in the order of its ledger; the books agree."""
    assert house.manage("rebuild", "--check", "--evening", room["path"]) == ""
    return house.call(hands_kept, room["path"])


def tap_in(phone: Phone, entered: Hand) -> None:
    for path, value in fields_of(entered).items():
        phone.tap(path, value)


def button(page: Page, number: int) -> Locator:
    return page.get_by_role("button", name=f"Save hand {number}", exact=True)


def save_offline(phone: Phone, number: int) -> None:
    """Tap the hand in and save it; the form of the next one comes at once."""
    tap_in(phone, dealt(number))
    button(phone.page, number).tap()
    expect(button(phone.page, number + 1)).to_be_enabled()


def everything_arrives(page: Page) -> None:
    expect(page.locator("#queue")).to_be_hidden(timeout=ARRIVED_MS)
    expect(page.locator("[data-waiting]")).to_be_hidden()


def page_is_kept(page: Page) -> None:
    path = page.evaluate("location.pathname")
    wait_for(
        lambda: page.evaluate(WORKER) == "activated" and path in page.evaluate(PAGES),
        lambda: f"{page.evaluate(WORKER)}, {page.evaluate(PAGES)}",
    )


def lose_the_answer(page: Page) -> list[str]:
    """Let the next hand reach the server and its answer reach nobody; gives what was sent."""
    lost: list[str] = []

    def pass_and_drop(route: Route) -> None:
        lost.append(route.request.post_data or "")
        route.fetch()
        route.abort()

    page.route("**/hands/", pass_and_drop, times=1)
    return lost


def again(context: BrowserContext, url: str) -> Phone:
    """The phone is switched on again, and its page is opened."""
    return Phone(context.new_page(), url)


def test_ten_hands_of_an_hour_without_a_network_are_on_the_server_once_and_in_order(
    visitors: Visitors, house: House, room: dict[str, Any]
) -> None:
    page = visitors.open("phone")
    page.clock.install()
    phone = Phone(page, room["cards"][0])
    context, url = page.context, phone.url
    page_is_kept(page)

    with visitors.watch.expecting(*NO_NETWORK):
        context.set_offline(True)
        for number in range(1, HANDS + 1):
            page.clock.fast_forward(MINUTES * 60_000)
            save_offline(phone, number)
            expect(page.locator(".play__bar")).to_contain_text(f"not scored yet: {number}, since")
            if number == HANDS // 2:
                page.reload()
                expect(page.locator(".play__bar")).to_contain_text("No connection.")
        keys = page.evaluate(KEYS)
        page.close()

        phone = again(context, url)
        page = phone.page
        expect(button(page, HANDS + 1)).to_be_visible()
        assert page.evaluate(KEPT) == [[number, "waiting"] for number in range(1, HANDS + 1)]
        assert hands_of(house, room) == []

        lost = lose_the_answer(page)
        context.set_offline(False)
        everything_arrives(page)

    assert len(lost) == 1
    entered = hands_of(house, room)
    assert [one["number"] for one in entered] == list(range(1, HANDS + 1))
    assert [one["bid"] for one in entered] == [dealt(number)["bid"] for number in range(1, HANDS + 1)]
    assert [one["key"] for one in entered] == keys
    gaps = [after["minute"] - before["minute"] for before, after in pairwise(entered)]
    assert all(MINUTES - 1 < gap < MINUTES + 2 for gap in gaps)
    expect(page.locator("#live")).to_contain_text("all 10 hands")


def test_over_plain_http_the_hands_wait_and_whoever_would_reload_is_told_beforehand(
    lan: Visitors, house: House, room: dict[str, Any]
) -> None:
    phone, asked = Phone(lan.open("phone"), room["cards"][0]), list[str]()
    page, context = phone.page, phone.page.context

    def refuse(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", refuse)
    assert not page.evaluate("isSecureContext")
    assert not page.evaluate("'serviceWorker' in navigator || 'locks' in navigator")
    expect(page.locator(".play__stay")).to_be_hidden()
    with lan.watch.expecting(*NO_NETWORK):
        context.set_offline(True)
        for number in (1, 2, 3):
            save_offline(phone, number)
        expect(page.locator(".play__stay")).to_contain_text(STAY)
        expect(page.locator(".play__bar")).to_contain_text("not scored yet: 3, since")
        expect(page.locator("#said")).to_have_text(re.compile("is on this phone|cannot come back"))
        tap_in(phone, dealt(4))
        unfold(page)
        assert_good(page)
        page.evaluate("() => { setTimeout(() => location.reload()); }")
        wait_for(lambda: page.evaluate("1") == 1 and asked == ["beforeunload"], lambda: str(asked))
        expect(button(page, 4)).to_be_visible()
        page.close()
        context.set_offline(False)
        phone = again(context, phone.url)
        everything_arrives(phone.page)

    expect(button(phone.page, 4)).to_be_visible()
    chosen = phone.page.locator(f'input[name="hand.bid"][value="{dealt(4)["bid"]}"]')
    expect(chosen).to_be_checked()
    phone.save()
    assert [one["bid"] for one in hands_of(house, room)] == [dealt(number)["bid"] for number in (1, 2, 3, 4)]
    expect(phone.page.locator(".play__stay")).to_be_hidden()
    phone.page.on("dialog", refuse)
    phone.page.reload()
    assert asked == ["beforeunload"]


def test_where_the_page_is_kept_a_reload_without_a_network_shows_all_of_it_and_a_half_entered_hand(
    visitors: Visitors, house: House, room: dict[str, Any]
) -> None:
    phone, other = (Phone(visitors.open("phone"), room["cards"][0]) for _ in range(2))
    page, asked = phone.page, list[str]()

    def agree(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.accept()

    page.on("dialog", agree)
    page_is_kept(page)
    other.fill(dealt(1))
    other.save()
    expect(button(page, 2)).to_be_visible()
    wait_for(lambda: "Hand 1:" in page.evaluate(KEPT_PAGE), lambda: str(page.evaluate(KEPT_PAGE)))
    with visitors.watch.expecting(*NO_NETWORK):
        page.context.set_offline(True)
        save_offline(phone, 2)
        phone.tap("hand.bid", "9")
        expect(page.get_by_text("It will be scored when the connection is back.")).to_be_visible()
        expect(page.locator(".play__offline")).to_be_visible()
        expect(page.locator(".play__stay")).to_be_hidden()
        page.reload()
        assert asked == []
        assert page.evaluate("document.styleSheets.length") > 0
        expect(page.locator(".play__bar")).to_contain_text("not scored yet: 1, since")
        expect(page.locator(".queue__hand")).to_have_count(1)
        page.locator(".queue__fold summary").tap()
        expect(page.locator(".queue__hand")).to_contain_text("on this phone since")
        page.locator(".play__hands summary").tap()
        expect(page.locator(".play__hands")).to_contain_text("on the server")
        assert_good_all_of_it(page, lights=True)
        expect(button(page, 3)).to_be_visible()
        expect(page.locator('input[name="hand.bid"][value="9"]')).to_be_checked()
        assert page.locator("#hand-form input:disabled:visible").count() == 0
        page.context.set_offline(False)
        everything_arrives(page)
        expect(page.locator('input[name="hand.bid"][value="9"]')).to_be_checked()
        tap_in(phone, dealt(3))
        expect(page.locator("#preview .slip")).to_be_visible()
        phone.save()
    expect(page.locator(".play__offline")).to_be_hidden()
    assert [one["bid"] for one in hands_of(house, room)] == [dealt(number)["bid"] for number in (1, 2, 3)]


def test_a_hand_that_is_refused_is_mended_or_thrown_away_and_those_behind_it_follow(
    visitors: Visitors, phone: Phone, house: House, room: dict[str, Any]
) -> None:
    page = phone.page
    with visitors.watch.expecting(*NO_NETWORK, "422"):
        page.context.set_offline(True)
        phone.tap("hand.bid", str(dealt(1)["bid"]))
        button(page, 1).tap()
        expect(button(page, 2)).to_be_enabled()
        save_offline(phone, 2)
        phone.tap("hand.bid", "12")
        page.context.set_offline(False)

        refused = page.locator(".queue__refused")
        expect(refused).to_contain_text("Hand 1 was refused", timeout=ARRIVED_MS)
        expect(refused).to_contain_text("Bid 4")
        assert page.evaluate(KEPT) == [[1, "refused"], [2, "waiting"]]
        assert_good(page)
        # In one go: the queue may be drawn anew between finding a part of it and scrolling there.
        page.evaluate("document.querySelector('.queue__refused').scrollIntoView()")

        refused.get_by_role("button", name="Look at it").tap()
        expect(page.locator("#hand-form .field__error").first).to_be_visible()
        expect(page.locator(f'input[name="hand.bid"][value="{dealt(1)["bid"]}"]')).to_be_checked()
        tap_in(phone, dealt(1))
        button(page, 1).tap()
        everything_arrives(page)
        assert [one["bid"] for one in hands_of(house, room)] == [dealt(1)["bid"], dealt(2)["bid"]]
        expect(page.locator('input[name="hand.bid"][value="12"]')).to_be_checked()

        page.context.set_offline(True)
        button(page, 3).tap()
        expect(button(page, 4)).to_be_enabled()
        save_offline(phone, 4)
        page.context.set_offline(False)
        expect(refused).to_be_visible(timeout=ARRIVED_MS)
        page.get_by_text("Throw it away").tap()
        page.get_by_role("button", name="Throw this hand away").tap()
        everything_arrives(page)

    assert [one["number"] for one in hands_of(house, room)] == [1, 2, 3]
    assert hands_of(house, room)[2]["bid"] == dealt(4)["bid"]
    expect(button(page, 4)).to_be_visible()


def test_where_the_deal_passes_on_it_does_so_without_the_server(visitors: Visitors, house: House) -> None:
    made = house.call(set_stage, "the-deal", "ascot")
    phone = Phone(visitors.open("phone"), made["cards"]["ascot"][0])
    page = phone.page
    dealer = page.locator('input[name="hand.dealer"]:checked')
    seats = page.locator('input[name="hand.dealer"]').count()
    page_is_kept(page)
    with visitors.watch.expecting(*NO_NETWORK):
        page.context.set_offline(True)
        phone.tap("hand.dealer", "2")
        button(page, 1).tap()
        expect(button(page, 2)).to_be_enabled()
        expect(dealer).to_have_value("3")
        phone.tap("hand.dealer", str(seats))
        page.reload()
        expect(dealer).to_have_value(str(seats))
        # What the page says of the hand it keeps comes last, and moves what stands below it.
        expect(page.locator(".play__bar")).to_contain_text("not scored yet: 1")
        button(page, 2).tap()
        expect(button(page, 3)).to_be_enabled()
        expect(dealer).to_have_value("1")
        visitors.leave(page)
