"""Accounts in the browser: invited, a second factor, a passkey, lost, let in again; with a mail server or without."""

from __future__ import annotations

import email
import re
from collections.abc import Iterator
from email import policy
from pathlib import Path
from typing import Any, Final

import pyotp
import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Message
from playwright.sync_api import Browser, Page, StorageState, expect

from tests.browser.chromium import Visitors
from tests.browser.house import NOTING, House, running_house, wait_for
from tests.browser.looking import barriers, sideways
from tests.browser.stage import CLUB
from tests.services import free_port

FIRST: Final = "five of owls takes it"
SECOND: Final = "nine bells ring at dawn"
AUTHENTICATOR: Final = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def check(page: Page) -> None:
    """The page fits, and everybody can use it."""
    assert sideways(page) == []
    assert barriers(page) == []


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def path_of(link: str) -> str:
    found = re.search(r"https?://[^/\s]+(/\S+)", link)
    assert found, link
    return found[1]


def invite(desk: Page, called: str, address: str = "") -> str:
    """The path of a new invitation, as the page shows it."""
    desk.goto(f"{origin(desk)}/desk/{CLUB}/officers/")
    desk.get_by_label("Who is it for?").fill(called)
    if address:
        desk.get_by_label("Send it to this e-mail address").fill(address)
    press(desk, "Create invitation")
    return path_of(desk.locator("code.code-wraps").inner_text())


def origin(page: Page) -> str:
    found = re.match(r"https?://[^/]+", page.url)
    assert found
    return found[0]


def join(page: Page, link: str, username: str) -> None:
    page.goto(link)
    page.get_by_label("Your name").fill("Bea Lowe")
    page.get_by_label("Username").fill(username)
    page.get_by_label("Password").fill(FIRST)
    press(page, "Create account")
    expect(page.get_by_text("You are an officer of")).to_be_visible()


def enter(page: Page, username: str, password: str) -> None:
    page.goto(f"{origin(page)}/sign-in/")
    page.get_by_label("Username").fill(username)
    page.get_by_label("Password").fill(password)
    press(page, "Sign in")


def sign_out(page: Page) -> None:
    page.goto(f"{origin(page)}/sign-out/")
    page.locator("main").get_by_role("button", name="Sign out").click()


def add_app(page: Page) -> tuple[str, list[str]]:
    """The secret of an app that is added now, and the recovery codes."""
    page.get_by_role("link", name="Add an authenticator app").click()
    check(page)
    secret = page.locator("code.code-wraps").inner_text()
    page.get_by_label("The code that the app shows").fill(pyotp.TOTP(secret).now())
    page.get_by_label("Current password").fill(FIRST)
    press(page, "Add the app")
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    check(page)
    codes = page.locator("#codes code").all_inner_texts()
    page.get_by_role("link", name="I have kept them").click()
    return secret, codes


def test_without_a_mail_server(
    visitors: Visitors, house: House, key: StorageState, stage: dict[str, Any]
) -> None:
    desk = visitors.open("desk", storage_state=key)
    desk.goto("/desk/")
    page = visitors.open("phone")
    here = house.url.replace("127.0.0.1", "localhost")  # passkeys need a name
    with_passkeys = page.context.new_cdp_session(page)
    with_passkeys.send("WebAuthn.enable")
    with_passkeys.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})

    join(page, here + invite(desk, "Bea"), "bea")
    page.goto(f"{here}/access/account/")
    check(page)
    visitors.picture(page, "account")
    _secret, codes = add_app(page)

    page.get_by_label("Name of this passkey").fill("My phone")
    form = page.locator("form[data-passkey]")
    form.get_by_label("Current password").fill(FIRST)
    press(page, "Add a passkey")
    expect(page.get_by_text("The passkey is added.")).to_be_visible()
    check(page)
    visitors.picture(page, "account with second factors")

    sign_out(page)
    press(page, "Sign in with a passkey")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.wait_for_url(re.compile(r"/desk/"))

    sign_out(page)
    enter(page, "bea", FIRST)
    expect(page.get_by_role("heading", name="Second step")).to_be_visible()
    check(page)
    visitors.picture(page, "second step")
    press(page, "Use a passkey")
    page.wait_for_url(re.compile(r"/desk/"))

    sign_out(page)
    enter(page, "bea", FIRST)
    page.get_by_label("Code").fill(codes[0])
    press(page, "Sign in")
    page.wait_for_url(re.compile(r"/desk/"))

    # Password, phone and codes are lost: the owner helps twice.
    page.context.clear_cookies()
    page.goto(f"{here}/sign-in/forgotten/")
    expect(page.get_by_text("Ask an owner of your club")).to_be_visible()
    check(page)
    desk.goto(f"/desk/{CLUB}/officers/")
    officer = desk.get_by_role("listitem").filter(has_text="Bea Lowe")
    officer.locator("summary").click()
    check(desk)
    officer.get_by_role("button", name="Take the second factor off").click()
    expect(desk.get_by_text("signs in without a second factor now")).to_be_visible()
    officer.locator("summary").click()
    officer.get_by_role("button", name="Give a link for a new password").click()
    link = path_of(desk.locator("code.code-wraps").inner_text())
    check(desk)
    visitors.picture(desk, "officers, a link for a new password")
    page.goto(here + link)
    check(page)
    page.get_by_label("New password").fill(SECOND)
    press(page, "Save password")
    enter(page, "bea", SECOND)
    page.wait_for_url(re.compile(r"/desk/"))
    page.goto(f"{here}/access/account/")
    expect(page.get_by_text("The second factor was taken off.")).to_be_visible()


def test_a_player_claims_who_they_are(visitors: Visitors, key: StorageState, stage: dict[str, Any]) -> None:
    desk = visitors.open("desk", storage_state=key)
    desk.goto(f"/desk/{CLUB}/members/{stage['member']}/")
    check(desk)
    press(desk, "Create a link for them")
    check(desk)
    phone = visitors.open("phone", scheme="dark")
    phone.goto(path_of(desk.locator("code.code-wraps").inner_text()))
    check(phone)
    visitors.picture(phone, "claim")
    phone.get_by_label("Your name").fill("Ada Marsh")
    phone.get_by_label("Username").fill("claims")
    phone.get_by_label("Password").fill(FIRST)
    press(phone, "Create account")
    expect(phone.get_by_role("heading", name="You as a player")).to_be_visible()
    check(phone)
    expect(phone.get_by_text("Your page is here once")).to_be_visible()


class Postbox(Message):
    """Keeps every mail that the server is given: to whom, and its text."""

    def __init__(self) -> None:
        super().__init__()
        self.mails: list[tuple[str, str]] = []

    def handle_message(self, message: Any) -> None:
        told = email.message_from_bytes(message.as_bytes(), policy=policy.default)
        self.mails.append((str(told["To"]), told.get_content()))

    def next_to(self, address: str) -> str:
        """The path of the link in the next mail, which goes to this address."""
        wait_for(lambda: bool(self.mails), lambda: f"a mail to {address}")
        to, text = self.mails.pop(0)
        assert to == address
        return path_of(text)


@pytest.fixture
def postbox() -> Iterator[tuple[Postbox, int]]:
    """A mail server, and its port."""
    box, port = Postbox(), free_port()
    server = Controller(box, hostname="127.0.0.1", port=port)
    server.start()
    yield box, port
    server.stop()


def test_with_a_mail_server(engine: Browser, tmp_path: Path, postbox: tuple[Postbox, int]) -> None:
    box, port = postbox
    settings = {
        **NOTING,
        "EMAIL_HOST": "127.0.0.1",
        "EMAIL_PORT": str(port),
        "DEFAULT_FROM_EMAIL": "cards@club.example",
        "SITE_ADDRESS": "https://club.example",
    }
    with running_house(tmp_path, settings) as house:
        people = Visitors(engine, house.url, seen=house.seen)
        desk, page = people.open("desk"), people.open("phone")
        desk.goto(house.sign_in_link())
        press(desk, "Sign me in")
        desk.wait_for_url(re.compile(r"/desk/demo/"))
        desk.goto("/desk/demo/officers/")
        desk.get_by_label("Who is it for?").fill("Bea")
        desk.get_by_label("Send it to this e-mail address").fill("bea@club.example")
        press(desk, "Create invitation")
        expect(desk.get_by_text("A mail with it is on its way")).to_be_visible()
        check(desk)
        join(page, box.next_to("bea@club.example"), "bea")

        for address in ("bea@club.example", "new@club.example"):
            page.goto("/access/account/")
            form = page.locator("form", has=page.get_by_label("E-mail address"))
            form.get_by_label("E-mail address").fill(address)
            form.get_by_label("Current password").fill(FIRST)
            press(page, "Save address")
            expect(page.get_by_text(f"A mail is on its way to {address}.")).to_be_visible()
            page.goto(box.next_to(address))
            check(page)
            press(page, "Yes, confirm it")
            expect(page.get_by_text("The account has the address")).to_be_visible()
        undo = box.next_to("bea@club.example")
        page.goto(undo)
        press(page, "Bring it back")
        expect(page.get_by_text("Everybody is signed out.")).to_be_visible()
        check(page)

        page.get_by_role("link", name="New password").click()
        page.get_by_label("Username or e-mail address").fill("bea@club.example")
        press(page, "Send me a link")
        expect(page.get_by_text("a mail is on its way")).to_be_visible()
        check(page)
        page.goto(box.next_to("bea@club.example"))
        page.get_by_label("New password").fill(SECOND)
        press(page, "Save password")
        enter(page, "bea", SECOND)
        page.wait_for_url(re.compile(r"/desk/demo/"))
        people.all_leave()
        assert people.watch.faults == []
        assert house.disasters() == []
        leaks = house.leaks()
        assert not leaks, "\n".join(leaks)
