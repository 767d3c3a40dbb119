"""What holds for every page, however it looks: it fits its screen, and everybody can use it."""

from typing import Any, Final

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.chromium import DRAWN, PHONE, Scheme

WCAG: Final = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]},
    "resultTypes": ["violations"],
}
TOO_WIDE: Final = """async () => {
  await document.fonts.ready;  // at another width another face may be drawn for the first time
  const drawn = DRAWN;
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
}""".replace("DRAWN", DRAWN)
UNFOLD: Final = """() => {
  for (const fold of document.querySelectorAll("main details")) fold.open = true;
  // What a bar lies over can be scrolled clear of it; to axe it would be too small a target.
  for (const bar of document.querySelectorAll(".play__bar, .play__save")) bar.style.position = "static";
}"""
AXE: Final = Axe()
OF_COLOURS: Final = {
    "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]},
    "resultTypes": ["violations"],
}
"""The rules of WCAG whose answer may be another where only the colours are others."""
LIT_UP: Final = """async (scheme) => {
  const drawn = DRAWN;
  while (!matchMedia(`(prefers-color-scheme: ${scheme})`).matches) await drawn();
  await drawn();
  const turning = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime < Infinity);
  await Promise.allSettled(turning.map((one) => one.finished));
  await drawn();
}""".replace("DRAWN", DRAWN)
LOOK: Final = "(rules) => axe.run(document, rules).then((found) => found.violations)"
SCHEMES: Final[tuple[Scheme, Scheme]] = ("light", "dark")


def sideways(page: Page) -> list[str]:
    """What makes the page wider than its screen; nothing where it fits."""
    found: list[str] = page.evaluate(TOO_WIDE)
    return found


def barriers(page: Page, rules: dict[str, Any] = WCAG) -> list[str]:
    """What axe finds against WCAG 2.2 AA, once the line that is shown for two seconds has gone."""
    page.wait_for_function("() => !document.querySelector('.toast')")
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.axe_script)
    violations: list[dict[str, Any]] = page.evaluate(LOOK, rules)
    return [
        f"{found['id']}: {node['html'][:160]} - {node.get('failureSummary', '')[:200]}"
        for found in violations
        for node in found["nodes"]
    ]


def light_up(page: Page, scheme: Scheme) -> None:
    """Show the page by that light, and wait until no colour is on its way any more: half-way it would be another."""
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.evaluate(LIT_UP, scheme)


def in_both_lights(page: Page) -> None:
    """Everybody can use what the page shows now."""
    rules = WCAG
    for scheme in SCHEMES:
        light_up(page, scheme)
        found = barriers(page, rules)
        assert not found, f"{page.url}, {scheme}: {found}"
        rules = OF_COLOURS


def unfold(page: Page) -> None:
    """Open whatever is folded away, and let no bar lie over anything, so that all of the page is looked at."""
    page.evaluate(UNFOLD)


def assert_good(page: Page, *, lights: bool = False) -> None:
    """The page fits and has no barriers, by the light that it is in or, wanted so, in both `lights`."""
    page.wait_for_load_state()
    assert not (wide := sideways(page)), f"{page.url} scrolls sideways: {wide}"
    if lights:
        in_both_lights(page)
    else:
        assert not (found := barriers(page)), f"{page.url}: {found}"


def assert_good_all_of_it(page: Page, *, lights: bool = False) -> None:
    """As assert_good, with nothing of the page behind the foot that sticks to the screen."""
    assert sideways(page) == []
    tall = page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size({"width": PHONE["width"], "height": tall})
    assert_good(page, lights=lights)
    page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    page.evaluate(DRAWN)
