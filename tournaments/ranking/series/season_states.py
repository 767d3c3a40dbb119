"""How far a season is."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from scoring.derivation import gettext_noop

STAGE_WORDS: Final = MappingProxyType(
    {
        "draft": gettext_noop("being set up"),
        "open": gettext_noop("under way"),
        "closed": gettext_noop("over"),
    }
)
"""How people are told how far a season is."""
