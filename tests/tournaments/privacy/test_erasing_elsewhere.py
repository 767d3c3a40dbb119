"""Whoever is erased is nowhere outside the tables either: Redis, sessions, mails that wait, lines of logs."""

import base64
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import redis
from celery import Celery
from django.contrib.sessions.models import Session
from django.test import Client

from config.logs import WithoutTokens
from tests import services
from tests.tournaments.club.test_publicity import Shown
from tests.tournaments.conftest import START
from tests.tournaments.evening.web.desk.at_the_desk import signed_in
from tests.tournaments.privacy.test_erasing import MAIL, NAME, told_everywhere, traces_in
from tournaments.club.models import Club, Mail, User
from tournaments.club.roles import Role
from tournaments.club.services import mails
from tournaments.site.sealing import unseal
from tournaments.work import outbox


@pytest.fixture
def club(db: None) -> Club:
    """A club with an owner who signs in."""
    club = Club.objects.create(name="Rooster Club", slug="rooster-club", made_at=START)
    club.officers.create(user=User.objects.create_user("director"), role=Role.OWNER)
    return club


@pytest.fixture
def broker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any) -> Iterator[redis.Redis]:
    """A Redis of its own to which this process sends its hints, and which is its cache too."""
    with services.redis(tmp_path) as url:
        sender = Celery("sender", broker=url, set_as_current=False)
        sender.conf.broker_transport_options = settings.CELERY_BROKER_TRANSPORT_OPTIONS
        monkeypatch.setattr(outbox, "current_app", sender)
        settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": url}}
        yield redis.Redis.from_url(url)
        sender.close()


READ: dict[Any, Any] = {
    b"string": lambda broker, key: [broker.get(key)],
    b"list": lambda broker, key: broker.lrange(key, 0, -1),
    b"set": lambda broker, key: broker.smembers(key),
    b"hash": lambda broker, key: [part for pair in broker.hgetall(key).items() for part in pair],
    b"zset": lambda broker, key: broker.zrange(key, 0, -1),
}
"""How the values of each type of key are read."""


def held_by(broker: redis.Redis) -> str:
    found: list[str] = []
    for key in broker.scan_iter():
        for value in [key, *READ[broker.type(key)](broker, key)]:
            text = value.decode(errors="replace")
            found.append(text)
            if text.startswith("{"):
                found.append(base64.b64decode(json.loads(text).get("body", "")).decode(errors="replace"))
    return "\n".join(found)


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_redis_sessions_mails_and_logs_do_not_hold_whoever_was_erased(
    broker: redis.Redis, club: Club, caplog: pytest.LogCaptureFixture, settings: Any
) -> None:
    settings.EMAIL_HOST = "mail.example"
    caplog.set_level(logging.DEBUG)
    person = Shown(club).person
    owner = User.objects.get(offices__club=club)
    traces = told_everywhere(club, person)
    mails.mail_invitation(MAIL, club.name, "a-token", at=person.made_at)
    mails.mail_invitation("b@post.example", NAME, "a-token", at=person.made_at)
    mails.mail_invitation("b@post.example", club.name, "a-token", at=person.made_at)
    client = signed_in(owner)
    at = f"/desk/{club.slug}/members/{person.pk}/"
    asked_as(client, at, person.slug, club)
    assert len([one for one in opened() if traces_in(one, traces)]) == 2
    assert outbox.RUN in held_by(broker)
    client.post(f"{at}erase/", {"name": NAME})
    person.refresh_from_db()
    assert person.name == "—"
    asked_as(client, at, "zuleika-quartermaine", club)
    assert traces_in(held_by(broker), traces) == []
    assert [one for one in opened() if traces_in(one, traces)] == []
    assert len(opened()) == 1
    sessions = [str(row.get_decoded()) for row in Session.objects.all()]
    assert sessions
    assert traces_in(str(sessions), traces) == []
    lines = [WithoutTokens("%(name)s %(message)s").format(record) for record in caplog.records]
    assert lines
    assert [line for line in lines if traces_in(line, traces)] == []


def asked_as(client: Client, at: str, slug: str, club: Club) -> None:
    """Pages that name the person, for an officer and for everybody; one is not there."""
    for path in (at, f"/c/{club.slug}/players/{slug}/", f"/c/{club.slug}/players/{slug}/photo.png"):
        client.get(path)
        Client().get(path)
    client.post(at, {"name": ""})


def opened() -> list[str]:
    return [unseal(text) or "" for text in Mail.objects.exclude(sealed="").values_list("sealed", flat=True)]
