"""Passkeys (WebAuthn): adding one, and knowing its holder again. The cryptography is python-fido2's.

A passkey holds for the name under which the pages were opened; browsers offer none on plain http, but at localhost.
"""

from __future__ import annotations

import hashlib
import hmac
from base64 import b64decode, b64encode
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.db import IntegrityError, transaction
from fido2.server import Fido2Server
from fido2.utils import websafe_encode
from fido2.webauthn import (
    AttestedCredentialData,
    AuthenticationResponse,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialUserEntity,
    RegistrationResponse,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from tournaments.club.models import Passkey, User
from tournaments.club.services import accounts, second_factor
from tournaments.refusals import refuse
from tournaments.site.cleaning import clean_name

What = accounts.What
MOST: Final = 10
"""More than anybody has devices."""
NAME: Final = "Head Table"
State = dict[str, Any]
"""What is kept in the session between asking a browser and its answer."""


def begin_adding(*, user: User, origin: str) -> tuple[Mapping[str, Any], State]:
    """What a browser at `origin` is asked for to make a passkey, and what to keep until it answers.

    Raises Faults where there are ten already (`too-many`).
    """
    held = list(user.passkeys.all())
    if len(held) >= MOST:
        refuse("name", "too-many", "you have %(most)s passkeys; remove one first", most=MOST)
    handle = hmac.new(settings.SECRET_KEY.encode(), f"passkey {user.pk}".encode(), hashlib.sha256).digest()
    asked, state = _server(origin).register_begin(
        PublicKeyCredentialUserEntity(
            id=handle, name=user.get_username(), display_name=user.get_full_name() or user.get_username()
        ),
        [_credential(passkey) for passkey in held],
        resident_key_requirement=ResidentKeyRequirement.REQUIRED,
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    return dict(asked.public_key), state


@transaction.atomic
def add(
    *, user: User, origin: str, state: State, answer: Mapping[str, Any], name: str, at: datetime
) -> Passkey:
    """Keep the passkey that a browser has made. Raises Faults on a bad name or an answer that does not fit."""
    name = clean_name("name", name)
    try:
        made = (
            _server(origin).register_complete(state, RegistrationResponse.from_dict(answer)).credential_data
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        made = None
    if made is None:
        refuse("name", "unfit", "the browser’s answer does not fit; try again")
    try:
        with transaction.atomic():
            kept = Passkey.objects.create(
                user=user,
                name=name,
                credential_id=websafe_encode(made.credential_id),
                credential=b64encode(bytes(made)).decode(),
                made_at=at,
            )
    except IntegrityError:
        refuse("name", "known", "this passkey is there already")
    accounts.note(user, What.PASSKEY_ADDED, at=at, by=user)
    return kept


def begin_knowing(*, origin: str, user: User | None) -> tuple[Mapping[str, Any], State]:
    """What a browser is asked for to show a passkey: one of `user`, or where that is None of whoever it is."""
    held = [_credential(passkey) for passkey in user.passkeys.all()] if user else None
    asked, state = _server(origin).authenticate_begin(
        held, user_verification=UserVerificationRequirement.REQUIRED
    )
    return dict(asked.public_key), state


def known(
    *, origin: str, user: User | None, state: State, answer: Mapping[str, Any], at: datetime
) -> User | None:
    """Whose passkey a browser has shown, who is `user` where that is told; None where it is nobody's.

    The passkey counts how often it was used: one that counts backwards is a copy, and is not taken.
    """
    passkey, counted = None, 0
    try:
        parsed = AuthenticationResponse.from_dict(answer)
        passkey = _held(websafe_encode(parsed.raw_id), user)
        if passkey is not None:
            _server(origin).authenticate_complete(state, [_credential(passkey)], parsed)
            counted = parsed.response.authenticator_data.counter
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
    if passkey is None or counted < passkey.sign_count or (counted == passkey.sign_count != 0):
        return None
    same = Passkey.objects.filter(pk=passkey.pk, sign_count=passkey.sign_count)
    return passkey.user if same.update(sign_count=counted, last_used_at=at) else None


@transaction.atomic
def remove(*, user: User, pk: int, at: datetime) -> bool:
    """Take a passkey of this user away; whether there was such a one."""
    removed = bool(user.passkeys.filter(pk=pk).delete()[0])
    if removed:
        accounts.note(user, What.PASSKEY_REMOVED, at=at, by=user)
        second_factor.drop_codes_without_factor(user)
    return removed


def _server(origin: str) -> Fido2Server:
    """What checks answers that were given at this very origin: at another port of the host sits another program."""
    relying_party = PublicKeyCredentialRpEntity(id=urlsplit(origin).hostname, name=NAME)
    return Fido2Server(relying_party, verify_origin=origin.__eq__)


def _held(credential_id: str, user: User | None) -> Passkey | None:
    found = Passkey.objects.filter(credential_id=credential_id, user__is_active=True).select_related("user")
    return (found.filter(user=user) if user else found).first()


def _credential(passkey: Passkey) -> AttestedCredentialData:
    return AttestedCredentialData(b64decode(passkey.credential))
