"""An evening by a schedule at the desk, on a phone: wishes, and a search that is watched."""

import re
from datetime import timedelta
from typing import Any, Final
from unittest.mock import patch

import pytest
from django.db.models import F
from playwright.sync_api import Page, StorageState, expect

from tests.browser.chromium import Visitors
from tests.browser.house import House
from tests.browser.looking import assert_good, sideways
from tests.browser.stage import a_club, evening_in, set_stage

FOUND_MS = 75_000
"""A search ends by itself within a minute; a worker has other things to do."""


STATES: Final = ("dropped", "failed", "begun", "under way", "worse", "found")
MANY_MOVES: Final = 123_456_789
REMARK: Final = f"ArithmeticError: {'a' * 60}"


def put(planning: Any, state: str) -> None:
    """Let a search stand as `state` says; the sweep does not find it before tomorrow."""
    seats, widest = planning.announced["rounds"], {"moves": MANY_MOVES, "milliseconds": 59_900}
    worst = {**planning.announced, "rounds": [seats[0]] * len(seats)}
    found: dict[str, dict[str, Any]] = {
        "dropped": {"stage": "dropped"},
        "failed": {"stage": "dropped", "remark": REMARK},
        "begun": {"stage": "searching", "announced": None, "moves": 0, "milliseconds": 0},
        "under way": {"stage": "searching", **widest, "stop_asked": True},
        "worse": {"announced": worst, **widest},
        "found": widest,
    }
    for name, value in found[state].items():
        setattr(planning, name, value)
    planning.jobs.update(due_at=F("due_at") + timedelta(days=1))
    planning.save()


def make_searches(slug: str) -> dict[str, str]:
    """An evening for every way in which a search can stand, with the widest figures: their addresses."""
    club = a_club(slug)
    found = {}
    with patch("tournaments.work.outbox.send"):  # no worker hears of a search
        for state in STATES:
            evening = evening_in(club, "drawn_up").evening
            put(evening.plannings.get(), state)
            found[state] = f"{club.slug}/{evening.slug}"
    return found


@pytest.fixture(scope="module")
def searches(house: House) -> dict[str, str]:
    """An evening for every way in which a search can stand: their addresses."""
    return house.call(make_searches, "searches")


def wish(page: Page, label: str, place: int) -> str:
    field = page.get_by_label(label, exact=True)
    field.select_option(index=place)
    return str(field.locator("option:checked").inner_text())


@pytest.mark.parametrize("faces", ["those of the page", "those of the machine"])
def test_the_page_fits_a_phone_however_a_search_stands(
    visitors: Visitors, key: StorageState, searches: dict[str, str], faces: str
) -> None:
    page = visitors.open("phone", locale="fr-FR", storage_state=key)
    if faces == "those of the machine":  # as before the page's own have come
        page.route("**/*.woff2", lambda route: route.abort())
    with visitors.watch.expecting(".woff2", "Failed to load resource"):
        for state, address in searches.items():
            page.goto(f"/desk/{address}/schedule/")
            expect(page.locator(".compared")).to_have_count(1 if state in ("worse", "found") else 0)
            assert sideways(page) == [], state


def test_a_director_wishes_searches_and_takes_what_is_found(
    visitors: Visitors, house: House, key: StorageState, slug: str
) -> None:
    made = house.call(set_stage, slug, "drawn_up")
    page = visitors.open("phone", storage_state=key)
    page.goto(f"/desk/{made['drawn_up']}/schedule/")
    page.get_by_role("button", name="Drop it").click()
    expect(page.get_by_role("heading", name="Found:")).to_have_count(0)

    # Two who are better not at one table, and a second pair in a row that comes without the page
    one = wish(page, "Never at one table, 2: player", 3)
    wish(page, "Never at one table, 2: and player", 4)
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
    # "Found nothing better" where only the wishes are new: what is counted may be as good as it was.
    expect(page.get_by_role("heading", name="Found")).to_be_visible(timeout=FOUND_MS)
    expect(stop).to_have_count(0)
    assert_good(page)
    page.get_by_role("button", name="Use this schedule").click()
    expect(page.get_by_text("The new schedule is announced.")).to_be_visible()
