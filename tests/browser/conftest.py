"""One running house and one Chromium for all tests of this folder; where Chromium is missing they are passed over."""

import os
from collections.abc import Iterator
from functools import partial
from typing import Any
from zlib import crc32

import pytest
from playwright.sync_api import Browser, Page, StorageState, expect, sync_playwright

from tests.browser import pages
from tests.browser.chromium import ARGUMENTS, PATIENCE, Visitors
from tests.browser.house import NOTING, House, running_house, services
from tests.browser.pages import Visit
from tests.browser.stage import set_stage, whole_stage
from tests.browser.weighing import MovedError
from tests.services import chromium

HERE = "tests/browser/"
MAILING = {
    "EMAIL_HOST": "127.0.0.1",
    "DEFAULT_FROM_EMAIL": "cards@club.example",
    "SITE_ADDRESS": "https://club.example",
}
"""The settings of a house whose pages offer to send mails; none is sent."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark everything here; Chromium takes minutes, and `./run test` stays quick."""
    for item in items:
        if item.nodeid.startswith(HERE):
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.services)
            # Begun again only where a page has moved.
            item.add_marker(pytest.mark.flaky(reruns=1, only_rerun=[MovedError.__name__]))


@pytest.fixture(scope="package")
def engine(pytestconfig: pytest.Config) -> Iterator[Browser]:
    """This machine's Chromium.

    Not the session's `browser` of pytest-playwright: while Playwright runs, its event loop makes Django
    refuse the database to every other test of the process. This one ends with the folder.
    """
    headed = bool(pytestconfig.getoption("headed", default=False))
    path = chromium(headed=headed)
    if path is None:
        if os.environ.get("HEAD_TABLE_REQUIRE_ALL") == "1":
            pytest.fail("Chromium is missing, and HEAD_TABLE_REQUIRE_ALL wants all tests.")
        pytest.skip("needs Chromium; on Debian and Ubuntu: sudo apt-get install chromium-headless-shell")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS, headless=not headed)
        yield browser
        browser.close()


def worker_number() -> int:
    """Which of xdist's processes this is, from 1; 0 without xdist."""
    return int(os.environ.get("PYTEST_XDIST_WORKER", "gw-1").removeprefix("gw")) + 1


@pytest.fixture(scope="package")
def house(engine: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    number = worker_number()
    with (
        services(f"head_table_browser_{number}", 8 + number) as settings,
        running_house(tmp_path_factory.mktemp("house"), {**settings, **NOTING, **MAILING}) as running,
    ):
        yield running
        leaks = running.leaks()
        assert not leaks, "\n".join(leaks)


@pytest.fixture
def visitors(engine: Browser, house: House) -> Iterator[Visitors]:
    """Opens browsers on the house. Whatever goes wrong on any of their pages fails the test."""
    before = len(house.disasters())
    coming = Visitors(engine, house.url, house.seen)
    yield coming
    coming.all_leave()
    assert coming.watch.faults == []
    assert house.disasters()[before:] == []


@pytest.fixture(scope="package")  # as the house is: set twice in one, it is another club's the second time
def stage(house: House) -> dict[str, Any]:
    """An evening in every status, by the words in addresses."""
    return house.call(whole_stage)


@pytest.fixture(scope="package")
def key(engine: Browser, house: House) -> StorageState:
    """What the browser of a director keeps who has signed in."""
    coming = Visitors(engine, house.url, house.seen)
    page = coming.open("desk")
    page.goto(house.sign_in_link())
    page.get_by_role("button", name="Sign me in").click()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    kept: StorageState = page.context.storage_state()
    coming.all_leave()
    return kept


@pytest.fixture
def visit(visitors: Visitors, stage: dict[str, Any], key: StorageState) -> Visit:
    return partial(pages.visit, visitors, stage, key)


@pytest.fixture
def slug(request: pytest.FixtureRequest) -> str:
    """The address of a club of the test's own: another one each time that the test is begun."""
    return f"own-{crc32(request.node.nodeid.encode())}-{request.node.execution_count}"


@pytest.fixture
def room(house: House, slug: str) -> dict[str, Any]:
    """An evening of its own, begun an hour and a half ago, in its first round: its address, its tables' links."""
    made = house.call(set_stage, slug, "playing", minutes=90)
    return {"path": made["playing"], "cards": made["cards"]["playing"], "own": made["tickets"]["playing"][0]}


@pytest.fixture
def director(visitors: Visitors, key: StorageState, room: dict[str, Any]) -> Page:
    """The board of that evening at the desk."""
    desk = visitors.open("desk", storage_state=key)
    desk.goto(f"/desk/{room['path']}/")
    return desk
