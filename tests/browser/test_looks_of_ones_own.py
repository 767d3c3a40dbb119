"""What people set their own screens to: large, still, of few colours; and names that run from right to left."""

from datetime import UTC, datetime, timedelta
from typing import Any, Final

import pytest
from playwright.sync_api import Page, StorageState, expect

from games import catalogue
from tests.browser.chromium import DESK, DRAWN, PHONE, Visitors
from tests.browser.house import House
from tests.browser.keys import LIT
from tests.browser.looking import barriers, sideways, unfold
from tests.browser.pages import MAIN, SEASON, Place, Visit, places
from tests.browser.stage import CLUB, a_club, name_players
from tests.tournaments.an_evening import AnEvening
from tests.tournaments.evening.web.table.a_phone import token_of

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
OUT_OF_REACH: Final = """() => [...document.querySelectorAll("main *")].filter((one) => {
  const isWide = one.checkVisibility() && one.scrollWidth > one.clientWidth + 1;
  const scrolls = ["auto", "scroll"].includes(getComputedStyle(one).overflowX) && !one.matches("input, textarea");
  const isNamed = one.getAttribute("role") && (one.ariaLabel || one.getAttribute("aria-labelledby"));
  return isWide && scrolls && !(one.tabIndex === 0 && isNamed);
}).map((one) => one.outerHTML.slice(0, 100))"""
"""What scrolls sideways by itself and cannot be reached with the keys, or does not say what it is."""
TABLES: Final = (
    *places(
        (
            ("visitor", "/c/{published}/", ". prizes"),
            ("visitor", "/c/", "{chambery_tarot} {level} demo/results demo/players demo/ratings/chantecler"),
            ("visitor", f"/c/{SEASON}/", ". evenings what-if ledger prizes"),
            ("visitor", "/c/{fixtures}/", ". what-if ledger why/1"),
            ("director", f"/desk/{CLUB}/", "members persons"),
            ("director", "/desk/{drafted}/", "seats standings papers/seating"),
            ("director", "/desk/{mended}/", "ledger people table/1 disputes"),
            ("director", "/desk/{fixtures}/", "entrants fixtures"),
            ("director", "/desk/{scheduled}/", "schedule"),
            *(("visitor", f"/rules/{game}/", "score") for game in catalogue.GAMES),
        )
    ),
    *(Place("player", state) for state in ("playing", "bell", "ascot", "finished")),
    Place("holder", "published"),
)
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
SMOOTH: Final = """
const told = (options) => { if (options?.behavior === "smooth") window.scrolledSoftly = true; };
for (const [owner, name] of [[Element.prototype, "scrollIntoView"], [window, "scrollTo"], [window, "scrollBy"]]) {
  const before = owner[name];
  owner[name] = function (...all) { all.forEach(told); return before.apply(this, all); };
}"""
"""Notes when a script scrolls softly, whatever the style sheet says."""
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
SWAPPED: Final = r"""() => {
  const apart = /[A-Za-z0-9]/, found = [];
  const blocks = new Map();
  const words = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  for (let node = words.nextNode(); node; node = words.nextNode()) {
    let block = node.parentElement;
    if (!block.checkVisibility() || block.closest(".unseen, option, svg")) continue;
    while (/^(inline|contents)/.test(getComputedStyle(block).display)) block = block.parentElement;
    const letters = blocks.get(block) ?? [];
    for (let at = 0; at < node.data.length; at++) {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const box = range.getBoundingClientRect();
      const { left, right, top, bottom } = box;
      if (box.width) letters.push({ letter: node.data[at], left, right, middle: (top + bottom) / 2 });
    }
    blocks.set(block, letters);
  }
  for (const letters of blocks.values()) {
    const line = letters.map(({ letter }) => letter).join("");
    const runs = [...line.matchAll(/[\u0590-\u08FF]+(?: [\u0590-\u08FF]+| 7)*/g)];
    for (const run of runs) {
      const inside = letters.slice(run.index, run.index + run[0].length).filter(({ letter }) => letter.trim());
      const [from, to] = [Math.min(...inside.map((one) => one.left)), Math.max(...inside.map((one) => one.right))];
      const before = letters.slice(0, run.index).filter(({ letter }) => apart.test(letter)).at(-1);
      const after = letters.slice(run.index + run[0].length).find(({ letter }) => apart.test(letter));
      const beside = (one) => one && inside.every((two) => Math.abs(one.middle - two.middle) < 4);
      const isSwapped = (beside(before) && before.right > from + 1) || (beside(after) && after.left < to - 1);
      if (isSwapped) found.push(line.trim().slice(0, 80));
    }
  }
  return [...new Set(found)];
}"""
"""Lines in which what stands before a name lies to the right of it, or what stands after it to the left."""


@pytest.mark.parametrize("place", MAIN, ids=str)
def test_a_page_is_for_who_looks_closely_wants_it_still_or_sets_colours(
    visit: Visit, visitors: Visitors, place: Place
) -> None:
    near = {"width": 640, "height": 400}
    page = visit(
        place,
        viewport=near,
        device_scale_factor=2,
        scheme="dark",
        reduced_motion="reduce",
    )
    assert sideways(page) == [], "twice as near"
    assert page.evaluate(CUT, IN_FULL_BESIDE) == [], "twice as near"
    page.set_viewport_size(DESK)
    page.evaluate(DRAWN)
    assert page.evaluate(MOVES) == [], "for whoever wants it still"
    page.emulate_media(forced_colors="active", color_scheme="dark", reduced_motion="reduce")
    page.evaluate(DRAWN)
    assert page.evaluate("() => matchMedia('(forced-colors: active)').matches")
    assert page.evaluate(VANISHED) == [], "where the browser sets the colours"
    visitors.picture(page, f"few colours {str(place).replace('/', '.')}")
    page.emulate_media(forced_colors="none", color_scheme="light", reduced_motion="reduce")
    page.evaluate(LARGE_LETTERS)
    assert sideways(page) == [], "letters twice as large"


@pytest.mark.parametrize("place", TABLES, ids=str)
def test_tables_are_read_on_a_phone_at_twice_the_size_of_letters(visit: Visit, place: Place) -> None:
    page = visit(place, viewport=PHONE)
    page.evaluate(LARGE_LETTERS)
    unfold(page)
    page.evaluate(DRAWN)
    assert sideways(page) == []
    assert page.evaluate(CUT, ".wall, .unseen") == []
    assert page.evaluate(OUT_OF_REACH) == []
    for box in page.locator("main .scroller").all():
        hidden = box.evaluate("(one) => one.scrollWidth - one.clientWidth")
        if hidden > 1 and box.is_visible():
            box.focus()
            page.keyboard.press("ArrowRight")
            page.wait_for_function("() => document.activeElement.scrollLeft > 0")


def test_a_refused_form_is_led_to_at_once_for_whoever_wants_it_still(
    visitors: Visitors, stage: dict[str, Any], key: StorageState
) -> None:
    page = visitors.open("desk", storage_state=key)
    page.add_init_script(SMOOTH)
    page.goto(f"/desk/{CLUB}/new/")
    page.get_by_label("Name", exact=True).fill("")
    with visitors.watch.expecting("422"):
        page.locator("form[data-plan]").evaluate(
            "(form) => { form.noValidate = true; form.requestSubmit(); }"
        )
        expect(page.locator(".field__error").first).to_be_in_viewport()
    assert not page.evaluate("() => window.scrolledSoftly ?? false")


def test_focus_is_seen_where_the_browser_sets_the_colours(visit: Visit) -> None:
    page = visit(Place("player", "playing"), forced_colors="active")
    for _ in range(12):
        page.keyboard.press("Tab")
        assert page.evaluate(
            "() => { const here = document.activeElement; return LIT; }".replace("LIT", LIT)
        ), page.evaluate("document.activeElement.outerHTML.slice(0, 80)")


NAMES = ("יעל כהן", "محمد علي", "Ada Marsh", "رنا 7", "דן", "Ben Okafor", "نور", "רות לוי")
"""Hebrew, Arabic and Latin beside each other; one has a number of its own."""
STATUSES = ("check_in", "playing", "bell", "moved", "published")


def make_evenings() -> dict[str, dict[str, str]]:
    """Evenings of people whose names run from right to left, by status: the address, and the card of table 1."""
    at = datetime.now(UTC) - timedelta(minutes=30)
    club = a_club("rtl", called="מועדון הקלפים")
    found = {}
    for status in STATUSES:
        evening = AnEvening.made(club, 10, at=at, name="ערב ראשון", target=14)
        name_players(evening, lambda number: dict(enumerate(NAMES)).get(number, f"Guest {number}"))
        evening.bring_to(status)
        where = f"{club.slug}/{evening.evening.slug}"
        card = f"/t/{token_of(evening, 1)}/" if status not in ("check_in", "published") else ""
        found[status] = {"path": where, "card": card}
    return found


@pytest.fixture(scope="module")
def from_the_right(house: House) -> dict[str, dict[str, str]]:
    """By status: an evening whose people write from right to left."""
    return house.call(make_evenings)


@pytest.mark.parametrize("status", ["check_in", "playing", "bell", "moved", "published"])
@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_what_stands_beside_a_name_from_right_to_left_keeps_its_side(
    visitors: Visitors, from_the_right: dict[str, dict[str, str]], key: StorageState, status: str, locale: str
) -> None:
    where = from_the_right[status]
    page = visitors.open("desk", storage_state=key, locale=locale)
    pages = [f"/c/{where['path']}/", f"/c/{where['path']}/wall/", f"/desk/{where['path']}/"]
    if status in ("bell", "moved", "published"):
        pages += [
            f"/c/{where['path']}/rounds/1/",
            f"/desk/{where['path']}/people/",
            f"/desk/{where['path']}/ledger/",
        ]
        pages += [
            f"/c/{where['path']}/rounds/1/tables/1/",
            f"/desk/{where['path']}/table/1/",
            f"/desk/{where['path']}/seats/",
        ]
    found = {}
    for path in [*pages, *([where["card"]] if where["card"] else [])]:
        page.goto(path)
        found[path] = [*swapped(page), *barriers(page)]
    assert {path: lines for path, lines in found.items() if lines} == {}


def swapped(page: Page) -> list[str]:
    found: list[str] = page.evaluate(SWAPPED)
    return found
