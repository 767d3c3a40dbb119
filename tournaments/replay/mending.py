"""What happens to hands, games and the bell after the first entry: second entries, late hands, corrections."""

from __future__ import annotations

from collections.abc import Callable

from tournaments.replay.chain import Entry
from tournaments.replay.record import (
    COUPLES,
    Body,
    Decision,
    HandRecord,
    HandState,
    Penalty,
    Record,
    RoundRecord,
    WrongSeats,
)
from tournaments.status import Act

HOWS = ("cards", "seed")


class Elsewhere(ValueError):  # noqa: N818 - what the place turns out to be
    """An entry names a round, a table, a ticket or a side that is not there."""


def check_cut(told: Body) -> None:
    """Raise Elsewhere for a cut that no couple won, or in a way in which none is made."""
    if told["winner"] not in COUPLES or told["how"] not in HOWS:
        raise Elsewhere(
            f"a cut is won by A or B, with cards or by the seed; not by {told['winner']}, {told['how']}"
        )


def _version(record: Record, body: Body, entry: Entry, state: HandState) -> HandRecord:
    """The hand that an entry holds, kept among all versions."""
    version = HandRecord(
        sequence=entry.sequence,
        round=body["round"],
        table=body["table"],
        number=body["number"],
        hand=body["hand"],
        points=tuple(body["points"]),
        played_at=body["played_at"],
        by=entry.by,
        state=state,
    )
    record.versions[entry.sequence] = version
    return version


def _counts(record: Record, version: HandRecord, body: Body) -> None:
    """Let a version count, in place of the one that did under its number."""
    round_ = record.rounds[version.round]
    hands = round_.hands.setdefault(version.table, [])
    for index, hand in enumerate(hands):
        if hand.number == version.number:
            hand.state = HandState.REPLACED
            hands[index] = version
            break
    else:
        hands.append(version)
    version.state = HandState.COUNTS
    # A game that the director has decided stands as decided, its cut too, whatever its hands become.
    if version.table not in round_.decisions:
        _cut_again(round_, version.table, body)


def _cut_again(round_: RoundRecord, table: int, body: Body) -> None:
    """A cut made before the points changed is void; a settled game that is level now is cut in the same entry."""
    round_.cuts.pop(table, None)
    round_.cut_by_seed.discard(table)
    cut = body.get("cut")
    if cut:
        check_cut(cut)
        round_.cuts[table] = cut["winner"]
        if cut["how"] == "seed":
            round_.cut_by_seed.add(table)


def live(record: Record, body: Body) -> HandRecord:
    """The hand that counts under the number that an entry names. Raises LookupError where none does."""
    hands = record.rounds[body["round"]].hands[body["table"]]
    return next(hand for hand in hands if hand.number == body["number"])


def _enter(record: Record, body: Body, entry: Entry) -> None:
    _counts(record, _version(record, body, entry, HandState.COUNTS), body)


def _enter_again(record: Record, body: Body, entry: Entry) -> None:
    if body["agrees"]:
        _version(record, body, entry, HandState.AGREES)
        if body["confirms"]:
            live(record, body).confirmed_by = entry.by
    else:
        _version(record, body, entry, HandState.DISPUTES)


def _confirm(record: Record, body: Body, entry: Entry) -> None:
    live(record, body).confirmed_by = entry.by


def _settle(record: Record, body: Body, entry: Entry) -> None:
    kept = record.versions[body["keep"]]
    for version in record.versions.values():
        same = (version.round, version.table, version.number) == (kept.round, kept.table, kept.number)
        if same and version.state == HandState.DISPUTES:
            version.state = HandState.REJECTED
    if kept is not live(record, body):
        _counts(record, kept, body)
    kept.confirmed_by = entry.by


def _late(record: Record, body: Body, entry: Entry) -> None:
    _version(record, body, entry, HandState.LATE)


def _take_late(record: Record, body: Body, entry: Entry) -> None:
    version = record.versions[body["of"]]
    version.number = body["number"]
    version.confirmed_by = entry.by
    _counts(record, version, body)


def _leave_out(record: Record, body: Body, entry: Entry) -> None:
    record.versions[body["of"]].state = HandState.LEFT_OUT


def _correct(record: Record, body: Body, entry: Entry) -> None:
    version = _version(record, body, entry, HandState.COUNTS)
    _counts(record, version, body)
    if body["confirmed"]:
        version.confirmed_by = entry.by
    for other in record.versions.values():
        where = (other.round, other.table, other.number)
        if other.state == HandState.DISPUTES and where == (version.round, version.table, version.number):
            other.state = HandState.REJECTED


def _note(record: Record, body: Body, entry: Entry) -> None:
    _version(record, body, entry, HandState.NOTE)


def _wrong_seats(record: Record, body: Body, entry: Entry) -> None:
    hands = tuple((hand["round"], hand["table"], hand["number"]) for hand in body["hands"])
    record.wrong_seats[entry.sequence] = WrongSeats(hands, body["one"], body["other"])


def _penalty(record: Record, body: Body, entry: Entry) -> None:
    record.penalties[entry.sequence] = Penalty(tuple(body["tickets"]), body["points"])


def _adjust(record: Record, body: Body, entry: Entry) -> None:
    _decide(record, body, Decision(entry.sequence, "adjusted", tuple(body["points"])))


def _not_played(record: Record, body: Body, entry: Entry) -> None:
    _decide(record, body, Decision(entry.sequence, "not_played", tuple(body["points"])))


def _decide(record: Record, body: Body, decision: Decision) -> None:
    round_ = record.rounds[body["round"]]
    round_.decisions[body["table"]] = decision
    _cut_again(round_, body["table"], body)


def _withdraw(record: Record, body: Body, entry: Entry) -> None:
    withdrawn = body["of"]
    if withdrawn in record.penalties:
        del record.penalties[withdrawn]
    elif withdrawn in record.wrong_seats:
        del record.wrong_seats[withdrawn]
    else:
        round_ = record.rounds[body["round"]]
        if round_.decisions[body["table"]].sequence != withdrawn:
            raise ValueError("another decision stands")
        del round_.decisions[body["table"]]
        _cut_again(round_, body["table"], body)


def _take_back_bell(record: Record, body: Body, entry: Entry) -> None:
    round_ = record.rounds[body["round"]]
    round_.stopped_at = round_.bell = round_.ends_at = None
    round_.cuts.clear()
    round_.cut_by_seed.clear()


def _move_bell(record: Record, body: Body, entry: Entry) -> None:
    record.rounds[body["round"]].bell = body["table"]


def _recall_move(record: Record, body: Body, entry: Entry) -> None:
    del record.rounds[body["round"]]
    record.drafted = None


def _reopen(record: Record, body: Body, entry: Entry) -> None:
    record.seal = None


AT_THE_TABLE: dict[Act, Callable[[Record, Body, Entry], None]] = {
    Act.ENTER_HAND: _enter,
    Act.ENTER_AGAIN: _enter_again,
    Act.CONFIRM_HAND: _confirm,
    Act.SETTLE_DISPUTE: _settle,
    Act.LATE_HAND: _late,
    Act.TAKE_LATE: _take_late,
    Act.LEAVE_OUT_LATE: _leave_out,
    Act.CORRECT_HAND: _correct,
    Act.NOTE_HAND: _note,
    Act.WRONG_SEATS: _wrong_seats,
    Act.PENALTY: _penalty,
    Act.ADJUST_GAME: _adjust,
    Act.NOT_PLAYED: _not_played,
    Act.WITHDRAW: _withdraw,
    Act.TAKE_BACK_BELL: _take_back_bell,
    Act.MOVE_BELL: _move_bell,
    Act.RECALL_MOVE: _recall_move,
    Act.REOPEN_RESULTS: _reopen,
}
