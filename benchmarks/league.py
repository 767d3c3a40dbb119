"""What a league costs: its rounds, its table and what may still become of it.

The Swiss is that of nine rounds; its last round is measured, and beside it the bare pairing without the fixtures.
Each of the nine rounds, of the Swiss and of a round robin, is looked through by a check of its own: nobody twice,
nobody against anybody again, although for every round of a Swiss a pairing without that is known to exist (everybody
has met fewer than half of the others: Dirac). Small Swiss rounds are compared with the best there can be, found by
rustworkx among all pairs who have not met.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from itertools import combinations

import rustworkx

from benchmarks.measure import Row, compare
from tournaments.movement.by_result.pairing import pair_up
from tournaments.movement.schedules.catalogue import berger_round, berger_rounds
from tournaments.ranking.fixtures.fixtures import MOST_APART, home_surplus, round_robin, swiss_round
from tournaments.ranking.fixtures.results import Fixture, MatchPoints, Outcome, Results, Winner
from tournaments.ranking.fixtures.table import TableLine, TableRules, table, why
from tournaments.ranking.fixtures.what_if import LastFixtures

ROUNDS = 9
SWISS = TableRules(("match_points", "buchholz_cut_1", "buchholz", "sonneborn_berger", "points_difference"))
LEAGUE = TableRules(("match_points", "head_to_head", "games_won", "points_difference"))


def people(count: int) -> list[str]:
    """So many entrants."""
    return [f"entrant {number}" for number in range(count)]


def ended(fixture: Fixture, chance: random.Random) -> Fixture:
    """The fixture with how it ended: 15 in 100 drawn."""
    if fixture.away is None:
        return fixture.ended(None)
    winner: Winner = "draw" if chance.random() < 0.15 else chance.choice(["home", "away"])
    points = (chance.randint(0, 99), chance.randint(0, 99))
    return fixture.ended(Outcome(winner, (2, 2), points))


@cache
def played(size: int) -> tuple[list[Fixture], list[Fixture]]:
    """A Swiss before its last round, and that round."""
    chance = random.Random(1910)
    before: list[Fixture] = []
    last: list[Fixture] = []
    for number in range(1, ROUNDS + 1):
        before += [ended(fixture, chance) for fixture in last]
        last = list(swiss_round(people(size), before, pair_up, number=number))
    return before, last


def faults(fixtures: list[Fixture], size: int) -> int:
    """Meetings again, and people missing from a round or in it twice."""
    met = Counter(frozenset(fixture.sides) for fixture in fixtures)
    found = sum(times - 1 for times in met.values())
    for number in range(1, ROUNDS + 1):
        there = Counter(who for fixture in fixtures if fixture.round == number for who in fixture.sides)
        found += sum(there[who] != 1 for who in people(size))
    return found


@cache
def of_a_round_robin(size: int) -> list[Fixture]:
    """Its first nine rounds."""
    return list(round_robin(people(size), [berger_round(size, number) for number in range(ROUNDS)]))


def larger_than_need_be(fields: int) -> int:
    """Of how many small Swiss rounds of random leagues the differences are larger than they need be."""
    chance = random.Random(1910)
    found = 0
    for _ in range(fields):
        size, rounds = 2 * chance.randint(4, 12), chance.randint(1, 4)
        before: list[Fixture] = []
        for number in range(1, rounds):
            last = swiss_round(people(size), before, pair_up, number=number)
            before += [ended(fixture, chance) for fixture in last]
        scores = Results.of(people(size), before, MatchPoints()).scores
        pairs = [fixture.sides for fixture in swiss_round(people(size), before, pair_up, number=rounds)]
        assert not {frozenset(pair) for pair in pairs} & {frozenset(fixture.sides) for fixture in before}
        found += sum(abs(scores[one] - scores[other]) for one, other in pairs) > least(size, before, scores)
    return found


def least(size: int, before: list[Fixture], scores: Mapping[str, int]) -> int:
    """The smallest sum of differences in score when all play somebody they may, by rustworkx.

    That is somebody they have not met, and no two who must both be at home next, or both away.
    """
    surplus = home_surplus(before)
    barred = {frozenset(fixture.sides) for fixture in before} | {
        frozenset(pair)
        for turn in (-1, 1)
        for pair in combinations([who for who in surplus if turn * surplus[who] >= MOST_APART], 2)
    }
    graph = rustworkx.PyGraph[str, int](multigraph=False)
    names = people(size)
    graph.add_nodes_from(names)
    graph.add_edges_from(
        [
            (one, other, 1000 - abs(scores[names[one]] - scores[names[other]]))
            for one, other in combinations(range(size), 2)
            if frozenset((names[one], names[other])) not in barred
        ]
    )
    pairs = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    assert 2 * len(pairs) == size
    return sum(abs(scores[names[one]] - scores[names[other]]) for one, other in pairs)


def swiss(size: int, *, most_ratio: float) -> Row:
    """The last round of a Swiss."""
    before, _ = played(size)
    scores = Results.of(people(size), before, MatchPoints()).scores
    met: dict[str, Counter[str]] = {}
    for fixture in before:
        if fixture.away:
            met.setdefault(fixture.home, Counter())[fixture.away] += 1
            met.setdefault(fixture.away, Counter())[fixture.home] += 1
    return compare(
        f"Swiss round {ROUNDS} of {size} entrants",
        lambda: swiss_round(people(size), before, pair_up, number=ROUNDS),
        "the pairing alone",
        lambda: pair_up(scores, met),
        runs=3,
        most_ratio=most_ratio,
    )


def one_round(size: int) -> Row:
    """The tenth round of a round robin, made alone."""
    return compare(
        f"one round of a round robin of {size}",
        lambda: round_robin(people(size), [berger_round(size, ROUNDS)]),
        "its pairs by number",
        lambda: berger_round(size, ROUNDS),
        runs=7,
        most_ratio=19,
    )


def beside_a_table(
    name: str,
    work: Callable[[], object],
    fixtures: list[Fixture],
    size: int,
    rules: TableRules,
    most_ratio: float,
) -> Row:
    """A piece of work beside the table of the fixtures it is about."""
    beside = f"the table of {size}"
    return compare(
        name, work, beside, lambda: table(people(size), fixtures, rules), runs=3, most_ratio=most_ratio
    )


def standings(size: int) -> tuple[TableLine, ...]:
    """The table of a Swiss after eight rounds."""
    return table(people(size), played(size)[0], SWISS)


def before_the_last_round(size: int, left: int) -> list[Fixture]:
    """A round robin with so many fixtures ahead."""
    chance = random.Random(1910)
    fixtures = list(round_robin(people(size), berger_rounds(size)))
    return [*(ended(fixture, chance) for fixture in fixtures[:-left]), *fixtures[-left:]]


def rows() -> list[Row]:
    """All of it."""
    eleven, thirty = before_the_last_round(12, 11), before_the_last_round(20, 30)
    lines = standings(1024)
    sides = [(side, fixture.round) for fixture in played(1024)[0] for side in fixture.sides]
    return [
        swiss(1024, most_ratio=26),
        swiss(5000, most_ratio=20),
        *(
            Row(
                f"{kind} of {size}: repeats and people missing, {ROUNDS} rounds",
                faults(fixtures, size),
                "",
                most=0,
            )
            for size in (1024, 5000)
            for kind, fixtures in (
                ("Swiss", [fixture for some in played(size) for fixture in some]),
                ("round robin", of_a_round_robin(size)),
            )
        ),
        Row("of 200 small Swiss rounds with a larger sum", larger_than_need_be(200), "rounds", most=0),
        one_round(1024),
        one_round(5000),
        compare(
            "table of 1024 after eight rounds",
            lambda: standings(1024),
            f"sorting its {len(sides)} sides of fixtures",
            lambda: sorted(sides),
            runs=3,
            most_ratio=56,
        ),
        beside_a_table(
            "why the 500th stands there",
            lambda: why(lines, played(1024)[0], lines[499].entrant),
            played(1024)[0],
            1024,
            SWISS,
            0.02,
        ),
        beside_a_table(
            "who can still win, 12 entrants, 11 fixtures ahead",
            lambda: LastFixtures(people(12), eleven, LEAGUE).prospects,
            eleven,
            12,
            LEAGUE,
            1_050,
        ),
        beside_a_table(
            "what must happen for one of them",
            lambda: LastFixtures(people(12), eleven, LEAGUE, place=3).what_must_happen(people(12)[0]),
            eleven,
            12,
            LEAGUE,
            1_000,
        ),
        beside_a_table(
            "the bound, 20 entrants, 30 fixtures ahead",
            lambda: LastFixtures(people(20), thirty, LEAGUE).prospects,
            thirty,
            20,
            LEAGUE,
            9,
        ),
    ]
