"""Pages go out compressed; static files are compressed beforehand, by WhiteNoise."""

from __future__ import annotations

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware


class SmallerPages(GZipMiddleware):
    """Sends pages gzipped: a desk with many people is a tenth as long. All else goes as it is.

    The parts that open pages fetch are short, and a whole room asks for them at once when the bell rings.

    What is told by ETag (versions, the API) would lose its strong ETag. Tokens are masked anew in every page, and
    each is lengthened by chance, so that its length tells nothing about them.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """The answer, compressed where it is a page."""
        if "HX-Request" in request.headers or not response.get("Content-Type", "").startswith("text/html"):
            return response
        return super().process_response(request, response)
