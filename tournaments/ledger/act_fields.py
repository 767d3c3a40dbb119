"""The base of every act: its fields, read from what somebody entered, with all faults at once."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from pydantic import BaseModel, ConfigDict, ModelWrapValidatorHandler, ValidationError, model_validator

from games.reading import faults_of
from scoring.faults import Faults


class ActFields(BaseModel):
    """The fields of an act are what it takes. Making one raises Faults.

    Attributes:
        title: what it is called in a refusal.
        said: what its line in the ledger says, filled from the entry, unless `says` puts it otherwise.
        needs_reason: whether somebody has to say why.
        usual_reasons: what is mostly said where it asks why; offered to be tapped.
    """

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    title: ClassVar[str]
    said: ClassVar[str] = ""
    needs_reason: ClassVar[bool] = False
    usual_reasons: ClassVar[tuple[str, ...]] = ()

    reason: str = ""

    @model_validator(mode="wrap")
    @classmethod
    def _or_faults(cls, entered: Any, read: ModelWrapValidatorHandler[Self]) -> Self:
        try:
            return read(entered)
        except ValidationError as error:
            raise Faults(faults_of(error, cls)) from None
