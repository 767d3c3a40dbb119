"""What goes to the log: without tokens, names or mail addresses, and what goes on failing once."""

from __future__ import annotations

import errno
import logging
import re
import time
from threading import Lock
from typing import Any, Final

import structlog
from django.core.exceptions import ImproperlyConfigured
from django.db import InterfaceError, OperationalError

QUIET_SECONDS: Final = 60
UNAVAILABLE: Final = 503
REFUSED: Final = 400
FAILED: Final = 500

TOKEN = re.compile(
    r"(/(?:t|p|sign-in|start|invitation|my-place|door|visit|new-password|own-address|claim|my-evenings|mails)/|[?&]links=)[^/&\s?#\"']+"
)
"""Addresses of a table's card, a ticket, a door, of links to an account, a place, a calendar
or a club, of mails, of the first run."""


NAME = re.compile(r"(/(?:players|why)/)(?!\d+/)[^/\s?#\"']+|([?&]q=)[^&\s#\"']+")
"""Addresses of people, which tell their names, and what somebody searches for; names are erased, lines are not."""


MAIL = re.compile(r"[\w.+-]+@[\w-]+\.[\w.-]+")
SHOWN = re.compile(r"(\bBearer\s+)[^\s\"',]+", re.IGNORECASE)
"""What a program shows to be let in."""
ROW = re.compile(r"(\bKey \([^)]*\)=\(|Failing row contains \().*\)")
"""What PostgreSQL adds to an error: values of the row, which may be names."""


MARK = re.compile(r"[/@=(]|bearer", re.IGNORECASE)
"""Without any of these a text has nothing to hide; most have none."""


def scrubbed(text: str) -> str:
    """The text with nothing in it that opens anything or names anybody."""
    if not MARK.search(text):
        return text
    text = NAME.sub(r"\1\2…", TOKEN.sub(r"\1…", text))
    return MAIL.sub("…@…", ROW.sub(r"\1…)", SHOWN.sub(r"\1…", text)))


def without_secrets(value: Any) -> Any:
    """The same of every text in lists and tables, however deep."""
    match value:
        case str():
            return scrubbed(value)
        case dict():
            return {name: without_secrets(part) for name, part in value.items()}
        case list() | tuple():
            return [without_secrets(part) for part in value]
    return value


class WithoutTokens(logging.Formatter):
    """Lines in which no address opens anything or names anybody, those of a traceback included."""

    def format(self, record: logging.LogRecord) -> str:
        """The whole text of a record."""
        return scrubbed(super().format(record))


NOT_REPORTED: Final = ("request", "user", "breadcrumbs", "extra", "server_name", "modules")
REQUEST_FIELDS: Final = ("method", "address", "status", "milliseconds", "cpu_milliseconds", "statements")
"""What the line of a request has beside its context."""


def json_lines() -> logging.Formatter:
    """A formatter that writes a JSON object a line, with the request or the job that the line belongs to."""
    kept = structlog.processors
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[
            structlog.contextvars.merge_contextvars,
            structlog.stdlib.add_log_level,
            structlog.stdlib.add_logger_name,
            structlog.stdlib.ExtraAdder(allow=REQUEST_FIELDS),
            kept.TimeStamper(fmt="iso"),
        ],
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            kept.format_exc_info,
            lambda _logger, _method, line: without_secrets(line),
            kept.JSONRenderer(ensure_ascii=False),
        ],
    )


def is_passing(error: BaseException | None) -> bool:
    """Whether an error may be gone when the same is tried again, and no fault of the program."""
    if isinstance(error, OSError):
        return error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
    return isinstance(error, (OperationalError, InterfaceError))


class OneLine(logging.Filter):
    """Of a request that is refused, as a form that cannot be read, one line without the way through the code."""

    def filter(self, record: logging.LogRecord) -> bool:
        """True; the line says in the end what was wrong."""
        error = record.exc_info[1] if record.exc_info else None
        if error is not None and REFUSED <= getattr(record, "status_code", FAILED) < FAILED:
            said, why = record.getMessage(), " ".join(str(error).split())
            record.msg, record.args = said if why in said else f"{said}: {why}", ()
            record.exc_info = None
        return True


class OnceAMinute(logging.Filter):
    """Of lines about what may pass (the disk is full, the database away) one a minute, with how many were like it.

    Each request and each sweep has one, and the log often lies on the very disk that is full.
    """

    def __init__(self) -> None:
        super().__init__()
        self._lock = Lock()
        self._lines: dict[tuple[str, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the line is written."""
        error = record.exc_info[1] if record.exc_info else None
        if not (is_passing(error) or getattr(record, "status_code", 0) == UNAVAILABLE):
            return True
        key = (record.name, str(record.msg))
        with self._lock:
            since, count = self._lines.get(key, (-float(QUIET_SECONDS), 0))
            now = time.monotonic()
            is_due = now - since >= QUIET_SECONDS
            self._lines[key] = (now, 0) if is_due else (since, count + 1)
        if is_due and count:
            record.msg = f"{record.msg} (and {count} more like this one before it)"
        return is_due


def report_errors(address: str, version: str) -> None:
    """Report errors of this process to `address` from now on: where they are and what they say, without secrets."""
    try:
        import sentry_sdk
        from sentry_sdk.integrations.celery import CeleryIntegration
        from sentry_sdk.integrations.django import DjangoIntegration
        from sentry_sdk.integrations.logging import LoggingIntegration, ignore_logger
    except ImportError as missing:
        raise ImproperlyConfigured("ERRORS_DSN needs a package beside: ./run setup errors") from missing
    sentry_sdk.init(
        address,
        release=version,
        integrations=[DjangoIntegration(), CeleryIntegration(), LoggingIntegration(level=None)],
        default_integrations=False,
        auto_enabling_integrations=False,
        include_local_variables=False,
        max_request_body_size="never",
        before_send=reported,
    )
    ignore_logger("django.security.DisallowedHost")


def reported(event: Any, hint: dict[str, Any]) -> Any:
    """What is reported of an error: nothing of who asked with what, nothing secret; None where it may pass."""
    if is_passing((hint.get("exc_info") or (None, None))[1]):
        return None
    kept = {name: part for name, part in event.items() if name not in NOT_REPORTED}
    return {**without_secrets(kept), "tags": structlog.contextvars.get_contextvars()}
