"""What holds for every page, however it looks: it fits its screen, and everybody can use it."""

from __future__ import annotations

from typing import Any, Final

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

WCAG: Final = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]},
    "resultTypes": ["violations"],
}
TOO_WIDE: Final = """async () => {
  await document.fonts.ready;  // at another width another face may be drawn for the first time
  const drawn = () => new Promise((next, never) => {
    requestAnimationFrame(() => requestAnimationFrame(next));
    setTimeout(() => never(new Error("no frame in 20 s")), 20_000);
  });
  await drawn();  // scripts hear of another size when the next frame is drawn
  // What a wall turns to later has to fit as well.
  const turned = [...document.querySelectorAll("[data-screen][hidden]")];
  const hide = (hidden) => turned.forEach((screen) => { screen.hidden = hidden; });
  hide(false);
  const room = document.documentElement.clientWidth;
  const width = () => document.documentElement.scrollWidth;
  // A busy machine draws a page at its new size a little later; what does not fit then never does.
  for (const late = performance.now() + 2000; width() > room && performance.now() < late;) await drawn();
  const all = width() > room ? [...document.querySelectorAll("body *")] : [];
  const scrolls = (one) => one && (getComputedStyle(one).overflowX !== "visible" || scrolls(one.parentElement));
  const inBox = (one) => one !== document.body && scrolls(one.parentElement.closest("body *"));
  const wide = all.filter((one) => one.getBoundingClientRect().right > room + 0.5 && !inBox(one));
  const told = wide.slice(0, 5).map((one) => one.outerHTML.slice(0, 120));
  const found = width() > room ? [`${width()} > ${room}`, ...told] : [];
  hide(true);
  return found;
}"""
UNFOLD: Final = """() => {
  for (const fold of document.querySelectorAll("main details")) fold.open = true;
  // What a bar lies over can be scrolled clear of it; to axe it would be too small a target.
  for (const bar of document.querySelectorAll(".play__bar, .play__save")) bar.style.position = "static";
}"""
AXE: Final = Axe()


def sideways(page: Page) -> list[str]:
    """What makes the page wider than its screen; nothing where it fits."""
    found: list[str] = page.evaluate(TOO_WIDE)
    return found


def barriers(page: Page) -> list[str]:
    """What axe finds against WCAG 2.2 AA."""
    violations: list[dict[str, Any]] = AXE.run(page, options=WCAG).response["violations"]
    return [
        f"{found['id']}: {node['html'][:160]} - {node.get('failureSummary', '')[:200]}"
        for found in violations
        for node in found["nodes"]
    ]


def unfold(page: Page) -> None:
    """Open whatever is folded away, and let no bar lie over anything, so that all of the page is looked at."""
    page.evaluate(UNFOLD)


def assert_good(page: Page, *, wide: bool = False) -> None:
    """The page fits (unless it may be `wide`) and has no barriers."""
    page.wait_for_load_state()
    assert wide or not sideways(page), f"{page.url} scrolls sideways: {sideways(page)}"
    assert barriers(page) == [], page.url
