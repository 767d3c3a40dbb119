"""An evening is rehearsed at the desk by a worker of the house, watched on a phone and at a desk, and read."""

from __future__ import annotations

import json
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chromium import Device, Scheme, Visitors
from tests.browser.house import House
from tests.browser.looking import assert_good
from tests.browser.test_trouble import sign_in

LONG: Final = 90_000
"""Milliseconds: a process begins, makes a database and plays an evening."""


@pytest.fixture(scope="module")
def evening(house: House) -> str:
    """Where an evening is that is being set up."""
    made = json.loads(house.python("-m", "tests.browser.stage", "rehearsing", "5", "draft"))
    return str(made["draft"])


def ask(page: Page) -> None:
    """Nine come, two of them late, and the rehearsal begins."""
    page.get_by_label("Players").fill("9")
    page.get_by_role("button", name="Rehearse", exact=True).click()


@pytest.mark.parametrize(
    ("device", "scheme"),
    [("phone", "light"), ("desk", "dark")],
    ids=["on a phone", "at the desk, by lamplight"],
)
def test_a_rehearsal_is_watched_and_read(
    visitors: Visitors, house: House, evening: str, device: Device, scheme: Scheme
) -> None:
    page = visitors.open(device, scheme=scheme)
    sign_in(house, page)
    page.goto(f"/desk/{evening}/")
    page.get_by_role("link", name="Rehearse the evening").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rehearsal")
    assert_good(page)
    visitors.picture(page, f"rehearsal form {device} {scheme}")
    ask(page)
    expect(page.locator("progress")).to_be_visible()
    visitors.picture(page, f"rehearsal under way {device} {scheme}")
    expect(page.get_by_role("heading", name="Where it would stop")).to_be_visible(timeout=LONG)
    expect(page.get_by_role("main")).to_contain_text("The evening runs through to its end")
    expect(page.locator("progress")).to_have_count(0)
    assert_good(page)
    for fold in page.locator("details.fold > summary").all():
        fold.click()
    assert_good(page)
    visitors.picture(page, f"rehearsal report {device} {scheme}")
    page.goto(f"/desk/{evening}/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Before the doors open")


def test_without_scripts_one_looks_again(visitors: Visitors, house: House, evening: str) -> None:
    page = visitors.open("phone", java_script_enabled=False)
    sign_in(house, page)
    page.goto(f"/desk/{evening}/rehearsal/")
    ask(page)
    stops = page.get_by_role("heading", name="Where it would stop")
    for _ in range(LONG // 500):
        if stops.is_visible():
            break
        page.wait_for_timeout(500)
        page.get_by_role("link", name="Look again").click()
    expect(stops).to_be_visible()
