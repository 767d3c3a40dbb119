"""What a Swiss round costs, beside an exact matching of the same round on a sparse graph by rustworkx.

Each row is the last of nine rounds of one tournament, so that people have met and scores have spread: of games
(15 in 100 drawn, the better likelier to win), or of points, so that hardly two have the same score. The
reference joins everybody to the nearest few in the ranking whom they have not met, as is usual; it is measured
at the same round. The last rows count the rounds in which its sum of differences in score is the smaller one.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import rustworkx

from benchmarks.measure import Row, compare
from tournaments.movement.by_result.pairing import Pairing, pair_up

NEIGHBOURS = 8
ROUNDS = 9


@dataclass
class Tournament:
    """People with a skill, their scores in half games and whom they have met."""

    players: int
    chance: random.Random = field(default_factory=lambda: random.Random(1910))
    by_points: bool = False

    def __post_init__(self) -> None:
        """Nobody has played."""
        self.skill = {f"player {number}": self.chance.gauss(0, 1) for number in range(self.players)}
        self.scores = dict.fromkeys(self.skill, 0)
        self.met: dict[str, dict[str, int]] = {player: {} for player in self.skill}

    def pair(self) -> Pairing:
        """The next round."""
        return pair_up(self.scores, self.met)

    def play(self, pairing: Pairing) -> None:
        """Let chance and skill decide a round."""
        for one, other in pairing.pairs:
            mine, theirs = self.points(one, other)
            self.scores[one] += mine
            self.scores[other] += theirs
            self.met[one][other] = self.met[other][one] = 1

    def points(self, one: str, other: str) -> tuple[int, int]:
        """What two score against each other."""
        if self.by_points:
            return self.in_hands(one), self.in_hands(other)
        won = 1 / (1 + math.exp(self.skill[other] - self.skill[one]))
        points = 1 if self.chance.random() < 0.15 else 2 * (self.chance.random() < won)
        return points, 2 - points

    def in_hands(self, player: str) -> int:
        """What one scores in a round of hands."""
        return int(50 + 10 * self.skill[player] + self.chance.gauss(0, 10))

    def rounds(self) -> Iterator[tuple[Mapping[str, int], Mapping[str, Mapping[str, int]], Pairing]]:
        """The scores and meetings before each round, and its pairs."""
        for _ in range(ROUNDS):
            pairing = self.pair()
            yield dict(self.scores), {player: dict(known) for player, known in self.met.items()}, pairing
            self.play(pairing)


def sparse(scores: Mapping[str, int], met: Mapping[str, Mapping[str, int]]) -> list[tuple[str, str]]:
    """The pairs of least difference among the nearest few whom each has not met, all exactly by rustworkx."""
    ranked = sorted(scores, key=lambda player: -scores[player])
    edges: list[tuple[int, int, int]] = []
    for place, player in enumerate(ranked):
        near = 0
        for other in range(place + 1, len(ranked)):
            if ranked[other] not in met[player]:
                # Of equals the nearer: with nothing to choose by, rustworkx takes minutes over a large room.
                apart = 1_000_000 * (scores[player] - scores[ranked[other]]) + other - place
                edges.append((place, other, 1_000_000_000 - apart))
                near += 1
                if near == NEIGHBOURS:
                    break
    graph = rustworkx.PyGraph[str, int](multigraph=False)
    graph.add_nodes_from(ranked)
    graph.add_edges_from(edges)
    pairs = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return [(ranked[one], ranked[other]) for one, other in pairs]


def difference(scores: Mapping[str, int], pairs: list[tuple[str, str]]) -> int:
    """The differences in score, added up."""
    return sum(abs(scores[one] - scores[other]) for one, other in pairs)


def cost(players: int, *, most_ratio: float, runs: int, by_points: bool = False) -> Row:
    """The last round of a tournament of that size."""
    *_, (scores, met, _) = Tournament(players, by_points=by_points).rounds()
    return compare(
        f"round {ROUNDS} of {players} players, {'points' if by_points else 'games'}",
        lambda: pair_up(scores, met),
        f"rustworkx, each joined to {NEIGHBOURS} near them",
        lambda: sparse(scores, met),
        runs=runs,
        most_ratio=most_ratio,
    )


def as_small(players: int, tournaments: int, *, by_points: bool = False) -> Row:
    """How many rounds of some tournaments have a larger sum of differences than the sparse graph allows."""
    larger = 0
    for seed in range(tournaments):
        for scores, met, pairing in Tournament(players, random.Random(seed), by_points).rounds():
            assert not any(other in met[one] for one, other in pairing.pairs)
            pairs = sparse(scores, met)
            if 2 * len(pairs) == players:
                larger += difference(scores, list(pairing.pairs)) > difference(scores, pairs)
    rounds = tournaments * ROUNDS
    counted = "points" if by_points else "games"
    name = f"of {rounds} rounds of {players}, {counted}, with a larger sum"
    return Row(name, larger, "rounds", most=0 if players <= 400 else rounds // 10)


def rows() -> list[Row]:
    """All of it."""
    return [
        cost(100, most_ratio=18, runs=7),
        cost(400, most_ratio=0.2, runs=5),
        cost(1000, most_ratio=0.1, runs=7),
        cost(10_000, most_ratio=0.02, runs=1),
        cost(400, most_ratio=60, runs=3, by_points=True),
        cost(1000, most_ratio=1.3, runs=7, by_points=True),
        cost(10_000, most_ratio=0.02, runs=1, by_points=True),
        as_small(100, 5),
        as_small(400, 3),
        as_small(1000, 3),
        as_small(100, 3, by_points=True),
        as_small(1000, 2, by_points=True),
    ]
