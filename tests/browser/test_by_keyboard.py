"""By the keyboard alone: Tab reaches everything and shows where it is, and whatever changes leaves the keys there."""

from typing import Any, Final

import pytest
from playwright.sync_api import Error, Locator, Page, expect

from tests.browser.chromium import DESK, PHONE, Visitors
from tests.browser.looking import assert_good, in_both_lights
from tests.browser.pages import Place, Visit
from tests.browser.paper import sweep
from tests.browser.people import fields_of
from tests.browser.stage import CLUB
from tests.browser.test_live import stop_the_round

PLACES: Final = (
    *(Place("visitor", path) for path in ("/", "/sign-in/", "/c/{playing}/", "/t/")),
    *(
        Place("director", f"/desk/{path}/")
        for path in (
            *("{playing}", "{playing}/people", f"{CLUB}/new", "{draft}", "{seated}", "{seated}/papers/cards"),
            *("{bell}", "{bell}/do/close", "{drafted}", "{moved}", "{finished}", "{published}"),
        )
    ),
    *(Place("player", state) for state in ("playing", "ringing", "level", "moved")),
    Place("holder", "playing"),
)
MOST_STOPS: Final = 250
NAME_STOPS: Final = """() => {
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute("tabindex");
  const all = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")];
  const stops = all.filter((one) => one.checkVisibility({ visibilityProperty: true })
    && !one.disabled && !one.closest("fieldset:disabled") && one.tabIndex >= 0 && one.type !== "hidden");
  // Of a group of radio buttons one is reached by Tab, the others by the arrows.
  stops.forEach((one, place) => { one.dataset.stop = one.type === "radio" ? one.name : String(place); });
  return [...new Set(stops.map((one) => one.dataset.stop))];
}"""
"""Goes to the top of the page, and names all that Tab should reach."""
WHERE: Final = """() => {
  const here = document.activeElement;
  if (!here || here === document.body) return null;
  const lit = [here, here.closest("label"), here.nextElementSibling].filter(Boolean).some((one) => {
    const style = getComputedStyle(one);
    return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  });
  return [here.dataset.stop ?? here.outerHTML.slice(0, 80), lit];
}"""
"""Where the keys are, and whether one sees it."""
IS_THERE: Final = "(wanted) => document.activeElement === wanted"
IN_ITS_GROUP: Final = """(wanted) => {
  const here = document.activeElement;
  return here.type === "radio" && here.name === wanted.name && here.form === wanted.form;
}"""
FOCUS: Final = "() => document.activeElement !== document.body && document.activeElement?.isConnected"
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


class Keys:
    """Somebody who has no mouse and touches no screen: Tab, arrows, Enter and the space bar."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def reach(self, wanted: Locator, arrived: str = IS_THERE) -> None:
        expect(wanted).to_be_attached()
        for _ in range(MOST_STOPS):
            try:
                if wanted.evaluate(arrived):
                    return
                self.page.keyboard.press("Tab")
            except Error as left:  # the desk is read again as a whole where the evening has got on
                if "navigation" not in left.message:
                    raise
                self.page.wait_for_load_state()
        raise AssertionError(f"not within {MOST_STOPS} stops: {wanted}")

    def press(self, wanted: Locator) -> None:
        self.reach(wanted)
        self.page.keyboard.press("Enter")

    def choose(self, wanted: Locator) -> None:
        """Go to the group of radio buttons, and with the arrows to the one that is wanted."""
        self.reach(wanted, IN_ITS_GROUP)
        self.page.keyboard.press("Space")
        for _ in range(MOST_STOPS):
            if wanted.is_checked():
                return
            self.page.keyboard.press("ArrowRight")
        raise AssertionError(f"no arrow leads to {wanted}")

    def walk(self) -> dict[str, bool]:
        """All stops of the Tab key in the page: whether each shows that one is there."""
        reached: dict[str, bool] = {}
        for _ in range(MOST_STOPS):
            self.page.keyboard.press("Tab")
            found = self.page.evaluate(WHERE)
            if found is None or (len(reached) > 1 and found[0] == next(iter(reached))):
                break
            stop, lit = found
            reached[stop] = reached.get(stop, False) or lit
        return reached

    def still_there(self) -> None:
        """After the page has changed something of itself the keys are somewhere in it."""
        self.page.wait_for_function(FOCUS)


@pytest.mark.parametrize("place", PLACES, ids=str)
def test_the_tab_key_reaches_everything_and_shows_where_it_is(visit: Visit, place: Place) -> None:
    # Also where the browser sets all colours.
    page = visit(place, **({"forced_colors": "active"} if place == Place("player", "playing") else {}))
    stops = set(page.evaluate(NAME_STOPS))
    reached = Keys(page).walk()
    assert reached.keys() >= stops
    assert all(reached.values()), reached


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


def test_the_palette_opens_finds_leads_there_and_gives_the_keys_back(visit: Visit) -> None:
    page = visit(Place("director", "/desk/{playing}/"))
    field = page.get_by_role("combobox", name="Search the club")
    before = page.locator(".masthead__nav").get_by_role("link", name="Papers")
    before.focus()
    page.keyboard.press("/")
    expect(field).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#palette")).to_be_hidden()
    expect(before).to_be_focused()
    page.keyboard.press("Control+k")
    page.keyboard.type("table 2")
    expect(page.locator('[role="option"][aria-selected="true"]')).to_contain_text("Table 2 in round 1")
    for size in (DESK, PHONE):
        page.set_viewport_size(size)
        assert_good(page, lights=True)
        box = page.locator("#palette").evaluate("(one) => [one.scrollWidth, one.clientWidth]")
        assert box[0] <= box[1]
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/2/?round=1")


def test_a_page_with_a_search_of_its_own_keeps_the_key_for_it(visit: Visit) -> None:
    page = visit(Place("director", f"/desk/{CLUB}/members/"))
    page.keyboard.press("/")
    expect(page.locator("main [data-search]")).to_be_focused()
    expect(page.locator("#palette")).to_be_hidden()
