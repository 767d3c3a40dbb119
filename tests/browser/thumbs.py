"""Two thumbs on the entry form of a hand, counting what they touch."""

from collections import Counter
from typing import Any

from playwright.sync_api import Locator, Page, expect

from games.catalogue import find
from tests.browser.people import Slip, lines_of
from tests.tournaments.evening.web.table.a_phone import as_posted

Hand = dict[str, Any]
SETTLES_MS = 50
"""So long the page takes at the most to hand on from a tile to the number behind it."""


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

    def enter(self, hand: Hand) -> Slip:
        self.tap_in(hand)
        expect(self.page.locator("#preview[aria-busy]")).to_have_count(0)
        expect(self.page.locator("#preview .slip")).to_be_visible()
        return lines_of(self.page.locator("#preview .slip"))

    def tap_in(self, hand: Hand) -> None:
        order = [field.name for field in self.game.form]
        values = as_posted({name: hand[name] for name in sorted(hand, key=order.index)}, self.game.slug)
        given = {
            field.name: {
                path: value for path, value in values.items() if path.startswith(f"hand.{field.name}.")
            }
            for field in self.game.form
            if field.kind == "taken_by"
        }
        for path, value in values.items():
            group = path.split(".")[1]
            if group not in given:
                self._set(path, value)
            elif given[group]:
                self._give(group, given[group])
                given[group] = {}

    def _give(self, group: str, values: dict[str, str]) -> None:
        """Who has each item of a group, by the shortest way: the rest goes to whoever has most of them."""
        field = self.page.locator(
            "#hand-form fieldset[data-rest]", has=self.page.locator(f'[name^="hand.{group}."]')
        )
        most = Counter(values.values()).most_common(1)[0][0]
        others = {path: value for path, value in values.items() if value != most}
        places = list(values)
        if not field.evaluate("(field) => field.matches('.is-flips')"):
            for path, value in others.items():
                self._set(path, value)
            if len(values) - len(others) > 1:
                self._tap(field.locator(f'[data-rest-to="{most}"]'))
            else:
                self._set(next(path for path, value in values.items() if value == most), most)
            return
        self._tap(field.locator(f'[data-rest-to="{most}"]'))
        chips, gone = field.locator(":scope > .flips > .flip"), field.locator("details .flip")
        for path, value in others.items():
            if value.endswith("-discard"):
                self._unfold(gone.nth(places.index(path)))
                for _ in range(1 + value.startswith("B")):
                    self._tap(gone.nth(places.index(path)))
            else:
                self._tap(chips.nth(places.index(path)))

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
                self._type(fields, value)

    def _type(self, field: Locator, value: str) -> None:
        """Type a number on the pad of the page, which is there already where the field before it handed on to it."""
        self.page.wait_for_timeout(SETTLES_MS)
        if not field.evaluate("(field) => field === document.activeElement"):
            self._tap(field)
        pad = self.page.locator(".pad")
        for digit in value:
            if pad.is_visible():
                self._tap(pad.locator(f'[data-pad-key="{digit}"]'))
            else:
                self.page.keyboard.type(digit)
                self.taps += 1

    def _unfold(self, field: Locator) -> None:
        fold = field.locator("xpath=ancestor::details[not(@open)]")
        if fold.count():
            self._tap(fold.locator("summary"))

    def _tap(self, what: Locator) -> None:
        what.tap()
        self.taps += 1

    def save(self) -> None:
        self._tap(self.page.locator("#hand-form .hand__save"))
