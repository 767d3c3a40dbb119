"""Every way the fixtures still ahead can end, and who reaches a place in which of them.

A way is one winner, or a draw, for each fixture; they are numbered as the figures of a number, the first fixture
the highest figure. Whatever holds in some of the ways is one large number with a bit for each of them, so that what
a result makes sure of is one comparison of such numbers.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product, takewhile
from math import inf

from tournaments.ranking.league.results import MatchPoints
from tournaments.ranking.league.table import TableRules, ranked
from tournaments.ranking.league.tie_breaks import BY_RESULTS, Level, TieBreak
from tournaments.ranking.league.values import Beside, Fixture, Outcome, Winner

SETTLED = 1_000
"""In up to so many ways that leave the place between some with equal match points the tie-breaks are asked."""

_BITS = (ord("0"), ord("1"))


@dataclass(frozen=True)
class Reached:
    """In which ways one entrant reaches a place.

    Arguments:
        outright: ahead of everybody who must be behind, by what the results settle.
        at_least_level: the same, or level with some who would have to be behind; these ways are among them.
    """

    outright: int
    at_least_level: int


@dataclass(frozen=True)
class Reaching:
    """Who reaches a place in which of the ways.

    Arguments:
        of: everybody.
        is_settled: whether all was asked that the results settle. Else those with equal match points count as level,
            and only what holds for them either way is known: outright they reach the place in these ways at the
            least, and in no others than those in which they are at least level.
    """

    of: Mapping[str, Reached]
    is_settled: bool


@dataclass(frozen=True)
class Scenarios:
    """All the ways the rest of a league can end.

    Arguments:
        entrants: everybody.
        over: the fixtures that are over.
        ahead: those to come, byes left out.
        rules: how the league is placed.
        results: how a fixture can end.
        beside: what is known of the entrants beside their fixtures.
    """

    entrants: Sequence[str]
    over: Sequence[Fixture]
    ahead: Sequence[Fixture]
    rules: TableRules
    results: Sequence[Winner] = ("home", "draw", "away")
    beside: Beside = field(default_factory=Beside)

    @property
    def count(self) -> int:
        """How many there are."""
        return int(len(self.results) ** len(self.ahead))

    @property
    def all(self) -> int:
        """The bits of all of them."""
        return (1 << self.count) - 1

    def with_result(self, fixture: int, winner: Winner) -> int:
        """The bits of those in which one of the fixtures ahead ends so."""
        kinds = len(self.results)
        block = kinds ** (len(self.ahead) - 1 - fixture)
        bits = ["1" if result == winner else "0" for result in self.results]
        return int("".join(bit * block for bit in bits) * kinds**fixture, 2)

    def reaching(self, place: int) -> Reaching:
        """In which of them everybody reaches a place."""
        outright = [bytearray() for _ in self.entrants]
        level = [bytearray() for _ in self.entrants]
        asks = len(settled_chain(self.rules)) > 1
        tied: list[tuple[int, tuple[Winner, ...]]] = []
        for way, (scores, winners) in enumerate(zip(self._all_scores(), self._all_winners(), strict=True)):
            at_least, more_than = _limits(scores, place)
            if asks and at_least == more_than and len(tied) <= SETTLED:
                tied.append((way, winners))
            for number, score in enumerate(scores):
                outright[number].append(_BITS[score > more_than])
                level[number].append(_BITS[score >= at_least])
        is_settled = len(tied) <= SETTLED
        for way, winners in tied if is_settled else ():
            for number, (is_sure, is_level) in enumerate(self._by_results(winners, place)):
                outright[number][way] = _BITS[is_sure]
                level[number][way] = _BITS[is_level]
        reached = {
            entrant: Reached(int(outright[number], 2), int(level[number], 2))
            for number, entrant in enumerate(self.entrants)
        }
        return Reaching(reached, is_settled)

    @cached_property
    def _before(self) -> Mapping[str, int]:
        return self.rules.results(self.entrants, self.over, self.beside).scores

    def _all_winners(self) -> Iterator[tuple[Winner, ...]]:
        return product(self.results, repeat=len(self.ahead))

    def _all_scores(self) -> Iterator[list[int]]:
        """Yield the match points of everybody at the end of each way, in the order of the entrants."""
        number = {entrant: at for at, entrant in enumerate(self.entrants)}
        sides = [(number[fixture.home], number[fixture.away or ""]) for fixture in self.ahead]
        worth = [_worth(self.rules.match_points, winner) for winner in self.results]
        scores = [self._before[entrant] for entrant in self.entrants]

        def rest(at: int) -> Iterator[list[int]]:
            if at == len(sides):
                yield scores
                return
            home, away = sides[at]
            for mine, theirs in worth:
                scores[home] += mine
                scores[away] += theirs
                yield from rest(at + 1)
                scores[home] -= mine
                scores[away] -= theirs

        return rest(0)

    def _by_results(self, winners: Sequence[Winner], place: int) -> list[tuple[bool, bool]]:
        """Whether everybody reaches the place, outright and at least level, by all that the results settle."""
        ended = [fixture.ended(Outcome(winner)) for fixture, winner in zip(self.ahead, winners, strict=True)]
        results = self.rules.results(self.entrants, [*self.over, *ended], self.beside)
        found: dict[str, tuple[bool, bool]] = {}
        for group, _ in ranked(Level(results, frozenset(self.entrants)), settled_chain(self.rules)):
            start = len(found)
            found |= dict.fromkeys(group, (start + len(group) <= place, start < place))
        return [found[entrant] for entrant in self.entrants]


def settled_chain(rules: TableRules) -> list[TieBreak]:
    """The chain as far as the results settle it; what comes after is not known."""
    return list(takewhile(BY_RESULTS.__contains__, rules.chain))


def _limits(scores: Sequence[int], place: int) -> tuple[float, float]:
    """The match points with which a place is reached at least level, and those above which it is reached outright."""
    order = sorted(scores, reverse=True)
    if place >= len(order):
        return order[-1], -inf
    return order[place - 1], order[place]


def _worth(rules: MatchPoints, winner: Winner) -> tuple[int, int]:
    """What a fixture that ends so brings the home and the away side."""
    if winner == "draw":
        return rules.drawn, rules.drawn
    return (rules.won, rules.lost) if winner == "home" else (rules.lost, rules.won)
