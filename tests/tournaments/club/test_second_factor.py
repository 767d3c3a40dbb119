"""The second factor: a code of an app after the password, recovery codes, taking it off; what is no passkey."""

import json
import re
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

import pyotp
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from django.test import Client
from django.utils import timezone
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import (
    Aaguid,
    AttestationObject,
    AttestedCredentialData,
    AuthenticatorData,
    CollectedClientData,
)

from tests.tournaments.club import a_user
from tests.tournaments.club.a_user import ACCOUNT, PASSWORD, enter, is_in
from tests.tournaments.evening.web.desk.at_the_desk import Desk, html, words
from tests.tournaments.the_rows import everything
from tournaments.club.models import AuthenticatorApp, RecoveryCode, User
from tournaments.club.roles import Role
from tournaments.club.services import factors
from tournaments.club.services.accounts import give_password_link
from tournaments.club.services.tokens import make_sign_in_link
from tournaments.club.web.sign_in import MOST

pytestmark = pytest.mark.django_db
STEP = "/sign-in/second-step/"


@pytest.fixture
def bea() -> User:
    return a_user.make()


@pytest.fixture
def at() -> datetime:
    return timezone.now()


def code_of(secret: str, at: datetime) -> str:
    return pyotp.TOTP(secret).at(at)


def test_an_app_is_added_by_code_and_password_with_recovery_codes(bea: User, at: datetime) -> None:
    here = enter(bea)
    page = html(here.get(f"{ACCOUNT}app/"))
    assert "data:image/svg+xml" in page
    [secret] = re.findall(r'<code class="code-wraps">([A-Z2-7]{32})</code>', page)
    for wrong in ({"code": "000000", "current": PASSWORD}, {"code": code_of(secret, at), "current": "no"}):
        assert here.post(f"{ACCOUNT}app/", wrong).status_code == 422
    assert not AuthenticatorApp.objects.exists()
    assert secret not in str(dict(here.session))
    shown = html(here.post(f"{ACCOUNT}app/", {"code": code_of(secret, timezone.now()), "current": PASSWORD}))
    codes = re.findall(r"<code>([a-z2-7-]{19})</code>", shown)
    assert len(set(codes)) == 10
    stored = str(everything())
    assert secret not in stored
    assert not any(code in stored for code in codes)
    assert "10 codes are left." in words(html(here.get(ACCOUNT)))


def test_the_code_is_asked_for_after_the_password(bea: User, at: datetime) -> None:
    secret = a_user.with_app(bea, at)
    browser = enter(bea)
    assert not is_in(browser)
    assert "Second step" in html(browser.get(STEP))
    assert browser.post(STEP, {"code": "000000"}).status_code == 422
    answer = browser.post(STEP, {"code": code_of(secret, timezone.now())})
    assert (answer["Location"], is_in(browser)) == ("/desk/", True)


def test_it_leads_where_somebody_wanted_to_go(bea: User, at: datetime) -> None:
    secret, browser = a_user.with_app(bea, at), Client()
    browser.post(f"/sign-in/?next={ACCOUNT}", {"username": "bea", "password": PASSWORD, "next": ACCOUNT})
    assert browser.post(STEP, {"code": code_of(secret, timezone.now())})["Location"] == ACCOUNT


def test_a_code_is_taken_once(bea: User, at: datetime) -> None:
    secret = a_user.with_app(bea, at)
    code = code_of(secret, at)
    assert [factors.takes_code(user=bea, code=code, at=at) for _ in "ab"] == [True, False]


@pytest.mark.parametrize(("seconds", "is_taken"), [(-90, False), (-30, True), (30, True), (90, False)])
def test_a_phones_clock_may_be_wrong(bea: User, at: datetime, seconds: int, is_taken: bool) -> None:
    secret = a_user.with_app(bea, at - timedelta(minutes=5))
    code = code_of(secret, at + timedelta(seconds=seconds))
    assert factors.takes_code(user=bea, code=code, at=at) is is_taken


def test_a_recovery_code_stands_in_once(bea: User, at: datetime) -> None:
    a_user.with_app(bea, at)
    first, *_ = factors.make_recovery_codes(user=bea, at=at)
    typed = first.replace("-", " ").upper()
    browsers = [enter(bea), enter(bea)]
    assert [one.post(STEP, {"code": typed}).status_code for one in browsers] == [302, 422]
    assert RecoveryCode.objects.filter(used_at=None).count() == 9


def test_a_link_that_signs_in_asks_for_it_too(bea: User, at: datetime) -> None:
    a_user.with_app(bea, at)
    browser = Client()
    link = f"/sign-in/{make_sign_in_link(user=bea, at=at)}/"
    assert browser.post(link)["Location"] == STEP
    assert not is_in(browser)


def test_a_new_password_by_a_link_leaves_it_asked_for(bea: User, at: datetime) -> None:
    a_user.with_app(bea, at)
    token = give_password_link(user=bea, by=None, at=at)
    assert Client().post(f"/new-password/{token}/", {"password": a_user.OTHER})["Location"] == "/sign-in/"
    browser = Client()
    answer = browser.post("/sign-in/", {"username": bea.username, "password": a_user.OTHER})
    assert answer["Location"] == STEP
    assert not is_in(browser)


def test_nobody_gets_to_the_second_step_without_the_first(bea: User, at: datetime) -> None:
    secret = a_user.with_app(bea, at)
    for browser in (Client(), enter(bea, "a guess")):
        assert browser.post(STEP, {"code": code_of(secret, at)})["Location"] == "/sign-in/"


def test_the_second_step_ends_after_a_while_and_with_another_password(bea: User, at: datetime) -> None:
    a_user.with_app(bea, at)
    slow, other = enter(bea), enter(bea)
    session = slow.session
    session["second-step"] = {**session["second-step"], "at": int(at.timestamp()) - 600}
    session.save()
    bea.set_password(a_user.OTHER)
    bea.save()
    for browser in (slow, other):
        assert browser.get(STEP)["Location"] == "/sign-in/"


def test_codes_are_counted_from_everywhere_together(bea: User, at: datetime) -> None:
    secret = a_user.with_app(bea, at)
    browsers = [enter(bea, client=Client(REMOTE_ADDR=f"192.0.2.{place}")) for place in range(MOST + 1)]
    for browser in browsers[:MOST]:
        assert browser.post(STEP, {"code": "000000"}).status_code == 422
    answer = browsers[MOST].post(STEP, {"code": code_of(secret, timezone.now())})
    assert (answer.status_code, is_in(browsers[MOST])) == (429, False)


def signed_in_with_app(user: User, at: datetime) -> Client:
    secret = a_user.with_app(user, at)
    browser = enter(user)
    browser.post(STEP, {"code": code_of(secret, timezone.now())})
    return browser


def test_it_is_removed_by_the_password(bea: User, at: datetime) -> None:
    here = signed_in_with_app(bea, at)
    factors.make_recovery_codes(user=bea, at=at)
    wrong = here.post(f"{ACCOUNT}app/remove/", {"current": "a guess"}, follow=True)
    assert "This is not your current password." in html(wrong)
    right = here.post(f"{ACCOUNT}app/remove/", {"current": PASSWORD}, follow=True)
    assert "The authenticator app is removed." in html(right)
    assert is_in(enter(bea))
    assert not RecoveryCode.objects.exists()
    assert here.post(f"{ACCOUNT}app/remove/", {"current": PASSWORD}).status_code == 404
    assert here.post(f"{ACCOUNT}codes/", {"current": PASSWORD}).status_code == 404


def test_new_codes_end_the_former_ones(bea: User, at: datetime) -> None:
    here = signed_in_with_app(bea, at)
    former, *_ = factors.make_recovery_codes(user=bea, at=at)
    assert "<code>" in html(here.post(f"{ACCOUNT}codes/", {"current": PASSWORD}))
    assert not factors.takes_code(user=bea, code=former, at=at)


def test_the_owner_takes_it_off_an_officer_who_has_lost_it(desk: Desk, bea: User, at: datetime) -> None:
    officer = desk.club.officers.create(user=bea, role=Role.DIRECTOR)
    page = "/desk/rooster-club/officers/"
    assert "Take the second factor off" not in html(desk.client.get(page))
    a_user.with_app(bea, at)
    assert "Take the second factor off" in html(desk.client.get(page))
    answer = desk.client.post(f"{page}{officer.pk}/second-factor/", follow=True)
    assert "Bea Lowe signs in without a second factor now." in words(html(answer))
    assert is_in(enter(bea))
    told = bea.account_events.latest("pk")
    assert (told.what, told.by) == ("taken-off", desk.club.officers.get(role=Role.OWNER).user)


def test_under_another_secret_key_recovery_codes_still_work(bea: User, at: datetime, settings: Any) -> None:
    secret = a_user.with_app(bea, at)
    first, *_ = factors.make_recovery_codes(user=bea, at=at)
    settings.SECRET_KEY = "another key, as long as it has to be to be taken for one"
    assert not factors.takes_code(user=bea, code=code_of(secret, at), at=at)
    assert factors.takes_code(user=bea, code=first, at=at)


NO_PASSKEYS = [
    "{",
    "[]",
    "{}",
    '{"id": 1}',
    '{"id": "AA", "rawId": "AA", "response": {}, "type": "x"}',
    "9" * 5000,
]


@pytest.mark.parametrize("told", NO_PASSKEYS)
def test_what_is_no_passkey_opens_nothing(bea: User, told: str) -> None:
    browser = Client()
    asked = browser.post("/sign-in/passkey/", {"passkey": ""}).json()
    assert (asked["rpId"], asked["userVerification"]) == ("testserver", "required")
    assert browser.post("/sign-in/passkey/", {"passkey": told}).status_code == 422
    here = enter(bea)
    entered = {"name": "Phone", "current": PASSWORD}
    made = here.post(f"{ACCOUNT}passkeys/", entered).json()
    assert made["authenticatorSelection"]["userVerification"] == "required"
    assert here.post(f"{ACCOUNT}passkeys/", {"passkey": told}).status_code == 422
    assert not bea.passkeys.exists()


def made_at(origin: str, asked: dict[str, Any]) -> str:
    """What a browser with an authenticator of its own answers to `asked` on a page of this origin."""
    key = ES256.from_cryptography_key(ec.generate_private_key(ec.SECP256R1()).public_key())  # type: ignore[no-untyped-call]
    credential = AttestedCredentialData.create(Aaguid.NONE, b"a passkey", key)
    flags = AuthenticatorData.FLAG.UP | AuthenticatorData.FLAG.UV | AuthenticatorData.FLAG.AT
    data = AuthenticatorData.create(sha256(b"testserver").digest(), flags, 0, bytes(credential))
    client = CollectedClientData.create("webauthn.create", asked["challenge"], origin)
    response = {
        "clientDataJSON": websafe_encode(client),
        "attestationObject": websafe_encode(AttestationObject.create("none", data, {})),
    }
    told = {"id": websafe_encode(b"a passkey"), "rawId": websafe_encode(b"a passkey"), "type": "public-key"}
    return json.dumps({**told, "response": response})


@pytest.mark.parametrize(
    ("origin", "is_taken"),
    [
        ("http://testserver", True),
        ("http://testserver:9000", False),
        ("https://testserver", False),
        ("http://www.testserver", False),
    ],
)
def test_a_passkey_is_taken_from_the_very_origin_of_the_page(bea: User, origin: str, is_taken: bool) -> None:
    here = enter(bea)
    asked = here.post(f"{ACCOUNT}passkeys/", {"name": "Phone", "current": PASSWORD}).json()
    here.post(f"{ACCOUNT}passkeys/", {"passkey": made_at(origin, asked)})
    assert bea.passkeys.exists() == is_taken


def test_a_passkey_is_asked_for_by_the_password_alone(bea: User) -> None:
    here = enter(bea)
    assert here.post(f"{ACCOUNT}passkeys/", {"name": "Phone", "current": "a guess"}).status_code == 422
    assert here.post(f"{ACCOUNT}passkeys/", {"passkey": "{}"}).status_code == 422
    assert here.post(f"{ACCOUNT}passkeys/7/remove/", {"current": PASSWORD}).status_code == 404
