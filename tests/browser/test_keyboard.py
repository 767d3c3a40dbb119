"""Everything can be reached with the Tab key, and one sees where one is."""

from typing import Final

import pytest
from playwright.sync_api import Page

from tests.browser.keys import LIT
from tests.browser.pages import Place, Visit
from tests.browser.stage import CLUB

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
MOST_STOPS: Final = 150
NAME_STOPS: Final = """() => {
  const all = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")];
  const stops = all.filter((one) => one.checkVisibility({ visibilityProperty: true })
    && !one.disabled && !one.closest("fieldset:disabled") && one.tabIndex >= 0 && one.type !== "hidden");
  // Of a group of radio buttons one is reached by Tab, the others by the arrows.
  stops.forEach((one, place) => { one.dataset.stop = one.type === "radio" ? one.name : String(place); });
  return [...new Set(stops.map((one) => one.dataset.stop))];
}"""
FROM_THE_TOP: Final = """() => {
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute("tabindex");
}"""
WHERE: Final = """() => {
  const here = document.activeElement;
  if (!here || here === document.body) return null;
  const lit = LIT;
  return [here.dataset.stop ?? here.outerHTML.slice(0, 80), lit];
}""".replace("LIT", LIT)


def walk(page: Page) -> tuple[set[str], set[str]]:
    """The stops of the Tab key in the page, and those of them that do not show that one is there."""
    reached: dict[str, bool] = {}
    for _ in range(MOST_STOPS):
        page.keyboard.press("Tab")
        found = page.evaluate(WHERE)
        if found is None or (len(reached) > 1 and found[0] == next(iter(reached))):
            break
        stop, lit = found
        reached[stop] = reached.get(stop, False) or lit
    return set(reached), {stop for stop, lit in reached.items() if not lit}


@pytest.mark.parametrize("place", PLACES, ids=str)
def test_the_tab_key_reaches_everything_and_shows_where_it_is(visit: Visit, place: Place) -> None:
    page = visit(place)
    page.evaluate(FROM_THE_TOP)
    stops = set(page.evaluate(NAME_STOPS))
    reached, dark = walk(page)
    assert reached >= stops
    assert dark == set()
