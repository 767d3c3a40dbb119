"""Everything that can be done to a season: each act one class, decided and applied without a database."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from scoring.derivation import Sentence
from scoring.faults import Faults
from tournaments.league.acts.act import Body, Now, Outside, Reader, SeasonAct, SeasonRecord
from tournaments.league.acts.decisions import (
    Choose,
    DeclareVoid,
    DrawLots,
    GiveBonus,
    GivePoints,
    Move,
    PutInCategory,
    RecordLots,
    Take,
    Withdraw,
)
from tournaments.league.acts.drawing import EnterLines, EnterPairings, MakeFixtures, UndoLast
from tournaments.league.acts.entrants import (
    Arrange,
    BringBack,
    CarryOver,
    ChangeEntrant,
    EnterPeople,
    LeaveOut,
    LetPlay,
    MakeDivisions,
    WithdrawEntrant,
)
from tournaments.league.acts.fixtures import (
    Divide,
    Draw,
    Enter,
    FollowKnockOut,
    Leave,
    Merge,
    MoveResult,
    PlayOff,
    Postpone,
    PostponeFixture,
    Result,
    SetDays,
    TakeResult,
)
from tournaments.league.acts.results import (
    DeclareFixtureVoid,
    EnterResult,
    FollowEvening,
    FollowPeople,
    Forfeit,
    LeaveToEvening,
    MakePlayOffs,
    TakeBack,
)
from tournaments.league.acts.setting_up import Change, Close, Make, Open, Reopen
from tournaments.ledger.chain import Entry
from tournaments.ranking.series.units import STAGE_WORDS
from tournaments.refusals import NOT_NOW, fault

_OF_EVENINGS = (Choose, DeclareVoid, Take, Move, PutInCategory, GiveBonus)
_OF_FIXTURES = (Divide, Enter, Leave, Draw, Result, Postpone, PlayOff, TakeResult, MoveResult, GivePoints)
_OF_BOTH = (Make, Change, Open, Close, Reopen, DrawLots, Withdraw, Merge)
ENTRIES: Final[Mapping[str, Mapping[str, type[SeasonAct]]]] = {
    "evenings": {act.name: act for act in (*_OF_FIXTURES, *_OF_EVENINGS, *_OF_BOTH)},
    "fixtures": {act.name: act for act in (*_OF_EVENINGS, *_OF_FIXTURES, *_OF_BOTH)},
}
"""The acts by what the ledger of a season of either kind calls them."""


def _made_from(act: type[SeasonAct]) -> Iterator[type[SeasonAct]]:
    yield act
    for subclass in act.__subclasses__():
        yield from _made_from(subclass)


DONE: Final[tuple[type[SeasonAct], ...]] = tuple(
    act for act in _made_from(SeasonAct) if vars(act).get("address") is not None
)
"""The acts that somebody does; the others follow from these, or from what is so elsewhere."""


class SeasonNotNowError(Faults):
    """The act is not allowed as far as the season is."""

    def __init__(self, stage: str) -> None:
        why = fault(
            "season.stage",
            NOT_NOW,
            "this is not possible now: the season is %(stage)s",
            stage=Sentence(STAGE_WORDS[stage]),
        )
        super().__init__((why,))


def possible(kind: str, stage: str) -> Iterator[type[SeasonAct]]:
    return (act for act in DONE if act.kind in ("", kind) and is_possible(act, stage))


def is_possible(act: type[SeasonAct], stage: str) -> bool:
    return stage in act.when


def check(act: type[SeasonAct], stage: str) -> None:
    if not is_possible(act, stage):
        raise SeasonNotNowError(stage)


def take(record: SeasonRecord, entry: Entry, body: Body) -> None:
    act = ENTRIES[body.get("kind", record.kind) or "evenings"][entry.act]
    record.stage = act.to or record.stage
    act.apply(record, body, entry)


def fold(entries: Iterable[Entry], record: SeasonRecord | None = None) -> SeasonRecord:
    """The season that `entries` tell, after those that led to `record` where it is given."""
    record = SeasonRecord() if record is None else record
    for entry in entries:
        take(record, entry, json.loads(entry.body))
    return record
