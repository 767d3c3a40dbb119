"""A database knows its secret key, whoever starts with another is told; a pooler of transactions is refused."""

import io
import logging
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from django.core.checks import run_checks
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from tests.services import WEB, pgbouncer
from tests.tournaments.an_evening import Make
from tests.tournaments.conftest import START
from tests.tournaments.signup.a_list import AList
from tournaments.club.models import ServerKey
from tournaments.club.services import tokens
from tournaments.evening.models import PlayerLink, TableLink
from tournaments.evening.services import links
from tournaments.operations import health
from tournaments.operations.keys import OTHER_KEY, POOLED, keeps_sessions, key_trouble, say_key_trouble
from tournaments.signup import sign_ups
from tournaments.signup.models import DoorCode
from tournaments.site import cleaning

pytestmark = pytest.mark.django_db
ANOTHER = "another-key-" * 6


def warnings() -> list[str]:
    """What the checks of the database say, as `migrate` and `check --database default` do."""
    return [str(found.msg) for found in run_checks(databases=["default"]) if found.id == "tournaments.W001"]


def test_a_new_database_keeps_what_tells_its_key_from_others_and_is_silent_about_the_right_one(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = ServerKey.objects.get().check_value
    assert len(kept) == 64
    assert key_trouble() == ""
    assert warnings() == []
    assert Client().get("/readyz").status_code == 200
    monkeypatch.setattr("django.db.connection.close", lambda: None)
    say_key_trouble()
    assert caplog.text == ""


def test_another_key_is_told(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.conf.settings.SECRET_KEY", ANOTHER)
    monkeypatch.setattr("django.db.connection.close", lambda: None)
    assert warnings() == [OTHER_KEY]
    ready = Client().get("/readyz")
    assert (ready.status_code, OTHER_KEY in ready.content.decode()) == (503, True)
    with caplog.at_level(logging.CRITICAL):
        say_key_trouble()
    assert OTHER_KEY in caplog.text


def test_a_lost_key_gives_every_card_a_new_link(make_evening: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = make_evening(8, until="playing")
    sign_ups.open_door(evening=AList.made(evening.evening.club).evening, by="user:1", at=START)
    old = links.link_token(TableLink.objects.earliest("pk"))
    monkeypatch.setattr("django.conf.settings.SECRET_KEY", ANOTHER)
    written = io.StringIO()
    call_command("accept_key", stdout=written)
    made: list[tuple[Any, Callable[[Any], str], Callable[[Any], str]]] = [
        (TableLink.objects.all(), links.link_token, links.link_code),
        (PlayerLink.objects.all(), links.link_token, links.link_code),
        (DoorCode.objects.all(), sign_ups.door_token, sign_ups.door_code),
    ]
    for rows, token, code in made:
        for row in rows:
            assert (tokens.hashed(token(row)), cleaning.hashed_code(code(row))) == (
                row.token_hash,
                row.code_hash,
            )
    assert f"{sum(len(rows) for rows, *_ in made)} cards and tickets have new links" in written.getvalue()
    assert not TableLink.objects.filter(token_hash=tokens.hashed(old)).exists()
    assert key_trouble() == ""


def test_there_is_nothing_to_accept_where_the_key_is_right(make_evening: Make) -> None:
    make_evening(8, until="playing")
    before = list(TableLink.objects.values_list("token_hash", flat=True))
    written = io.StringIO()
    call_command("accept_key", stdout=written)
    assert "nothing to accept" in written.getvalue()
    assert list(TableLink.objects.values_list("token_hash", flat=True)) == before


def url(port: int) -> str:
    return f"postgres://{WEB}@127.0.0.1:{port}/{connection.settings_dict['NAME']}"


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="poolers are PostgreSQL's")
@pytest.mark.parametrize("mode", ["none", "session", "transaction"])
def test_poolers_of_transactions(mode: str, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_POOLER", {})
    own = connection.settings_dict
    direct = f"postgres://{own['USER']}@{own['HOST']}:{own['PORT']}/{own['NAME']}"
    with pgbouncer(direct, mode=mode if mode != "none" else "session") as pooler:
        port = int(own["PORT"]) if mode == "none" else pooler
        settings.WEB_DATABASE = {**own, "USER": WEB, "PORT": port}
        refused = mode == "transaction"
        assert keeps_sessions() is not refused
        assert (health.troubles(at=timezone.now()) == [POOLED]) is refused
        answer = Client().get("/readyz")
        assert ("WEB_DATABASE_URL leads to a pooler" in answer.content.decode()) is refused
        started = subprocess.run(
            [sys.executable, "-c", "import config.wsgi"],
            cwd=settings.BASE_DIR,
            env={**os.environ, "DATABASE_URL": direct, "WEB_DATABASE_URL": url(port)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert started.returncode == refused, started.stderr
        assert (POOLED in started.stderr) is refused
