"""Swiss rounds: after each round those who stand alike meet, and nobody meets anybody twice who need not.

At tables of two one plays one. "pairs" are couples who stay together, a couple against a couple at tables of
four. Both are paired exactly (`pairing`): the one left over is the lowest of those who have sat out least, but
not to meet again comes before that. Individuals at larger tables are put together by their scores in a
neighbourhood of the standings (`groups`); where they play as partners, the first and the last of four against
the two between, unless another way repeats fewer partnerships.
"""

from collections.abc import Mapping, Sequence
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
from tournaments.movement.by_result.groups import like_with_like, seated
from tournaments.movement.interface import NextRound, Situation, Tables
from tournaments.movement.options import MovementOptions, Reason
from tournaments.movement.progressive import reasons_for_sizes, reasons_to_sit_out
from tournaments.movement.seating import SEATS, Seating, Table

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
