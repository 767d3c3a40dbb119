"""A secretary at work: a list comes in, two are merged, a group is named, fees are ticked, a file goes out."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import StorageState, expect

from tests.browser.chromium import Device, Scheme, Visitors
from tests.browser.house import House
from tests.browser.looking import assert_good

MAKE_CLUB: Final = """
import django
django.setup()
from django.utils import timezone
from tournaments.club.models import User
from tournaments.club.services import clubs
from tournaments.evening.services import evenings
from tournaments.evening.services.perform import perform
from tournaments.evening import acts
director, at = User.objects.get(username="demo-director"), timezone.now()
club = clubs.make_club(name="Secretaries", director=director, time_zone="Europe/London", at=at, slug={slug!r})
clubs.add_names(club=club, names=["Thérèse Roux", "Robin Kestrel"], at=at)
plan = {{"game": "chantecler", "rounds": 3}}
evening = evenings.make_evening(club=club, name="Friday", date=at.date(), plan=plan, by="user:1", at=at)
perform(evening=evening, act=acts.OpenDoors(), by="user:1", at=at)
evenings.check_in(evening=evening, players=[(one, "") for one in club.players.all()], by="user:1", at=at)
print(evening.slug)
"""
LIST: Final = (
    "No.\tName\tE-mail\tTelephone\tBorn\tGroup\n"
    "1\tRobin Kestrel\trobin@example.org\t+44 1\t1962\tTuesday\n"
    "2\tRoux, Therese\t\t\tminor\tTuesday, beginners\n"
    "3\tAda Marsh\tada@example.org\t\t\tTuesday\n"
)


@pytest.mark.parametrize(("device", "scheme"), [("phone", "dark"), ("desk", "light")])
def test_from_a_list_to_the_cash_box(
    visitors: Visitors, house: House, key: StorageState, device: Device, scheme: Scheme
) -> None:
    slug = f"members-{device}"
    evening = house.python("-c", MAKE_CLUB.format(slug=slug)).split()[-1]
    page = visitors.open(device, scheme=scheme, storage_state=key)

    def look(name: str) -> None:
        assert_good(page)
        visitors.picture(page, f"members-{name}-{device}-{scheme}")

    page.goto(f"/desk/{slug}/members/import/")
    page.get_by_label("Paste the list").fill(LIST)
    page.get_by_role("button", name="Check the list").click()
    expect(page.get_by_role("row", name="Robin Kestrel")).to_contain_text("Year of birth: 1962.")
    look("preview")
    page.get_by_role("button", name="Add 1 member").click()
    expect(page.get_by_role("status")).to_contain_text("1 member was added.")

    page.get_by_label("Name").fill("Marsh, Ada")
    with visitors.watch.expecting("422"):
        page.get_by_role("button", name="Add member").click()
        expect(page.get_by_text("The club has Ada Marsh already")).to_be_visible()
    look("known")
    page.get_by_label("Another person of the same name").check()
    page.get_by_role("button", name="Add member").click()
    expect(page.get_by_role("row", name="Ada Marsh")).to_have_count(2)
    page.get_by_role("link", name="Merge duplicates").click()
    page.get_by_role("link", name="See what changes").first.click()
    page.get_by_role("button", name="Merge").click()
    expect(page.get_by_role("button", name="Undo merge")).to_be_visible()

    page.goto(f"/desk/{slug}/members/")
    page.get_by_role("link", name="Tuesday").click()
    look("group")
    page.get_by_role("link", name="Ada Marsh", exact=True).click()
    page.get_by_label("Groups").fill("Tuesday, treasurers")
    look("details")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("link", name="treasurers")).to_be_visible()

    page.goto(f"/desk/{slug}/{evening}/fees/")
    page.get_by_label("A member pays").fill("5")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Has paid Robin Kestrel").click()
    expect(page.get_by_text("1 has paid: 5.00 in the cash box.")).to_be_visible()
    look("fees")
    page.get_by_role("button", name="Take back Robin Kestrel").click()
    expect(page.get_by_text("0 have paid")).to_be_visible()
    page.goto(f"/desk/{slug}/fees/")
    look("treasurer")

    page.goto(f"/desk/{slug}/members/")
    with page.expect_download() as file:
        page.get_by_role("link", name="Download CSV").click()
    assert "ada@example.org" in file.value.path().read_text("utf-8-sig")
