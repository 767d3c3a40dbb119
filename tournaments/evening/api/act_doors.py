"""Acts at their addresses: of each the class says what is entered, what it does, where it is, and whom it takes.

So it is for the acts of an evening and for those of a season; the views that do them are made here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from rest_framework.response import Response

from tournaments.club.roles import Needs, Role
from tournaments.evening.api.act_bodies import body_of, entered, in_short
from tournaments.evening.api.bodies import Body
from tournaments.evening.api.schema import described
from tournaments.evening.api.views import By, OfficerDoor
from tournaments.ledger.act_fields import ActFields

C = TypeVar("C", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class ActDoor:
    """An act, or what else is done to an evening or a season, at its address below it.

    Attributes:
        address: below that of what it is done to.
        body: what it asks for.
        call: gives the act that a body asks for, from what it is done to, the body, and who acts and when; None where
            it is more than an act, and done.
        description: what it does, in words.
        status: that of its answer.
        least: the least role of an officer who does it.
    """

    address: str
    body: type[Body]
    call: Callable[[Any, Any, By], Any]
    description: str
    status: int = 200
    least: Role = Role.DIRECTOR

    @property
    def may_be_previewed(self) -> bool:
        """Whether it may be asked first what it would change."""
        return "preview" in self.body.model_fields

    def endpoint(
        self, post: Callable[..., Response], answer: Any, base: type[OfficerDoor] = OfficerDoor
    ) -> type[OfficerDoor]:
        """The view at the address: `post` does it, and answers with an `answer`."""
        post.__doc__ = self.description
        told = described(
            named(self.address),
            body=self.body,
            answer=answer,
            status=self.status,
            refusals=(429,) if self.may_be_previewed else (),
        )
        name = "".join(word.title() for word in self.address.split("-")) + "Endpoint"
        about = {"__doc__": post.__doc__, "__module__": post.__module__}
        return type(name, (base,), {**about, "post": told(post), "needs": Needs(self.least, self.least)})


class ActDoors:
    """The addresses of all acts of a kind. What is more than an act, or entered otherwise, has a call of its own.

    Arguments:
        acts: the classes of those that somebody does.
        least: the least role of an officer who does what is no act.
    """

    def __init__(self, acts: Iterable[type[ActFields]], least: Role = Role.DIRECTOR) -> None:
        self._acts, self._least = tuple(acts), least
        self._own: dict[str, ActDoor] = {}

    def answers_at(
        self, address: str, body: type[Body], *, status: int = 200, least: Role | None = None
    ) -> Callable[[C], C]:
        """Let a call answer at an address; its docstring is the description."""

        def put(call: C) -> C:
            told = call.__doc__ or ""
            self._own[address] = ActDoor(address, body, call, told, status, least or self._least)
            return call

        return put

    def own(
        self, act: type[ActFields], body: type[Body] | None = None, *, status: int = 200
    ) -> Callable[[C], C]:
        """Let a call give an act, from a body of its own where it has one; its docstring is the description."""
        return self.answers_at(act.path() or "", body or body_of(act), status=status, least=Role(act.least))

    def doors(self) -> Iterator[ActDoor]:
        """Every act that is done there, and what else is done there."""
        yield from self._own.values()
        for act in self._acts:
            address = act.path()
            if address is not None and address not in self._own and not act.has_own_door:
                call, least = partial(_as_entered, act), Role(act.least)
                yield ActDoor(address, body_of(act), call, in_short(act), least=least)


def named(address: str) -> str:
    """What the schema calls what is done at an address."""
    return address.replace("-", "_")


def _as_entered(act: type[ActFields], there: Any, body: Body, who: By) -> ActFields:
    return act(**entered(act, body))
