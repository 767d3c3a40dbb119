"""An evening by a schedule at the desk, on a phone: wishes, and a search that is watched."""

import re

from playwright.sync_api import Page, StorageState, expect

from tests.browser.chromium import Visitors
from tests.browser.house import House
from tests.browser.looking import assert_good
from tests.browser.stage import set_stage

FOUND_MS = 75_000
"""A search ends by itself within a minute; a worker has other things to do."""


def wish(page: Page, label: str, place: int) -> str:
    field = page.get_by_label(label, exact=True)
    field.select_option(index=place)
    return str(field.locator("option:checked").inner_text())


def test_a_director_wishes_searches_and_takes_what_is_found(
    visitors: Visitors, house: House, key: StorageState, slug: str
) -> None:
    made = house.call(set_stage, slug, "drawn_up")
    page = visitors.open("phone", storage_state=key)
    page.goto(f"/desk/{made['drawn_up']}/schedule/")
    page.get_by_role("button", name="Drop it").click()
    expect(page.get_by_role("heading", name="Found:")).to_have_count(0)

    # Two who are better not at one table, and a second pair in a row that comes without the page
    one = wish(page, "Never at one table, 2: player", 3)
    wish(page, "Never at one table, 2: and player", 4)
    page.get_by_role("button", name=re.compile("One more.*Never at one table")).click()
    expect(page.get_by_label("Never at one table, 3: player", exact=True)).to_be_visible()
    expect(
        page.get_by_label("Never at one table, 2: player", exact=True).locator("option:checked")
    ).to_have_text(one)
    page.get_by_role("button", name="Search for a better schedule").click()

    # The figures move by themselves, and what is being typed beside them stays
    tried = page.locator("#searches dd").first
    expect(tried).not_to_have_text("0", timeout=FOUND_MS)
    assert_good(page)
    stop = page.get_by_role("button", name="Stop search")
    if stop.is_visible():
        stop.click()
    # "Found nothing better" where only the wishes are new: what is counted may be as good as it was.
    expect(page.get_by_role("heading", name="Found")).to_be_visible(timeout=FOUND_MS)
    expect(stop).to_have_count(0)
    assert_good(page)
    page.get_by_role("button", name="Use this schedule").click()
    expect(page.get_by_text("The new schedule is announced.")).to_be_visible()
