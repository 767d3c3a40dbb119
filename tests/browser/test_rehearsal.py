"""An evening is rehearsed at the desk by a worker of the house, watched on a phone, and read."""

from typing import Final

from playwright.sync_api import StorageState, expect

from tests.browser.chromium import Visitors
from tests.browser.house import House
from tests.browser.looking import assert_good
from tests.browser.stage import set_stage

LONG: Final = 90_000
"""Milliseconds: a process begins, makes a database and plays an evening."""


def test_a_rehearsal_is_watched_and_read(
    visitors: Visitors, house: House, key: StorageState, slug: str
) -> None:
    page = visitors.open("phone", scheme="dark", storage_state=key)
    page.goto(f"/desk/{house.call(set_stage, slug, 'draft')['draft']}/rehearsal/")
    page.get_by_label("Players").fill("9")
    page.get_by_role("button", name="Rehearse", exact=True).click()
    expect(page.locator("progress")).to_be_visible()
    expect(page.get_by_role("heading", name="Where it would stop")).to_be_visible(timeout=LONG)
    expect(page.get_by_role("main")).to_contain_text("The evening runs through to its end")
    expect(page.locator("progress")).to_have_count(0)
    assert_good(page)
    for fold in page.locator("details.fold > summary").all():
        fold.click()
    assert_good(page)
