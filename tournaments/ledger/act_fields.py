"""The base of every act: its fields, read from what somebody entered, with all faults at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Self

from pydantic import BaseModel, ConfigDict, ModelWrapValidatorHandler, ValidationError, model_validator

from games.reading import faults_of
from scoring.faults import Faults


class ActFields(BaseModel):
    """The fields of an act are what it takes. Making one raises Faults.

    Attributes:
        title: what it is called in a refusal.
        sentence: what its line in the ledger says, filled from the entry, unless `says` puts it otherwise.
        needs_reason: a reason must be given.
        asks_reason: a reason may be given, where it need not be.
        least: the least role of an officer who does it.
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
    least: ClassVar[int]
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
