"""Places from results: games won, points or game points, then the evening's tie-breaks; level, they share it."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, Protocol

from scoring.derivation import Sentence
from tournaments.ranking.tie_breaks import (
    RoundReached,
    RoundTally,
    StandingTally,
    TieBreak,
    counted_first,
    explain,
)

# Who goes on with what somebody else began: substitutes take over tickets, and sometimes the lines of them.


def heirs_of(replaced: Mapping[str, str]) -> dict[str, str]:
    """For each who was replaced, the substitute; `replaced` has it the other way round."""
    return {before: substitute for substitute, before in replaced.items()}


def last_heir(heir: str, heirs: Mapping[str, str]) -> str:
    """The last in the chain of substitutes for somebody; themselves where nobody replaced them."""
    while heir in heirs:
        heir = heirs[heir]
    return heir


def holders(replaced: Mapping[str, str]) -> dict[str, str]:
    heirs = heirs_of(replaced)
    return {ticket: last_heir(ticket, heirs) for ticket in heirs}


def line_of(player: str, heirs: Mapping[str, str], lines: Container[str]) -> str:
    """Whose line counts what a player does.

    Raises:
        ValueError: nobody's.
    """
    heir = last_heir(player, heirs)
    if heir not in lines:
        raise ValueError(f"{heir} has played or sat out and has no line")
    return heir


# What counts for one player beside the results of the tables: penalties, and hands played in another's seat.


@dataclass(frozen=True, slots=True)
class Adjustment:
    """What is added to one line.

    Arguments:
        points: to the points for; negative for a penalty.
        difference: to the points difference.
    """

    player: str
    points: int
    difference: int


@dataclass(frozen=True, slots=True)
class HandAtSeat:
    """One hand as it counts for somebody in a seat.

    Arguments:
        points: of couples A and B, or of each seat.
        seat: where the announced seats have the player, from 1.
    """

    points: Sequence[int]
    seat: int


def penalty(players: Iterable[str], points: int) -> list[Adjustment]:
    return [Adjustment(player, points, points) for player in players]


def seat_worth(hand: HandAtSeat, *, couples: bool) -> tuple[int, int]:
    """What a hand brought the seat: its points, and these less those of the others at the table.

    Arguments:
        couples: whether seats 1+3 play against 2+4, each of them counting the points of the couple; the others
            are the other couple then.
    """
    points, index = hand.points, hand.seat - 1
    if couples:
        own, against = points[index % 2], points[(index + 1) % 2]
        return own, own - against
    own = points[index]
    return own, len(points) * own - sum(points)


def seats_exchanged(
    one: str, other: str, hands: Iterable[tuple[str, HandAtSeat]], *, couples: bool
) -> list[Adjustment]:
    """Two players sat in each other's seats: what the hands brought each goes to the other.

    The games themselves stay those of the couples that were announced: won, lost and moved by as
    played.

    Arguments:
        hands: each with the one of the two players who is announced for its seat.
    """
    adjustments: list[Adjustment] = []
    for announced, hand in hands:
        points, difference = seat_worth(hand, couples=couples)
        adjustments.append(Adjustment(announced, -points, -difference))
        adjustments.append(Adjustment(other if announced == one else one, points, difference))
    return adjustments


HEAD_TABLE = 1


class StandingRules(Protocol):
    @property
    def tie_breaks(self) -> tuple[TieBreak, ...]:
        """What is compared, in this order, after games won."""

    @property
    def sitout(self) -> Literal["none", "half", "average"] | int:
        """What a round sat out is credited with: half a game, the average of one's own rounds, or so many."""

    @property
    def best_rounds(self) -> int | None:
        """How many rounds of each count, the best of theirs; None for all."""

    @property
    def substitute(self) -> Literal["own", "inherits"]:
        """Whether a substitute takes over the line of the player replaced."""


@dataclass(frozen=True)
class TableResult:
    """The game of one table in one round.

    Arguments:
        table: its number, from 1, the head table.
        points: the points of couple A (seats 1 and 3) and of couple B, or those of each seat.
        winner: the side that won the game, by points or by the cut, outright or drawn by lot: "A",
            "B", or the number of a seat; "" where nobody has.
        by_seat: whether everybody plays alone, so that the points are those of seats.
        rang: whether this table rang the bell. The bell is the winners': whoever reached the target
            first has no fewer points than the others when play stops.
        absent: those of them who had left before the round began: they have not played.
    """

    round: int
    table: int
    seats: tuple[str, ...]
    points: tuple[int, ...]
    winner: str
    rang: bool = False
    by_seat: bool = False
    absent: tuple[str, ...] = ()

    def players(self) -> Iterator[tuple[int, str]]:
        return (
            (seat, player) for seat, player in enumerate(self.seats, start=1) if player not in self.absent
        )

    def side(self, seat: int) -> str:
        return str(seat) if self.by_seat else "AB"[(seat - 1) % 2]

    def own_points(self, seat: int) -> int:
        return self.points[(seat - 1) % len(self.points)]

    def difference(self, seat: int) -> int:
        return len(self.points) * self.own_points(seat) - sum(self.points)

    @property
    def margin(self) -> int:
        place = int(self.winner) - 1 if self.by_seat else "AB".index(self.winner)
        return self.points[place] - max(points for at, points in enumerate(self.points) if at != place)


@dataclass(frozen=True)
class PrizeCut:
    """A cut for a prize as it was recorded.

    Arguments:
        order: everybody who cut, the one who won the prize first. It decides between players who
            are level only if all of those took part.
        colour: the ticket colour whose prize it is, or None for a prize of the whole room.
        decided: how many of them, from the first on, the cut put in order; the others stayed level.
            None for all of them.
        other: the number of the other prizes that it was for; 0 for those of the whole evening.
        escapes: whether the winner of a cut for the booby is the one who does not get it.
    """

    prize: Literal["best", "booby", "place"]
    order: tuple[str, ...]
    colour: str | None = None
    decided: int | None = None
    other: int = 0
    escapes: bool = False

    def parts(self, level: Sequence[str]) -> list[tuple[str, ...]]:
        """The groups into which this cut parts level players, best first; within a group they are still level.

        Who wins the cut for a booby prize comes last, unless that one escapes it.
        """
        decided = self.order[: self.decided]
        groups: list[tuple[str, ...]] = [(player,) for player in decided if player in level]
        rest = tuple(player for player in level if player not in decided)
        all_groups = [*groups, rest] if rest else groups
        return all_groups[::-1] if self.prize == "booby" and not self.escapes else all_groups


@dataclass(frozen=True)
class Standing:
    """One line of the standings.

    Arguments:
        place: shared by those who are level: 1, 2, 2, 4.
        won_halves: games won, in half games, so that a credit for sitting out is a whole number.
        points_for: points of the player's sides; where points count first, with credits and of the
            best rounds only.
        head_table_wins: games won at table 1.
        decided_by: what put this line below the one above it: "won", a tie-break, "cut", or
            "shared" where nothing did; empty for the first line.
        game_points: None where they do not count.
    """

    player: str
    place: int
    played: int
    won_halves: int
    points_for: int
    points_difference: int
    head_table_wins: int = 0
    bells_rung: int = 0
    sat_out: int = 0
    decided_by: str = ""
    explanation: Sentence | None = None
    game_points: int | None = None


def standings(
    players: Sequence[str],
    results: Sequence[TableResult],
    sit_outs: Mapping[str, int],
    rules: StandingRules,
    *,
    counts: Literal["games", "points", "margin"] = "games",
    game_points: Callable[[int], int] | None = None,
    draw: int = 0,
    prize_cuts: Sequence[PrizeCut] = (),
    tickets: Mapping[str, str] | None = None,
    adjustments: Sequence[Adjustment] = (),
    stages: Mapping[str, RoundReached] | None = None,
) -> tuple[Standing, ...]:
    """Work out the standings.

    Arguments:
        players: everybody who is to have a line; their order is kept among those who share a place.
        counts: what is compared first: games won, everybody's own points, or game points.
        game_points: what a margin is worth to the winners, where that counts; `draw` to each where
            nobody won.
        prize_cuts: the cuts recorded. Those for a prize of the whole room part the places; a cut
            for the prize of one colour decides that prize only, as people of other colours may
            share the place.
        tickets: for each substitute, the player replaced. With `substitute="own"` games won by each
            person count for each. With "inherits" everything of the replaced player, sit-outs too,
            counts on the substitute's line, and the replaced player has none.
        stages: how far everybody got in a knock-out, which goes before games won; None where there
            is none.

    Raises:
        ValueError: somebody has two lines, or a game or a sit-out but no line.
    """
    lines = _Lines(players, tickets or {} if rules.substitute == "inherits" else {})
    for result in results:
        lines.add(result)
    for adjustment in adjustments:
        lines.adjust(adjustment)
    sat_out = lines.sat_out(sit_outs)
    for player, tally in lines.tallies.items():
        tally.counts_first = counted_first(
            _values(tally, counts, game_points or (lambda _margin: 0), draw),
            sat_out=sat_out.get(player, 0),
            sitout=rules.sitout,
            best=rules.best_rounds,
        ) + (tally.adjusted if counts == "points" else 0)
        if rules.sitout == "half":
            tally.credited_halves = sat_out.get(player, 0)
    tallies = lines.tallies
    first = {"games": "won", "points": "points_for", "margin": "game_points"}[counts]
    keys = {
        player: (tally.counts_first, *(getattr(tally, name) for name in rules.tie_breaks))
        for player, tally in tallies.items()
    }

    def explained(decided_by: str, above: str, below: str) -> Sentence:
        return explain(decided_by, tallies[above], tallies[below], first=first)

    rows: list[Standing] = []
    names = (first, *rules.tie_breaks)
    for player, place, decided_by, explanation in ranked(names, keys, prize_cuts, stages, explained):
        tally = tallies[player]
        line = Standing(
            player=player,
            place=place,
            played=tally.played,
            won_halves=tally.won_halves,
            points_for=tally.points_for,
            points_difference=tally.points_difference,
            head_table_wins=tally.head_table_wins,
            bells_rung=tally.bells_rung,
            sat_out=sat_out.get(player, 0),
            decided_by=decided_by,
            explanation=explanation,
        )
        rows.append(_with_first(line, tally.counts_first, counts))
    return tuple(rows)


def _values(
    tally: StandingTally,
    counts: Literal["games", "points", "margin"],
    game_points: Callable[[int], int],
    draw: int,
) -> list[int]:
    # Games as half games.
    if counts == "games":
        return [2 * (round_.won is True) for round_ in tally.rounds]
    if counts == "points":
        return [round_.points for round_ in tally.rounds]
    return [
        draw if round_.won is None else game_points(round_.margin) if round_.won else 0
        for round_ in tally.rounds
    ]


def _with_first(line: Standing, first: int, counts: Literal["games", "points", "margin"]) -> Standing:
    # With credits, and of the best rounds only.
    if counts == "games":
        return replace(line, won_halves=first)
    if counts == "points":
        return replace(line, points_for=first)
    return replace(line, game_points=first)


class _Lines:
    def __init__(self, players: Sequence[str], inherited: Mapping[str, str]) -> None:
        self.heirs = heirs_of(inherited)
        self.tallies = {player: StandingTally() for player in players if player not in self.heirs}
        if len(set(players)) != len(players):
            raise ValueError("everybody has one line")

    def line(self, player: str) -> str:
        return line_of(player, self.heirs, self.tallies)

    def add(self, result: TableResult) -> None:
        margin = result.margin if result.winner else 0
        for seat, player in result.players():
            tally = self.tallies.get(player) or self.tallies[self.line(player)]
            own = result.own_points(seat)
            won = result.side(seat) == result.winner if result.winner else None
            tally.played += 1
            tally.points_for += own
            tally.points_against += own - result.difference(seat)
            tally.rounds.append(RoundTally(own, won, margin))
            if won:
                tally.games_won += 1
                tally.head_table_wins += result.table == HEAD_TABLE
                tally.bells_rung += result.rang

    def adjust(self, adjustment: Adjustment) -> None:
        tally = self.tallies[self.line(adjustment.player)]
        tally.points_for += adjustment.points
        tally.adjusted += adjustment.points
        tally.points_against += adjustment.points - adjustment.difference

    def sat_out(self, sit_outs: Mapping[str, int]) -> dict[str, int]:
        rounds_by_line: dict[str, int] = {}
        for player, rounds in sit_outs.items():
            line = self.line(player)
            rounds_by_line[line] = rounds_by_line.get(line, 0) + rounds
        return rounds_by_line


class Ranked(NamedTuple):
    """A player with their place, what put them below the one above, "" for the first, and why."""

    player: str
    place: int
    decided_by: str
    explanation: Sentence | None


def ranked(
    names: Sequence[str],
    keys: Mapping[str, tuple[int, ...]],
    cuts: Sequence[PrizeCut],
    stages: Mapping[str, RoundReached] | None,
    explained: Callable[[str, str, str], Sentence | None],
) -> Iterator[Ranked]:
    """Yield players best first.

    Arguments:
        names: what is compared, by name and in order.
        keys: what each player has of it.
        stages: how far everybody got in a knock-out, which goes before; None where there is none.
        explained: why what is named, "cut" or "shared" decided between two of them.
    """
    if stages is not None:
        names = ("stage", *names)
        keys = {player: (stages[player].rank, *key) for player, key in keys.items()}
    above: Ranked | None = None
    for player, place in placed(sorted(keys, key=keys.__getitem__, reverse=True), keys, cuts):
        if above is None:
            above = Ranked(player, place, "", None)
        else:
            pairs = zip(names, keys[above.player], keys[player], strict=True)
            level = "shared" if place == above.place else "cut"
            decided_by = next((name for name, mine, theirs in pairs if mine != theirs), level)
            if stages is not None and decided_by == "stage":
                explanation: Sentence | None = stages[player].sentence
            else:
                explanation = explained(decided_by, above.player, player)
            above = Ranked(player, place, decided_by, explanation)
        yield above


def placed(
    ranked: Sequence[str], keys: Mapping[str, tuple[int, ...]], cuts: Sequence[PrizeCut]
) -> Iterator[tuple[str, int]]:
    """Yield ranked players with their places; cuts that all who are level have made put those in order."""
    start = 0
    while start < len(ranked):
        end = start + 1
        while end < len(ranked) and keys[ranked[end]] == keys[ranked[start]]:
            end += 1
        level = ranked[start:end]
        for group in parted_by_cuts(level, cuts):
            yield from ((player, start + 1) for player in group)
            start += len(group)


def parted_by_cuts(
    level: Sequence[str], cuts: Sequence[PrizeCut], colour: str | None = None, other: int = 0
) -> list[tuple[str, ...]]:
    """Return players who are level in groups, best first, as far as recorded cuts part them.

    The first cut that all of them made and that parts them counts; those it leaves level may cut
    again.

    Arguments:
        colour: only cuts for prizes of this ticket colour count; None for prizes of the whole room.
        other: only those for the other prizes of this number; 0 for the prizes of the whole
            evening.
    """
    for place, cut in enumerate(cuts, start=1):
        is_for = (cut.colour, cut.other) == (colour, other)
        if len(level) > 1 and is_for and set(level) <= set(cut.order):
            groups = cut.parts(level)
            if len(groups) > 1:
                later = cuts[place:]
                return [part for group in groups for part in parted_by_cuts(group, later, colour, other)]
    return [tuple(level)]
