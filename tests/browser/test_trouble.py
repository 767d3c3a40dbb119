"""What goes wrong in a room: two phones at once, a server that falls over."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.chromium import Visitors
from tests.browser.house import House
from tests.browser.paper import SET, THROWN_AWAY, Hand, score, sweep
from tests.browser.people import Phone, fields_of, lines_of
from tests.browser.test_live import Asked

TOUCHED = """() => Object.fromEntries([...document.querySelectorAll("#hand-form input:checked")]
  .map((input) => [input.name, input.value]))"""
GONE_MS = 20_000


def entered(phone: Phone) -> dict[str, str]:
    found: dict[str, str] = phone.page.evaluate(TOUCHED)
    return found


def press_at_once(phones: list[Phone]) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    for phone in phones:
        phone.page.route("**/hands/", hold)
        phone.page.get_by_role("button", name="Save hand 1").tap()
    while len(held) < len(phones):
        phones[0].page.wait_for_timeout(10)
    for route in held:
        route.continue_()
    for phone in phones:
        phone.page.unroute("**/hands/")


def test_of_two_hands_entered_at_once_one_stands_and_the_other_is_not_lost(
    visitors: Visitors, room: dict[str, Any]
) -> None:
    hands = [THROWN_AWAY, SET]
    phones = [Phone(visitors.open("phone"), room["cards"][0]) for _ in hands]
    slips = [phone.fill(hand) for phone, hand in zip(phones, hands, strict=True)]
    press_at_once(phones)
    told = [phone.page.locator(".queue__decided") for phone in phones]
    expect(told[0].or_(phones[0].page.get_by_text("Hand 1 is saved")).first).to_be_visible()
    loser = 0 if told[0].count() else 1
    expect(told[loser]).to_contain_text("entered otherwise on another phone")
    # Its slip makes room for both entries as soon as the other one has come.
    page = phones[1 - loser].page
    expect(
        page.get_by_text("Hand 1 is saved").or_(page.get_by_role("region", name="Hand 1")).first
    ).to_be_visible()

    told[loser].get_by_role("button", name="It was another hand").tap()
    assert entered(phones[loser]) == fields_of(hands[loser])
    assert phones[loser].save() == slips[loser]
    totals = [str(sum(points)).replace("-", "−") for points in zip(*map(score, hands), strict=True)]
    for phone in phones:
        expect(phone.page.locator(".play__bar, #live").first).to_contain_text(totals[0])
        expect(phone.page.get_by_text("all 2 hands")).to_be_visible()


@pytest.fixture
def falling(house: House, visitors: Visitors) -> Iterator[House]:
    """The house, which is on its feet again whatever happens in the test."""
    with visitors.watch.expecting("net::ERR_"):
        yield house
        for name in house.commands:
            if name not in house.processes:
                house.start(name)


def begin(phone: Phone, hand: Hand, fields: int) -> dict[str, str]:
    """Tap the first few fields of a hand in; what is chosen then."""
    some = dict(list(fields_of(hand).items())[:fields])
    for path, value in some.items():
        phone.tap(path, value)
    assert entered(phone) == some
    return some


def test_when_the_server_falls_over_and_stands_up_again_nobody_has_lost_anything(
    visitors: Visitors, falling: House, room: dict[str, Any], director: Page
) -> None:
    hand = sweep(1)
    half, whole = (Phone(visitors.open("phone"), room["cards"][table]) for table in (0, 1))
    wall = visitors.open("wall")
    wall.goto(f"/c/{room['path']}/wall/")
    some = begin(half, hand, 5)
    slip = whole.fill(hand)

    for name in falling.commands:
        falling.stop(name)
    for page in (half.page, whole.page):
        expect(page.locator(".play__offline")).to_be_visible()
    expect(wall.get_by_text("waiting for the server")).to_be_visible()
    whole.page.get_by_role("button", name="Save hand 1").tap()
    expect(whole.page.get_by_text("On this phone, not scored yet: 1")).to_be_visible()
    assert entered(half) == some

    for name in falling.commands:
        falling.start(name)
    for page in (half.page, whole.page):
        expect(page.locator(".play__offline")).not_to_be_visible(timeout=GONE_MS)
    expect(wall.get_by_text("waiting for the server")).not_to_be_visible(timeout=GONE_MS)
    expect(whole.page.locator("#queue")).to_be_hidden(timeout=GONE_MS)
    whole.page.locator(".play__hands summary").tap()
    assert lines_of(whole.page.locator(".play__hands .slip")) == slip
    Asked(half.page).until_it_hears()
    half.page.reload()
    # What is kept comes back a moment after the page.
    expect(half.page.locator(f'input[name="hand.bid"][value="{some["hand.bid"]}"]')).to_be_checked()
    assert entered(half) == some
    half.fill(hand)
    assert half.save() == slip
    for table in (1, 2):
        expect(director.locator(".table-card").nth(table - 1)).to_contain_text("1 hand")
        expect(wall.locator(".wall-tables__points").nth(table - 1)).to_contain_text("14")
