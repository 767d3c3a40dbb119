"""Places from points: everybody's own over the whole evening, for games that nobody wins for a couple or a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, Protocol, get_args

from scoring.derivation import Derivation, Line, Sentence, coded, gettext_noop, wordings
from tournaments.ranking import standings
from tournaments.ranking.tie_breaks import DECIDED, RoundReached, compared, counted_first, half_games

Verdict = Literal["clinched", "possible", "level", "impossible", "open"]
"""The place is theirs whatever happens; can be reached; at best level with others; not any more; not settled."""

_VERDICTS: Final[Mapping[Verdict, str]] = {
    "clinched": gettext_noop("Place %(place)s or better is certain."),
    "possible": gettext_noop("Place %(place)s can still be reached."),
    "level": gettext_noop("Place %(place)s can be reached at best on tie-breaks."),
    "impossible": gettext_noop("Place %(place)s cannot be reached any more."),
    "open": gettext_noop("Whether place %(place)s can be reached cannot be said for certain yet."),
}


def verdict_said(verdict: Verdict, place: int) -> Sentence:
    return Sentence(_VERDICTS[verdict], {"place": place})


RankBy = Literal["points", "differences"]
TotalsTieBreak = Literal["points_difference", "points_for", "tables_won", "best_round"]


class TotalsRules(Protocol):
    @property
    def rank_by(self) -> RankBy:
        """What decides first: all points, or what is left after settling with everybody at the table."""

    @property
    def sitout(self) -> Literal["none", "half", "average"] | int:
        """What a round sat out is credited with, in what decides first; nobody is offered half a game."""

    @property
    def tie_breaks(self) -> tuple[TotalsTieBreak, ...]:
        """What is compared after that, in this order."""

    @property
    def substitute(self) -> Literal["own", "inherits"]:
        """Whether a substitute takes over the line of the player replaced."""


@dataclass
class Total:
    """What one line adds up to, in whole numbers; each tie-break is the attribute of its name.

    Arguments:
        points_difference: the points less those of each of the others at the table, as a session is
            settled in differences; of couples, less those of the other couple.
        tables_won: tables at which nobody had more points, in half games: two alone, one where it
            is shared.
        best_round: the most points in one round.
        rounds: what each round brought of what is compared first.
    """

    played: int = 0
    points_for: int = 0
    points_difference: int = 0
    tables_won: int = 0
    best_round: int = 0
    rounds: list[int] = field(default_factory=list)


FIRST: Mapping[RankBy, Literal["points_for", "points_difference"]] = {
    "points": "points_for",
    "differences": "points_difference",
}

wordings({"evening.outright": gettext_noop("Wins the game outright, which counts its target: %(points)s")})


def counted(slip: Derivation, target: int | None) -> Derivation:
    """The slip of a hand as it counts in an evening of points.

    A hand that wins the game outright scores nothing by itself. Where no games are played it counts the points
    that win one, by the same rule of the game that made it win.
    """
    winner = slip.wins_game
    if winner is None or target is None:
        return slip
    rule = next(line.rule for line in slip.lines if line.seats == (winner,) and not line.points)
    credit = Line((winner,), target, rule, coded("evening.outright", points=target))
    return slip._replace(lines=(*slip.lines, credit))


def totals(
    players: Sequence[str],
    results: Iterable[standings.TableResult],
    sit_outs: Mapping[str, int],
    rules: TotalsRules,
    *,
    partnership: bool = False,
    prize_cuts: Sequence[standings.PrizeCut] = (),
    tickets: Mapping[str, str] | None = None,
    adjustments: Sequence[standings.Adjustment] = (),
    stages: Mapping[str, RoundReached] | None = None,
) -> tuple[standings.Standing, ...]:
    """Work out the standings: most points first, then the tie-breaks; who is level shares the place.

    Arguments:
        players: everybody who is to have a line; their order is kept among those who share a place.
        results: the rounds at each table, with the points of each seat.
        partnership: whether seats 1+3 play against 2+4.
        prize_cuts, tickets: as in the standings of games.
        adjustments: what counts beside the rounds; it makes no table won and no round the best.
        stages: how far everybody got in a knock-out, which goes first; None where there is none.

    Returns:
        The lines. `points_for` and `points_difference` are the totals, the one compared first with the credit for
        rounds sat out; `won_halves` the tables won; nobody wins at the head table or rings a bell.

    Raises:
        ValueError: somebody has played or sat out and has no line.
    """
    heirs = {} if rules.substitute == "own" else standings.heirs_of(tickets or {})
    by_player = {player: Total() for player in players if player not in heirs}
    sat_out = dict.fromkeys(by_player, 0)
    first = FIRST[rules.rank_by]
    for result in results:
        _add(
            result,
            lambda player: by_player[standings.line_of(player, heirs, by_player)],
            first=first,
            partnership=partnership,
        )
    for adjustment in adjustments:
        total = by_player[standings.line_of(adjustment.player, heirs, by_player)]
        total.points_for += adjustment.points
        total.points_difference += adjustment.difference
    for player, rounds in sit_outs.items():
        sat_out[standings.line_of(player, heirs, by_player)] += rounds
    for player, total in by_player.items():
        credited = counted_first(total.rounds, sat_out=sat_out[player], sitout=rules.sitout, best=None)
        setattr(total, first, getattr(total, first) + credited - sum(total.rounds))
    names: tuple[TotalsTieBreak, ...] = (first, *rules.tie_breaks)
    keys = {player: tuple(getattr(total, name) for name in names) for player, total in by_player.items()}

    def explained(decided_by: str, above: str, below: str) -> Sentence | None:
        return _explained(decided_by, by_player[above], by_player[below])

    return tuple(
        standings.Standing(
            player=player,
            place=place,
            played=by_player[player].played,
            won_halves=by_player[player].tables_won,
            points_for=by_player[player].points_for,
            points_difference=by_player[player].points_difference,
            sat_out=sat_out[player],
            decided_by=decided_by,
            explanation=explanation,
        )
        for player, place, decided_by, explanation in standings.ranked(
            names, keys, prize_cuts, stages, explained
        )
    )


def _add(
    result: standings.TableResult,
    line: Callable[[str], Total],
    *,
    first: Literal["points_for", "points_difference"],
    partnership: bool,
) -> None:
    points, best = result.points, max(result.points)
    sides = 2 if partnership else len(points)
    shared = points.count(best) > len(points) // sides
    for seat, player in result.players():
        total, own = line(player), points[seat - 1]
        others = [points[(seat - 1 + step) % len(points)] for step in range(1, sides)]
        total.best_round = max(total.best_round, own) if total.played else own
        total.played += 1
        difference = len(others) * own - sum(others)
        total.points_for += own
        total.points_difference += difference
        total.rounds.append(own if first == "points_for" else difference)
        if own == best:
            total.tables_won += 1 if shared else 2


def _explained(decided_by: str, above: Total, below: Total) -> Sentence | None:
    # None for what the totals do not know.
    if decided_by not in get_args(TotalsTieBreak):
        return DECIDED.get(decided_by)
    mine, theirs = getattr(above, decided_by), getattr(below, decided_by)
    if decided_by == "tables_won":
        return compared(decided_by, half_games(mine), half_games(theirs))
    return compared(decided_by, mine, theirs)
