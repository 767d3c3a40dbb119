"""Seasons of fixtures as a ledger would tell them, made without one."""

import json
from collections.abc import Iterable
from typing import Any

from scoring.faults import Faults
from tests.tournaments.conftest import START
from tournaments.league.acts import Now, SeasonAct
from tournaments.league.acts.act import Body, SeasonRecord
from tournaments.ledger.chain import Entry
from tournaments.ranking.fixtures.record import ContestRecord, KeptEntrant, KeptFixture
from tournaments.ranking.fixtures.rules import FixtureRules

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")


def record_of(
    fixtures: Iterable[KeptFixture] = (), *, entrants: Iterable[KeptEntrant] | None = None, **rules: Any
) -> SeasonRecord:
    """A season under way with these fixtures between five in one division, or between those who are named."""
    people = (KeptEntrant(n, name, 1) for n, name in enumerate(NAMES, 1)) if entrants is None else entrants
    return SeasonRecord(
        kind="fixtures",
        stage="open",
        columns={"rules": FixtureRules(games=("chantecler",), **rules).model_dump(mode="json")},
        contest=ContestRecord(
            {1: "1"}, {one.number: one for one in people}, {one.code: one for one in fixtures}
        ),
    )


def decided(act: SeasonAct, record: SeasonRecord, outside: Any = None) -> Body | str | None:
    """What the act decides: the body of its entry, or the fields and codes of what speaks against it."""
    try:
        return act.decide(record, Now("user:1", START, outside))
    except Faults as refused:
        return ", ".join(f"{one.field} {one.code}" for one in refused.faults)


def done(act: SeasonAct, record: SeasonRecord, outside: Any = None) -> list[str]:
    """Do an act to the record with all that follows from it, as the ledger does; the names of the entries."""
    act = act.resolve(record)
    body = act.decide(record, Now("user:1", START, outside))
    if body is None:
        return []
    entry = Entry(len(record.contest.fixtures), act.name, json.dumps(body), "user:1", "", "", "")
    type(act).apply(record, json.loads(entry.body), entry)
    return [act.name, *(name for more in act.follow_ups(record) for name in done(more, record, outside))]
