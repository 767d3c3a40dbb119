"""The sessions of a user: on which devices they are signed in, to be looked at and ended."""

from __future__ import annotations

from datetime import datetime

from django.contrib.sessions.models import Session

from tournaments.club.models import User, UserSession


def note_seen(*, user: User, stored_key: str, browser: str, device: str, at: datetime) -> None:
    """Keep that a session is in use; one that has been ended meanwhile is left alone.

    Arguments:
        stored_key: under what it is stored.
        browser: the browser's name, as `device` the kind of machine, as they were first seen.
    """
    if UserSession.objects.filter(session_id=stored_key, user=user).update(last_seen_at=at):
        return
    if Session.objects.filter(pk=stored_key).exists():
        UserSession.objects.update_or_create(
            session_id=stored_key,
            defaults={
                "user": user,
                "browser": browser,
                "device": device,
                "made_at": at,
                "last_seen_at": at,
            },
        )


def end(*, user: User, pk: int) -> bool:
    """End one session of this user; whether there was such a one."""
    return bool(Session.objects.filter(pk__in=_stored(user, pk=pk)).delete()[0])


def end_all(user: User, *, but: str = "") -> None:
    """End the sessions of a user, but for the one that is stored under `but`."""
    Session.objects.filter(pk__in=[key for key in _stored(user) if key != but]).delete()


def _stored(user: User, **which: int) -> list[str]:
    return list(UserSession.objects.filter(user=user, **which).values_list("session_id", flat=True))
