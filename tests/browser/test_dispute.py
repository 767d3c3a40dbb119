"""Two couples of a table with a phone each: what they enter alike is agreed, what they enter otherwise is settled."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.chromium import Visitors
from tests.browser.looking import assert_good_all_of_it
from tests.browser.paper import SET, Hand
from tests.browser.people import Phone

OTHERWISE: Hand = {**SET, "bid": 7}
"""The same hand, but for one field."""


@pytest.fixture
def couples(visitors: Visitors, room: dict[str, Any]) -> tuple[Phone, Phone]:
    """The phone of whoever sits in seat 1, and that of seat 2."""
    phones = tuple(Phone(visitors.open("phone"), room["cards"][0]) for _ in "AB")
    for seat, phone in enumerate(phones, start=1):
        phone.page.locator(".whose > summary").tap()
        phone.page.locator(".whose .told__seats button").nth(seat - 1).tap()
        expect(phone.page.locator(".seat.is-you")).to_contain_text(f"Seat {seat}")
    return phones[0], phones[1]


def dispute_of(phone: Phone) -> list[list[str]]:
    """The fields in which the entries differ: label, then what each entry says."""
    table = phone.page.locator("table.dispute")
    expect(table).to_be_visible()
    return [row.locator("th, td").all_inner_texts() for row in table.locator("tbody tr").all()]


def test_one_tap_of_the_other_side_confirms_while_a_hand_is_half_entered(
    couples: tuple[Phone, Phone],
) -> None:
    ours, theirs = couples
    ours.fill(SET)
    ours.save()
    expect(ours.page.locator(".asked")).to_contain_text("waits for the other side")
    expect(theirs.page.get_by_role("button", name="Confirm hand 1")).to_be_visible()
    theirs.tap("hand.bid", "5")
    theirs.page.get_by_role("button", name="Confirm hand 1").tap()
    expect(theirs.page.get_by_text("Hand 1 is confirmed.")).to_be_visible()
    expect(theirs.page.locator('input[name="hand.bid"][value="5"]')).to_be_checked()
    expect(ours.page.locator(".asked")).to_have_count(0)


def test_hands_entered_otherwise_are_shown_by_what_differs_until_one_side_gives_way(
    couples: tuple[Phone, Phone],
) -> None:
    ours, theirs = couples
    for phone, hand in zip(couples, (SET, OTHERWISE), strict=True):
        phone.fill(hand)
    ours.save()
    expect(theirs.page.get_by_text("has just been entered on another phone")).to_be_visible()
    theirs.page.get_by_role("button", name="Save hand 1").tap()

    for phone in couples:
        assert dispute_of(phone) == [["Bid", "9", "7"]]
        expect(phone.page.locator(".play__open")).to_contain_text("1 hand disputed")
        assert_good_all_of_it(phone.page)
    theirs.page.get_by_role("button", name="Ours was wrong").tap()

    for phone in couples:
        expect(phone.page.locator("table.dispute")).to_have_count(0)
        expect(phone.page.locator(".play__open")).to_have_count(0)
        expect(phone.page.locator(".queue__decided")).to_have_count(0)
    expect(theirs.page.locator(".play__bar")).to_contain_text("−9")
