"""What can be proved of the end of a league without going through all the ways there are.

Two proofs, both by match points alone. Dominance: if enough others have more already than somebody can still have,
the place is out of reach; if too few others can still have as much as somebody has already, it is theirs. And for
the first place a flow (Schwartz, Possible winners in partially completed tournaments, 1966): let somebody win all
that is ahead of them; the others then share out what their fixtures bring, and nobody may be given more than keeps
them behind. If that cannot be done, the first place is out of reach; if it can, then where a win brings just twice
a draw every such sharing out is a way the fixtures may end, and the place can be reached.

Of rounds that are not paired yet only the most and the least they bring is known: dominance counts them, the flow
does not go through them.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.ranking.league.results import MatchPoints, Results
from tournaments.ranking.league.values import Beside, Fixture
from tournaments.ranking.verdicts import Verdict


@dataclass(frozen=True)
class Ahead:
    """A league before its last fixtures, by match points.

    Arguments:
        scores: the match points of everybody, with the byes ahead.
        fixtures: those ahead, byes left out.
        rules: what a fixture brings.
        draws: whether a fixture can end in a draw.
        unpaired: how many rounds are not paired yet.
    """

    scores: Mapping[str, int]
    fixtures: Sequence[Fixture]
    rules: MatchPoints
    draws: bool = True
    unpaired: int = 0

    @classmethod
    def of(
        cls,
        entrants: Sequence[str],
        fixtures: Sequence[Fixture],
        rules: MatchPoints,
        *,
        draws: bool,
        unpaired: int = 0,
        beside: Beside | None = None,
    ) -> "Ahead":
        """Part what is over from what is ahead."""
        over = [
            fixture for fixture in fixtures if fixture.counts or (fixture.away is None and fixture.is_ahead)
        ]
        ended = [fixture.ended(None) if fixture.is_ahead else fixture for fixture in over]
        ahead = [fixture for fixture in fixtures if fixture.is_ahead and fixture.away is not None]
        scores = Results.of(entrants, ended, rules, beside=beside).scores
        return cls(scores, ahead, rules, draws, unpaired)

    def most(self, entrant: str) -> int:
        """The match points somebody has who wins all that is ahead."""
        to_come = self.unpaired * max(self.rules.won, self.rules.bye)
        return self.scores[entrant] + self.rules.won * self._left(entrant) + to_come

    def least(self, entrant: str) -> int:
        """The match points somebody has who loses all of it, and does not come to what is not paired yet."""
        to_come = self.unpaired * min(self.rules.lost, self.rules.missing)
        return self.scores[entrant] + self.rules.lost * self._left(entrant) + to_come

    def proved(self, entrant: str, place: int) -> Verdict:
        """What can be proved of somebody and a place; "open" where neither proof says anything."""
        if not self.rules.won >= self.rules.drawn >= self.rules.lost:
            return "open"
        others = [other for other in self.scores if other != entrant]
        if sum(self.most(other) >= self.least(entrant) for other in others) < place:
            return "clinched"
        if sum(self.least(other) > self.most(entrant) for other in others) >= place:
            return "impossible"
        return self._by_flow(entrant) if place == 1 and not self.unpaired else "open"

    def _left(self, entrant: str) -> int:
        return sum(entrant in fixture.sides for fixture in self.fixtures)

    def _by_flow(self, entrant: str) -> Verdict:
        """Whether somebody who wins all the rest can still be first."""
        rules = self.rules
        win, draw = rules.won - rules.lost, rules.drawn - rules.lost
        is_exact = not self.draws or 2 * draw == win
        units, worth = (
            (2, draw) if self.draws and is_exact else (1, win) if is_exact else (min(win, 2 * draw), 1)
        )
        if not worth:
            return "open"
        pairs = [fixture.sides for fixture in self.fixtures if entrant not in fixture.sides]
        others = [other for other in self.scores if other != entrant]
        for verdict, limit in (("possible", self.most(entrant) - 1), ("level", self.most(entrant))):
            room = {other: (limit - self.least(other)) // worth for other in others}
            if min(room.values(), default=0) >= 0 and _can_be_shared_out(pairs, units, room):
                return ("possible" if verdict == "possible" else "level") if is_exact else "open"
        return "impossible"


def _can_be_shared_out(pairs: Sequence[tuple[str, ...]], units: int, room: Mapping[str, int]) -> bool:
    """Whether the units of each pair can go to its two sides so that nobody has more than there is room for.

    A maximum flow: where neither side has room, somebody hands a unit on to another opponent of theirs, and so on
    along a shortest chain to one who has.
    """
    left = dict(room)
    given = [dict.fromkeys(pair, 0) for pair in pairs]
    matches: dict[str, list[int]] = {who: [] for who in room}
    for number, pair in enumerate(pairs):
        for who in pair:
            matches[who].append(number)
    return all(_give(number, left, given, matches) for number in range(len(pairs)) for _ in range(units))


def _give(
    pair: int, left: dict[str, int], given: list[dict[str, int]], matches: Mapping[str, Sequence[int]]
) -> bool:
    """Give one more unit to a side of a pair, handing others on where there is need; or say that it cannot be."""
    came: dict[str, tuple[int, str]] = dict.fromkeys(given[pair], (pair, ""))
    waiting = deque(came)
    while waiting:
        who = waiting.popleft()
        if left[who] > 0:
            left[who] -= 1
            _hand_on(who, came, given)
            return True
        for number in matches[who]:
            if given[number][who]:
                for other in given[number]:
                    if other not in came:
                        came[other] = (number, who)
                        waiting.append(other)
    return False


def _hand_on(who: str, came: Mapping[str, tuple[int, str]], given: list[dict[str, int]]) -> None:
    """Move a unit along the chain that was found."""
    while who:
        number, before = came[who]
        given[number][who] += 1
        if before:
            given[number][before] -= 1
        who = before
