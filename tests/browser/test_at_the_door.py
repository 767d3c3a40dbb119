"""Ticking people off at the door: whoever is in stays where they stood, so that nobody moves up under the finger."""

import pytest
from playwright.sync_api import Page, Route, StorageState, expect

from tests.browser.chromium import PHONE, Visitors
from tests.browser.looking import assert_good


def heights(page: Page) -> dict[str, float]:
    """How high each name of the list stands on the screen."""
    found = page.evaluate(
        """() => [...document.querySelectorAll("#waiting [data-player]")]
          .map((line) => [line.dataset.name, line.getBoundingClientRect().top])"""
    )
    return dict(found)


def test_a_press_counts_though_the_list_comes_anew_before_it_is_released(
    visitors: Visitors, key: StorageState, door_path: str
) -> None:
    page = visitors.open("desk", storage_state=key)
    page.goto(door_path)
    taps: list[Route] = []

    def hold(route: Route) -> None:
        taps.append(route)

    page.route("**/check-in/**", hold, times=1)
    names = page.locator("#waiting [data-player] button")
    first, second = (names.nth(number).inner_text().strip() for number in (0, 1))
    names.nth(0).click()
    names.nth(1).hover()
    page.mouse.down()
    with page.expect_event("requestfinished", lambda request: request.redirected_from is not None):
        taps[0].continue_()
    page.wait_for_timeout(300)  # Without the wait for the finger the list would have come anew by now.
    page.mouse.up()
    inside = page.locator("#inside [data-player]")
    expect(inside).to_have_count(2)
    expect(inside.filter(has_text=first)).to_have_count(1)
    expect(inside.filter(has_text=second)).to_have_count(1)


def test_names_stay_where_they_are_until_the_page_is_read_again(
    visitors: Visitors, key: StorageState, door_path: str
) -> None:
    page = visitors.open("desk", viewport=PHONE, storage_state=key)
    page.goto(door_path)
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

    lines.nth(1).get_by_role("button", name="Undo").click()
    expect(page.locator("#inside [data-player]")).to_have_count(1)
    expect(page.locator("#waiting .is-in")).to_have_count(1)
    assert list(heights(page)) == list(before)
    page.reload()
    expect(lines).to_have_count(2)
    expect(page.locator("#waiting .is-in")).to_have_count(0)
