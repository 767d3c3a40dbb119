"""A knock-out: winners meet winners until one couple is left, or where everybody plays alone one player.

Couples and tables of two play a bracket. At tables of three to five the best few of each table go on
(`tables_of_several`), until those who are left fit one table: the final.

The bracket is that of the draw (`bracket`): any number may begin, and the first drawn have nobody against them
in its first round where the number is no power of two. The matches have the first tables.

With `losers="play_on"` everybody else plays too: those beaten, those with nobody against them, those who came
late and those who found a new partner, paired like with like by their scores as in Swiss rounds, so that nobody
sits idle all night. Such a game counts for whoever wins it and is nothing to the bracket. With "rest" they sit
out as long as the knock-out lasts. Once it is decided there is nothing left to be kept for: in rounds beyond it
everybody plays in that way, the champions among them, with either option.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from scoring.derivation import Sentence, coded, gettext_noop, ngettext_lazy, wordings
from scoring.described import option
from tournaments.movement import reasons
from tournaments.movement.by_result import swiss
from tournaments.movement.by_result.bracket import Bracket, Remaining, drawn_bracket, followed, without_absent
from tournaments.movement.by_result.pairing import pair_up
from tournaments.movement.draw import drawn_tables
from tournaments.movement.history import Room
from tournaments.movement.interface import Movement, NextRound, Reason, Situation, Tables, filled, ticket_of
from tournaments.movement.options import MovementOptions
from tournaments.movement.seating import MOST_SEATS, Seating

wordings(
    {
        "knock-out.match": gettext_noop("in the knock-out; those still in it: %(left)s"),
        "knock-out.final": gettext_noop("the final of the knock-out"),
        "knock-out.best-go-on": ngettext_lazy(
            "in the knock-out; those still in it: %(left)s; the best %(count)s of the table goes on",
            "in the knock-out; those still in it: %(left)s; the best %(count)s of the table go on",
        ),
        "knock-out.spared": gettext_noop(
            "%(player)s goes on in the knock-out without playing: the numbers do not fill the tables, and nobody "
            "with better results has done so as seldom."
        ),
        "knock-out.comes-back": gettext_noop(
            "%(player)s comes back into the knock-out: too few are left for a table, and nobody who has just missed "
            "had more points."
        ),
        "knock-out.beside": gettext_noop(
            "beside the knock-out: scores so far %(scores)s, earlier meetings %(met)s"
        ),
        "knock-out.rests": gettext_noop("%(player)s sits out while the knock-out goes on without them."),
        "knock-out.goes-on": gettext_noop(
            "%(player)s has nobody to beat in this round of the knock-out and goes on."
        ),
    }
)


class KnockOutOptions(MovementOptions):
    since: ClassVar[frozenset[str]] = frozenset({"go_on"})

    losers: Literal["rest", "play_on"] = option(
        "play_on",
        gettext_noop("Players who have lost"),
        gettext_noop("In the plate those who are out play each other, so that nobody sits idle."),
        words={"play_on": gettext_noop("Play on in the plate"), "rest": gettext_noop("Rest")},
    )
    go_on: int = option(
        1,
        gettext_noop("Players of each table who go on"),
        gettext_noop(
            "The best players of each table go on: all but one at most, and one from the final. At tables of "
            "two, and where couples play, the winners go on."
        ),
        ge=1,
        le=MOST_SEATS - 1,
    )


@dataclass(frozen=True)
class KnockOut(Movement):
    options: KnockOutOptions

    def __post_init__(self) -> None:
        if self.tables.partnership or self.tables.allowed == (2,):
            self.tables.check_two_sides()
        if self.options.go_on >= sides_at_most(self.tables):
            raise ValueError("at least one of each table is out")

    @property
    def has_matches(self) -> bool:
        return sides_at_most(self.tables) == 2

    def first_seating(self, order: Sequence[str]) -> Seating:
        """The first round: the matches of the bracket, then, where they play on, those with nobody against them."""
        if not self.has_matches:
            sizes = self.tables.sizes(len(order))
            spared = len(order) - sum(sizes) if sizes else 0
            return filled([*order[spared:], *order[:spared]], sizes)
        units = self._units(order)
        bracket = drawn_bracket([frozenset(unit) for unit in units])
        pairs = [(units[entrant], units[other]) for entrant, other in bracket.matches]
        if self.options.losers == "play_on":
            free = {units[entrant][0]: units[entrant] for entrant in sorted(bracket.free)}
            plate_pairs = pair_up(dict.fromkeys(free, 0), {}).pairs
            pairs += [(free[player], free[other]) for player, other in plate_pairs]
        tables = [swiss.facing(side, other) for side, other in pairs]
        seated = {player for table in tables for player in table}
        return Seating(tuple(tables), tuple(player for player in order if player not in seated))

    def rounds(self, players: int) -> int:
        """The number of rounds until it is decided when so many begin; 0 where there is nobody to beat."""
        order = [str(number) for number in range(players)]
        if not self.has_matches:
            return self._begun(tuple(order)).rounds
        return drawn_bracket([frozenset(unit) for unit in self._units(order)]).rounds

    def _units(self, order: Sequence[str]) -> tuple[swiss.Unit, ...]:
        return (
            swiss.couples_of_draw(order) if self.tables.partnership else tuple((player,) for player in order)
        )

    def next_round(self, situation: Situation) -> NextRound:
        room = Room(situation, self.tables)
        if not self.has_matches:
            return self._next_tables(room)
        units = swiss.couples_there(situation) if self.tables.partnership else swiss.singles_there(situation)
        by_ticket = {_tickets(unit, situation): unit for unit in units.ready}
        bracket = self._before(situation, by_ticket)
        matches = [
            (by_ticket[bracket.entrants[entrant]], by_ticket[bracket.entrants[other]])
            for entrant, other in bracket.matches
        ]
        playing = {unit for match in matches for unit in match}
        rest = [unit for unit in units.ready if unit not in playing]
        plate_pairs: list[tuple[swiss.Unit, swiss.Unit]] = []
        bye: swiss.Unit | None = None
        if plays_beside := self.options.losers == "play_on" or bracket.is_over:
            plate_pairs, bye = swiss.paired(room, rest)
        seating = room.seating([swiss.against(room, *pair) for pair in (*matches, *plate_pairs)])
        explanations = [
            *swiss.opening(room, seating, units),
            *_matches(seating, len(matches), len(bracket.left)),
        ]
        explanations += _plate_reasons(room, seating, len(matches), plate_pairs)
        free = [by_ticket[bracket.entrants[entrant]] for entrant in bracket.free]
        if not bracket.is_over:
            explanations += _of_all(free, "knock-out.goes-on")
        if plays_beside:
            score = {unit[0]: room.results.score(unit) for unit in rest}
            explanations += swiss.bye_reasons(bye, swiss.sat_out_by(room, rest), score)
        else:
            explanations += _of_all([unit for unit in rest if unit not in free], "knock-out.rests")
        return NextRound(seating, tuple(explanations))

    def _next_tables(self, room: Room) -> NextRound:
        remaining = self.remaining(room.situation)
        ticket = {player: ticket_of(player, room.situation.tickets) for player in room.present}
        left = (
            ()
            if remaining.is_over
            else [player for player in room.present if ticket[player] in remaining.left]
        )
        sizes = self.tables.sizes(len(left))
        place = {player: number for number, player in enumerate(room.ranked(left))}
        spared = sorted(left, key=lambda player: (remaining.spared.get(ticket[player], 0), place[player]))
        spared = spared[: len(left) - sum(sizes)]
        playing = [player for player in left if player not in spared]
        tables = drawn_tables(playing, sizes, room.meetings, partnership=False)
        rest = [player for player in room.present if player not in left]
        plays_beside = self.options.losers == "play_on" or remaining.is_over
        plate = _like_with_like(room, rest, self.tables) if plays_beside else Seating((), tuple(rest))
        seating = room.seating([*tables, *plate.tables])
        explanations = [*swiss.opening(room, seating)]
        going_on = remaining.going_on(seating, room.situation.tickets)
        for number, (table, count) in enumerate(zip(seating.tables, going_on, strict=True), start=1):
            if count:
                why, rule = _match(len(left), len(table), count), "knock-out.match"
            else:
                scores = [room.results.score([player]) for player in table]
                why, rule = _in_plate(scores, room.meetings.at(table)), "knock-out.beside"
            explanations.append(reasons.at_table(rule, number, table, partnership=False, why=why))
        back = [player for player in left if ticket[player] in remaining.back]
        explanations += reasons.about(back, "knock-out.comes-back")
        explanations += reasons.about(spared, "knock-out.spared")
        if plays_beside:
            explanations += reasons.to_sit_out(plate.sitting_out, room.sat_out)
        else:
            explanations += reasons.about(rest, "knock-out.rests")
        return NextRound(seating, tuple(explanations))

    def remaining(self, situation: Situation) -> Remaining:
        return self._followed(situation).before(
            {ticket_of(player, situation.tickets) for player in situation.present()}
        )

    def going_on(self, seating: Seating, situation: Situation | None) -> tuple[int, ...]:
        """How many go on from each table of a round about to be played, 0 in the plate; () in a bracket.

        Arguments:
            situation: how things stood before it; None for the first round.
        """
        if self.has_matches:
            return ()
        if situation is None:
            return self._begun(tuple(seating.players())).going_on(seating, {})
        present = {ticket_of(player, situation.tickets) for player in seating.players()}
        return self._followed(situation).before(present).going_on(seating, situation.tickets)

    def progress(self, situation: Situation) -> Bracket | Remaining:
        return self.bracket(situation) if self.has_matches else self.remaining(situation)

    def _begun(self, drawn: tuple[str, ...]) -> Remaining:
        return Remaining(self.tables, self.options.go_on, drawn, drawn)

    def _followed(self, situation: Situation) -> Remaining:
        drawn = [ticket_of(player, situation.tickets) for player in self._drawn(situation)]
        remaining = self._begun(tuple(drawn))
        for round_ in situation.played:
            remaining = remaining.after(round_, situation.tickets)
        return remaining

    def _drawn(self, situation: Situation) -> list[str]:
        place = {player: number for number, player in enumerate(situation.start_order)}
        drawn = {
            player: ticket_of(player, situation.tickets) for player in situation.played[0].seating.players()
        }
        return sorted(drawn, key=lambda player: place.get(drawn[player], len(place)))

    def bracket(self, situation: Situation) -> Bracket:
        units = swiss.couples_there(situation) if self.tables.partnership else swiss.singles_there(situation)
        return self._before(situation, [_tickets(unit, situation) for unit in units.ready])

    def is_in_it(self, situation: Situation, player: str) -> bool:
        ticket = ticket_of(player, situation.tickets)
        if not self.has_matches:
            remaining = self._followed(situation)
            return not remaining.is_over and ticket in remaining.left
        bracket = self._as_played(situation)
        present = {ticket, *(ticket_of(other, situation.tickets) for other in situation.present())}
        entrants = [bracket.entrants[entrant] for entrant in bracket.left]
        return not bracket.is_over and any(ticket in entrant and entrant <= present for entrant in entrants)

    def _before(self, situation: Situation, ready: Collection[frozenset[str]]) -> Bracket:
        bracket = self._as_played(situation)
        present = {ticket for entrant in bracket.entrants if entrant in ready for ticket in entrant}
        return without_absent(bracket, present)

    def _as_played(self, situation: Situation) -> Bracket:
        # Whoever has left since is still in it here.
        first = situation.played[0].seating
        if self.tables.partnership:
            units: Sequence[swiss.Unit] = swiss.first_couples(situation)
        else:
            units = [(player,) for player in self._drawn(situation)]
        entrants = [_tickets(unit, situation) for unit in _as_seated(units, first)]
        return followed(drawn_bracket(entrants), situation.played, situation.tickets)


def may_win(mover: Movement, situation: Situation | None, player: str) -> bool:
    """Whether somebody may still win a knock-out, there or not; None: its first round is not settled yet."""
    return isinstance(mover, KnockOut) and (situation is None or mover.is_in_it(situation, player))


def sides_at_most(tables: Tables) -> int:
    return 2 if tables.partnership else max(tables.allowed)


def _tickets(unit: swiss.Unit, situation: Situation) -> frozenset[str]:
    return frozenset(ticket_of(player, situation.tickets) for player in unit)


def _as_seated(units: Sequence[swiss.Unit], first: Seating) -> list[swiss.Unit]:
    # Where the director placed people by hand, the first tables are the matches; else it is the draw.
    bracket = drawn_bracket([frozenset(unit) for unit in units])
    of = {frozenset(unit): unit for unit in units}
    drawn = {unit: place for place, unit in enumerate(units)}
    units_by_seed: dict[int, swiss.Unit] = {}
    for seeds, table in zip(bracket.matches, first.tables, strict=False):
        sides = [of[side] for side in map(frozenset, (table[::2], table[1::2])) if side in of]
        units_by_seed |= dict(zip(sorted(seeds), sorted(sides, key=drawn.__getitem__), strict=False))
    placed = set(units_by_seed.values())
    rest = iter([unit for unit in units if unit not in placed])
    return [units_by_seed[seed] if seed in units_by_seed else next(rest) for seed in range(len(units))]


def _like_with_like(room: Room, players: Sequence[str], tables: Tables) -> Seating:
    sizes = tables.sizes(len(players))
    out = room.lowest_to_sit_out(len(players) - sum(sizes), players)
    seating = filled(room.ranked(player for player in players if player not in out), sizes)
    return Seating(seating.tables, tuple(player for player in players if player in out))


def _matches(seating: Seating, matches: int, left: int) -> list[Reason]:
    return [
        reasons.at_table("knock-out.match", number, table, partnership=True, why=_match(left))
        for number, table in enumerate(seating.tables[:matches], start=1)
    ]


def _plate_reasons(
    room: Room, seating: Seating, matches: int, pairs: Sequence[tuple[swiss.Unit, swiss.Unit]]
) -> list[Reason]:
    met = swiss.met_by(room, [unit for pair in pairs for unit in pair])
    explanations = []
    for number, (side, other) in enumerate(pairs, start=matches + 1):
        table = seating.tables[number - 1]
        why = _in_plate(swiss.scores_of_sides(room, table), met[side[0]].get(other[0], 0))
        explanations.append(reasons.at_table("knock-out.beside", number, table, partnership=True, why=why))
    return explanations


def _match(left: int, seats: int = 2, go_on: int = 0) -> Sentence:
    if left == seats:
        return coded("knock-out.final")
    return (
        coded("knock-out.best-go-on", left=left, count=go_on)
        if go_on
        else coded("knock-out.match", left=left)
    )


def _in_plate(scores: Iterable[int], met: int) -> Sentence:
    return coded("knock-out.beside", scores=swiss.listed(scores), met=met)


def _of_all(units: Iterable[swiss.Unit], rule: str) -> Iterable[Reason]:
    return reasons.about((player for unit in units for player in unit), rule)
