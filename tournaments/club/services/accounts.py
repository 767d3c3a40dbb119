"""Accounts of those who sign in."""

from __future__ import annotations

from datetime import datetime

from django.db import IntegrityError, transaction

from tournaments.club.models import AccountEvent, User
from tournaments.club.services import audit, sessions, tokens
from tournaments.refusals import refuse
from tournaments.site.cleaning import clean_name

What = AccountEvent.What


def make_account(*, username: str, password: str, person: str, is_founder: bool = False) -> User:
    """A new account; that of a founder looks after the server as well.

    Arguments:
        username: what they sign in with, and `password`: both have been through Django's own validators.
        person: their name, as others read it.

    Raises Faults on a bad name (`person`) and a user name that somebody has, whatever its case (`username`);
    IntegrityError for a second founder.
    """
    person = clean_name("person", person)
    if User.objects.filter(username__iexact=username).exists():
        _refuse_name()
    rights = {"is_founder": is_founder, "is_staff": is_founder, "is_superuser": is_founder}
    user = User(username=username, first_name=person, **rights)
    user.set_password(password)
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError:
        # Somebody has taken the name since it was looked for.
        if User.objects.filter(username=username).exists():
            _refuse_name()
        raise
    return user


@transaction.atomic
def note(user: User, what: str, *, at: datetime, by: User | None) -> None:
    """Keep what was done to an account, and by whom; None where that is whoever has the server's terminal."""
    AccountEvent.objects.create(user=user, what=what, by=by, at=at)
    audit.note_of_officer(user, "account-changed", at=at, by=by, what=str(What(what).value))


def rename(*, user: User, person: str) -> None:
    """Call a user otherwise. Raises Faults on a bad name (`person`)."""
    user.first_name, user.last_name = clean_name("person", person), ""
    user.save(update_fields=["first_name", "last_name"])


@transaction.atomic
def change_password(
    *, user: User, password: str, at: datetime, by: User | None, ends_tokens: bool = True
) -> None:
    """Give an account another password, which Django's validators have seen; it ends every session of theirs.

    Arguments:
        ends_tokens: whether it ends their API tokens too.
    """
    user.set_password(password)
    user.save(update_fields=["password"])
    sessions.end_all(user)
    if ends_tokens:
        tokens.revoke_api_tokens(user, at=at)
    note(user, What.PASSWORD, at=at, by=by)


def _refuse_name() -> None:
    refuse("username", "taken", "somebody has this username already; choose another")
