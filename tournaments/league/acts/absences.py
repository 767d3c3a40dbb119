"""Who is left out of the next round of a Swiss at their own wish, asked for before it is drawn.

It counts as a draw or as a loss, as they agree with the secretary. Nobody is left out for more than one round by it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from scoring.derivation import gettext_noop
from tournaments.league.acts.act import Now
from tournaments.league.acts.fields import EntrantNumber, Word
from tournaments.league.acts.fixtures import Leave
from tournaments.league.acts.record import Body, SeasonRecord
from tournaments.ranking.fixtures.division_state import DivisionState
from tournaments.refusals import refuse


class LeaveOut(Leave):
    """Leave an entrant out of the next round of a Swiss; told again it counts as was said last.

    Attributes:
        entrant: by number.
        counts: as a "draw", or for "nobody", which is a loss.
    """

    address = "leave-out"
    example: ClassVar[Mapping[str, Any]] = {"entrant": 7, "counts": "draw", "reason": "travelling"}
    usual_reasons = (
        gettext_noop("Illness"),
        gettext_noop("Travelling"),
        gettext_noop("No time"),
    )

    entrant: EntrantNumber
    counts: Word

    def decide(self, record: SeasonRecord, now: Now) -> Body | None:
        """Refused where the season is no Swiss, all its rounds are made, or the entrant has withdrawn."""
        rules = record.fixture_rules
        if rules.format != "swiss":
            refuse(
                "season",
                "no-swiss",
                "only the rounds of a Swiss are drawn one by one; anywhere else fixtures are postponed or forfeited",
            )
        if self.counts not in ("draw", "nobody"):
            refuse(
                "counts",
                "not-allowed",
                "“%(entered)s” was entered; allowed: draw or nobody",
                entered=self.counts,
            )
        division = _division(record, self.entrant)
        most = rules.rounds or 1
        if division.next_round > most:
            refuse("round", "the-last", "all %(most)s rounds are made", most=most)
        one = record.contest.entrants[self.entrant]
        if one.withdrawn:
            refuse("entrant", "has-left", "%(name)s has withdrawn already", name=one.name)
        if division.left_out.get(str(self.entrant)) == self.counts:
            return None
        return {"absent": self.entrant, "round": division.next_round, "counts": self.counts}


class LetPlay(Leave):
    """An entrant who was to be left out of the next round plays in it after all.

    Attributes:
        entrant: by number.
    """

    address = "let-play"
    example: ClassVar[Mapping[str, Any]] = {"entrant": 7}

    entrant: EntrantNumber

    def decide(self, record: SeasonRecord, now: Now) -> Body:
        """Refused where they were not to be left out of it, as when it is drawn."""
        division = _division(record, self.entrant)
        if str(self.entrant) not in division.left_out:
            refuse(
                "entrant",
                "not-left-out",
                "%(name)s is not to be left out of round %(round)s",
                name=record.contest.entrants[self.entrant].name,
                round=division.next_round,
            )
        return {"absent": self.entrant, "round": division.next_round, "counts": ""}


def _division(record: SeasonRecord, number: int) -> DivisionState:
    entrant = record.contest.entrants.get(number)
    if entrant is None:
        refuse("entrant", "unknown", "there is no entrant %(entered)s", entered=number)
    return next(one for one in record.divisions if one.level == entrant.division)
