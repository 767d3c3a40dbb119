"""Places from points: everybody's own over the whole evening, for games that nobody wins for a couple or a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, Protocol

from scoring.derivation import Derivation, Line, Sentence, coded, gettext_noop, wordings
from tournaments.ranking.knock_out import RoundReached
from tournaments.ranking.standings import (
    Adjustment,
    PrizeCut,
    Standing,
    TableResult,
    heirs_of,
    line_of,
    placed,
)
from tournaments.ranking.tie_breaks import DECIDED, compared, half_games

# --- What can be said of somebody and a place before the end, in the same words everywhere ------------

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
    """What the standings ask of an evening's options; PointsOptions has it."""

    @property
    def rank_by(self) -> RankBy:
        """What decides first: all points, or what is left after settling with everybody at the table."""

    @property
    def tie_breaks(self) -> tuple[TotalsTieBreak, ...]:
        """What is compared after that, in this order."""

    @property
    def substitute(self) -> Literal["own", "inherits"]:
        """Whether a substitute takes over the line of the player replaced."""


@dataclass
class Total:
    """What one line adds up to, in whole numbers.

    Arguments:
        difference: the points less those of each of the others at the table, as a session is
            settled in differences; of couples, less those of the other couple.
        won_halves: tables at which nobody had more points, in half games: two alone, one where it
            is shared.
        best_round: the most points in one round.
    """

    played: int = 0
    points: int = 0
    difference: int = 0
    won_halves: int = 0
    best_round: int = 0


def points_for(total: Total) -> int:
    return total.points


def points_difference(total: Total) -> int:
    return total.difference


def tables_won(total: Total) -> int:
    return total.won_halves


def best_round(total: Total) -> int:
    return total.best_round


TOTALS_TIE_BREAKS: Mapping[TotalsTieBreak, Callable[[Total], int]] = {
    "points_difference": points_difference,
    "points_for": points_for,
    "tables_won": tables_won,
    "best_round": best_round,
}
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
    results: Iterable[TableResult],
    sit_outs: Mapping[str, int],
    rules: TotalsRules,
    *,
    partnership: bool = False,
    prize_cuts: Sequence[PrizeCut] = (),
    tickets: Mapping[str, str] | None = None,
    adjustments: Sequence[Adjustment] = (),
    stages: Mapping[str, RoundReached] | None = None,
) -> tuple[Standing, ...]:
    """Work out the standings: most points first, then the tie-breaks; who is level shares the place.

    Arguments:
        players: everybody who is to have a line; their order is kept among those who share a place.
        results: the rounds at each table, with the points of each seat.
        partnership: whether seats 1+3 play against 2+4.
        prize_cuts, tickets: as in the standings of games.
        adjustments: what counts beside the rounds; it makes no table won and no round the best.
        stages: how far everybody got in a knock-out, which goes first; None where there is none.

    Returns:
        The lines. `points_for` and `points_difference` are the totals, `won_halves` the tables won;
        nobody wins at the head table or rings a bell.

    Raises:
        ValueError: somebody has played or sat out and has no line.
    """
    heirs = {} if rules.substitute == "own" else heirs_of(tickets or {})
    by_player = {player: Total() for player in players if player not in heirs}
    sat_out = dict.fromkeys(by_player, 0)
    for result in results:
        _add(result, lambda player: by_player[line_of(player, heirs, by_player)], partnership=partnership)
    for adjustment in adjustments:
        total = by_player[line_of(adjustment.player, heirs, by_player)]
        total.points += adjustment.points
        total.difference += adjustment.difference
    for player, rounds in sit_outs.items():
        sat_out[line_of(player, heirs, by_player)] += rounds
    names: tuple[TotalsTieBreak, ...] = (FIRST[rules.rank_by], *rules.tie_breaks)
    keys = {
        player: tuple(TOTALS_TIE_BREAKS[name](total) for name in names) for player, total in by_player.items()
    }
    if stages is not None:
        keys = {player: (stages[player].rank, *key) for player, key in keys.items()}
    compared = names if stages is None else ("stage", *names)
    ranked = sorted(by_player, key=keys.__getitem__, reverse=True)
    lines: list[Standing] = []
    for player, place in placed(ranked, keys, prize_cuts):
        above = lines[-1] if lines else None
        decided_by = _decided_by(compared, keys, above, player, place) if above else ""
        explanation = _explained(decided_by, by_player[above.player], by_player[player]) if above else None
        if stages and decided_by == "stage":
            explanation = stages[player].sentence
        lines.append(_standing(player, place, by_player[player], sat_out[player], decided_by, explanation))
    return tuple(lines)


def _add(result: TableResult, line: Callable[[str], Total], *, partnership: bool) -> None:
    points, best = result.points, max(result.points)
    sides = 2 if partnership else len(points)
    shared = points.count(best) > len(points) // sides
    for seat, player in result.players():
        total, own = line(player), points[seat - 1]
        others = [points[(seat - 1 + step) % len(points)] for step in range(1, sides)]
        total.best_round = max(total.best_round, own) if total.played else own
        total.played += 1
        total.points += own
        total.difference += len(others) * own - sum(others)
        if own == best:
            total.won_halves += 1 if shared else 2


def _decided_by(
    names: Sequence[str], keys: Mapping[str, tuple[int, ...]], above: Standing, player: str, place: int
) -> str:
    for name, mine, theirs in zip(names, keys[above.player], keys[player], strict=True):
        if mine != theirs:
            return name
    return "shared" if place == above.place else "cut"


def _explained(decided_by: str, above: Total, below: Total) -> Sentence | None:
    # None for what the totals do not know.
    for name, value in TOTALS_TIE_BREAKS.items():
        if name == decided_by:
            if name == "tables_won":
                return compared(name, half_games(above.won_halves), half_games(below.won_halves))
            return compared(name, value(above), value(below))
    return DECIDED.get(decided_by)


def _standing(
    player: str, place: int, total: Total, sat_out: int, decided_by: str, explanation: Sentence | None
) -> Standing:
    return Standing(
        player=player,
        place=place,
        played=total.played,
        won_halves=total.won_halves,
        points_for=total.points,
        points_difference=total.difference,
        head_table_wins=0,
        bells_rung=0,
        sat_out=sat_out,
        decided_by=decided_by,
        explanation=explanation,
    )
