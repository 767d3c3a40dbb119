"""What an act is: when it is allowed, what it takes, what it refuses, what it does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, ClassVar, Literal, NamedTuple, Self

from pydantic import BaseModel, ConfigDict, ModelWrapValidatorHandler, ValidationError, model_validator

from games.reading import faults_of
from scoring.derivation import Sentence
from scoring.faults import Faults
from tournaments.refusals import refuse
from tournaments.replay.acts.words import Names
from tournaments.replay.chain import Entry
from tournaments.replay.record import COUPLES, Body, Record, RoundRecord
from tournaments.status import Status

Work = Literal["draft_move", "standings", "publish"]
"""Background work that an act brings with it."""

RUNNING = (Status.PLAYING, Status.BELL, Status.SETTLED, Status.DRAFTED, Status.MOVED)
IN_ROUND = (Status.PLAYING, Status.BELL)
# Published results are reopened first, so that what was published is not changed behind the reader's back.
MENDABLE = (*RUNNING, Status.FINISHED)


class Now(NamedTuple):
    """Who acts (a pseudonym), and the moment on the server's clock (aware)."""

    by: str
    at: datetime


class Elsewhere(ValueError):  # noqa: N818 - what the place turns out to be
    """An entry names a round, a table, a ticket or a side that is not there."""


class Act(BaseModel):
    """One act: its fields are what it takes, its class says everything else. Making one raises Faults.

    Attributes:
        name: what the ledger calls it.
        when: in which statuses of an evening it is allowed; `to` is the one it leads to, None for the same.
        title: what it is called in a refusal.
        said: what its line in the ledger says, filled from the entry, unless `says` puts it otherwise.
        rounds_on: for an act about one round only, how many rounds after the current one that is.
        needs_reason: whether somebody has to say why.
        reopens: whether published results are reopened for it.
    """

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    name: ClassVar[str]
    when: ClassVar[tuple[Status, ...]]
    to: ClassVar[Status | None] = None
    title: ClassVar[str]
    said: ClassVar[str] = ""
    rounds_on: ClassVar[int | None] = None
    needs_reason: ClassVar[bool] = False
    reopens: ClassVar[bool] = False

    reason: str = ""

    @model_validator(mode="wrap")
    @classmethod
    def _or_faults(cls, entered: Any, read: ModelWrapValidatorHandler[Self]) -> Self:
        try:
            return read(entered)
        except ValidationError as error:
            raise Faults(faults_of(error, cls)) from None

    def instead(self, record: Record) -> Act | None:
        """What this comes to as things stand: itself, another act, or None where nothing is left to do."""
        return self

    def decide(self, record: Record, now: Now) -> Body:
        """What the ledger is to say, from how things stand now.

        Raises:
            Faults: everything that speaks against it.
            NotImplementedError: a service of its own writes this act.
        """
        raise NotImplementedError(self.name)

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        """Let an entry with this body have its effect. Nothing but the status changes unless an act says so."""

    @classmethod
    def says(cls, body: Body, names: Names) -> Sentence:
        """What an entry with this body says happened, with names in place of the codes of tickets."""
        return Sentence(cls.said, {"round": "", **body})

    def beside(self, record: Record, entry: Entry) -> None:
        """Put into the record what rows keep of this act and the ledger does not."""

    def then(self, record: Record) -> Iterable[Act]:
        """The acts that follow from this one, once it has had its effect."""
        return ()

    def work(self, record: Record) -> Sequence[Work]:
        """The background work that it brings with it."""
        return ()


HOWS = ("cards", "seed")


def check_table(round_: RoundRecord | None, table: int) -> None:
    """Raise Faults where there is no such table in the round, or no such round."""
    if round_ is None or table not in range(1, len(round_.seating.tables) + 1):
        refuse("table", "unknown-table", "table %(entered)s is not in play", entered=table)


def check_cut(told: Body) -> None:
    """Raise Elsewhere for a cut that no couple won, or in a way in which none is made."""
    if told["winner"] not in COUPLES or told["how"] not in HOWS:
        raise Elsewhere(
            f"a cut is won by A or B, with cards or by the seed; not by {told['winner']}, {told['how']}"
        )
