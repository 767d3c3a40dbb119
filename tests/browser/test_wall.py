"""The wall from ten metres: how large its names are, how its lists fill the screen, and that nothing is cut."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest
from playwright.sync_api import Page

from tests.browser.chromium import Visitors
from tests.browser.house import House

CLUB: Final = "ten-metres"
SCREENS: Final = ((1920, 1080), (1280, 720), (3840, 2160))
FEW: Final = range(1, 7)
SHARED: Final = (1, 4, 6)
MANY: Final = (7, 9, 13, 17, 25, 30)
EVENINGS: Final = f"""
import json
from tests.browser.stage import a_club
from tests.tournaments.an_evening import AnEvening
from tournaments.evening import acts

club = a_club("{CLUB}")
at = club.made_at
long = "abcdefghijklmnopqrstuvwxyz"
found = dict()
def room(key, tables, names, **planned):
    evening = AnEvening.made(club, 4 * tables + (tables > 1), at=at, name=key, target=14, **planned)
    for number, player in enumerate(evening.players):
        player.name = names(number)
        player.save()
    return evening

def make(key, tables, names, **planned):
    seated = room(key, tables, names, **planned).bring_to("seated")
    playing = room("played " + key, tables, names, **planned).bring_to("moved" if tables < 14 else "playing")
    if tables < 14:
        playing.act(acts.Start())
        for step in ("bell", "settled", "drafted", "moved"):
            playing.step_to(step)
        playing.act(acts.Start())
    found[key] = dict(seats=seated.evening.slug, playing=playing.evening.slug)

def of_28(number):
    return "W" + long[number % 26].upper() + long[number % 7 :][:20] + "abcdef"[: number % 7] + str(1000 + number)

def usual(number):
    first = ["Margaret", "Jean-Baptiste", "Christopher", "Zoe", "Wolfgang-Amadeus"][number % 5]
    return first + " Featherstone " + str(number)

for tables in range(1, 7):
    make("long-" + str(tables), tables, lambda number: of_28(number)[:28].ljust(28, "n"))
    make("usual-" + str(tables), tables, usual)
for tables in {MANY}:
    make("usual-" + str(tables), tables, usual)
    make("long-" + str(tables), tables, lambda number: of_28(number)[:28].ljust(28, "n"))
for tables in {SHARED}:
    for names in (usual, lambda number: of_28(number)[:28].ljust(28, "n")):
        key = "shared-" + str(tables) + "-" + names.__name__.strip("<>")
        prizes = dict(best=2, sums=[5000, 2500], ties="shared")
        over = room(key, tables, names, rounds=1, prizes=prizes).bring_to("published")
        found[key] = dict(over=over.evening.slug)
for tables in (3, 6, 9):
    make("alone-" + str(tables), tables, usual, game="ascot", movement="drawn", hands_per_round=2)
print(json.dumps(found))
"""
"""Evenings of so many tables, whose players have usual names, or names of 28 letters without a space."""

SIZES: Final = """() => {
  const names = [".wall-names__name", ".wall-tables .couple-names", ".wall-tables .own-points__name",
    ".wall-standings__name", ".wall-race__name"].join();
  const screens = [...document.querySelectorAll("[data-screen]")];
  return screens.map((screen) => {
    screens.forEach((one) => { one.hidden = one !== screen; });
    const list = screen.querySelector(".wall-list");
    const foot = document.querySelector(".wall__foot").getBoundingClientRect();
    const rows = [...list.children];
    const columns = new Map();
    rows.forEach((row) => {
      const left = Math.round(row.getBoundingClientRect().left);
      columns.set(left, (columns.get(left) ?? 0) + 1);
    });
    const texts = [...list.querySelectorAll("*")].filter((one) => one.checkVisibility()
      && !one.closest(".unseen, svg, .open-mark, .couple, .medallion")
      && [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()));
    const box = (one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      return range.getBoundingClientRect();
    };
    const sticksOut = (text) => {
      const [inner, row] = [box(text), text.closest("li").getBoundingClientRect()];
      const over = inner.bottom - row.bottom > 2 || row.top - inner.top > 2 || inner.right > row.right + 1
        || inner.left < row.left - 1 || inner.bottom > foot.top + 1;
      return over || (getComputedStyle(text).overflowX !== "visible" && text.scrollWidth > text.clientWidth + 1);
    };
    const found = [...list.querySelectorAll(names)];
    return {
      rows: rows.map((row) => row.querySelector(".medallion__number")?.innerText ?? ""),
      columns: [...columns.values()],
      font: Math.min(...found.map((name) => parseFloat(getComputedStyle(name).fontSize))) / innerHeight,
      box: Math.min(...found.map((name) => box(name).height)) / innerHeight,
      cut: texts.filter(sticksOut).slice(0, 3)
        .map((text) => [text.innerText, Math.round(box(text).height), Math.round(text.closest("li").offsetHeight)]),
      over: [document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth],
    };
  });
}"""
"""Every screenful that turns: its rows, how many each column has, how high its names are, and what is cut off."""

WINNERS: Final = """() => {
  const screens = [...document.querySelectorAll("[data-screen]")].filter((one) => one.querySelector(".wall-prizes"));
  return screens.map((screen) => {
    document.querySelectorAll("[data-screen]").forEach((one) => { one.hidden = one !== screen; });
    const list = screen.querySelector(".wall-prizes");
    const lowest = Math.max(...[...list.children].map((prize) => prize.getBoundingClientRect().bottom));
    const names = [...list.querySelectorAll("strong")];
    return {
      names: [...list.querySelectorAll(".unbroken")].map((name) => name.firstChild.data.trim().replace(/,$/, "")),
      prizes: list.children.length,
      size: Math.min(...names.map((name) => parseFloat(getComputedStyle(name).fontSize))) / innerHeight,
      over: [
        lowest - document.querySelector(".wall__foot").getBoundingClientRect().top,
        document.documentElement.scrollHeight - innerHeight,
        ...names.map((name) => name.scrollWidth - name.clientWidth),
      ],
    };
  });
}"""
"""Every screenful of prizes: who has them, how high their names are, and by how much anything is too large."""


@pytest.fixture(scope="module")
def evenings(house: House) -> dict[str, dict[str, str]]:
    """The last words of the addresses, by what the evenings are called above."""
    found: dict[str, dict[str, str]] = json.loads(house.python("-c", EVENINGS))
    return found


def screenfuls(page: Page, evening: str, query: str = "") -> list[dict[str, Any]]:
    """What turns on the wall of the evening, each as measured."""
    page.goto(f"/c/{CLUB}/{evening}/wall/{query}")
    page.evaluate("() => document.fonts.ready")
    found: list[dict[str, Any]] = page.evaluate(SIZES)
    return found


EVERYTHING: Final = "?show=tables&show=standings&show=race"


def measured(page: Page, evening: dict[str, str]) -> list[dict[str, Any]]:
    """All that turns on the wall of an evening, before it begins and while its third round is played."""
    return [full for one in evening.values() for full in screenfuls(page, one, EVERYTHING)]


def is_whole(full: dict[str, Any]) -> bool:
    """Nothing is cut off, and the columns are equally high, or the last a row lower."""
    columns = full["columns"]
    return not full["cut"] and max(full["over"]) <= 0 and max(columns) - min(columns) <= 1


@pytest.mark.parametrize(("width", "height"), SCREENS)
@pytest.mark.parametrize("names", ["usual", "long"])
def test_up_to_six_tables_names_are_a_fourteenth_of_the_screen_high(
    visitors: Visitors, evenings: dict[str, dict[str, str]], names: str, width: int, height: int
) -> None:
    page = visitors.open("wall", viewport={"width": width, "height": height})
    for tables in FEW:
        for full in measured(page, evenings[f"{names}-{tables}"]):
            assert min(full["font"], full["box"]) >= 1 / 14, (tables, full)
            assert is_whole(full), (tables, page.url, full["cut"], full["over"], full["columns"])


@pytest.mark.parametrize(("width", "height"), SCREENS)
@pytest.mark.parametrize("names", ["usual", "long"])
def test_more_tables_fill_pages_and_columns_evenly_and_nothing_is_cut(
    visitors: Visitors, evenings: dict[str, dict[str, str]], names: str, width: int, height: int
) -> None:
    page = visitors.open("wall", viewport={"width": width, "height": height})
    for tables in MANY:
        evening = evenings[f"{names}-{tables}"]
        for full in measured(page, evening):
            assert is_whole(full), (tables, page.url, full["cut"], full["over"], full["columns"])
        for of, one in evening.items():
            shown = [full["rows"] for full in screenfuls(page, one)]
            sizes = {len(rows) for rows in shown}
            assert max(sizes) - min(sizes) <= 1, (tables, of, sizes)
            assert min(sizes) > 1, (tables, of, sizes)
            if of == "playing":
                assert [table for rows in shown for table in rows] == [
                    str(number) for number in range(1, tables + 1)
                ]


@pytest.mark.parametrize("tables", SHARED)
def test_those_who_share_a_prize_are_read_from_ten_metres_too(
    visitors: Visitors, evenings: dict[str, dict[str, str]], tables: int
) -> None:
    page = visitors.open("wall")
    for names in ("usual", "lambda"):
        page.goto(f"/c/{CLUB}/{evenings[f'shared-{tables}-{names}']['over']}/wall/")
        page.evaluate("() => document.fonts.ready")
        screens = page.evaluate(WINNERS)
        assert len({name for screen in screens for name in screen["names"]}) == 4 * tables, screens
        for screen in screens:
            assert screen["size"] >= 1 / 14, (tables, names, screen)
            assert max(screen["over"]) <= 1, (tables, names, screen)
        visitors.picture(page, f"shared prizes, {tables} tables, {names}")


def test_players_alone_are_not_cut_either(visitors: Visitors, evenings: dict[str, dict[str, str]]) -> None:
    page = visitors.open("wall")
    for key, evening in evenings.items():
        if key.startswith("alone"):
            assert [full for full in measured(page, evening) if not is_whole(full)] == [], key
