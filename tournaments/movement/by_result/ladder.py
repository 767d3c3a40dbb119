"""The ladder: winners go up one table, losers down one; partners change.

The winners of the head table stay there and so do the losers of the foot table. Of the two pairs that meet at
a table, each plays with one of the other pair: of the two ways the one with more mixed couples where couples
are mixed, then the one with fewer earlier partnerships, as in the progressive movement. Those who stay or have
come down take seats 1 and 2, a stayer who has one of them keeping it; the others sit opposite. At tables of two
there are no partners, and one goes up and one goes down.

Who sits out and who comes in is settled after the move. Those sit out who have done so least, of those who did
not just now the ones who would sit nearest the foot. Whoever waits takes a seat left empty, from the foot table
up, the lower seat first; a table for which there are people enough is opened below the foot, and one for which
there are too few is broken up there.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from scoring.derivation import coded, gettext_noop, wordings
from tournaments.movement import reasons
from tournaments.movement.draw import cut_for_game
from tournaments.movement.history import Room
from tournaments.movement.interface import Movement, NextRound, Reason, Situation
from tournaments.movement.options import Couples, MovementOptions
from tournaments.movement.progressive import Partnerships, reasons_for_tables
from tournaments.movement.seating import COUPLES, SEATS, PlayedRound, Seating, Table, other, winner

wordings({"ladder.moved": gettext_noop("winners have come up a table, losers have gone down one")})


class LadderOptions(MovementOptions):
    couples: Couples = "any"


@dataclass(frozen=True)
class Ladder(Movement):
    options: LadderOptions

    def __post_init__(self) -> None:
        self.tables.check_two_sides()

    @property
    def _size(self) -> int:
        return self.tables.allowed[0]

    def next_round(self, situation: Situation) -> NextRound:
        """The round after those played.

        Raises:
            ValueError: the last round has no winners.
        """
        last = decided(situation)
        if len(last.winners) != len(last.seating.tables):
            raise ValueError("a ladder needs the winners of every table")
        room = Room(situation, self.tables)
        partnerships = self._partnerships(room)
        moved = tuple(_moved(last, partnerships))
        sizes = self.tables.sizes(len(room.present))
        out = room.nearest_the_foot_to_sit_out(len(room.present) - sum(sizes), moved)
        tables = _refilled(moved, room, out, len(sizes), self._size)
        seating = room.seating(tables)
        return NextRound(seating, tuple(self._reasons(room, moved, seating, partnerships)))

    def _partnerships(self, room: Room) -> Partnerships:
        partners: dict[str, dict[str, int]] = {}
        for couple, times in room.meetings.partners.items():
            first, second = couple
            partners.setdefault(first, {})[second] = partners.setdefault(second, {})[first] = times
        mixed = self.options.couples == "mixed"
        return Partnerships(partners, room.situation.colours if mixed else None)

    def _reasons(
        self, room: Room, moved: Sequence[Table], seating: Seating, partnerships: Partnerships
    ) -> Iterator[Reason]:
        moved = moved[: len(seating.tables)]  # Of tables broken up there is nothing to say.
        yield from reasons.opening(room.situation, seating)
        if self._size == SEATS:
            yield from reasons_for_tables(moved, partnerships)
        else:
            for number, table in enumerate(moved, start=1):
                yield reasons.at_table("ladder", number, table, partnership=False, why=coded("ladder.moved"))
        yield from reasons.new_seats(moved, seating.tables)
        yield from reasons.to_sit_out(seating.sitting_out, room.sat_out)


def decided(situation: Situation) -> PlayedRound:
    """Return the last round with a winner at every table.

    Where points are counted it is the side with more; of two that are level the one that the seed cuts for.
    """
    last, number = situation.last, len(situation.played)
    own = last.points and all(
        len(row) == len(table) for row, table in zip(last.points, last.seating.tables, strict=True)
    )
    if last.winners or not own:
        return last
    won = [
        winner((sum(row[::2]), sum(row[1::2])))
        or cut_for_game(COUPLES, seed=situation.seed, round_number=number, table=table)[0]
        for table, row in enumerate(last.points, start=1)
    ]
    return replace(last, winners=tuple(won))


def _side(table: Table, couple: str) -> tuple[str, ...]:
    return table[::2] if couple == "A" else table[1::2]


def _moved(last: PlayedRound, partnerships: Partnerships) -> Iterator[Table]:
    tables, winners = last.seating.tables, last.winners
    foot = len(tables) - 1
    won = [_side(table, winner) for table, winner in zip(tables, winners, strict=True)]
    lost = [_side(table, other(winner)) for table, winner in zip(tables, winners, strict=True)]
    for number in range(len(tables)):
        if number == 0:
            first = _keeping(tables[0], won[0])
        else:
            first = _keeping(tables[foot], lost[foot]) if number == foot else lost[number - 1]
        second = lost[foot - 1] if number == foot else won[number + 1]
        yield _seated(first, second, partnerships)


def _keeping(table: Table, stays: tuple[str, ...]) -> tuple[str, ...]:
    return stays[::-1] if len(table) == SEATS and table[1] in stays else stays


def _seated(first: tuple[str, ...], second: tuple[str, ...], partnerships: Partnerships) -> Table:
    if len(first) == 1:
        return (*first, *second)
    left, right = first
    low, high = second
    if partnerships.crosses(left, right, low, high):
        low, high = high, low
    return left, right, low, high


def _refilled(
    moved: Sequence[Table], room: Room, out: Collection[str], count: int, size: int
) -> tuple[Table, ...]:
    staying = set(room.present).difference(out)
    tables = [[player if player in staying else None for player in table] for table in moved[:count]]
    tables += [[None] * size for _ in range(count - len(tables))]
    in_seats = {player for table in tables for player in table}
    sitters = set(room.situation.last.seating.sitting_out)
    missing = staying - in_seats
    waiting = [player for player in room.present if player in missing]
    # Sitters come back before those whose table is broken up.
    coming = iter(sorted(waiting, key=lambda player: player not in sitters))
    for table in (*reversed(tables[: len(moved)]), *tables[len(moved) :]):  # from the foot up
        for seat, player in enumerate(table):
            if player is None:
                table[seat] = next(coming)
    return tuple(tuple(player for player in table if player is not None) for table in tables)
