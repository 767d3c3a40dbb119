"""The papers as Chromium prints them: on A4 and on Letter, so many to a sheet, and nothing cut off."""

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Page, StorageState

from tests.browser.chromium import DESK, Visitors
from tests.browser.house import House
from tests.browser.looking import sideways
from tests.browser.stage import a_club
from tests.tournaments.an_evening import AnEvening

CLUB: Final = "paper-mill"
WHIST: Final = {
    "game": "whist",
    "movement": "by_colour",
    "counting": "points",
    "ends": {"ends": "hands", "hands": 1},
    "colours": ("ladies", "gents"),
    "rounds": 24,
}
ROOMS: Final[dict[str, tuple[int, str, dict[str, Any]]]] = {
    "eight": (34, "seated", {"rounds": 6, "colours": ("rose", "green")}),
    "announced": (16, "seated", {"rounds": 6, "movement": "scheduled"}),
    "alone": (13, "playing", {"game": "chambery_tarot", "movement": "drawn", "hands_per_round": 5}),
    "whist": (32, "seated", WHIST),
    "fourteen": (14, "published", {}),
    "many": (61, "settled", {}),
}
"""How many come, how far it gets, and what is planned."""
PAPERS: Final = {
    "eight/papers/cards/?each=1": 8,
    "eight/papers/cards/": 4,  # two a sheet, as slips below
    "eight/papers/cards/?each=4": 2,
    "eight/papers/slips/?each=1": 8,
    "eight/papers/slips/": 4,
    "eight/papers/slips/?each=4": 2,
    "announced/papers/slips/?each=4&round=all": 6,
    "eight/papers/slips/?each=4&round=blank": 2,
    "alone/papers/slips/?each=4": 1,  # players alone, five at a table
    "eight/papers/tickets/": 5,  # eight a sheet
    "whist/papers/tickets/": 4,  # that say where their colour moves
    "announced/papers/tickets/": 3,  # with their rounds, six a sheet
    "eight/papers/seating/": 1,
    "announced/papers/movement/": 1,
    "fourteen/standings/": 1,
}
"""The papers of the desk, each with how many pages it comes to."""
SIZES: Final = {"a4": (595, 842), "letter": (612, 792)}
"""Width and height in points."""
MARGINS: Final = 2 * 12 / 25.4 * 72
PIXELS: Final = 96 / 72
UNCUT: Final = """(high) => [...document.querySelectorAll(".tent, .ticket, .blank-slip")].filter((one) =>
  one.getBoundingClientRect().height > high || one.scrollWidth > one.clientWidth + 1
).map((one) => one.innerText)"""
"""What is cut out of a sheet and fits none, or has something sticking out of it."""
PAGE: Final = re.compile(rb"/Type\s*/Page\b")
BOX: Final = re.compile(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]")


def make_rooms() -> dict[str, str]:
    club = a_club(CLUB, called="The Paper Mill Social & Card Club")
    return {
        name: AnEvening.made(club, players, at=club.made_at, name=name, **plan).bring_to(until).evening.slug
        for name, (players, until, plan) in ROOMS.items()
    }


@pytest.fixture(scope="module")
def evenings(house: House) -> dict[str, str]:
    """The last words of the addresses of the evenings, by what they are called above."""
    return house.call(make_rooms)


def printed(page: Page, size: str) -> int:
    """How many pages of this size the page comes to, on the paper it asks for or, where it asks for none, on this."""
    pdf = page.pdf(format="A4" if size == "a4" else "Letter", prefer_css_page_size=True)
    for box in BOX.findall(pdf):
        assert [float(length) for length in box] == pytest.approx(SIZES[size], abs=1)
    return len(PAGE.findall(pdf))


def fits(page: Page, size: str) -> None:
    """Nothing is wider than the paper, and nothing that is cut out is higher."""
    wide, high = ((length - MARGINS) * PIXELS for length in SIZES[size])
    page.emulate_media(media="print")
    page.set_viewport_size({"width": int(wide), "height": int(high)})
    assert not sideways(page)
    assert page.evaluate(UNCUT, high) == []
    page.emulate_media(media="null")
    page.set_viewport_size(DESK)


@pytest.mark.parametrize("size", SIZES)
def test_papers_fit_their_sheets(
    visitors: Visitors, evenings: dict[str, str], key: StorageState, size: str
) -> None:
    page = visitors.open("desk", storage_state=key)
    page.goto(f"/desk/{CLUB}/{evenings['eight']}/papers/")
    page.get_by_role("link", name="A4" if size == "a4" else "Letter", exact=True).click()
    for paper, pages in PAPERS.items():
        name, _, where = paper.partition("/")
        page.goto(f"/desk/{CLUB}/{evenings[name]}/{where}")
        page.evaluate("() => document.fonts.ready")
        assert (paper, printed(page, size)) == (paper, pages)
        fits(page, size)
    # The standings of an evening lie on pages of their own.
    for name, standings, pages in (("fourteen", 1, 2), ("many", 2, 4)):
        page.goto(f"/c/{CLUB}/{evenings[name]}/print/")
        page.evaluate("() => document.fonts.ready")
        assert printed(page, size) == pages
        fits(page, size)
        page.evaluate(
            "() => document.querySelectorAll('.print-round, .print-rules').forEach((one) => one.remove())"
        )
        assert printed(page, size) == standings
