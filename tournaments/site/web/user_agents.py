"""What a browser says of itself, as people call it."""

from __future__ import annotations

from typing import Final

from scoring.derivation import gettext_noop

KINDS: Final = (
    ("iPhone", gettext_noop("iPhone")),
    ("iPad", gettext_noop("iPad")),
    ("Android", gettext_noop("Android phone")),
    ("Windows", gettext_noop("Windows PC")),
    ("Macintosh", gettext_noop("Mac")),
    ("Linux", gettext_noop("Linux PC")),
)
"""What a browser calls its machine, and what people call it."""
OTHER: Final = gettext_noop("another device")
BROWSERS: Final = (
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
"""What a browser calls itself, and its name; those that also call themselves something else come first."""


def kind_of(user_agent: str) -> str:
    """What sort of machine a browser says it runs on."""
    return next((name for word, name in KINDS if word in user_agent), OTHER)


def browser_of(user_agent: str) -> str:
    """The name of a browser; "" where it is none that is known."""
    return next((name for word, name in BROWSERS if word in user_agent), "")
