"""People, or couples who stay together, placed after each round by how they stand: Swiss rounds and top tables.

Swiss: those who stand alike meet, and nobody meets anybody twice who need not. At tables of two one plays one.
"pairs" are couples who stay together, a couple against a couple at tables of four. Both are paired exactly
(`pairing`): the one left over is the lowest of those who have sat out least, but not to meet again comes before
that. Individuals at larger tables are put together by their scores in a neighbourhood of the standings; where they
play as partners, the first and the last of four against the two between, unless another way repeats fewer
partnerships.

The best together at the top: the first of the standings sit at table 1, the next at table 2. The standings so far are
games won, or points; those who are level are parted by the difference in points, then by the start draw. Who are
partners is settled as in Swiss rounds; of "pairs" the first couple plays the second at table 1. Meeting again is no
hindrance here: the top table is for the top of the room.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from scoring.derivation import Sentence, coded, gettext_noop, wordings
from scoring.described import option
from tournaments.movement import reasons
from tournaments.movement.by_result.pairing import pair_up
from tournaments.movement.draw import Exchange, Groups, grouped, in_turn
from tournaments.movement.history import Meetings, Room, chosen_to_sit_out, couples
from tournaments.movement.interface import Movement, NextRound, Reason, Situation, ticket_of
from tournaments.movement.options import MovementOptions
from tournaments.movement.seating import SEATS, Seating, Table

wordings(
    {
        "by-result.scores": gettext_noop("scores so far %(scores)s, earlier meetings %(met)s"),
        "by-result.scores-and-partners": gettext_noop(
            "scores so far %(scores)s, earlier meetings among the four %(met)s, earlier partnerships %(partners)s"
        ),
        "by-result.places": gettext_noop("places %(best)s to %(last)s of the standings so far"),
        "by-result.places-and-partners": gettext_noop(
            "places %(best)s to %(last)s of the standings so far, earlier partnerships %(partners)s"
        ),
        "by-result.sits-out": gettext_noop(
            "%(player)s sits out (sat out so far: %(sit_outs)s; score so far: %(score)s)."
        ),
        "couple.waits": gettext_noop("%(player)s waits for a partner."),
        "couple.new": gettext_noop("%(first)s and %(second)s play together from now on."),
    }
)


class UnitOptions(MovementOptions):
    """The options of who is placed: fixed couples have seats 1 and 3, or 2 and 4, in the first round."""

    unit: Literal["individuals", "pairs"] = option(
        "individuals",
        gettext_noop("Who is placed"),
        gettext_noop("Everybody alone changes partners; fixed couples are those of the first round."),
        words={
            "individuals": gettext_noop("Everybody alone"),
            "pairs": gettext_noop("Couples fixed all evening"),
        },
    )


class TopTablesOptions(UnitOptions):
    since = frozenset({"partners"})
    partners: Literal["new", "first_and_last"] = option(
        "new",
        gettext_noop("Partners at a table"),
        gettext_noop("Where everybody plays alone in the standings, and couples at the tables."),
        words={
            "new": gettext_noop("New ones where possible"),
            "first_and_last": gettext_noop("Always the best with the fourth, the second with the third"),
        },
    )


@dataclass(frozen=True)
class OfUnits(Movement):
    options: UnitOptions

    def __post_init__(self) -> None:
        if self.options.unit == "pairs":
            self.tables.check_couples()


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
        out = over_the_most(room, units.ready)
        pairs, bye = paired(room, [unit for unit in units.ready if unit[0] not in out])
        seating = room.seating([against(room, *pair) for pair in pairs])
        met, counts = met_by(room, units.ready), sat_out_by(room, units.ready)
        score = {unit[0]: room.results.score(unit) for unit in units.ready}
        explanations = [
            reasons.at_table(
                "swiss.duel",
                number,
                table,
                partnership=True,
                why=_scores(scores_of_sides(room, table), met[unit[0]].get(other[0], 0)),
            )
            for number, (table, (unit, other)) in enumerate(zip(seating.tables, pairs, strict=True), start=1)
        ]
        rest = (player for unit in units.ready if unit[0] in out for player in unit)
        return NextRound(
            seating,
            (
                *opening(room, seating, units),
                *explanations,
                *bye_reasons(bye, counts, score),
                *reasons.to_sit_out(rest, room.sat_out),
            ),
        )

    def _groups(self, room: Room) -> NextRound:
        sizes = self.tables.sizes(len(room.present))
        out = room.lowest_to_sit_out(len(room.present) - sum(sizes))
        ranked = room.ranked(player for player in room.present if player not in out)
        groups = like_with_like(ranked, sizes, lambda player: room.results.score([player]), room.meetings)
        partnership = self.tables.partnership
        seating = room.seating([seated(group, room.meetings, partnership=partnership) for group in groups])
        explanations = [
            reasons.at_table(
                "swiss.table", number, table, partnership=partnership, why=self._why(room, table)
            )
            for number, table in enumerate(seating.tables, start=1)
        ]
        rest = reasons.to_sit_out(seating.sitting_out, room.sat_out)
        return NextRound(seating, (*opening(room, seating), *explanations, *rest))

    def _why(self, room: Room, table: Table) -> Sentence:
        scores = [room.results.score([player]) for player in table]
        met = room.meetings.at(table)
        if self.tables.partnership and len(table) == SEATS:
            partners = room.meetings.as_partners(table)
            return coded("by-result.scores-and-partners", scores=listed(scores), met=met, partners=partners)
        return _scores(scores, met)


@dataclass(frozen=True)
class TopTables(OfUnits):
    options: TopTablesOptions

    def next_round(self, situation: Situation) -> NextRound:
        room = Room(situation, self.tables)
        return self._couples(room) if self.options.unit == "pairs" else self._individuals(room)

    def _individuals(self, room: Room) -> NextRound:
        sizes = self.tables.sizes(len(room.present))
        out = room.lowest_to_sit_out(len(room.present) - sum(sizes))
        order = iter(room.ranked(player for player in room.present if player not in out))
        tables = [list(islice(order, size)) for size in sizes]
        seating = room.seating([self._seated(table, room.meetings) for table in tables])
        rest = reasons.to_sit_out(seating.sitting_out, room.sat_out)
        return NextRound(seating, (*opening(room, seating), *self._reasons(room, seating, 1), *rest))

    def _seated(self, table: list[str], meetings: Meetings) -> Table:
        if self.options.partners == "first_and_last" and self.tables.partnership and len(table) == SEATS:
            return first_and_last(table)
        return seated(table, meetings, partnership=self.tables.partnership)

    def _couples(self, room: Room) -> NextRound:
        units = couples_there(room.situation)
        order = ranked(room, units.ready)
        out = over_the_most(room, units.ready, len(order) % 2)
        playing = iter(unit for unit in order if unit[0] not in out)
        seating = room.seating(
            [against(room, unit, other) for unit, other in zip(playing, playing, strict=True)]
        )
        rest = [player for unit in order if unit[0] in out for player in unit]
        return NextRound(
            seating,
            (
                *opening(room, seating, units),
                *self._reasons(room, seating, 2),
                *reasons.to_sit_out(rest, room.sat_out),
            ),
        )

    def _reasons(self, room: Room, seating: Seating, together: int) -> list[Reason]:
        explanations: list[Reason] = []
        best = 1
        for number, table in enumerate(seating.tables, start=1):
            last = best + len(table) // together - 1
            why = coded("by-result.places", best=best, last=last)
            partnership = self.tables.partnership
            if partnership and len(table) == SEATS and together == 1:
                partners = room.meetings.as_partners(table)
                why = coded("by-result.places-and-partners", best=best, last=last, partners=partners)
            explanations.append(
                reasons.at_table("top-tables", number, table, partnership=partnership, why=why)
            )
            best = last + 1
        return explanations


def over_the_most(room: Room, units: Sequence[Unit], least: int = 0) -> frozenset[str]:
    """Who sits out, the first of each unit, where there are more units than tables for them: the lowest, in turn."""
    names = [unit[0] for unit in units]
    over = max(least, len(names) - 2 * (room.tables.most or len(names)))
    place = {unit[0]: number for number, unit in enumerate(ranked(room, units))}
    rested = room.situation.last.seating.sitting_out
    return chosen_to_sit_out(names, over, sat_out_by(room, units), rested, lambda name, _: -place[name])


def opening(room: Room, seating: Seating, units: Units | None = None) -> Iterator[Reason]:
    yield from reasons.opening(room.situation, seating)
    if units is not None:
        for player, other in units.new:
            sentence = coded("couple.new", first=player, second=other)
            yield Reason("couple.new", None, sentence, ("first", "second"))
        yield from reasons.about(units.waiting, "couple.waits")


def scores_of_sides(room: Room, table: Table) -> list[int]:
    return [room.results.score(table[::2]), room.results.score(table[1::2])]


def bye_reasons(bye: Unit | None, counts: Mapping[str, int], score: Mapping[str, int]) -> Iterator[Reason]:
    unit = bye or ()
    for player in unit:
        values = {"sit_outs": counts.get(unit[0], 0), "score": score.get(unit[0], 0)}
        yield from reasons.about([player], "sits-out", "by-result.sits-out", **values)


def listed(scores: Iterable[int]) -> str:
    return ", ".join(map(str, scores))


def _scores(scores: Iterable[int], met: int) -> Sentence:
    return coded("by-result.scores", scores=listed(scores), met=met)


# Couples who stay together all evening, and what counts for the two of them. They are those of the start draw: of
# each four people in it those of seats 1 and 3 and those of seats 2 and 4, and the last two where two or three are
# left over; what was really seated in the first round stands before that. Whoever takes over a ticket takes over the
# partner with it. Whoever has no partner, having come late or been left alone, is put together with the next such
# person in the order of the start draw; one alone
# waits for a partner.

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
    units: list[Unit] = []
    for place in range(0, whole, SEATS):
        units += couples(tuple(order[place : place + SEATS]))
    return (*units, tuple(order[whole : whole + 2])) if len(order) - whole >= 2 else tuple(units)


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
        yield from couples(table)


class _Partners:
    def __init__(self, tickets: Mapping[str, str]) -> None:
        self.tickets = tickets
        self.of: dict[str, str] = {}
        self.drawn: list[str] = []

    def begin(self, seating: Seating, start_order: Sequence[str]) -> None:
        drawn = frozenset(start_order)
        holder: dict[str, str] = {}
        for player in seating.players():
            holder.setdefault(ticket_of(player, self.tickets, drawn), player)
        drawn_holders = [holder[ticket] for ticket in start_order if ticket in holder]
        self.drawn = list(dict.fromkeys([*drawn_holders, *seating.players()]))
        for first, other in _seated_couples(seating):
            self._join(first, other)
        for first, other in couples_of_draw(self.drawn):
            if first not in self.of and other not in self.of:
                self._join(first, other)

    def pass_on(self, people: set[str]) -> None:
        for player in sorted(people.intersection(self.tickets)):
            replaced = ticket_of(self.tickets[player], self.tickets, self.of)
            if player not in self.of and replaced in self.of and replaced not in people:
                self._join(player, self.of.pop(replaced))

    def add(self, couples: Iterator[tuple[str, str]], people: set[str]) -> None:
        for player, other in couples:
            if not {self.of.get(player), self.of.get(other)} & people:
                self._join(player, other)

    def _join(self, one: str, other: str) -> None:
        self.of[one], self.of[other] = other, one


def ranked(room: Room, units: Sequence[Unit]) -> list[Unit]:
    """Units in the order of the standings so far; those who are level stay in the order given."""
    return sorted(units, key=room.results.key, reverse=True)


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
    pairing = pair_up(
        {unit[0]: room.results.score(unit) for unit in ranked(room, units)},
        met_by(room, units),
        byes=sat_out_by(room, units),
    )
    bye = by_id[pairing.bye] if pairing.bye is not None else None
    return [(by_id[player], by_id[other]) for player, other in pairing.pairs], bye


def against(room: Room, entrant: Unit, other: Unit) -> Table:
    """Seat two units against each other.

    Couples have seats 1 and 3 and seats 2 and 4; of two people the one who has had seat 1 less has it.
    """
    had = room.meetings.in_seat
    if len(entrant) == 1 and had.get((entrant[0], 1), 0) > had.get((other[0], 1), 0):
        entrant, other = other, entrant
    return facing(entrant, other)


def facing(one: Unit, other: Unit) -> Table:
    return tuple(player for pair in zip(one, other, strict=True) for player in pair)


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

    def exchanges(number: int, seat: int, tables: Groups) -> Iterator[Exchange]:
        return _exchanges(number, seat, tables, score, meetings)

    return grouped(ranked, sizes, meetings, near=lambda size: NEAR * size, passes=PASSES, exchanges=exchanges)


def seated(table: Sequence[str], meetings: Meetings, *, partnership: bool) -> Table:
    """Seat the people of a table, given in the order of the standings.

    Partners are the first and the last against the two between, unless another way to make couples of the four
    repeats fewer partnerships. Where everybody plays alone, each seat goes to whoever has had it least.
    """
    if not partnership or len(table) != SEATS:
        return in_turn(table, meetings)
    first, second, third, fourth = table
    ways = (
        first_and_last(table),
        (first, second, third, fourth),
        (first, third, second, fourth),
    )
    return min(ways, key=meetings.as_partners)


def first_and_last(table: Sequence[str]) -> Table:
    first, second, third, last = table
    return first, second, last, third


def _exchanges(
    number: int, seat: int, tables: Groups, score: Score, meetings: Meetings
) -> Iterator[Exchange]:
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
