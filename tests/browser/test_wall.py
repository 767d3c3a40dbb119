"""The wall from ten metres: how large its names are, how its lists fill the screen, and that nothing is cut."""

from typing import Any, Final

import pytest
from playwright.sync_api import Page

from tests.browser.chromium import Visitors
from tests.browser.house import House
from tests.browser.stage import a_club, name_players
from tests.tournaments.an_evening import AnEvening

CLUB: Final = "ten-metres"
SCREENS: Final = ((1280, 720), (3840, 2160))
"""The least and the largest; what fits both fits those between."""
FEW: Final = range(1, 7)
MANY: Final = (7, 9, 13, 17, 25, 30)
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


WINNERS: Final = """() => [...document.querySelectorAll(".wall-prizes")].map((list) => {
  document.querySelectorAll("[data-screen]").forEach((one) => { one.hidden = !one.contains(list); });
  const names = [...list.querySelectorAll("strong")];
  const foot = document.querySelector(".wall__foot").getBoundingClientRect().top;
  const over = [...list.children].map((prize) => prize.getBoundingClientRect().bottom - foot);
  const wide = names.map((name) => name.scrollWidth - name.clientWidth);
  const size = Math.min(...names.map((name) => parseFloat(getComputedStyle(name).fontSize)));
  return [size / innerHeight, Math.max(...over, ...wide, document.documentElement.scrollHeight - innerHeight)];
})"""
"""Of every screenful of prizes how high its names are, and by how much anything is too large."""


def unbroken(number: int) -> str:
    """A name of 28 letters without a space."""
    long = "abcdefghijklmnopqrstuvwxyz"
    name = f"W{long[number % 26].upper()}{long[number % 7 :][:20]}{'abcdef'[: number % 7]}{1000 + number}"
    return name[:28].ljust(28, "n")


def usual(number: int) -> str:
    first = ("Margaret", "Jean-Baptiste", "Christopher", "Zoe", "Wolfgang-Amadeus")[number % 5]
    return f"{first} Featherstone {number}"


def named(number: int) -> str:
    """Every second name goes on where it does not fit, the others cannot."""
    return (usual, unbroken)[number % 2](number)


def make_rooms() -> dict[str, dict[str, str]]:
    """Evenings of so many tables: before they begin, in their third round, or over with a prize that is shared."""
    club = a_club(CLUB)

    def room(key: str, tables: int, until: str, **planned: Any) -> AnEvening:
        players = 4 * tables + (tables > 1)
        evening = AnEvening.made(club, players, at=club.made_at, name=key, target=14, **planned)
        name_players(evening, named)
        return evening.bring_to(until)

    def before_and_in_play(tables: int, key: str, **planned: Any) -> dict[str, str]:
        seated = room(key, tables, "seated", **planned)
        few = tables < 14
        playing = room(f"played {key}", tables, "moved" if few else "playing", **planned)
        if few:
            playing.go_on_to("playing").go_on_to("moved").go_on_to("playing")
        return {"seats": seated.evening.slug, "playing": playing.evening.slug}

    found = {str(tables): before_and_in_play(tables, f"{tables} tables") for tables in (*FEW, *MANY)}
    prizes = {"best": 2, "sums": [5000, 2500], "ties": "shared"}
    found["shared"] = {"over": room("shared", 6, "published", rounds=1, prizes=prizes).evening.slug}
    alone = {"game": "ascot", "movement": "drawn", "hands_per_round": 2}
    for tables in (3, 6, 9):
        found[f"alone-{tables}"] = before_and_in_play(tables, f"alone-{tables}", **alone)
    return found


@pytest.fixture(scope="module")
def evenings(house: House) -> dict[str, dict[str, str]]:
    """The last words of the addresses, by names, the number of tables and how far each has got."""
    return house.call(make_rooms)


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
def test_names_of_few_tables_are_high_many_fill_columns_and_pages_evenly_and_nothing_is_cut(
    visitors: Visitors, evenings: dict[str, dict[str, str]], width: int, height: int
) -> None:
    page = visitors.open("wall", viewport={"width": width, "height": height})
    in_play = {key: evening for key, evening in evenings.items() if "playing" in evening}
    for key, evening in in_play.items():
        for full in measured(page, evening):
            assert is_whole(full), (key, page.url, full["cut"], full["over"], full["columns"])
            assert key not in map(str, FEW) or min(full["font"], full["box"]) >= 1 / 14, (key, full)
    for tables in MANY:
        for of, one in evenings[str(tables)].items():
            shown = [full["rows"] for full in screenfuls(page, one)]
            sizes = {len(rows) for rows in shown}
            assert max(sizes) - min(sizes) <= 1, (tables, of, sizes)
            assert min(sizes) > 1, (tables, of, sizes)
            if of == "playing":
                numbers = [str(number) for number in range(1, tables + 1)]
                assert [table for rows in shown for table in rows] == numbers


def test_those_who_share_a_prize_are_read_from_ten_metres_too(
    visitors: Visitors, evenings: dict[str, dict[str, str]]
) -> None:
    page = visitors.open("wall")
    page.goto(f"/c/{CLUB}/{evenings['shared']['over']}/wall/")
    page.evaluate("() => document.fonts.ready")
    screens = page.evaluate(WINNERS)
    assert len(screens) > 1
    for size, over in screens:
        assert size >= 1 / 14
        assert over <= 1
