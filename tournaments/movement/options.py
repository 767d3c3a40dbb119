"""What the options of every movement have in common."""

from pydantic import BaseModel, ConfigDict, field_validator

from scoring.derivation import gettext_noop


class MovementOptions(BaseModel):
    """Options that are read strictly; those that rank by tie-breaks name each once."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    @field_validator("tie_breaks", check_fields=False)
    @classmethod
    def _each_once(cls, tie_breaks: tuple[str, ...]) -> tuple[str, ...]:
        if len(set(tie_breaks)) != len(tie_breaks):
            raise ValueError(gettext_noop("each tie-break is named once"))
        return tie_breaks
