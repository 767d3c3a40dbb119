"""The log: a line for each request, under its id; nothing in it that opens anything or names anybody."""

import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from gzip import decompress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import StringIO
from pathlib import Path
from threading import Thread
from typing import Any, ClassVar

import pytest
from django.test import Client
from django.utils import timezone
from structlog.contextvars import bound_contextvars

from config.logs import WithoutTokens, json_lines
from tests.house.the_tree import ROOT
from tests.tournaments.an_evening import AnEvening
from tournaments.club.models import Club, User
from tournaments.work import outbox, runner

ID = "0123456789abcdef-of-a-proxy"
SECRETS = {
    "/t/a-table-token": "a-table-token",
    "/p/a-ticket/?links=12-secret": "12-secret",
    "https://cards.example/sign-in/once-only/": "once-only",
    "Authorization: Bearer of-a-program": "of-a-program",
    "mail to ada.marsh@cards.example failed": "ada.marsh",
    "GET /c/rooster/players/ada-marsh/": "ada-marsh",
    "GET /c/rooster/search/?q=Marsh": "Marsh",
    "DETAIL:  Key (club_id, name)=(1, Ada Marsh) already exists.": "Marsh",
    "DETAIL:  Failing row contains (1, Ada (the elder) Marsh, null).": "Marsh",
}
FORMATTERS = {"lines": lambda: WithoutTokens("%(message)s"), "JSON": json_lines}


@pytest.fixture(params=FORMATTERS)
def log(request: pytest.FixtureRequest) -> Iterator[StringIO]:
    """What a terminal would show of everything, in either form."""
    written = StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(FORMATTERS[request.param]())
    loggers = [logging.getLogger(name) for name in ("", "config.requests", "tournaments.work.runner")]
    before = [logger.level for logger in loggers]
    loggers[0].addHandler(handler)
    for logger in loggers:
        logger.setLevel(logging.INFO)
    yield written
    loggers[0].removeHandler(handler)
    for logger, level in zip(loggers, before, strict=True):
        logger.setLevel(level)


@pytest.mark.parametrize("text", SECRETS)
def test_nothing_secret_is_written_wherever_it_stands(text: str, log: StringIO) -> None:
    logging.getLogger("test").warning("it says: %s", text)
    logging.getLogger("test").warning('"%s"\n%s', text, {"in a table": [text]})
    logging.getLogger("test").error("failed", exc_info=ValueError(text))
    assert SECRETS[text] not in log.getvalue()
    assert log.getvalue().count("…") >= 4


@pytest.fixture
def json_log(log: StringIO, request: pytest.FixtureRequest) -> Any:
    return lambda: [json.loads(line) for line in log.getvalue().splitlines()]


@pytest.mark.parametrize("log", ["JSON"], indirect=True)
def test_a_request_has_one_line_with_its_id_its_place_and_what_it_cost(
    json_log: Any, club: Club, director: User, client: Client
) -> None:
    evening = AnEvening.made(club, 8, at=timezone.now()).evening
    client.force_login(director)
    answer = client.get(f"/desk/{club.slug}/{evening.slug}/", headers={"X-Request-ID": ID})
    [line] = [line for line in json_log() if line["logger"] == "config.requests"]
    assert answer.headers["X-Request-ID"] == line["request_id"] == ID
    place = {name: line[name] for name in ("club", "evening", "method", "address", "status")}
    assert place == {
        "club": club.slug,
        "evening": evening.slug,
        "method": "GET",
        "address": "web:desk-evening",
        "status": 200,
    }
    assert line["milliseconds"] >= line["cpu_milliseconds"] / 2 > 0 < line["statements"] < 60


@pytest.mark.parametrize("given", ["", "short", "x" * 65, "with a space in it here", "ada@marsh.example-123"])
@pytest.mark.django_db
def test_an_id_that_no_proxy_would_give_is_not_taken(given: str, client: Client) -> None:
    first, second = (client.get("/healthz", headers={"X-Request-ID": given}) for _ in range(2))
    assert len({given, first.headers["X-Request-ID"], second.headers["X-Request-ID"]}) == 3


@pytest.mark.parametrize("log", ["JSON"], indirect=True)
def test_a_job_has_the_id_of_the_request_that_caused_it(json_log: Any, club: Club) -> None:
    evening = AnEvening.made(club, 8, at=timezone.now()).bring_to("playing").evening
    with bound_contextvars(request_id=ID):
        job = outbox.enqueue(outbox.STANDINGS, evening, at=timezone.now())
    runner.run(job.pk, clock=timezone.now)
    lines = [line for line in json_log() if line["logger"] == "tournaments.work.runner"]
    place = [lines[-1][name] for name in ("request_id", "job", "topic")]
    assert place == [job.request, job.pk, "standings"] == [ID, job.pk, "standings"]


@pytest.mark.parametrize("log", ["lines"], indirect=True)
def test_a_walk_past_every_kind_of_secret_leaves_none_in_the_log(
    log: StringIO, club: Club, client: Client
) -> None:
    AnEvening.made(club, 8, at=timezone.now())
    name = club.players.all()[0].name
    paths = ["/t/a-table-token/", "/p/a-ticket-token/", "/sign-in/once-only-token/", "/door/a-door-token/"]
    paths += [f"/c/{club.slug}/players/somebody-token/", f"/c/{club.slug}/search/?q={name}"]
    for path in paths:
        client.get(path)
    client.post("/sign-in/", {"username": "ada@marsh.example", "password": "a-secret-token"})
    assert log.getvalue().count(" ms") >= len(paths)
    assert [secret for secret in ("token", name, "marsh.example") if secret in log.getvalue()] == []


FAILS = """
import django, sys
from django.conf import settings
plain = {{"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
settings.STORAGES = {{**settings.STORAGES, "staticfiles": plain}}
django.setup()
from django.test import Client
from tournaments.operations import health
def fail(*, at):
    raise {error}
health.troubles = fail
client = Client(raise_request_exception=False)
answer = client.get("/readyz?links=12-secret", headers={{"X-Request-ID": {key!r}, "Authorization": "Bearer hidden"}})
if "sentry_sdk" in sys.modules:
    sys.modules["sentry_sdk"].flush(20)
print(answer.status_code, "sentry_sdk" in sys.modules)
"""


class Reports(BaseHTTPRequestHandler):
    bodies: ClassVar[list[str]] = []

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        packed = self.headers.get("Content-Encoding") == "gzip"
        self.bodies.append((decompress(body) if packed else body).decode())
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def reports() -> Iterator[tuple[str, list[str]]]:
    """An address to which errors are reported, and what comes there."""
    Reports.bodies = []
    with ThreadingHTTPServer(("127.0.0.1", 0), Reports) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://key@127.0.0.1:{server.server_port}/1", Reports.bodies
        server.shutdown()


@pytest.mark.parametrize(
    ("error", "status", "count"),
    [(f"ValueError({' '.join(SECRETS)!r})", 500, 1), ("django.db.OperationalError('away')", 503, 0)],
)
@pytest.mark.parametrize("is_on", [True, False])
def test_an_error_is_reported_where_that_is_asked_for_with_its_request_and_no_secret(
    error: str, status: int, count: int, is_on: bool, reports: tuple[str, list[str]], tmp_path: Path
) -> None:
    address, bodies = reports
    told = subprocess.run(
        [sys.executable, "-c", FAILS.format(error=error, key=ID)],
        cwd=ROOT,
        env={
            "PATH": os.environ["PATH"],
            "HEAD_TABLE_DATA": str(tmp_path),
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "ERRORS_DSN": address if is_on else "",
        },
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert told.stdout == f"{status} {is_on}\n", told.stderr
    errors = [body for body in bodies if '"exception"' in body]
    assert len(errors) == (count if is_on else 0)
    for body in errors:
        assert ID in body
        assert "test_logs" not in body
        assert [secret for secret in (*SECRETS.values(), "hidden") if secret in body] == []
