"""Names that run from right to left, and what stands beside them."""

from datetime import UTC, datetime, timedelta
from typing import Final

import pytest
from playwright.sync_api import StorageState

from tests.browser.chromium import Visitors
from tests.browser.house import House
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


NAMES = ("יעל כהן", "محمد علي", "Ada Marsh", "رنا 7", "דן", "Ben Okafor", "نور", "רות לוי")
"""Hebrew, Arabic and Latin beside each other; one has a number of its own."""
STATUSES = ("check_in", "playing", "bell", "moved", "published")


def make_evenings() -> dict[str, list[str]]:
    """The pages of evenings of people whose names run from right to left, by status."""
    at = datetime.now(UTC) - timedelta(minutes=30)
    club = a_club("rtl", called="מועדון הקלפים")
    found = {}
    for status in STATUSES:
        evening = AnEvening.made(club, 10, at=at, name="ערב ראשון", target=14)
        name_players(evening, lambda number: dict(enumerate(NAMES)).get(number, f"Guest {number}"))
        evening.bring_to(status)
        public, desk = (f"/{door}/{club.slug}/{evening.evening.slug}/" for door in ("c", "desk"))
        found[status] = [public, f"{public}wall/", desk]
        if status in ("bell", "moved", "published"):
            found[status] += [f"{public}rounds/1/", f"{public}rounds/1/tables/1/"]
            found[status] += [f"{desk}{page}/" for page in ("people", "ledger", "table/1", "seats")]
        if status not in ("check_in", "published"):
            found[status].append(f"/t/{token_of(evening, 1)}/")
    return found


@pytest.fixture(scope="module")
def from_the_right(house: House) -> dict[str, list[str]]:
    return house.call(make_evenings)


@pytest.mark.parametrize("status", STATUSES)
def test_what_stands_beside_a_name_from_right_to_left_keeps_its_side(
    visitors: Visitors, from_the_right: dict[str, list[str]], key: StorageState, status: str
) -> None:
    page, found = visitors.open("desk", storage_state=key, locale="fr-FR"), {}
    for path in from_the_right[status]:
        page.goto(path)
        if swapped := page.evaluate(SWAPPED):
            found[path] = swapped
    assert found == {}
