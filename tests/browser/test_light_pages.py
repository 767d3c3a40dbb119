"""Pages are light and lie still: few bytes before the fonts, and nothing moves while they come."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, Final

import pytest
from playwright.sync_api import Page, StorageState

from tests.browser.chromium import DRAWN, PHONE, Visitors
from tests.browser.pages import EVERY, MAIN, Place, visit

MOST_BYTES: Final = 100_000
MOST_SHIFT: Final = 0.01
ELSEWHERE: Final = 2
"""How often as much may shift on the other pages, whose long titles may need a line more in the house's own type."""
SHIFTS: Final = """
window.shifted = [];
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries()) {
    if (!hadRecentInput) window.shifted.push([value, sources.map(({ node }) => node?.outerHTML?.slice(0, 80) ?? "")]);
  }
}).observe({ type: "layout-shift", buffered: true });
"""
FETCH_AGAIN: Final = """() => {
  if (!document.querySelector("[hx-trigger*='evening-changed']")) return null;
  const settled = new Promise((done) => {
    document.addEventListener("htmx:afterSettle", done, { once: true });
    setTimeout(done, 5_000);
  });
  document.body.dispatchEvent(new CustomEvent("evening-changed", { detail: {} }));
  return settled.then(() => null);
}"""
"""As when the evening has moved, while it has not: the page shows the same as before."""
BEFORE_THE_FONTS: Final = ("Document", "Stylesheet", "Script")


class Weighed:
    """What a page transfers, by kind, as the server sends it."""

    def __init__(self, page: Page) -> None:
        self.kinds: dict[str, str] = {}
        self.bytes: dict[str, int] = defaultdict(int)
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.responseReceived", self._begun)
        session.on("Network.loadingFinished", self._done)

    def _begun(self, told: dict[str, Any]) -> None:
        self.kinds[told["requestId"]] = told["type"]

    def _done(self, told: dict[str, Any]) -> None:
        self.bytes[self.kinds.get(told["requestId"], "")] += int(told["encodedDataLength"])


@pytest.mark.parametrize("place", EVERY, ids=str)
def test_a_page_is_light_and_lies_still(
    visitors: Visitors, stage: dict[str, Any], key: StorageState, place: Place
) -> None:
    weights: list[Weighed] = []

    def prepare(page: Page) -> None:
        page.add_init_script(SHIFTS)
        weights.append(Weighed(page))

    looks = {"viewport": PHONE} if place.who in ("player", "holder") else {}
    page = visit(visitors, place, stage, key, prepare=prepare, **looks)
    page.wait_for_load_state("load")
    page.evaluate(FETCH_AGAIN)
    page.evaluate(DRAWN)
    (weighed,) = weights
    assert sum(weighed.bytes[kind] for kind in BEFORE_THE_FONTS) < MOST_BYTES, dict(weighed.bytes)
    shifted = page.evaluate("() => window.shifted")
    most = MOST_SHIFT if place in MAIN else MOST_SHIFT * ELSEWHERE
    assert sum(value for value, _nodes in shifted) < most, shifted
