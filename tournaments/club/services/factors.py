"""The second factor: codes of an authenticator app (TOTP), recovery codes that each work once, passkeys (WebAuthn).

The cryptography of passkeys is python-fido2's. A passkey holds for the name under which the pages were opened;
browsers offer none on plain http, but at localhost.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from base64 import b32encode, b64decode, b64encode
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final
from urllib.parse import urlsplit

import pyotp
from django.conf import settings
from django.db import IntegrityError, transaction
from django.http import Http404
from fido2 import webauthn
from fido2.server import Fido2Server
from fido2.utils import websafe_encode

from scoring.derivation import gettext_noop
from tournaments.club.models import AuthenticatorApp, Passkey, RecoveryCode, User
from tournaments.club.services import accounts, audit, tokens
from tournaments.refusals import refuse
from tournaments.site.cleaning import clean_name
from tournaments.site.sealing import seal, unseal

What = accounts.What
STEP: Final = 30
"""Seconds for which a code of an app is the one."""
EITHER_SIDE: Final = 1
"""So many steps may the clock of a phone be wrong."""
CODES: Final = 10
CODE_BYTES: Final = 10
"""Of a recovery code, 80 random bits: sixteen letters, written in fours."""
ISSUER: Final = "Head Table"


def new_secret() -> str:
    return pyotp.random_base32()


def address_for_app(user: User, secret: str) -> str:
    return pyotp.TOTP(secret).provisioning_uri(name=user.get_username(), issuer_name=ISSUER)


@transaction.atomic
def add_app(*, user: User, secret: str, code: str, at: datetime) -> None:
    """Ask for codes of an app from now on, which shows by `code` that it has the secret; in place of an earlier one.

    Raises Faults on a code (`code`) that is not the app's.
    """
    step = _step_of(secret, code, at=at)
    if step is None:
        refuse("code", "wrong", "this is not the code the app shows now; is the clock of the phone right?")
    AuthenticatorApp.objects.update_or_create(
        user=user, defaults={"secret": seal(secret), "last_step": step, "made_at": at}
    )
    accounts.note(user, What.APP_ADDED, at=at, by=user)


@transaction.atomic
def make_recovery_codes(*, user: User, at: datetime) -> list[str]:
    codes = [_written(b32encode(secrets.token_bytes(CODE_BYTES)).decode()) for _ in range(CODES)]
    user.recovery_codes.all().delete()
    RecoveryCode.objects.bulk_create(
        RecoveryCode(user=user, code_hash=tokens.hashed(_plain(code)), made_at=at) for code in codes
    )
    accounts.note(user, What.CODES_MADE, at=at, by=user)
    return codes


def takes_code(*, user: User, code: str, at: datetime) -> bool:
    """Whether this is a code of the user's app, or one of their recovery codes; it is used up then."""
    return _takes_of_app(user, code, at=at) or _takes_recovery(user, code, at=at)


@audit.command(done=gettext_noop("The authenticator app is removed."))
def remove_app(user: User, at: datetime) -> None:
    """Ask for codes of the app no more. The last factor takes the recovery codes along."""
    if not AuthenticatorApp.objects.filter(user=user).delete()[0]:
        raise Http404
    accounts.note(user, What.APP_REMOVED, at=at, by=user)
    drop_codes_without_factor(user)


def drop_codes_without_factor(user: User) -> None:
    if not user.passkeys.exists() and not AuthenticatorApp.objects.filter(user=user).exists():
        user.recovery_codes.all().delete()


@transaction.atomic
def take_factors_off(*, user: User, by: User | None, at: datetime) -> None:
    """Let somebody in by their password alone who has lost their second factor: app, passkeys and codes are gone.

    Raises Faults where `by` may not (`not-yours`); None is the server's terminal.
    """
    if by is not None:
        accounts.refuse_helping(user, by)
    AuthenticatorApp.objects.filter(user=user).delete()
    user.passkeys.all().delete()
    user.recovery_codes.all().delete()
    accounts.note(user, What.TAKEN_OFF, at=at, by=by)


def _takes_of_app(user: User, code: str, *, at: datetime) -> bool:
    # The update is the test: of two at once with the same code one is taken.
    app = AuthenticatorApp.objects.filter(user=user).first()
    secret = unseal(app.secret) if app else None
    step = _step_of(secret, code, at=at) if secret else None
    if step is None:
        return False
    return bool(AuthenticatorApp.objects.filter(user=user, last_step__lt=step).update(last_step=step))


@transaction.atomic
def _takes_recovery(user: User, code: str, *, at: datetime) -> bool:
    # The update is the test here too.
    free = RecoveryCode.objects.filter(user=user, code_hash=tokens.hashed(_plain(code)), used_at__isnull=True)
    if not free.update(used_at=at):
        return False
    accounts.note(user, What.CODE_USED, at=at, by=user)
    return True


def _step_of(secret: str, code: str, *, at: datetime) -> int | None:
    # The code of the step before or after does too: clocks of phones differ.
    entered, now = re.sub(r"\s", "", code), int(at.timestamp()) // STEP
    app = pyotp.TOTP(secret, interval=STEP)
    steps = range(now - EITHER_SIDE, now + EITHER_SIDE + 1)
    return next((step for step in steps if pyotp.utils.strings_equal(app.generate_otp(step), entered)), None)


def _written(code: str) -> str:
    return "-".join(re.findall("....", code)).lower()


def _plain(code: str) -> str:
    return re.sub(r"[\s-]", "", code).upper()


MOST: Final = 10
"""More than anybody has devices."""
State = dict[str, Any]
"""What is kept in the session between asking a browser and its answer."""


def begin_adding(*, user: User, origin: str) -> tuple[Mapping[str, Any], State]:
    """What a browser at `origin` is asked for to make a passkey, and what to keep until it answers.

    Raises Faults where there are ten already (`too-many`).
    """
    passkeys = list(user.passkeys.all())
    if len(passkeys) >= MOST:
        refuse("name", "too-many", "you have %(most)s passkeys; remove one first", most=MOST)
    handle = hmac.new(settings.SECRET_KEY.encode(), f"passkey {user.pk}".encode(), hashlib.sha256).digest()
    options, state = _server(origin).register_begin(
        webauthn.PublicKeyCredentialUserEntity(
            id=handle, name=user.get_username(), display_name=user.display_name
        ),
        [_credential(passkey) for passkey in passkeys],
        resident_key_requirement=webauthn.ResidentKeyRequirement.REQUIRED,
        user_verification=webauthn.UserVerificationRequirement.REQUIRED,
    )
    return dict(options.public_key), state


@transaction.atomic
def add(
    *, user: User, origin: str, state: State, answer: Mapping[str, Any], name: str, at: datetime
) -> Passkey:
    """Keep the passkey that a browser has made. Raises Faults on a bad name or an answer that does not fit."""
    name = clean_name("name", name)
    try:
        registration = webauthn.RegistrationResponse.from_dict(answer)
        credential = _server(origin).register_complete(state, registration).credential_data
    except (ValueError, KeyError, TypeError, AttributeError):
        credential = None
    if credential is None:
        refuse("name", "unfit", "the browser’s answer does not fit; try again")
    try:
        with transaction.atomic():
            passkey = Passkey.objects.create(
                user=user,
                name=name,
                credential_id=websafe_encode(credential.credential_id),
                credential=b64encode(bytes(credential)).decode(),
                made_at=at,
            )
    except IntegrityError:
        refuse("name", "known", "this passkey is there already")
    accounts.note(user, What.PASSKEY_ADDED, at=at, by=user)
    return passkey


def begin_knowing(*, origin: str, user: User | None) -> tuple[Mapping[str, Any], State]:
    """What a browser is asked for to show a passkey: of `user`, or of anybody where that is None."""
    credentials = [_credential(passkey) for passkey in user.passkeys.all()] if user else None
    options, state = _server(origin).authenticate_begin(
        credentials, user_verification=webauthn.UserVerificationRequirement.REQUIRED
    )
    return dict(options.public_key), state


def known_passkey(
    *, origin: str, user: User | None, state: State, answer: Mapping[str, Any], at: datetime
) -> User | None:
    """Whose passkey a browser has shown, who is `user` where that is told; None where it is nobody's.

    The passkey counts how often it was used: one that counts backwards is a copy, and is not taken.
    """
    passkey, counted = None, 0
    try:
        parsed = webauthn.AuthenticationResponse.from_dict(answer)
        passkey = _passkey_of(websafe_encode(parsed.raw_id), user)
        if passkey is not None:
            _server(origin).authenticate_complete(state, [_credential(passkey)], parsed)
            counted = parsed.response.authenticator_data.counter
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
    if passkey is None or counted < passkey.sign_count or (counted == passkey.sign_count != 0):
        return None
    same = Passkey.objects.filter(pk=passkey.pk, sign_count=passkey.sign_count)
    return passkey.user if same.update(sign_count=counted, last_used_at=at) else None


@audit.command(done=gettext_noop("The passkey is removed."))
def remove_passkey(user: User, passkey: int, at: datetime) -> None:
    if not user.passkeys.filter(pk=passkey).delete()[0]:
        raise Http404
    accounts.note(user, What.PASSKEY_REMOVED, at=at, by=user)
    drop_codes_without_factor(user)


def _server(origin: str) -> Fido2Server:
    # Answers have to come from this very origin: at another port of the host sits another program.
    relying_party = webauthn.PublicKeyCredentialRpEntity(id=urlsplit(origin).hostname, name=ISSUER)
    return Fido2Server(relying_party, verify_origin=origin.__eq__)


def _passkey_of(credential_id: str, user: User | None) -> Passkey | None:
    passkeys = Passkey.objects.filter(credential_id=credential_id, user__is_active=True)
    return (passkeys.filter(user=user) if user else passkeys).select_related("user").first()


def _credential(passkey: Passkey) -> webauthn.AttestedCredentialData:
    return webauthn.AttestedCredentialData(b64decode(passkey.credential))
