"""When fixtures are played: on the day of their round, or later."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any, ClassVar

from tournaments.league.acts.act import Body, Now, SeasonRecord
from tournaments.league.acts.fixtures import Postpone, fixtures_data
from tournaments.league.acts.pairings import fixture_of
from tournaments.league.acts.setting_up import FixtureCode
from tournaments.ledger.act_fields import checked_date
from tournaments.refusals import refuse


class PostponeFixture(Postpone):
    """A fixture ahead is played later, on another day if that is known.

    Attributes:
        fixture: its code.
        day: the day; None where it is not known yet.
    """

    address = "postpone-fixture"
    example: ClassVar[Mapping[str, Any]] = {"fixture": "2:3.1", "day": "2026-12-04", "reason": "illness"}

    fixture: FixtureCode
    day: date | None = None

    def decide(self, record: SeasonRecord, now: Now) -> Body:
        fixture = fixture_of(record, self.fixture)
        if not fixture.is_ahead:
            refuse("fixture", "has-a-result", "it has a result already; take that back first")
        later = replace(fixture, status="postponed", on=_written(self.day))
        return {"fixtures": fixtures_data([later])}


class SetDays(Postpone):
    """Give rounds their days, by their numbers; a fixture that was postponed keeps its own. None takes a day away."""

    address = "set-days"

    days: Mapping[int, date | None]

    def decide(self, record: SeasonRecord, now: Now) -> Body | None:
        days = {number: _written(day) for number, day in self.days.items()}
        changed = [
            replace(fixture, on=days[fixture.round])
            for fixture in record.fixtures
            if fixture.status == "planned" and fixture.on != days.get(fixture.round, fixture.on)
        ]
        return {"fixtures": fixtures_data(changed)} if changed else None


def _written(day: date | None) -> str:
    return "" if day is None else checked_date(day).isoformat()
