"""What people set their own screens to beside what every page is looked at by; names that run from right to left."""

from datetime import UTC, datetime, timedelta
from itertools import cycle
from typing import Final

import pytest
from playwright.sync_api import StorageState

from tests.browser.chromium import Visitors
from tests.browser.house import House
from tests.browser.keys import LIT
from tests.browser.pages import Place, Visit
from tests.browser.stage import a_club, name_players
from tests.tournaments.an_evening import AnEvening
from tests.tournaments.evening.web.table.a_phone import token_of

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


@pytest.mark.parametrize(("status", "locale"), zip(STATUSES, cycle(["en-GB", "fr-FR"])))
def test_what_stands_beside_a_name_from_right_to_left_keeps_its_side(
    visitors: Visitors, from_the_right: dict[str, dict[str, str]], key: StorageState, status: str, locale: str
) -> None:
    where = from_the_right[status]
    page = visitors.open("desk", storage_state=key, locale=locale)
    pages = [f"/c/{where['path']}/", f"/c/{where['path']}/wall/", f"/desk/{where['path']}/"]
    if status in ("bell", "moved", "published"):
        pages += [f"/c/{where['path']}/rounds/1/{page}" for page in ("", "tables/1/")]
        pages += [f"/desk/{where['path']}/{page}/" for page in ("people", "ledger", "table/1", "seats")]
    found = {}
    for path in [*pages, *([where["card"]] if where["card"] else [])]:
        page.goto(path)
        found[path] = page.evaluate(SWAPPED)
    assert {path: lines for path, lines in found.items() if lines} == {}
