"""The documentation page, and the answer to addresses that are none."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.evening.api.views import PublicDoor


class Docs(SpectacularSwaggerSplitView):
    """Swagger's page with every script and style in a file of ours: nothing for a strict policy to block."""

    url_name = "api-schema"
    template_name = "api/docs.html"


@extend_schema(exclude=True)
class NowhereEndpoint(PublicDoor):
    """An address that is none is refused like everything else."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Nobody needs to be known to be told that there is nothing."""
        raise Http404

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Never reached."""
        raise Http404
