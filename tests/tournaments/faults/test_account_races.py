"""A link or a code that works once, used twice at the same moment: it works for one of them."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pyotp
import pytest
from django.db.models import QuerySet
from django.utils import timezone

from tests.tournaments.club import a_user
from tests.tournaments.faults.together import Act, at_once, meet
from tournaments.club.models import AccountLink, AuthenticatorApp, Invitation, RecoveryCode, SignInLink, User
from tournaments.club.services import accounts, clubs, factors, invitations, tokens

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]
UPDATE = QuerySet.update
Kind = type[AccountLink] | type[AuthenticatorApp] | type[Invitation] | type[RecoveryCode] | type[SignInLink]


@contextmanager
def meeting_before(model: Kind, *, is_test: bool) -> Iterator[None]:
    """Whoever is about to use a row of `model` up waits for the other.

    Arguments:
        is_test: the update itself says whether the row was free still, as the program has it; without, each goes by
            what it has read before, which is the control.
    """
    barrier = threading.Barrier(2)

    def update(rows: QuerySet[Any], **values: Any) -> int:
        if rows.model is not model or not {"used_at", "last_step"} & set(values):
            return UPDATE(rows, **values)
        free = is_test or rows.exists()
        meet(barrier)
        if is_test:
            return UPDATE(rows, **values)
        UPDATE(model._default_manager.all(), **values)
        return int(free)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(QuerySet, "update", update)
        if not is_test:  # nor does it help that officers of a club change one after the other
            patch.setattr(clubs, "lock", lambda _club: None)
        yield


def twice(act: Callable[..., object], model: Kind, *, is_test: bool, **told: Any) -> list[bool]:
    """Do it at once; for whom it worked, sorted."""
    do: Act = partial(act, at=timezone.now(), **told)
    with meeting_before(model, is_test=is_test):
        outcomes = at_once([do, do])
    assert [outcome.error for outcome in outcomes] == [None, None]
    return sorted(bool(outcome.value) for outcome in outcomes)


def reset_twice(user: User, *, is_test: bool) -> list[bool]:
    token = accounts.give_password_link(user=user, by=None, at=timezone.now())
    return twice(accounts.set_password, AccountLink, is_test=is_test, token=token, password=a_user.OTHER)


def recovered_twice(user: User, *, is_test: bool) -> list[bool]:
    code = factors.make_recovery_codes(user=user, at=timezone.now())[0]
    return twice(factors.takes_code, RecoveryCode, is_test=is_test, user=user, code=code)


def coded_twice(user: User, *, is_test: bool) -> list[bool]:
    code = pyotp.TOTP(a_user.with_app(user, timezone.now())).now()
    return twice(factors.takes_code, AuthenticatorApp, is_test=is_test, user=user, code=code)


def signed_in_twice(user: User, *, is_test: bool) -> list[bool]:
    token = tokens.make_sign_in_link(user=user, at=timezone.now())
    return twice(partial(tokens.use_sign_in_link, token), SignInLink, is_test=is_test)


def accepted_twice(user: User, *, is_test: bool) -> list[bool]:
    at, guest = timezone.now(), a_user.make("ann")
    club = clubs.make_club(name="Owl Club", director=user, time_zone="UTC", at=at)
    token = invitations.invite(club, user, at, invitations.NewInvitation(called="Ann"))
    return twice(invitations.accept, Invitation, is_test=is_test, token=token, user=guest)


ONCE = {
    "a link for a new password": reset_twice,
    "a link that signs in": signed_in_twice,
    "an invitation": accepted_twice,
    "a recovery code": recovered_twice,
    "a code of an app": coded_twice,
}


@pytest.mark.parametrize("use", ONCE.values(), ids=ONCE)
def test_it_works_once(use: Callable[..., list[bool]]) -> None:
    assert use(a_user.make(), is_test=True) == [False, True]


@pytest.mark.parametrize("use", ONCE.values(), ids=ONCE)
def test_control_where_each_goes_by_what_it_has_read_it_works_twice(use: Callable[..., list[bool]]) -> None:
    assert use(a_user.make(), is_test=False) == [True, True]
