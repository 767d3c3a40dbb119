"""An evening gathered from the entries of its ledger, in order."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Final

from scoring.faults import Faults
from tournaments.evening import read_plan
from tournaments.movement.announced import Announced
from tournaments.movement.seating import Seating
from tournaments.ranking.standings import PrizeCut
from tournaments.replay.chain import Entry
from tournaments.replay.mending import AT_THE_TABLE, Elsewhere, check_cut
from tournaments.replay.record import Body, Record, RoundRecord, TicketRecord
from tournaments.status import Act, NotNow, after


class NoEvening(Exception):  # noqa: N818 - what the entries of a ledger turn out to be
    """The entries tell no evening: one cannot be read, or was not allowed when it was written."""


WRONG = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    Faults,
    LookupError,
    RuntimeError,
    StopIteration,
    TypeError,
    ValueError,
)
"""What reading data of any shape as an evening can raise."""
_ROUNDS_ON: Final[Mapping[Act, int]] = MappingProxyType(
    {
        Act.START: 1,
        Act.RING: 0,
        Act.STOP: 0,
        Act.CUT: 0,
        Act.CLOSE: 0,
        Act.TAKE_BACK_BELL: 0,
        Act.DRAFT_MOVE: 1,
        Act.SWAP_DRAFT: 1,
        Act.PUBLISH_MOVE: 1,
        Act.RECALL_MOVE: 1,
    }
)
"""Acts that are about one round only: how many rounds after the last one started."""


def fold(entries: Iterable[Entry]) -> Record:
    """The evening that `entries` tell. Raises NoEvening."""
    record = Record()
    for entry in entries:
        try:
            act = Act(entry.act)
            record.status = after(act, record.status)
            body = json.loads(entry.body)
            _check_place(record, act, body)
            _FOLD[act](record, body, entry)
        except NotNow as refused:
            raise NoEvening(f"entry {entry.sequence}: {refused}") from refused
        except WRONG as error:
            words = str(error) if isinstance(error, Elsewhere) else f"{type(error).__name__} {error}"
            raise NoEvening(f"entry {entry.sequence} ({entry.act}): {words}") from error
    return record


def _check_place(record: Record, act: Act, body: Body) -> None:
    """Raise Elsewhere where an entry is about a round or a table that it cannot be about."""
    if act in _ROUNDS_ON and body["round"] != record.current_round + _ROUNDS_ON[act]:
        raise Elsewhere(f"round {body['round']} is not the one it can be about")
    table = body.get("table")
    if table is not None and table not in range(1, len(record.rounds[body["round"]].seating.tables) + 1):
        raise Elsewhere(f"there is no table {table} in round {body['round']}")


def prize_cut(body: Body) -> PrizeCut:
    """A cut for a prize as the ledger holds it."""
    return PrizeCut(body["prize"], tuple(body["order"]), body["colour"], body.get("decided"))


def _seating(body: Body) -> Seating:
    return Seating(
        tables=tuple(tuple(table) for table in body["tables"]),
        sitting_out=tuple(body["sitting_out"]),
    )


def _make(record: Record, body: Body, entry: Entry) -> None:
    record.seed = body["seed"]
    _plan(record, body, entry)


def _plan(record: Record, body: Body, entry: Entry) -> None:
    record.plan = read_plan(body["plan"])
    record.date = body["date"]
    _schedule_of(record, body)


def _nothing(record: Record, body: Body, entry: Entry) -> None:
    """Acts that change the status only."""


def _ticket(record: Record, body: Body) -> TicketRecord:
    ticket = TicketRecord(body["ticket"], body["number"], body["colour"], arrived_in=record.current_round)
    if ticket.code in record.tickets:
        raise Elsewhere(f"ticket {ticket.code} is out already")
    record.tickets[ticket.code] = ticket
    return ticket


def _check_in(record: Record, body: Body, entry: Entry) -> None:
    for ticket in body["tickets"]:
        _ticket(record, ticket)


def _check_out(record: Record, body: Body, entry: Entry) -> None:
    del record.tickets[body["ticket"]]


def _reopen(record: Record, body: Body, entry: Entry) -> None:
    record.rounds.clear()
    record.schedule = None


def _draw(record: Record, body: Body, entry: Entry) -> None:
    # A draw made before attempts were numbered had a seed of its own.
    record.seed = body.get("seed", record.seed)
    drawn = tuple(body["order"])
    _check_people(record, drawn)
    plan = record.made_plan()
    record.rounds[1] = RoundRecord(1, plan.mover.first_seating(drawn), by_points=plan.by_points)
    _schedule_of(record, body)


def _seat(record: Record, body: Body, entry: Entry) -> None:
    record.rounds[1] = RoundRecord(1, _seating(body), by_points=record.made_plan().by_points)
    _check_people(record, record.rounds[1].seating.players())
    _schedule_of(record, body)


def _check_people(record: Record, placed: Iterable[str]) -> None:
    """Note where first seats are not for everybody who is there, and for nobody else."""
    there = {code for code, ticket in record.tickets.items() if ticket.left_in is None}
    if set(placed) != there:
        others = ", ".join(sorted(there.symmetric_difference(placed)))
        record.contradictions.append(f"the first seats and the tickets given out differ in {others}")


def _schedule_of(record: Record, body: Body) -> None:
    """The first seats come with the schedule of the rounds after them, where the movement draws one up."""
    told = body.get("schedule")
    record.schedule = Announced.from_data(told) if told else None


def _schedule(record: Record, body: Body, entry: Entry) -> None:
    told = Announced.from_data(body["schedule"])
    record.announce(told)
    first = told.of(1)
    if first is not None:
        record.rounds[1].seating = first


def _swap(record: Record, body: Body, entry: Entry) -> None:
    round_ = record.rounds[body["round"]]
    one, other = body["one"], body["other"]
    both = {one: other, other: one}
    round_.seating = round_.seating.renamed(both)
    if record.schedule and not record.current_round:
        record.schedule = record.schedule.renamed(both)


def _start(record: Record, body: Body, entry: Entry) -> None:
    record.current_round = body["round"]
    round_ = record.rounds[record.current_round]
    round_.announced_at = round_.announced_at or entry.at
    round_.started_at = entry.at
    round_.ends_at = body.get("ends_at")
    if "pinned" in body:
        record.pinned = body["pinned"]
        record.started_at = entry.at
        record.start_order = list(round_.seating.players())


def _bell(record: Record, body: Body, entry: Entry) -> None:
    round_ = record.rounds[body["round"]]
    round_.stopped_at = body["stopped_at"]
    round_.bell = body.get("table")


def _cut(record: Record, body: Body, entry: Entry) -> None:
    round_, table = record.rounds[body["round"]], body["table"]
    check_cut(body)
    round_.cuts[table] = body["winner"]
    (round_.cut_by_seed.add if body["how"] == "seed" else round_.cut_by_seed.discard)(table)


def _close(record: Record, body: Body, entry: Entry) -> None:
    record.rounds[body["round"]].closed_at = entry.at


def _draft(record: Record, body: Body, entry: Entry) -> None:
    number = body["round"]
    record.asked[number] = record.ask(number)
    record.drafts.append((number, record.asked[number], _seating(body)))
    by_points = record.made_plan().by_points
    record.rounds[number] = RoundRecord(number, _seating(body), by_points, worked_out=_seating(body))
    record.drafted = Announced.from_data(body["schedule"]) if "schedule" in body else None


def _announce(record: Record, body: Body, entry: Entry) -> None:
    round_ = record.rounds[body["round"]]
    if _seating(body) != round_.seating:
        record.contradictions.append(
            f"round {round_.number}: the seats announced are not those of the draft before them"
        )
    round_.announced_at = entry.at
    if record.drafted:
        record.announce(record.drafted)


def _arrive(record: Record, body: Body, entry: Entry) -> None:
    ticket = _ticket(record, body)
    if record.current_round:
        record.start_order.append(ticket.code)
    else:
        seating = record.rounds[1].seating
        record.rounds[1].seating = Seating(seating.tables, (*seating.sitting_out, ticket.code))


def _leave(record: Record, body: Body, entry: Entry) -> None:
    record.tickets[body["ticket"]].left_in = record.current_round


def _substitute(record: Record, body: Body, entry: Entry) -> None:
    ticket = _ticket(record, body)
    ticket.replaces = body["for"]
    record.tickets[body["for"]].left_in = record.current_round
    for round_ in record.rounds.values():
        if not round_.closed_at:
            round_.seating = round_.seating.renamed({body["for"]: ticket.code})


def _finish(record: Record, body: Body, entry: Entry) -> None:
    for number in [number for number in record.rounds if number > record.current_round]:
        del record.rounds[number]
    record.drafted = None
    record.finished_at = entry.at


def _publish(record: Record, body: Body, entry: Entry) -> None:
    record.published_at = entry.at
    record.seal = body["standings"]


def _cut_prize(record: Record, body: Body, entry: Entry) -> None:
    record.prize_cuts.append(prize_cut(body))
    if body["how"] == "seed":
        record.prizes_cut_by_seed.append(record.prize_cuts[-1])


_FOLD: dict[Act, Callable[[Record, Body, Entry], None]] = {
    Act.MAKE: _make,
    Act.CHANGE_PLAN: _plan,
    Act.OPEN_DOORS: _nothing,
    Act.CHECK_IN: _check_in,
    Act.CHECK_OUT: _check_out,
    Act.DRAW: _draw,
    Act.SEAT: _seat,
    Act.SWAP: _swap,
    Act.REOPEN_DOORS: _reopen,
    Act.SCHEDULE: _schedule,
    Act.START: _start,
    Act.RING: _bell,
    Act.STOP: _bell,
    Act.CUT: _cut,
    Act.CLOSE: _close,
    Act.DRAFT_MOVE: _draft,
    Act.SWAP_DRAFT: _swap,
    Act.PUBLISH_MOVE: _announce,
    Act.ARRIVE: _arrive,
    Act.LEAVE: _leave,
    Act.SUBSTITUTE: _substitute,
    Act.FINISH: _finish,
    Act.CUT_PRIZE: _cut_prize,
    Act.PUBLISH: _publish,
    Act.ABANDON: _nothing,
    Act.LOOK: _nothing,
    **AT_THE_TABLE,
}
