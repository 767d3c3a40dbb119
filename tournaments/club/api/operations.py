"""The addresses of the REST API: each is declared once, and what is done there are functions.

A function's name is its operation's id, its docstring the description; its annotations are the body, the answer and
what it has to be given (`site.arguments`). Where a command does it, the command is named, and what answers.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import update_wrapper
from types import ModuleType
from typing import Annotated, Any, Final, Generic, TypeVar, get_args, get_origin, get_type_hints

from django.http import Http404
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path
from drf_spectacular.utils import OpenApiParameter
from pydantic import BaseModel
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from tournaments.club.api.views import Actor, OfficerView, PublicView, RestView, user_asking
from tournaments.club.reads.access import public_clubs, visitor_of
from tournaments.club.reads.members import Club, User
from tournaments.club.roles import Duty, Needed, Part, Permission, roles_for
from tournaments.club.services.audit import Command
from tournaments.site.api.answers import Answer
from tournaments.site.api.query import EveryRow, Query
from tournaments.site.api.schema import operation
from tournaments.site.arguments import (
    ActorId,
    Arguments,
    Body,
    From,
    Nothing,
    body_of,
    is_a,
    parameters_of,
    provider_of,
    providers_of,
    provides,
    validate_body,
)

F = TypeVar("F", bound=Callable[..., Any])
A = TypeVar("A", bound=Answer)

ANYBODY: Final = Permission(Duty.OFFICE, Duty.OFFICE)
CLUB: Final = "clubs/<slug:club>/"
DECLARED: Final[list[Address]] = []
"""Every address, in the order in which they are declared."""


@dataclass(frozen=True, slots=True)
class Created(Generic[A]):
    """The answer to what made something (201), and the headers that are its own."""

    answer: A
    headers: dict[str, str] = field(default_factory=dict)


Made = Annotated[Any, "what the command came to"]
"""For the argument of what answers it."""
CHECKS: Final[set[Callable[..., Any]]] = set()
"""The providers that find something only for whoever may do what is asked there."""


def checks_right(find: F) -> F:
    """Mark a provider that raises for whoever may not do what is asked; a retry is told its answer only after it."""
    CHECKS.add(find)
    return find


@provides
@checks_right
def club_at(view: OfficerView, request: Request, club: str) -> Club:
    return view.club(request, club)


def public_club_at(club: str) -> Club:
    return get_object_or_404(public_clubs(), slug=club)


PublicClub = Annotated[Club, From(public_club_at)]
"""The club at an address that is for everybody."""


def club_showing(part: Part) -> From:
    """Finds it for whoever may see this part of it."""

    def find(request: Request, club: PublicClub) -> Club:
        if not visitor_of(request).sees(part, club):
            raise Http404
        return club

    return From(find)


@provides
def actor(view: OfficerView, request: Request) -> Actor:
    return view.who(request)


@provides
def user(request: Request) -> User:
    return user_asking(request)


@provides
def actor_id(view: OfficerView, request: Request) -> ActorId:
    return view.who(request)["by"]


def arguments_at(view: RestView, request: Request, place: Mapping[str, Any]) -> Arguments:
    known = {Request: request, **dict.fromkeys(type(view).__mro__, view)}
    return Arguments(place, lambda: request.data, known)


class Address:
    """An address, what it needs, and its operations; one that has several of them gets a name in its module.

    Arguments:
        path: as Django has it, below the version.
        name: by which `reverse` finds it.
        view: who may ask, and how they are known.
        needs: the role for everything there, or those for looking and for changing; without it the view's own.
        throttles: those of what takes long to work out.
        gives_keys: whether to look at it is to get what changes something.
        chapter: of the documentation, where it is not that of the module.
    """

    def __init__(
        self,
        path: str,
        name: str,
        *,
        view: type[RestView] = OfficerView,
        needs: Needed | Permission | None = None,
        throttles: Sequence[type[BaseThrottle]] = (),
        gives_keys: bool = False,
        chapter: str = "",
    ) -> None:
        self.path, self.name, self.throttles, self.chapter = path, name, throttles, chapter
        # Of the file in which the address stands: by it the schema finds its chapter, and `paths` its place.
        own: dict[str, Any] = {"__module__": sys._getframe(1).f_globals["__name__"]}
        if gives_keys:
            own["gives_keys"] = gives_keys
        if needs is not None:
            own["needs"] = needs if isinstance(needs, Permission) else Permission(needs, needs)
        if throttles:
            own["throttle_classes"] = throttles
        self.view: type[RestView] = type(f"{name.title().replace('-', '')}View", (view,), own)
        DECLARED.append(self)

    def url(self) -> URLPattern:
        return path(self.path, self.view.as_view(), name=self.name)

    def get(self, **described: Any) -> Callable[[F], F]:
        return self._operation("get", **described)

    def post(self, **described: Any) -> Callable[[F], F]:
        return self._operation("post", **described)

    def put(self, **described: Any) -> Callable[[F], F]:
        return self._operation("put", **described)

    def patch(self, **described: Any) -> Callable[[F], F]:
        return self._operation("patch", **described)

    def delete(self, **described: Any) -> Callable[[F], F]:
        return self._operation("delete", **described)

    def shows(self, kind: Any, answer: type[Answer], *, name: str = "") -> Callable[..., Any]:
        """Let an operation show what stands at the address, what a provider finds for this type, as the answer says.

        Arguments:
            name: what it is called, where it is not `show_` and the name of the address.
        """

        def show(shown_row: Any) -> Any:
            return shown_row

        show.__annotations__ = {"shown_row": kind, "return": answer}
        show.__name__, show.__doc__ = name or f"show_{self.name.replace('-', '_')}", answer.__doc__
        show.__module__ = self.view.__module__
        return self.get()(show)

    def runs(
        self,
        method: str,
        command: Command[Any, Any],
        answer: Any,
        *,
        name: str = "",
        **described: Any,
    ) -> None:
        """Let an operation run a command, whose name and description it takes.

        Arguments:
            answer: the `Answer` (or `Created[Answer]`) that is made of the result, or the operation that shows what
                stands afterwards, a list as a whole; or a function that answers, with what was `Made`.
            name: what it is called, where it is not as the command.
        """
        needed = getattr(self.view, "needs", ANYBODY).write
        if not roles_for(needed) <= roles_for(command.needs or Duty.OFFICE):
            raise TypeError(f"{command.__name__} at {self.path} needs more than the address does")
        run = running(command, answer)
        run.__name__, run.__module__ = name or command.__name__, self.view.__module__
        self._operation(method, **described)(run)

    def _operation(self, method: str, **described: Any) -> Callable[[F], F]:
        # Takes what `schema.operation` does, but for what the function's annotations say; a `body` is named only
        # where it is no `Body` and the function reads it itself.
        named_body = described.pop("body", None)

        def add(function: F) -> F:
            self._check_arguments(function)
            if method == "post":
                self._check_retries(function)
            body = named_body or body_of(function)
            is_empty = body is None and method != "get"

            def do(view: RestView, request: Request, **place: Any) -> HttpResponseBase:
                arguments = arguments_at(view, request, place).of(function)
                if is_empty:
                    validate_body(request.data, Nothing)
                return response(function(**arguments), keywords["answer"], keywords["status"])

            keywords = {**answer_of(function), **self._description(queries_of(function), **described)}
            update_wrapper(do, function)
            do.__name__ = method  # by which the schema knows whether it shows something or changes it
            describe = operation(
                function.__name__, body=Nothing if is_empty and method != "delete" else body, **keywords
            )
            setattr(self.view, method, describe(do))
            function.answers_with = keywords["answer"]  # type: ignore[attr-defined]
            self.view.__doc__ = self.view.__doc__ or function.__doc__
            return function

        return add

    def _check_arguments(self, function: Callable[..., Any]) -> None:
        # When the program starts, not when somebody asks.
        for each in (function, *providers_of(function)):
            for name, hint in parameters_of(each).items():
                is_known = any(is_a(hint, kind) for kind in (Request, Body, RestView))
                if not (is_known or provider_of(hint) or f":{name}>" in self.path):
                    raise TypeError(f"{each.__name__} at {self.path}: where does “{name}” come from?")

    def _description(
        self,
        queries: Sequence[type[Query]],
        *,
        refusals: Sequence[int] = (),
        parameters: Sequence[OpenApiParameter] = (),
        **described: Any,
    ) -> dict[str, Any]:
        # With what every operation at such an address has: nothing at a public one that names what is not there, and
        # too many requests where they are counted.
        is_public = issubclass(self.view, PublicView)
        has_places = is_public and "<" in self.path
        always = ((400, queries), (404, has_places), (429, self.throttles))
        of_queries = (parameter for query in queries for parameter in query.parameters())
        return {
            "public": is_public,
            "chapter": self.chapter,
            "refusals": {*refusals, *(status for status, is_so in always if is_so)},
            "parameters": (*self.view.parameters, *parameters, *of_queries),
            **described,
        }

    def _check_retries(self, function: Callable[..., Any]) -> None:
        # The answer may hold a link: it is given again to whoever may still do it, and to nobody else.
        def check_right(view: RestView, request: Request, **place: Any) -> None:
            arguments = arguments_at(view, request, place)
            for find in CHECKS.intersection(providers_of(function)):
                arguments.ask(find)

        if getattr(self.view, "check_right", None) is not OfficerView.check_right:
            return
        if "<slug:club>" in self.path and not CHECKS.intersection(providers_of(function)):
            raise TypeError(f"{function.__name__} at {self.path}: nothing checks whether somebody may do it")
        setattr(self.view, "check_right", check_right)  # noqa: B010 - mypy takes it for another method


def running(command: Command[Any, Any], answer: Any) -> Callable[..., Any]:
    """A function that runs a command and answers, with the annotations of all that it needs for both."""
    needed = get_type_hints(command, include_extras=True)
    del needed["return"]
    hints = {} if is_a(get_origin(answer) or answer, object) else get_type_hints(answer, include_extras=True)
    returned = getattr(answer, "answers_with", hints.pop("return", answer))
    shows = {name: hint for name, hint in hints.items() if hint != Made and not is_a(hint, Query)}

    def run(**arguments: Any) -> Any:
        result = command(**{name: arguments[name] for name in needed})
        values = {name: result if hint == Made else EveryRow() for name, hint in hints.items()}
        return answer(**values | {name: arguments[name] for name in shows}) if hints else result

    run.__doc__ = command.description
    run.__annotations__ = {**needed, **shows, "return": returned}
    return run


def answer_of(function: Callable[..., Any]) -> dict[str, Any]:
    returned = get_type_hints(function).get("return")
    is_new = get_origin(returned) is Created
    answer = get_args(returned)[0] if is_new else returned
    return {"status": 201 if is_new else 200, "answer": answer if is_a(answer, BaseModel) else None}


def queries_of(function: Callable[..., Any]) -> list[type[Query]]:
    functions = (function, *providers_of(function))
    return [hint for each in functions for hint in parameters_of(each).values() if is_a(hint, Query)]


def response(result: Any, answered: type[Answer], status: int) -> HttpResponseBase:
    """What an operation returned, as it is sent; the address of the next page stands in `Link` (RFC 8288) too.

    Where it returned what is shown, the answer is made of that.
    """
    if isinstance(result, HttpResponseBase):
        return result
    answer, headers = (result.answer, result.headers) if isinstance(result, Created) else (result, {})
    if not isinstance(answer, Answer):
        answer = answered.from_view(answer)
    following = getattr(answer, "next", None)
    if isinstance(following, str):  # of a table it is the next seats
        headers = {**headers, "Link": f'<{following}>; rel="next"'}
    reply: HttpResponseBase = answer.reply(status=status, headers=headers or None)
    return reply


def paths(*modules: ModuleType) -> list[URLPattern]:
    """The addresses that these modules declare, in order; an address stands in the module of its operations."""
    return [
        address.url()
        for module in modules
        for address in DECLARED
        if address.view.__module__ == module.__name__
    ]
