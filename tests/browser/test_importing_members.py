"""Members are pasted from a spreadsheet: the columns are matched, the lines looked at, everybody added."""

from string import ascii_lowercase
from typing import Final

from playwright.sync_api import StorageState, expect

from tests.browser.chromium import Visitors
from tests.browser.house import House
from tests.browser.looking import assert_good
from tests.browser.stage import make_club

SURNAMES: Final = ["Ashber", *(f"Birch{letter}" for letter in ascii_lowercase)]
LINES: Final = [f"{name}, Ada\tred" for name in SURNAMES] + [
    "Kestral, Robin\t",
    "Roux, Thérèse\tblue",
    "\tlost",
]


def test_thirty_lines_are_pasted_matched_and_added(
    visitors: Visitors, house: House, key: StorageState, slug: str
) -> None:
    house.call(make_club, slug, "Robin Kestrel", "Therese Roux")
    page = visitors.open("phone", storage_state=key)
    page.goto(f"/desk/{slug}/members/import/")
    page.get_by_label("Paste the list").fill("\n".join(LINES))
    page.get_by_role("button", name="Check the list").click()
    expect(page.get_by_role("button", name="Add 27 members")).to_be_visible()
    assert_good(page, lights=True)

    page.get_by_label("Column B").select_option("Ignore")
    expect(page.get_by_role("row", name="Ashber")).not_to_contain_text("red")
    page.get_by_label("Column B").select_option("Ticket colour")
    expect(page.get_by_role("row", name="Ashber")).to_contain_text("red")
    page.get_by_label("Another person").check()
    expect(page.get_by_role("button", name="Add 28 members")).to_be_visible()
    expect(page.get_by_label("Another person")).to_be_focused()

    with visitors.watch.expecting("422"):
        page.get_by_role("button", name="Add 28 members").click()
        expect(page.get_by_role("alert")).to_contain_text("cannot be added")
    assert_good(page, lights=True)
    page.get_by_label("Leave out the 1 line").check()
    page.get_by_role("button", name="Add 28 members").click()
    expect(page.get_by_role("status")).to_contain_text("28 members were added.")
    assert_good(page, lights=True)
