"""The table of a league: match points first or whatever its chain begins with, then the rest of the chain.

Those who are level in one thing are compared in the next, and only those. What counts among them alone (head to
head) is counted among those who are level at that point; where it parts some of them and leaves others level, it is
counted again among these alone, until it parts nobody any more. Level in everything, they share the place.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Literal

from tournaments.ranking.league.lots import Lots
from tournaments.ranking.league.results import Edition, Match, MatchPoints, Results
from tournaments.ranking.league.tie_breaks import AMONG_THE_LEVEL, TIE_BREAKS, Count, Level, TieBreak
from tournaments.ranking.league.values import Beside, Fixture


@dataclass(frozen=True)
class TableRules:
    """How a league is placed.

    Arguments:
        chain: what is compared, in this order.
        match_points: what a fixture brings.
        edition: by which rules rounds count that were not played.
        all_meet: whether who meets whom was settled from the start, as in a round robin.
    """

    chain: tuple[TieBreak, ...] = ("match_points", "head_to_head", "games_won", "points_difference")
    match_points: MatchPoints = field(default_factory=MatchPoints)
    edition: Edition = "fide_2023"
    all_meet: bool = False

    def results(
        self, entrants: Iterable[str], fixtures: Iterable[Fixture], beside: Beside | None = None
    ) -> Results:
        """All that counts, by these rules. Raises ValueError as `Results.of` does."""
        return Results.of(
            entrants,
            fixtures,
            self.match_points,
            edition=self.edition,
            all_meet=self.all_meet,
            beside=beside,
        )


@dataclass(frozen=True, slots=True)
class Step:
    """One thing compared among some who were level until then.

    Arguments:
        name: what was compared.
        tied: who was level, in the order in which they stand at the end.
        counts: what each of them has, in that order; empty where it cannot be asked: they have not all met equally
            often, have drawn no lots, or somebody has no rating.
    """

    name: TieBreak
    tied: tuple[str, ...]
    counts: tuple[Count, ...]

    def of(self, entrant: str) -> Count:
        """What one of them has."""
        return self.counts[self.tied.index(entrant)]

    def parts(self, one: str, other: str) -> bool:
        """Whether it parts two of them."""
        return bool(self.counts) and self.of(one).value != self.of(other).value


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the table.

    Arguments:
        entrant: whose it is.
        place: shared by those who are level: 1, 2, 2, 4.
        played: fixtures that counted, byes left out.
        won, drawn, lost: of those.
        byes: rounds with nobody to meet.
        match_points: in halves, with what was given or taken off.
        adjusted: what of them was given or, below nothing, taken off by the secretary.
        games, points: own, and those of the other sides; no points where none were entered for any of the fixtures.
        decided_by: what put this line below the one above; "shared" where nothing did, "" for the first line.
        steps: everything this entrant was compared in, in the order of the chain.
    """

    entrant: str
    place: int
    played: int
    won: int
    drawn: int
    lost: int
    byes: int
    match_points: int
    adjusted: int
    games: tuple[int, int]
    points: tuple[int, int] | None
    decided_by: TieBreak | Literal["shared", ""]
    steps: tuple[Step, ...]


def table(
    entrants: Iterable[str],
    fixtures: Iterable[Fixture],
    rules: TableRules,
    *,
    lots: Sequence[Lots] = (),
    beside: Beside | None = None,
) -> tuple[Line, ...]:
    """Work out the table.

    Arguments:
        entrants: everybody who is to have a line. Those who share a place stand by their ids, so that the order in
            which they are named never shows.
        fixtures: of the league, in any order; only what is played or forfeited counts.
        rules: how it is placed.
        lots: those recorded, where the chain asks for them.
        beside: what is known of the entrants beside their fixtures.

    Returns:
        The lines, best first.

    Raises:
        ValueError: somebody is named twice, or has played and is not in the league.
    """
    results = rules.results(sorted(entrants), fixtures, beside)
    return tuple(_lines(results, list(ranked(Level(results, frozenset(results.matches), lots), rules.chain))))


Group = tuple[tuple[str, ...], tuple[Step, ...]]
"""Those who share a place, and all they were compared in."""


def ranked(level: Level, chain: Sequence[TieBreak]) -> Iterator[Group]:
    """Yield those who share each place, best first, and what they were compared in.

    Arguments:
        level: who is level so far.
        chain: what is left to compare.
    """
    if not level.tied:
        return
    if len(level.tied) == 1 or not chain:
        yield tuple(sorted(level.tied)), ()
        return
    name, *rest = chain
    counts = {entrant: TIE_BREAKS[name](level, entrant) for entrant in sorted(level.tied)}
    values = {entrant: count.value for entrant, count in counts.items() if count is not None}
    order = sorted(counts, key=lambda entrant: -values.get(entrant, 0))
    groups: list[Group] = []
    for _, same in groupby(order, key=lambda entrant: values.get(entrant, 0)):
        still = Level(level.results, frozenset(same), level.lots)
        is_again = name in AMONG_THE_LEVEL and len(still.tied) < len(level.tied)
        groups += ranked(still, chain if is_again else rest)
    standing = tuple(entrant for group, _ in groups for entrant in group)
    step = Step(
        name, standing, tuple(count for entrant in standing if (count := counts[entrant]) is not None)
    )
    yield from ((group, (step, *steps)) for group, steps in groups)


def _lines(results: Results, groups: Sequence[Group]) -> Iterator[Line]:
    place = 1
    above: str | None = None
    for group, steps in groups:
        for entrant in group:
            decided_by = decided(steps, above, entrant) if above else ""
            yield _line(results, entrant, place, decided_by, steps)
            above = entrant
        place += len(group)


def decided(steps: Sequence[Step], above: str, below: str) -> TieBreak | Literal["shared"]:
    """Return the first thing in which two neighbours differ, of those the lower one was compared in."""
    return next((step.name for step in steps if above in step.tied and step.parts(above, below)), "shared")


def _line(
    results: Results,
    entrant: str,
    place: int,
    decided_by: TieBreak | Literal["shared", ""],
    steps: tuple[Step, ...],
) -> Line:
    matches = results.matches[entrant]
    met = [match for match in matches if match.opponent is not None]
    endings = [match.ending for match in met]
    return Line(
        entrant=entrant,
        place=place,
        played=len(met),
        won=endings.count("won"),
        drawn=endings.count("drawn"),
        lost=endings.count("lost"),
        byes=len(matches) - len(met),
        match_points=results.scores[entrant],
        adjusted=results.beside.adjusted.get(entrant, 0),
        games=(sum(match.games[0] for match in met), sum(match.games[1] for match in met)),
        points=_points(met),
        decided_by=decided_by,
        steps=steps,
    )


def _points(met: Sequence[Match]) -> tuple[int, int] | None:
    """The points of some fixtures added up; None where none were entered for any of them."""
    if all(match.points is None for match in met):
        return None
    return sum(match.scored[0] for match in met), sum(match.scored[1] for match in met)
