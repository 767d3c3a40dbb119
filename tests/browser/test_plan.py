"""The form of a new evening dims what cannot be had, says why, and lets nothing impossible be chosen."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.chromium import Device, Scheme, Visitors
from tests.browser.house import House
from tests.browser.looking import assert_good
from tests.browser.test_trouble import sign_in

DIMMED = {
    "chantecler": {"knock_out": False, "progressive": False},
    "chambery_tarot": {
        "progressive": True,
        "ladder": True,
        "knock_out": False,
        "swiss": False,
        "drawn": False,
    },
    "clabberjass": {"progressive": True, "ladder": False, "knock_out": False},
}


@pytest.mark.parametrize(
    ("device", "scheme"),
    [("phone", "light"), ("desk", "dark")],
    ids=["on a phone", "at the desk, by lamplight"],
)
def test_what_cannot_be_had_with_the_game_is_dimmed(
    visitors: Visitors, house: House, device: Device, scheme: Scheme
) -> None:
    page = visitors.open(device, scheme=scheme)
    sign_in(house, page)
    page.goto("/desk/demo/new/")
    for game, movements in DIMMED.items():
        page.locator(f"label:has(input[name=game][value={game}])").click()
        for value, dimmed in movements.items():
            expect(page.locator(f"input[name=movement][value={value}]")).to_be_enabled(enabled=not dimmed)
        expect(page.locator("[data-reason=seats]")).to_be_visible(visible=any(movements.values()))
        if movements.get("progressive"):
            expect(page.locator("input[name=movement]:checked")).to_have_value("scheduled")
            assert_good(page)
            visitors.picture(page, f"plan {game} {device} {scheme}")


def test_how_a_round_ends_says_what_can_be_chosen(visitors: Visitors, house: House) -> None:
    page = visitors.open("desk")
    sign_in(house, page)
    page.goto("/desk/demo/new/")
    page.locator("label:has(input[name=game][value=whist])").click()
    expect(page.locator("input[name=movement][value=progressive]")).to_be_disabled()
    expect(page.locator("[data-reason=no-winners]")).to_be_visible()
    page.locator("summary", has_text="The round").click()
    page.locator("input[name=round]").check()
    expect(page.locator("input[name=round__ends][value=bell]")).to_be_disabled()
    expect(page.locator("[data-reason=no-target-yet]")).to_be_visible()
    expect(page.locator("input[name=movement][value=progressive]")).to_be_enabled()
    expect(page.locator("[data-reason=no-winners]")).to_be_hidden()
    page.locator("input[name=worth]").check()
    page.locator("label:has(input[name=movement][value=drawn])").click()
    expect(page.locator("input[name=worth__counts][value=games]")).to_be_checked()
    page.locator("label:has(input[name=counting][value=points])").click()
    expect(page.locator("input[name=worth__counts][value=games]")).to_be_disabled()
    expect(page.locator("[data-reason=nobody-wins]")).to_be_visible()
    page.locator("label:has(input[name=game][value=ascot])").click()
    expect(page.locator("input[name=round__ends][value=game]")).to_be_disabled()
    expect(page.locator("[data-reason=no-target]")).to_be_visible()
