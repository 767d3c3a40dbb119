"""Is the process alive, is it ready."""

from django.http import HttpRequest, HttpResponse

from tournaments.queries.health import troubles
from tournaments.web.shared import now


def healthz(request: HttpRequest) -> HttpResponse:
    """The process answers, and says what it is: `./run` asks whoever has taken its port."""
    return HttpResponse("Head Table: ok\n", content_type="text/plain")


def readyz(request: HttpRequest) -> HttpResponse:
    """The process can do its work; else 503 and why."""
    found = troubles(at=now())
    return HttpResponse(
        "\n".join(found or ["ready"]) + "\n", content_type="text/plain", status=503 if found else 200
    )
