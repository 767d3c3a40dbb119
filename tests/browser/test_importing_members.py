"""Members are pasted from a spreadsheet: the columns are matched, the lines looked at, everybody added."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import StorageState, expect

from tests.browser.chromium import Device, Visitors
from tests.browser.house import House
from tests.browser.looking import assert_good

MAKE_CLUB: Final = """
import django
django.setup()
from django.utils import timezone
from tournaments.club.models import User
from tournaments.club.services import clubs
director, at = User.objects.get(username="demo-director"), timezone.now()
club = clubs.make_club(name="Importers", director=director, time_zone="Europe/London", at=at, slug={slug!r})
clubs.add_names(club=club, names=["Robin Kestrel", "Therese Roux"], at=at)
"""
ENDINGS: Final = ("ber", "croft", "den", "field", "gate", "ham", "ing", "ley", "man")
SURNAMES: Final = [f"{first}{last}" for first in ("Ash", "Birch", "Elm") for last in ENDINGS]
LINES: Final = [f"{name}, Ada\tred" for name in SURNAMES] + [
    "Kestral, Robin\t",
    "Roux, Thérèse\tblue",
    "\tlost",
]


@pytest.mark.parametrize("device", ["phone", "desk"])
def test_thirty_lines_are_pasted_matched_and_added(
    visitors: Visitors, house: House, key: StorageState, device: Device
) -> None:
    slug = f"import-{device}"
    house.python("-c", MAKE_CLUB.format(slug=slug))
    page = visitors.open(device, storage_state=key)
    page.goto(f"/desk/{slug}/members/")
    page.get_by_role("link", name="Import a list").click()
    assert_good(page, lights=True)
    visitors.picture(page, f"import-asked-{device}")
    page.get_by_label("Paste the list").fill("\n".join(LINES))
    page.get_by_role("button", name="Check the list").click()
    expect(page.get_by_role("button", name="Add 27 members")).to_be_visible()
    visitors.picture(page, f"import-looked-{device}")
    assert_good(page, lights=True)

    page.get_by_label("Headings").select_option("In row 1")
    expect(page.get_by_role("button", name="Add 26 members")).to_be_visible()
    page.get_by_label("Headings").select_option("There are none")
    page.get_by_label("Add: Ada Ashber").uncheck()
    expect(page.get_by_role("button", name="Add 26 members")).to_be_visible()
    page.get_by_label("Add: Ada Ashber").check()
    expect(page.get_by_role("button", name="Add 27 members")).to_be_visible()

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
    expect(page.get_by_role("row", name="Ada Ashber")).to_contain_text("red")
    assert_good(page, lights=True)


def test_it_needs_no_script(visitors: Visitors, house: House, key: StorageState) -> None:
    house.python("-c", MAKE_CLUB.format(slug="import-plain"))
    page = visitors.open("desk", storage_state=key, java_script_enabled=False)
    page.goto("/desk/import-plain/members/import/")
    page.get_by_label("Paste the list").fill("Lee\tAnn\nDay\tBob")
    page.get_by_role("button", name="Check the list").click()
    page.get_by_label("Column A").select_option("Last name")
    page.get_by_label("Column B").select_option("First name")
    page.get_by_role("button", name="Update the preview").click()
    expect(page.get_by_role("row", name="Ann Lee")).to_be_visible()
    page.get_by_role("button", name="Add 2 members").click()
    expect(page.get_by_role("row", name="Bob Day")).to_be_visible()
