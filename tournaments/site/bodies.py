"""What is sent to be written, whichever way it comes: frozen, strict, nothing unknown."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from typing import Annotated, Any, ClassVar, Final, LiteralString, TypeVar

from pydantic import AwareDatetime, BeforeValidator, ConfigDict, Field, ValidationError, WithJsonSchema
from pydantic_core import PydanticCustomError

from games.reading import faults_of
from scoring.entry import Measured
from scoring.faults import Faults
from tournaments.limits import LONGEST_COLOUR, LONGEST_REASON

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
    """The base of every body."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")
    EXAMPLE: ClassVar[Any]
    """Made of those of the fields, where a class says nothing else."""

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
