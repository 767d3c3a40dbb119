"""What a league costs: its rounds, its table and what may still become of it.

The Swiss is that of nine rounds; its last round is measured, and beside it the bare pairing without the fixtures.
Each of the nine rounds is looked through by a check of its own: nobody twice, nobody against anybody again, although
for every round a pairing without that is known to exist (everybody has met fewer than half of the others: Dirac).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import cache

from benchmarks.measure import Row, compare, in_turn, milliseconds
from tournaments.movement.by_result.pairing import pair_up
from tournaments.movement.schedules.berger import berger_rounds
from tournaments.ranking.league.fixtures import round_robin, swiss_round
from tournaments.ranking.league.results import MatchPoints, Results
from tournaments.ranking.league.table import Line, TableRules, table
from tournaments.ranking.league.values import Fixture, Outcome, Winner
from tournaments.ranking.league.what_if import outlook, what_must_happen
from tournaments.ranking.league.why import why

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


def swiss(size: int, *, most: float) -> Row:
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
        most=most,
    )


def single(name: str, work: Callable[[], object], *, most: float, runs: int = 3) -> Row:
    """One piece of work, with nothing beside it."""
    (took,) = in_turn(lambda: milliseconds(work), runs=runs)
    return Row(name, took, most=most)


def standings(size: int) -> tuple[Line, ...]:
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
    return [
        swiss(1024, most=1_000),
        swiss(5000, most=5_000),
        *(
            Row(
                f"repeats and people missing, {size} over {ROUNDS} rounds", faults([*a, *b], size), "", most=0
            )
            for size in (1024, 5000)
            for a, b in [played(size)]
        ),
        single(
            f"{ROUNDS} rounds of a round robin of 1024",
            lambda: round_robin(people(1024), berger_rounds(1024)[:ROUNDS]),
            most=1_000,
        ),
        single(
            f"{ROUNDS} rounds of a round robin of 5000",
            lambda: round_robin(people(5000), berger_rounds(5000)[:ROUNDS]),
            most=5_000 * ROUNDS,
            runs=1,
        ),
        single("table of 1024 after eight rounds", lambda: standings(1024), most=1_000),
        single(
            "why the 500th stands there", lambda: why(lines, played(1024)[0], lines[499].entrant), most=50
        ),
        single(
            "who can still win, 12 entrants, 11 fixtures ahead",
            lambda: outlook(people(12), eleven, LEAGUE),
            most=5_000,
        ),
        single(
            "what must happen for one of them",
            lambda: what_must_happen(people(12), eleven, LEAGUE, people(12)[0], place=3),
            most=10_000,
        ),
        single(
            "the bound, 20 entrants, 30 fixtures ahead", lambda: outlook(people(20), thirty, LEAGUE), most=500
        ),
    ]
