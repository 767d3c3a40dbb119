"""In French, whose words are longer, and with long names: every page fits a small phone, in every status."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page

from games.catalogue import GAMES
from tests.browser.chromium import Visitors
from tests.browser.house import House
from tests.browser.looking import sideways
from tests.browser.stage import a_club, name_players
from tests.tournaments.an_evening import STEPS, AnEvening
from tests.tournaments.evening.web.table.a_phone import token_of

NOT_FOR_PHONES = re.compile(
    r"/wall/|\.(csv|json|txt)$|/rounds/[2-9]/|/tables/[2-9]/|/table/[2-9]/|/language/"
)
OF_AN_EVENING = re.compile(r"^/c/[^/]+/[^/]+/")
LINKS = """links => links.map(link => link.getAttribute("href").split("#")[0])"""


NAMES = ("Jean-Baptiste de Villeneuve", "Marie-Antoinette Laframboise", "Zoé", "Wolfgang Schönenberger")
"""Long names beside short ones: where they fit, all do."""


def make_all() -> list[dict[str, str]]:
    """An evening in every status and one of every game: where each can be looked at."""
    at = datetime.now(UTC) - timedelta(hours=1)
    club = a_club("cercle", called="Cercle des amis du Coq")
    found: list[dict[str, str]] = []

    def make(status: str, until: str, players: int, **settings: Any) -> None:
        evening = AnEvening.made(club, players, at=at, name=f"Soirée {status}", **settings)
        name_players(evening, lambda number: f"{NAMES[number % len(NAMES)]} {number:02}")
        evening.bring_to(until)
        where = f"{club.slug}/{evening.evening.slug}/"
        has_cards = evening.evening.tables.exists() and evening.evening.status != "published"
        card = f"/t/{token_of(evening, 1)}/" if has_cards else ""
        found.append({"status": status, "public": f"/c/{where}", "desk": f"/desk/{where}", "card": card})

    for step in STEPS:
        make(step, step, 14, colours=("dames", "messieurs"), couples="mixed")
    for game in GAMES:
        make(game, "playing", 10, game=game, movement="drawn")
    return found


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
