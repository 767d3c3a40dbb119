"""What Schemathesis is told beside its settings; it loads this module (tests/faults/schema_cases.py)."""

import json
import os
import random
import re
from collections.abc import Iterator, Set
from contextlib import suppress
from http import HTTPStatus
from typing import Any, Final

import schemathesis
from schemathesis.core.parameters import ParameterLocation
from schemathesis.generation.meta import TestPhase

PEOPLE: Final = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida")
BODIES: Final = {
    "make_evening": {"name": "Of the schema", "date": "2026-11-20", "plan": {"game": "chantecler"}},
    "check_in": {"guests": [{"name": f"{name} of the schema"} for name in PEOPLE]},
    "draw": {},
}
"""What does where the example names what there is in the documentation alone."""
KEY: Final = "Idempotency-Key"
SPARED: Final = 100_000
MADE: Final[dict[str, Any]] = json.loads(os.environ.get("MADE", "{}"))
"""What was made to be asked for, and what is needed to the end (`schema_cases.make`)."""
GIVEN: Final[set[str]] = set()
"""What answers gave, and what stood in addresses that were answered: where a link leads there, that is kept."""
NEWEST: Final[dict[str, str]] = {}
"""The evening and the season that were made last."""
DICE: Final = random.Random(1910)
MOSTLY: Final = 0.9
EVEN: Final = 0.5
EVENING: Final = re.compile(r"/evenings/(?P<evening>[^/]+)/$")
SEASON: Final = re.compile(r"/leagues/(?P<league>[^/]+)/(?P<season>[^/]+)/$")


@schemathesis.hook
def before_call(context: schemathesis.HookContext, case: schemathesis.Case[Any], **kwargs: Any) -> None:
    """What the schema alone cannot make up: where something is, another key each time, a body that may do."""
    made = case.meta
    if made is None:
        return
    is_stateful = made.phase.name == TestPhase.STATEFUL
    if not made.is_negative_at(ParameterLocation.PATH):
        name_what_there_is(case, GIVEN if is_stateful else frozenset())
    spare_own(case)
    if not made.is_negative_at(ParameterLocation.HEADER):
        say_what_lets_it_in(case)
    if not made.generation.mode.is_negative:
        case.query.pop("cursor", None)  # only a list gives one; how others are refused other tests say
        if is_stateful:
            send_an_example(case)


@schemathesis.hook
def after_call(
    context: schemathesis.HookContext, case: schemathesis.Case[Any], response: schemathesis.Response
) -> None:
    """Remember what an answer gave, that links lead to, and what was made."""
    if (
        not case.meta
        or case.meta.phase.name != TestPhase.STATEFUL
        or response.status_code >= HTTPStatus.BAD_REQUEST
    ):
        return
    GIVEN.update(map(str, case.path_parameters.values()))
    with suppress(ValueError):
        GIVEN.update(values_in(response.json()))
    if response.status_code == HTTPStatus.CREATED:
        for made in response.headers.get("location", []):
            if found := EVENING.search(made) or SEASON.search(made):
                NEWEST.update(found.groupdict())


def values_in(told: Any) -> Iterator[str]:
    """Every text and number in an answer that could stand in an address."""
    if isinstance(told, dict):
        told = list(told.values())
    if isinstance(told, list):
        for part in told:
            yield from values_in(part)
    elif isinstance(told, str | int):
        yield str(told)


def name_what_there_is(case: schemathesis.Case[Any], given: Set[str]) -> None:
    """Put what was made in the places of an address, nine times of ten, but where something given stands.

    Every second time that is what was made last, so that one evening is brought on from step to step.
    """
    if DICE.random() > MOSTLY:
        return
    places = dict(MADE["places"])
    places["code"] = places["fixture" if "/fixtures/" in case.path else "code"]
    if DICE.random() < EVEN:
        places |= {name: [value] for name, value in NEWEST.items()}
    for name, value in case.path_parameters.items():
        if name in places and str(value) not in given:
            case.path_parameters[name] = DICE.choice(places[name])


def say_what_lets_it_in(case: schemathesis.Case[Any]) -> None:
    """Put another key each time, and whatever stands there, nine times of ten.

    Else nearly all is refused because the key was used before, or because nobody has seen what stands there.
    """
    told = {KEY: f"made-up-{DICE.getrandbits(64):016x}", "If-Match": "*"}
    if DICE.random() < MOSTLY:
        case.headers.update({name: value for name, value in told.items() if name in case.headers})


def spare_own(case: schemathesis.Case[Any]) -> None:
    """Ask for another one's where an access that all need would end, and let the club stay with its owner."""
    own = MADE["own"]
    for name, keys in own.items():
        if str(case.path_parameters.get(name)) in map(str, keys):
            case.path_parameters[name] = SPARED
    if case.operation.definition.raw["operationId"] == "hand_club_over":
        case.path_parameters["officer"] = own["officer"][0]


def send_an_example(case: schemathesis.Case[Any]) -> None:
    """Take the example of a body: one made up is refused by the rules of the game, and leads nowhere."""
    body = case.operation.definition.raw.get("requestBody", {})
    examples = body.get("content", {}).get("application/json", {}).get("examples", {})
    if examples:
        of_ours: Any = BODIES.get(case.operation.definition.raw["operationId"])
        case.body = next(iter(examples.values()))["value"] if of_ours is None else of_ours
