"""Every way the fixtures still ahead can end, and who reaches a place in which of them.

A way is one winner, or a draw, for each fixture; they are numbered as the figures of a number, the first fixture
the highest figure. Whatever holds in some of the ways is one large number with a bit for each of them, so that what
a result makes sure of is one comparison of such numbers.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from tournaments.ranking.league.results import MatchPoints, Results
from tournaments.ranking.league.table import TableRules, ranked
from tournaments.ranking.league.tie_breaks import BY_RESULTS, Level, TieBreak
from tournaments.ranking.league.values import Fixture, Outcome, Winner

SETTLED = 1_000
"""Up to so many ways the tie-breaks are asked too; beyond, those who have equal match points count as level."""

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
class Scenarios:
    """All the ways the rest of a league can end.

    Arguments:
        entrants: everybody.
        over: the fixtures that are over.
        ahead: those to come, byes left out.
        rules: how the league is placed.
        results: how a fixture can end.
    """

    entrants: Sequence[str]
    over: Sequence[Fixture]
    ahead: Sequence[Fixture]
    rules: TableRules
    results: Sequence[Winner] = ("home", "draw", "away")

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

    def reaching(self, place: int) -> dict[str, Reached]:
        """In which of them everybody reaches a place."""
        outright = [bytearray() for _ in self.entrants]
        level = [bytearray() for _ in self.entrants]
        for scores, winners in zip(self._all_scores(), self._all_winners(), strict=True):
            for number, (is_sure, is_level) in enumerate(self._reached(scores, winners, place)):
                outright[number].append(_BITS[is_sure])
                level[number].append(_BITS[is_level])
        return {
            entrant: Reached(int(outright[number], 2), int(level[number], 2))
            for number, entrant in enumerate(self.entrants)
        }

    @cached_property
    def _before(self) -> Results:
        return Results.of(self.entrants, self.over, self.rules.match_points)

    def _all_winners(self) -> Iterator[tuple[Winner, ...]]:
        return product(self.results, repeat=len(self.ahead))

    def _all_scores(self) -> Iterator[list[int]]:
        """Yield the match points of everybody at the end of each way, in the order of the entrants."""
        number = {entrant: at for at, entrant in enumerate(self.entrants)}
        sides = [(number[fixture.home], number[fixture.away or ""]) for fixture in self.ahead]
        worth = [_worth(self.rules.match_points, winner) for winner in self.results]
        scores = [self._before.scores[entrant] for entrant in self.entrants]

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

    def _reached(
        self, scores: Sequence[int], winners: Sequence[Winner], place: int
    ) -> Iterator[tuple[bool, bool]]:
        """Yield for everybody whether they reach the place at the end of one way: outright, and at least level."""
        order = sorted(scores, reverse=True)
        is_everybody = place >= len(order)
        is_parted = is_everybody or order[place - 1] != order[place]
        if not is_parted and self.count <= SETTLED:
            yield from self._by_results(winners, place)
            return
        for score in scores:
            yield is_everybody or score > order[place], is_everybody or score >= order[place - 1]

    def _by_results(self, winners: Sequence[Winner], place: int) -> list[tuple[bool, bool]]:
        """The same by as much of the chain as the results settle."""
        ended = [fixture.ended(Outcome(winner)) for fixture, winner in zip(self.ahead, winners, strict=True)]
        results = Results.of(self.entrants, [*self.over, *ended], self.rules.match_points)
        found: dict[str, tuple[bool, bool]] = {}
        for group, _ in ranked(Level(results, frozenset(self.entrants)), self._settled_chain):
            start = len(found)
            found |= dict.fromkeys(group, (start + len(group) <= place, start < place))
        return [found[entrant] for entrant in self.entrants]

    @cached_property
    def _settled_chain(self) -> list[TieBreak]:
        """The chain as far as the results settle it; what comes after is not known."""
        found: list[TieBreak] = []
        for name in self.rules.chain:
            if name not in BY_RESULTS:
                break
            found.append(name)
        return found


def _worth(rules: MatchPoints, winner: Winner) -> tuple[int, int]:
    """What a fixture that ends so brings the home and the away side."""
    if winner == "draw":
        return rules.drawn, rules.drawn
    return (rules.won, rules.lost) if winner == "home" else (rules.lost, rules.won)
