"""What may still become of a division: who can reach a place, and what must happen for one of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from scoring.derivation import Sentence
from tournaments.league.reads.fixtures import Contest, DivisionSeen
from tournaments.ranking.fixtures.what_if import EntrantNeeds, Outlook, outlook, what_must_happen

SIDES: Final = ("home", "away")
"""The values of sentences that are entrants' ids."""
WAYS: Final = 60_000
"""For a page so many ways are gone through at the most, which is about a second; beyond that bounds are proved."""


@dataclass(frozen=True, slots=True)
class ProjectionQuery:
    """What is asked: about which place of which division, and about whom in particular, if anybody."""

    seen: Contest
    division: DivisionSeen
    place: int
    entrant: str = ""

    @property
    def ahead(self) -> int:
        """How many fixtures are still to be played."""
        return self.division.ahead

    @property
    def rounds_to_come(self) -> int:
        """How many rounds of a Swiss are not paired yet."""
        rounds = self.seen.rules.rounds
        return max(0, rounds - self.division.last_round) if rounds else 0


def asked_of(
    seen: Contest, *, division: str = "", place: str = "", entrant: str = ""
) -> ProjectionQuery | None:
    """What is asked for, words as they stand in an address; what makes no sense is taken for the first there is.

    None where there is no table to ask about, or nobody in it.
    """
    if not seen.rules.has_table or not seen.divisions:
        return None
    played_in = next((one for one in seen.divisions if one.numbers), seen.divisions[0])
    found = next((one for one in seen.divisions if str(one.level) == division), played_in)
    if entrant and division == "":
        found = next((one for one in seen.divisions if entrant in one.numbers), found)
    if not found.numbers:
        return None
    wanted = int(place) if place.isascii() and place.isdigit() and len(place) < len("1000") else 1
    wanted = min(max(wanted, 1), len(found.numbers))
    return ProjectionQuery(seen, found, wanted, entrant if entrant in found.numbers else "")


def outlook_of(asked: ProjectionQuery) -> Outlook:
    """Who can still reach the place, in the order of the table."""
    order = [line.entrant for line in asked.division.lines]
    rules, draws = asked.seen.rules.table_rules(), asked.seen.rules.draws
    return outlook(
        order,
        asked.division.values,
        rules,
        place=asked.place,
        draws=draws,
        unpaired=asked.rounds_to_come,
        bound=WAYS,
        beside=asked.division.beside,
    )


def must_of(asked: ProjectionQuery) -> EntrantNeeds | None:
    """What must happen for whom it is asked about; None where it is nobody."""
    if not asked.entrant:
        return None
    rules, draws = asked.seen.rules.table_rules(), asked.seen.rules.draws
    return what_must_happen(
        asked.division.numbers,
        asked.division.values,
        rules,
        asked.entrant,
        place=asked.place,
        draws=draws,
        unpaired=asked.rounds_to_come,
        bound=WAYS,
        beside=asked.division.beside,
    )


def with_names(sentence: Sentence, names: Mapping[str, str]) -> Sentence:
    """A sentence about entrants with their names in the place of their ids."""
    values = {
        key: with_names(value, names)
        if isinstance(value, Sentence)
        else names.get(str(value), value)
        if key in SIDES
        else value
        for key, value in sentence.values.items()
    }
    return sentence._replace(values=values)
