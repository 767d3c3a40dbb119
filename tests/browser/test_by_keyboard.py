"""A whole evening by the keyboard alone, at the desk and at the table."""

from __future__ import annotations

import json
from typing import Final

from playwright.sync_api import Page, expect

from tests.browser.chromium import Visitors
from tests.browser.evening import WORKER_MS
from tests.browser.house import House
from tests.browser.keys import Keys
from tests.browser.paper import sweep
from tests.browser.people import fields_of
from tests.browser.test_every_state import RING

CLUB: Final = "by-keyboard"
PEOPLE: Final = 5
MAKE_CLUB: Final = f"""
import django
django.setup()
from django.utils import timezone
from tournaments.club.models import User
from tournaments.club.services import clubs
director, at = User.objects.get(username="demo-director"), timezone.now()
club = clubs.make_club(name="The Keys", director=director, time_zone="Europe/London", at=at, slug={CLUB!r})
clubs.add_names(club=club, names=[f"Member {{n:02}}" for n in range({PEOPLE})], at=at)
"""


def heading(page: Page, words: str, patience: int = WORKER_MS) -> None:
    """Wait until the page says so in its title."""
    expect(page.get_by_role("heading", level=1)).to_contain_text(words, timeout=patience)


def next_step(keys: Keys, words: str) -> None:
    """Press the one button that comes next, which must say these words."""
    button = keys.page.locator("#next")
    expect(button).to_contain_text(words)
    expect(button).to_be_enabled()
    keys.press(button)


def enter_a_hand(keys: Keys, number: int) -> None:
    """Choose every field of a hand in which one couple takes all, save it, and see that it is there."""
    for path, value in fields_of(sweep(1)).items():
        if not path.startswith("hand.counters."):
            keys.choose(keys.page.locator(f'#hand-form input[name="{path}"][value="{value}"]'))
    keys.press(keys.page.locator('#hand-form [data-rest-to="A"]'))
    keys.press(keys.page.get_by_role("button", name=f"Save hand {number}"))
    expect(keys.page.locator(".slip", has_text=f"Hand {number} is saved")).to_be_visible()
    keys.still_there()


def play_a_round(desk: Keys, table: Keys, number: int) -> None:
    """Start, a hand that reaches the target, the bell, the end of the round."""
    next_step(desk, f"Start round {number}")
    heading(desk.page, f"Round {number} of 2")
    desk.page.wait_for_load_state()
    enter_a_hand(table, 1)
    table.press(table.page.get_by_role("button", name="Ring the bell"))
    expect(table.page.get_by_role("heading", name="The bell has rung").first).to_be_visible()
    heading(desk.page, "play has stopped")
    next_step(desk, f"Close round {number}")


def test_the_bell_keeps_the_keys_until_it_is_put_away(visitors: Visitors, house: House) -> None:
    made = json.loads(house.python("-m", "tests.browser.stage", "keys-of-the-bell"))
    page = visitors.open("phone", has_touch=False, is_mobile=False)
    page.goto(made["cards"]["playing"][1])
    table = Keys(page)
    table.reach(page.locator("#call-words, .play__call").first)
    house.python("-c", RING, made["playing"])
    away = page.get_by_role("button", name="Back to the table")
    expect(away).to_be_focused()
    for _ in range(3):
        page.keyboard.press("Tab")
        assert page.evaluate(
            "document.activeElement === document.body || !!document.activeElement.closest('#rung')"
        )
    table.press(away)
    expect(page.locator("#rung")).to_be_hidden()
    table.still_there()


def test_a_whole_evening_needs_no_mouse(visitors: Visitors, house: House) -> None:
    house.python("-c", MAKE_CLUB)
    page = visitors.open("desk")
    desk = Keys(page)
    page.goto(house.sign_in_link())
    desk.press(page.get_by_role("button", name="Sign me in"))
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()

    page.goto(f"/desk/{CLUB}/")
    desk.press(page.get_by_role("link", name="New evening"))
    heading(page, "New evening")
    desk.write(page.get_by_label("Name", exact=True), "By the keys")
    desk.write(page.get_by_label("Rounds", exact=True), "2")
    desk.write(page.locator('input[name="rule-chantecler-target"]'), "14")
    desk.press(page.get_by_role("button", name="Create evening"))
    heading(page, "Before the doors open")
    next_step(desk, "Open the doors")

    for people in range(1, PEOPLE + 1):
        desk.press(page.locator("#waiting button").first)
        expect(page.locator(".desk__counts")).to_contain_text(f"{people} player")
    next_step(desk, "Draw the seats")
    heading(page, "The seats are drawn")

    desk.press(page.locator(".masthead__nav").get_by_role("link", name="Papers"))
    desk.press(page.get_by_role("link", name="Table cards"))
    expect(page.locator(".tent__qr svg")).to_have_count(1)
    card = page.locator(".tents a[target]").get_attribute("href")
    assert card
    phone = visitors.open("phone", has_touch=False, is_mobile=False)
    phone.goto(card)
    table = Keys(phone)
    page.go_back()
    desk.press(page.locator(".masthead__nav").get_by_role("link", name="Board"))

    play_a_round(desk, table, 1)
    heading(page, "The next seats: round 2")
    next_step(desk, "Announce the next seats")
    expect(phone.get_by_role("heading", name="Where you go")).to_be_visible()
    table.press(phone.locator(".goers a").first)
    expect(phone.locator(".go")).to_be_visible()
    play_a_round(desk, table, 2)

    next_step(desk, "Finish the evening")
    heading(page, "The evening is over")
    ties = page.locator("#ties form")
    while ties.count():
        with page.expect_navigation():
            desk.press(ties.first.get_by_role("button").first)
    next_step(desk, "Publish the evening")
    heading(page, "The evening is published")
    assert "\n".join(desk.unseen + table.unseen) == ""
