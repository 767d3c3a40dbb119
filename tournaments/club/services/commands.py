"""Commands: what is written that no ledger tells of, each declared once for every way in.

A command is a service with what the doors have to know of it. Its annotations say what it is called with
(`site.arguments`): the body among them is that of REST, and the form of the page is made from it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from inspect import getdoc
from typing import Any, Generic, ParamSpec, TypeVar

from django.db import transaction

from tournaments.club.models import Club
from tournaments.club.roles import Role
from tournaments.club.services import audit

P = ParamSpec("P")
R = TypeVar("R")


class Command(Generic[P, R]):
    """A service that is run in one transaction.

    Attributes:
        needs: the least role of whoever may.
        done: what they are told on a page afterwards, marked for translation; "" for nothing.
        act: the code under which the audit keeps it; "" where nothing is kept, or under which depends.
        description: what it does, for people who write programs: its docstring but for what it raises.
    """

    __name__: str

    def __init__(self, function: Callable[P, R], needs: Role, act: str, done: str) -> None:
        self._function, self.needs, self.act, self.done = function, needs, act, done
        self.description = (getdoc(function) or "").partition("\n\nRaises ")[0]
        update_wrapper(self, function)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        with transaction.atomic():
            return self._function(*args, **kwargs)

    def note(self, club: Club, **values: Any) -> None:
        """Append the act to what is kept of the club, with what fills its sentence."""
        audit.note(club, self.act, **values)


def command(
    *, needs: Role, audits: tuple[str, str] | None = None, done: str = ""
) -> Callable[[Callable[P, R]], Command[P, R]]:
    """Declare a service as a command.

    Arguments:
        audits: the code and the sentence of its act in the audit, marked for translation. The code is stored: it
            stays for ever.
    """
    code, sentence = audits or ("", "")
    if code:
        audit.ACTS[code] = sentence
    return lambda function: Command(function, needs, code, done)
