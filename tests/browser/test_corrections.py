"""A hand of a settled round is corrected when the next seats are announced already."""

from typing import Final

from playwright.sync_api import StorageState, expect

from tests.browser.chromium import Visitors
from tests.browser.house import House
from tests.browser.looking import assert_good
from tests.browser.people import choose
from tests.browser.stage import CLOSE, set_stage

COUNTERS: Final = ("one", "three", "pheasant", "peacock", "owl", "chantecler")


def test_a_correction_is_scored_as_it_is_tapped_and_shows_what_it_moves(
    visitors: Visitors, house: House, key: StorageState, slug: str
) -> None:
    stage = house.call(set_stage, slug, CLOSE)
    page = visitors.open("desk", storage_state=key)
    page.goto(f"/desk/{stage[CLOSE]}/table/1/?round=1")
    page.get_by_role("link", name="Correct hand 1").click()
    choose(page, "hand.bidder", "2")
    for counter in COUNTERS:
        choose(page, f"hand.counters.{counter}", "B")
    page.get_by_label("Reason").fill("both couples say so")
    # The slip is drawn anew a moment after the last tap, and what stands below it moves.
    expect(page.get_by_role("region", name="Score slip")).to_contain_text("Took five: 5 points")
    assert_good(page)
    page.get_by_role("button", name="See what it changes").click()
    expect(page.locator(".pairs__row", has_text="Bell of round 1")).to_contain_text("table 2")
    expect(page.locator(".versus__fields mark").first).to_be_visible()
    assert_good(page)
    page.get_by_role("button", name="Apply and keep the announced seats").click()
    expect(page.get_by_role("main")).to_contain_text("Hand 1 is corrected.")
