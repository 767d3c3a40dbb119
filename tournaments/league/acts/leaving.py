"""Who withdraws from a season of fixtures, and who plays on after all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, ClassVar, Literal

from scoring.derivation import gettext_noop
from tournaments.league.acts.act import Body, Now, SeasonAct, SeasonRecord
from tournaments.league.acts.entering import check_all_different, entrant_of
from tournaments.league.acts.fixtures import FollowKnockOut, Leave, fixtures_data
from tournaments.league.acts.setting_up import EntrantNumber, Word
from tournaments.ranking.fixtures.record import DivisionState, KeptFixture
from tournaments.refusals import refuse

# --- Who is left out of the next round of a Swiss at their own wish, asked for before it is drawn -----
# It counts as a draw or as a loss, as they agree with the secretary. Nobody is left out for more than one
# round by it.


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
        entrant = record.contest.entrants[self.entrant]
        if entrant.withdrawn:
            refuse("entrant", "has-left", "%(name)s has withdrawn already", name=entrant.name)
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
    return next(division for division in record.divisions if division.level == entrant.division)


Ahead = Literal["forfeit", "void", "void_all"]
"""What becomes of the fixtures of who withdraws: those ahead are forfeited, or void; or all are void."""


class WithdrawEntrant(Leave):
    """An entrant plays no more; one who has no fixtures is struck off.

    Attributes:
        number: the entrant's.
        ahead: what becomes of the fixtures ahead: forfeited, void, or "void_all", by which those played are too.
    """

    address = "withdraw-entrant"
    example: ClassVar[Mapping[str, Any]] = {"number": 7, "ahead": "forfeit", "reason": "moved away"}

    number: EntrantNumber
    ahead: Ahead = "forfeit"

    def decide(self, record: SeasonRecord, now: Now) -> Body:
        entrant = entrant_of(record, self.number)
        if entrant.withdrawn:
            refuse("entrant", "has-left", "%(name)s has withdrawn already", name=entrant.name)
        mine = [fixture for fixture in record.fixtures if self.number in fixture.numbers()]
        if not mine and not any(number == self.number for number, _ in record.contest.adjusted.values()):
            return {"left": self.number}
        if self.ahead == "void_all" and not record.fixture_rules.has_table:
            refuse(
                "ahead",
                "not-allowed",
                "in a knock-out somebody has won by what was played; only fixtures ahead can go",
            )
        before = [
            fixture
            for fixture in mine
            if fixture.is_ahead or (self.ahead == "void_all" and fixture.status != "void")
        ]
        after = [self._without(fixture) for fixture in before]
        of = {"withdrawn": self.number, "ahead": self.ahead}
        return {**of, "fixtures": fixtures_data(after), "before": fixtures_data(before)}

    def _without(self, fixture: KeptFixture) -> KeptFixture:
        if fixture.away is None or self.ahead != "forfeit":
            return replace(fixture.ahead(), status="void", evening="")
        # An evening that is published later gives no result any more to who has gone.
        return replace(fixture.forfeited_by([self.number]), evening="")

    def follow_ups(self, record: SeasonRecord) -> Iterable[SeasonAct]:
        return (FollowKnockOut(),) if self.number in record.contest.entrants else ()


class BringBack(Leave):
    """Take a withdrawal back: the entrant plays on, and fixtures that went with it are as they were before.

    Those that were told otherwise since stay as they are.

    Attributes:
        number: the entrant's.
    """

    address = "bring-entrant-back"
    example: ClassVar[Mapping[str, Any]] = {"number": 7}

    number: EntrantNumber

    def decide(self, record: SeasonRecord, now: Now) -> Body:
        entrant = entrant_of(record, self.number)
        if not entrant.withdrawn:
            refuse("entrant", "not-withdrawn", "%(name)s has not withdrawn", name=entrant.name)
        playing = [other.number for other in record.contest.entrants.values() if not other.withdrawn]
        check_all_different(record, now.outside, [*playing, self.number], "entrant")
        left = record.withdrawals[self.number]
        after = [KeptFixture.from_data(row) for row in left.get("fixtures", ())]
        before = {row["code"]: row for row in left.get("before", ())}
        again = [
            before[fixture.code] for fixture in after if record.contest.fixtures.get(fixture.code) == fixture
        ]
        return {"back": self.number, "fixtures": again}

    def follow_ups(self, record: SeasonRecord) -> Iterable[SeasonAct]:
        return (FollowKnockOut(),)
