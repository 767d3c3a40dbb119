"""Is the process alive, is it ready."""

from datetime import datetime

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse

from tournaments.operations.health import SILENT, has_settled, since_the_sweep, troubles
from tournaments.site.web.shared import now
from tournaments.work.heartbeats import cannot_write
from tournaments.work.hints import broker_trouble


def healthz(request: HttpRequest) -> HttpResponse:
    """The process answers, and says what it is: `./run` asks whoever has taken its port."""
    return HttpResponse("Head Table: ok\n", content_type="text/plain")


def readyz(request: HttpRequest) -> HttpResponse:
    """The process can do its work; else 503 and why. Broker, beat and version are told of in any case."""
    at = now()
    found = troubles(at=at)
    try:
        states = _states(at, found)
    except DatabaseError:
        states, found = [], found or ["the database does not answer"]
    lines = [*(found or ["ready"]), *states, f"version: {settings.VERSION}"]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain", status=503 if found else 200)


def _states(at: datetime, found: list[str]) -> list[str]:
    """Lines about writing, broker and beat; what is wrong with them is put to what was `found`."""
    if why := cannot_write(at=at):
        found.append(f"nothing can be written: {why}")
    if why := broker_trouble():
        found.append(f"the broker does not answer: {why}")
    since = since_the_sweep(at=at)
    if since is not None and since > SILENT and has_settled():
        found.append(f"beat is silent: the worker swept {since.seconds + since.days * 86400} s ago")
    return [
        f"broker: {'silent' if why else 'answers'}",
        "beat: not seen yet" if since is None else f"beat: {since.seconds + since.days * 86400} s ago",
    ]
