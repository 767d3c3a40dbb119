"""Before the evening: a director plans a row of them, somebody signs up on a phone, and the door lets them in."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Page, StorageState, expect

from tests.browser.chromium import Visitors
from tests.browser.house import House
from tests.browser.looking import barriers, sideways

CLUB: Final = "planners"


@pytest.fixture(scope="module")
def club(house: House) -> str:
    """The address of a club of its own, with an evening in play."""
    house.python("-m", "tests.browser.stage", CLUB)
    return CLUB


def check(page: Page) -> None:
    """The page fits, and everybody can use it."""
    assert sideways(page) == []
    assert barriers(page) == []


def test_from_the_plan_to_the_door(visitors: Visitors, key: StorageState, club: str) -> None:
    desk = visitors.open("desk", storage_state=key)
    desk.goto(f"/desk/{club}/several/")
    desk.get_by_label("Name").fill("Friday cards")
    desk.get_by_role("radio", name="Every month").check()
    desk.get_by_label("How many evenings").fill("3")
    desk.get_by_label("Starts at").fill("19:30")
    desk.get_by_label("Places").fill("2")
    desk.get_by_role("button", name="Show the dates").click()
    expect(desk.locator("#days").get_by_role("checkbox")).to_have_count(3)
    check(desk)
    visitors.picture(desk, "several, its dates")
    desk.get_by_role("button", name="Create and announce").click()
    expect(desk.get_by_text("3 evenings are created and announced.")).to_be_visible()

    phone = visitors.open("phone", scheme="dark")
    phone.goto(f"/c/{club}/coming/")
    phone.get_by_role("link", name="Friday cards").first.click()
    address = phone.url
    phone.get_by_label("Your name").fill("Ada Marsh")
    phone.get_by_label("I bring somebody").fill("Bob Day")
    phone.get_by_role("button", name="Sign up").click()
    expect(phone.get_by_role("heading", name="You both have a place")).to_be_visible()
    check(phone)

    late = visitors.open("phone")
    late.goto(address)
    late.get_by_label("Your name").fill("Clara")
    late.get_by_role("button", name="Join the waiting list").click()
    expect(late.get_by_role("heading", name="You are number 1 on the waiting list")).to_be_visible()
    phone.get_by_role("button", name="I cannot come").click()
    expect(phone.get_by_role("heading", name="You are not coming")).to_be_visible()
    late.reload()
    expect(late.get_by_role("heading", name="You have a place")).to_be_visible()

    desk.goto(address.replace("/c/", "/desk/").replace("/coming/", "/"))
    desk.locator("#next").click()
    asked = desk.locator("main form").get_by_role("button", name="Open the doors")
    if asked.count():  # the evening is on another day
        asked.click()
    desk.locator("#signed-up").get_by_role("button", name="Clara rose").click()
    expect(desk.locator("#signed-up").get_by_text("checked in")).to_be_visible()
    check(desk)
    visitors.picture(desk, "the door, who signed up is in")
    late.goto(address)
    expect(late.get_by_text("Doors open")).to_be_visible()

    desk.get_by_role("link", name="Door code").first.click()
    desk.get_by_role("button", name="Make a door code").click()
    check(desk)
    door = desk.get_by_role("link", name="Look at what it opens").get_attribute("href")
    assert door is not None
    desk.get_by_role("link", name="Board").first.click()
    phone.goto(door)
    phone.get_by_label("Your name").fill("playing player 01")
    phone.get_by_role("button", name="Find").click()
    check(phone)
    phone.get_by_role("button", name="rose").first.click()
    expect(phone.get_by_text("you have checked in, with ticket 2")).to_be_visible()
    expect(phone.get_by_role("link", name="Check somebody else in")).to_be_visible()
    check(phone)
    visitors.picture(phone, "the door, checked in")
    expect(desk.locator("#inside").get_by_text("by their own phone")).to_be_visible()
    desk.locator("#inside").get_by_role("button", name="Take back").first.click()
    expect(desk.locator("#inside").get_by_text("by their own phone")).to_have_count(0)

    board = desk.url
    desk.goto(f"{board}coming/")
    desk.get_by_label("Name").first.fill("02 player playing")
    desk.get_by_role("button", name="Add to the list").click()
    desk.goto(board)
    guest = desk.locator("#guest")
    with visitors.watch.expecting("422"):
        desk.locator("#signed-up").get_by_role("button", name="02 player playing rose").click()
        expect(guest.get_by_text("say that this is another person")).to_be_in_viewport()
    check(desk)
    visitors.picture(desk, "the door, nobody can tell who it is")
    guest.get_by_label("Another person of the same name").check()
    guest.get_by_role("button", name="rose").click()
    expect(desk.locator("#inside").get_by_role("button", name="Take back 02 player playing")).to_be_visible()
