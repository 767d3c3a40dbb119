"""What the functions behind an address are called with, and the rows that it names.

Each argument is found by its annotation. It is the body, a part of the address, something that the door knows
(the request, who acts), or what a provider finds: one that is known for the type, or one that `From` names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Annotated, Any, Final, TypeVar, get_args, get_type_hints

from django import forms
from django.apps import apps
from django.db.models import Model
from django.utils import timezone

from tournaments.site.bodies import Body, validate_body

F = TypeVar("F", bound=Callable[..., Any])

ActorId = Annotated[str, "of the officer who acts, as ledger and audit know them"]


@dataclass(frozen=True, slots=True)
class From:
    """Who finds an argument, where its type does not say it: `Payer = Annotated[Player, From(payer_of_evening)]`."""

    find: Callable[..., Any]


PROVIDERS: Final[dict[Any, Callable[..., Any]]] = {}


def provides(find: F) -> F:
    """Let this function find every argument of the type that it returns. Raises TypeError where another one does."""
    kind = get_type_hints(find, include_extras=True)["return"]
    if kind in PROVIDERS:
        raise TypeError(f"{kind} is found by {PROVIDERS[kind]} already; name one of the two with From")
    PROVIDERS[kind] = find
    return find


@provides
def now() -> datetime:
    return timezone.now()


class Arguments:
    """What a request calls functions with; each provider is asked once.

    Arguments:
        place: the parts of the address, by name.
        entered: what was sent as the body; asked for when a function takes one.
        known: what the door knows, by its type; no provider is asked for that.
    """

    def __init__(
        self, place: Mapping[str, Any], entered: Callable[[], object], known: Mapping[Any, Any]
    ) -> None:
        self._place, self._entered, self._known = place, entered, known
        self._found: dict[Callable[..., Any], Any] = {}

    def of(self, function: Callable[..., Any]) -> dict[str, Any]:
        """The arguments of a function. Raises whatever a provider does, and Faults for a body that is wrong."""
        return {name: self._find(name, hint) for name, hint in parameters_of(function).items()}

    def ask(self, find: Callable[..., Any]) -> Any:
        """What a provider finds. Raises whatever it does."""
        if find not in self._found:
            self._found[find] = find(**self.of(find))
        return self._found[find]

    def _find(self, name: str, hint: Any) -> Any:
        if hint in self._known:
            return self._known[hint]
        if find := provider_of(hint):
            return self.ask(find)
        return validate_body(self._entered(), hint) if is_a(hint, Body) else self._place[name]


def providers_of(function: Callable[..., Any]) -> Iterator[Callable[..., Any]]:
    """Those that a function's arguments need, and that these need themselves."""
    for hint in parameters_of(function).values():
        if find := provider_of(hint):
            yield find
            yield from providers_of(find)


def provider_of(hint: Any) -> Callable[..., Any] | None:
    return hint.find if isinstance(hint, From) else PROVIDERS.get(hint)


@cache
def parameters_of(function: Callable[..., Any]) -> dict[str, Any]:
    """The annotations of a function's parameters, `From` in the place of a type; query and body come last.

    So whoever may not do something, or asks for what is not there, is told of that, whatever they send.
    """
    hints = {
        name: next((part for part in get_args(hint) if isinstance(part, From)), hint)
        for name, hint in get_type_hints(function, include_extras=True).items()
        if name != "return"
    }
    return dict(sorted(hints.items(), key=lambda item: (is_a(item[1], Body), is_a(item[1], forms.Form))))


def body_of(function: Callable[..., Any]) -> type[Body] | None:
    return next((hint for hint in parameters_of(function).values() if is_a(hint, Body)), None)


def is_a(hint: Any, kind: type) -> bool:
    return isinstance(hint, type) and issubclass(hint, kind)


_ROWS: Final[tuple[tuple[str, str, Mapping[str, str]], ...]] = (
    ("user", "User", {"pk": "user"}),
    ("club", "Club", {"slug": "club"}),
    ("federation", "Federation", {"slug": "federation"}),
    ("league", "League", {"club__slug": "club", "slug": "league"}),
    ("season", "Season", {"league__club__slug": "club", "league__slug": "league", "slug": "season"}),
    ("evening", "Evening", {"club__slug": "club", "slug": "evening"}),
    ("evening", "Announcement", {"evening__club__slug": "club", "evening__slug": "evening"}),
    ("player", "Player", {"club__slug": "club", "pk": "player"}),
    ("preset", "ClubPreset", {"club__slug": "club", "pk": "preset"}),
    ("night", "ClubNight", {"club__slug": "club", "pk": "night"}),
)
"""Which row each part of an address names, in the order in which they are taken; by name, for they stand above."""
_WITHIN: Final[Mapping[str, frozenset[str]]] = {
    "user": frozenset({"club", "federation"}),
    "club": frozenset({"evening", "season", "league"}),
    "league": frozenset({"season"}),
}
"""What is not held where something inside it is: all the evenings of a club need not wait for one of them."""


def hold(place: Mapping[str, Any]) -> None:
    """Lock the rows that an address names; only inside a transaction. What does not exist is passed over.

    Whoever changes an evening, a season or the settings of a club locks the same rows. `user` in `place` is the
    requester, locked where nothing else is.
    """
    for part, model, lookups in _ROWS:
        if part in place and not _WITHIN.get(part, frozenset()) & place.keys():
            named = {lookup: place[name] for lookup, name in lookups.items()}
            rows = _model(model)._default_manager.select_for_update(of=("self",), no_key=model != "Evening")
            list(rows.filter(**named).order_by().values_list("pk"))


def _model(name: str) -> type[Model]:
    return apps.get_model("tournaments", name)
