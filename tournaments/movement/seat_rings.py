"""Movements in which everybody keeps the number of their seat: each seat is a ring of its own round the tables.

The ring of a seat goes through the tables that have it, from table 1, the head, to the foot and back to table 1; a
table too small to have it is passed over. Everybody goes so many places round their ring: plus towards the foot,
minus towards the head. Where all in a ring go equally far nobody is in anybody's way. Else those who stay have
their place, the others go from table 1 down, and whoever finds their place taken waits until all have gone, and then
goes on in the direction of the move to the next place that is free.

Who sits out and who comes in is settled after the move. Those sit out who have done so least, of those who did not
just now the ones who would sit nearest the foot. Whoever lost a seat, because the table is broken up or became
smaller, takes a free one of the same number; the others take the seats that are left, from table 1 up.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.movement.arrivals_departures import Changes, chosen_to_sit_out
from tournaments.movement.by_result.bracket import Room, filled
from tournaments.movement.interface import NextRound, Situation, Tables
from tournaments.movement.options import Reason, reasons_for_changes
from tournaments.movement.progressive import Seats, as_before, matched, reasons_for_sizes, reasons_to_sit_out
from tournaments.movement.seating import Seating, Table

MOST_STEP = 99
"""How many tables anybody can be told to go on."""
Step = Callable[[str, int], int]
"""How many tables a player in a seat goes on: plus towards the foot, minus towards the head."""
IsMeantFor = Callable[[str, int], bool]
"""Whether a seat, its number counted from 0, is one for such a player."""


@dataclass(frozen=True)
class Rings:
    """The tables as the move alone makes them.

    Arguments:
        tables: the tables, everybody in a seat of the number they had.
        gone_on: who found their place taken.
    """

    tables: tuple[Table, ...]
    gone_on: frozenset[str]

    @classmethod
    def moved(cls, tables: Sequence[Table], step: Step) -> "Rings":
        after = [list(table) for table in tables]
        gone_on: set[str] = set()
        for seat in range(max(map(len, tables), default=0)):
            ring = [number for number, table in enumerate(tables) if len(table) > seat]
            people = [tables[number][seat] for number in ring]
            order, waiting = _round_the_ring(people, [step(player, seat + 1) for player in people])
            gone_on |= waiting
            for number, player in zip(ring, order, strict=True):
                after[number][seat] = player
        return cls(tuple(map(tuple, after)), frozenset(gone_on))


def _round_the_ring(people: Sequence[str], steps: Sequence[int]) -> tuple[list[str], set[str]]:
    count = len(people)
    person_at: dict[int, str] = {}
    waiting: list[int] = []
    for place in sorted(range(count), key=lambda place: steps[place] % count != 0):
        to = (place + steps[place]) % count
        if to in person_at:
            waiting.append(place)
        else:
            person_at[to] = people[place]
    for place in waiting:
        to = place + steps[place]
        while to % count in person_at:
            to += 1 if steps[place] > 0 else -1
        person_at[to % count] = people[place]
    return [person_at[place] for place in range(count)], {people[place] for place in waiting}


@dataclass(frozen=True)
class KeepingSeats(ABC):
    tables: Tables
    options: Any

    def first_seating(self, order: Sequence[str]) -> Seating:
        return filled(order, self.tables.sizes(len(order)))

    def next_round(self, situation: Situation) -> NextRound:
        room = Room(situation, self.tables)
        last = situation.last.seating
        rings = Rings.moved(last.tables, self.step(situation))
        sizes = as_before(last, self.tables.sizes(len(room.present)))
        out = self.sitting_out(room, rings.tables, sizes)
        staying = [player for player in room.present if player not in out]
        seats = _remaining_seats(rings.tables, staying, sizes)
        tables = self._refilled(seats, staying, rings.tables, situation)
        seating = room.seating(tables)
        return NextRound(seating, tuple(self._reasons(room, rings, seating)))

    @abstractmethod
    def step(self, situation: Situation) -> Step:
        """How far everybody goes."""

    @abstractmethod
    def move_reasons(self, situation: Situation) -> Iterator[Reason]:
        """Say how far everybody goes."""

    def sitting_out(self, room: Room, moved: Sequence[Table], sizes: Sequence[int]) -> frozenset[str]:
        """Choose who sits out.

        Of equals the first by `leaves_first`, then those who would sit nearest the foot after the move.
        """
        foot = nearest_the_foot(moved)
        first = self.leaves_first(room.situation)
        return chosen_to_sit_out(
            room.present,
            len(room.present) - sum(sizes),
            room.sat_out,
            room.situation.last.seating.sitting_out,
            lambda player: (player not in first, foot(player)),
        )

    def leaves_first(self, situation: Situation) -> frozenset[str]:
        """Who sits out before all who have done so as often; nobody, but where a movement says otherwise."""
        del situation
        return frozenset()

    def meant_for(self, situation: Situation) -> IsMeantFor:
        """Tell the seats that are meant for somebody, and taken by them before others come in; no seat usually is."""
        del situation
        return lambda player, seat: False

    def suits(self, player: str, others: Iterable[str], situation: Situation) -> int:
        """How well a seat suits somebody in which these others sit at other tables: equally well everywhere."""
        del player, others, situation
        return 0

    def _refilled(
        self, kept: Sequence[Seats], staying: Sequence[str], moved: Sequence[Table], situation: Situation
    ) -> tuple[Table, ...]:
        # First those who lost a seat, where one of that number is free.
        had = {player: seat for table in moved for seat, player in enumerate(table)}
        others = _in_seat(kept)
        seated = {player for people in others.values() for player in people}
        free = [
            (number, seat)
            for number, table in enumerate(kept)
            for seat, player in enumerate(table)
            if player is None
        ]
        waiting: list[str] = []
        for player in staying:
            if player in seated:
                continue
            same = next((place for place in free if place[1] == had.get(player)), None)
            if same is None:
                waiting.append(player)
            else:
                _take(player, same, kept, free)
        is_meant_for = self.meant_for(situation)
        for player in tuple(waiting):
            own_place = next((place for place in free if is_meant_for(player, place[1])), None)
            if own_place is not None:
                _take(player, own_place, kept, free)
                waiting.remove(player)
        for player in waiting:
            suiting = [self.suits(player, others.get(seat, ()), situation) for _, seat in free]
            _take(player, free[suiting.index(max(suiting))], kept, free)
        return tuple(tuple(player for player in table if player is not None) for table in kept)

    def _reasons(self, room: Room, rings: Rings, seating: Seating) -> Iterator[Reason]:
        yield from room.reasons_for_people()
        sizes = list(map(len, seating.tables))
        yield from reasons_for_sizes(len(room.present), sizes, room.situation.last.seating)
        if seating.tables:
            yield from self.move_reasons(room.situation)
        moved = {
            player: (number, seat)
            for number, table in enumerate(rings.tables, start=1)
            for seat, player in enumerate(table, start=1)
        }
        took = [
            (player, number, seat)
            for number, table in enumerate(seating.tables, start=1)
            for seat, player in enumerate(table, start=1)
            if moved.get(player) != (number, seat) or player in rings.gone_on
        ]
        yield from reasons_for_changes(Changes(took_seats=tuple(took)))
        yield from reasons_to_sit_out(seating.sitting_out, room.sat_out)


def nearest_the_foot(moved: Sequence[Table]) -> Callable[[str], int]:
    """What puts people in order from the foot up, those without a seat before all others."""
    above = {player: place for place, player in enumerate(player for table in moved for player in table)}
    return lambda player: -above.get(player, len(above))


def _remaining_seats(moved: Sequence[Table], staying: Iterable[str], sizes: Sequence[int]) -> list[Seats]:
    players = set(staying)
    before: list[Seats] = [
        [player if player in players else None for player in table] for table in moved[: len(sizes)]
    ]
    before += [[] for _ in range(len(sizes) - len(before))]
    return [
        [*table[:size], *[None] * (size - len(table))]
        for table, size in zip(before, matched(before, sizes), strict=True)
    ]


def _take(player: str, place: tuple[int, int], kept: Sequence[Seats], free: list[tuple[int, int]]) -> None:
    number, seat = place
    free.remove(place)
    kept[number][seat] = player


def _in_seat(kept: Sequence[Seats]) -> Mapping[int, Sequence[str]]:
    people_by_seat: dict[int, list[str]] = {}
    for table in kept:
        for seat, player in enumerate(table):
            if player is not None:
                people_by_seat.setdefault(seat, []).append(player)
    return people_by_seat
