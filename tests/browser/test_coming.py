"""At the door: who checks in by their own phone is seen at the desk at once."""

from playwright.sync_api import expect

from tests.browser.chromium import PHONE
from tests.browser.looking import assert_good
from tests.browser.pages import Place, Visit
from tests.browser.stage import CLUB


def test_from_the_door_code_to_the_desk(visit: Visit) -> None:
    desk = visit(Place("director", f"/desk/{CLUB}/{{coming_door}}/"))
    phone = visit(Place("visitor", "/door/{door}/"), scheme="dark", viewport=PHONE)
    phone.get_by_label("Your name").fill("Clara")
    phone.get_by_role("button", name="Find").click()
    assert_good(phone)
    phone.get_by_role("button", name="rose").first.click()
    expect(phone.get_by_text("you have checked in, with ticket")).to_be_visible()
    assert_good(phone)
    phone.get_by_role("link", name="Check somebody else in").click()
    expect(phone.get_by_label("Your name")).to_be_visible()
    own = desk.locator("#inside").get_by_text("by their own phone")
    expect(own).to_be_visible()
    desk.locator("#inside").get_by_role("button", name="Undo").first.click()
    expect(own).to_have_count(0)
