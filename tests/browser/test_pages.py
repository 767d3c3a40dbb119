"""Every page at three widths in both themes: it fits, everybody can use it, nothing complains."""

from __future__ import annotations

import json
from contextlib import ExitStack
from itertools import pairwise
from typing import Any, Final

import pytest
from playwright.sync_api import Page, StorageState, expect

from tests.browser.chromium import Scheme, Visitors
from tests.browser.house import House
from tests.browser.looking import barriers, sideways
from tests.browser.pages import EVERY, Place

WIDTHS: Final = {360: 640, 1280: 800, 1920: 1080}
SCHEMES: Final[tuple[Scheme, Scheme]] = ("light", "dark")
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


@pytest.fixture(scope="package")  # as the house is: set twice in one, it is another club's the second time
def stage(house: House) -> dict[str, Any]:
    """An evening in every status, by the words in addresses."""
    found: dict[str, Any] = json.loads(house.python("-m", "tests.browser.stage"))
    return found


@pytest.fixture(scope="module")
def key(engine: Any, house: House) -> StorageState:
    """What the browser of a director keeps who has signed in."""
    context = engine.new_context()
    page = context.new_page()
    page.goto(house.sign_in_link())
    page.get_by_role("button", name="Sign me in").click()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    kept: StorageState = context.storage_state()
    context.close()
    return kept


def visit(visitors: Visitors, place: Place, stage: dict[str, Any], key: StorageState, **looks: Any) -> Page:
    """The page at this place, opened by whom it is for."""
    if place.who == "director":
        looks["storage_state"] = key
    page = visitors.open("desk", **looks)
    links = {"player": "cards", "holder": "tickets"}.get(place.who)
    path = stage[links][place.path][0] if links else place.path.format(**stage)
    with ExitStack() as allowed:
        if place.status != 200:
            allowed.enter_context(visitors.watch.expecting("Failed to load resource"))
        answer = page.goto(path)
        assert answer
        assert answer.status == place.status
        page.evaluate("() => document.fonts.ready")
    return page


def misplaced(levels: list[int]) -> list[tuple[int, int]]:
    """Headings that skip a level below the one before them; the first has to be the only one of level 1."""
    skips = [(upper, lower) for upper, lower in pairwise(levels) if lower > upper + 1]
    return skips if levels[:1] == [1] and levels.count(1) == 1 else [(0, level) for level in levels]


@pytest.mark.parametrize("place", EVERY, ids=str)
def test_a_page_fits_every_screen_and_everybody_can_use_it(
    visitors: Visitors, stage: dict[str, Any], key: StorageState, place: Place
) -> None:
    odd = len(str(place)) % 2
    page = visit(visitors, place, stage, key, scheme=SCHEMES[odd])
    assert misplaced(page.evaluate(HEADINGS)) == []
    for width, height in list(WIDTHS.items())[:: -1 if odd else 1]:
        page.set_viewport_size({"width": width, "height": height})
        wide = sideways(page)
        assert not wide, f"{width}: {wide}"
        assert page.evaluate(BROKEN) == [], width
        name = str(place).replace("/", ".").strip(".")
        visitors.picture(page, f"{name} {width} {SCHEMES[odd]}")
        if width == (1280 if odd else 360):
            assert barriers(page) == []
