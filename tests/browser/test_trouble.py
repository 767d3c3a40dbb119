"""Two phones of a table that enter at once, or otherwise; and a server that falls over."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.browser.chromium import Visitors
from tests.browser.house import House
from tests.browser.looking import assert_good_all_of_it
from tests.browser.paper import SET, THROWN_AWAY, Hand, score, sweep
from tests.browser.people import Phone, fields_of, lines_of

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


def test_when_the_server_falls_over_and_stands_up_again_nobody_has_lost_anything(
    visitors: Visitors, falling: House, room: dict[str, Any]
) -> None:
    half, whole = (Phone(visitors.open("phone"), room["cards"][table]) for table in (0, 1))
    wall = visitors.open("wall")
    wall.goto(f"/c/{room['path']}/wall/")
    half.tap("hand.bid", "9")
    slip = whole.fill(sweep(1))

    for name in falling.commands:
        falling.stop(name)
    waits = (half.page.locator(".play__offline"), wall.get_by_text("waiting for the server"))
    for told in waits:
        expect(told).to_be_visible()
    whole.page.get_by_role("button", name="Save hand 1").tap()
    expect(whole.page.get_by_text("On this phone, not scored yet: 1")).to_be_visible()

    for name in falling.commands:
        falling.start(name)
    for told in waits:
        expect(told).not_to_be_visible(timeout=GONE_MS)
    expect(whole.page.locator("#queue")).to_be_hidden(timeout=GONE_MS)
    whole.page.locator(".play__hands summary").tap()
    assert lines_of(whole.page.locator(".play__hands .slip")) == slip
    assert entered(half)["hand.bid"] == "9"
    assert half.fill(sweep(1)) == half.save() == slip
    expect(wall.locator(".wall-tables__points").nth(1)).to_contain_text("14")


OTHERWISE: Hand = {**SET, "bid": 7}
"""The same hand, but for one field."""


def dispute_of(phone: Phone) -> list[list[str]]:
    """The fields in which the entries differ: label, then what each entry says."""
    table = phone.page.locator("table.dispute")
    expect(table).to_be_visible()
    return [row.locator("th, td").all_inner_texts() for row in table.locator("tbody tr").all()]


def test_hands_entered_otherwise_are_shown_by_what_differs_until_one_side_gives_way(
    visitors: Visitors, room: dict[str, Any]
) -> None:
    ours, theirs = phones = [Phone(visitors.open("phone"), room["cards"][0]) for _ in "AB"]
    for seat, (phone, hand) in enumerate(zip(phones, (SET, OTHERWISE), strict=True), start=1):
        phone.page.locator(".whose > summary").tap()
        phone.page.locator(".whose .told__seats button").nth(seat - 1).tap()
        expect(phone.page.locator(".seat.is-you")).to_contain_text(f"Seat {seat}")
        phone.fill(hand)
    ours.save()
    expect(theirs.page.get_by_text("has just been entered on another phone")).to_be_visible()
    theirs.page.get_by_role("button", name="Save hand 1").tap()

    for phone in phones:
        assert dispute_of(phone) == [["Bid", "9", "7"]]
        expect(phone.page.locator(".play__open")).to_contain_text("1 hand disputed")
        assert_good_all_of_it(phone.page)
    theirs.page.get_by_role("button", name="Ours was wrong").tap()

    for phone in phones:
        expect(phone.page.locator("table.dispute, .play__open, .queue__decided")).to_have_count(0)
    expect(theirs.page.locator(".play__bar")).to_contain_text("−9")
