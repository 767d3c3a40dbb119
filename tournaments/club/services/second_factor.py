"""The second factor: codes of an authenticator app (TOTP), recovery codes that each work once, and taking it all off.

Passkeys, the other second factor: services/passkeys.py.
"""

from __future__ import annotations

import re
import secrets
from base64 import b32encode
from datetime import datetime
from typing import Final

import pyotp
from django.db import transaction

from tournaments.club.models import AuthenticatorApp, RecoveryCode, User
from tournaments.club.services import accounts
from tournaments.club.services.account_links import refuse_helping
from tournaments.club.services.sealed import seal, unseal
from tournaments.club.services.tokens import hashed
from tournaments.refusals import refuse

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
    """A secret to be shown to an app, and kept once the app has given a code of it."""
    return pyotp.random_base32()


def address_for_app(user: User, secret: str) -> str:
    """What the QR code says that an app reads."""
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
    """Ten new recovery codes, to be shown this once; earlier ones open nothing any more."""
    codes = [_written(b32encode(secrets.token_bytes(CODE_BYTES)).decode()) for _ in range(CODES)]
    user.recovery_codes.all().delete()
    RecoveryCode.objects.bulk_create(
        RecoveryCode(user=user, code_hash=hashed(_plain(code)), made_at=at) for code in codes
    )
    accounts.note(user, What.CODES_MADE, at=at, by=user)
    return codes


def takes(*, user: User, code: str, at: datetime) -> bool:
    """Whether this is a code of the user's app, or one of their recovery codes; it is used up then."""
    return _takes_of_app(user, code, at=at) or _takes_recovery(user, code, at=at)


@transaction.atomic
def remove_app(*, user: User, at: datetime) -> bool:
    """Ask for codes of the app no more; whether there was one. The last factor takes the recovery codes along."""
    removed = bool(AuthenticatorApp.objects.filter(user=user).delete()[0])
    if removed:
        accounts.note(user, What.APP_REMOVED, at=at, by=user)
        drop_codes_without_factor(user)
    return removed


def drop_codes_without_factor(user: User) -> None:
    """Recovery codes stand in for a factor: without one there are none."""
    if not user.passkeys.exists() and not AuthenticatorApp.objects.filter(user=user).exists():
        user.recovery_codes.all().delete()


@transaction.atomic
def take_off(*, user: User, by: User | None, at: datetime) -> None:
    """Let somebody in by their password alone who has lost their second factor: app, passkeys and codes are gone.

    Arguments:
        by: the owner who does it; None at the server's terminal.

    Raises Faults where `by` may not (`not-yours`).
    """
    if by is not None:
        refuse_helping(user, by)
    AuthenticatorApp.objects.filter(user=user).delete()
    user.passkeys.all().delete()
    user.recovery_codes.all().delete()
    accounts.note(user, What.TAKEN_OFF, at=at, by=by)


def _takes_of_app(user: User, code: str, *, at: datetime) -> bool:
    """The update is the test: of two at once with the same code one is taken."""
    app = AuthenticatorApp.objects.filter(user=user).first()
    secret = unseal(app.secret) if app else None
    step = _step_of(secret, code, at=at) if secret else None
    if step is None:
        return False
    return bool(AuthenticatorApp.objects.filter(user=user, last_step__lt=step).update(last_step=step))


@transaction.atomic
def _takes_recovery(user: User, code: str, *, at: datetime) -> bool:
    """The update is the test here too."""
    free = RecoveryCode.objects.filter(user=user, code_hash=hashed(_plain(code)), used_at__isnull=True)
    if not free.update(used_at=at):
        return False
    accounts.note(user, What.CODE_USED, at=at, by=user)
    return True


def _step_of(secret: str, code: str, *, at: datetime) -> int | None:
    """The half minute of which this is the code, the next and the last one included."""
    entered, now = re.sub(r"\s", "", code), int(at.timestamp()) // STEP
    app = pyotp.TOTP(secret, interval=STEP)
    steps = range(now - EITHER_SIDE, now + EITHER_SIDE + 1)
    return next((step for step in steps if pyotp.utils.strings_equal(app.generate_otp(step), entered)), None)


def _written(code: str) -> str:
    return "-".join(re.findall("....", code)).lower()


def _plain(code: str) -> str:
    return re.sub(r"[\s-]", "", code).upper()
