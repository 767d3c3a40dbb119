"""What holds for every page, however it looks: it fits its screen, everybody can use it, and as they set it."""

from typing import Any, Final

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize

from tests.browser.chromium import DESK, DRAWN, PHONE, Scheme

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
LARGE_LETTERS: Final = "() => { document.documentElement.style.fontSize = '200%'; }"
CUT: Final = """(elsewhere) => [...document.querySelectorAll("main *")].filter((one) => {
  const style = getComputedStyle(one);
  const isText = [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  return isText && one.checkVisibility() && !one.closest(elsewhere) && style.overflowX !== "visible"
    && style.clipPath === "none" && one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1;
}).map((one) => `${one.className}: ${one.innerText}`)"""
"""Words that are cut off, but for those in what is told to be elsewhere."""
IN_FULL_BESIDE: Final = ".wall, .unseen, .hand, .play__where"
"""The wall turns in its own size, a seat's tile has the name beside it, and the bar of a phone the evening's."""
MOVES: Final = """() => {
  const long = (times) => times.split(",").some((time) => parseFloat(time) > (time.includes("ms") ? 1 : 0.001));
  const all = [...document.querySelectorAll("*")].flatMap((one) => [null, "::before", "::after"].map((part) => {
    const style = getComputedStyle(one, part);
    const runs = style.animationName !== "none" && long(style.animationDuration);
    const moves = runs || long(style.transitionDuration) || style.scrollBehavior === "smooth";
    return moves ? one.outerHTML.slice(0, 80) : "";
  }));
  const isRunning = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime > 1);
  return [...all.filter(Boolean), ...isRunning.map((one) => one.animationName ?? "transition")];
}"""
"""What moves by itself, or scrolls softly."""
VANISHED: Final = """() => {
  const told = [];
  const name = (one) => `${one.className?.baseVal ?? one.className} ${one.innerText ?? ""}`.slice(0, 60);
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const lined = (style) => ["Top", "Right", "Bottom", "Left"].some((side) =>
    style[`border${side}Style`] !== "none" && parseFloat(style[`border${side}Width`]) >= 1);
  const edged = [".button:not(.button--quiet)", ".input", ".tile__face", ".chip", ".table-card", ".state", ".couple",
    ".progress__bar", ".seats__table"];
  for (const one of seen(`main :is(${edged})`)) {
    if (!lined(getComputedStyle(one)) && !one.closest(".state--done")) told.push(`no edge: ${name(one)}`);
  }
  const picked = [
    [".tile > input:checked + .tile__face", ".tile > input:not(:checked):enabled + .tile__face"],
    [".chip:is([aria-current], :has(> input:checked))",
      ".chip:not([aria-current], :has(> input:checked), .chip--rose)"],
    [".masthead__nav [aria-current]", ".masthead__nav a:not([aria-current])"],
    [".tabs [aria-current]", ".tabs a:not([aria-current])"],
    [".steps .is-done", ".steps li:not(.is-done, [aria-current])"],
  ];
  const look = (one) => {
    const [style, before] = [getComputedStyle(one), getComputedStyle(one, "::before")];
    const own = [style.borderBottomColor, style.borderBottomWidth, style.borderBottomStyle];
    const edge = [own, before.borderBottomColor];
    return [style.backgroundColor, style.fontWeight, style.textDecorationLine, before.backgroundColor, edge].join();
  };
  for (const [chosen, other] of picked) {
    const [one, two] = [seen(chosen)[0], seen(other)[0]];
    if (one && two && look(one) === look(two)) told.push(`looks as if not chosen: ${chosen}`);
  }
  for (const part of seen("main svg :is(rect, path, line, polyline, polygon, circle, use)")) {
    const svg = part.closest("svg");
    const style = getComputedStyle(part);
    const button = part.closest("button, .button");
    const ground = button ? getComputedStyle(button).backgroundColor : "rgb(0, 0, 0)";
    const shows = (colour) => !["none", ground, "rgba(0, 0, 0, 0)"].includes(colour);
    if (!svg.classList.contains("segno") && !shows(style.fill) && !shows(style.stroke)) {
      told.push(`not to be seen: ${name(svg)} ${part.outerHTML.slice(0, 60)}`);
    }
  }
  return [...new Set(told)];
}"""
"""What cannot be made out where the browser sets all colours: here white on black."""
NEAR: Final[ViewportSize] = {"width": 640, "height": 400}
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


def assert_as_one_sets_it(page: Page) -> None:
    """The page is for who looks closely, wants it still, or sets the colours; it is left in those of a desk."""
    page.set_viewport_size(NEAR)
    assert sideways(page) == [], "twice as near"
    assert page.evaluate(CUT, IN_FULL_BESIDE) == [], "twice as near"
    page.set_viewport_size(DESK)
    page.evaluate(DRAWN)
    assert page.evaluate(MOVES) == [], "for whoever wants it still"
    page.emulate_media(forced_colors="active", color_scheme="dark", reduced_motion="reduce")
    page.evaluate(DRAWN)
    assert page.evaluate("() => matchMedia('(forced-colors: active)').matches")
    assert page.evaluate(VANISHED) == [], "where the browser sets the colours"
    page.emulate_media(forced_colors="none", reduced_motion="reduce")


def assert_read_in_large_letters(page: Page) -> None:
    """At twice the size of letters nothing sticks out on a phone, and the keys reach whatever scrolls by itself."""
    page.set_viewport_size(PHONE)
    page.evaluate(LARGE_LETTERS)
    unfold(page)
    page.evaluate(DRAWN)
    wide = sideways(page)
    assert not wide, f"letters twice as large: {wide}"
    assert page.evaluate(CUT, ".wall, .unseen") == [], "letters twice as large"
    for box in page.locator("main .scroller").all():
        hidden = box.evaluate("(one) => one.scrollWidth - one.clientWidth")
        if hidden > 1 and box.is_visible():
            box.focus()
            page.keyboard.press("ArrowRight")
            page.wait_for_function("() => document.activeElement.scrollLeft > 0")
