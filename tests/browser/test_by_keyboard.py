"""By the keyboard alone, at the desk and at the table: whatever changes meanwhile leaves the keys where they are."""

from typing import Any, Final

import pytest
from playwright.sync_api import Page, StorageState, expect

from tests.browser.chromium import Visitors
from tests.browser.keys import Keys
from tests.browser.looking import in_both_lights
from tests.browser.pages import Place, Visit
from tests.browser.paper import sweep
from tests.browser.people import fields_of
from tests.browser.stage import CLUB
from tests.browser.test_live import stop_the_round

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
    Place("director", f"/desk/{CLUB}/{{coming_door}}/"),
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


def enter_a_hand(keys: Keys, number: int) -> None:
    """Choose every field of a hand in which one couple takes all, save it, and see that it is there."""
    for path, value in fields_of(sweep(1)).items():
        if not path.startswith("hand.counters."):
            keys.choose(keys.page.locator(f'#hand-form input[name="{path}"][value="{value}"]'))
    keys.press(keys.page.locator('#hand-form [data-rest-to="A"]'))
    keys.press(keys.page.get_by_role("button", name=f"Save hand {number}"))
    expect(keys.page.locator(".slip", has_text=f"Hand {number} is saved")).to_be_visible()
    keys.still_there()


def test_the_bell_is_for_everybody_and_keeps_the_keys_until_it_is_put_away(
    visitors: Visitors, director: Page, room: dict[str, Any]
) -> None:
    page = visitors.open("phone", has_touch=False, is_mobile=False)
    page.goto(room["cards"][1])
    table = Keys(page)
    table.reach(page.locator("#call-words, .play__call").first)
    stop_the_round(director)
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
    expect(page.locator("#inside :focus")).to_contain_text("Undo")
