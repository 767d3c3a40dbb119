"""What players ask for on their own pages, and who can take the seat of whoever sits out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from django.db.models import Q, QuerySet

from tournaments.evening import acts
from tournaments.evening.models import Evening, PlayerRequest, Seat, Ticket
from tournaments.evening.reads.facts import plan_of
from tournaments.evening.reads.situations import now
from tournaments.movement.by_result.knock_out import may_win

__all__ = ["PlayerRequest", "Ticket"]


def waiting(evening: Evening) -> list[PlayerRequest]:
    """The requests that wait, the longest first: of people who are there, for rounds to come; one query."""
    return list(_waiting(evening).select_related("ticket__player"))


def _waiting(evening: Evening) -> QuerySet[PlayerRequest]:
    kinds = PlayerRequest.Kind
    still = Q(kind=kinds.LEAVE) | Q(kind=kinds.SIT_OUT, round__gt=evening.current_round)
    rows = PlayerRequest.objects.filter(still, ticket__evening=evening, ended_at__isnull=True)
    return rows.filter(ticket__left_in__isnull=True).order_by("made_at", "pk")


class Own(NamedTuple):
    """What a player asks for now, by its kind, and what they asked for last where the director said no to it."""

    waiting: dict[str, PlayerRequest]
    declined: PlayerRequest | None


def own(ticket: Ticket) -> Own:
    """What a player has asked for that is still of the round in play, or of the next; one query.

    Who could not sit out is told so until that round is over: it may begin as soon as its seats are announced.
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
    return Own(waiting, rows[-1] if is_no else None)


def seated_all_the_same(evening: Evening) -> QuerySet[PlayerRequest]:
    """The requests that wait, of people who asked to sit the next round out and have a seat in it."""
    resting = _next_seats(evening).filter(sit_out_order__isnull=False)
    return _sitting_out(evening).exclude(ticket__in=resting.values("ticket"))


def _sitting_out(evening: Evening) -> QuerySet[PlayerRequest]:
    return _waiting(evening).filter(kind=PlayerRequest.Kind.SIT_OUT)


def request(evening: Evening, pk: int) -> PlayerRequest | None:
    """A request made this evening, waiting or not; one query."""
    return (
        PlayerRequest.objects.filter(ticket__evening=evening, pk=pk).select_related("ticket__player").first()
    )


def sits_out_next(ticket: Ticket) -> bool:
    """Whether the player sits the next round out, as its seats are worked out now; one query."""
    return _next_seats(ticket.evening).filter(ticket=ticket, sit_out_order__isnull=False).exists()


def anybody_sits_out_next(evening: Evening) -> bool:
    """Whether anybody sits the next round out, as its seats are worked out now; one query."""
    return _next_seats(evening).filter(sit_out_order__isnull=False).exists()


def stand_in(evening: Evening, ticket: Ticket, *, but: Collection[int]) -> Ticket | None:
    """Who takes the seat of somebody who sits the next round out, as its seats are worked out now; two queries.

    Of those who sit out, with a ticket of the same colour, it is whoever has sat out most so far. None where nobody
    can, or they have no seat to give.

    Arguments:
        but: primary keys of tickets whose holders asked to sit out themselves.
    """
    if plan_of(evening).has_bracket:
        return None
    seats = list(_next_seats(evening).select_related("ticket__player").order_by("sit_out_order"))
    if not any(seat.ticket_id == ticket.pk and seat.sit_out_order is None for seat in seats):
        return None
    resting = [seat.ticket for seat in seats if seat.sit_out_order is not None]
    there = [one for one in resting if one.pk not in but and one.colour == ticket.colour]
    counts = _sit_outs(evening)
    return max(there, key=lambda one: counts[one.pk], default=None)


def _sit_outs(evening: Evening) -> Counter[int]:
    """How often each ticket has sat out up to the current round, by primary key; one query."""
    so_far = Seat.objects.filter(
        round__evening=evening, sit_out_order__isnull=False, round__number__lte=evening.current_round
    )
    return Counter(so_far.values_list("ticket_id", flat=True))


class EmptySeat(NamedTuple):
    """A seat of the next round whose holder has left."""

    table: int
    seat: int
    ticket: Ticket


def empty_seats(evening: Evening) -> list[EmptySeat]:
    """The seats of the next round whose holders have left; one query."""
    seats = _next_seats(evening).filter(ticket__left_in__isnull=False).order_by("table_round__table", "seat")
    return [
        EmptySeat(row.table_round.table.number, row.seat, row.ticket)
        for row in seats.select_related("table_round__table", "ticket__player")
        if row.table_round and row.seat
    ]


def stand_ins(evening: Evening, ticket: Ticket) -> list[Ticket]:
    """Who has a ticket and no seat, and may take that of another one: at most four queries.

    Who sits out comes first, those with a ticket of the same colour before others and then those who have sat out
    most; who has left comes last. Nobody once a round is settled, nor for a seat of the knock-out, for which more is
    asked.
    """
    round_ = evening.rounds.filter(closed_at__isnull=True).order_by("-number").first()
    if round_ is None:
        return []
    seated = Seat.objects.filter(round=round_, seat__isnull=False).values("ticket")
    free = evening.tickets.filter(replaced_by__isnull=True).exclude(pk__in=seated).exclude(pk=ticket.pk)
    there = list(free.select_related("player"))
    in_it = in_knock_out(evening, [ticket, *there])
    if ticket in in_it:
        return []
    counts = _sit_outs(evening)
    return sorted(
        (one for one in there if one.left_in is not None or one not in in_it),
        key=lambda one: (one.left_in is not None, one.colour != ticket.colour, -counts[one.pk], one.number),
    )


def in_knock_out(evening: Evening, tickets: Iterable[Ticket]) -> set[Ticket]:
    """Who of these may still win the knock-out, whether they have left or not; nobody, and no query, without one."""
    plan = plan_of(evening)
    if not plan.has_bracket:
        return set()
    settled = evening.rounds.filter(closed_at__isnull=False).exists()
    situation = now(evening).situation if settled else None
    return {one for one in tickets if may_win(plan.mover, situation, one.code)}


def swap_for(evening: Evening, found: PlayerRequest) -> acts.Swap | None:
    """The act by which whoever asked sits the next round out; None where nobody can take the seat; three queries."""
    wishing = [one.ticket_id for one in waiting(evening) if one.kind == PlayerRequest.Kind.SIT_OUT]
    other = stand_in(evening, found.ticket, but=wishing)
    if other is None:
        return None
    return acts.Swap(one=found.ticket.code, other=other.code, reason=acts.Swap.usual_reasons[1])


def swaps_asked_for(evening: Evening) -> Iterator[acts.Swap]:
    """The acts by which all who asked sit the next round out, where no director confirms that; each is to be done
    before the next is asked for. One query where there are none.
    """
    rows = _sitting_out(evening).filter(ticket__evening__club__confirms_requests=False)
    for found in rows.select_related("ticket"):
        swap = swap_for(evening, found)
        if swap is not None:
            yield swap


def _next_seats(evening: Evening) -> QuerySet[Seat]:
    return Seat.objects.filter(round__evening=evening, round__number=evening.current_round + 1)
