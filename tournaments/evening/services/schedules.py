"""Better schedules: searched for in slices while the evening goes on, and announced at the director's word.

A search changes nothing. What it has found so far stands in its row after every slice; a worker that is killed
loses one slice, and the same search gives the same seats whatever the slices were. Only `take` writes in the
ledger, and only for people who are there and rounds that nobody has been told to sit down for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction

from scoring.faults import Faults
from tournaments.evening import acts
from tournaments.evening.models import Evening, Planning
from tournaments.evening.plan import Plan
from tournaments.evening.reads.facts import plan_of
from tournaments.evening.reads.schedules import room_of, tickets_by_number
from tournaments.evening.services.ledger import Book, open_book
from tournaments.evening.services.perform import perform
from tournaments.movement import exchange, scheduled
from tournaments.movement.interface import Announced, MadeBy, Wishes
from tournaments.movement.planner import Planner
from tournaments.movement.planner.task import Task
from tournaments.movement.seating import Seating
from tournaments.refusals import fault, refuse
from tournaments.site.cleaning import clean_words
from tournaments.work.outbox import SEARCH, Done, NotYet, Result, enqueue, reason_of
from tournaments.work.runner import Assignment, Clock, milliseconds

SLICE = timedelta(milliseconds=700)
LONGEST = timedelta(minutes=1)
"""For how long a search goes on that nobody stops."""
CHUNK = 20_000
"""Moves between two looks at the clock."""
LONGEST_SOURCE = 80


@transaction.atomic
def ask(*, evening: Evening, purpose: str, wishes: Wishes, by: str, at: datetime) -> Planning:
    """Begin a search for another schedule, in place of one under way for the same purpose. Raises Faults.

    "improve" and "fairest" plan the coming rounds freely, "fewest" with the fewest changes; wishes are by code.
    """
    book = open_book(evening.pk, by=by, at=at)
    plan = _planned(book)
    if purpose not in Planning.Purpose.values:
        refuse("purpose", "not-a-choice", "“%(entered)s” was entered; it is one of three", entered=purpose)
    room = room_of(book.evening, plan, wishes)
    _check_wishes(room, wishes)
    if room.first > room.rounds:
        refuse(
            "rounds", "nothing-left", "no round is left to plan; the plan has %(rounds)s", rounds=plan.rounds
        )
    room.task()
    attempt = book.evening.plannings.count()
    book.evening.plannings.filter(stage__in=OPEN, purpose=purpose).update(stage=Planning.Stage.DROPPED)
    planning = Planning.objects.create(
        evening=book.evening,
        purpose=purpose,
        first=room.first,
        task=room.as_data() | {"attempt": attempt},
        asked_by=by,
        asked_at=at,
    )
    enqueue(SEARCH, planning, at=at)
    return planning


OPEN = (Planning.Stage.SEARCHING, Planning.Stage.READY)


def _planned(book: Book) -> Plan:
    plan = plan_of(book.evening)
    book.check(acts.AnnounceSchedule)
    if not plan.draws_up:
        refuse(
            "movement",
            "no-schedule",
            "“%(entered)s” has no schedule; its seats follow from each round",
            entered=plan.movement,
        )
    return plan


def _check_wishes(room: scheduled.RoomToPlan, wishes: Wishes) -> None:
    present = set(room.present)
    named = {
        "apart": [code for pair in wishes.apart for code in pair],
        "never_partners": [code for pair in wishes.never_partners for code in pair],
        "together": [code for pair in wishes.together for code in pair],
        "unmoved": list(wishes.unmoved),
    }
    for field, codes in named.items():
        for code in codes:
            if code not in present:
                refuse(field, "unknown-player", "“%(entered)s” has not checked in tonight", entered=code)


@dataclass
class _Found:
    announced: Announced
    moves: int
    state: dict[str, object] | None
    done: bool
    changed: int


def work_on(assigned: Assignment) -> Callable[[], Result]:
    """Do one slice of a search with nothing locked; gives the function that saves it."""
    planning: Planning = assigned.subject
    if planning.stage != Planning.Stage.SEARCHING:
        return Done
    try:
        progress = _slice(planning, assigned.clock)
    except (Faults, ArithmeticError, LookupError, TypeError, ValueError) as error:
        return partial(_give_up, planning, error)
    spent = planning.milliseconds + milliseconds(assigned.at, assigned.clock())
    return partial(_keep, planning, progress, spent)


def _keep(planning: Planning, found: _Found, spent: int) -> Result:
    # The search may have been dropped or taken meanwhile.
    searching = Planning.objects.filter(pk=planning.pk, stage=Planning.Stage.SEARCHING)
    stops = searching.select_for_update().values_list("stop_asked", flat=True).first()
    over = found.done or stops or spent >= LONGEST / timedelta(milliseconds=1)
    updated = searching.update(
        announced=found.announced.as_data(),
        state=found.state,
        moves=found.moves,
        milliseconds=spent,
        changed=found.changed,
        stage="ready" if over else "searching",
    )
    return Done() if over or not updated else NotYet()


def _give_up(planning: Planning, error: Exception) -> Result:
    Planning.objects.filter(pk=planning.pk).update(stage="dropped", remark=reason_of(error))
    return Done()


def _slice(planning: Planning, clock: Clock) -> _Found:
    plan = plan_of(planning.evening)
    room = scheduled.RoomToPlan.from_data(planning.task, plan.tables)
    seed = scheduled.seed_for(planning.evening.seed, room.first, planning.task["attempt"])
    if planning.purpose == Planning.Purpose.FEWEST:
        announced, changed = scheduled.mended(room, seed=seed)
        return _Found(announced, 0, None, done=True, changed=changed)
    people, task = room.task()
    if (couples := _for_couples(planning.evening, plan, room)) is not None:
        return _Found(couples, 0, None, done=True, changed=_changed(task, people, couples))
    if planning.state is None:
        planner = Planner(task, seed, None if room.announced else scheduled.start_for(task))
    else:
        planner = Planner.from_data(task, planning.state)
    until = clock() + SLICE
    planner.advance(CHUNK)
    while not planner.done and clock() < until:
        planner.advance(CHUNK)
    made_by = MadeBy("planned", "", scheduled.VERSION, seed, planner.moves)
    rounds = people.seatings(planner.cards, room.present)
    announced = Announced(room.first, rounds, made_by, room.wishes)
    changed = _changed(task, people, announced)
    return _Found(announced, planner.moves, planner.as_data(), planner.done, changed)


def _for_couples(evening: Evening, plan: Plan, room: scheduled.RoomToPlan) -> Announced | None:
    options = plan.options
    if (
        not isinstance(options, (scheduled.ScheduledGames, scheduled.ScheduledPoints))
        or options.schedule != "couples"
    ):
        return None
    colour = plan.colours[0] if plan.colours else ""
    first = evening.tickets.filter(colour=colour).values_list("code", flat=True) if colour else ()
    return scheduled.for_couples(room, frozenset(first))


def _changed(task: Task, people: scheduled.Numbered, announced: Announced) -> int:
    # A place differs by another table, or by sitting out.
    count = 0
    for before, seating in zip(task.announced, announced.rounds, strict=False):
        at_table = {player: number for number, table in enumerate(before) for player in table}
        for number, table in enumerate(people.card(seating)):
            count += sum(at_table.get(player) != number for player in table)
    return count


@transaction.atomic
def stop(*, planning: Planning, at: datetime) -> None:
    Planning.objects.filter(pk=planning.pk, stage="searching").update(stop_asked=True)


@transaction.atomic
def drop(*, planning: Planning, at: datetime) -> None:
    Planning.objects.filter(pk=planning.pk, stage__in=OPEN).update(stage="dropped")


@transaction.atomic
def take(*, planning: Planning, by: str, at: datetime) -> Announced:
    """Announce what a search has found so far. Raises Faults where the room is not as it was when it began."""
    book = open_book(planning.evening_id, by=by, at=at)
    plan = _planned(book)
    planning = Planning.objects.select_for_update().get(pk=planning.pk)
    if planning.stage not in OPEN or planning.announced is None:
        refuse("planning", "nothing-found", "nothing is found yet, or it was taken or dropped already")
    room = scheduled.RoomToPlan.from_data(planning.task, plan.tables)
    now = room_of(book.evening, plan, room.wishes)
    if (now.first, now.played, set(now.present)) != (room.first, room.played, set(room.present)):
        refuse("planning", "room-changed", "the room has changed since this was planned; plan again")
    announced = Announced.from_data(planning.announced)
    act = acts.AnnounceSchedule(schedule=announced.as_data(), why=planning.purpose)
    perform(evening=book.evening, act=act, by=by, at=at)
    planning.stage = Planning.Stage.TAKEN
    planning.save(update_fields=["stage"])
    book.evening.plannings.filter(stage__in=OPEN).update(stage="dropped")
    return announced


@transaction.atomic
def bring(*, evening: Evening, text: str, source: str, by: str, at: datetime) -> Announced:
    """Announce a schedule from a file, as long as nobody has begun to play. Raises Faults, each with its place.

    The text is CSV where it begins with a header, else one round to a line. Players are numbers: 1 is whoever holds
    the lowest ticket, 2 the next.
    """
    book = open_book(evening.pk, by=by, at=at)
    plan = _planned(book)
    if book.evening.current_round:
        refuse("file", "in-play", "play has begun; a schedule can be brought in before the first round only")
    codes = tickets_by_number(book.evening)
    read = exchange.read_csv if text.lstrip("\ufeff \n").lower().startswith("round") else exchange.read_text
    rounds = read(text, players=len(codes), sizes=plan.tables.allowed)
    _fits_the_evening(rounds, plan, len(codes))
    people = {str(number): code for number, code in enumerate(codes, start=1)}
    made_by = MadeBy("imported", clean_words("source", source)[:LONGEST_SOURCE])
    announced = Announced(1, tuple(seating.renamed(people) for seating in rounds), made_by)
    act = acts.AnnounceSchedule(schedule=announced.as_data(), why="import")
    perform(evening=book.evening, act=act, by=by, at=at)
    return announced


def _fits_the_evening(rounds: Sequence[Seating], plan: Plan, players: int) -> None:
    faults = []
    if len(rounds) != plan.rounds:
        faults.append(
            fault(
                "file",
                "wrong-number-of-rounds",
                "%(entered)s rounds are in the file; the evening has %(allowed)s",
                entered=len(rounds),
                allowed=plan.rounds,
            )
        )
    full = sum(plan.tables.sizes(players))
    for number, seating in enumerate(rounds, start=1):
        seated = sum(map(len, seating.tables))
        if seated != full:
            faults.append(
                fault(
                    "file",
                    "wrong-number-seated",
                    "round %(round)s: %(entered)s players have a seat; of %(players)s %(allowed)s can be seated",
                    round=number,
                    entered=seated,
                    players=players,
                    allowed=full,
                )
            )
    if faults:
        raise Faults(faults)
