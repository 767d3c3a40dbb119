"""The documentation page, the client to take away, and the answer to addresses that are none."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.client import CLIENT
from tournaments.evening.api.views import PublicDoor


class Docs(SpectacularSwaggerSplitView):
    """Swagger's page with every script and style in a file of ours: nothing for a strict policy to block."""

    url_name = "api-schema"
    template_name = "api/docs.html"


@require_safe
def client(request: HttpRequest) -> HttpResponse:
    """The Python client of this house, as a file. Raises Http404 where the set-up has not written it."""
    if not CLIENT.exists():
        raise Http404
    headers = {"Content-Disposition": f'attachment; filename="{CLIENT.name}"'}
    return HttpResponse(CLIENT.read_bytes(), content_type="text/x-python; charset=utf-8", headers=headers)


@extend_schema(exclude=True)
class NowhereEndpoint(PublicDoor):
    """An address that is none is refused like everything else."""

    @property
    def default_response_headers(self) -> dict[str, str]:
        """None: nothing is allowed where nothing is."""
        return {}

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Nobody needs to be known to be told that there is nothing."""
        raise Http404

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Never reached."""
        raise Http404
