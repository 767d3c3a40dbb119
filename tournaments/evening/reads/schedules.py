"""Schedules: who is there to plan for, what was played and announced, and the searches under way."""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.evening import acts
from tournaments.evening.models import Evening, Planning
from tournaments.evening.plan import Plan
from tournaments.evening.reads.decisions import Decided, standing_decisions
from tournaments.evening.reads.facts import replaced, schedule_of, seatings
from tournaments.evening.status import Status
from tournaments.movement.announced import Announced, Wishes
from tournaments.movement.people_as_numbers import RoomToPlan
from tournaments.movement.seating import Seating
from tournaments.ranking.substitutions import holders


def room_of(evening: Evening, plan: Plan, wishes: Wishes | None = None) -> RoomToPlan:
    """Who is there for the coming rounds, what was really played, and what is announced.

    Rounds in play and seats already announced count as played: nobody is told to sit down twice.

    Arguments:
        wishes: what is to be kept to; None for the wishes of the schedule that stands.
    """
    tickets = list(evening.tickets.select_related("replaces").order_by("start_order", "number"))
    fixed = first_open(evening) - 1
    rounds = list(evening.rounds.filter(number__lte=max(1, fixed)).order_by("number"))
    placed = seatings(rounds)
    standing = schedule_of(evening)
    if fixed == 0 and rounds:
        standing = _with_the_first(standing, placed[rounds[0].pk])
    played = [placed[round_.pk] for round_ in rounds[:fixed]]
    return RoomToPlan(
        plan.tables,
        plan.rounds,
        tuple(ticket.code for ticket in tickets if ticket.left_in is None),
        as_it_happened(evening, played),
        standing,
        (standing.wishes if standing else Wishes()) if wishes is None else wishes,
        holders(replaced(tickets)),
    )


def first_open(evening: Evening) -> int:
    """The number of the first round whose seats may still change."""
    if evening.status == Status.SEATED:
        return 1
    return evening.current_round + (2 if evening.status == Status.MOVED else 1)


def _with_the_first(standing: Announced | None, first: Seating) -> Announced | None:
    """The schedule with the drawn seats of the first round before it."""
    if standing is None or standing.first == 1:
        return standing
    return Announced(1, (first, *standing.rounds), standing.made_by, standing.wishes)


def as_it_happened(
    evening: Evening, played: list[Seating], decisions: Iterable[Decided] | None = None
) -> tuple[Seating, ...]:
    """Rounds as people really sat: where the director has recorded two in each other's seats, they are there.

    An exchange recorded for some hands of a round counts for the round: they did meet those others.

    Arguments:
        decisions: the director's, in order; None for those that stand, which are read where a round was played.
    """
    found = list(played)
    if decisions is None:
        decisions = standing_decisions(evening) if played else ()
    for decided in decisions:
        if decided.act != acts.ExchangeSeats.name:
            continue
        one, other = decided.body["one"], decided.body["other"]
        for number in sorted({told["round"] for told in decided.body["hands"]}):
            if number <= len(found) and {one, other} <= set(found[number - 1].players()):
                found[number - 1] = found[number - 1].renamed({one: other, other: one})
    return tuple(found)


def tickets_by_number(evening: Evening) -> list[str]:
    """The tickets of those who are there, by their numbers: whom the numbers of an imported schedule mean."""
    there = evening.tickets.filter(left_in__isnull=True).order_by("number")
    return list(there.values_list("code", flat=True))


def open_plannings(evening: Evening) -> list[Planning]:
    """The searches that are under way or ready to be taken."""
    return list(evening.plannings.filter(stage__in=("searching", "ready")))


def planning(evening: Evening, key: int) -> Planning | None:
    """A search of this evening by its primary key."""
    return evening.plannings.filter(pk=key).first()


def last_failed(evening: Evening) -> Planning | None:
    """The last search, where it came to nothing because of a fault."""
    last = evening.plannings.order_by("-pk").first()
    return last if last is not None and last.stage == "dropped" and last.remark else None


def standing_wishes(evening: Evening) -> Wishes:
    """What the schedule that stands keeps to, or what was wished in the last search; one query or two."""
    last = evening.plannings.order_by("-pk").first()
    if last is not None:
        return Wishes.from_data(last.task["wishes"])
    standing = schedule_of(evening)
    return standing.wishes if standing else Wishes()
