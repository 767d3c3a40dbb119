"""What the officers of a club may do: four roles, each of which may do what those before it may.

Every page, address and act names the least role it takes, once, where it stands: `needs` on a view, `needs` of a REST
endpoint, `least` of an act. Whoever looks a club or an evening up for an asker looks it up for that role.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeVar

from scoring.derivation import gettext_noop

V = TypeVar("V", bound=Callable[..., Any])


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


SCOPE_WORDS: Final = MappingProxyType(
    {
        TokenScope.LOOK: gettext_noop("Only look"),
        TokenScope.SCORE: gettext_noop("Enter hands"),
        TokenScope.RUN: gettext_noop("Run evenings"),
        TokenScope.KEEP: gettext_noop("Run evenings, keep members and leagues"),
        TokenScope.ALL: gettext_noop("All that you may do"),
    }
)
"""How people are told what a key may do."""


ROLE_WORDS: Final = MappingProxyType(
    {
        Role.SCORER: gettext_noop("scorer"),
        Role.DIRECTOR: gettext_noop("director"),
        Role.SECRETARY: gettext_noop("secretary"),
        Role.OWNER: gettext_noop("owner"),
    }
)
"""How people are told what somebody is."""

ROLES_OF_AN_EVENING: Final = (Role.SCORER, Role.DIRECTOR)
"""What somebody can be for one evening alone."""

ONLY: Final = MappingProxyType(
    {
        Role.SCORER: gettext_noop("Only officers of the club may do this."),
        Role.DIRECTOR: gettext_noop("Only those who run the evening may do this."),
        Role.SECRETARY: gettext_noop("Only a secretary or an owner of the club may do this."),
        Role.OWNER: gettext_noop("Only an owner of the club may do this."),
    }
)
"""What somebody is told who would have to be at least that."""

READING: Final = frozenset({"GET", "HEAD", "OPTIONS"})


class Permission(NamedTuple):
    """The least role for looking at something, and for changing it there."""

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


def needs(look: Role, *, change: Role | None = None) -> Callable[[V], V]:
    """Set the role that a view takes; `change` is another one for requests that do not only read."""
    role_needs = Permission(look, change or look)

    def tell(view: V) -> V:
        view.needs = role_needs  # type: ignore[attr-defined]
        return view

    return tell


def needs_of(view: Callable[..., Any], otherwise: Role) -> Permission:
    return getattr(view, "needs", Permission(otherwise, otherwise))
