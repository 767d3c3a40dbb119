"""The pages of a season: on a phone all of them are in sight, and on paper a prize has a line to sign on."""

from playwright.sync_api import expect

from tests.browser.chromium import PHONE
from tests.browser.pages import SEASON, Place, Visit


def test_all_pages_of_a_season_are_in_sight_on_a_phone(visit: Visit) -> None:
    page = visit(Place("visitor", f"/c/{SEASON}/"), viewport=PHONE)
    for path in ("evenings/", "what-if/", "rules/", "ledger/", "prizes/"):
        page.goto(f"/c/{SEASON}/{path}")
        for tab in page.locator(".tabs a").all():
            box = tab.bounding_box()
            assert box
            assert box["x"] >= 0, tab.inner_text()
            assert box["x"] + box["width"] <= PHONE["width"], tab.inner_text()
            expect(tab).to_be_in_viewport()
        rows = page.locator(".tabs ul").evaluate("list => list.scrollWidth - list.clientWidth")
        assert rows <= 0, "nothing is to be scrolled to"


def test_on_paper_a_prize_is_signed_for(visit: Visit) -> None:
    page = visit(Place("visitor", f"/c/{SEASON}/prizes/"))
    received = page.get_by_role("columnheader", name="Received").first
    expect(received).to_be_hidden()
    page.emulate_media(media="print")
    expect(received).to_be_visible()
