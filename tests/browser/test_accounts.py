"""Accounts in the browser: passkeys, and an invitation that really comes by mail."""

import re
from typing import Any, Final

import pyotp
from playwright.sync_api import Page, StorageState, expect

from tests.browser.chromium import Visitors
from tests.browser.house import House
from tests.browser.looking import assert_good
from tests.browser.postbox import Postbox, path_of
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


def shown_link(page: Page) -> str:
    """The path of the link that the page shows once."""
    link = path_of(page.locator("code.code-wraps").inner_text())
    assert_good(page)
    return link


def invite(desk: Page, club: str, address: str = "") -> str:
    desk.goto(f"/desk/{club}/officers/")
    desk.get_by_label("Who is it for?").fill("Bea")
    if address:
        desk.get_by_label("Send it to this e-mail address").fill(address)
    press(desk, "Create invitation")
    return shown_link(desk)


def join(page: Page, link: str, username: str = "bea") -> None:
    page.goto(link)
    assert_good(page)
    page.get_by_label("Your name").fill("Bea Lowe")
    page.get_by_label("Username").fill(username)
    page.get_by_label("Password").fill(PASSWORD)
    press(page, "Create account")
    expect(page.get_by_text("You are an officer of")).to_be_visible()


def sign_out(page: Page, here: str) -> None:
    page.goto(f"{here}/sign-out/")
    page.locator("main").get_by_role("button", name="Sign out").click()


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

    join(page, here + invite(visitors.open("desk", storage_state=key), CLUB))
    page.goto(f"{here}/access/account/")
    add_app(page)
    page.get_by_label("Name of this passkey").fill("My phone")
    page.locator("form[data-passkey]").get_by_label("Current password").fill(PASSWORD)
    press(page, "Add a passkey")
    expect(page.get_by_text("The passkey is added.")).to_be_visible()
    assert_good(page)

    sign_out(page, here)
    press(page, "Sign in with a passkey")
    page.wait_for_url(re.compile(r"/desk/"))

    sign_out(page, here)
    page.goto(f"{here}/sign-in/")
    page.get_by_label("Username").fill("bea")
    page.get_by_label("Password").fill(PASSWORD)
    press(page, "Sign in")
    expect(page.get_by_role("heading", name="Second step")).to_be_visible()
    assert_good(page)
    press(page, "Use a passkey")
    page.wait_for_url(re.compile(r"/desk/"))


def test_everybody_can_use_what_a_claim_and_a_link_for_a_new_password_open(
    visitors: Visitors, house: House, key: StorageState, stage: dict[str, Any]
) -> None:
    desk = visitors.open("desk", storage_state=key)
    desk.goto(f"/desk/{CLUB}/members/{stage['member']}/")
    press(desk, "Create a link for them")
    new_password = house.manage("password_link", "--user", "demo-director", "--address", house.url)
    phone = visitors.open("phone", scheme="dark")
    for link in (shown_link(desk), path_of(new_password)):
        phone.goto(link)
        assert_good(phone)


def test_an_invitation_comes_by_the_clubs_mail_server(
    visitors: Visitors, key: StorageState, postbox: Postbox
) -> None:
    shown = invite(visitors.open("desk", storage_state=key), "demo", "ann@club.example")
    sent = postbox.next_to("ann@club.example")
    assert sent == shown
    join(visitors.open("phone"), sent, "ann")
