"""Nothing that somebody enters runs in anybody's browser: scripts in all free texts of a club, looked at.

The house refuses to run them as well (its Content-Security-Policy); a page on which one would have run without that
fails here, for the browser reports what it refused.
"""

from contextlib import suppress
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Dialog, Error, Page

from tests.browser.chromium import Visitors
from tests.browser.hostile_texts import HANDLERS, PAYLOADS, build
from tests.browser.house import House

REFUSED: Final = "Content Security Policy"
LISTEN: Final = """
window.refusals = [];
document.addEventListener("securitypolicyviolation", (event) => window.refusals.push(event.violatedDirective));
"""
CELLS: Final = "() => [...document.querySelectorAll('tbody th')].map((cell) => cell.textContent)"
FEWEST_THAT_RUN: Final = 30
"""Of them all as a page of its own; the others need a place of their own, or a machine of another kind."""


@pytest.fixture(scope="module")
def hostile(house: House) -> dict[str, Any]:
    return house.call(build)


def dialogs_of(page: Page) -> list[str]:
    """The dialogs that open on a page from now on: each is put away at once."""
    opened: list[str] = []

    def put_away(dialog: Dialog) -> None:
        opened.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", put_away)
    return opened


def owner(visitors: Visitors, hostile: dict[str, Any]) -> tuple[Page, list[str]]:
    page = visitors.open("desk")
    page.context.add_init_script(LISTEN)
    dialogs = dialogs_of(page)
    page.goto(f"/sign-in/{hostile['link']}/")
    page.get_by_role("button", name="Sign me in").click()
    page.wait_for_url("**/desk/**")
    return page, dialogs


def test_nothing_runs_on_any_page_and_names_are_shown_as_text(
    visitors: Visitors, hostile: dict[str, Any]
) -> None:
    page, dialogs = owner(visitors, hostile)
    shown = 0
    with visitors.watch.expecting("Failed to load resource"):  # some of the pages are only posted to
        for path in hostile["pages"]:
            with suppress(Error):  # a file, which is saved and not shown
                answer = page.goto(path)
                shown += bool(answer and answer.ok)
            assert page.evaluate("() => window.refusals") == [], path
            assert dialogs == [], path
    assert shown > 80
    page.goto(hostile["members"])
    cells = [" ".join(text.split()) for text in page.evaluate(CELLS)]
    missing = [text for text in PAYLOADS if not any(" ".join(text.split()) in cell for cell in cells)]
    assert missing == []
    wanted = {
        *("Club.name", "Player.name", "MemberDetails.notes", "GroupMember.group", "Evening.name"),
        *("League.name", "Season.name", "SignUp.name", "ClubPreset.name", "SeasonFees.name"),
        *("Invitation.called", "PersonMerge.reason", "Entrant.name", "Federation.name", "ClubNight.name"),
        "DirectorCall.words",
    }
    assert wanted - set(hostile["filled"]) == set()


def test_as_markup_many_of_them_would_run(engine: Browser) -> None:
    """The control: the same texts as pages, without the house's policy and with it."""
    ran = 0
    for text in PAYLOADS:
        page = engine.new_page()
        opened = dialogs_of(page)
        page.set_content(f"<title>x</title><body>{text}", wait_until="commit")
        page.wait_for_timeout(30)
        ran += bool(opened)
        page.close()
    assert ran > FEWEST_THAT_RUN
    context = engine.new_context()
    context.add_init_script(LISTEN)
    page = context.new_page()
    opened, told = dialogs_of(page), list[str]()
    page.on("console", lambda message: told.append(message.text))
    policy = {"Content-Security-Policy": "default-src 'none'; script-src 'self'"}
    body = "".join(f"<p>{text}" for text in HANDLERS)
    page.route("**/*", lambda route: route.fulfill(body=body, content_type="text/html", headers=policy))
    page.goto("http://127.0.0.1:1/")
    page.wait_for_timeout(100)
    assert opened == []
    assert any(REFUSED in line for line in told)
    assert page.evaluate("() => window.refusals")
    context.close()
