"""How a service says no: one fault with the field, what was entered and what is allowed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NoReturn

from scoring.derivation import OR, Sentence, listed
from scoring.faults import Fault, Faults
from tournaments.status import ACT_WORDS, STATUS_WORDS, NotNow

NOT_NOW = "not-now"
KEY_REUSED = "key-reused"
HAND_TAKEN = "hand-already-entered"
BAD_PHONE = "bad-phone"
SENT_AWAY = "sent-away"


def fault(field: str, code: str, template: str, **values: object) -> Fault:
    """A fault whose message is `template` with `%(name)s` filled from `values`."""
    return Fault(field, code, Sentence(template, values))


def refuse(field: str, code: str, template: str, **values: object) -> NoReturn:
    """Raise Faults with this one fault."""
    raise Faults((fault(field, code, template, **values),))


def by_lines(refused: Faults, of: str, to: str, lines: Sequence[int]) -> Faults:
    """The faults of things that were read from lines, each with its line.

    Arguments:
        of: what the field of such a fault begins with, as "entries" in `entries.0`.
        to: what it begins with instead; then comes the line.
        lines: the line of each thing, from 0.
    """
    found = []
    for one in refused.faults:
        name, _, place = one.field.partition(".")
        field = f"{to}.{lines[int(place)]}" if name == of and place.isdigit() else one.field
        found.append(replace(one, field=field))
    return Faults(found)


def not_now(refused: NotNow) -> Faults:
    """The faults that a door shows for an act that the evening's status does not allow."""
    return Faults(
        (
            fault(
                "evening.status",
                NOT_NOW,
                "“%(act)s” is not possible now: the evening is “%(status)s”; allowed while it is: %(allowed)s",
                act=Sentence(ACT_WORDS[refused.act]),
                status=Sentence(STATUS_WORDS[refused.status]),
                allowed=listed((Sentence(STATUS_WORDS[status]) for status in refused.allowed), OR),
            ),
        )
    )
