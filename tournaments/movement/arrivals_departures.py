"""Numbers that do not divide by four, late arrivals and leavers: the second step of a move.

Seats in which the move leaves room are filled by those who wait. The readings taken where the page is short:

- *One queue.* Sitters and late arrivals wait together, those whose table was broken up first, then in the
  order of the start draw. A late arrival has a place after everybody drawn.
- *A new foot table* opens for the first four of the queue when, with all who are there, one more table can be
  filled; of eight waiting the first four open the first of the two. The seats of leavers and of those chosen
  to sit out are then one list, filled from the foot table up, lower seat first.
- *The seats named* ("each returning sitter takes the seat of one of them") are those of the next round: the
  seat to which the one taken out would have moved.
- *Breaking up.* When the leavers outnumber those who wait so far that a table cannot be filled, the foot
  table as it stands after the move is broken up. Those who waited come back all the same, as they always do;
  only seats still empty then are filled by players of the table broken up, in the order of the start draw.
- *Chosen to sit out* are only people who have just played: nobody of a table broken up (they sit already),
  nobody who leaves, nobody of a table newly opened.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from tournaments.movement.history import History, destination
from tournaments.movement.seating import SEATS, PlayedRound, Table, other, pair

# Who sits out where somebody must: it goes round, so that nobody sits out twice before everybody has
# once.

Turn: TypeAlias = Callable[[str], str | int | tuple[bool, int]]
"""What decides between those who have sat out equally often: the lowest is the first to sit out."""
TurnBeside: TypeAlias = Callable[[str, Sequence[str]], str | int | tuple[bool, int] | tuple[int, int]]
"""The same where it depends on who sits out besides."""


def chosen_to_sit_out(
    present: Sequence[str],
    count: int,
    counts: Mapping[str, int],
    rested: Collection[str],
    turn: Turn,
) -> frozenset[str]:
    """Choose who sits out: who has done so least, of those who did not just now, then by `turn`.

    Arguments:
        count: how many have no seat.
        counts: how often each has sat out; whoever is missing counts as one of those who have least.
        rested: who sat out the last round.
    """
    return chosen_one_by_one(present, count, counts, rested, lambda player, _before: turn(player))


def chosen_one_by_one(
    present: Sequence[str],
    count: int,
    counts: Mapping[str, int],
    rested: Collection[str],
    turn: TurnBeside,
) -> frozenset[str]:
    """Choose as `chosen_to_sit_out` does, where whose turn it is depends on those chosen before."""
    often = _how_often(present, counts)
    left, out = list(present), list[str]()
    for _ in range(count):
        low = min((often[player], player in rested) for player in left)
        equals = [player for player in left if (often[player], player in rested) == low]
        out.append(min(equals, key=lambda player: turn(player, out)))
        left.remove(out[-1])
    return frozenset(out)


def _how_often(present: Sequence[str], counts: Mapping[str, int]) -> dict[str, int]:
    fewest = min((counts[player] for player in present if player in counts), default=0)
    return {player: counts.get(player, fewest) for player in present}


Place = tuple[int, int]
"""A table and a seat, both from 1."""


@dataclass(frozen=True)
class RoomInMove:
    history: History
    start_order: Sequence[str]
    tickets: Mapping[str, str]
    leaving: frozenset[str]
    arriving: tuple[str, ...]

    @cached_property
    def _drawn(self) -> dict[str, int]:
        return dict(zip(self.start_order, range(len(self.start_order)), strict=True))

    def _place(self, player: str) -> int:
        # A substitute has the place of the ticket; the undrawn come last.
        visited: set[str] = set()
        while player not in self._drawn and player in self.tickets and player not in visited:
            visited.add(player)
            player = self.tickets[player]
        return self._drawn.get(player, len(self.start_order))

    def in_start_order(self, players: Iterable[str]) -> list[str]:
        """Players in the order of the start draw; those who are not in it come last, as they are given."""
        return sorted(players, key=self._place)

    def in_come_back_order(self, players: Iterable[str]) -> list[str]:
        """Those who wait, in the order in which they come back: first those whose table was broken up."""
        drawn = self.in_start_order(players)
        return sorted(drawn, key=lambda player: player not in self.history.first_back)


@dataclass(frozen=True)
class SitOut:
    player: str
    sit_outs: int
    won: bool
    table: int
    seat: int
    unbroken: int


@dataclass(frozen=True)
class Changes:
    """What happened after the move was worked out; table numbers are from 1.

    Arguments:
        sit_outs: who was chosen to sit out, in the order chosen.
        took_seats: who came in, with table and seat: sitters, late arrivals, players of a table broken up.
        arrived: those of them, or still waiting, who came late.
    """

    left: tuple[str, ...] = ()
    sit_outs: tuple[SitOut, ...] = ()
    took_seats: tuple[tuple[str, int, int], ...] = ()
    arrived: tuple[str, ...] = ()
    opened: tuple[int, ...] = ()
    broken_up: tuple[int, ...] = ()


def rearrange(
    moved: tuple[Table, ...], last: PlayedRound, room: RoomInMove
) -> tuple[tuple[Table, ...], tuple[str, ...], Changes]:
    """Let sitters and arrivals in and the chosen and the leavers out.

    Arguments:
        moved: the tables as the move alone makes them.
        last: the round just played.

    Returns:
        The tables, those sitting out in the order of the start draw, and what was changed.
    """
    queue = [player for player in (*last.seating.sitting_out, *room.arriving) if player not in room.leaving]
    if not queue and not room.leaving:
        return moved, (), Changes()
    waiting = room.in_come_back_order(queue)
    going = room.leaving.difference(last.seating.sitting_out)
    count = (SEATS * len(moved) - len(going) + len(waiting)) // SEATS
    opened = max(0, count - len(moved))
    new_tables, waiting = _open(waiting, opened)
    tables = moved[:count]
    stranded = [player for table in moved[count:] for player in table if player not in going]
    empty = [_place(tables, player) for player in going if any(player in table for table in tables)]
    chosen = _choose(last, len(waiting) - len(empty), room.history, going.union(stranded))
    coming = waiting + room.in_start_order(stranded)[: max(0, len(empty) - len(waiting))]
    empty += [_place_after(last, moved, sit_out) for sit_out in chosen]
    empty.sort(key=_from_the_foot_up)
    seats = dict(zip(empty, coming, strict=False))
    in_seats = set(seats.values())
    out = [*(sit_out.player for sit_out in chosen), *waiting, *stranded]
    changes = Changes(
        left=tuple(room.in_start_order(sorted(room.leaving))),
        sit_outs=tuple(chosen),
        took_seats=tuple((player, table, seat) for (table, seat), player in seats.items()),
        arrived=room.arriving,
        opened=tuple(range(len(moved) + 1, len(moved) + opened + 1)),
        broken_up=tuple(range(count + 1, len(moved) + 1)),
    )
    sitting_out = room.in_start_order([player for player in out if player not in in_seats])
    return (*_filled(tables, seats), *new_tables), tuple(sitting_out), changes


def _open(waiting: list[str], tables: int) -> tuple[list[Table], list[str]]:
    places = iter(waiting[: SEATS * tables])
    return list(zip(places, places, places, places, strict=True)), waiting[SEATS * tables :]


def _choose(last: PlayedRound, count: int, history: History, spared: Collection[str]) -> list[SitOut]:
    """Choose who sits out: fewest sit-outs first, then losers from the foot table up, then winners likewise.

    Within a couple the one who has played more rounds with no break, then the higher former seat number.

    Arguments:
        last: the round just played; only its players are chosen from.
        count: how many to choose; fewer are found only where fewer played.
        history: sit-outs and rounds without a break.
        spared: who is not to be chosen.
    """
    chosen: list[SitOut] = []
    if count <= 0:
        return chosen
    for level in sorted({0, *history.sit_outs.values()}):
        for sit_out in _candidates(last, history):
            if sit_out.sit_outs == level and sit_out.player not in spared:
                chosen.append(sit_out)
                if len(chosen) == count:
                    return chosen
    return chosen


def _candidates(last: PlayedRound, history: History) -> Iterator[SitOut]:
    for won in (False, True):
        for number in range(len(last.seating.tables), 0, -1):
            winner = last.winners[number - 1]
            couple = winner if won else other(winner)
            yield from sorted(_couple(last, number, couple, history, won=won), key=_rested_least_first)


def _couple(last: PlayedRound, number: int, couple: str, history: History, *, won: bool) -> Iterator[SitOut]:
    table = last.seating.tables[number - 1]
    for player in pair(table, couple):
        unbroken, sit_outs = history.unbroken.get(player, 0), history.sit_outs.get(player, 0)
        yield SitOut(player, sit_outs, won, number, table.index(player) + 1, unbroken)


def _rested_least_first(sit_out: SitOut) -> tuple[int, int]:
    return -sit_out.unbroken, -sit_out.seat


def _from_the_foot_up(place: Place) -> Place:
    return -place[0], place[1]


def _place_after(last: PlayedRound, moved: tuple[Table, ...], sit_out: SitOut) -> Place:
    table = destination(sit_out.table, won=sit_out.won, last=len(last.seating.tables))
    return table, moved[table - 1].index(sit_out.player) + 1


def _place(tables: tuple[Table, ...], player: str) -> Place:
    return next(
        (number, table.index(player) + 1) for number, table in enumerate(tables, start=1) if player in table
    )


def _filled(tables: tuple[Table, ...], seats: Mapping[Place, str]) -> tuple[Table, ...]:
    if not seats:
        return tables
    filled = list(tables)
    for (number, seat), player in seats.items():
        one, two, three, four = (
            player if place == seat else before for place, before in enumerate(filled[number - 1], start=1)
        )
        filled[number - 1] = (one, two, three, four)
    return tuple(filled)
