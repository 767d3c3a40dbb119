"""What can be said of somebody and a place before the end, in the same words everywhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from scoring.derivation import Sentence, gettext_noop

Verdict = Literal["clinched", "possible", "level", "impossible", "open"]
"""The place is theirs whatever happens; can be reached; at best level with others; not any more; not settled."""

_VERDICTS: Final[Mapping[Verdict, str]] = {
    "clinched": gettext_noop("Place %(place)s or better is certain."),
    "possible": gettext_noop("Place %(place)s can still be reached."),
    "level": gettext_noop("Place %(place)s can be reached at best on tie-breaks."),
    "impossible": gettext_noop("Place %(place)s cannot be reached any more."),
    "open": gettext_noop("Whether place %(place)s can be reached cannot be said for certain yet."),
}


def verdict_said(verdict: Verdict, place: int) -> Sentence:
    """Say a verdict of a place, this one or better."""
    return Sentence(_VERDICTS[verdict], {"place": place})
