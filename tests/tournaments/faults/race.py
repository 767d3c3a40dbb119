"""A race: who does what at the same moment, and what must hold afterwards whoever was first."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.faults.together import (
    Act,
    Outcome,
    at_once,
    entries_of,
    meeting,
    ready_to_write,
    without_locks,
)
from tournaments.publishing import publish

Holds = Callable[[AnEvening, list[Outcome]], bool]


@dataclass(frozen=True)
class Race:
    """Who does what at the same moment, from which status on, what they are told, and what holds afterwards.

    Where it depends on who was first, `told` has what they are told in each order.
    """

    until: str
    acts: Callable[[AnEvening], list[Act]]
    told: Counter[str] | tuple[Counter[str], ...]
    holds: Holds
    before: Callable[[AnEvening], object] = lambda _: None
    options: tuple[tuple[str, Any], ...] = ()


def run(race: Race, make_evening: Make, **meet: float) -> list[str]:
    """Everything that the race did harm to, where all meet with the book open: nothing, where it was harmless."""
    evening, acts = _made_ready(race, make_evening)
    with meeting(len(acts), **meet):
        return _harm(race, evening, at_once(acts))


def run_without_locks(race: Race, make_evening: Make) -> list[str]:
    """The same without the locks, where all have read what they go by before anybody writes."""
    evening, acts = _made_ready(race, make_evening)
    with without_locks():
        return _harm(race, evening, at_once(ready_to_write(acts)))


def _made_ready(race: Race, make_evening: Make) -> tuple[AnEvening, list[Act]]:
    evening = make_evening(12, until=race.until, **dict(race.options))
    race.before(evening)
    evening.read()
    return evening, race.acts(evening)


def _harm(race: Race, evening: AnEvening, outcomes: list[Outcome]) -> list[str]:
    evening.read()
    told = Counter(outcome.told for outcome in outcomes)
    harmless = race.told if isinstance(race.told, tuple) else (race.told,)
    harm = [] if told in harmless else [f"they were told {dict(told)}"]
    if not race.holds(evening, outcomes):
        harm.append("it happened twice, or not at all")
    return harm + publish.check_rows(evening.evening)


def happened(name: str, times: int = 1) -> Holds:
    return lambda evening, _: entries_of(evening.evening, name) == times
