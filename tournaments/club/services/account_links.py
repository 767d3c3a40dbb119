"""Links by which somebody who cannot sign in, or reads their mail elsewhere, changes an account: each works once.

They are made from 256 random bits, shown or mailed once, and stored as SHA-256.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from tournaments.club.member_list.details import check_mail
from tournaments.club.models import AccountLink, Mail, User
from tournaments.club.reads.accounts import may_help, open_account_links, users_to_mail
from tournaments.club.services import accounts, mails, sessions
from tournaments.club.services.tokens import RANDOM_BYTES, hashed, use_up
from tournaments.refusals import refuse

Kind = AccountLink.Kind
LASTS: Final = {
    Kind.PASSWORD: timedelta(days=1),
    Kind.ADDRESS: timedelta(days=3),
    Kind.UNDO: timedelta(days=7),
}


@transaction.atomic
def give_password_link(*, user: User, by: User | None, at: datetime) -> str:
    """The token of a link with which `user` chooses a new password; earlier ones open nothing any more.

    Arguments:
        by: the owner who hands it on; None at the server's terminal.

    Raises Faults where `by` may not (`not-yours`).
    """
    if by is not None:
        refuse_helping(user, by)
    accounts.note(user, accounts.What.PASSWORD_LINK, at=at, by=by)
    return _made(user, Kind.PASSWORD, by=by, at=at)


def refuse_helping(user: User, by: User) -> None:
    """Raise Faults (`not-yours`) unless `by` may open the account of `user` again."""
    if not may_help(by, user):
        refuse(
            "",
            "not-yours",
            "this account is used in other clubs too; only whoever looks after this server can open it again",
        )


@transaction.atomic
def mail_password_links(*, told: str, at: datetime) -> None:
    """Mail a link to whoever is called so, or has that address: to nobody, where there is nobody to mail to."""
    for user in users_to_mail(told):
        token = _made(user, Kind.PASSWORD, by=None, at=at)
        _mailed(token, mails.new_password(user, token, at=at))


@transaction.atomic
def set_password(*, token: str, password: str, at: datetime) -> User | None:
    """Give the account of a link this password; None where the link opens nothing any more.

    It ends every session of theirs. Arguments: `password` has been through Django's own validators.
    """
    link = _used(token, Kind.PASSWORD, at=at)
    if link is None or (link.made_by is not None and not may_help(link.made_by, link.user)):
        return None  # also where the account has come to open more than whoever gave the link may
    accounts.change_password(user=link.user, password=password, at=at, by=link.user)
    _revoke(link.user, Kind.PASSWORD, at=at)
    return link.user


@transaction.atomic
def ask_for_address(*, user: User, email: str, at: datetime) -> None:
    """Ask at the new address whether it is right: the account keeps the former one until then.

    Raises Faults (`email`) on what is no address to which mail can go.
    """
    check_mail("email", email)
    token = _made(user, Kind.ADDRESS, by=user, at=at, email=email)
    _mailed(token, mails.confirm_address(user, email, token, at=at))


@transaction.atomic
def set_address(*, user: User, email: str, at: datetime) -> None:
    """Give an account another e-mail address, and tell the former one, where mails can be sent."""
    former = user.email
    user.email = email
    user.save(update_fields=["email"])
    accounts.note(user, accounts.What.ADDRESS, at=at, by=user)
    if former and former != email and mails.is_set_up():
        token = _made(user, Kind.UNDO, by=user, at=at, email=former)
        _mailed(token, mails.address_changed(user, former, token, at=at))


@transaction.atomic
def use_address_link(*, token: str, at: datetime) -> AccountLink | None:
    """Do what a link to a mail address is for; None where it opens nothing any more.

    The link to the former one also signs everybody out, and ends the links of whoever changed it.
    """
    link = _used(token, Kind.ADDRESS, Kind.UNDO, at=at)
    if link is None:
        return None
    if link.kind == Kind.ADDRESS:
        set_address(user=link.user, email=link.email, at=at)
        return link
    link.user.email = link.email
    link.user.save(update_fields=["email"])
    accounts.note(link.user, accounts.What.ADDRESS_UNDONE, at=at, by=link.user)
    _revoke(link.user, Kind.ADDRESS, Kind.PASSWORD, at=at)
    sessions.end_all(link.user)
    return link


def _made(user: User, kind: Kind, *, by: User | None, at: datetime, email: str = "") -> str:
    """The token of a new link, in the place of earlier ones of its kind; of undoing earlier ones stay good."""
    if kind != Kind.UNDO:
        _revoke(user, kind, at=at)
    token = secrets.token_urlsafe(RANDOM_BYTES)
    AccountLink.objects.create(
        user=user,
        kind=kind,
        email=email,
        token_hash=hashed(token),
        made_by=by,
        made_at=at,
        expires_at=at + LASTS[kind],
    )
    return token


def _mailed(token: str, mail: Mail) -> None:
    AccountLink.objects.filter(token_hash=hashed(token)).update(mail=mail)


def _used(token: str, *kinds: Kind, at: datetime) -> AccountLink | None:
    """The link, which is used from now on. The update is the test: of two at once one wins."""
    found = open_account_links(at=at).filter(token_hash=hashed(token), kind__in=kinds)
    link = found.select_related("user", "made_by").first()
    return link if link is not None and use_up(link, used_at=at) else None


def _revoke(user: User, *kinds: Kind, at: datetime) -> None:
    open_account_links(at=at).filter(user=user, kind__in=kinds).update(revoked_at=at)
