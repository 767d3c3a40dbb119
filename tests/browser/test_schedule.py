"""An evening by a schedule at the desk, on a laptop and on a phone: wishes, a search, and what really happens."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chromium import Device, Visitors
from tests.browser.house import House, attempt
from tests.browser.looking import assert_good, sideways

FOUND_MS = 75_000
"""A search ends by itself within a minute; a worker has other things to do."""


@pytest.fixture
def evening(house: House, request: pytest.FixtureRequest) -> str:
    """An evening of its own, its seats drawn and a search over: its address."""
    slug = re.sub("[^a-z]+", "-", request.node.name).strip("-")[-40:].strip("-") + attempt(request)
    made: dict[str, Any] = json.loads(house.python("-m", "tests.browser.stage", slug, "5", "drawn_up"))
    return str(made["drawn_up"])


@pytest.fixture(scope="module")
def searches(house: House) -> dict[str, str]:
    """An evening for every way in which a search can stand: their addresses."""
    made: dict[str, str] = json.loads(house.python("-m", "tests.browser.searches", "searches"))
    return made


def sign_in(house: House, page: Page) -> None:
    page.goto(house.sign_in_link())
    page.get_by_role("button", name="Sign me in").click()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()


def wish(page: Page, label: str, place: int) -> str:
    """Choose somebody; their name."""
    field = page.get_by_label(label, exact=True)
    field.select_option(index=place)
    return str(field.locator("option:checked").inner_text())


def take(page: Page) -> None:
    """Wait for what a search finds, look, and take it."""
    expect(page.get_by_role("heading", name="Found:")).to_be_visible(timeout=FOUND_MS)
    expect(page.get_by_role("button", name="Stop search")).to_have_count(0)
    assert_good(page)
    page.get_by_role("button", name="Use this schedule").click()
    expect(page.get_by_text("The new schedule is announced.")).to_be_visible()


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
@pytest.mark.parametrize("faces", ["those of the page", "those of the machine"])
def test_the_page_fits_a_phone_however_a_search_stands(
    visitors: Visitors, house: House, searches: dict[str, str], locale: str, faces: str
) -> None:
    page = visitors.open("phone", locale=locale)
    page.goto(house.sign_in_link())
    page.locator("main form button").first.click()
    page.wait_for_load_state()
    if faces == "those of the machine":  # as before the page's own have come
        page.route("**/*.woff2", lambda route: route.abort())
    with visitors.watch.expecting(".woff2", "Failed to load resource"):
        for state, address in searches.items():
            page.goto(f"/desk/{address}/schedule/")
            expect(page.locator(".compared")).to_have_count(1 if state in ("worse", "found") else 0)
            assert sideways(page) == [], state
            visitors.picture(page, f"search {state} {locale} {faces}")


@pytest.mark.parametrize("device", ["desk", "phone"])
def test_a_director_plans_and_mends_the_evening(
    visitors: Visitors, house: House, evening: str, device: Device
) -> None:
    page = visitors.open(device)
    sign_in(house, page)
    page.goto(f"/desk/{evening}/schedule/")
    assert_good(page)
    page.get_by_role("button", name="Drop it").click()
    expect(page.get_by_role("heading", name="Found:")).to_have_count(0)

    # Two who are better not at one table, and a second pair in a row that comes without the page
    one = wish(page, "Never at one table, 2: player", 3)
    other = wish(page, "Never at one table, 2: and player", 4)
    page.get_by_role("button", name=re.compile("One more.*Never at one table")).click()
    wish(page, "Never at one table, 3: player", 5)
    expect(
        page.get_by_label("Never at one table, 2: player", exact=True).locator("option:checked")
    ).to_have_text(one)
    with visitors.watch.expecting("422"):
        page.get_by_role("button", name="Search for a better schedule").click()
        expect(page.get_by_text("was chosen alone")).to_be_visible()
        assert_good(page)
    wish(page, "Never at one table, 3: and player", 6)
    page.get_by_role("button", name="Search for a better schedule").click()

    # The figures move by themselves, and what is being typed beside them stays
    tried = page.locator("#searches dd").first
    expect(tried).not_to_have_text("0", timeout=FOUND_MS)
    assert_good(page)
    stop = page.get_by_role("button", name="Stop search")
    if stop.is_visible():
        stop.click()
    take(page)
    apart = page.locator(".rounds td span", has_text=one).filter(has_text=other)
    assert not [
        cell
        for cell in apart.all()
        if "Sits out" not in (cell.locator("..").get_attribute("data-label") or "")
    ]

    # Play begins; somebody comes late, one leaves, another stands in
    page.goto(f"/desk/{evening}/")
    page.locator("#next").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Round 1")
    page.goto(f"/desk/{evening}/people/")
    page.get_by_label("or a guest's name").fill("Late Comer")
    page.get_by_role("button", name="Check latecomer in").click()
    expect(page.get_by_text("Late Comer has ticket")).to_be_visible()
    page.get_by_role("link", name="Leaves").first.click()
    page.locator("main form button").first.click()
    expect(page.get_by_text("leaves with the next move").first).to_be_visible()
    page.get_by_role("link", name="Substitute").nth(1).click()  # the first leaves
    page.get_by_label("or a guest's name").fill("Stand In")
    page.locator("main form button").first.click()
    expect(page.get_by_text("Stand In plays for")).to_be_visible()

    page.goto(f"/desk/{evening}/schedule/")
    happened = page.locator("#happened-list")
    for fact in ("Late Comer came in round 1.", "left in round 1.", "Stand In plays for"):
        expect(happened).to_contain_text(fact)
    assert_good(page)
    page.get_by_role("button", name="Fewest changes").click()
    take(page)
    expect(page.locator(".rounds")).to_contain_text("Late")
    visitors.picture(page, f"schedule {device}")

    # Everybody else reads it without signing in
    guest = visitors.open(device)
    for address in ("schedule/", "certificate/"):
        guest.goto(f"/c/{evening}/{address}")
        expect(guest.get_by_text("Late Comer").or_(guest.get_by_text("Late")).first).to_be_visible()
        assert_good(guest)


def test_all_of_it_works_without_scripts(visitors: Visitors, house: House, evening: str) -> None:
    page = visitors.open("desk", java_script_enabled=False)
    sign_in(house, page)
    page.goto(f"/desk/{evening}/schedule/")
    page.get_by_role("button", name="Drop it").click()
    page.get_by_role("button", name=re.compile("One more.*Must not move")).click()
    expect(page.get_by_label("Must not move, 3: player", exact=True)).to_be_visible()
    page.get_by_role("button", name="Search for a better schedule").click()
    expect(page.get_by_text("The search has begun")).to_be_visible()
    page.get_by_role("link", name="Look again").click()
    page.get_by_role("button", name="Drop it").click()
    expect(page.locator("#searches section")).to_have_count(0)
    page.get_by_label("or its text").fill("1-2-3-4 5-6-7-8\n1-2-3-99 5-6-7-8")
    with visitors.watch.expecting("422"):
        page.get_by_role("button", name="Announce schedule").click()
        expect(page.get_by_text("the players are 1 to 11")).to_be_visible()
    lines = ["1-2-3-4 5-6-7-8", "1-5-2-6 3-7-9-10", "1-7-11-8 2-9-4-10", "3-8-9-11 4-7-6-5"]
    page.get_by_label("or its text").fill("\n".join(lines))
    page.get_by_role("button", name="Announce schedule").click()
    expect(page.get_by_text("Brought in from a file: pasted text.")).to_be_visible()
