"""A new installation, from `./run` to the drawn seats of the first evening, on pages alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.chromium import Visitors
from tests.browser.looking import assert_good
from tests.browser.newcomer import Terminal, heading, terminal

SURNAMES = (
    "Ash",
    "Birch",
    "Cole",
    "Dove",
    "Elm",
    "Finch",
    "Gale",
    "Hart",
    "Ives",
    "Jay",
    "Kite",
    "Lark",
    "Moss",
)
MEMBERS = "\n".join(["Name\tTicket", *(f"Ada {name}\tred" for name in SURNAMES)])


@pytest.fixture
def shell(engine: Browser, tmp_path: Path) -> Iterator[Terminal]:
    """A terminal in which `./run` was typed, where nothing was before."""
    with terminal(tmp_path) as opened:
        yield opened


def test_a_club_of_ones_own_has_its_first_seats_without_a_terminal(engine: Browser, shell: Terminal) -> None:
    people = Visitors(engine, shell.links["Home page"])
    page = people.open("desk")
    begin(page, shell.links["Set up your club"])
    add_members(page)
    draw(page)
    join(people.open("phone"), invited(page))
    people.all_leave()
    assert people.watch.faults == []


def begin(page: Page, start: str) -> None:
    """The page to which the link in the terminal leads makes the club and the account."""
    page.goto(start)
    heading(page, "Welcome to Head Table")
    assert_good(page)
    expect(page.get_by_label("Time zone")).to_have_value("Europe/London")
    page.get_by_label("Name of the club").fill("The Owl Club")
    page.get_by_label("Your name").fill("Ada Marsh")
    page.get_by_label("Username").fill("ada")
    page.get_by_label("Password").fill("six of hens takes it")
    page.get_by_role("button", name="Create club").click()
    heading(page, "The Owl Club")
    expect(page.get_by_text("step 1 of 9")).to_be_visible()
    expect(page.get_by_role("region", name="Add your members")).to_be_visible()
    assert_good(page)


def add_members(page: Page) -> None:
    """They are pasted from a spreadsheet."""
    page.get_by_role("link", name="Add members").click()
    page.get_by_role("link", name="Import a list").first.click()
    page.get_by_label("Paste the list").fill(MEMBERS)
    page.get_by_role("button", name="Check the list").click()
    page.get_by_role("button", name="Add 13 members").click()
    expect(page.get_by_role("row", name="Ada Moss")).to_contain_text("red")
    page.get_by_role("link", name="The Owl Club").click()


def draw(page: Page) -> None:
    """An evening with its usual values, thirteen who come, and their seats."""
    expect(page.get_by_text("step 2 of 9")).to_be_visible()
    page.get_by_role("link", name="New evening").first.click()
    page.get_by_role("button", name="Create evening").click()
    expect(page.get_by_text("step 3 of 9")).to_be_visible()
    page.get_by_role("button", name="Open the doors").click()
    for count in range(1, len(SURNAMES) + 1):
        page.locator("#waiting li:not(.is-in) button").first.click()
        expect(page.locator(".desk__counts")).to_contain_text(f"{count} player")
    expect(page.get_by_text("step 4 of 9")).to_be_visible()
    page.get_by_role("button", name="Draw the seats").click()
    expect(page.get_by_text("Drawn from the sealed seed")).to_be_visible()
    expect(page.get_by_text("step 5 of 9")).to_be_visible()
    assert_good(page)
    page.get_by_role("button", name="Leave the tour").click()
    expect(page.get_by_text("Your first evening")).to_have_count(0)


def invited(page: Page) -> str:
    """The path of an invitation, which the page shows once, on a phone as well."""
    page.goto("/desk/the-owl-club/officers/")
    page.get_by_label("Who is it for?").fill("Bea")
    page.get_by_role("button", name="Create invitation").click()
    link = page.get_by_role("button", name="Copy link").get_attribute("data-copy")
    page.set_viewport_size({"width": 360, "height": 640})
    assert_good(page)
    assert link
    return urlsplit(link).path


def join(page: Page, invitation: str) -> None:
    """Somebody makes an account by it, and runs the club's evenings too."""
    page.goto(invitation)
    heading(page, "Run the evenings of The Owl Club")
    assert_good(page)
    page.get_by_label("Your name").fill("Bea Lowe")
    page.get_by_label("Username").fill("bea")
    page.get_by_label("Password").fill("five of owls takes it")
    page.get_by_role("button", name="Create account").click()
    heading(page, "The Owl Club")
    expect(page.get_by_text("You are an officer of The Owl Club now.")).to_be_visible()
