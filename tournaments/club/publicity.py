"""What of a club is shown to whom."""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import Annotated, Final, Literal

from scoring.derivation import gettext_noop
from scoring.described import Described


class Audience(IntEnum):
    """Who sees something. Officers of the club always do."""

    EVERYBODY = 0
    WITH_LINK = 1
    NOBODY = 2


class Part(StrEnum):
    """A part of a club that is shown or not; the column `<part>_for` of the club is its audience."""

    RESULTS = "results"
    SEASONS = "seasons"
    PLAYERS = "players"
    COMING = "coming"

    @property
    def field(self) -> str:
        return f"{self}_for"


AUDIENCE_WORDS: Final = {
    Audience.EVERYBODY: gettext_noop("Everybody"),
    Audience.WITH_LINK: gettext_noop("People with the link"),
    Audience.NOBODY: gettext_noop("Officers only"),
}

BeforePublication = Literal["standings", "rounds", "nothing"]
"""What visitors see of an evening's results until it is published; who has won, and what, is in none of these."""
USUALLY_BEFORE_PUBLICATION: Final[BeforePublication] = "standings"
BEFORE_PUBLICATION_WORDS: Final[dict[str, str]] = {
    "standings": gettext_noop("Rounds and standings, without prizes"),
    "rounds": gettext_noop("Rounds only"),
    "nothing": gettext_noop("Only who sits where now"),
}
PlannedBeforePublication = Annotated[
    BeforePublication,
    Described(
        gettext_noop("Visitors see before you publish"),
        gettext_noop(
            "On public pages, the wall and in files. The winner and the prizes are shown only once you publish "
            "the evening."
        ),
        BEFORE_PUBLICATION_WORDS,
    ),
]
"""The same as a choice of a plan."""
