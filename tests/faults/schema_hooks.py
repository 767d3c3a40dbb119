"""What Schemathesis is told beside its settings; it loads this module (tests/faults/schema_cases.py)."""

from __future__ import annotations

from typing import Any, Final

import schemathesis
from schemathesis.generation.meta import TestPhase

PEOPLE: Final = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida")
BODIES: Final = {
    "make_evening": {"name": "Of the schema", "date": "2026-11-20", "plan": {"game": "chantecler"}},
    "check_in": {"guests": [{"name": f"{name} of the schema"} for name in PEOPLE]},
    "draw": {},
}
"""What does where the example names what there is in the documentation alone."""


@schemathesis.hook
def before_call(context: schemathesis.HookContext, case: schemathesis.Case[Any], **kwargs: Any) -> None:
    """On its way from what it has made to what may be asked of that, each body that may do is the example of one.

    A plan or a hand made up by its schema alone is refused by the rules of the game, and leads nowhere.
    """
    made = case.meta
    if made is None or made.phase.name != TestPhase.STATEFUL or made.generation.mode.is_negative:
        return
    body = case.operation.definition.raw.get("requestBody", {})
    examples = body.get("content", {}).get("application/json", {}).get("examples", {})
    if examples:
        name = case.operation.definition.raw["operationId"]
        of_ours: Any = BODIES.get(name)
        case.body = next(iter(examples.values()))["value"] if of_ours is None else of_ours
