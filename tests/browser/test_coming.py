"""At the door: who checks in by their own phone is seen at the desk at once, and what is refused there is led to."""

from typing import Any

import pytest
from playwright.sync_api import Page, StorageState, expect

from tests.browser.chromium import Visitors
from tests.browser.house import House
from tests.browser.looking import assert_good
from tests.browser.stage import a_club, set_coming


def set_door(slug: str) -> dict[str, Any]:
    return set_coming(a_club(slug, "Wanda Reed"))


@pytest.fixture
def door(house: House, slug: str) -> dict[str, str]:
    """What an evening has whose doors are open: its address at the desk, and the code at its door."""
    made = house.call(set_door, slug)
    return {"desk": f"/desk/{slug}/{made['coming_door']}/", "code": f"/door/{made['door']}/"}


@pytest.fixture
def desk(visitors: Visitors, key: StorageState, door: dict[str, str]) -> Page:
    page = visitors.open("desk", storage_state=key)
    page.goto(door["desk"])
    return page


def test_from_the_door_code_to_the_desk(visitors: Visitors, desk: Page, door: dict[str, str]) -> None:
    phone = visitors.open("phone", scheme="dark")
    phone.goto(door["code"])
    phone.get_by_label("Your name").fill("Clara")
    phone.get_by_role("button", name="Find").click()
    assert_good(phone)
    phone.get_by_role("button", name="rose").first.click()
    expect(phone.get_by_text("you have checked in, with ticket 1")).to_be_visible()
    assert_good(phone)
    visitors.picture(phone, "the door, checked in")
    own = desk.locator("#inside").get_by_text("by their own phone")
    expect(own).to_be_visible()
    desk.locator("#inside").get_by_role("button", name="Take back").first.click()
    expect(own).to_have_count(0)


def test_where_nobody_can_tell_who_it_is_the_desk_is_led_to_the_question(
    visitors: Visitors, desk: Page, door: dict[str, str]
) -> None:
    desk.goto(f"{door['desk']}coming/")
    desk.get_by_label("Name").first.fill("Reed Wanda")
    desk.get_by_role("button", name="Add to the list").click()
    desk.goto(door["desk"])
    with visitors.watch.expecting("422"):
        desk.locator("#signed-up").get_by_role("button", name="Reed Wanda rose").click()
        expect(desk.locator("#guest").get_by_text("say that this is another person")).to_be_in_viewport()
    assert_good(desk)
    visitors.picture(desk, "the door, nobody can tell who it is")
