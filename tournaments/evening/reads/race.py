"""The race of an evening: the standings as they were after each settled round, and what each round brought."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from tournaments.evening.models import Evening
from tournaments.evening.plan import Plan
from tournaments.evening.reads.facts import plan_of, replaced, table_results
from tournaments.evening.reads.results import standings_of, tickets_of
from tournaments.ranking.standings import Standing, TableResult


@dataclass(frozen=True, slots=True)
class Leg:
    """What a round was for one ticket.

    Attributes:
        round: its number, from 1.
        place: the row in the standings after it, from 1; players who are level follow each other.
        points: the points of the ticket's side; None where it did not play.
        won: whether it won its game.
        sat_out: whether it had no seat.
    """

    round: int
    place: int
    points: int | None = None
    won: bool = False
    sat_out: bool = False


@dataclass(frozen=True, slots=True)
class Runner:
    """A ticket's way through the evening: its line of the standings as they are, and its rounds."""

    line: Standing
    legs: tuple[Leg, ...]


def race_of(evening: Evening) -> tuple[Runner, ...]:
    """Everybody in the order of the standings, with all settled rounds; about a dozen queries, however many rounds.

    After the rounds before the last only what was played counts: the director's adjustments and the cuts for
    prizes belong to no round. None in a knock-out, whose bracket tells it, and before the first settled round.
    """
    plan = plan_of(evening)
    results, sat_out = table_results(evening)
    if not sat_out or plan.has_bracket:
        return ()
    final = standings_of(evening)
    tickets = tickets_of(evening)
    before = _before_the_last(plan, [ticket.code for ticket in tickets], replaced(tickets), results, sat_out)
    whose = _whose_line([line.player for line in final], replaced(tickets))
    played = _played(results, whose)
    out = {number: {whose.get(code, code) for code in codes} for number, codes in sat_out.items()}
    places = {
        number: {code: place for place, code in enumerate(order, start=1)}
        for number, order in zip(sat_out, [*before, [line.player for line in final]], strict=True)
    }
    return tuple(
        Runner(
            line,
            tuple(
                Leg(
                    number,
                    places[number][line.player],
                    *played.get((number, line.player), (None, False)),
                    sat_out=line.player in out[number],
                )
                for number in sat_out
            ),
        )
        for line in final
    )


def _whose_line(lines: Sequence[str], replaced_by: Mapping[str, str]) -> dict[str, str]:
    """On whose line each ticket counts: its own, or that of the substitute who took it over; theirs where none is."""
    whose = {line: line for line in lines}
    heirs = {old: new for new, old in replaced_by.items()}
    for code in heirs:
        heir = code
        while heir not in whose and heir in heirs:
            heir = heirs[heir]
        whose[code] = whose.get(heir, heir)
    return whose


def _before_the_last(
    plan: Plan,
    players: Sequence[str],
    tickets: Mapping[str, str],
    results: Sequence[TableResult],
    sat_out: Mapping[int, tuple[str, ...]],
) -> list[list[str]]:
    """The tickets in the order of the standings after each settled round but the last."""
    found = []
    for number in list(sat_out)[:-1]:
        lines = plan.standings(
            players,
            [result for result in results if result.round <= number],
            Counter(chain.from_iterable(codes for at, codes in sat_out.items() if at <= number)),
            prize_cuts=(),
            tickets=tickets,
        )
        found.append([line.player for line in lines])
    return found


def _played(
    results: Sequence[TableResult], whose: Mapping[str, str]
) -> dict[tuple[int, str], tuple[int | None, bool]]:
    """The points that each round brought each line, and whether its game was won."""
    return {
        (result.round, whose[code]): (
            result.own_points(seat),
            bool(result.winner) and result.side(seat) == result.winner,
        )
        for result in results
        for seat, code in result.players()
    }
