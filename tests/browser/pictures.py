"""Makes the pictures of the README and of the guide from a running copy: `python -m tests.browser.pictures`."""

import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page, expect, sync_playwright

from tests.browser.chromium import ARGUMENTS, Visitors
from tests.browser.house import ROOT, House
from tests.browser.paper import WORTH, hand
from tests.browser.people import Phone, choose
from tests.browser.stage import set_scene
from tests.services import chromium

PICTURES: Final = ROOT / "docs" / "pictures"
NAME: Final = "cards.example"
"""What the pictures' address says; a real one would tell whose machine made them."""
PHONE: Final = {"width": 390, "height": 844}
STANDINGS: Final = {"width": 1280, "height": 860}
SEASON: Final = "demo/leagues/winter-league/this-winter"
HAND: Final = hand(1, 7, "one three pheasant peacock owl chantecler", rest="B")


def take(page: Page, name: str) -> None:
    page.evaluate("() => document.fonts.ready")
    path = PICTURES / f"{name}.png"
    page.screenshot(path=path)
    print(f"{path.relative_to(ROOT)}: {path.stat().st_size / 1000:.0f} kB")  # noqa: T201 - its report


def desk(visitors: Visitors, house: House, scene: dict[str, Any]) -> None:
    """The director's board, a round in play; the door of next week; what a correction would change."""
    page = visitors.open("desk")
    page.goto(house.sign_in_link().removeprefix(house.url))
    page.get_by_role("button", name="Sign me in").click()
    page.goto(f"/desk/{scene['tonight']}/")
    expect(page.locator("#next")).to_be_visible()
    take(page, "desk")
    page.goto(f"/desk/{scene['door']}/")
    expect(page.locator(".guest")).to_be_visible()
    take(page, "door")
    page.goto(f"/desk/{scene['tonight']}/table/1/round/1/hand/1/correct/")
    for counter in WORTH:
        choose(page, f"hand.counters.{counter}", "B")
    page.get_by_label("Reason").fill("both couples say so")
    page.get_by_role("button", name="See what it changes").click()
    page.evaluate("() => document.querySelector('#changes').scrollIntoView()")
    take(page, "impact")


def phone(visitors: Visitors, scene: dict[str, Any]) -> None:
    """A hand tapped in at table 2, its slip before it is saved."""
    page = visitors.open("phone", viewport=PHONE, device_scale_factor=2)
    Phone(page, scene["tables"][1]).fill(HAND)
    page.evaluate("() => window.scrollTo(0, 0)")
    take(page, "phone")


def wall(visitors: Visitors, scene: dict[str, Any]) -> None:
    """What the room reads while it plays, in lamplight."""
    page = visitors.open("wall", scheme="dark", viewport={"width": 1280, "height": 720})
    page.goto(f"/c/{scene['tonight']}/wall/")
    expect(page.locator(".wall-tables")).to_be_visible()
    take(page, "wall")


def tables(visitors: Visitors, scene: dict[str, Any]) -> None:
    """What visitors read of an evening that is over, and of a season."""
    page = visitors.open("desk", viewport=STANDINGS)
    for name, path in (("standings", scene["last"]), ("season", SEASON)):
        page.goto(f"/c/{path}/")
        expect(page.locator("table").first).to_be_visible()
        take(page, name)


def main() -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = House(Path(folder), {})
        house.prepare()
        scene = house.call(set_scene)
        house.start("web")
        named = f"--host-resolver-rules=MAP {NAME} 127.0.0.1"
        browser = playwright.chromium.launch(executable_path=chromium(), args=[*ARGUMENTS, named])
        visitors = Visitors(browser, f"http://{NAME}:{house.port}")
        try:
            desk(visitors, house, scene)
            phone(visitors, scene)
            wall(visitors, scene)
            tables(visitors, scene)
        finally:
            browser.close()
            house.close()
    if visitors.watch.faults:
        sys.exit("\n".join(visitors.watch.faults))


if __name__ == "__main__":
    main()
