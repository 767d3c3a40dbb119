"""A pooler before PostgreSQL: one that keeps sessions is as good as none, one of transactions is refused."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from tests.services import WEB, pgbouncer
from tournaments.operations import health
from tournaments.operations.keys import POOLED, keeps_sessions

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.services]
needs_postgresql = pytest.mark.skipif(connection.vendor != "postgresql", reason="poolers are PostgreSQL's")


def url(port: int) -> str:
    return f"postgres://{WEB}@127.0.0.1:{port}/{connection.settings_dict['NAME']}"


@needs_postgresql
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
