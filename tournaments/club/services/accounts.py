"""Accounts of those who sign in."""

from __future__ import annotations

from django.db import IntegrityError, transaction

from tournaments.club.models import User
from tournaments.refusals import refuse
from tournaments.site.cleaning import clean_name


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


def _refuse_name() -> None:
    refuse("username", "taken", "somebody has this username already; choose another")
