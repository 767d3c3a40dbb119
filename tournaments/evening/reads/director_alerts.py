"""What waits for the director: the next move, calls, what players ask for, slow tables; what was decided before."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from django.db.models import BooleanField, Count, ExpressionWrapper, Q, QuerySet
from django.shortcuts import get_object_or_404

from tournaments.evening import acts, plan
from tournaments.evening.models import (
    DirectorCall,
    Evening,
    Hand,
    Objection,
    PlayerRequest,
    Round,
    Seat,
    Ticket,
)
from tournaments.evening.reads.facts import plan_of, record_of, with_names
from tournaments.evening.record import first_of, reached_at, was_before
from tournaments.ledger.chain import ReadEntry
from tournaments.site.arguments import provides

__all__ = ["DirectorCall", "Objection", "PlayerRequest", "ReadEntry", "Ticket"]


DECISIONS = (acts.Penalty.name, acts.ExchangeSeats.name, acts.AdjustGame.name, acts.NotPlayed.name)
Where = tuple[int, int, int]


def standing_decisions(evening: Evening, *, until: int | None = None) -> list[ReadEntry]:
    """The decisions not withdrawn or replaced by the entry `until`, or by now, in order; one query."""
    entries = evening.ledger.filter(act__in=(*DECISIONS, acts.Withdraw.name)).order_by("sequence")
    if until is not None:
        entries = entries.filter(sequence__lte=until)
    decisions: dict[int, ReadEntry] = {}
    for row in with_names(list(entries)):
        decided = row.as_read()
        if decided.act == acts.Withdraw.name:
            decisions.pop(decided.body["of"], None)
            continue
        if decided.act in (acts.AdjustGame.name, acts.NotPlayed.name):
            for sequence in [old.sequence for old in decisions.values() if _same_game(old, decided)]:
                del decisions[sequence]
        decisions[row.sequence] = decided
    return list(decisions.values())


def _same_game(old: ReadEntry, new: ReadEntry) -> bool:
    of_a_game = old.act in (acts.AdjustGame.name, acts.NotPlayed.name)
    return of_a_game and (old.body["round"], old.body["table"]) == (new.body["round"], new.body["table"])


def standing_cuts(evening: Evening) -> list[ReadEntry]:
    """The cuts that can be withdrawn: for prizes, and of the tables of a round that is not closed; two queries."""
    record = record_of(evening)
    standing = [*record.prize_cuts, *record.open_cuts()]
    rows = evening.ledger.filter(sequence__in=standing).order_by("sequence")
    return [row.as_read() for row in with_names(list(rows))]


def waiting_requests(evening: Evening) -> list[PlayerRequest]:
    """The requests that wait, the longest first, of people who have not left; one query."""
    return list(_waiting(evening).select_related("ticket__player"))


def _waiting(evening: Evening) -> QuerySet[PlayerRequest]:
    kinds = PlayerRequest.Kind
    still = Q(kind=kinds.LEAVE) | Q(kind=kinds.SIT_OUT, round__gt=evening.current_round)
    rows = PlayerRequest.objects.filter(still, ticket__evening=evening, ended_at__isnull=True)
    return rows.filter(ticket__left_in__isnull=True).order_by("made_at", "pk")


class OwnRequest(NamedTuple):
    """`declined` is None unless the director said no to what the player asked for last."""

    waiting: dict[str, PlayerRequest]
    declined: PlayerRequest | None


def own_request(ticket: Ticket) -> OwnRequest:
    """What a player has asked for in the round in play or for a later one; one query.

    A request to sit out that was declined is told until that round is over, for the round may begin as
    soon as its seats are announced.
    """
    kinds, played = PlayerRequest.Kind, ticket.evening.current_round
    rows = [
        row
        for row in ticket.requests.order_by("made_at", "pk")
        if row.round > played
        or (row.round == played and row.ended_at is not None)
        or (row.kind == kinds.LEAVE and row.ended_at is None)
    ]
    waiting = {row.kind: row for row in rows if row.ended_at is None and ticket.left_in is None}
    is_no = bool(rows) and rows[-1].outcome == PlayerRequest.Outcome.DECLINED
    return OwnRequest(waiting, rows[-1] if is_no else None)


def objections(evening: Evening) -> QuerySet[Objection]:
    """Everything that was objected to in an evening, each with whether it `has_photo`; no photo is read."""
    return _without_photos(Objection.objects.filter(ticket__evening=evening)).select_related("ticket__player")


def _without_photos(rows: QuerySet[Objection]) -> QuerySet[Objection]:
    has_photo = ExpressionWrapper(~Q(photo=b""), BooleanField())
    return rows.defer("photo").annotate(has_photo=has_photo)


@provides
def objection(evening: Evening, objection: int) -> Objection:
    return get_object_or_404(objections(evening), pk=objection)


def objected_to(evening: Evening) -> list[int]:
    """The rounds to which somebody objects (0: the standings); one query, none before publication."""
    if evening.published_at is None:
        return []
    rows = Objection.objects.filter(ticket__evening=evening, outcome="").order_by("round")
    return list(rows.values_list("round", flat=True).distinct())


def objections_until(evening: Evening) -> datetime | None:
    """Until when players may object to the results; None before publication, and where they never may."""
    hours = evening.club.objection_hours
    return evening.published_at + timedelta(hours=hours) if evening.published_at and hours else None


class OwnObjections(NamedTuple):
    """What one player has objected to, and until when they may."""

    ticket: Ticket
    rows: list[Objection]
    until: datetime | None
    is_open: bool


def own_objections(ticket: Ticket, at: datetime) -> OwnObjections:
    """One query, none before publication."""
    return objections_by_ticket([ticket], at)[0]


def objections_by_ticket(tickets: list[Ticket], at: datetime) -> list[OwnObjections]:
    """Those of each of these tickets, in order; one query, none where nothing is published."""
    published = [ticket for ticket in tickets if ticket.evening.published_at]
    rows: dict[int, list[Objection]] = {ticket.pk: [] for ticket in tickets}
    if published:
        for row in _without_photos(Objection.objects.filter(ticket__in=published)):
            rows[row.ticket_id].append(row)
    untils = [objections_until(ticket.evening) for ticket in tickets]
    return [
        OwnObjections(ticket, rows[ticket.pk], until, is_open=until is not None and at <= until)
        for ticket, until in zip(tickets, untils, strict=True)
    ]


class Objected(NamedTuple):
    name: str
    slug: str
    waiting: int


def objected_evenings(club: int) -> list[Objected]:
    """The evenings of a club (its primary key) with objections that wait for an answer; one query."""
    rows = Evening.objects.filter(club=club, tickets__objections__outcome="").order_by("date", "pk")
    counted = rows.annotate(waiting=Count("tickets__objections")).values_list("name", "slug", "waiting")
    return [Objected(*row) for row in counted]


def seated_all_the_same(evening: Evening) -> QuerySet[PlayerRequest]:
    """Waiting requests to sit out the next round by people who have a seat in it all the same."""
    resting = _next_seats(evening).filter(sit_out_order__isnull=False)
    return _sitting_out(evening).exclude(ticket__in=resting.values("ticket"))


def _sitting_out(evening: Evening) -> QuerySet[PlayerRequest]:
    return _waiting(evening).filter(kind=PlayerRequest.Kind.SIT_OUT)


@provides
def request(evening: Evening, asked: int) -> PlayerRequest:
    rows = PlayerRequest.objects.filter(ticket__evening=evening, pk=asked)
    return get_object_or_404(rows.select_related("ticket__player"))


def sits_out_next(ticket: Ticket) -> bool:
    return _next_seats(ticket.evening).filter(ticket=ticket, sit_out_order__isnull=False).exists()


def anybody_sits_out_next(evening: Evening) -> bool:
    return _next_seats(evening).filter(sit_out_order__isnull=False).exists()


def stand_in(evening: Evening, ticket: Ticket, *, but: Collection[int]) -> Ticket | None:
    """Who takes the seat of somebody who sits the next round out; two queries.

    Of those who sit out, with a ticket of the same colour, whoever has sat out most. None where nobody can, or they
    have no seat to give. `but` are the keys of tickets whose holders asked to sit out themselves.
    """
    if plan_of(evening).has_bracket:
        return None
    seats = list(_next_seats(evening).select_related("ticket__player").order_by("sit_out_order"))
    if not any(seat.ticket_id == ticket.pk and seat.sit_out_order is None for seat in seats):
        return None
    resting = [seat.ticket for seat in seats if seat.sit_out_order is not None]
    others = [other for other in resting if other.pk not in but and other.colour == ticket.colour]
    counts = _sit_outs(evening)
    return max(others, key=lambda other: counts[other.pk], default=None)


def _sit_outs(evening: Evening) -> Counter[int]:
    so_far = Seat.objects.filter(
        round__evening=evening, sit_out_order__isnull=False, round__number__lte=evening.current_round
    )
    return Counter(so_far.values_list("ticket_id", flat=True))


class EmptySeat(NamedTuple):
    table: int
    seat: int
    ticket: Ticket


def empty_seats(evening: Evening) -> list[EmptySeat]:
    seats = _next_seats(evening).filter(ticket__left_in__isnull=False).order_by("table_round__table", "seat")
    return [
        EmptySeat(row.table_round.table.number, row.seat, row.ticket)
        for row in seats.select_related("table_round__table", "ticket__player")
        if row.table_round and row.seat
    ]


def stand_ins(evening: Evening, ticket: Ticket) -> list[Ticket]:
    """The tickets without a seat whose holders may take that of another; four queries at most.

    Those who sit out come first, with the same colour before others and then by how often they have sat
    out; those who have left come last. Nobody once the round is settled, nor for a seat of the
    knock-out, for which more is asked.
    """
    round_ = evening.rounds.filter(closed_at__isnull=True).order_by("-number").first()
    if round_ is None:
        return []
    seated = Seat.objects.filter(round=round_, seat__isnull=False).values("ticket")
    free = evening.tickets.filter(replaced_by__isnull=True).exclude(pk__in=seated).exclude(pk=ticket.pk)
    candidates = list(free.select_related("player"))
    in_it = in_knock_out(evening, [ticket, *candidates])
    if ticket in in_it:
        return []
    counts = _sit_outs(evening)
    return sorted(
        (row for row in candidates if row.left_in is not None or row not in in_it),
        key=lambda row: (row.left_in is not None, row.colour != ticket.colour, -counts[row.pk], row.number),
    )


def in_knock_out(evening: Evening, tickets: Iterable[Ticket]) -> set[Ticket]:
    """The tickets that may still win the knock-out, of people who have left too; no query without one."""
    if not plan_of(evening).has_bracket:
        return set()
    tickets = list(tickets)
    in_it = record_of(evening).in_knock_out(ticket.code for ticket in tickets)
    return {ticket for ticket in tickets if ticket.code in in_it}


def swap_for(evening: Evening, found: PlayerRequest) -> acts.Swap | None:
    """The act by which the player sits the next round out; None if nobody can take the seat."""
    wishing = [row.ticket_id for row in waiting_requests(evening) if row.kind == PlayerRequest.Kind.SIT_OUT]
    other = stand_in(evening, found.ticket, but=wishing)
    if other is None:
        return None
    return acts.Swap(one=found.ticket.code, other=other.code, reason=acts.Swap.usual_reasons[1])


def swaps_asked_for(evening: Evening) -> Iterator[acts.Swap]:
    """The acts by which all who asked sit the next round out, in clubs where no director confirms that.

    Each is to be done before the next is asked for. One query where there are none.
    """
    rows = _sitting_out(evening).filter(ticket__evening__club__confirms_requests=False)
    for request in rows.select_related("ticket"):
        swap = swap_for(evening, request)
        if swap is not None:
            yield swap


def _next_seats(evening: Evening) -> QuerySet[Seat]:
    return Seat.objects.filter(round__evening=evening, round__number=evening.current_round + 1)


SHORTEST_SILENCE = timedelta(minutes=10)
"""However fast the others play, a table is left in peace for as long."""
TIMES = 3
"""So many times the room's median between two hands is long."""


@dataclass(frozen=True, slots=True)
class Pace:
    between: timedelta | None

    @property
    def silence(self) -> timedelta | None:
        return None if self.between is None else max(SHORTEST_SILENCE, TIMES * self.between)


def pace_of(started_at: datetime | None, finished: Mapping[int, Iterable[datetime]]) -> Pace:
    gaps = [
        (later - earlier).total_seconds()
        for times in finished.values()
        for earlier, later in pairwise(sorted([*times, *([started_at] if started_at else [])]))
    ]
    return Pace(timedelta(seconds=median(gaps)) if gaps else None)


def pace(round_: Round) -> Pace:
    finished: dict[int, list[datetime]] = defaultdict(list)
    rows = Hand.objects.filter(table_round__round=round_, live=True)
    for table, at in rows.values_list("table_id", "played_at"):
        finished[table].append(at)
    return pace_of(round_.started_at, finished)


def calls(evening: Evening, *, table: int | None = None) -> list[DirectorCall]:
    rows = evening.calls.filter(answered_at__isnull=True).select_related("table")
    return list(rows if table is None else rows.filter(table__number=table))


@provides
def call(evening: Evening, call: int) -> DirectorCall:
    return get_object_or_404(evening.calls.select_related("table"), pk=call)


@dataclass(frozen=True, slots=True)
class TakenBack:
    at: datetime
    reason: str
    rang: bool


def taken_back(evening: Evening) -> TakenBack | None:
    """How play went on after the stop of the current round, by the ledger; None where it did not. One query."""
    names = (acts.Start.name, acts.Ring.name, acts.Stop.name, acts.TakeBackBell.name)
    latest = with_names(list(evening.ledger.filter(act__in=names).order_by("-sequence")[:2]))
    if not latest or latest[0].act != acts.TakeBackBell.name:
        return None
    return TakenBack(latest[0].at, latest[0].reason, rang=latest[-1].act == acts.Ring.name)


def target_times(setup: plan.Setup, round_: Round) -> dict[int, datetime]:
    """When each table that may ring played the hand that brought a couple to the target."""
    if setup.target is None:
        return {}
    rows = Hand.objects.filter(table_round__round=round_, live=True).order_by("table", "number")
    hands = rows.select_related("table")
    return reached_at(setup, ((hand.table.number, hand.points, hand.played_at) for hand in hands))


@dataclass(frozen=True, slots=True)
class First:
    table: int
    at: datetime
    bell: int


def first_at_target(setup: plan.Setup, round_: Round) -> First | None:
    if round_.bell_table is None:
        return None
    bell = round_.bell_table.number
    times = target_times(setup, round_)
    earliest = first_of(times)
    if earliest is None or not was_before(times, earliest, bell):
        return None
    return First(earliest, times[earliest], bell)
