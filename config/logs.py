"""What goes to the log: without the tokens and the names that stand in addresses."""

from __future__ import annotations

import logging
import re

TOKEN = re.compile(
    r"(/(?:t|p|sign-in|invitation|my-place|door|visit|new-password|own-address|claim)/|[?&]links=)[^/&\s?#\"']+"
)
"""Addresses of a table's card, a ticket, a door, and of links to an account, a place or a club; in any line."""


NAME = re.compile(r"(/(?:players|why)/)(?!\d+/)[^/\s?#\"']+|([?&]q=)[^&\s#\"']+")
"""Addresses of people, which tell their names, and what somebody searches for; names are erased, lines are not."""


class WithoutTokens(logging.Formatter):
    """Lines in which no address opens anything or names anybody, those of a traceback included."""

    def format(self, record: logging.LogRecord) -> str:
        """The whole text of a record."""
        return NAME.sub(r"\1\2…", TOKEN.sub(r"\1…", super().format(record)))
