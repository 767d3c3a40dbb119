"""What has served its purpose is thrown away, and nothing before."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.contrib.sessions.models import Session

from tests.tournaments.conftest import START
from tournaments.club.models import ApiToken, Club, Invitation, SignInLink, User
from tournaments.club.roles import Role
from tournaments.club.services.tokens import make_api_token, make_sign_in_link
from tournaments.privacy.retention import ACCESS_KEPT, EVERY, forget_old

A_MINUTE = timedelta(minutes=1)


@pytest.fixture
def access(club: Club, director: User) -> datetime:
    """A link, an invitation and a token that end at the moment that is given."""
    ends = START + timedelta(days=1)
    make_sign_in_link(user=director, at=START, lasts=ends - START)
    make_api_token(user=director, name="a program", at=START, lasts=ends - START)
    Invitation.objects.create(
        club=club,
        called="Bo",
        role=Role.DIRECTOR,
        token_hash="0" * 64,
        made_by=director,
        made_at=START,
        expires_at=ends,
    )
    return ends


def kept() -> list[int]:
    return [model.objects.count() for model in (SignInLink, Invitation, ApiToken)]


def test_what_gave_access_can_be_looked_at_for_a_year(access: datetime) -> None:
    forget_old(at=access + ACCESS_KEPT)
    assert kept() == [1, 1, 1]
    forget_old(at=access + ACCESS_KEPT + EVERY + A_MINUTE)
    assert kept() == [0, 0, 0]


def test_what_was_revoked_counts_from_then(access: datetime) -> None:
    ApiToken.objects.update(revoked_at=START, expires_at=START + 10 * ACCESS_KEPT)
    forget_old(at=START + ACCESS_KEPT + A_MINUTE)
    assert ApiToken.objects.count() == 0


def test_sessions_that_are_over_go_and_others_stay(db: None) -> None:
    for key, ends in (("over", START), ("open", START + timedelta(days=1))):
        Session.objects.create(session_key=key, session_data="", expire_date=ends)
    forget_old(at=START + A_MINUTE)
    assert [session.session_key for session in Session.objects.all()] == ["open"]


def test_it_looks_once_an_hour(db: None) -> None:
    forget_old(at=START)
    Session.objects.create(session_key="over", session_data="", expire_date=START)
    assert forget_old(at=START + EVERY - A_MINUTE) == 0
    assert forget_old(at=START + EVERY) == 1
