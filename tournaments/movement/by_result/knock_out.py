"""A knock-out: winners meet winners until one couple is left, or at tables of two one player.

The bracket is that of the draw (`bracket`): any number may begin, and the first drawn have nobody against them
in its first round where the number is no power of two. The matches have the first tables.

With `losers="play_on"` everybody else plays too: those beaten, those with nobody against them, those who came
late and those who found a new partner, paired like with like by their scores as in Swiss rounds, so that nobody
sits idle all night. Such a game counts for whoever wins it and is nothing to the bracket. With "rest" they sit
out as long as the knock-out lasts. Once it is decided there is nothing left to be kept for: in rounds beyond it
everybody plays in that way, the champions among them, with either option.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from scoring.derivation import gettext_noop
from scoring.described import Described
from tournaments.movement.by_result import reasons
from tournaments.movement.by_result.bracket import Bracket, drawn_bracket, followed, without_absent
from tournaments.movement.by_result.couples import (
    Unit,
    against,
    couples_of_draw,
    couples_there,
    first_couples,
    met_by,
    paired,
    sat_out_by,
    singles_there,
)
from tournaments.movement.by_result.pairing import pair_up
from tournaments.movement.by_result.results import ticket_of
from tournaments.movement.by_result.room import Room, check_two_sides
from tournaments.movement.by_result.swiss import bye_reasons, opening, scores_of_sides
from tournaments.movement.interface import NextRound, Situation, Tables
from tournaments.movement.options import MovementOptions
from tournaments.movement.reasons import Reason
from tournaments.movement.seating import Seating, Table


class KnockOutOptions(MovementOptions):
    """The options of a knock-out.

    Arguments:
        losers: "play_on": whoever has no match in the knock-out plays beside it; "rest": they sit out.
    """

    losers: Annotated[
        Literal["rest", "play_on"],
        Described(
            gettext_noop("Whoever has lost"),
            gettext_noop("In the plate those who are out play each other, so that nobody sits idle."),
            {"play_on": gettext_noop("Play on in the plate"), "rest": gettext_noop("Rest")},
        ),
    ] = "play_on"


@dataclass(frozen=True)
class KnockOut:
    """A knock-out, to be plugged in.

    Raises:
        ValueError: the tables are not all of two, or all of four with partners opposite each other.
    """

    tables: Tables
    options: KnockOutOptions

    def __post_init__(self) -> None:
        """Refuse tables without two sides."""
        check_two_sides(self.tables)

    def first_seating(self, order: Sequence[str]) -> Seating:
        """The first round: the matches of the bracket, then, where they play on, those with nobody against them.

        Raises:
            ValueError: somebody is named twice.
        """
        units = couples_of_draw(order) if self.tables.partnership else tuple((player,) for player in order)
        bracket = drawn_bracket([frozenset(unit) for unit in units])
        pairs = [(units[one], units[other]) for one, other in bracket.matches]
        if self.options.losers == "play_on":
            free = {units[entrant][0]: units[entrant] for entrant in sorted(bracket.free)}
            beside = pair_up(dict.fromkeys(free, 0), {}).pairs
            pairs += [(free[one], free[other]) for one, other in beside]
        tables = [_table(one, other) for one, other in pairs]
        seated = {player for table in tables for player in table}
        return Seating(tuple(tables), tuple(player for player in order if player not in seated))

    def next_round(self, situation: Situation) -> NextRound:
        """The round after those played."""
        room = Room(situation, self.tables)
        units = couples_there(situation) if self.tables.partnership else singles_there(situation)
        by_ticket = {_tickets(unit, situation): unit for unit in units.ready}
        bracket = self._before(situation, by_ticket)
        matches = [
            (by_ticket[bracket.entrants[one]], by_ticket[bracket.entrants[other]])
            for one, other in bracket.matches
        ]
        playing = {unit for match in matches for unit in match}
        rest = [unit for unit in units.ready if unit not in playing]
        beside: list[tuple[Unit, Unit]] = []
        bye: Unit | None = None
        if plays_beside := self.options.losers == "play_on" or bracket.is_over:
            beside, bye = paired(room, rest)
        seating = room.seating([against(room, *pair) for pair in (*matches, *beside)])
        found = [*opening(room, seating, units), *_matches(seating, len(matches), len(bracket.left))]
        found += _beside(room, seating, len(matches), beside)
        free = [by_ticket[bracket.entrants[entrant]] for entrant in bracket.free]
        if not bracket.is_over:
            found += reasons.go_on(player for unit in free for player in unit)
        if plays_beside:
            score = {unit[0]: room.results.score(unit) for unit in rest}
            found += bye_reasons(bye, sat_out_by(room, rest), score)
        else:
            found += reasons.not_in_it(player for unit in rest if unit not in free for player in unit)
        return NextRound(seating, tuple(found))

    def bracket(self, situation: Situation) -> Bracket:
        """Return the bracket as it stands before the next round; its matches and `decided` tell how far all got."""
        units = couples_there(situation) if self.tables.partnership else singles_there(situation)
        return self._before(situation, [_tickets(unit, situation) for unit in units.ready])

    def _before(self, situation: Situation, ready: Collection[frozenset[str]]) -> Bracket:
        """The bracket before the next round, of those who are ready to play it."""
        first = situation.played[0].seating
        if self.tables.partnership:
            units: Sequence[Unit] = first_couples(situation)
        else:
            place = {player: number for number, player in enumerate(situation.start_order)}
            drawn = {player: ticket_of(player, situation.tickets) for player in first.players()}
            order = sorted(drawn, key=lambda player: place.get(drawn[player], len(place)))
            units = [(player,) for player in order]
        entrants = [_tickets(unit, situation) for unit in _as_seated(units, first)]
        there = {ticket for entrant in entrants if entrant in ready for ticket in entrant}
        return without_absent(followed(drawn_bracket(entrants), situation.played, situation.tickets), there)


def _tickets(unit: Unit, situation: Situation) -> frozenset[str]:
    return frozenset(ticket_of(player, situation.tickets) for player in unit)


def _as_seated(units: Sequence[Unit], first: Seating) -> list[Unit]:
    """Those who begin, in an order that makes the first tables of the first round the matches of the bracket.

    As they were drawn that is the draw; where the director placed people by hand it is what was really played.
    """
    bracket = drawn_bracket([frozenset(unit) for unit in units])
    of = {frozenset(unit): unit for unit in units}
    drawn = {unit: place for place, unit in enumerate(units)}
    found: dict[int, Unit] = {}
    for seeds, table in zip(bracket.matches, first.tables, strict=False):
        sides = [of[side] for side in map(frozenset, (table[::2], table[1::2])) if side in of]
        found |= dict(zip(sorted(seeds), sorted(sides, key=drawn.__getitem__), strict=False))
    placed = set(found.values())
    rest = iter([unit for unit in units if unit not in placed])
    return [found[seed] if seed in found else next(rest) for seed in range(len(units))]


def _table(one: Unit, other: Unit) -> Table:
    """Seat two units that have played nothing yet."""
    return (*one, *other) if len(one) == 1 else (one[0], other[0], one[1], other[1])


def _matches(seating: Seating, matches: int, left: int) -> list[Reason]:
    """Say which tables play for the knock-out."""
    return [
        reasons.for_table("knock-out.match", number, table, reasons.match(left), partnership=True)
        for number, table in enumerate(seating.tables[:matches], start=1)
    ]


def _beside(room: Room, seating: Seating, matches: int, pairs: Sequence[tuple[Unit, Unit]]) -> list[Reason]:
    """Say who plays beside it, and why these."""
    met = met_by(room, [unit for pair in pairs for unit in pair])
    found = []
    for number, (one, other) in enumerate(pairs, start=matches + 1):
        table = seating.tables[number - 1]
        why = reasons.beside(scores_of_sides(room, table), met[one[0]].get(other[0], 0))
        found.append(reasons.for_table("knock-out.beside", number, table, why, partnership=True))
    return found
