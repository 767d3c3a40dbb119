"""What people do on their screens: a phone at a table, the director at the desk."""

import re
import uuid
from typing import Any, Final

from playwright.sync_api import Locator, Page, expect

from tests.browser.paper import Hand
from tests.tournaments.evening.web.table.a_phone import as_posted

READ_SLIP: Final = """(slip) => [...slip.querySelectorAll(".slip__lines tbody tr")].map((row) => {
  const text = row.cells[1].cloneNode(true);
  text.querySelectorAll("a").forEach((link) => link.remove());
  const words = (node) => node.textContent.trim().replace(/\\s+/g, " ");
  return [words(row.cells[0]), words(text), words(row.cells[2])];
})"""
WORKER_MS: Final = 30_000
"""What a worker does by itself, and a page then shows, has come by then."""
Slip = list[list[str]]


def fields_of(hand: Hand, path: str = "hand") -> dict[str, str]:
    """A hand as the form posts it: by dotted path."""
    found: dict[str, str] = {}
    for name, value in hand.items():
        if isinstance(value, dict):
            found |= fields_of(value, f"{path}.{name}")
        else:
            found[f"{path}.{name}"] = "true" if value is True else str(value)
    return found


def lines_of(slip: Locator) -> Slip:
    """The lines of a score slip: whose, why, how many."""
    read: Slip = slip.evaluate(READ_SLIP)
    return read


FLIPS = 3
"""Of a chip at the most, until it is round again."""


def choose(page: Page, path: str, value: str) -> None:
    """Choose one value of a field of a hand: by its tile or, where a chip stands for the tiles, by flipping that."""
    radio = page.locator(f'input[name="{path}"][value="{value}"]')
    tile = page.locator("label.tile", has=radio)
    chips = page.locator("fieldset.is-flips", has=radio)
    if tile.is_visible() or not chips.count():
        tile.click()
        return
    rows = chips.locator(".counter").evaluate_all(
        "(rows) => rows.map((row) => row.querySelector('input')?.name)"
    )
    fold = chips.locator("details")
    if value.endswith("-discard") and not fold.evaluate("(fold) => fold.open"):
        fold.locator("summary").click()
    line = fold.locator(".flip") if value.endswith("-discard") else chips.locator(":scope > .flips > .flip")
    for _ in range(FLIPS):
        if not radio.is_checked():
            line.nth(rows.index(path)).click()
    expect(radio).to_be_checked()


class Phone:
    """A phone lying on a table, that has followed the link on its card."""

    def __init__(self, page: Page, link: str) -> None:
        self.page = page
        page.goto(link)
        self.url = page.url

    def tap(self, path: str, value: str) -> None:
        choose(self.page, path, value)

    def fill(self, hand: Hand) -> Slip:
        """Tap a hand in, field by field; the slip that the page shows before it is saved."""
        for path, value in fields_of(hand).items():
            self.tap(path, value)
        # What was shown on the way is the slip of half a hand.
        expect(self.page.locator("#preview[aria-busy]")).to_have_count(0)
        expect(self.page.locator("#preview .slip")).to_be_visible()
        expect(self.page.locator("#preview-sum")).not_to_be_empty()
        return lines_of(self.page.locator("#preview .slip"))

    def save(self) -> Slip:
        button = self.page.get_by_role("button", name=re.compile(r"Save hand \d+"))
        number = button.inner_text().split()[-1]
        button.tap()
        saved = self.page.locator(".slip", has_text=f"Hand {number} is saved")
        expect(saved).to_be_visible()
        return lines_of(saved)

    def send(self, hand: Hand, *, round_number: int, number: int, game: str = "chantecler") -> None:
        """Enter a hand by the page's form without looking at it."""
        token = next(
            cookie["value"] for cookie in self.page.context.cookies() if cookie["name"] == "csrftoken"
        )
        form: dict[str, Any] = {
            "csrfmiddlewaretoken": token,
            "round": str(round_number),
            "number": str(number),
            "key": uuid.uuid4().hex,
            **as_posted(hand, game),
        }
        answer = self.page.context.request.post(f"{self.url}hands/", form=form)
        assert answer.ok, answer.text()
        assert "saved=" in answer.url
