"""Hands that are not settled: confirmed, disputed, or in the late tray."""

from __future__ import annotations

from typing import Any, Literal, cast, get_args

from scoring.derivation import gettext_noop
from tournaments.club.roles import Role
from tournaments.evening.acts import act, games
from tournaments.evening.record import (
    AT_A_TABLE,
    BeforeCorrection,
    Body,
    HandRecord,
    HandState,
    Record,
    RoundRecord,
    may_confirm,
)
from tournaments.evening.round_rules import Status
from tournaments.ledger.chain import Entry
from tournaments.refusals import refuse


class _OtherHand(games.ActWithHand):
    """Another hand beside or in place of one that counts.

    Attributes:
        of: the ledger sequence of the entry it is about, so that two corrections do not cross.
        hand: as on the game's page of the rules; None declares the deal void: it scores nothing.
    """

    round: act.RoundNumber
    table: act.TableNumber
    number: act.HandNumber
    of: act.EntryNumber
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
            "points": list(games.worth(setup, self._derivation, len(old.points))),
            "played_at": old.played_at,
            **games.outright(setup, self._derivation),
        }


class CorrectHand(_OtherHand, games.ChangesGame):
    """Put another hand in the place of one that counts; undo is another correction.

    Players at the table correct the last hand of the round in play; earlier ones they dispute, and the other side
    agrees. The director corrects any hand at any time.
    """

    name, title = "correct_hand", gettext_noop("correct a hand")
    sentence = gettext_noop("Round %(round)s, table %(table)s: hand %(number)s was corrected, now %(worth)s.")
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
    def undo(cls, record: Record, body: Body, sequence: int, reason: str) -> act.Act | None:
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
        elif cut and (round_.closed_at is None or cut not in get_args(games.Cut)):
            return None
        return cls(
            round=version.round,
            table=version.table,
            number=version.number,
            of=sequence,
            hand=record.versions[before.of].hand,
            cut=cast("games.Cut", cut),
            seats="keep" if is_same else "follow",
            reason=reason,
        )

    @classmethod
    def blocks_undo(cls, body: Body, later: act.LaterEntry) -> bool:
        """Any later act bars it, but for acts on hands of other games and entries that only followed."""
        of_a_hand = issubclass(later.act, act.ActOnHand) and later.act.to is None
        elsewhere = of_a_hand and _game(later.body) != _game(body)
        return not (later.by_itself or elsewhere)

    def decide(self, record: Record, now: act.Now) -> Body:
        round_ = self.game(record, self.round, self.table)
        old = games.live_hand(record, self.round, self.table, self.number, self.of)
        at_the_table = now.by.startswith(AT_A_TABLE)
        if at_the_table:
            self._check_last(record, round_)
            games.check_versions(len(games.under_number(record, old)), self.number)
        body = self._version(record, round_, old)
        follows = self.follows(record, round_, self.table, self.number, self.hand, body["points"])
        return {**body, "of": self.of, "confirmed": not at_the_table, **follows}

    def _check_last(self, record: Record, round_: RoundRecord) -> None:
        in_play = record.status in act.IN_ROUND and self.round == record.current_round
        if not in_play or self.number != len(round_.hands[self.table]):
            refuse(
                "number",
                "not-the-last-hand",
                "a table corrects its last hand of the round in play; for another one enter what you think it was, "
                "and let the other side agree, or call the director",
            )

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        version = games.new_version(record, body, entry, HandState.COUNTS)
        version.before = _before(record, version, body["of"])
        games.let_count(record, version, body)
        if body["confirmed"]:
            version.confirmed_by = entry.by
        games.reject_others(record, version)


def _game(body: Body) -> tuple[object, object]:
    return body["round"], body["table"]


def _before(record: Record, version: HandRecord, of: int) -> BeforeCorrection:
    round_, seats = record.rounds[version.round], record.next_seats()
    return BeforeCorrection(
        of=of,
        cut=round_.cuts.get(version.table),
        disputed=any(other.state == HandState.DISPUTES for other in games.under_number(record, version)),
        next_seats=seats.worked_out if seats else None,
        announced=seats is not None and seats.announced_at is not None,
    )


class NoteHand(_OtherHand):
    """Keep beside a hand what it should have been, and why, without changing anything."""

    name, title = "note_hand", gettext_noop("note what a hand should have been")
    sentence = gettext_noop(
        "Round %(round)s, table %(table)s: noted only, hand %(number)s should have been %(worth)s."
    )
    when = (*act.CORRECTABLE, Status.PUBLISHED)
    needs_reason = True
    body_name = "Note"
    example = {"round": 1, "table": 4, "number": 1, "of": 18, "hand": None, "reason": "a card was missing"}

    def decide(self, record: Record, now: act.Now) -> Body:
        old = games.live_hand(record, self.round, self.table, self.number, self.of)
        return {**self._version(record, record.rounds[self.round], old), "of": self.of}

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        games.new_version(record, body, entry, HandState.NOTE)


OwnPhone = Literal["", "untold", "own"]
"""Whether the phone that speaks is the one that entered the hand: no, perhaps (neither tells which it is), or yes."""


class ConfirmHand(act.ActOnHand):
    """Confirm a hand, for another side than the one that entered it, or as the director.

    Confirming twice is confirming once.

    Attributes:
        of: the ledger sequence of its entry, so that nobody confirms what they have not seen.
        phone: whether it is the phone that entered the hand.
    """

    name, title = "confirm_hand", gettext_noop("confirm a hand")
    least = Role.SCORER
    sentence = gettext_noop("Round %(round)s, table %(table)s: hand %(number)s was confirmed.")
    when = act.CORRECTABLE
    reopens = True
    fixed_fields = {"phone": ""}
    body_name, example = "DirectorsConfirmation", {"round": 1, "table": 4, "number": 1, "of": 18}

    round: act.RoundNumber
    table: act.TableNumber
    number: act.HandNumber
    of: act.EntryNumber
    phone: OwnPhone = ""

    def resolve(self, record: Record, now: act.Now) -> act.Act | None:
        hand = record.versions.get(self.of)
        where = (self.round, self.table, self.number)
        is_confirmed = (
            hand is not None
            and hand.state == HandState.COUNTS
            and (hand.round, hand.table, hand.number) == where
            and bool(hand.confirmed_by)
        )
        return None if is_confirmed else self

    def decide(self, record: Record, now: act.Now) -> Body:
        hand = games.live_hand(record, self.round, self.table, self.number, self.of)
        _check_side(record, hand, now.by, self.phone)
        if any(other.state == HandState.DISPUTES for other in games.under_number(record, hand)):
            refuse("number", "disputed", "hand %(number)s is disputed; settle that first", number=self.number)
        return {"round": self.round, "table": self.table, "number": self.number, "of": self.of}

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        games.live(record, body).confirmed_by = entry.by


class SettleDispute(games.ChangesGame, act.ActOnHand):
    """Settle a dispute for one of its entries.

    A side at the table can only give way: it keeps the entry of the other side. The director decides as they see
    fit.

    Attributes:
        keep: the ledger sequence of the entry that is to count.
        phone: whether it is the phone that entered that one.
    """

    name, title = "settle_dispute", gettext_noop("settle a dispute")
    sentence = gettext_noop(
        "Round %(round)s, table %(table)s: the dispute about hand %(number)s was settled."
    )
    asks_reason = True
    usual_reasons = (
        gettext_noop("As on the slip"),
        gettext_noop("Counted again"),
        gettext_noop("Both sides agree"),
    )
    fixed_fields = {"phone": ""}
    body_name = "Settlement"
    example = {"round": 1, "table": 4, "number": 1, "keep": 19, "reason": "as on the slip", "seats": "follow"}

    round: act.RoundNumber
    table: act.TableNumber
    number: act.HandNumber
    keep: act.EntryNumber
    phone: OwnPhone = ""

    def decide(self, record: Record, now: act.Now) -> Body:
        round_ = self.game(record, self.round, self.table)
        counts = games.live_hand(record, self.round, self.table, self.number)
        disputing = [hand for hand in games.under_number(record, counts) if hand.state == HandState.DISPUTES]
        version = next((hand for hand in (counts, *disputing) if hand.sequence == self.keep), None)
        if version is None or not disputing:
            refuse(
                "keep",
                "no-such-dispute",
                "hand %(number)s has no such entry to choose",
                number=self.number,
            )
        _check_side(record, version, now.by, self.phone)
        where = {"round": self.round, "table": self.table, "number": self.number}
        follows = (
            {}
            if version is counts
            else self.follows(
                record, round_, self.table, self.number, version.hand, version.points, kept=version
            )
        )
        return {**where, "keep": self.keep, **follows}

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        version = record.versions[body["keep"]]
        games.reject_others(record, version)
        if version is not games.live(record, body):
            games.let_count(record, version, body)
        version.confirmed_by = entry.by


def _check_side(record: Record, hand: HandRecord, by: str, phone: OwnPhone) -> None:
    if not by.startswith(AT_A_TABLE):
        return
    if not may_confirm(hand.by, by, couples=not record.made_plan().keeping.by_seat):
        refuse(
            "seat",
            "own-entry",
            "the other side has to say this; if you are on the other side, tell this phone where you sit",
        )
    if phone and hand.by.startswith(AT_A_TABLE):
        _refuse_own(phone)


def _refuse_own(phone: OwnPhone) -> None:
    if phone == "untold":
        refuse(
            "seat",
            "own-phone",
            "neither this phone nor the one that entered it tells which one it is, so they count as one: let each "
            "send a token of its own, or ask the director",
        )
    refuse(
        "seat",
        "own-phone",
        "this phone entered it, so the other side says so on a phone of its own: scan the card of the table "
        "with that one, or ask the director",
    )


class TakeLate(games.ChangesGame, act.ActOnHand):
    """Let a late hand, by the ledger sequence of its entry, count as the next of its table."""

    name, title = "take_late", gettext_noop("count a late hand")
    sentence = gettext_noop("Round %(round)s, table %(table)s: a late hand counts, as hand %(number)s.")
    needs_reason = True
    usual_reasons = (
        gettext_noop("They had finished it"),
        gettext_noop("The phone had no network"),
    )
    body_name, example = "LateHand", {"of": 21, "reason": "they had finished it", "preview": True}

    of: act.EntryNumber

    def decide(self, record: Record, now: act.Now) -> Body:
        late = _in_the_tray(record, self.of)
        round_ = self.game(record, late.round, late.table)
        setup, played = record.setup(), len(round_.hands.get(late.table, ()))
        most = setup.most_hands(round_.points(late.table))
        if most is not None and played >= most:
            refuse(
                "of",
                "round-played-out",
                "one more hand was entered; this table has played all %(hands)s hands of the round",
                hands=most,
            )
        number = played + 1
        follows = self.follows(record, round_, late.table, number, late.hand, late.points, kept=late)
        return {"round": late.round, "table": late.table, "number": number, "of": self.of, **follows}

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        version = record.versions[body["of"]]
        version.number = body["number"]
        version.confirmed_by = entry.by
        games.let_count(record, version, body)


class LeaveOutLate(act.ActOnHand):
    """Leave a late hand, by the ledger sequence of its entry, out; it stays readable with the reason."""

    name, title = "leave_out_late", gettext_noop("leave a late hand out")
    sentence = gettext_noop("Round %(round)s, table %(table)s: a late hand was left out.")
    when = (*act.CORRECTABLE, Status.PUBLISHED)
    needs_reason = True
    usual_reasons = (
        gettext_noop("Played after the bell"),
        gettext_noop("Entered twice"),
        gettext_noop("Not finished"),
    )
    body_name, example = "LateHandOut", {"of": 21, "reason": "played after the bell"}

    of: act.EntryNumber

    def decide(self, record: Record, now: act.Now) -> Body:
        late = _in_the_tray(record, self.of)
        return {"round": late.round, "table": late.table, "of": self.of}

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        record.versions[body["of"]].state = HandState.LEFT_OUT


def _in_the_tray(record: Record, of: int) -> HandRecord:
    hand = record.versions.get(of)
    if hand is None or hand.state != HandState.LATE:
        refuse("of", "not-in-the-tray", "entry %(entered)s is no hand in the late tray", entered=of)
    return hand
