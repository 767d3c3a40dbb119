"""A schedule for the whole evening: drawn up with the first seats, announced, and mended when people come or go.

Where the number of players has a perfect schedule it is that one (`schedules`), else one that is planned
(`planner`). As long as those who are there are those it was made for, each round is read off it. When somebody
has come or gone the coming rounds are planned again, with as few changes as can be to what was announced.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Any, ClassVar, Literal

from scoring.derivation import Sentence, coded, gettext_noop, wordings
from scoring.described import option
from scoring.faults import Fault, Faults
from tournaments.movement import reasons
from tournaments.movement.draw import digest
from tournaments.movement.history import Meetings, sat_out
from tournaments.movement.interface import (
    Announced,
    MadeBy,
    Movement,
    NextRound,
    Pair,
    Reason,
    Situation,
    Tables,
    Wishes,
)
from tournaments.movement.options import GamesOptions, MovementOptions, PointsOptions
from tournaments.movement.planner import Planner, repair
from tournaments.movement.planner.task import Card, Rests, Task, spaced
from tournaments.movement.schedules.catalogue import PerfectSchedule, best, perfect, shortened
from tournaments.movement.seating import SEATS, Seating

VERSION = 1
QUICK = 60_000
"""Moves for a schedule that somebody waits for: a fraction of a second for an ordinary room."""

Kind = Literal["best", "whist", "meeting", "couples"]

wordings(
    {
        "schedule.announced": gettext_noop("As announced in the schedule."),
        "schedule.again": gettext_noop(
            "Players have changed, so the remaining rounds were re-planned. Announced seats that change: %(changed)s."
        ),
        "schedule.more": gettext_noop(
            "The schedule announces no seats for this round, so it was planned now."
        ),
        "schedule.sits-out": gettext_noop(
            "%(player)s sits out, as the schedule says (sat out so far: %(sit_outs)s)."
        ),
    }
)


class ScheduleOptions(MovementOptions):
    """The options of a schedule.

    Every new plan says that `rests` are "mixed", and so "apart" as well; the seats of a plan that says less have to
    come out as they did.
    """

    since: ClassVar[frozenset[str]] = frozenset({"rests"})

    schedule: Kind = option(
        "best",
        gettext_noop("The schedule"),
        gettext_noop(
            "Nobody meets twice: for as many rounds as is possible. Whist: over the full cycle everybody "
            "partners everybody once and opposes them twice. Couples: name them on the schedule page."
        ),
        words={
            "best": gettext_noop("What fits the numbers best"),
            "meeting": gettext_noop("Nobody meets twice"),
            "whist": gettext_noop("Whist: all partner all"),
            "couples": gettext_noop("Couples stay apart"),
        },
    )
    rests: Rests = option(
        "any",
        gettext_noop("Rounds sat out"),
        gettext_noop(
            "Apart: nobody sits out two rounds running, wherever that can be had. With others: nor with the same "
            "people again."
        ),
        words={
            "mixed": gettext_noop("Apart and with others"),
            "apart": gettext_noop("Apart"),
            "any": gettext_noop("As they fall"),
        },
    )


class ScheduledGames(GamesOptions, ScheduleOptions):
    """The options of an evening of games by a schedule."""


class ScheduledPoints(PointsOptions, ScheduleOptions):
    """The options of an evening of points by a schedule."""


@dataclass(frozen=True)
class Read(NextRound):
    """The seats of a round, read off the schedule or planned again.

    Arguments:
        announced: the schedule from this round on, where it is another than stood.
    """

    announced: Announced | None = None


@dataclass(frozen=True)
class Scheduled(Movement):
    options: ScheduledGames | ScheduledPoints

    def draw_up(self, first: Seating, *, rounds: int, seed: str) -> Announced | None:
        """The schedule of the rounds after the first; None where one round is all, or nobody has a table.

        Arguments:
            rounds: how many rounds are planned, the first included.
        """
        if rounds < 2 or not first.tables:
            return None
        present = tuple(first.players())
        schedule = self.perfect(len(present), rounds)
        if schedule is not None:
            sizes = [len(table) for table in first.tables]
            cards = _in_order_of_size(shortened(schedule, rounds), sizes)
            if [len(table) for table in cards[0]] == sizes:
                people = _in_the_seats(cards[0], first)
                made_by = MadeBy("perfect", schedule.source, VERSION)
                whole = Task(len(present), rounds, self.tables, cards[:1], rests=self.options.rests)
                return Announced(2, people.seatings(spaced(whole, cards[1:]), present), made_by)
        room = RoomToPlan(self.tables, rounds, present, played=(first,), rests=self.options.rests)
        people, task = room.task()
        planner = Planner(task, seed_for(seed, 2), start_for(task))
        planner.advance(QUICK)
        made_by = MadeBy("planned", "", VERSION, planner.seed, planner.moves)
        return Announced(2, people.seatings(planner.cards, present), made_by)

    def perfect(self, players: int, rounds: int) -> PerfectSchedule | None:
        sizes = self.tables.sizes(players)
        if len(set(sizes)) > 1:
            return _uneven(players, rounds, sizes)
        if not sizes or len(sizes) < players // sizes[0]:
            return None
        size = sizes[0]
        kind = self.options.schedule
        usual = best(players, rounds, size=size, partnership=self.tables.partnership)
        if size == 2 or kind in ("best", "couples"):
            return usual
        return perfect(kind, players, size=size) or usual

    def next_round(self, situation: Situation) -> Read:
        room = self.room(situation)
        coming = room.coming()
        if coming and set(coming[0].players()) == set(room.present):
            reason = Reason("schedule.announced", None, coded("schedule.announced"))
            return Read(coming[0], tuple(_reasons(situation, coming[0], reason, self.tables)))
        announced, changed = mended(room, seed=seed_for(situation.seed, situation.number))
        code = "schedule.again" if coming else "schedule.more"
        reason = Reason(code, None, coded(code, changed=changed) if coming else coded(code))
        seating = announced.rounds[0]
        return Read(seating, tuple(_reasons(situation, seating, reason, self.tables)), announced)

    def room(self, situation: Situation) -> RoomToPlan:
        standing = situation.announced
        return RoomToPlan(
            self.tables,
            max(situation.rounds, situation.number),
            situation.present(),
            tuple(situation.seatings),
            standing,
            standing.wishes if standing else Wishes(),
            _holders(situation),
            self.options.rests,
        )


def for_couples(room: RoomToPlan, first: Collection[str] = ()) -> Announced | None:
    """A schedule for couples who are never at one table, from the first round on.

    Everybody there is in one of the pairs that the wishes keep apart. None where there is no such schedule,
    or the wishes ask for more.

    Arguments:
        room: who is there, before anything is played.
        first: those of whom one in each couple is; every man partners every other woman, so that whoever is
            not told apart counts as entered.
    """
    couples = [pair if pair[1] not in first else pair[::-1] for pair in room.wishes.apart]
    people = Numbered((*(player for player, _ in couples), *(other for _, other in couples)))
    alone = Wishes(apart=room.wishes.apart)
    if room.played or room.wishes != alone or sorted(people.people) != sorted(room.present):
        return None
    if not room.tables.partnership or room.tables.allowed != (SEATS,):
        return None
    schedule = perfect("couples", len(people.people))
    if schedule is None:
        return None
    rounds = people.seatings(shortened(schedule, room.rounds), room.present)
    return Announced(1, rounds, MadeBy("perfect", schedule.source, VERSION), room.wishes)


def seed_for(seed: str, number: int, attempt: int = 0) -> str:
    """The seed of the planner for the rounds from this one on; another one for each further search.

    It is shown with the schedule, and so is not the seed of the evening, from which cuts are still to be drawn.
    """
    return digest("schedule", seed, str(number), *((str(attempt),) if attempt else ()))


def start_for(task: Task) -> tuple[Card, ...] | None:
    """A perfect schedule for as many players or a few more, to begin a search with; None where there is none.

    Whoever is too many in it is taken out: tables with a hole are filled up, and nobody meets twice who did not.
    """
    size = task.tables.preferred_size or task.tables.allowed[0]
    sizes = task.tables.sizes(task.players)
    if schedule := _uneven(task.players, task.rounds, sizes):
        return _in_order_of_size(shortened(schedule, task.rounds), sizes)[len(task.past) :]
    for players in range(task.players, task.players + size):
        schedule = best(players, task.rounds, size=size, partnership=task.tables.partnership)
        if schedule is not None:
            return shortened(schedule, task.rounds)[len(task.past) :]
    return None


def _uneven(players: int, rounds: int, sizes: Sequence[int]) -> PerfectSchedule | None:
    size = max(sizes, default=0)
    if sum(sizes) != players or set(sizes) != {size, size - 1}:
        return None
    schedule = perfect("meeting", players, size=size, tables=len(sizes))
    return schedule if schedule and rounds <= len(schedule.cards) else None


def _in_order_of_size(cards: Sequence[Card], sizes: Sequence[int]) -> tuple[Card, ...]:
    # The size preferred comes first, be it the smaller one.
    return tuple(tuple(sorted(card, key=len, reverse=sizes[0] > sizes[-1])) for card in cards)


def mended(room: RoomToPlan, *, seed: str) -> tuple[Announced, int]:
    """The coming rounds for those who are there, with the fewest changes to what was announced.

    Returns:
        The new schedule, and how many places of people differ from the announced one.
    """
    people, task = room.task()
    plan = repair(task, seed=seed)
    made_by = MadeBy("repaired", "", VERSION, seed)
    rounds = people.seatings(plan.cards, room.present)
    return Announced(room.first, rounds, made_by, room.wishes), plan.changed


def _in_the_seats(card: Card, first: Seating) -> Numbered:
    numbered = dict(zip(chain(*card), chain(*first.tables), strict=True))
    resting = iter(first.sitting_out)
    count = len(numbered) + len(first.sitting_out)
    return Numbered(
        tuple(numbered[number] if number in numbered else next(resting) for number in range(count))
    )


def _holders(situation: Situation) -> dict[str, str]:
    holders: dict[str, str] = {}
    for player in situation.present():
        ticket = player
        while ticket in situation.tickets:
            ticket = situation.tickets[ticket]
            holders[ticket] = player
    return holders


def _reasons(situation: Situation, seating: Seating, told: Reason, tables: Tables) -> Iterator[Reason]:
    meetings = Meetings.of(situation.seatings, partnership=tables.partnership)
    yield told
    yield from reasons.opening(situation, seating)
    yield from reasons.drawn(seating.tables, meetings, partnership=tables.partnership)
    counts = sat_out(situation.seatings, situation.tickets)
    yield from reasons.to_sit_out(seating.sitting_out, counts, "schedule.sits-out")


BY_NUMBER = ("same-player", "two-partners", "together-and-apart", "no-partners", "one-table", "twice")
"""Faults of a task that name people by number, and below what in them does."""
NAMING = ("one", "other", "entered")


@dataclass(frozen=True)
class Numbered:
    """People with numbers from 0, in the order of `people`."""

    people: tuple[str, ...]

    @classmethod
    def of(cls, *groups: Iterable[str]) -> Numbered:
        return cls(tuple(dict.fromkeys(player for group in groups for player in group)))

    @cached_property
    def _place(self) -> Mapping[str, int]:
        return {player: number for number, player in enumerate(self.people)}

    def number(self, players: Iterable[str]) -> tuple[int, ...]:
        return tuple(self._place[player] for player in players)

    def planner_task(self, **task: Any) -> Task:
        """Return a task of the planner, its arguments by number.

        Raises:
            Faults: what cannot be planned, with the people it is about by their ids.
        """
        try:
            return Task(**task)
        except Faults as refused:
            raise Faults(map(self._named, refused.faults)) from refused

    def _named(self, fault: Fault) -> Fault:
        if fault.code not in BY_NUMBER:
            return fault
        values = dict(fault.sentence.values)
        for key in NAMING:
            number = values.get(key)
            if isinstance(number, int) and number < len(self.people):
                values[key] = self.people[number]
        return Fault(fault.field, fault.code, Sentence(fault.sentence.template, values))

    def card(self, seating: Seating) -> Card:
        return tuple(map(self.number, seating.tables))

    def seating(self, card: Card, present: Sequence[str]) -> Seating:
        """Return a card with people in it; those present who have no seat sit out, in the order given."""
        tables = tuple(tuple(self.people[number] for number in table) for table in card)
        seated = {player for table in tables for player in table}
        return Seating(tables, tuple(player for player in present if player not in seated))

    def seatings(self, cards: Iterable[Card], present: Sequence[str]) -> tuple[Seating, ...]:
        return tuple(self.seating(card, present) for card in cards)


@dataclass(frozen=True)
class RoomToPlan:
    """What is to be planned, by people.

    Arguments:
        present: who is there for the coming rounds, in the order of the start draw.
        announced: the schedule that stands; it tells what the coming rounds were to be.
        wishes: what the plan keeps to; wishes of people who are not there count no more.
        holders: for each ticket that changed hands, who holds it now.
    """

    tables: Tables
    rounds: int
    present: tuple[str, ...]
    played: tuple[Seating, ...] = ()
    announced: Announced | None = None
    wishes: Wishes = field(default_factory=Wishes)
    holders: Mapping[str, str] = field(default_factory=dict)
    rests: Rests = "any"

    @property
    def first(self) -> int:
        return len(self.played) + 1

    def coming(self) -> tuple[Seating, ...]:
        if self.announced is None or self.announced.first > self.first:
            return ()
        return tuple(
            seating.renamed(self.holders)
            for seating in self.announced.since(self.first)[: self.rounds - len(self.played)]
        )

    def as_data(self) -> dict[str, Any]:
        return {
            "rounds": self.rounds,
            "present": list(self.present),
            "played": [seating.as_data() for seating in self.played],
            "announced": self.announced.as_data() if self.announced else None,
            "wishes": self.wishes.as_data(),
            "holders": dict(self.holders),
            "rests": self.rests,
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any], tables: Tables) -> RoomToPlan:
        played = tuple(map(Seating.from_data, data["played"]))
        return cls(
            tables,
            data["rounds"],
            tuple(data["present"]),
            played,
            Announced.from_data(data["announced"]) if data["announced"] else None,
            Wishes.from_data(data["wishes"]),
            data["holders"],
            # Searches begun before there was a choice of three say whether they are apart.
            data.get("rests", "apart" if data.get("rests_apart") else "any"),
        )

    def task(self) -> tuple[Numbered, Task]:
        """Return the people with their numbers, and what is asked of the planner.

        Raises:
            Faults: wishes that cannot be kept.
        """
        coming = self.coming()
        people = Numbered.of(self.present, *(seating.players() for seating in (*self.played, *coming)))
        present_numbers = frozenset(people.number(self.present))
        present = set(self.present)

        def pairs(of: tuple[Pair, ...]) -> tuple[tuple[int, int], ...]:
            number_pairs = [people.number(pair) for pair in of if present.issuperset(pair)]
            return tuple((first, other) for first, other in number_pairs)

        return people, people.planner_task(
            players=len(people.people),
            rounds=self.rounds,
            tables=self.tables,
            past=tuple(map(people.card, self.played)),
            past_present=tuple(frozenset(people.number(seating.players())) for seating in self.played),
            present=(present_numbers,) * (self.rounds - len(self.played)),
            announced=tuple(map(people.card, coming)),
            apart=pairs(self.wishes.apart),
            never_partners=pairs(self.wishes.never_partners),
            together=pairs(self.wishes.together),
            unmoved=people.number(player for player in self.wishes.unmoved if player in present),
            rests=self.rests,
        )
