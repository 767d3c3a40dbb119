"""The palette of the desk, by the keys alone: it opens everywhere, finds, leads there, and gives the keys back."""

from __future__ import annotations

from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, StorageState, expect

from tests.browser.chromium import DESK, PHONE, Visitors
from tests.browser.looking import barriers, in_both_lights, sideways
from tests.browser.pages import Place, visit
from tests.browser.stage import CLUB

BOARD: Final = Place("director", "/desk/{playing}/")


@pytest.fixture
def board(visitors: Visitors, stage: dict[str, Any], key: StorageState) -> Page:
    """The desk of an evening in play."""
    return visit(visitors, BOARD, stage, key)


def field(page: Page) -> Locator:
    """Where one types in the palette."""
    return page.get_by_role("combobox", name="Search the club")


def chosen(page: Page) -> Locator:
    """The option that Enter follows."""
    return page.locator('[role="option"][aria-selected="true"]')


def ask(page: Page, words: str) -> None:
    """Open the palette, type, and wait until something is chosen."""
    page.keyboard.press("Control+k")
    expect(field(page)).to_be_focused()
    page.keyboard.type(words)
    expect(chosen(page)).to_have_count(1)


def test_what_is_typed_is_found_and_enter_leads_there(board: Page) -> None:
    ask(board, "table 2")
    expect(chosen(board)).to_contain_text("Table 2 in round 1")
    board.keyboard.press("Enter")
    board.wait_for_url("**/table/2/?round=1")


def test_the_arrows_go_through_the_options_and_say_where_they_are(board: Page) -> None:
    ask(board, "round 1")
    options = board.get_by_role("option")
    for key, place in (("ArrowDown", 1), ("ArrowUp", 0), ("ArrowUp", -1), ("ArrowDown", 0)):
        board.keyboard.press(key)
        expect(chosen(board)).to_have_count(1)
        expect(options.nth(place)).to_have_attribute("aria-selected", "true")
        told = field(board).get_attribute("aria-activedescendant")
        assert told == options.nth(place).get_attribute("id")
        expect(field(board)).to_be_focused()
    expect(board.locator("#palette [role=status]")).to_contain_text("results")


def test_a_page_and_an_act_of_the_evening_are_found_by_their_names(board: Page) -> None:
    ask(board, "stop the round")
    board.keyboard.press("Enter")
    board.wait_for_url("**/do/stop/")


@pytest.mark.parametrize("opening", ["Control+k", "Meta+k", "/"])
def test_escape_gives_the_keys_back_to_where_they_were(board: Page, opening: str) -> None:
    before = board.locator(".masthead__nav").get_by_role("link", name="Papers")
    before.focus()
    board.keyboard.press(opening)
    expect(field(board)).to_be_focused()
    board.keyboard.type("ma")
    board.keyboard.press("Escape")
    expect(board.locator("#palette")).to_be_hidden()
    expect(before).to_be_focused()


def test_a_page_with_a_search_of_its_own_keeps_the_key_for_it(
    visitors: Visitors, stage: dict[str, Any], key: StorageState
) -> None:
    page = visit(visitors, Place("director", f"/desk/{CLUB}/members/"), stage, key)
    page.keyboard.press("/")
    expect(page.locator("main [data-search]")).to_be_focused()
    expect(page.locator("#palette")).to_be_hidden()
    page.keyboard.press("Control+k")
    expect(field(page)).to_be_focused()


def test_enter_before_anything_is_found_leads_to_the_page_of_the_search(board: Page) -> None:
    board.keyboard.press("Control+k")
    board.keyboard.type("zz")
    board.keyboard.press("Enter")
    board.wait_for_url("**/search/?*q=zz")
    expect(board.get_by_role("heading", level=1)).to_have_text("Search")
    expect(board.get_by_text("Nothing found for “zz”.")).to_be_visible()


def test_what_finds_nothing_is_told_and_nothing_is_chosen(board: Page) -> None:
    board.keyboard.press("Control+k")
    board.keyboard.type("nothing at all")
    expect(board.locator("#palette [role=status]")).to_have_text("Nothing found for “nothing at all”.")
    expect(field(board)).to_have_attribute("aria-expanded", "false")
    assert barriers(board) == []


def test_everybody_can_use_it_on_every_screen(board: Page) -> None:
    ask(board, "an")
    for size in (DESK, PHONE):
        board.set_viewport_size(size)
        assert sideways(board) == []
        box = board.locator("#palette").evaluate("(one) => [one.scrollWidth, one.clientWidth]")
        assert box[0] <= box[1]
        in_both_lights(board)


def test_the_button_in_the_head_opens_it_on_a_phone(
    visitors: Visitors, stage: dict[str, Any], key: StorageState
) -> None:
    page = visit(visitors, BOARD, stage, key)
    page.set_viewport_size(PHONE)
    page.locator(".masthead__search button").click()
    expect(field(page)).to_be_focused()


def test_without_scripts_the_field_in_the_head_leads_to_a_page(
    visitors: Visitors, stage: dict[str, Any], key: StorageState
) -> None:
    page = visit(visitors, Place("director", "/desk/demo/"), stage, key, java_script_enabled=False)
    page.locator(".masthead__search input[type=search]").fill("winter league")
    page.locator(".masthead__search button").click()
    page.get_by_role("link", name="This winter").click()
    page.wait_for_url("**/winter-league/this-winter/")
