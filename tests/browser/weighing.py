"""How light a page is and how still it lies: few bytes before the fonts, and nothing moves while they come."""

import operator
from collections import defaultdict
from typing import Any, Final

from playwright.sync_api import Page

from tests.browser.chromium import DRAWN

MOST_BYTES: Final = 100_000
FIRST_VISIT: Final = (16, 120_000)
"""How many files a phone loads that has scanned a card, and how many bytes of them, fonts and all."""
MOST_SHIFT: Final = 0.01
ELSEWHERE: Final = 2
"""How often as much may shift on other than the main pages, whose long titles may need a line more in the house's own
type."""
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
  // An answer without news, as a phone's, settles nothing.
  const answered = new Promise((done) => {
    document.addEventListener("htmx:afterRequest", done, { once: true });
    setTimeout(done, 5_000);
  });
  document.body.dispatchEvent(new CustomEvent("evening-changed", { detail: {} }));
  const frame = () => new Promise(requestAnimationFrame);
  return answered.then(async () => {
    const late = performance.now() + 5_000;
    const busy = ".htmx-request, .htmx-swapping, .htmx-settling";
    while (document.querySelector(busy) && performance.now() < late) await frame();
    return null;
  });
}"""
"""As when the evening has moved, while it has not: the page shows the same as before."""
BEFORE_THE_FONTS: Final = ("Document", "Stylesheet", "Script")


class MovedError(AssertionError):
    """A page moved under its reader's eyes. Where a font came late it does so once; a page at fault does it again."""


class Weighed:
    """What a page transfers, by kind, as the server sends it; and what shifts in it."""

    def __init__(self) -> None:
        self.kinds: dict[str, str] = {}
        self.bytes: dict[str, int] = defaultdict(int)
        self.files = 0

    def begin(self, page: Page) -> None:
        """From the empty page on."""
        page.add_init_script(SHIFTS)
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.responseReceived", self._begun)
        session.on("Network.loadingFinished", self._done)

    def _begun(self, told: dict[str, Any]) -> None:
        self.kinds[told["requestId"]] = told["type"]

    def _done(self, told: dict[str, Any]) -> None:
        self.bytes[self.kinds.get(told["requestId"], "")] += int(told["encodedDataLength"])
        self.files += 1

    def assert_small_at_first(self, page: Page) -> None:
        page.wait_for_load_state("load")
        loaded = (self.files, sum(self.bytes.values()))
        assert all(map(operator.le, loaded, FIRST_VISIT)), loaded

    def assert_light_and_still(self, page: Page, *, main: bool) -> None:
        """The page is light and lies still, when its evening moves too; a main page more than the others."""
        page.wait_for_load_state("load")
        page.evaluate(FETCH_AGAIN)
        page.evaluate(DRAWN)
        assert sum(self.bytes[kind] for kind in BEFORE_THE_FONTS) < MOST_BYTES, dict(self.bytes)
        shifted = page.evaluate("() => window.shifted")
        most = MOST_SHIFT if main else MOST_SHIFT * ELSEWHERE
        if sum(value for value, _nodes in shifted) >= most:
            raise MovedError(shifted)
