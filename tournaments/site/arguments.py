"""What the functions behind an address are called with: bodies, what providers find; and the rows that it names.

A body is what is sent to be written, whichever way it comes: frozen, strict, nothing unknown.

Each argument is found by its annotation. It is the body, a part of the address, something that the door knows
(the request, who acts), or what a provider finds: one that is known for the type, or one that `From` names.
"""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from functools import cache
from typing import Annotated, Any, ClassVar, Final, LiteralString, TypeVar, get_args, get_type_hints

from django import forms
from django.apps import apps
from django.utils import timezone
from pydantic import AwareDatetime, BeforeValidator, Field, ValidationError, WithJsonSchema
from pydantic_core import PydanticCustomError

from games.reading import faults_of
from scoring.entry import Measured
from scoring.faults import Faults
from tournaments.refusals import LONGEST_COLOUR, LONGEST_REASON

T = TypeVar("T")
LARGEST_ID: Final = 2**63 - 1
BODY: Final = "body"
"""The field of a refusal that is about no field of a body alone."""
_DAY: Final = re.compile(r"[12]\d{3}-\d{2}-\d{2}")
_CLOCK: Final = re.compile(r"\d{2}:\d{2}(:\d{2})?")
_BASE64: Final = re.compile(r"[A-Za-z0-9+/]*={0,2}")
_MOMENT: Final = re.compile(r"2\d{3}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}([.,]\d{1,6})?)?(Z|[+-]\d{2}:\d{2})")


def _written(
    kind: type[T],
    form: re.Pattern[str],
    read: Callable[[str], T],
    code: LiteralString,
    allowed: LiteralString,
) -> BeforeValidator:
    # A form of a page has read it already.
    def checked(entered: object) -> T:
        if isinstance(entered, kind):
            return entered
        if isinstance(entered, str) and form.fullmatch(entered):
            with suppress(ValueError):
                return read(entered)
        raise PydanticCustomError(code, allowed)

    return BeforeValidator(checked)


Day = Annotated[date, _written(date, _DAY, date.fromisoformat, "date_type", "a day as 2026-11-20")]
TIME_OF_DAY: Final = WithJsonSchema(
    {"type": "string", "pattern": r"^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$", "examples": ["19:30"]}
)
"""As a schema has it, whose own format of a time wants the zone beside it."""
Clock = Annotated[
    time, _written(time, _CLOCK, time.fromisoformat, "not_a_time", "a time of day as 19:30"), TIME_OF_DAY
]
Moment = Annotated[
    AwareDatetime,
    _written(
        datetime,
        _MOMENT,
        datetime.fromisoformat,
        "not_a_time",
        "a time with its offset, as 2026-11-20T20:15:00Z",
    ),
]
File = Annotated[
    bytes,
    _written(
        bytes, _BASE64, lambda entered: b64decode(entered, validate=True), "not_base64", "a file in base64"
    ),
    WithJsonSchema({"type": "string", "format": "byte"}),
]
"""The content of a file; how long it may be its address says (`config.middleware`)."""
Id = Annotated[int, Field(ge=1, le=LARGEST_ID)]
Colour = Annotated[str, Field(max_length=LONGEST_COLOUR)]
Reason = Annotated[str, Field(max_length=LONGEST_REASON)]
Name = Annotated[str, Field(max_length=200)]


@dataclass(frozen=True, slots=True)
class Example:
    """What stands in a field in the example of its body or answer; the last of several counts."""

    value: Any


class Body(Measured):
    """The base of every body; the schema calls it without "Body"."""

    EXAMPLE: ClassVar[Any]
    """Made of those of the fields, where a class says nothing else."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.__name__ = cls.__qualname__ = cls.__name__.removesuffix("Body")

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        super().__pydantic_init_subclass__(**kwargs)
        if "EXAMPLE" not in cls.__dict__:
            cls.EXAMPLE = {
                name: known.value
                for name, field in cls.model_fields.items()
                for known in field.metadata
                if isinstance(known, Example)
            }


B = TypeVar("B", bound=Body)


def validate_body(entered: object, model: type[B]) -> B:
    """What was sent as a `model`. Raises Faults naming every field that is not as it should be."""
    try:
        return model.model_validate(entered)
    except ValidationError as error:
        faults = (replace(fault, field=fault.field or BODY) for fault in faults_of(error, model))
        raise Faults(faults) from None


class Nothing(Body):
    """An act that needs no more words than its address; the body may be left out."""

    EXAMPLE: ClassVar[Any] = {}


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

    def in_place_of_parts(self, function: Callable[..., Any]) -> dict[str, Any]:
        """The parts of the address; a row where the argument of this name takes one. Raises as providers do."""
        hints = parameters_of(function) if self._place else {}
        providers = {name: provider_of(hints.get(name)) for name in self._place}
        return {name: self.ask(find) if find else self._place[name] for name, find in providers.items()}

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
    """What a function takes as its body, or a provider of one of its arguments does."""
    functions = (function, *providers_of(function))
    return next(
        (hint for each in functions for hint in parameters_of(each).values() if is_a(hint, Body)), None
    )


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
            table = apps.get_model("tournaments", model)._default_manager
            rows = table.select_for_update(of=("self",), no_key=model != "Evening")
            list(rows.filter(**named).order_by().values_list("pk"))
