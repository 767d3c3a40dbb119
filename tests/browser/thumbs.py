"""Two thumbs on the entry form of a hand, counting what they touch."""

from __future__ import annotations

import time
from typing import Any

from playwright.sync_api import Locator, Page, expect

from games.catalogue import find
from tests.browser.people import Slip, lines_of
from tests.tournaments.evening.web.table.a_phone import as_posted

Hand = dict[str, Any]


class Thumbs:
    """Somebody who enters a hand.

    Args:
        page: the page with the form.
        game: the slug of its game.

    Attributes:
        taps: how often the screen or its keyboard was touched.
    """

    def __init__(self, page: Page, game: str) -> None:
        self.page = page
        self.game = find(game)
        self.taps = 0
        self.began = time.monotonic()

    @property
    def seconds(self) -> float:
        """How long it has taken."""
        return time.monotonic() - self.began

    def enter(self, hand: Hand) -> Slip:
        """Tap the hand in; the slip that the page shows before it is saved."""
        self.tap_in(hand)
        expect(self.page.locator("#preview[aria-busy]")).to_have_count(0)
        expect(self.page.locator("#preview .slip")).to_be_visible()
        return lines_of(self.page.locator("#preview .slip"))

    def tap_in(self, hand: Hand) -> None:
        """Tap the hand in, from the top of the form to its foot."""
        order = [field.name for field in self.game.form]
        values = as_posted({name: hand[name] for name in sorted(hand, key=order.index)}, self.game.slug)
        for path, value in values.items():
            self._set(path, value)

    def _set(self, path: str, value: str) -> None:
        fields = self.page.locator(f'#hand-form input[name="{path}"]')
        if fields.first.get_attribute("type") in ("radio", "checkbox"):
            tile = self.page.locator(f'#hand-form input[name="{path}"][value="{value}"]')
            if not tile.is_checked():
                self._unfold(tile)
                self._tap(tile.locator("xpath=.."))
        elif fields.input_value() != value:
            self._unfold(fields)
            if ".times." in path:
                for _ in range(int(value)):
                    self._tap(fields.locator("xpath=following-sibling::button"))
            else:
                self._tap(fields)
                self.page.keyboard.type(value)
                self.taps += len(value)

    def _unfold(self, field: Locator) -> None:
        fold = field.locator("xpath=ancestor::details[not(@open)]")
        if fold.count():
            self._tap(fold.locator("summary"))

    def _tap(self, what: Locator) -> None:
        what.tap()
        self.taps += 1

    def save(self) -> None:
        """Tap the button in the foot."""
        self._tap(self.page.locator("#hand-form .hand__save"))
