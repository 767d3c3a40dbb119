"""Accounts in the browser: passkeys alone and as the second step."""

import re
from typing import Any, Final
from urllib.parse import urlsplit

import pyotp
from playwright.sync_api import Page, StorageState, expect

from tests.browser.chromium import Visitors
from tests.browser.house import House
from tests.browser.looking import assert_good
from tests.browser.stage import CLUB

PASSWORD: Final = "five of owls takes it"
AUTHENTICATOR: Final = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def invite(desk: Page) -> str:
    """The path of the link that the page shows once."""
    desk.goto(f"/desk/{CLUB}/officers/")
    desk.get_by_label("Who is it for?").fill("Bea")
    press(desk, "Create invitation")
    assert_good(desk)
    return urlsplit(desk.locator("code.code-wraps").inner_text()).path


def join(page: Page, link: str) -> None:
    page.goto(link)
    assert_good(page)
    page.get_by_label("Your name").fill("Bea Lowe")
    page.get_by_label("Username").fill("bea")
    page.get_by_label("Password").fill(PASSWORD)
    press(page, "Create account")
    expect(page.get_by_text("You are an officer of")).to_be_visible()


def add_app(page: Page) -> None:
    page.get_by_role("link", name="Add an authenticator app").click()
    assert_good(page)
    secret = page.locator("code.code-wraps").inner_text()
    page.get_by_label("The code that the app shows").fill(pyotp.TOTP(secret).now())
    page.get_by_label("Current password").fill(PASSWORD)
    press(page, "Add the app")
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    assert_good(page)
    page.get_by_role("link", name="I have kept them").click()


def test_a_passkey_signs_in_alone_and_as_the_second_step(
    visitors: Visitors, house: House, key: StorageState, stage: dict[str, Any]
) -> None:
    page = visitors.open("phone")
    here = house.url.replace("127.0.0.1", "localhost")  # passkeys need a name
    with_passkeys = page.context.new_cdp_session(page)
    with_passkeys.send("WebAuthn.enable")
    with_passkeys.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})

    join(page, here + invite(visitors.open("desk", storage_state=key)))
    page.goto(f"{here}/access/account/")
    add_app(page)
    page.get_by_label("Name of this passkey").fill("My phone")
    page.locator("form[data-passkey]").get_by_label("Current password").fill(PASSWORD)
    press(page, "Add a passkey")
    expect(page.get_by_text("The passkey is added.")).to_be_visible()
    assert_good(page)

    page.context.clear_cookies()
    page.goto(f"{here}/sign-in/")
    press(page, "Sign in with a passkey")
    page.wait_for_url(re.compile(r"/desk/"))

    page.context.clear_cookies()
    page.goto(f"{here}/sign-in/")
    page.get_by_label("Username").fill("bea")
    page.get_by_label("Password").fill(PASSWORD)
    press(page, "Sign in")
    expect(page.get_by_role("heading", name="Second step")).to_be_visible()
    assert_good(page)
    press(page, "Use a passkey")
    page.wait_for_url(re.compile(r"/desk/"))
