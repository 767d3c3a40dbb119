"""Where an evening stands.

An evening is in exactly one status. Each act (`acts/`) is allowed in some of them and leads to one.
The life of a round is the stretch from `start` to `close` and needs no status of its own: the current round is the
evening's.
"""

from __future__ import annotations

from enum import StrEnum
from types import MappingProxyType
from typing import Final

from scoring.derivation import gettext_noop


class Status(StrEnum):
    """Where an evening stands."""

    DRAFT = "draft"
    CHECK_IN = "check_in"
    SEATED = "seated"
    PLAYING = "playing"
    BELL = "bell"
    SETTLED = "settled"
    DRAFTED = "drafted"
    MOVED = "moved"
    FINISHED = "finished"
    PUBLISHED = "published"
    ABANDONED = "abandoned"


STATUS_WORDS: Final = MappingProxyType(
    {
        Status.DRAFT: gettext_noop("being set up"),
        Status.CHECK_IN: gettext_noop("doors open"),
        Status.SEATED: gettext_noop("seats drawn"),
        Status.PLAYING: gettext_noop("in play"),
        Status.BELL: gettext_noop("the bell has rung"),
        Status.SETTLED: gettext_noop("round settled"),
        Status.DRAFTED: gettext_noop("move drafted"),
        Status.MOVED: gettext_noop("next seats announced"),
        Status.FINISHED: gettext_noop("finished"),
        Status.PUBLISHED: gettext_noop("published"),
        Status.ABANDONED: gettext_noop("abandoned"),
    }
)
"""How people are told where an evening stands."""

SO_FAR: Final = MappingProxyType(
    {
        Status.DRAFT: gettext_noop("the doors are not open yet"),
        Status.CHECK_IN: gettext_noop("the doors are open, and the seats are not drawn yet"),
        Status.SEATED: gettext_noop("the seats are drawn, and play has not begun yet"),
        Status.PLAYING: gettext_noop("the round is in play"),
        Status.BELL: gettext_noop("play has stopped, and the round is not closed yet"),
        Status.SETTLED: gettext_noop(
            "the round is closed, and neither new seats nor the end have followed yet"
        ),
        Status.DRAFTED: gettext_noop("the next seats are worked out, and not announced yet"),
        Status.MOVED: gettext_noop("the next seats are announced, and the next round has not begun yet"),
        Status.FINISHED: gettext_noop("the evening is over"),
        Status.PUBLISHED: gettext_noop("the results are published"),
        Status.ABANDONED: gettext_noop("the evening was called off"),
    }
)
"""Why an act is refused in a status: what has happened, and what is still to come."""
