"""A session is stored under the hash of its key: a stolen database opens nothing."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.apps import apps
from django.conf import settings
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from config.sessions import SessionStore
from tests.tournaments.evening.web.desk.at_the_desk import Desk
from tournaments.club.models import User

MIGRATION = "tournaments.migrations.former.0017_sessions_under_their_hash"


def test_what_the_database_has_of_a_session_opens_nothing(desk: Desk) -> None:
    stored = Session.objects.get()
    key = desk.client.cookies[settings.SESSION_COOKIE_NAME].value
    assert stored.session_key != key
    assert key not in stored.session_data

    thief = Client()
    thief.cookies[settings.SESSION_COOKIE_NAME] = stored.session_key
    assert thief.get("/desk/rooster-club/").status_code == 302
    assert desk.client.get("/desk/rooster-club/").status_code == 200


def test_signing_out_takes_it_out_of_the_database(desk: Desk) -> None:
    desk.client.post(reverse("web:sign-out"))
    assert not any("_auth_user_id" in session.get_decoded() for session in Session.objects.all())


def test_sessions_from_before_go_on(director: User, client: Client) -> None:
    settings_engine = db.SessionStore()
    client.force_login(director)
    settings_engine.update(client.session.items())
    settings_engine.create()
    Session.objects.exclude(pk=settings_engine.session_key).delete()
    client.cookies[settings.SESSION_COOKIE_NAME] = str(settings_engine.session_key)
    assert client.get("/desk/").status_code == 302
    client.cookies[settings.SESSION_COOKIE_NAME] = str(settings_engine.session_key)

    for _ in "twice":
        import_module(MIGRATION).hash_keys(apps, None)

    assert client.get("/desk/", follow=True).status_code == 200
    assert "_auth_user_id" in client.session
    assert not Session.objects.filter(pk=settings_engine.session_key).exists()


def test_the_store_keeps_what_a_store_keeps(db: None) -> None:
    store = SessionStore()
    store["seat"] = 1
    store.create()
    key = str(store.session_key)
    assert SessionStore(key)["seat"] == 1
    assert store.exists(key)
    store.cycle_key()
    assert not SessionStore().exists(key)
    store.flush()
    assert not Session.objects.exists()
    assert SessionStore(key).load() == {}


@pytest.mark.django_db(transaction=True)
def test_so_it_does_for_asynchronous_callers() -> None:
    async def there_and_back() -> tuple[Any, bool, bool]:
        store = SessionStore()
        await store.aset("seat", 1)
        await store.acreate()
        key = str(store.session_key)
        seat = await SessionStore(key).aget("seat")
        there = await store.aexists(key)
        await store.adelete()
        return seat, there, await store.aexists(key)

    assert async_to_sync(there_and_back)() == (1, True, False)
    assert not Session.objects.exists()
