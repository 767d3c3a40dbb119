"""A whole evening by the keyboard alone, at the desk and at the table."""

from typing import Any, Final

import pytest
from django.utils import timezone
from playwright.sync_api import StorageState, expect

from tests.browser.chromium import Visitors
from tests.browser.house import House
from tests.browser.keys import Keys
from tests.browser.looking import in_both_lights
from tests.browser.newcomer import heading
from tests.browser.pages import Place, Visit
from tests.browser.paper import sweep
from tests.browser.people import fields_of
from tests.browser.stage import CLUB as CLUB_OF_STAGE
from tests.browser.stage import make_club
from tournaments.evening import acts
from tournaments.evening.models import Evening
from tournaments.evening.services.perform import perform

CLUB: Final = "by-keyboard"
PEOPLE: Final = 5
REFETCHED: Final = (
    Place("visitor", "/c/{playing}/"),
    Place("visitor", "/c/{playing}/rounds/1/"),
    Place("holder", "playing"),
    Place("director", "/desk/{check_in}/"),
    Place("director", "/desk/{playing}/"),
    Place("director", "/desk/{moved}/"),
    Place("director", "/desk/{published}/"),
    Place("director", "/desk/{playing}/people/"),
    Place("director", "/desk/{mended}/table/1/"),
    Place("director", f"/desk/{CLUB_OF_STAGE}/{{coming_door}}/"),
)
STOPS: Final = "main :is(a[href], button:enabled, input:not([type=hidden]), summary)"
LOSES_KEYS: Final = """async (selectors) => {
  const stops = () => [...document.querySelectorAll(selectors)].filter((one) => one.checkVisibility()
    && one.closest("[hx-trigger*='evening-changed']"));
  const told = (one) => [one.localName, one.id, one.href, one.name, one.value, one.innerText].join(" ");
  const lost = [];
  const count = stops().length;
  const some = [0, 1, count >> 2, count >> 1, count - 2, count - 1].filter((at) => at >= 0 && at < count);
  const drawn = () => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
  for (const at of new Set(some)) {
    // Where a page has two parts, the other may be on its way.
    for (const late = performance.now() + 20_000; stops().length < count && performance.now() < late;) await drawn();
    const before = stops()[at];
    before.focus();
    const wanted = told(before);
    const settled = new Promise((done) => {
      document.addEventListener("htmx:afterSettle", () => { if (!before.isConnected) done(); });
      setTimeout(done, 20_000);
    });
    document.body.dispatchEvent(new CustomEvent("evening-changed", { detail: {} }));
    await settled;
    await drawn();
    const here = document.activeElement;
    if (before.isConnected) lost.push(`not fetched again: ${wanted}`);
    else if (told(here) !== wanted) lost.push(`${wanted} -> ${told(here).slice(0, 80)}`);
  }
  return count ? lost : ["nothing to press"];
}"""
"""The stops that are not where the keys are after the page has fetched itself again."""


def next_step(keys: Keys, words: str) -> None:
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


def ring(path: str) -> None:
    club, slug = path.split("/")
    evening = Evening.objects.get(club__slug=club, slug=slug)
    perform(evening=evening, act=acts.Stop(), by="user:1", at=timezone.now())


def test_the_bell_is_for_everybody_and_keeps_the_keys_until_it_is_put_away(
    visitors: Visitors, house: House, room: dict[str, Any]
) -> None:
    page = visitors.open("phone", has_touch=False, is_mobile=False)
    page.goto(room["cards"][1])
    table = Keys(page)
    table.reach(page.locator("#call-words, .play__call").first)
    house.call(ring, room["path"])
    away = page.get_by_role("button", name="Back to the table")
    expect(away).to_be_focused()
    in_both_lights(page)
    for _ in range(3):
        page.keyboard.press("Tab")
        assert page.evaluate(
            "document.activeElement === document.body || !!document.activeElement.closest('#rung')"
        )
    table.press(away)
    expect(page.locator("#rung")).to_be_hidden()
    table.still_there()


@pytest.mark.parametrize("place", REFETCHED, ids=str)
def test_a_page_that_fetches_itself_again_leaves_the_keys_where_they_are(visit: Visit, place: Place) -> None:
    page = visit(place)
    assert page.evaluate(LOSES_KEYS, STOPS) == []


def test_a_hand_from_another_phone_leaves_the_keys_where_they_are(
    visitors: Visitors, room: dict[str, Any]
) -> None:
    mine, theirs = (Keys(visitors.open("phone", has_touch=False, is_mobile=False)) for _ in range(2))
    for phone in (mine, theirs):
        phone.page.goto(room["cards"][0])
    calls = mine.page.get_by_role("button", name="Call the director")
    mine.reach(calls)
    enter_a_hand(theirs, 1)
    expect(mine.page.get_by_role("button", name="Save hand 2")).to_be_visible()
    expect(calls).to_be_focused()


def test_at_the_door_the_keys_go_on_to_the_next_name_and_at_last_to_what_is_said(
    visitors: Visitors, key: StorageState, door_path: str
) -> None:
    page = visitors.open("desk", storage_state=key)
    page.goto(door_path)
    door = Keys(page)
    names = page.locator("#waiting li:not(.is-in) button").all_inner_texts()
    door.reach(page.locator("#waiting li:not(.is-in) button").first)
    for name in names:
        expect(page.locator(":focus")).to_contain_text(name.strip())
        page.keyboard.press("Enter")
        expect(page.locator("#inside")).to_contain_text(name.strip())
    expect(page.locator("#waiting :focus")).to_be_visible()
    door.press(page.locator("#inside button").first)
    expect(page.locator("#inside li")).to_have_count(len(names) - 1)
    expect(page.locator("#inside :focus")).to_contain_text("Take back")


def test_a_whole_evening_needs_no_mouse(visitors: Visitors, house: House) -> None:
    house.call(make_club, CLUB, *(f"Member {number:02}" for number in range(PEOPLE)))
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
        desk.press(page.locator("#waiting li:not(.is-in) button").first)
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
        with page.expect_navigation():
            desk.press(page.locator("main").get_by_role("button", name="Record the cut"))
    next_step(desk, "Publish the evening")
    heading(page, "The evening is published")
    assert "\n".join(desk.unseen + table.unseen) == ""
