"""Couples who stay together all evening, and what counts for the two of them.

The couples are those of the start draw: of each four people in it those of seats 1 and 3 and those of seats 2
and 4, and the last two where two or three are left over; what was really seated in the first round stands
before that. Whoever takes over a ticket takes over the partner with it. Whoever has no partner, having come
late or been left alone, is put together with the next such person in the order of the start draw; one alone
waits for a partner.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tournaments.movement.by_result.bracket import Key, Room
from tournaments.movement.by_result.pairing import Pairing, pair_up
from tournaments.movement.interface import Situation
from tournaments.movement.seating import SEATS, Seating, Table

Unit = tuple[str, ...]
"""Those who play together: a couple, or one person who plays alone."""


@dataclass(frozen=True)
class Units:
    """Everybody there, in units of those who play together.

    Arguments:
        ready: who can play, in the order of the start draw.
        waiting: who waits for a partner.
        new: the ready units that were no couple before.
    """

    ready: tuple[Unit, ...]
    waiting: tuple[str, ...] = ()
    new: tuple[Unit, ...] = ()


def couples_of_draw(order: Sequence[str]) -> tuple[Unit, ...]:
    whole = len(order) - len(order) % SEATS
    couples: list[Unit] = []
    for place in range(0, whole, SEATS):
        one, two, three, four = order[place : place + SEATS]
        couples += [(one, three), (two, four)]
    return (*couples, tuple(order[whole : whole + 2])) if len(order) - whole >= 2 else tuple(couples)


def couples_there(situation: Situation) -> Units:
    partners = _Partners(situation.tickets)
    for number, round_ in enumerate(situation.played):
        people = set(round_.seating.players())
        if number == 0:
            partners.begin(round_.seating, situation.start_order)
        partners.pass_on(people)
        partners.add(_seated_couples(round_.seating), people)
    present = situation.present()
    present_set = set(present)
    partners.pass_on(present_set)
    return _units(
        present, {player: other for player, other in partners.of.items() if {player, other} <= present_set}
    )


def singles_there(situation: Situation) -> Units:
    return Units(tuple((player,) for player in situation.present()))


def first_couples(situation: Situation) -> tuple[Unit, ...]:
    """Return the couples of the first round in the order of the start draw, by the ids of that round."""
    first = situation.played[0].seating
    partners = _Partners(situation.tickets)
    partners.begin(first, situation.start_order)
    partners.add(_seated_couples(first), set(first.players()))
    return _units(partners.drawn, partners.of).ready


def _units(order: Sequence[str], partner: Mapping[str, str]) -> Units:
    # Those without a partner are joined two by two, in the order given.
    alone = [player for player in order if player not in partner]
    new = list(zip(alone[::2], alone[1::2], strict=False))
    partner_of = {**partner, **dict(new), **{other: player for player, other in new}}
    place = {player: number for number, player in enumerate(order)}
    ready = tuple(
        (player, partner_of[player])
        for player in order
        if player in partner_of and place[player] < place[partner_of[player]]
    )
    return Units(ready, tuple(alone[len(alone) - len(alone) % 2 :]), tuple(new))


def _seated_couples(seating: Seating) -> Iterator[tuple[str, str]]:
    for table in seating.tables:
        if len(table) == SEATS:
            yield table[0], table[2]
            yield table[1], table[3]


class _Partners:
    def __init__(self, tickets: Mapping[str, str]) -> None:
        self.tickets = tickets
        self.of: dict[str, str] = {}
        self.drawn: list[str] = []

    def begin(self, seating: Seating, start_order: Sequence[str]) -> None:
        """Join the couples of the draw; who was really seated together goes before that."""
        drawn = frozenset(start_order)
        holder: dict[str, str] = {}
        for player in seating.players():
            holder.setdefault(self._first(player, drawn), player)
        drawn_holders = [holder[ticket] for ticket in start_order if ticket in holder]
        self.drawn = list(dict.fromkeys([*drawn_holders, *seating.players()]))
        for first, other in _seated_couples(seating):
            self._join(first, other)
        for first, other in couples_of_draw(self.drawn):
            if first not in self.of and other not in self.of:
                self._join(first, other)

    def pass_on(self, people: set[str]) -> None:
        """Give the partners of those replaced to whoever holds their tickets now."""
        for player in sorted(people.intersection(self.tickets)):
            replaced, visited = self.tickets[player], {player}
            while replaced not in self.of and replaced in self.tickets and replaced not in visited:
                visited.add(replaced)
                replaced = self.tickets[replaced]
            if player not in self.of and replaced in self.of and replaced not in people:
                self._join(player, self.of.pop(replaced))

    def add(self, couples: Iterator[tuple[str, str]], people: set[str]) -> None:
        for player, other in couples:
            if not {self.of.get(player), self.of.get(other)} & people:
                self._join(player, other)

    def _join(self, one: str, other: str) -> None:
        self.of[one], self.of[other] = other, one

    def _first(self, player: str, drawn: Collection[str]) -> str:
        visited = {player}
        while player not in drawn and self.tickets.get(player, player) not in visited:
            player = self.tickets[player]
            visited.add(player)
        return player


# --- what counts for those who play together -----------------------------------------------------------
def key_of(room: Room, unit: Unit) -> Key:
    return room.results.key(unit)


def ranked(room: Room, units: Sequence[Unit]) -> list[Unit]:
    """Units in the order of the standings so far; those who are level stay in the order given."""
    return sorted(units, key=lambda unit: key_of(room, unit), reverse=True)


def sat_out_by(room: Room, units: Sequence[Unit]) -> dict[str, int]:
    """How often each unit has sat out: the more often of its people, by the id of its first."""
    return {unit[0]: max(room.sat_out[player] for player in unit) for unit in units}


def met_by(room: Room, units: Sequence[Unit]) -> dict[str, dict[str, int]]:
    """How often units have met, by the id of the first of each: as often as any two of their people."""
    belongs = {player: unit[0] for unit in units for player in unit}
    counts: dict[str, dict[str, int]] = {unit[0]: {} for unit in units}
    for player, mine in belongs.items():
        for other, times in room.meetings.met.get(player, {}).items():
            theirs = belongs.get(other)
            if theirs is not None and theirs != mine:
                counts[mine][theirs] = max(counts[mine].get(theirs, 0), times)
                counts[theirs][mine] = max(counts[theirs].get(mine, 0), times)
    return counts


def paired(room: Room, units: Sequence[Unit]) -> tuple[list[tuple[Unit, Unit]], Unit | None]:
    """Pair units as a Swiss round does: the pairs from the top, and who has the bye."""
    by_id = {unit[0]: unit for unit in units}
    pairing: Pairing = pair_up(
        {unit[0]: room.results.score(unit) for unit in ranked(room, units)},
        met_by(room, units),
        byes=sat_out_by(room, units),
    )
    bye = by_id[pairing.bye] if pairing.bye is not None else None
    return [(by_id[player], by_id[other]) for player, other in pairing.pairs], bye


def against(room: Room, one: Unit, other: Unit) -> Table:
    """Seat two units against each other.

    Couples have seats 1 and 3 and seats 2 and 4; of two people the one who has had seat 1 less has it.
    """
    if len(one) == 1:
        had = room.meetings.in_seat
        return (*other, *one) if had.get((one[0], 1), 0) > had.get((other[0], 1), 0) else (*one, *other)
    return (one[0], other[0], one[1], other[1])
