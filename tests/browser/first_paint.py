"""Prints how soon each main page is first drawn by a slow machine: `python -m tests.browser.first_paint`.

A house on SQLite, as a club runs it; Chromium's processor is slowed down fourfold. Of three visits that fetch
everything anew the middle one is told.
"""

from __future__ import annotations

import json
import statistics
import tempfile
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page, StorageState, expect, sync_playwright

from tests.browser.chromium import ARGUMENTS, PHONE, Visitors
from tests.browser.house import House
from tests.browser.pages import MAIN, Place, visit
from tests.services import chromium

SLOWER: Final = 4
VISITS: Final = 3
PAINTED: Final = """() => new Promise((done) => {
  new PerformanceObserver((list) => {
    const first = list.getEntriesByName("first-contentful-paint")[0];
    if (first) done(first.startTime);
  }).observe({ type: "paint", buffered: true });
})"""
ANSWERED: Final = "() => performance.getEntriesByType('navigation')[0].responseEnd"


def slow(page: Page) -> None:
    """Slow the page's processor down."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def measure(
    visitors: Visitors, place: Place, stage: dict[str, Any], key: StorageState
) -> tuple[float, float]:
    """Milliseconds until the page has been answered, and until it is first drawn."""
    told = []
    looks = {"viewport": PHONE} if place.who in ("player", "holder") else {}
    for _ in range(VISITS):
        page = visit(visitors, place, stage, key, prepare=slow, **looks)
        told.append((page.evaluate(PAINTED), page.evaluate(ANSWERED)))
        visitors.leave(page)
    painted, answered = statistics.median_low(told)
    return answered, painted


def main() -> None:
    """Measure all."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = House(Path(folder), {})
        house.prepare()
        stage = json.loads(house.python("-m", "tests.browser.stage"))
        house.start("web")
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        visitors = Visitors(browser, house.url)
        try:
            desk = visitors.open("desk")
            desk.goto(house.sign_in_link())
            desk.get_by_role("button", name="Sign me in").click()
            expect(desk.get_by_role("button", name="Sign out")).to_be_visible()
            key = desk.context.storage_state()
            print(f"{'answered':>9} {'drawn':>7}  ms, the processor {SLOWER} times slower")  # noqa: T201
            for place in MAIN:
                answered, painted = measure(visitors, place, stage, key)
                print(f"{answered:9.0f} {painted:7.0f}  {place}")  # noqa: T201 - its report
        finally:
            browser.close()
            house.close()


if __name__ == "__main__":
    main()
