"""Swiss rounds: after each round those who stand alike meet, and nobody meets anybody twice who need not.

At tables of two one plays one. "pairs" are couples who stay together, a couple against a couple at tables of
four. Both are paired exactly (`pairing`): the one left over is the lowest of those who have sat out least, but
not to meet again comes before that. Individuals at larger tables are put together by their scores in a
neighbourhood of the standings; where they play as partners, the first and the last of four against
the two between, unless another way repeats fewer partnerships.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from scoring.derivation import Sentence, gettext_noop
from scoring.described import Described
from tournaments.movement.by_result import reasons
from tournaments.movement.by_result.bracket import Room, filled
from tournaments.movement.by_result.couples import (
    Unit,
    Units,
    against,
    couples_there,
    met_by,
    paired,
    sat_out_by,
    singles_there,
)
from tournaments.movement.draw import in_turn
from tournaments.movement.history import Meetings
from tournaments.movement.interface import NextRound, Situation, Tables
from tournaments.movement.options import MovementOptions, Reason
from tournaments.movement.progressive import reasons_for_sizes, reasons_to_sit_out
from tournaments.movement.seating import SEATS, Seating, Table

# --- Tables of people who stand near each other and have met little, and who sits where at a table -----
#
# The tables are filled from the top of the standings: whoever is next opens a table, and to each other seat comes
# the first of those who stand near who has met those at the table least. Then single people change places with
# those of tables near by as long as that makes the meetings fewer or, these being equal, brings like closer to
# like. It looks at a neighbourhood of the standings only, so that the top stays the top.

NEAR = 3
"""How many tables' people are near."""
PASSES = 4

Score = Callable[[str], int]


def like_with_like(
    ranked: Sequence[str], sizes: Sequence[int], score: Score, meetings: Meetings
) -> list[list[str]]:
    """Put people together at tables.

    Arguments:
        ranked: the people in the order of the standings; as many as there are seats.

    Returns:
        The people of each table in the order of the standings.
    """
    waiting = list(ranked)
    tables = [_gathered(waiting, size, meetings) for size in sizes]
    for _ in range(PASSES):
        moved = [_improved(number, tables, score, meetings) for number in range(len(tables))]
        if not any(moved):
            break
    place = {player: number for number, player in enumerate(ranked)}
    return [sorted(table, key=place.__getitem__) for table in tables]


def seated(table: Sequence[str], meetings: Meetings, *, partnership: bool) -> Table:
    """Seat the people of a table, given in the order of the standings.

    Partners are the first and the last against the two between, unless another way to make couples of the four
    repeats fewer partnerships. Where everybody plays alone, each seat goes to whoever has had it least.
    """
    if not partnership or len(table) != SEATS:
        return in_turn(table, meetings)
    first, second, third, fourth = table
    ways = (
        (first, second, fourth, third),
        (first, second, third, fourth),
        (first, third, second, fourth),
    )
    return min(ways, key=meetings.as_partners)


def _gathered(waiting: list[str], size: int, meetings: Meetings) -> list[str]:
    table = [waiting.pop(0)]
    while len(table) < size:
        near = waiting[: NEAR * size]
        counts = [meetings.between(player, table) for player in near]
        table.append(waiting.pop(counts.index(min(counts))))
    return table


def _improved(number: int, tables: list[list[str]], score: Score, meetings: Meetings) -> bool:
    moved = False
    for seat in range(len(tables[number])):
        if not meetings.at(tables[number]):
            return moved
        best = min(_exchanges(number, seat, tables, score, meetings), default=None)
        if best is not None and best[:2] < (0, 0):
            _, _, other, place = best
            mine, theirs = tables[number], tables[other]
            mine[seat], theirs[place] = theirs[place], mine[seat]
            moved = True
    return moved


def _exchanges(
    number: int, seat: int, tables: list[list[str]], score: Score, meetings: Meetings
) -> Iterator[tuple[int, int, int, int]]:
    # Each is (change in meetings, change in distance, table, place).
    mine = tables[number]
    for other in range(max(0, number - NEAR), min(len(tables), number + NEAR + 1)):
        theirs = tables[other]
        if other == number:
            continue
        before = meetings.at(mine) + meetings.at(theirs)
        apart = _apart(mine, score) + _apart(theirs, score)
        for place in range(len(theirs)):
            own = [*mine[:seat], theirs[place], *mine[seat + 1 :]]
            two = [*theirs[:place], mine[seat], *theirs[place + 1 :]]
            after = meetings.at(own) + meetings.at(two)
            if after <= before:
                yield after - before, _apart(own, score) + _apart(two, score) - apart, other, place


def _apart(table: Sequence[str], score: Score) -> int:
    # The differences in score of any two people of the table, added up.
    scores = sorted(map(score, table))
    return sum(value * (2 * place - len(scores) + 1) for place, value in enumerate(scores))


# --- The base of movements that place people, or couples who stay together, by how they stand ---------


class UnitOptions(MovementOptions):
    """The options of who is placed.

    Arguments:
        unit: "individuals": everybody has a score; "pairs": couples stay together all evening, those of seats
            1 and 3 and of seats 2 and 4 of the first round.
    """

    unit: Annotated[
        Literal["individuals", "pairs"],
        Described(
            gettext_noop("Who is placed"),
            gettext_noop("Everybody alone changes partners; fixed couples are those of the first round."),
            {
                "individuals": gettext_noop("Everybody alone"),
                "pairs": gettext_noop("Couples fixed all evening"),
            },
        ),
    ] = "individuals"


@dataclass(frozen=True)
class OfUnits:
    """A movement that places individuals or couples, as far as the first round.

    Raises:
        ValueError: couples are to stay together at tables where they cannot.
    """

    tables: Tables
    options: UnitOptions

    def __post_init__(self) -> None:
        if self.options.unit == "pairs":
            self.tables.check_couples()

    def first_seating(self, order: Sequence[str]) -> Seating:
        """The first round, seated in the order of the draw.

        Raises:
            ValueError: somebody is named twice.
        """
        return filled(order, self.tables.sizes(len(order)))


@dataclass(frozen=True)
class Swiss(OfUnits):
    def next_round(self, situation: Situation) -> NextRound:
        room = Room(situation, self.tables)
        if self.options.unit == "pairs":
            return self._duels(room, couples_there(situation))
        if set(self.tables.allowed) == {2}:
            return self._duels(room, singles_there(situation))
        return self._groups(room)

    def _duels(self, room: Room, units: Units) -> NextRound:
        pairs, bye = paired(room, units.ready)
        seating = room.seating([against(room, *pair) for pair in pairs])
        met, counts = met_by(room, units.ready), sat_out_by(room, units.ready)
        score = {unit[0]: room.results.score(unit) for unit in units.ready}
        explanations = [
            reasons.for_table(
                "swiss.duel",
                number,
                table,
                reasons.scores(scores_of_sides(room, table), met[unit[0]].get(other[0], 0)),
                partnership=True,
            )
            for number, (table, (unit, other)) in enumerate(zip(seating.tables, pairs, strict=True), start=1)
        ]
        return NextRound(
            seating, (*opening(room, seating, units), *explanations, *bye_reasons(bye, counts, score))
        )

    def _groups(self, room: Room) -> NextRound:
        sizes = self.tables.sizes(len(room.present))
        out = room.lowest_to_sit_out(len(room.present) - sum(sizes))
        ranked = room.ranked(player for player in room.present if player not in out)
        groups = like_with_like(ranked, sizes, lambda player: room.results.score([player]), room.meetings)
        partnership = self.tables.partnership
        seating = room.seating([seated(group, room.meetings, partnership=partnership) for group in groups])
        explanations = [
            reasons.for_table("swiss.table", number, table, self._why(room, table), partnership=partnership)
            for number, table in enumerate(seating.tables, start=1)
        ]
        rest = reasons_to_sit_out(seating.sitting_out, room.sat_out)
        return NextRound(seating, (*opening(room, seating), *explanations, *rest))

    def _why(self, room: Room, table: Table) -> Sentence:
        scores = [room.results.score([player]) for player in table]
        met = room.meetings.at(table)
        if self.tables.partnership and len(table) == SEATS:
            return reasons.scores_and_partners(scores, met, room.meetings.as_partners(table))
        return reasons.scores(scores, met)


def opening(room: Room, seating: Seating, units: Units | None = None) -> tuple[Reason, ...]:
    """Say who came and went, how many sit at the tables where that changes, and who found a partner or waits."""
    units = units or Units(())
    return (
        *room.reasons_for_people(),
        *reasons_for_sizes(len(room.present), list(map(len, seating.tables)), room.situation.last.seating),
        *reasons.new_couples(units.new),
        *reasons.wait(units.waiting),
    )


def scores_of_sides(room: Room, table: Table) -> list[int]:
    """The scores so far of the two sides of a table, that of seat 1 first."""
    return [room.results.score(table[::2]), room.results.score(table[1::2])]


def bye_reasons(bye: Unit | None, counts: Mapping[str, int], score: Mapping[str, int]) -> tuple[Reason, ...]:
    first = bye[0] if bye else ""
    return tuple(reasons.to_sit_out(bye or (), counts.get(first, 0), score.get(first, 0)))
