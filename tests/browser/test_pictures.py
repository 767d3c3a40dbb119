"""Pictures of one screen are compared by their pixels: what has changed is told, and fails nothing."""

from pathlib import Path

from tests.browser.chromium import CHANGES, Visitors
from tests.browser.house import House

DRAW = """(colour) => {
  const square = `linear-gradient(${colour} 0 0) 0 0 / 40px 20px no-repeat #fff`;
  document.body.style.cssText = `margin: 0; min-height: 0; background: ${square}`;
}"""


def test_what_has_changed_since_the_last_picture_is_told(
    visitors: Visitors, house: House, tmp_path: Path
) -> None:
    visitors.album = tmp_path
    page = visitors.open("desk", viewport={"width": 200, "height": 100})
    for colour in ("red", "red", "blue"):
        page.evaluate(DRAW, colour)
        visitors.picture(page, "a/square")
    page.set_viewport_size({"width": 200, "height": 120})
    visitors.picture(page, "a/square")
    assert (tmp_path / CHANGES).read_text().splitlines() == [
        "a.square.png: 4.00 % changed, from 0, 0 to 39, 19",
        "a.square.png: 200 x 100 pixels are now 200 x 120",
    ]
