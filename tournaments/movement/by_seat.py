"""By the seat: everybody goes on by the seat alone, and keeps its number; nobody asks who won.

How many tables each seat goes on is an option. As it is usual seat 1 stays, seat 2 goes a table towards the head,
seat 3 a table towards the foot and seat 4 two, so that at tables of four nobody meets anybody from their own table
again soon.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, ClassVar, Final, Literal

from pydantic import Field

from scoring.derivation import Sentence, coded, gettext_noop, ngettext_lazy, wordings
from scoring.described import option
from tournaments.movement import reasons
from tournaments.movement.draw import Seats, as_before, remaining
from tournaments.movement.history import Room, nearest_the_foot
from tournaments.movement.interface import Movement, NextRound, Reason, Situation
from tournaments.movement.options import MovementOptions
from tournaments.movement.seating import Seating, Table, is_winner
from tournaments.refusals import LONGEST_COLOUR

# --- Each seat is a ring of its own round the tables, and everybody keeps the number of their seat -----
#
# A ring goes from table 1, the head, to the foot and back, through the tables that have the seat. Those who stay have
# their place, the others go from table 1 down; who finds theirs taken waits, and then goes on to the next one free.
# After the move those sit out who have done so least, of those who did not just now the ones nearest the foot.
# Whoever lost a seat takes a free one of the same number; the others take what is left, from table 1 up.

MOST_STEP = 99
"""How many tables anybody can be told to go on."""
Step = Callable[[str, int], int]
"""How many tables a player in a seat goes on: plus towards the foot, minus towards the head."""
Place = tuple[int, int]
"""A table and a seat, both from 0."""


@dataclass(frozen=True)
class Rings:
    """The tables as the move alone makes them."""

    tables: tuple[Table, ...]
    gone_on: frozenset[str]

    @classmethod
    def moved(cls, tables: Sequence[Table], step: Step) -> Rings:
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
class KeepingSeats(Movement):
    def next_round(self, situation: Situation) -> NextRound:
        room = Room(situation, self.tables)
        last = situation.last.seating
        rings = self.moved(situation)
        sizes = as_before(last, self.tables.sizes(len(room.present)))
        out = self.sitting_out(room, rings.tables, sizes)
        staying = [player for player in room.present if player not in out]
        left = remaining(rings.tables, staying, sizes)
        seats: list[Seats] = [[*table[:size], *[None] * (size - len(table))] for table, size in left]
        tables = self._refilled(seats, staying, rings.tables, situation)
        seating = room.seating(tables)
        return NextRound(seating, tuple(self._reasons(room, rings, seating)))

    def moved(self, situation: Situation) -> Rings:
        return Rings.moved(situation.last.seating.tables, self.step(situation))

    @abstractmethod
    def step(self, situation: Situation) -> Step:
        """How far everybody goes."""

    @abstractmethod
    def move_reasons(self, situation: Situation) -> Iterator[Reason]:
        """Say how far everybody goes."""

    def sitting_out(self, room: Room, moved: Sequence[Table], sizes: Sequence[int]) -> frozenset[str]:
        return room.nearest_the_foot_to_sit_out(len(room.present) - sum(sizes), moved)

    def let_in(self, waiting: Sequence[str], room: SeatsLeft, situation: Situation) -> None:
        del situation
        for player in waiting:
            room.take(player, room.free[0])

    def _refilled(
        self, kept: Sequence[Seats], staying: Sequence[str], moved: Sequence[Table], situation: Situation
    ) -> tuple[Table, ...]:
        # First those who lost a seat, where one of that number is free.
        had = {player: seat for table in moved for seat, player in enumerate(table)}
        left = SeatsLeft(kept)
        seated = {player for people in left.others.values() for player in people}
        waiting: list[str] = []
        for player in staying:
            if player in seated:
                continue
            same = next((place for place in left.free if place[1] == had.get(player)), None)
            if same is None:
                waiting.append(player)
            else:
                left.take(player, same)
        self.let_in(waiting, left, situation)
        return tuple(tuple(player for player in table if player is not None) for table in kept)

    def _reasons(self, room: Room, rings: Rings, seating: Seating) -> Iterator[Reason]:
        yield from reasons.opening(room.situation, seating)
        if seating.tables:
            yield from self.move_reasons(room.situation)
        yield from reasons.new_seats(rings.tables, seating.tables, rings.gone_on)
        yield from reasons.to_sit_out(seating.sitting_out, room.sat_out)


def _way(code: str, tables: int, **who: object) -> Sentence:
    if not tables:
        return coded(f"{code}.stays", **who)
    return coded(f"{code}.{'up' if tables < 0 else 'down'}", **who, count=abs(tables))


class SeatsLeft:
    """The seats that are free, from table 1 up, and by its number who has kept a seat at any table."""

    def __init__(self, kept: Sequence[Seats]) -> None:
        self.kept = kept
        self.free: list[Place] = []
        self.others: dict[int, list[str]] = {}
        for number, table in enumerate(kept):
            for seat, player in enumerate(table):
                if player is None:
                    self.free.append((number, seat))
                else:
                    self.others.setdefault(seat, []).append(player)

    def take(self, player: str, place: Place) -> None:
        number, seat = place
        self.free.remove(place)
        self.kept[number][seat] = player


# By ticket colour: everybody keeps the number of their seat and goes on as the colour of their ticket
# says.
# Ladies up and gentlemen down, as at a whist drive. It
# goes best where each seat is of one colour at all tables, and so the first seats are taken: whoever is
# one too many is the last drawn of the colour that most hold; the others sit down colour by colour, in
# the order in which the draw first shows them, seat 1 of all tables from table 1 to the foot first, then
# seat 2 and so on. At tables of four as many couples are then mixed as numbers allow.
#
# For the same reason those sit out, of all who have sat out as often, whose going leaves most seats with
# the colour that held them in the first round (`coloured_seats`), and whoever comes in takes a seat of
# their colour. Where there is none, somebody plays as the other colour: nobody sits out twice before
# everybody has sat out once.
#
# Plans made before `seats_keep_colours` was there go on as they did: those sit out first whose colour
# comes in, and whoever comes in takes the free seat in which most of their colour sit.

# Seats of one ticket colour each: whose going out and coming in leaves most of them with their colour.
# A seat, by its number, is of the colour that most held there in the first round. Of those whose turn it is
# to sit out whoever goes leaves a seat to somebody who waits, or ought not to have been in it: where both
# colours wait for a seat, one of each goes.

Colour = str | None


@dataclass(frozen=True)
class ColouredSeats:
    """The seats before the next round, everybody still in theirs."""

    room: Room
    moved: Sequence[Table]
    sizes: Sequence[int]

    @cached_property
    def of_seats(self) -> Mapping[int, Colour]:
        return colours_of_seats(self.room.situation.played[0].seating.tables, self.room.situation.colours)

    @cached_property
    def seat_of(self) -> Mapping[str, int]:
        """The seat, from 0, of everybody there who has one."""
        present = set(self.room.present)
        return {
            player: seat for table in self.moved for seat, player in enumerate(table) if player in present
        }

    @cached_property
    def free(self) -> Mapping[Colour, int]:
        """How many free seats each colour has; negative where tables are broken up."""
        seats = Counter(self.of_seats.get(seat) for size in self.sizes for seat in range(size))
        seats.subtract(self.of_seats.get(seat) for seat in self.seat_of.values())
        return seats

    @cached_property
    def waiting(self) -> Mapping[Colour, int]:
        return Counter(self._colour(player) for player in self.room.present if player not in self.seat_of)

    def kept_without(self, player: str, out: Sequence[str]) -> int:
        """How many more seats are with their colour once a player sits out too: from -1 to 2."""
        return self._seats_matched((*out, player)) - self._seats_matched(out)

    def _seats_matched(self, out: Sequence[str]) -> int:
        # Seats filled by their colour, and people who are out of a seat of another.
        left = [player for player in out if player in self.seat_of]
        free = Counter(self.free)
        free.update(self._seat_colour(player) for player in left)
        waiting = Counter(self.waiting)
        waiting.subtract(self._colour(player) for player in out if player not in self.seat_of)
        filled = sum(max(0, min(free[colour], count)) for colour, count in waiting.items())
        strangers = sum(self._seat_colour(player) != self._colour(player) for player in left)
        return filled + strangers

    def _colour(self, player: str) -> Colour:
        return self.room.situation.colours.get(player)

    def _seat_colour(self, player: str) -> Colour:
        return self.of_seats.get(self.seat_of[player])


def colours_of_seats(tables: Sequence[Table], colours: Mapping[str, str]) -> Mapping[int, Colour]:
    """Return the colour that most hold in each seat, from 0; of two held equally often that nearest the head."""
    counts_by_seat: dict[int, Counter[Colour]] = {}
    for table in tables:
        for seat, player in enumerate(table):
            counts_by_seat.setdefault(seat, Counter())[colours.get(player)] += 1
    return {seat: counts.most_common(1)[0][0] for seat, counts in counts_by_seat.items()}


MOST_MOVING = 50
"""How many colours can be told to go on."""

wordings(
    {
        "by-colour.up": ngettext_lazy(
            "%(colour)s move up %(count)s table, and from table 1 to the last.",
            "%(colour)s move up %(count)s tables, and from table 1 to the last.",
        ),
        "by-colour.down": ngettext_lazy(
            "%(colour)s move down %(count)s table, and from the last to table 1.",
            "%(colour)s move down %(count)s tables, and from the last to table 1.",
        ),
        "by-colour.stays": gettext_noop("%(colour)s stay."),
        "by-colour.without": gettext_noop("Players without a colour stay."),
        "by-colour.others": gettext_noop("Everybody else stays."),
        "by-colour.losers": gettext_noop("Only the losers at each table move; the winners stay."),
        "by-colour.winners": gettext_noop("Only the winners at each table move; the losers stay."),
    }
)


class ByColourOptions(MovementOptions):
    """The options of going on by ticket colour.

    Arguments:
        by_colour: whoever holds another colour or none stays.
        parting_colour: the second in `by_colour`, whose order nobody keeps: a plan says it when it is made.
        seats_keep_colours: whether those sit out whose going leaves the seats with their colours. Every new plan says
            so; a plan that says nothing was made before, and its moves have to come out as they did.
    """

    since: ClassVar[frozenset[str]] = frozenset(
        {"seats_keep_colours", "who", "part_winners", "parting_colour"}
    )

    by_colour: dict[
        Annotated[str, Field(min_length=1, max_length=LONGEST_COLOUR)],
        Annotated[int, Field(ge=-MOST_STEP, le=MOST_STEP)],
    ] = option(
        {},
        gettext_noop("Tables each ticket colour moves"),
        gettext_noop(
            "A line for each ticket colour: its name, a colon and a number of tables, such as “ladies: "
            "-1” (up one, towards table 1) or “gents: 2” (down two). From table 1 people go up to the "
            "last table, and from the last one down to table 1. Leave it empty for the first colour up "
            "one table and the second one down."
        ),
        max_length=MOST_MOVING,
    )
    who: Literal["all", "losers", "winners"] = option(
        "all",
        gettext_noop("Who moves"),
        gettext_noop(
            "Losers or winners: only they move, each to a seat that somebody of the same colour has left. "
            "Semi-partner drives move the losers."
        ),
        words={
            "all": gettext_noop("Everybody"),
            "losers": gettext_noop("Only the losers at each table"),
            "winners": gettext_noop("Only the winners at each table"),
        },
    )
    part_winners: bool = option(
        False,
        gettext_noop("Partners who stay are parted"),
        gettext_noop(
            "Where only losers or winners move: of the couple that stays, the player of the second colour above "
            "changes places with the newcomer of that colour."
        ),
    )
    parting_colour: Annotated[str, Field(max_length=LONGEST_COLOUR)] = ""
    seats_keep_colours: bool = False

    def way(self, colour: str) -> Sentence:
        tables = self.by_colour.get(colour, 0)
        if not colour:
            return coded("by-colour.without")
        return _way("by-colour", tables, colour=colour)

    def ways(self, colours: Iterable[str]) -> Iterator[Sentence]:
        """How people move of whom these are the `colours`, "" for none."""
        yield from (self.way(colour) for colour, tables in sorted(self.by_colour.items()) if tables)
        if not all(self.by_colour.get(colour) for colour in colours):
            yield coded("by-colour.others")
        if self.who != "all":
            yield coded(f"by-colour.{self.who}")


@dataclass(frozen=True)
class ByColour(KeepingSeats):
    options: ByColourOptions

    def arranged(self, order: Sequence[str], colours: Mapping[str, str]) -> tuple[str, ...]:
        """The order in which the first seats are taken, so that each seat is of one colour as far as can be."""
        sizes = self.tables.sizes(len(order))
        seated = _the_most_even(order, sum(sizes), colours)
        seated_players = [player for player in order if player in seated]
        rank = {colour: place for place, colour in enumerate(dict.fromkeys(map(colours.get, seated_players)))}
        by_colour = iter(sorted(seated_players, key=lambda player: rank[colours.get(player)]))
        tables: list[list[str]] = [[] for _ in sizes]
        for seat in range(max(sizes, default=0)):
            for table, size in zip(tables, sizes, strict=True):
                if size > seat:
                    table.append(next(by_colour))
        places = [player for table in tables for player in table]
        return (*places, *(player for player in order if player not in seated))

    def moved(self, situation: Situation) -> Rings:
        if self.options.who == "all":
            return super().moved(situation)
        tables, moving = situation.last.seating.tables, self.options.who == "winners"
        going = {
            (number, seat)
            for number, winner in enumerate(situation.last.winners)
            for seat in range(len(tables[number]))
            if is_winner(winner, seat + 1) == moving
        }
        after = [
            list(table) for table in _chairs_taken(tables, going, self.step(situation), situation.colours)
        ]
        if self.options.part_winners:
            for number, table in enumerate(after):
                of_colour = [
                    (seat, (number, seat) in going)
                    for seat, player in enumerate(table)
                    if situation.colours.get(player) == self.options.parting_colour
                ]
                stays = next((seat for seat, goes in of_colour if not goes), None)
                comes = next((seat for seat, goes in of_colour if goes), None)
                if stays is not None and comes is not None:
                    table[stays], table[comes] = table[comes], table[stays]
        had = {player: seat for table in tables for seat, player in enumerate(table)}
        in_new = {player for table in after for seat, player in enumerate(table) if had[player] != seat}
        return Rings(tuple(map(tuple, after)), frozenset(in_new))

    def step(self, situation: Situation) -> Step:
        steps, colours = self.options.by_colour, situation.colours
        return lambda player, _: steps.get(colours.get(player, ""), 0)

    def move_reasons(self, situation: Situation) -> Iterator[Reason]:
        colours = [situation.colours.get(player, "") for player in situation.present()]
        return (Reason("by-colour", None, sentence) for sentence in self.options.ways(colours))

    def sitting_out(self, room: Room, moved: Sequence[Table], sizes: Sequence[int]) -> frozenset[str]:
        seats, foot = ColouredSeats(room, moved, sizes), nearest_the_foot(moved)
        colours, last = room.situation.colours, room.situation.last.seating
        waiting = {*last.sitting_out, *room.situation.arriving} - room.situation.leaving
        coming = {colours.get(player) for player in waiting}

        def turn(player: str, out: Sequence[str]) -> tuple[int, int]:
            if self.options.seats_keep_colours:
                return -seats.kept_without(player, out), foot(player)
            return colours.get(player) not in coming, foot(player)

        return room.chosen_to_sit_out(len(room.present) - sum(sizes), turn)

    def let_in(self, waiting: Sequence[str], room: SeatsLeft, situation: Situation) -> None:
        colours, left = situation.colours, list(waiting)
        if self.options.seats_keep_colours:
            of_seats = colours_of_seats(situation.played[0].seating.tables, colours)
            for player in waiting:
                own = (place for place in room.free if of_seats.get(place[1], "") == colours.get(player))
                if (place := next(own, None)) is not None:
                    room.take(player, place)
                    left.remove(player)
        for player in left:
            suiting = [
                sum(colours.get(other) == colours.get(player) for other in room.others.get(seat, ()))
                for _, seat in room.free
            ]
            room.take(player, room.free[suiting.index(max(suiting))])


def _chairs_taken(
    tables: Sequence[Table], going: Collection[Place], step: Step, colours: Mapping[str, str]
) -> list[list[str]]:
    # Whoever finds no seat of their colour at their table goes on to the next one that has one.
    after = [list(table) for table in tables]
    by_colour: dict[Colour, list[Place]] = {}
    for number, seat in sorted(going):
        by_colour.setdefault(colours.get(tables[number][seat]), []).append((number, seat))
    for places in by_colour.values():
        free, waiting = list(places), list[tuple[str, int, int]]()
        for number, seat in places:
            player = tables[number][seat]
            to = (number + step(player, seat + 1)) % len(tables)
            place = next((left for left in free if left[0] == to), None)
            if place is None:
                waiting.append((player, to, 1 if step(player, seat + 1) > 0 else -1))
            else:
                free.remove(place)
                after[place[0]][place[1]] = player
        for player, to, way in waiting:
            place = min(free, key=lambda left: ((left[0] - to) * way % len(tables), left[1]))
            free.remove(place)
            after[place[0]][place[1]] = player
    return after


def _the_most_even(order: Sequence[str], count: int, colours: Mapping[str, str]) -> frozenset[str]:
    # The last drawn of the colour that most hold is left out, until there are no more than `count`.
    seated = list(order)
    while len(seated) > count:
        counts = Counter(map(colours.get, seated))
        most = max(counts.values())
        seated.reverse()
        seated.remove(next(player for player in seated if counts[colours.get(player)] == most))
        seated.reverse()
    return frozenset(seated)


SeatNumber = Literal["1", "2", "3", "4", "5", "6", "7", "8"]
USUAL: Final[dict[SeatNumber, int]] = {"1": 0, "2": -1, "3": 1, "4": 2}

wordings(
    {
        "by-seat.stays": gettext_noop("Seat %(seat)s stays."),
        "by-seat.up": ngettext_lazy(
            "Seat %(seat)s moves up %(count)s table, and from table 1 to the last.",
            "Seat %(seat)s moves up %(count)s tables, and from table 1 to the last.",
        ),
        "by-seat.down": ngettext_lazy(
            "Seat %(seat)s moves down %(count)s table, and from the last to table 1.",
            "Seat %(seat)s moves down %(count)s tables, and from the last to table 1.",
        ),
    }
)


class BySeatOptions(MovementOptions):
    by_seat: dict[SeatNumber, Annotated[int, Field(ge=-MOST_STEP, le=MOST_STEP)]] = option(
        USUAL,
        gettext_noop("Tables each seat moves"),
        gettext_noop(
            "A line for each seat: its number, a colon and a number of tables, such as “1: -1” (up one, "
            "towards table 1) or “2: 2” (down two). From table 1 people go up to the last table, and "
            "from the last one down to table 1. A seat that is not named stays."
        ),
    )


@dataclass(frozen=True)
class BySeat(KeepingSeats):
    options: BySeatOptions

    def step(self, situation: Situation) -> Step:
        steps = {int(seat): step for seat, step in self.options.by_seat.items()}
        return lambda _, seat: steps.get(seat, 0)

    def move_reasons(self, situation: Situation) -> Iterator[Reason]:
        step = self.step(situation)
        for seat in range(1, max(map(len, situation.last.seating.tables), default=0) + 1):
            yield Reason("by-seat", None, _way("by-seat", step("", seat), seat=seat))
