"""A hand of a settled round is corrected when the next seats are announced already."""

from typing import Final

from playwright.sync_api import expect

from tests.browser.looking import assert_good
from tests.browser.pages import Place, Visit
from tests.browser.people import choose

COUNTERS: Final = ("one", "three", "pheasant", "peacock", "owl", "chantecler")


def test_a_correction_is_scored_as_it_is_tapped_and_shows_what_it_moves(visit: Visit) -> None:
    page = visit(Place("director", "/desk/{mended}/table/1/round/1/hand/2/correct/"))
    choose(page, "hand.bidder", "2")
    for counter in COUNTERS:
        choose(page, f"hand.counters.{counter}", "B")
    page.get_by_label("Reason").fill("both couples say so")
    # The slip is drawn anew a moment after the last tap, and what stands below it moves.
    expect(page.get_by_role("region", name="Score slip")).to_contain_text("Took five: 5 points")
    assert_good(page)
    page.get_by_role("button", name="See what it changes").click()
    expect(page.get_by_role("button", name="Apply", exact=True)).to_be_visible()
    expect(page.locator(".versus__fields mark").first).to_be_visible()
    assert_good(page)
