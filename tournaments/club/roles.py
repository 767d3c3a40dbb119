"""What of a club is shown to whom, and what its officers may do: roles of a ladder, and helpers with duties.

Every page, address and act names the least role or the duty it takes, once, where it stands: in its decorator, as
`needs` of a REST endpoint, as `least` of an act. A club or an evening is looked up for an asker and for that.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, IntEnum, StrEnum
from typing import Final, Literal, NamedTuple

from scoring.derivation import gettext_noop


class Role(IntEnum):
    """What an officer is, in the order of lists. Those of `LADDER` may do what those before them may."""

    DOOR = 5
    TREASURER = 6
    SCORER = 1
    DIRECTOR = 2
    SECRETARY = 3
    OWNER = 4

    @property
    def place(self) -> int:
        return list(Role).index(self)


LADDER: Final = (Role.SCORER, Role.DIRECTOR, Role.SECRETARY, Role.OWNER)


class Duty(Enum):
    """What helpers may do beside the ladder: from which of its roles on, and which of them."""

    OFFICE = Role.SCORER, (Role.DOOR, Role.TREASURER)
    CHECK_IN = Role.DIRECTOR, (Role.DOOR,)
    PAYMENTS = Role.DIRECTOR, (Role.DOOR, Role.TREASURER)
    FEES = Role.DIRECTOR, (Role.TREASURER,)
    ACCOUNTS = Role.SECRETARY, (Role.TREASURER,)


Needed = Role | Duty


def least_of(needed: Needed) -> Role:
    """The least role of the ladder that may do it."""
    return needed if isinstance(needed, Role) else needed.value[0]


def roles_for(needed: Needed) -> frozenset[Role]:
    """Who may do it."""
    helpers = () if isinstance(needed, Role) else needed.value[1]
    return frozenset(helpers).union(role for role in LADDER if role >= least_of(needed))


def rights_of(role: int) -> frozenset[Needed]:
    return frozenset(needed for needed in (*LADDER, *Duty) if role in roles_for(needed))


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
    Role.DOOR: gettext_noop("helper at the door"),
    Role.TREASURER: gettext_noop("treasurer"),
    Role.SCORER: gettext_noop("scorer"),
    Role.DIRECTOR: gettext_noop("director"),
    Role.SECRETARY: gettext_noop("secretary"),
    Role.OWNER: gettext_noop("owner"),
}
"""How people are told what somebody is."""

ROLES_OF_AN_EVENING: Final = (Role.DOOR, Role.SCORER, Role.DIRECTOR)
"""What somebody can be for one evening alone."""

ONLY: Final[Mapping[Needed, str]] = {
    Duty.OFFICE: gettext_noop("Only officers of the club may do this."),
    Duty.CHECK_IN: gettext_noop("Only helpers at the door and those who run the evening may do this."),
    Duty.PAYMENTS: gettext_noop(
        "Only helpers at the door, a treasurer and those who run the evening may do this."
    ),
    Duty.FEES: gettext_noop("Only a treasurer and those who run the evening may do this."),
    Duty.ACCOUNTS: gettext_noop("Only a treasurer, a secretary or an owner of the club may do this."),
    Role.SCORER: gettext_noop("Only scorers and those who run the evening may do this."),
    Role.DIRECTOR: gettext_noop("Only those who run the evening may do this."),
    Role.SECRETARY: gettext_noop("Only a secretary or an owner of the club may do this."),
    Role.OWNER: gettext_noop("Only an owner of the club may do this."),
}
"""What somebody is told who may not do it."""

SUSPENDED: Final = gettext_noop(
    "Whoever runs this server has suspended the club. Officers can look at everything but change nothing; ask why."
)
"""What officers of a suspended club are told who would change something."""
READING: Final = frozenset({"GET", "HEAD", "OPTIONS"})


class Permission(NamedTuple):
    read: Needed
    write: Needed

    def least(self, method: str | None) -> Needed:
        return self.read if method in READING else self.write

    def allows(self, reach: int, method: str | None) -> bool:
        return method in READING if reach == TokenScope.LOOK else least_of(self.least(method)) <= reach


def is_allowed(there: object, needed: Needed) -> bool:
    """Whether whoever looked this club or evening up may do it; nobody may where it was looked up for nobody."""
    return not roles_for(needed).isdisjoint({getattr(there, "held", 0), getattr(there, "held_in_club", 0)})


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
"""What visitors see of an evening's results until it is published; who has won, and what, at the end is in none."""
USUALLY_BEFORE_PUBLICATION: Final[BeforePublication] = "standings"
BEFORE_PUBLICATION_WORDS: Final[dict[str, str]] = {
    "standings": gettext_noop("Rounds and standings, without the prizes at the end"),
    "rounds": gettext_noop("Rounds only"),
    "nothing": gettext_noop("Only who sits where now"),
}
