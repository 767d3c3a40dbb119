"""How a service says no: one fault with the field, what was entered and what is allowed."""

from __future__ import annotations

from typing import NoReturn

from scoring.derivation import Sentence
from scoring.faults import Fault, Faults
from tournaments.status import NotNow

NOT_NOW = "not-now"
KEY_REUSED = "key-reused"
HAND_TAKEN = "hand-already-entered"


def fault(field: str, code: str, template: str, **values: object) -> Fault:
    """A fault whose message is `template` with `%(name)s` filled from `values`."""
    return Fault(field, code, Sentence(template, values))


def refuse(field: str, code: str, template: str, **values: object) -> NoReturn:
    """Raise Faults with this one fault."""
    raise Faults((fault(field, code, template, **values),))


def not_now(refused: NotNow) -> Faults:
    """The faults that a door shows for an act that the evening's status does not allow."""
    return Faults(
        (
            fault(
                "evening.status",
                NOT_NOW,
                "“%(act)s” is not possible now: the evening is “%(status)s”; allowed while it is: %(allowed)s",
                act=refused.act.replace("_", " "),
                status=refused.status.replace("_", " "),
                allowed=", ".join(status.replace("_", " ") for status in refused.allowed),
            ),
        )
    )
