"""Every page in French, whose words are longer, at four widths: it fits, everybody can use it, nothing complains.

In English, and in the other theme, pages are looked at wherever else something is done on them.
"""

from itertools import pairwise
from typing import Final

import pytest
from playwright.sync_api import expect

from tests.browser.chromium import DRAWN, PHONE
from tests.browser.looking import (
    OF_COLOURS,
    SCHEMES,
    assert_as_one_sets_it,
    assert_read_in_large_letters,
    barriers,
    light_up,
    sideways,
    unfold,
)
from tests.browser.pages import EVERY, MAIN, SEASON, TABLES, Place, Visit
from tests.browser.weighing import Weighed

WIDTHS: Final = {360: 640, 768: 1024, 1280: 800, 1920: 1080}
HEADINGS: Final = """() => [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")]
  .filter((head) => head.checkVisibility()).map((head) => Number(head.localName[1]))"""

BROKEN: Final = """() => [...document.querySelectorAll(".tile__text")].filter((text) => {
  if (!text.checkVisibility() || getComputedStyle(text).whiteSpace === "nowrap") return false;
  text.style.overflowWrap = "normal";  // a word too long then sticks out instead of going on below
  const sticksOut = text.scrollWidth > text.clientWidth + 1;
  text.style.overflowWrap = "";
  return sticksOut;
}).map((text) => text.innerText)"""
"""Tiles too narrow for a word that stands in them."""
REASONS: Final = """(name) => {
  const range = new Range();
  const boxes = (node) => { range.selectNodeContents(node); return [...range.getClientRects()]; };
  const meet = (one, two) => one.left < two.right && two.left < one.right
    && one.top < two.bottom - 1 && two.top < one.bottom - 1;
  const heads = [...document.querySelectorAll(".table--standings tbody th")];
  const names = heads.map((head) => head.querySelector("a") ?? head.firstChild);
  for (const each of names) each.textContent = name;
  const shown = heads.flatMap((head, at) => [...head.querySelectorAll(".table__why")]
    .filter((why) => why.checkVisibility()).map((why) => [boxes(names[at]), boxes(why)]));
  return [shown.length, shown.filter(([of, why]) => of.some((one) => why.some((two) => meet(one, two)))).length];
}"""
"""With this name in every line: how many reasons a table of standings shows, and how many lie over a name."""
LEADING_NOWHERE: Final = """() => [...document.querySelectorAll("nav")]
  .filter((menu) => !menu.querySelector("a, button, select")).map((menu) => menu.outerHTML)"""


def misplaced(levels: list[int]) -> list[tuple[int, int]]:
    """Headings that skip a level below the one before them; the first has to be the only one of level 1."""
    skips = [(upper, lower) for upper, lower in pairwise(levels) if lower > upper + 1]
    return skips if levels[:1] == [1] and levels.count(1) == 1 else [(0, level) for level in levels]


@pytest.mark.parametrize("place", EVERY, ids=str)
def test_a_page_is_light_lies_still_fits_every_screen_and_is_for_everybody(
    visit: Visit, place: Place
) -> None:
    odd, weighed = len(str(place)) % 2, Weighed()
    looks = {"viewport": PHONE} if place.who in ("player", "holder") else {}
    page = visit(place, prepare=weighed.begin, scheme=SCHEMES[odd], locale="fr-FR", **looks)
    assert page.evaluate("document.documentElement.lang") == "fr"
    if place.who == "player":
        weighed.assert_small_at_first(page)
    weighed.assert_light_and_still(page, main=place in MAIN)
    assert misplaced(page.evaluate(HEADINGS)) == []
    assert page.evaluate(LEADING_NOWHERE) == []
    for width, height in list(WIDTHS.items())[:: -1 if odd else 1]:
        page.set_viewport_size({"width": width, "height": height})
        wide = sideways(page)
        assert not wide, f"{width}: {wide}"
        assert page.evaluate(BROKEN) == [], width
        if width == (1280 if odd else 360):
            unfold(page)
            page.evaluate(DRAWN)
            found = barriers(page)
            assert not found, f"{width}, {SCHEMES[odd]}: {found}"
    if place in MAIN:
        light_up(page, SCHEMES[1 - odd])
        assert barriers(page, OF_COLOURS) == []
        assert_as_one_sets_it(page)
    if place in TABLES:
        assert_read_in_large_letters(page)


@pytest.mark.parametrize("path", ["/c/{mended}/", f"/c/{SEASON}/"])
def test_no_reason_lies_over_a_name_that_takes_two_lines(visit: Visit, path: str) -> None:
    page = visit(Place("visitor", path), viewport=PHONE)
    reasons, over_names = page.evaluate(REASONS, "Margaret Featherstone-Holloway")
    assert reasons > 0
    assert over_names == 0


def test_on_paper_a_prize_is_signed_for(visit: Visit) -> None:
    page = visit(Place("visitor", f"/c/{SEASON}/prizes/"))
    received = page.get_by_role("columnheader", name="Received").first
    expect(received).to_be_hidden()
    page.emulate_media(media="print")
    expect(received).to_be_visible()
