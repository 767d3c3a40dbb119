"""What goes to the log: without the tokens that stand in addresses."""

from __future__ import annotations

import logging
import re

TOKEN = re.compile(
    r"(/(?:t|p|sign-in|invitation|my-place|door|visit|new-password|own-address|claim)/|[?&]links=)[^/&\s?#\"']+"
)
"""Addresses of a table's card, a ticket, a door, and of links to an account, a place or a club; in any line."""


class WithoutTokens(logging.Formatter):
    """Lines in which no address opens anything, those of a traceback included."""

    def format(self, record: logging.LogRecord) -> str:
        """The whole text of a record."""
        return TOKEN.sub(r"\1…", super().format(record))
