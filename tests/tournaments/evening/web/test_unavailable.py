"""What is said where nothing can be saved or read: 503, and when to try again; `/readyz` says why."""

import errno
import io
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.db import InterfaceError, OperationalError, connection
from django.test import Client
from django.utils import timezone

from config.logs import OnceAMinute, OneLine
from tests.tournaments.an_evening import Make, a_hand
from tests.tournaments.evening.api.callers import address, at_table, fault
from tests.tournaments.evening.web.table.a_phone import token_of
from tournaments.evening.services import scoresheets
from tournaments.live.bridge import OVERLOADED
from tournaments.operations import health
from tournaments.work import outbox
from tournaments.work.models import Heartbeat
from tournaments.work.runner import sweep

pytestmark = pytest.mark.django_db
PASSING = [
    pytest.param(OperationalError("database is locked"), id="locked"),
    pytest.param(OperationalError("database or disk is full"), id="full"),
    pytest.param(OperationalError("the connection is lost"), id="away"),
    pytest.param(InterfaceError("the connection is closed"), id="closed"),
    pytest.param(OSError(errno.ENOSPC, "No space left on device"), id="no space for a file"),
]


@pytest.fixture(autouse=True)
def _tried_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "_last", (-1000.0, ""))


def raising(error: Exception) -> Callable[..., Any]:
    def fails(*_: object, **__: object) -> Any:
        raise error

    return fails


@pytest.mark.parametrize("error", [PASSING[0], PASSING[-1]])
def test_a_hand_that_cannot_be_saved_now_is_to_be_sent_again(
    make_evening: Make, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    evening = make_evening(8, until="playing")
    monkeypatch.setattr(scoresheets, "enter_hand", raising(error))
    answer = at_table(evening, 1).hand(address(evening, 1), a_hand())
    assert fault(answer) == (503, "", "unavailable")
    assert 1 <= int(answer.headers["Retry-After"]) <= 10
    assert answer.headers["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("error", PASSING)
def test_a_page_that_cannot_be_read_now_says_so(
    client: Client, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    monkeypatch.setattr("tournaments.operations.health.troubles", raising(error))
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.headers["Retry-After"]
    assert "Nothing can be saved just now" in answer.content.decode()


@pytest.mark.parametrize("path", ["/desk/", "/api/v1/me/"])
def test_so_does_one_without_a_session(client: Client, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    """It fails before there is a view, and no page may ask the database who is looking."""
    client.raise_request_exception = False
    client.cookies["sessionid"] = "x" * 32
    monkeypatch.setattr(
        "django.db.backends.utils.CursorWrapper.execute", raising(OperationalError("the server is away"))
    )
    answer = client.get(path)
    assert answer.status_code == 503
    assert answer.headers["Retry-After"]


def test_a_fault_of_the_program_is_none_of_that(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    client.raise_request_exception = False
    monkeypatch.setattr("tournaments.operations.health.troubles", raising(ValueError("a fault")))
    assert client.get("/readyz").status_code == 500


@pytest.mark.parametrize("path", ["/", "/api/v1/games/"])
def test_whoever_has_waited_too_long_for_a_turn_is_told_at_once(client: Client, path: str) -> None:
    """In a language of their own, whatever was spoken before."""
    client.defaults[OVERLOADED] = "1"
    for language, words in (("fr", "quelques secondes"), ("en", "a few seconds")):
        answer = client.get(path, headers={"Accept-Language": language})
        assert answer.status_code == 503
        assert answer.headers["Retry-After"]
        assert words in answer.content.decode()


@contextmanager
def full_disk() -> Iterator[None]:
    """The database is read as ever; whatever would write to it fails."""

    def read_only(execute: Any, sql: str, *rest: Any) -> Any:
        if sql.startswith(("INSERT", "UPDATE", "DELETE")):
            raise OperationalError("database or disk is full")
        return execute(sql, *rest)

    with connection.execute_wrapper(read_only):
        yield


def test_a_card_and_the_form_to_sign_in_open_while_the_disk_is_full(make_evening: Make) -> None:
    evening, phone = make_evening(8, until="playing"), Client()
    with full_disk():
        answer = phone.get(f"/t/{token_of(evening, 1)}/", follow=True)
        assert (answer.status_code, "Table 1" in answer.content.decode()) == (200, True)
        assert phone.get("/sign-in/").status_code == 200
    phone.get(answer.request["PATH_INFO"])
    with full_disk():
        assert phone.get(answer.request["PATH_INFO"]).status_code == 200


def test_what_goes_on_failing_is_one_line_a_minute(caplog: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    quiet, clock = OnceAMinute(), iter((0.0, 1.0, 2.0, 61.0, 62.0))
    monkeypatch.setattr(time, "monotonic", lambda: next(clock))
    log = logging.getLogger("a.test")
    lines = list[str]()
    for number in range(5):
        error = OperationalError("database or disk is full")
        record = log.makeRecord(
            log.name, logging.ERROR, "", 0, "job %s", (number,), (type(error), error, None)
        )
        if quiet.filter(record):
            lines.append(record.getMessage())
    assert lines == ["job 0", "job 3 (and 2 more like this one before it)"]
    fault = log.makeRecord(log.name, logging.ERROR, "", 0, "a fault", (), None)
    assert [quiet.filter(fault), quiet.filter(fault)] == [True, True]


FORM = "application/x-www-form-urlencoded"
REFUSALS: dict[str, tuple[str, dict[str, str], str]] = {
    "no token against forged requests": (FORM, {}, "Forbidden"),
    "a form of too many fields": (FORM, {}, "parameters exceeded"),
    "a form in parts that cannot be told apart": ("multipart/form-data", {}, "Invalid boundary"),
    "another host": (FORM, {"host": "evil.example"}, "Invalid HTTP_HOST"),
}


@pytest.mark.parametrize(("kind", "headers", "why"), REFUSALS.values(), ids=REFUSALS)
def test_a_refused_form_is_one_line(kind: str, headers: dict[str, str], why: str, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["testserver"]
    assert "one_line" in settings.LOGGING["handlers"]["terminal"]["filters"]
    text, client = (
        io.StringIO(),
        Client(raise_request_exception=False, enforce_csrf_checks=why == "Forbidden"),
    )
    fields = "a=1&b=2&c=3&d=4" if "exceeded" in why else "a=1"
    terminal = logging.StreamHandler(text)
    terminal.addFilter(OneLine())
    logging.getLogger().addHandler(terminal)
    settings.DATA_UPLOAD_MAX_NUMBER_FIELDS = 3
    try:
        answer = client.generic("POST", "/sign-in/", fields, content_type=kind, headers=headers)
    finally:
        logging.getLogger().removeHandler(terminal)
    assert 400 <= answer.status_code < 500
    (line,) = text.getvalue().splitlines()
    assert why in line


class TestReadiness:
    """`/readyz`: 200 where all is well; broker and beat are told of in any case."""

    def test_all_is_well(self, client: Client) -> None:
        sweep(at=timezone.now())
        answer = client.get("/readyz")
        lines = answer.content.decode().splitlines()
        assert answer.status_code == 200
        assert lines[:2] == ["ready", "broker: answers"]
        assert lines[2] in ("beat: 0 s ago", "beat: 1 s ago")
        assert lines[3:] == [f"version: {settings.VERSION}"]
        assert Heartbeat.objects.filter(name=Heartbeat.WRITE).exists()

    def test_before_the_first_sweep(self, client: Client) -> None:
        answer = client.get("/readyz")
        assert (answer.status_code, "beat: not seen yet" in answer.content.decode()) == (200, True)

    def test_nothing_can_be_written(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(outbox, "beat", raising(OperationalError("database or disk is full")))
        answer = client.get("/readyz")
        assert answer.status_code == 503
        assert "nothing can be written: database or disk is full" in answer.content.decode()

    def test_the_beat_is_silent(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        sweep(at=timezone.now() - timedelta(minutes=2))
        monkeypatch.setattr(health, "STARTED", time.monotonic())
        assert client.get("/readyz").status_code == 200  # just started: the worker starts beside it
        monkeypatch.setattr(health, "STARTED", -1000.0)
        answer = client.get("/readyz")
        assert answer.status_code == 503
        assert "beat is silent: the worker swept 12" in answer.content.decode()

    def test_the_broker_is_silent(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("tournaments.operations.health.broker_trouble", lambda: "timed out")
        answer = client.get("/readyz")
        assert answer.status_code == 503
        assert "the broker does not answer: timed out\nbroker: silent" in answer.content.decode()

    def test_asking_often_writes_seldom(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        written: list[str] = []

        def noting(name: str, *, at: object) -> None:
            written.append(name)

        monkeypatch.setattr(outbox, "beat", noting)
        for _ in range(5):
            client.get("/readyz")
        assert written == [Heartbeat.WRITE]

    def test_a_sweep_is_noted_once(self) -> None:
        for _ in range(2):
            sweep(at=timezone.now())
        assert Heartbeat.objects.filter(name=Heartbeat.SWEEP).count() == 1
