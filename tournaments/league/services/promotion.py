"""The season that goes on from one of fixtures, with who went up and down."""

from __future__ import annotations

from datetime import date, datetime

from django.db import transaction

from tournaments.league import acts
from tournaments.league.acts.entering import NewEntrant, check_all_different
from tournaments.league.acts.play_offs import Next, next_divisions
from tournaments.league.acts.record import SeasonRecord
from tournaments.league.models import Season
from tournaments.league.services import identity_merge
from tournaments.league.services.ledger import open_season, perform, record_of
from tournaments.league.services.outside import OutsideOf
from tournaments.league.services.seasons import make_season
from tournaments.refusals import refuse


@transaction.atomic
def make_next_season(*, season: Season, name: str, starts: date, ends: date, by: str, at: datetime) -> Season:
    """The next season with the same rules, in its divisions who went up and down; seeds as they finished.

    Raises Faults unless this one is over, on a bad name or day, or where two who go on are read as one person by now.
    """
    identity_merge.lock_clubs_of(season)
    last = open_season(season.pk, by=by, at=at).season
    if last.stage != Season.Stage.CLOSED:
        refuse("season.stage", "not-now", "“%(name)s” is not over; close it first", name=last.name)
    record = record_of(last)
    play_offs = [one for one in record.fixtures if one.play_off]
    divisions = next_divisions(record.fixture_rules, record.divisions, play_offs)
    going_on = [number for one in divisions for number in one.entrants]
    check_all_different(record, OutsideOf(last), going_on, "entrants")
    new = make_season(
        league=last.league,
        name=name,
        kind=last.kind,
        starts=starts,
        ends=ends,
        rules=last.rules,
        by=by,
        at=at,
        previous=last,
    )
    if divisions:
        levels = tuple((None, one.name) for one in divisions)
        perform(season=new, act=acts.MakeDivisions(divisions=levels), by=by, at=at)
    perform(season=new, act=acts.CarryOver(entries=_entries(record, divisions)), by=by, at=at)
    return new


def _entries(record: SeasonRecord, divisions: tuple[Next, ...]) -> tuple[tuple[int, NewEntrant], ...]:
    there = record.contest.entrants
    return tuple(
        (level, NewEntrant(there[number].players, there[number].name, there[number].rating))
        for level, one in enumerate(divisions, 1)
        for number in one.entrants
    )
