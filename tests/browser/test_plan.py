"""The form of a new evening dims what cannot be had, says why, and lets nothing impossible be chosen."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, StorageState, expect

from tests.browser.chromium import Visitors
from tests.browser.looking import assert_good

Opened = Callable[..., Page]


@pytest.fixture
def opened(visitors: Visitors, key: StorageState) -> Opened:
    """The form of a new evening on a phone, and of it these parts unfolded: `opened("?preset=swiss", "round")`."""

    def made(query: str, *parts: str) -> Page:
        page = visitors.open("phone", scheme="dark", storage_state=key)
        page.goto(f"/desk/demo/new/{query}")
        for part in parts:
            page.locator("summary", has=page.locator(f"[data-says-of={part}]")).click()
        return page

    return made


DIMMED = {
    "chantecler": {"knock_out": False, "progressive": False},
    "chambery_tarot": {"progressive": True, "ladder": True, "knock_out": False},
    "clabberjass": {"progressive": True, "ladder": False, "knock_out": False},
}


def test_what_cannot_be_had_with_the_game_is_dimmed(opened: Opened) -> None:
    page = opened("", "game", "movement")
    for game, movements in DIMMED.items():
        page.locator(f"label:has(input[name=game][value={game}])").click()
        for value, dimmed in movements.items():
            expect(page.locator(f"input[name=movement][value={value}]")).to_be_enabled(enabled=not dimmed)
        expect(page.locator("[data-reason=seats]")).to_be_visible(visible=any(movements.values()))
        if movements.get("progressive"):
            expect(page.locator("input[name=movement]:checked")).to_have_value("scheduled")
            assert_good(page)


def test_how_a_round_ends_says_what_can_be_chosen(opened: Opened) -> None:
    page = opened("", "game", "movement", "round")
    page.locator("label:has(input[name=game][value=whist])").click()
    expect(page.locator("input[name=movement][value=progressive]")).to_be_disabled()
    expect(page.locator("[data-reason=no-winners]")).to_be_visible()
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


def test_the_forecast_follows_what_is_chosen(opened: Opened) -> None:
    page = opened("?preset=everyone")
    forecast = page.locator("[data-forecast]")
    expect(page.locator("[data-forecast-button]")).to_have_count(0)
    page.locator("input[name=players]").fill("22")
    expect(forecast).to_contain_text("5 tables of 4, 2 sit out each round")
    page.locator("input[name=players]").fill("4000")
    expect(forecast).to_contain_text("the number of players is from 1 to 400")
    assert_good(page)


def test_only_what_the_chosen_game_counts_can_win_a_prize(opened: Opened) -> None:
    page = opened("", "game", "prizes")
    page.locator("label:has(input[name=prizes__others__0])").click()
    feat = page.locator("select[name=prizes__others__0__feat]")
    lone_hand, moon = (
        feat.locator(f"option[value='{code}']") for code in ("euchre.lone-hand", "chamberlain.moon")
    )
    page.locator("label:has(input[name=game][value=euchre])").click()
    feat.select_option("euchre.lone-hand")
    expect(moon).to_be_disabled()
    page.locator("label:has(input[name=game][value=chamberlain])").click()
    expect(feat).to_have_value("")
    expect(lone_hand).to_be_disabled()
    expect(moon).to_be_enabled()


def test_folded_parts_say_what_was_entered_in_them(opened: Opened) -> None:
    page = opened("", "tickets", "game")
    tickets, game = page.locator("[data-says-of=tickets]"), page.locator("[data-says-of=game]")
    expect(tickets).not_to_contain_text("Colours")
    page.locator("input[name=colours]").fill("red, green")
    expect(tickets).to_contain_text("Colours: red, green.")
    target = page.locator("input[name=rule-chantecler-target]")
    target.fill("30")
    expect(game).to_contain_text("30")
    page.locator("label:has(input[name=game][value=ascot])").click()
    expect(page.locator("input[name=rule-ascot-ramsch]")).to_be_visible()
    expect(game).to_contain_text("Ascot")
    page.locator("label:has(input[name=game][value=chantecler])").click()
    expect(target).to_have_value("30")


def test_what_was_changed_is_marked_with_what_it_was(opened: Opened) -> None:
    page = opened("")
    notes, prizes = page.locator(".field__was"), page.locator("details", has_text="Places and prizes")
    name, best = page.locator("input[name=name]"), page.locator("input[name=prizes__best]")
    expect(notes).to_have_count(0)
    before = name.input_value()
    name.fill("Martinmas")
    expect(notes).to_have_text([f"was {before}"])
    prizes.locator("summary").first.click()
    best.fill("7")
    expect(prizes.locator("summary").first).to_contain_text("changed")
    assert_good(page)
    name.fill(before)
    best.fill(best.get_attribute("value") or "")
    expect(notes).to_have_count(0)
    expect(prizes.locator("summary").first).not_to_contain_text("changed")


def test_house_rules_that_mean_nothing_are_not_shown(opened: Opened) -> None:
    page = opened("?preset=whist-drive", "game")
    page.locator("label:has(input[name=rule-whist-counts][value=all])").click()
    expect(page.locator("input[name=rule-whist-target]")).to_be_hidden()
    page.goto("/desk/demo/house-rules/whist/")
    for counts, shown in (("all", False), ("odd", True)):
        page.locator(f"label:has(input[name=counts][value={counts}])").click()
        expect(page.locator("input[name=target]")).to_be_visible(visible=shown)
        expect(page.locator("input[name=count_honours]")).to_be_visible(visible=shown)


def test_what_the_enter_key_does_is_save(opened: Opened) -> None:
    page = opened("?preset=swiss")
    expect(page.locator("[data-forecast-button]")).to_have_count(0)
    page.locator("input[name=name]").fill("Saved by a key")
    page.locator("input[name=name]").press("Enter")
    expect(page.locator("h1")).to_have_text("Before the doors open")
