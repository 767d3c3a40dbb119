"""The end of the evening: standings, cuts for prizes, publishing, and what a visitor then reads."""

from __future__ import annotations

import json
from typing import Any, Final

from playwright.sync_api import Locator, Page, expect

from tests.browser.evening import WORKER_MS, ThePlay
from tests.browser.looking import assert_good
from tests.browser.paper import Line

# Of the place and of the name the first words alone: marks for open hands, and for a place that is shared, follow.
READ_STANDINGS: Final = """(table) => [...table.tBodies[0].rows].map((row) => [...row.cells].map((cell, place) => {
  const part = place < 2 ? [...cell.childNodes].find((node) => node.textContent.trim()) : cell;
  return part.textContent.trim().replace("−", "-").replace("+", "");
}))"""


class TheEvening(ThePlay):
    """The whole evening, from the door to the web page."""

    def finish(self) -> None:
        """After the last round: standings, and the ties for prizes are cut."""
        self.director.next("Finish the evening")
        expect(self.desk.get_by_role("heading", level=1)).to_have_text("The evening is over")
        assert_good(self.desk)
        self.look("08-finished")
        ties = self.desk.locator("#ties form")
        while ties.count():
            self.cut_for_a_prize(ties.first)
        assert_good(self.desk)
        self.look("09-cut")

    def cut_for_a_prize(self, form: Locator) -> None:
        """Whoever stands first on the form has won the cut."""
        prize = form.locator('input[name="prize"]').input_value()
        buttons = form.locator('button[name="winner"]:not([value="seed"])')
        if buttons.count():
            order = buttons.all_inner_texts()
            decided = 1
            chosen = buttons.first
        else:
            first = form.locator("select option:checked").all_inner_texts()
            everybody = form.locator("select").first.locator('option:not([value=""])').all_inner_texts()
            order = [*first, *(name for name in everybody if name not in first)]
            decided = len(first)
            chosen = form.get_by_role("button", name="Record the cut")
        # The notice of the cut before may still be shown: what counts is the page that follows.
        with self.desk.expect_navigation():
            chosen.click()
        with self.desk.expect_navigation():
            self.desk.locator("main").get_by_role("button", name="Record the cut").click()
        expect(self.desk.get_by_text("The cut is recorded.", exact=True)).to_be_visible()
        self.paper.cuts.append((prize, tuple(order), decided))

    def publish(self) -> None:
        """The worker seals the evening."""
        self.director.next("Publish the evening")
        expect(self.desk.get_by_role("heading", level=1)).to_have_text(
            "The evening is published", timeout=WORKER_MS
        )
        self.look("10-published")

    def read(self) -> dict[str, Any]:
        """A visitor reads the page, prints it, and takes CSV and archive home; the archive is returned."""
        visitor = self.visitors.open("desk", accept_downloads=True)
        visitor.goto(self.address)
        wanted = sorted(self.paper.standings(), key=lambda line: (line.place, line.name))
        assert self.standings_on(visitor) == wanted
        assert_good(visitor)
        self.visitors.picture(visitor, "11-public")
        with visitor.expect_download() as csv:
            visitor.get_by_role("link", name="CSV").click()
        rows = csv.value.path().read_text(encoding="utf-8-sig").splitlines()
        assert len(rows) == 1 + len(wanted)
        with visitor.expect_download() as archive:
            visitor.get_by_role("link", name="Archive").click()
        visitor.get_by_role("link", name="How to check this result").click()
        visitor.get_by_role("button", name="Check it here").click()
        expect(visitor.locator("[data-check-said]")).to_contain_text("Everything fits")
        assert_good(visitor)
        self.visitors.picture(visitor, "11-check")
        visitor.go_back()
        visitor.get_by_role("link", name="Print", exact=True).click()
        assert self.standings_on(visitor) == wanted
        self.visitors.picture(visitor, "12-print")
        told: dict[str, Any] = json.loads(archive.value.path().read_bytes())
        return told

    @staticmethod
    def standings_on(page: Page) -> list[Line]:
        """The table of the standings, in the order in which a secretary checks it."""
        rows = page.locator(".table--standings").first.evaluate(READ_STANDINGS)
        lines = [Line(name, *map(int, (place, *numbers))) for place, name, *numbers in rows]
        return sorted(lines, key=lambda line: (line.place, line.name))
