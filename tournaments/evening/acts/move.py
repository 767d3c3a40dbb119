"""The move between rounds: worked out, changed, announced, taken back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from pydantic import PrivateAttr

from scoring.derivation import gettext_noop
from tournaments.evening.acts.act import Act, Board, Button, Now, Work, never
from tournaments.evening.record.record import Body, Record, RoundRecord
from tournaments.evening.round_rules import Status
from tournaments.ledger.chain import Entry
from tournaments.movement.announced import Announced
from tournaments.movement.options import Reason
from tournaments.movement.scheduled import Read
from tournaments.movement.seating import Seating


def seating_body(number: int, seating: Seating) -> Body:
    return {
        "round": number,
        "tables": [list(table) for table in seating.tables],
        "sitting_out": list(seating.sitting_out),
    }


def read_seating(body: Body) -> Seating:
    return Seating(
        tables=tuple(tuple(table) for table in body["tables"]),
        sitting_out=tuple(body["sitting_out"]),
    )


class NextMove(NamedTuple):
    """Where everybody sits next and why, and the schedule from there on where it had to be planned again."""

    seating: Seating
    reasons: tuple[Reason, ...]
    schedule: Announced | None


def next_move(record: Record) -> NextMove:
    move_input = record.move_input(record.current_round + 1)
    names = move_input.taking_over
    worked_out = record.made_plan().mover.next_round(move_input.situation)
    schedule = worked_out.announced if isinstance(worked_out, Read) else None
    return NextMove(
        worked_out.seating.renamed(names),
        tuple(replace(reason, sentence=reason.named(names)) for reason in worked_out.reasons),
        schedule.renamed(names) if schedule else None,
    )


def _to_play_on(button: Button, board: Board) -> str:
    if board.status in (Status.DRAFTED, Status.MOVED):
        return gettext_noop("Work out the seats again")
    return gettext_noop("Play one more round") if board.is_last_round else ""


class DraftMove(Act):
    """Work the next seats out and lay them before the director.

    Attributes:
        again: afresh, also where they are worked out already, or announced, which is taken back; without it nothing
            happens unless a round has just been settled.
    """

    name, title = "draft_move", gettext_noop("work out the next seats")
    sentence = gettext_noop("The seats of round %(round)s were worked out.")
    when, to = (Status.SETTLED, Status.DRAFTED, Status.MOVED), Status.DRAFTED
    rounds_on = 1
    fixed_fields = {"again": True}
    buttons = (
        Button(
            gettext_noop("Work out the next seats"),
            gettext_noop("The next seats are worked out."),
            (
                gettext_noop(
                    "The seats are worked out again from the results, counting everybody who has come or left."
                ),
                gettext_noop("Changes made to the draft by hand are lost."),
                gettext_noop("Seats that are announced are taken back until you announce the new ones."),
            ),
            name="draft",
            menu=_to_play_on,
        ),
    )

    again: bool = False

    _reasons: list[Body] = PrivateAttr(default_factory=list)

    def resolve(self, record: Record, now: Now) -> Act | None:
        return self if self.again or record.status == Status.SETTLED else None

    def decide(self, record: Record, now: Now) -> Body:
        move = next_move(record)
        self._reasons = [reason.as_data() for reason in move.reasons]
        body = seating_body(record.current_round + 1, move.seating)
        return {**body, "schedule": move.schedule.as_data()} if move.schedule else body

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        number, seating = body["round"], read_seating(body)
        record.move_inputs[number] = record.move_input(number)
        record.drafts.append((number, record.move_inputs[number], seating))
        keeping = record.made_plan().keeping
        record.rounds[number] = RoundRecord(number, seating, keeping, worked_out=seating)
        record.drafted = Announced.from_data(body["schedule"]) if "schedule" in body else None

    def add_row_data(self, record: Record, entry: Entry) -> None:
        record.rounds[record.current_round + 1].reasons = self._reasons


class PublishMove(Act):
    """Announce the drafted seats to every phone, ticket and wall."""

    name, title = "publish_move", gettext_noop("announce the next seats")
    sentence = gettext_noop("The seats of round %(round)s were announced.")
    when, to = (Status.DRAFTED,), Status.MOVED
    rounds_on = 1
    buttons = (
        Button(
            gettext_noop("Announce the next seats"),
            gettext_noop("The next seats are announced."),
            (gettext_noop("Every phone, ticket and wall shows where to sit next."),),
            menu=never,
        ),
    )

    def decide(self, record: Record, now: Now) -> Body:
        number = record.current_round + 1
        return seating_body(number, record.rounds[number].seating)

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        round_ = record.rounds[body["round"]]
        if read_seating(body) != round_.seating:
            record.contradictions.append(
                f"round {round_.number}: the seats announced are not those of the draft before them"
            )
        round_.announced_at = entry.at
        if record.drafted:
            record.announce(record.drafted)


class RecallMove(Act):
    """Take back seats that no longer follow from who won; they are worked out again."""

    name, title = "recall_move", gettext_noop("recall the next seats")
    sentence = gettext_noop("The seats of round %(round)s were taken back, to be worked out again.")
    when, to = (Status.DRAFTED, Status.MOVED), Status.SETTLED
    rounds_on = 1
    address = None
    takes_back = ("publish_move",)

    @classmethod
    def undo(cls, record: Record, body: Body, sequence: int, reason: str) -> Act | None:
        """Not where the seats were changed by hand: working them out again would lose that."""
        round_ = record.rounds[body["round"]]
        return cls(reason=reason) if round_.seating == round_.worked_out else None

    def decide(self, record: Record, now: Now) -> Body:
        return {"round": record.current_round + 1}

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        del record.rounds[body["round"]]
        record.drafted = None

    def work(self, record: Record) -> Sequence[Work]:
        return ("draft_move",)
