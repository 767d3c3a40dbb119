"""Knock-outs, single and double, as a plan of matches that is read together with the fixtures played.

The plan has the next power of two of places. Seeds are placed so that two meet the later the higher both are, and
the highest have nobody against them first. Whoever wins a match and whoever loses it has a place in a later one;
of two losers' brackets rounds the first pairs those who are left there, the second brings in those who have just
lost above, in the other order in every other round, so that two who have met do not meet again soon. If the one
who comes through the losers' bracket wins the final, it is played once more: both have lost once then.

A match that is void, or level, is played again. Where neither side played, nobody goes on.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from tournaments.ranking.league.values import Fixture

Take = Literal["seed", "winner", "loser"]
FINAL, AGAIN = "F1", "F2"


@dataclass(frozen=True, slots=True)
class Source:
    """Where a side of a match comes from: a seed from 1, or the winner or the loser of another match."""

    take: Take
    of: str


@dataclass(frozen=True, slots=True)
class Match:
    """One match of the plan.

    Arguments:
        name: `W2.1` the first of the second round of winners, `L` of losers, `F1` the final of a double knock-out and
            `F2` the same once more.
        round: when it can be played at the earliest, from 1.
        sides: who is in it.
    """

    name: str
    round: int
    sides: tuple[Source, Source]


def bracket(seeds: int, *, double: bool = False) -> tuple[Match, ...]:
    """Return the plan for so many seeds; with `double` whoever has lost once plays on.

    Raises:
        ValueError: there are not two.
    """
    if seeds < 2:
        raise ValueError("a knock-out takes two")
    winners = list(_winners(seeds))
    found = [match for round_ in winners for match in round_]
    if double:
        found += _losers(winners)
        last = found[-1] if len(winners) > 1 else None
        second = Source("winner", last.name) if last else Source("loser", "W1.1")
        number = 1 + max(match.round for match in found)
        final = Match(FINAL, number, (Source("winner", winners[-1][0].name), second))
        found += [final, Match(AGAIN, number + 1, (Source("winner", FINAL), Source("loser", FINAL)))]
    return tuple(found)


def places(count: int) -> list[int]:
    """Return the seeds from 1 in the order of the bracket; those above `count` are nobody."""
    found = [1]
    while len(found) < count:
        last = 2 * len(found) + 1
        found = [seed for place in found for seed in (place, last - place)]
    return found


def _winners(seeds: int) -> Iterator[list[Match]]:
    sides = [Source("seed", str(seed)) for seed in places(seeds)]
    number = 0
    while len(sides) > 1:
        number += 1
        pairs = zip(sides[::2], sides[1::2], strict=True)
        round_ = [Match(f"W{number}.{at}", number, pair) for at, pair in enumerate(pairs, start=1)]
        sides = [Source("winner", match.name) for match in round_]
        yield round_


def _losers(winners: Sequence[Sequence[Match]]) -> Iterator[Match]:
    """Yield the losers' bracket: it takes in the losers of each round of winners."""
    left = [Source("loser", match.name) for match in winners[0]]
    number = 0
    for turn, round_ in enumerate(winners[1:]):
        fallen = [Source("loser", match.name) for match in round_]
        incoming = fallen[::-1] if turn % 2 == 0 else fallen
        for one_side, other_side in ((left[::2], left[1::2]), (incoming, None)):
            number += 1
            pairs = zip(one_side, left if other_side is None else other_side, strict=True)
            found = [Match(f"L{number}.{at}", number + 1, pair) for at, pair in enumerate(pairs, start=1)]
            left = [Source("winner", match.name) for match in found]
            yield from found


@dataclass(frozen=True)
class Knockout:
    """A knock-out as it stands.

    Arguments:
        ahead: the matches that can be played now and have no fixture yet, as fixtures, in the order of the plan.
        lost: how often everybody has lost.
        champion: who has won it, once it is over.
        is_over: whether there is nothing left to play; where nobody went on there is no champion.
    """

    ahead: tuple[Fixture, ...]
    lost: Mapping[str, int]
    champion: str | None
    is_over: bool


def followed(
    seeds: Sequence[str], fixtures: Sequence[Fixture], *, double: bool = False, first_round: int = 1
) -> Knockout:
    """Read the plan together with the fixtures there are.

    Arguments:
        seeds: who is in it, the highest first.
        fixtures: those of the knock-out, by the ids that `ahead` gave them, with how they ended.
        double: whether it takes two losses to be out.
        first_round: the number of the first round.

    Raises:
        ValueError: there are not two, or somebody is named twice.
    """
    if len(set(seeds)) != len(seeds):
        raise ValueError("everybody is in a knock-out once")
    plan = bracket(len(seeds), double=double)
    reading = _Reading(seeds, fixtures)
    for match in plan:
        reading.take(match, first_round)
    last = AGAIN if double else plan[-1].name
    champion = reading.found.get(("winner", last))
    return Knockout(tuple(reading.ahead), reading.lost, champion, ("winner", last) in reading.found)


class _Reading:
    """The plan read from its first match to its last."""

    def __init__(self, seeds: Sequence[str], fixtures: Sequence[Fixture]) -> None:
        self.found: dict[tuple[str, str], str | None] = {
            ("seed", str(seed)): seeds[seed - 1] if seed <= len(seeds) else None
            for seed in places(len(seeds))
        }
        self.lost = dict.fromkeys(seeds, 0)
        self.ahead: list[Fixture] = []
        self.tries: dict[str, list[Fixture]] = {}
        for fixture in fixtures:
            self.tries.setdefault(fixture.id.partition("/")[0], []).append(fixture)

    def take(self, match: Match, first_round: int) -> None:
        """Read one match: who is in it, and if that is known, who won it, or that it is to be played."""
        keys = [(side.take, side.of) for side in match.sides]
        if any(key not in self.found for key in keys):
            return
        one, other = (self.found[key] for key in keys)
        if one is None or other is None or (match.name == AGAIN and self.lost[other] > 1):
            self._settle(match.name, one or other, None)
            return
        tries = self.tries.get(match.name, [])
        over = next((fixture for fixture in tries if _is_decided(fixture)), None)
        if over is not None:
            self._decide(match.name, over)
        elif not any(fixture.is_ahead for fixture in tries):
            name = f"{match.name}/{len(tries) + 1}" if tries else match.name
            self.ahead.append(Fixture(name, first_round + match.round - 1, one, other))

    def _decide(self, name: str, fixture: Fixture) -> None:
        winner = fixture.outcome.winner if fixture.outcome else "nobody"
        if winner == "nobody":
            for entrant in fixture.sides:
                self.lost[entrant] += 1
            self._settle(name, None, None)
            return
        won, lost = fixture.sides if winner == "home" else fixture.sides[::-1]
        self.lost[lost] += 1
        self._settle(name, won, lost)

    def _settle(self, name: str, winner: str | None, loser: str | None) -> None:
        self.found["winner", name], self.found["loser", name] = winner, loser


def _is_decided(fixture: Fixture) -> bool:
    """Whether somebody is out by it; a draw is played again."""
    return fixture.counts and fixture.outcome is not None and fixture.outcome.winner != "draw"
