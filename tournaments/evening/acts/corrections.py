"""Corrections of any hand: always a new entry with its reason and author; the old one stays readable."""

from __future__ import annotations

from typing import Any, cast, get_args

from scoring.derivation import gettext_noop
from tournaments.evening.acts.act import (
    IN_ROUND,
    MENDABLE,
    Act,
    ActOnHand,
    EntryNumber,
    HandNumber,
    Later,
    Now,
    RoundNumber,
    TableNumber,
)
from tournaments.evening.acts.games import (
    ActWithHand,
    ChangesGame,
    Cut,
    check_versions,
    let_count,
    live_hand,
    new_version,
    outright,
    reject_others,
    under_number,
    worth,
)
from tournaments.evening.record.archive import AT_A_TABLE
from tournaments.evening.record.record import (
    BeforeCorrection,
    Body,
    HandRecord,
    HandState,
    Record,
    RoundRecord,
)
from tournaments.evening.score import Status
from tournaments.ledger.chain import Entry
from tournaments.refusals import refuse


class _OtherHand(ActWithHand):
    """Another hand beside or in place of one that counts.

    Attributes:
        of: the ledger sequence of the entry it is about, so that two corrections do not cross.
        hand: as on the game's page of the rules; None declares the deal void: it scores nothing.
    """

    round: RoundNumber
    table: TableNumber
    number: HandNumber
    of: EntryNumber
    hand: dict[str, Any] | None

    def _version(self, record: Record, round_: RoundRecord, old: HandRecord) -> Body:
        if self.hand == old.hand:
            refuse("hand", "nothing-changes", "what was entered is what counts already")
        setup = record.setup()
        self._derivation = self.slip(setup, self.hand, round_.hands_before(self.table, old.number))
        return {
            "round": self.round,
            "table": self.table,
            "number": old.number,
            "hand": self.hand,
            "points": list(worth(setup, self._derivation, len(old.points))),
            "played_at": old.played_at,
            **outright(setup, self._derivation),
        }


class CorrectHand(_OtherHand, ChangesGame):
    """Put another hand in the place of one that counts; undo is another correction.

    Players at the table correct the last hand of the round in play; earlier ones they dispute, and the other side
    agrees. The director corrects any hand at any time.
    """

    name, title = "correct_hand", gettext_noop("correct a hand")
    sentence = gettext_noop("Round %(round)s, table %(table)s: hand %(number)s was corrected, now %(worth)s.")
    when = MENDABLE
    needs_reason = True
    usual_reasons = (
        gettext_noop("Entered wrongly"),
        gettext_noop("Counted wrongly"),
        gettext_noop("Entered for the wrong side"),
        gettext_noop("As on the slip"),
    )
    body_name = "Correction"
    takes_back = ("correct_hand",)
    example = {
        "round": 1,
        "table": 4,
        "number": 1,
        "of": 18,
        "hand": None,
        "reason": "as on the slip",
        "cut": "A",
    }

    @classmethod
    def taking_back(cls, record: Record, body: Body, sequence: int, reason: str) -> Act | None:
        """The hand as it was before, in its place again, with the cut and the next seats of then.

        Not where it would not be as before: a dispute was settled by it, a cut was made void in a round that is not
        closed, or announced seats were taken back.
        """
        version = record.versions[sequence]
        before = version.before
        if version.state != HandState.COUNTS or before is None or before.disputed:
            return None
        seats = record.next_seats()
        is_same = (seats.worked_out if seats else None) == before.next_seats
        if before.announced and not is_same:
            return None
        round_ = record.rounds[version.round]
        cut = ("seed" if before.cut.by_seed else before.cut.order) if before.cut else ""
        if version.table in round_.decisions:
            cut = ""
        elif cut and (round_.closed_at is None or cut not in get_args(Cut)):
            return None
        return cls(
            round=version.round,
            table=version.table,
            number=version.number,
            of=sequence,
            hand=record.versions[before.of].hand,
            cut=cast("Cut", cut),
            seats="keep" if is_same else "follow",
            reason=reason,
        )

    @classmethod
    def is_barred(cls, body: Body, later: Later) -> bool:
        """Any later act bars it, but for acts on hands of other games and entries that only followed."""
        of_a_hand = issubclass(later.act, ActOnHand) and later.act.to is None
        elsewhere = of_a_hand and _game(later.body) != _game(body)
        return not (later.by_itself or elsewhere)

    def decide(self, record: Record, now: Now) -> Body:
        round_ = self.game(record, self.round, self.table)
        old = live_hand(record, self.round, self.table, self.number, self.of)
        at_the_table = now.by.startswith(AT_A_TABLE)
        if at_the_table:
            self._check_last(record, round_)
            check_versions(len(under_number(record, old)), self.number)
        body = self._version(record, round_, old)
        follows = self.follows(record, round_, self.table, self.number, self.hand, body["points"])
        return {**body, "of": self.of, "confirmed": not at_the_table, **follows}

    def _check_last(self, record: Record, round_: RoundRecord) -> None:
        in_play = record.status in IN_ROUND and self.round == record.current_round
        if not in_play or self.number != len(round_.hands[self.table]):
            refuse(
                "number",
                "not-the-last-hand",
                "a table corrects its last hand of the round in play; for another one enter what you think it was, "
                "and let the other side agree, or call the director",
            )

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        version = new_version(record, body, entry, HandState.COUNTS)
        version.before = _before(record, version, body["of"])
        let_count(record, version, body)
        if body["confirmed"]:
            version.confirmed_by = entry.by
        reject_others(record, version)


def _game(body: Body) -> tuple[object, object]:
    return body["round"], body["table"]


def _before(record: Record, version: HandRecord, of: int) -> BeforeCorrection:
    round_, seats = record.rounds[version.round], record.next_seats()
    return BeforeCorrection(
        of=of,
        cut=round_.cuts.get(version.table),
        disputed=any(other.state == HandState.DISPUTES for other in under_number(record, version)),
        next_seats=seats.worked_out if seats else None,
        announced=seats is not None and seats.announced_at is not None,
    )


class NoteHand(_OtherHand):
    """Keep beside a hand what it should have been, and why, without changing anything."""

    name, title = "note_hand", gettext_noop("note what a hand should have been")
    sentence = gettext_noop(
        "Round %(round)s, table %(table)s: noted only, hand %(number)s should have been %(worth)s."
    )
    when = (*MENDABLE, Status.PUBLISHED)
    needs_reason = True
    body_name = "Note"
    example = {"round": 1, "table": 4, "number": 1, "of": 18, "hand": None, "reason": "a card was missing"}

    def decide(self, record: Record, now: Now) -> Body:
        old = live_hand(record, self.round, self.table, self.number, self.of)
        return {**self._version(record, record.rounds[self.round], old), "of": self.of}

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        new_version(record, body, entry, HandState.NOTE)
