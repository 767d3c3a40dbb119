"""The one way to do something to an evening: decided and applied by pure code, written by one writer."""

from __future__ import annotations

import json
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from scoring.derivation import coded, gettext_noop
from scoring.faults import Faults
from tournaments.club.models import MailKind
from tournaments.club.services import mails
from tournaments.evening import acts, comparison, fold, plan
from tournaments.evening.acts import ACTS, TAKEN_BACK_BY, Act, DraftMove, LaterEntry, NotNowError, PublishMove
from tournaments.evening.models import Evening, LedgerEntry, PlayerRequest
from tournaments.evening.reads.director_alerts import seated_all_the_same, swaps_asked_for
from tournaments.evening.reads.facts import by_tickets, plan_of, setup_of
from tournaments.evening.record import AT_A_TABLE
from tournaments.evening.round_rules import Status
from tournaments.evening.services import ledger, results, rows
from tournaments.evening.services.ledger import Book, Written, open_book, rows_of_entry
from tournaments.ledger.records import columns_of
from tournaments.prepared_sql import RowChange, together
from tournaments.refusals import fault, refuse
from tournaments.site.cleaning import clean_reason
from tournaments.work.outbox import TOPICS, Done, enqueue
from tournaments.work.runner import BY, Assignment

ROOM_EMPTY = (Status.PUBLISHED, Status.ABANDONED)
"""The room is empty, and calls end. Before, a table still cuts for prizes and may need the director."""


@transaction.atomic
def perform(*, evening: Evening, act: Act, by: str, at: datetime) -> Written | None:
    """Do an act, with everything that follows from it: all of it, or nothing. Raises Faults.

    The result is its entry in the ledger; None where nothing was left to do. `by` is the pseudonym of who acts, `at`
    the moment on the server's clock (aware), or that of the last entry where the clock was put back since.
    """
    book = open_book(evening.pk, by=by, at=at)
    at, act = book.at, _reasoned(book.evening, act)
    row, record = book.evening, ledger.RECORDS.pop(book.evening)
    before, previous = comparison.rows_of(record), row.ledger_head
    doing = fold.ActRun(record, book.now, row.ledger_length, row.ledger_head)
    entry = doing.do(act)
    after = comparison.rows_of(record)
    if doing.entries:
        version, concerned = row.version + len(doing.entries), rows.concerns(before, after)
        columns = rows.evening_columns(before, after) | {
            "ledger_length": doing.sequence,
            "ledger_head": doing.head,
            "version": version,
            "room_version": version if concerned.everybody else row.room_version,
        }
        together([RowChange(Evening, columns, row.pk), *_entries(row, doing, previous, at)])
        for name, value in columns.items():
            setattr(row, name, value)
        rows.RowWriter(row, before, after, at).write()
        ledger.bump_version(row, concerned.tables)
        if row.status in ROOM_EMPTY:
            row.calls.filter(answered_at__isnull=True).update(answered_at=at, answered_by=by)
    for work in doing.work:
        if work == "standings" and row.status in (Status.FINISHED, Status.PUBLISHED):
            results.recompute_standings(evening=row, by=by, at=at)
        else:
            enqueue(TOPICS[work], row, at=book.clock, cause=row.ledger_length)
    _tell_seats(row, _announced(before), _announced(after), at)
    ledger.RECORDS.put(row, record)
    _see_to_requests(row, {entry.act for entry in doing.entries}, by=by, at=at)
    return Written(entry.sequence, entry.hash) if entry else None


def _announced(told: comparison.Rows) -> dict[str, tuple[str, ...]]:
    # Of those who have heard where they sit next, who sits at their table; of those who sit out nobody.
    seating = told.seats.get(told.evening["current_round"] + 1)
    if seating is None or told.evening["status"] not in (Status.SEATED, Status.MOVED):
        return {}
    seated = {code: table for table in seating.tables for code in table}
    return {**dict.fromkeys(seating.sitting_out, ()), **seated}


def _tell_seats(
    row: Evening, before: dict[str, tuple[str, ...]], after: dict[str, tuple[str, ...]], at: datetime
) -> None:
    if codes := [code for code, table in after.items() if before.get(code) != table]:
        players = row.tickets.filter(code__in=codes).values("player")
        mails.tell(MailKind.SEATS, row, players, number=row.ledger_length, at=at)


def _see_to_requests(row: Evening, done: set[str], *, by: str, at: datetime) -> None:
    if DraftMove.name in done:
        # Of seats that are worked out those who asked to sit out give theirs up.
        for swap in swaps_asked_for(row):
            perform(evening=row, act=swap, by=by, at=at)
    if PublishMove.name in done:
        # Nobody can do it any more, and nobody is left waiting for an answer.
        late = {"ended_at": at, "ended_by": by, "outcome": PlayerRequest.Outcome.DECLINED}
        seated_all_the_same(row).update(**late)


def _reasoned(row: Evening, act: Act) -> Act:
    reason = clean_reason(by_tickets(row, clean_reason(act.reason)))
    return act if reason == act.reason else act.model_copy(update={"reason": reason})


def _entries(row: Evening, doing: fold.ActRun, previous: str, at: datetime) -> list[RowChange]:
    changes = []
    for entry in doing.entries:
        columns = columns_of(entry, at=at, previous=previous, digest=entry.hash)
        changes += rows_of_entry(row, columns)
        previous = entry.hash
    return changes


@transaction.atomic
def preview(*, evening: Evening, act: Act, by: str, at: datetime) -> comparison.Impact:
    """What an act would change; nothing is done. Raises Faults as the act itself does."""
    book = open_book(evening.pk, by=by, at=at)
    row = book.evening
    before = ledger.RECORDS.pop(row)
    after = before.copied()
    ledger.RECORDS.put(row, before)
    fold.ActRun(after, book.now, row.ledger_length, row.ledger_head).do(_reasoned(row, act))
    return comparison.impact(before, after)


@transaction.atomic
def take_back(*, evening: Evening, sequence: int, reason: str, by: str, at: datetime) -> Written | None:
    """Do the act that takes an entry of the ledger back, as `perform` does. Raises Faults where it cannot be."""
    row = open_book(evening.pk, by=by, at=at).evening
    act = _opposite(row, sequence, reason)
    if not isinstance(act, Act):
        refuse("entry", "not-taken-back", _words(act, by))
    return perform(evening=evening, act=act, by=by, at=at)


@transaction.atomic
def can_be_taken_back(*, evening: Evening, sequence: int, by: str, at: datetime) -> bool:
    return isinstance(_opposite(open_book(evening.pk, by=by, at=at).evening, sequence, ""), Act)


def _opposite(row: Evening, sequence: int, reason: str) -> Act | LedgerEntry | None:
    # A later entry that bars it is returned in its place.
    entry = row.ledger.filter(sequence=sequence).first()
    opposite = TAKEN_BACK_BY.get(entry.act) if entry else None
    if entry is None or opposite is None:
        return None
    body = json.loads(entry.body)
    for later in row.ledger.filter(sequence__gt=sequence).order_by("sequence"):
        # What follows from an entry is written in its transaction, or by the background work that came with it.
        follows = later.by == BY or (later.by, later.at) == (entry.by, entry.at)
        known = ACTS.get(later.act)
        if known is None or opposite.blocks_undo(body, LaterEntry(known, json.loads(later.body), follows)):
            return later
    if row.status not in opposite.when:
        return None
    record = ledger.RECORDS.pop(row)
    ledger.RECORDS.put(row, record)
    return opposite.undo(record, body, sequence, reason)


def _words(later: LedgerEntry | None, by: str) -> str:
    if later is None:
        return _NOT_HERE
    if later.by.startswith(AT_A_TABLE):
        return gettext_noop(
            "a table has entered something since, so this cannot be undone here any more; look at its hands"
        )
    if later.by not in (by, BY):
        return gettext_noop(
            "somebody else has acted since, so this cannot be undone here any more; the ledger says what was done"
        )
    return _NOT_HERE


def draft_moves(assigned: Assignment) -> Done:
    evening = assigned.subject
    if perform(evening=evening, act=acts.DraftMove(), by=BY, at=assigned.at) is None:
        return Done(coded("job.nothing-to-draft"))
    return Done(coded("job.drafted", number=evening.current_round + 1))


NEXT_ROUND = {
    Status.BELL: acts.Close(),
    Status.SETTLED: acts.DraftMove(),
    Status.DRAFTED: acts.PublishMove(),
    Status.MOVED: acts.Start(),
}
"""What leads from the end of a round to the next one, by where the evening stands."""
TO_THE_END = {Status.BELL: NEXT_ROUND[Status.BELL], Status.SETTLED: acts.Finish()}


@transaction.atomic
def go_on(*, evening: Evening, by: str, at: datetime, to: Status = Status.PLAYING) -> Written | None:
    """Close the round, announce the next seats and start, as far as that is still to be done: all of it or nothing.

    The ledger tells it as the acts that it is. Raises Faults where one of them is refused, and after the last round;
    `to` the end of the evening it closes that round and finishes, and is refused before it.
    """
    row, written = open_book(evening.pk, by=by, at=at).evening, None
    ends = to is Status.FINISHED
    acts_at = TO_THE_END if ends else NEXT_ROUND
    if row.status not in acts_at:
        raise NotNowError(acts.Close, Status(row.status))
    is_last = row.status in TO_THE_END and row.current_round >= plan_of(row).rounds
    if is_last and not ends:
        refuse("", "last-round", "this is the last round that was planned; close it, then finish the evening")
    if ends and not is_last:
        refuse("", "not-last-round", "more rounds are planned now; close this one and go on")
    was_open, closed = row.status == Status.BELL, row.current_round
    steps = list(acts_at)
    for status in steps[steps.index(Status(row.status)) :]:
        if status != to:
            written = perform(evening=row, act=acts_at[status], by=by, at=at)
    if was_open:
        _check_nothing_is_missing(row, closed)
    return written


def _check_nothing_is_missing(evening: Evening, closed: int) -> None:
    # Whoever closes the round alone is asked about it first.
    setup = setup_of(evening)
    games = evening.rounds.get(number=closed).tables.filter(decision="", cut="")
    missing = [
        fault(
            f"tables.{game.table.number}",
            "hands-missing",
            "hands are missing; enter them, or close the round",
        )
        for game in games.select_related("table").order_by("table__number")
        if game.hands_count < setup.fewest_hands(game.points)
    ]
    if missing:
        raise Faults(missing)


def goes_on_at(evening: Evening) -> datetime | None:
    """When the next step towards the next round is taken by itself; None where nothing is, or the round is the last.

    Whatever is done puts it off: the pause begins with the last entry in the ledger.
    """
    plan = plan_of(evening)
    if plan.goes_on != "on" or evening.status not in NEXT_ROUND:
        return None
    if evening.status in TO_THE_END and evening.current_round >= plan.rounds:
        return None
    last = evening.ledger.values_list("at", flat=True).get(sequence=evening.ledger_length)
    return last + timedelta(seconds=plan.pause)


def go_on_overdue(*, at: datetime) -> None:
    """Leave a job for each evening that is to go on by itself, one for its last entry. Run by the sweep."""
    for evening in Evening.objects.filter(status__in=NEXT_ROUND, plan__goes_on="on"):
        due = goes_on_at(evening)
        if due is not None and due <= at:
            enqueue(TOPICS["go_on"], evening, at=at, cause=evening.ledger_length)


def go_on_by_itself(assigned: Assignment) -> Done:
    """Announce the next seats, or start the round that is announced, unless anybody has done anything since."""
    evening = assigned.subject
    if evening.ledger_length != assigned.job.cause or goes_on_at(evening) is None:
        return Done(coded("job.went-on"))
    to = Status.PLAYING if evening.status == Status.MOVED else Status.MOVED
    try:
        go_on(evening=evening, by=BY, at=assigned.at, to=to)
    except Faults:
        return Done(coded("job.something-open"))
    return Done()


def stop_when_played_out(book: Book, setup: plan.Setup) -> None:
    """End the round in play once every table is done; for the act that enters a table's last hand."""
    evening = book.evening
    if evening.status != Status.PLAYING:
        return
    games = evening.rounds.get(number=evening.current_round).tables.order_by()
    if all(setup.played_out(game.hands_count, game.points, game.outright) for game in games):
        perform(evening=evening, act=acts.Stop(), by=book.by, at=book.at)


def stop_overdue(*, at: datetime) -> int:
    """Stop the rounds whose time is over; returns how many. Run by the sweep."""
    overdue = Evening.objects.filter(
        status=Status.PLAYING,
        rounds__number=F("current_round"),
        rounds__ends_at__lte=at,
        rounds__stopped_at__isnull=True,
    )
    stopped = 0
    for evening in overdue:
        try:
            perform(evening=evening, act=acts.Stop(), by="clock", at=at)
        except NotNowError:
            continue
        stopped += 1
    return stopped


_NOT_HERE = gettext_noop("this cannot be undone here any more; the ledger says what has happened since")
