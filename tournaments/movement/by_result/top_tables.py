"""The best together at the top: after each round the first of the standings sit at table 1, the next at table 2.

The standings so far are games won, or points; those who are level are parted by the difference in points, then
by the start draw. Of four who play as partners the first plays with the fourth against the second and the
third, unless another way to make couples of them repeats fewer partnerships. "pairs" are couples who stay
together: the first couple plays the second at table 1. Meeting again is no hindrance here: the top table is
for the top of the room.
"""

from dataclasses import dataclass
from itertools import islice

from tournaments.movement.by_result import reasons
from tournaments.movement.by_result.couples import against, couples_there, ranked, sat_out_by
from tournaments.movement.by_result.groups import seated
from tournaments.movement.by_result.room import Room
from tournaments.movement.by_result.swiss import opening
from tournaments.movement.by_result.units import OfUnits
from tournaments.movement.interface import NextRound, Situation
from tournaments.movement.reasons import Reason
from tournaments.movement.rotation_reasons import reasons_to_sit_out
from tournaments.movement.seating import SEATS, Seating
from tournaments.movement.sitting_out import chosen_to_sit_out


@dataclass(frozen=True)
class TopTables(OfUnits):
    """The best together, to be plugged in."""

    def next_round(self, situation: Situation) -> NextRound:
        """The round after those played."""
        room = Room(situation, self.tables)
        return self._couples(room) if self.options.unit == "pairs" else self._individuals(room)

    def _individuals(self, room: Room) -> NextRound:
        sizes = self.tables.sizes(len(room.present))
        out = room.lowest_to_sit_out(len(room.present) - sum(sizes))
        order = iter(room.ranked(player for player in room.present if player not in out))
        partnership = self.tables.partnership
        seating = room.seating(
            [seated(list(islice(order, size)), room.meetings, partnership=partnership) for size in sizes]
        )
        rest = reasons_to_sit_out(seating.sitting_out, room.sat_out)
        return NextRound(seating, (*opening(room, seating), *self._reasons(room, seating, 1), *rest))

    def _couples(self, room: Room) -> NextRound:
        units = couples_there(room.situation)
        order = ranked(room, units.ready)
        place = {unit[0]: number for number, unit in enumerate(order)}
        counts = sat_out_by(room, order)
        rested = room.situation.last.seating.sitting_out
        names = [unit[0] for unit in units.ready]
        out = chosen_to_sit_out(names, len(names) % 2, counts, rested, lambda name: -place[name])
        playing = iter(unit for unit in order if unit[0] not in out)
        seating = room.seating(
            [against(room, one, other) for one, other in zip(playing, playing, strict=True)]
        )
        rest = [player for unit in order if unit[0] in out for player in unit]
        return NextRound(
            seating,
            (
                *opening(room, seating, units),
                *self._reasons(room, seating, 2),
                *reasons_to_sit_out(rest, room.sat_out),
            ),
        )

    def _reasons(self, room: Room, seating: Seating, together: int) -> list[Reason]:
        """Say which places of the standings, of people or of couples, sit at each table."""
        found: list[Reason] = []
        best = 1
        for number, table in enumerate(seating.tables, start=1):
            last = best + len(table) // together - 1
            couples = self.tables.partnership and len(table) == SEATS
            partners = room.meetings.as_partners(table) if couples and together == 1 else None
            why = reasons.places(best, last, partners)
            found.append(reasons.for_table("top-tables", number, table, why, partnership=couples))
            best = last + 1
        return found
