"""Ticking people off at the door: whoever is in stays where they stood, so that nobody moves up under the finger."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chromium import Visitors
from tests.browser.house import House
from tests.browser.looking import assert_good
from tests.browser.test_by_keyboard import DOOR
from tests.browser.test_trouble import sign_in


def heights(page: Page) -> dict[str, float]:
    """How high each name of the list stands on the screen."""
    found = page.evaluate(
        """() => [...document.querySelectorAll("#waiting [data-player]")]
          .map((line) => [line.dataset.name, line.getBoundingClientRect().top])"""
    )
    return dict(found)


def test_names_stay_where_they_are_until_the_page_is_read_again(visitors: Visitors, house: House) -> None:
    evening = house.python("-c", DOOR.replace("by-the-door", "ticking")).strip()
    page = visitors.open("desk", viewport={"width": 360, "height": 640})
    sign_in(house, page)
    page.goto(f"/desk/ticking/{evening}/")
    lines = page.locator("#waiting [data-player]")
    expect(lines).to_have_count(3)
    lines.nth(1).scroll_into_view_if_needed()
    before = heights(page)
    # Tapped as fast as a finger goes down the list, where each name stood at first.
    for line in (lines.nth(0), lines.nth(1)):
        box = line.bounding_box()
        assert box
        page.mouse.click(box["x"] + 40, box["y"] + box["height"] / 2)
    expect(page.locator("#inside [data-player]")).to_have_count(2)
    expect(page.locator("#waiting .is-in")).to_have_count(2)
    expect(lines.first).to_contain_text("checked in")
    assert heights(page) == pytest.approx(before, abs=1)
    assert_good(page)

    lines.nth(1).get_by_role("button", name="Take back").click()
    expect(page.locator("#inside [data-player]")).to_have_count(1)
    expect(page.locator("#waiting .is-in")).to_have_count(1)
    assert list(heights(page)) == list(before)
    page.reload()
    expect(lines).to_have_count(2)
    expect(page.locator("#waiting .is-in")).to_have_count(0)
