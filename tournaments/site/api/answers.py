"""The base of every answer of the REST API: its fields, their examples, how it is sent."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from http import HTTPStatus
from typing import Annotated, Any, Final, Literal, NamedTuple, Self, get_args, get_origin

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils import translation
from django.utils.translation import gettext_lazy
from pydantic import (
    AwareDatetime,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    RootModel,
    WithJsonSchema,
)
from pydantic.fields import FieldInfo
from rest_framework import exceptions, status
from rest_framework.response import Response
from rest_framework.views import set_rollback

from games.catalogue import find
from scoring.derivation import Derivation, Sentence
from scoring.faults import Faults
from tournaments import refusals
from tournaments.ledger.chain import instant
from tournaments.movement.seating import MOST_SEATS
from tournaments.site.arguments import Example as Example

# The evening that the examples of bodies and answers are about; a slip is worked out, so that it cannot
# be wrong.

GAME: Final = find("chantecler")
HAND: Final[dict[str, Any]] = {
    "bidder": 3,
    "bid": 9,
    "trump": "hen",
    "counters": {
        "one": "A",
        "three": "A",
        "five": "B",
        "pheasant": "A",
        "peacock": "B",
        "owl": "A",
        "chantecler": "A-discard",
    },
}
PLAN: Final[dict[str, Any]] = {
    "game": GAME.slug,
    "house_rules": {"target": 42},
    "movement_options": {"bell": "any_table", "tie_breaks": ["points_difference"]},
    "rounds": 6,
    "colours": ["ladies", "gentlemen"],
    "confirmation": "needed",
    "prizes": {"best": 1, "booby": True, "by_colour": True, "sums": [5000]},
}
SLIP: Final[Derivation] = GAME.score(HAND, GAME.house_rules(PLAN["house_rules"]))
"""The score of the hand."""
ONE_HAND: Final[dict[str, Any]] = {"round": 1, "table": 4, "number": 1}
BEGAN, PLAYED, ENTERED = (f"2026-11-20T20:{minute}:00.000000Z" for minute in ("00", "14", "15"))
HASHES: Final = ("4f2a" * 16, "9c01" * 16)
SCORED: Final[dict[str, Any]] = {"id": 7, "game": GAME.slug, "options": {"target": 42}, "hand": HAND}
"""A request to score a hand."""
SCORED_GAME: Final[dict[str, Any]] = {
    "id": 8,
    "game": GAME.slug,
    "options": {"target": 42},
    "hands": [HAND, HAND],
}
"""A request to score a whole game."""
BATCH: Final[list[dict[str, Any]]] = [
    {"id": 1, "game": GAME.slug, "hand": HAND},
    {"id": 2, "game": "clabberjass", "hand": {"dealer": 3, "passed_out": True}},
]
"""Requests to score several."""
PROBLEM_JSON: Final = "application/problem+json"
"""How refusals are sent: RFC 9457."""


@dataclass(frozen=True, slots=True)
class At:
    """Where a field stands in what its answer shows: names with dots between, null as soon as one of them is.

    Or what works it out from that.
    """

    source: str | Callable[[Any], Any]


def translate(sentence: Sentence) -> str:
    return sentence.rendered(translation)


def _in_words(value: Any) -> str:
    match value:
        case Sentence():
            return translate(value)
        case Mapping() if value:
            return translate(Sentence.from_data(value))
        case list() | tuple():
            return " ".join(map(_in_words, value))
    return str(value or "")


InWords = Annotated[str, BeforeValidator(_in_words)]
"""Sentences, stored ones too, in the reader's language; "" where there is none."""


def text_of(read: Callable[[Any], Any]) -> BeforeValidator:
    return BeforeValidator(lambda value: value if isinstance(value, str) else read(value))


AsText = Annotated[str, text_of(str)]
"""What is no text already: a number without end, a sentence in English."""
OR_NULL: Final = BeforeValidator(lambda value: value or None)
"""That nothing is null."""


def at_most(count: int) -> Any:
    """That the schema says how many a list holds at the most; whoever lets it grow holds it to that."""
    return Field(json_schema_extra={"maxItems": count})


Moment = Annotated[
    AwareDatetime,
    PlainSerializer(instant, when_used="json"),
    WithJsonSchema({"type": "string", "format": "date-time"}),
]
"""A time as the ledger writes it."""
Began = Annotated[Moment, Example(BEGAN)]
Played = Annotated[Moment, Example(PLAYED)]
Entered = Annotated[Moment, Example(ENTERED)]
ClubSlug = Annotated[str, Example("rooster-club")]
EveningSlug = Annotated[str, Example("friday-progressive")]
GameSlug = Annotated[str, Example("chantecler")]
PersonName = Annotated[str, Example("Ann Lee")]
PersonId = Annotated[int, Example(12)]
TicketCode = Annotated[str, Example("k3v9")]
TableNumber = Annotated[int, Example(4)]
EntryNumber = Annotated[int, Example(18)]
By = Annotated[str, Example("user:1")]
Hash = Annotated[str, Example(HASHES[0])]
Day = Example("2026-11-20")
Side = Literal["A", "B", "1", "2", "3", "4", "5", "6", "7", "8"]
"""A side of a table: a couple, or the number of a seat where everybody plays alone."""
HandPoints = Annotated[list[int], at_most(MOST_SEATS), Example(list(SLIP.scores[:2]))]
HandPlayed = Annotated[dict[str, Any], Example(HAND)]
HandOrVoid = Annotated[dict[str, Any] | None, Example(HAND)]

_WITHOUT: Final[Mapping[Any, Any]] = {int: 1, bool: False, str: "", list: [], dict: {}}
"""What stands in an example where a field says nothing, by its type; nothing where it may be null."""


class Answer(BaseModel):
    """The base of every answer: nothing in it goes unsaid in the schema, where it is called without "Out"."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.__name__ = cls.__qualname__ = cls.__name__.removesuffix("Out")

    @classmethod
    def from_view(cls, view: Any) -> Self:
        """The answer that shows this."""
        return cls.read(view)

    @classmethod
    def read(cls, view: object = None, **fields: Any) -> Self:
        """The answer with these `fields`; the others it takes from `view`, which has them under the same names.

        `At` says so where the name is another. A field that is an answer, or a list of them, is made by `from_view`,
        unless it is made already.
        """
        sources = _sources(cls)
        others = {name: source.find(view) for name, source in sources.items() if name not in fields}
        return cls(**{name: sources[name].convert(value) for name, value in {**others, **fields}.items()})

    @classmethod
    def example(cls) -> dict[str, Any]:
        """An example: every field that is never left out."""
        return {name: _example(field) for name, field in cls.model_fields.items() if field.is_required()}

    def sent(self) -> dict[str, Any]:
        return self.model_dump(mode="json")

    def reply(self, *, status: int = 200, headers: dict[str, str] | None = None) -> Response:
        return Response(self.sent(), status=status, headers=headers)


class _Source(NamedTuple):
    find: Callable[[Any], Any]
    answer: type[Answer] | None
    is_list: bool

    def convert(self, value: Any) -> Any:
        if self.answer is None or value is None:
            return value
        return list(map(self._convert_item, value)) if self.is_list else self._convert_item(value)

    def _convert_item(self, item: Any) -> Any:
        kind: Any = self.answer
        return item if isinstance(item, kind) else kind.from_view(item)


@cache
def _sources(answer: type[Answer]) -> dict[str, _Source]:
    return {name: _source(name, field) for name, field in answer.model_fields.items()}


def _source(name: str, field: FieldInfo) -> _Source:
    source = next((known.source for known in reversed(field.metadata) if isinstance(known, At)), name)
    find = partial(_along, source.split(".")) if isinstance(source, str) else source
    # One that may be something else as well is made by whoever knows which it is.
    kinds = [kind for kind in get_args(field.annotation) if kind is not type(None)]
    answer = _answer_in(field) if len(kinds) <= 1 else None
    return _Source(find, answer, get_origin(field.annotation) is list)


def _along(path: Iterable[str], view: Any) -> Any:
    value = view
    for name in path:
        if value is None:
            return None
        value = value[name] if isinstance(value, Mapping) else getattr(value, name)
    return value


def _answer_in(field: FieldInfo) -> type[Answer] | None:
    parts = (field.annotation, *get_args(field.annotation))
    return next((part for part in parts if isinstance(part, type) and issubclass(part, Answer)), None)


def _example(field: FieldInfo) -> Any:
    for known in reversed(field.metadata):
        if isinstance(known, Example):
            return known.value
    annotation = field.annotation
    if answer := _answer_in(field):
        return [answer.example()] if get_origin(annotation) is list else answer.example()
    return None if type(None) in get_args(annotation) else _WITHOUT[get_origin(annotation) or annotation]


def examples_of(answer: type[Answer] | type[RootModel[Any]]) -> dict[str, Any]:
    """Examples of an answer by their titles: one, or one of each kind that it may be."""
    if issubclass(answer, Answer):
        return {"Answer": answer.example()}
    return {kind.__name__: kind.example() for kind in get_args(answer.model_fields["root"].annotation)}


class Problem(Answer):
    """One thing that is wrong: where, a code for programs, a sentence for people."""

    field: str = Field(examples=["hand.bid"])
    code: str = Field(examples=["out-of-range"])
    message: Annotated[InWords, At("sentence")]


class Faulty(Answer):
    """Everything that is wrong with something."""

    errors: list[Problem] = Field(min_length=1)


class Problems(Faulty):
    """A refusal, as RFC 9457 has it, with the faults beside."""

    title: str = Field(description="The status in words.", examples=["Bad Request"])
    status: int = Field(examples=[400])

    @classmethod
    def with_status(cls, status: int, errors: Iterable[Problem]) -> Self:
        return cls(title=HTTPStatus(status).phrase, status=status, errors=list(errors))

    def refusal(self, *, headers: dict[str, str] | None = None, **more: Any) -> Response:
        return Response(
            {**self.sent(), **more}, status=self.status, headers=headers, content_type=PROBLEM_JSON
        )


class Line(Answer):
    """Points for some seats, the rulebook paragraph they rest on, and why."""

    seats: Annotated[list[int], at_most(MOST_SEATS)]
    points: int
    rule: str
    text: Annotated[InWords, At("sentence")]


def _slip() -> Iterator[dict[str, Any]]:
    for line in SLIP.lines:
        yield line.as_data()


Slip = Annotated[list[Line], Example(list(_slip()))]


# Refusals, all in one shape (RFC 9457): `{"title", "status", "errors": [{"field", "code", "message"}]}`.
# The messages are in the reader's language.

STATUSES = {
    refusals.NOT_NOW: status.HTTP_409_CONFLICT,
    refusals.HAND_TAKEN: status.HTTP_409_CONFLICT,
    "changed-meanwhile": status.HTTP_409_CONFLICT,
    "look-first": status.HTTP_403_FORBIDDEN,
    refusals.SENT_AWAY: status.HTTP_403_FORBIDDEN,
    refusals.DOES_NOT_MATCH: status.HTTP_412_PRECONDITION_FAILED,
    refusals.KEY_REUSED: status.HTTP_422_UNPROCESSABLE_ENTITY,
    refusals.BAD_PHONE: status.HTTP_422_UNPROCESSABLE_ENTITY,
}
CODES = {"not_authenticated": "not-signed-in", "authentication_failed": "bad-token"}
SAID = {
    "not_authenticated": gettext_lazy("Send a token along, in the header “Authorization: Bearer TOKEN”."),
    "not_found": gettext_lazy(
        "There is nothing here that you may see. Every address ends with “/”; they are listed at /api/docs/."
    ),
}
"""What REST framework says without saying what to do."""


def handle(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """The answer to what a view raised; None for what nobody foresaw."""
    set_rollback()
    if isinstance(error, Faults):
        return refused(error)
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    if not isinstance(error, exceptions.APIException):
        return None
    headers = {}
    if header := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = header
    if wait := getattr(error, "wait", None):
        headers["Retry-After"] = f"{wait:.0f}"
    problems = Problems.with_status(error.status_code, _problems("", error.get_full_details()))
    return problems.refusal(headers=headers)


def refused(error: Faults) -> Response:
    codes = {fault.code for fault in error.faults}
    status_code = next(
        (number for code, number in STATUSES.items() if code in codes), status.HTTP_400_BAD_REQUEST
    )
    more = {}
    if isinstance(error, refusals.HandTakenError):
        more["taken"] = json.loads(error.taken) if error.taken else None
    return Problems.with_status(status_code, [Problem.from_view(fault) for fault in error.faults]).refusal(
        **more
    )


def _problems(field: str, details: Any) -> Iterator[Problem]:
    if isinstance(details, list):
        for detail in details:
            yield from _problems(field, detail)
    elif set(details) == {"message", "code"} and isinstance(details["message"], str):
        code = CODES.get(details["code"], details["code"].replace("_", "-"))
        message = str(SAID.get(details["code"], details["message"]))
        yield Problem(field=field, code=code, message=message)
    else:
        for name, inner in details.items():
            yield from _problems(".".join(filter(None, (field, str(name)))), inner)
