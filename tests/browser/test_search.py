"""The palette of the desk, by the keys alone: it opens everywhere, finds, leads there, and gives the keys back."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.chromium import DESK, PHONE
from tests.browser.looking import in_both_lights, sideways
from tests.browser.pages import Place, Visit
from tests.browser.stage import CLUB


@pytest.fixture
def board(visit: Visit) -> Page:
    return visit(Place("director", "/desk/{playing}/"))


def field(page: Page) -> Locator:
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


def test_escape_gives_the_keys_back_to_where_they_were(board: Page) -> None:
    before = board.locator(".masthead__nav").get_by_role("link", name="Papers")
    before.focus()
    for opening in ("Control+k", "Meta+k", "/"):
        board.keyboard.press(opening)
        expect(field(board)).to_be_focused()
        board.keyboard.type("ma")
        board.keyboard.press("Escape")
        expect(board.locator("#palette")).to_be_hidden()
        expect(before).to_be_focused()


def test_a_page_with_a_search_of_its_own_keeps_the_key_for_it(visit: Visit) -> None:
    page = visit(Place("director", f"/desk/{CLUB}/members/"))
    page.keyboard.press("/")
    expect(page.locator("main [data-search]")).to_be_focused()
    expect(page.locator("#palette")).to_be_hidden()
    page.keyboard.press("Control+k")
    expect(field(page)).to_be_focused()


def test_everybody_can_use_it_on_every_screen(board: Page) -> None:
    ask(board, "an")
    for size in (DESK, PHONE):
        board.set_viewport_size(size)
        assert sideways(board) == []
        box = board.locator("#palette").evaluate("(one) => [one.scrollWidth, one.clientWidth]")
        assert box[0] <= box[1]
        in_both_lights(board)


def test_the_button_in_the_head_opens_it_on_a_phone(board: Page) -> None:
    board.set_viewport_size(PHONE)
    board.locator(".masthead__search button").click()
    expect(field(board)).to_be_focused()
