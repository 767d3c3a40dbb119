"""How an act says no: one fault with the field, what was entered and what is allowed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NoReturn

from scoring.derivation import Sentence
from scoring.faults import Fault, Faults

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
