"""What of a club is shown to whom, and what its officers may do: four roles, each with the rights of those below.

Every page, address and act names the least role it takes, once, where it stands: in its decorator, as `needs` of a
REST endpoint, as `least` of an act. Whoever looks a club or an evening up for an asker looks it up for that role.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum, StrEnum
from typing import Annotated, Final, Literal, NamedTuple

from scoring.derivation import gettext_noop
from scoring.described import Described


class Role(IntEnum):
    SCORER = 1
    DIRECTOR = 2
    SECRETARY = 3
    OWNER = 4


class TokenScope(IntEnum):
    """What a key to the REST door may do of what its holder may: look at it, or do what takes at most a role."""

    LOOK = 0
    SCORE = 1
    RUN = 2
    KEEP = 3
    ALL = 4


SCOPE_WORDS: Final[Mapping[TokenScope, str]] = {
    TokenScope.LOOK: gettext_noop("Only look"),
    TokenScope.SCORE: gettext_noop("Enter hands"),
    TokenScope.RUN: gettext_noop("Run evenings"),
    TokenScope.KEEP: gettext_noop("Run evenings, keep members and leagues"),
    TokenScope.ALL: gettext_noop("All that you may do"),
}
"""How people are told what a key may do."""
ROLE_WORDS: Final[Mapping[Role, str]] = {
    Role.SCORER: gettext_noop("scorer"),
    Role.DIRECTOR: gettext_noop("director"),
    Role.SECRETARY: gettext_noop("secretary"),
    Role.OWNER: gettext_noop("owner"),
}
"""How people are told what somebody is."""

ROLES_OF_AN_EVENING: Final = (Role.SCORER, Role.DIRECTOR)
"""What somebody can be for one evening alone."""

ONLY: Final[Mapping[Role, str]] = {
    Role.SCORER: gettext_noop("Only officers of the club may do this."),
    Role.DIRECTOR: gettext_noop("Only those who run the evening may do this."),
    Role.SECRETARY: gettext_noop("Only a secretary or an owner of the club may do this."),
    Role.OWNER: gettext_noop("Only an owner of the club may do this."),
}
"""What somebody is told who would have to be at least that."""

READING: Final = frozenset({"GET", "HEAD", "OPTIONS"})


class Permission(NamedTuple):
    read: Role
    write: Role

    def least(self, method: str | None) -> Role:
        return self.read if method in READING else self.write

    def allows(self, reach: int, method: str | None) -> bool:
        return method in READING if reach == TokenScope.LOOK else self.least(method) <= reach


def role_held(there: object) -> int:
    """The role of whoever looked this club or evening up; 0 where it was looked up for nobody."""
    role: int = getattr(there, "held", 0)
    return role


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
