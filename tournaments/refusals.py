"""What every act has: fields that are read with all faults at once, how much may be entered, a way to say no."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Annotated, Any, ClassVar, Final, NoReturn, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    ModelWrapValidatorHandler,
    PlainValidator,
    ValidationError,
    WithJsonSchema,
    model_validator,
)

from games.reading import faults_of
from scoring.derivation import Sentence, gettext_noop
from scoring.faults import Fault, Faults, Unfit

NOT_NOW = "not-now"
KEY_REUSED = "key-reused"
DOES_NOT_MATCH = "does-not-match"
HAND_TAKEN = "hand-already-entered"
BAD_PHONE = "bad-phone"
SENT_AWAY = "sent-away"


def fault(field: str, code: str, template: str, **values: object) -> Fault:
    return Fault(field, code, Sentence(template, values))


def refuse(field: str, code: str, template: str, **values: object) -> NoReturn:
    raise Faults((fault(field, code, template, **values),))


class HandTakenError(Faults):
    """Somebody else has entered this hand already; `taken` is their answer, as JSON, empty for a correction."""

    def __init__(self, number: int, taken: str) -> None:
        super().__init__(
            (
                fault(
                    "number",
                    HAND_TAKEN,
                    "hand %(number)s of this table has been entered already; look at it before entering the next",
                    number=number,
                ),
            )
        )
        self.taken = taken


def by_lines(refused: Faults, of: str, to: str, lines: Sequence[int]) -> Faults:
    """The faults of things read from lines: the field `of.0` of the first becomes `to` with its line, from 0."""
    faults = []
    for refusal in refused.faults:
        name, _, place = refusal.field.partition(".")
        field = f"{to}.{lines[int(place)]}" if name == of and place.isdigit() else refusal.field
        faults.append(replace(refusal, field=field))
    return Faults(faults)


class ActFields(BaseModel):
    """The fields of an act are what it takes. Making one raises Faults.

    Attributes:
        title: what it is called in a refusal.
        sentence: what its line in the ledger says, filled from the entry, unless `says` puts it otherwise.
        needs_reason: a reason must be given.
        asks_reason: a reason may be given, where it need not be.
        least: the least role or the duty of an officer who does it.
        address: where it is done over REST, below what it is done to; None for what nobody does by itself.
        has_own_door: whether another act or a view of its own answers at its address.
        fixed_fields: fields that nobody enters there, and their values then.
        body_name: what the schema of the REST API calls its body, if not as the class; `example` is one.
        may_be_previewed: whether REST can be asked first what it would change.
        usual_reasons: suggestions where it asks why.
    """

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    title: ClassVar[str]
    sentence: ClassVar[str] = ""
    needs_reason: ClassVar[bool] = False
    asks_reason: ClassVar[bool] = False
    least: ClassVar[Any]
    address: ClassVar[str | None] = None
    has_own_door: ClassVar[bool] = False
    fixed_fields: ClassVar[Mapping[str, Any]] = {}
    body_name: ClassVar[str] = ""
    example: ClassVar[Mapping[str, Any]] = {}
    may_be_previewed: ClassVar[bool] = False
    usual_reasons: ClassVar[tuple[str, ...]] = ()

    reason: str = ""

    @classmethod
    def path(cls) -> str | None:
        return cls.address

    @model_validator(mode="wrap")
    @classmethod
    def _or_faults(cls, entered: Any, read: ModelWrapValidatorHandler[Self]) -> Self:
        try:
            return read(entered)
        except ValidationError as error:
            raise Faults(faults_of(error, cls)) from None


def check_key(field: str, entered: str, *, reserved: str | None = None) -> None:
    """Refuse what cannot be the key of a retry: 1 to 64 plain characters, not beginning as our own (`reserved`)."""
    plain = entered.isascii() and entered.isprintable()
    own = reserved is not None and entered.startswith(reserved)
    if not entered or len(entered) > LONGEST_KEY or not plain or own:
        refuse(
            field,
            "bad-key",
            "“%(entered)s” was entered; a key has 1 to %(most)s plain characters",
            entered=entered[:20],
            most=LONGEST_KEY,
        )


EARLIEST, LATEST = date(1000, 1, 1), date(9000, 1, 1)


def checked_date(entered: date) -> date:
    """A day on which an evening can be. Raises Faults for the far past and future."""
    if not EARLIEST <= entered < LATEST:
        refuse("date", "out-of-range", "%(entered)s is no day for an evening", entered=entered.isoformat())
    return entered


CLOCK: Final = re.compile(r"^([01][0-9]|2[0-3]):[0-5][0-9]$")


def _time_of_day(entered: Any) -> str:
    if isinstance(entered, str) and CLOCK.fullmatch(entered):
        return entered
    raise Unfit(gettext_noop("a time of day is hours and minutes, from 00:00 to 23:59, such as 22:30"))


TimeOfDay = Annotated[
    str, PlainValidator(_time_of_day), WithJsonSchema({"type": "string", "pattern": CLOCK.pattern})
]
"""Hours and minutes as clocks of 24 hours show them: "22:30"."""
LONGEST_COLOUR = 20
LONGEST_KEY = 64
"""Of a key by which a retry is known."""
LONGEST_NAME = 80
LONGEST_REASON = 200
LONGEST_PLACE = 120
LONGEST_POSTAL_ADDRESS = 200
LONGEST_NOTE = 300
LONGEST_GROUP = 40
LONGEST_MAIL = 120
MOST_NAMES_AT_ONCE = 2000
"""More than any club has members; a longer list holds up everybody else, and is none of names."""
LONGEST_TOKEN_NAME = 60
"""What a key to the REST door is for."""
