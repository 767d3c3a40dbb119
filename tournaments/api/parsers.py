"""The one way into a request's body."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from rest_framework.parsers import BaseParser

from scoring.derivation import Sentence, gettext_noop
from scoring.faults import Fault, Faults
from tournaments.api.strict import BODY, read


class StrictJSONParser(BaseParser):
    """Reads JSON as `tournaments.api.strict` does, up to Django's limit for a request's body."""

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """The value in the body. Raises Faults with the field `body`."""
        most: int = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        text: bytes = stream.read(most + 1)
        if len(text) > most:
            why = gettext_noop("the body is longer than %(most)s bytes")
            raise Faults([Fault(BODY, "body-too-large", Sentence(why, {"most": most}))])
        return read(text)
