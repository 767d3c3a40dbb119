"""The first account of an installation, and the first club."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NoReturn

from django.db import IntegrityError, transaction

from tournaments.club.models import Club, User
from tournaments.club.reads.first_run import is_open
from tournaments.club.services.accounts import make_account
from tournaments.club.services.clubs import make_club
from tournaments.refusals import refuse


def begin(*, username: str, password: str, person: str, at: datetime, **club: Any) -> tuple[User, Club]:
    """The account that owns the installation, and its club: both or neither.

    Arguments:
        username: what they sign in with; the form has asked Django's own validators.
        password: likewise.
        person: their name, as others read it.
        club: what `make_club` takes.

    Raises Faults where somebody has begun already, also at this very moment (`begun`), where the user name is
    another's (`username`), and as `make_club` does.
    """
    if not is_open():
        _refuse_second()
    try:
        with transaction.atomic():
            user = make_account(username=username, password=password, person=person, is_founder=True)
            return user, make_club(director=user, at=at, **club)
    except IntegrityError:
        _refuse_second()


def _refuse_second() -> NoReturn:
    refuse("", "begun", "somebody has set this installation up already; sign in, or ask them to invite you")
