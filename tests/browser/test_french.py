"""In French, whose words are longer, and with long names: every page fits a small phone, in every status."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from games.catalogue import GAMES
from tests.browser.chromium import Visitors
from tests.browser.every_status import make_all
from tests.browser.house import House
from tests.browser.looking import sideways

NOT_FOR_PHONES = re.compile(
    r"/wall/|\.(csv|json|txt)$|/rounds/[2-9]/|/tables/[2-9]/|/table/[2-9]/|/language/"
)
OF_AN_EVENING = re.compile(r"^/c/[^/]+/[^/]+/")
LINKS = """links => links.map(link => link.getAttribute("href").split("#")[0])"""


@pytest.fixture(scope="module")
def evenings(house: House) -> list[dict[str, str]]:
    return house.call(make_all)


def too_wide(
    page: Page, *starts: str, but: re.Pattern[str] = NOT_FOR_PHONES
) -> Iterator[tuple[str, list[str]]]:
    """The pages below `starts` that do not fit, and the rulebooks' if one of them is among them; none of `but`."""
    waiting, seen = list(starts), set()
    while waiting:
        path = waiting.pop(0)
        kind = re.sub(r"people/[^/]+/", "people/", path)
        if kind in seen or but.search(path):
            continue
        seen.add(kind)
        page.goto(path)
        if wide := sideways(page):
            yield path, wide
        links = page.eval_on_selector_all('a[href^="/"]', LINKS)
        waiting += [link for link in links if link.startswith(starts)]


@pytest.mark.parametrize("status", ["check_in", "bell", "moved", "published"])
def test_every_page_fits_a_small_phone(
    visitors: Visitors, house: House, evenings: list[dict[str, str]], status: str
) -> None:
    (where,) = (found for found in evenings if found["status"] == status)
    page = visitors.open("phone", locale="fr-FR")
    page.goto(house.sign_in_link())
    page.click("main button")
    page.wait_for_url("**/desk/**")
    assert page.evaluate("document.documentElement.lang") == "fr"
    found = [*too_wide(page, where["public"]), *too_wide(page, where["desk"])]
    if where["card"]:
        page.goto(where["card"])
        found += [(page.url, wide)] if (wide := sideways(page)) else []
    assert found == []


@pytest.mark.parametrize("game", GAMES)
def test_the_entry_form_of_every_game_fits_too(
    visitors: Visitors, evenings: list[dict[str, str]], game: str
) -> None:
    (where,) = (found for found in evenings if found["status"] == game)
    page = visitors.open("phone", locale="fr-FR")
    page.goto(where["card"])
    visitors.picture(page, f"french-{game}")
    assert sideways(page) == []
    assert list(too_wide(page, f"/rules/{game}/")) == []


def test_pages_that_belong_to_no_evening_fit_too(visitors: Visitors) -> None:
    page = visitors.open("phone", locale="fr-FR")
    with visitors.watch.expecting("404"):
        starts = ("/", "/sign-in/", "/nowhere/", "/rules/chambery_tarot/")
        assert list(too_wide(page, *starts, but=OF_AN_EVENING)) == []
