"""The one way into a request's body."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any

from rest_framework.parsers import BaseParser

from tournaments.site.api.strict import parse_json


class StrictJSONParser(BaseParser):
    """Reads JSON as `tournaments.site.api.strict` does; how long it may be `config.middleware` has seen to."""

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """The value in the body. Raises Faults with the field `body`."""
        return parse_json(stream.read())
