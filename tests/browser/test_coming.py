"""At the door: who checks in by their own phone is seen at the desk at once."""

from typing import Any

from playwright.sync_api import StorageState, expect

from tests.browser.chromium import Visitors
from tests.browser.house import House
from tests.browser.looking import assert_good
from tests.browser.stage import a_club, set_coming


def set_door(slug: str) -> dict[str, Any]:
    return set_coming(a_club(slug))


def test_from_the_door_code_to_the_desk(
    visitors: Visitors, house: House, key: StorageState, slug: str
) -> None:
    made = house.call(set_door, slug)
    desk, phone = visitors.open("desk", storage_state=key), visitors.open("phone", scheme="dark")
    desk.goto(f"/desk/{slug}/{made['coming_door']}/")
    phone.goto(f"/door/{made['door']}/")
    phone.get_by_label("Your name").fill("Clara")
    phone.get_by_role("button", name="Find").click()
    assert_good(phone)
    phone.get_by_role("button", name="rose").first.click()
    expect(phone.get_by_text("you have checked in, with ticket 1")).to_be_visible()
    assert_good(phone)
    phone.get_by_role("link", name="Check somebody else in").click()
    expect(phone.get_by_label("Your name")).to_be_visible()
    own = desk.locator("#inside").get_by_text("by their own phone")
    expect(own).to_be_visible()
    desk.locator("#inside").get_by_role("button", name="Undo").first.click()
    expect(own).to_have_count(0)
